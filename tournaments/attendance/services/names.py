"""Who an entry of an evening is: a name or a role is corrected, or the player behind it."""

from enum import StrEnum

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Player
from accounts.names import clean_person, name_key
from accounts.players.selectors.players import called, entries_of, kept
from accounts.players.services.players import player_change, players_ensure
from tournaments.attendance.services.people import entry_of, refuse_same_names, role_of
from tournaments.base.arguments import EntryNo, Name
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import EntryRow
from tournaments.standings.services.result_versions import result_again


class Whose(StrEnum):
    """Whose a corrected name is."""

    TONIGHT = "tonight"
    """The player's, this evening only."""
    LIST = "list"
    """The player's, on the player list too."""
    OTHER = "other"
    """Another player's, who is on the player list."""


@journaled(
    "entry_changed",
    Stage.CHECK_IN,
    Stage.SEATED,
    Stage.PLAYING,
    Stage.SETTLING,
    title="Correct a name or a role",
)
def entry_change(act: Act, *, entry: int, name: str, role: str, whose: str = "") -> None:
    """Correct a name or a role in the evening.

    Refused at ``whose`` while the name is another player's on the list and ``whose`` does not say which
    player is meant.
    """
    row = entry_of(act, entry)
    name = _free_name(act, row, name)
    act.note(entry=entry, before=[row.name, row.role], after=[name, role])
    if row.player is not None and name_key(name) != name_key(row.name):
        _settle_whose(act, row, name, whose)
    row.name, row.role = name, role_of(act, role)
    row.save(update_fields=["name", "role", "player"])


@journaled(
    "entry_reassigned", Stage.FINISHED, asks_reason=True, title="Say that somebody else played", looks=True
)
def entry_reassign(act: Act, *, entry: EntryNo, name: Name) -> None:
    """Record that somebody else played: the player of this name, who joins the list if they are new.

    The result gets a new version; a closed season keeps what it counted. Refused where both played.
    """
    row = entry_of(act, entry)
    if is_recorded(act.evening):
        raise StateError("entry", _("This evening was imported. Import its corrected result instead."))
    name = _free_name(act, row, name)
    found = players_ensure(club=act.evening.club, people=[(name, row.role)])
    act.note(entry=entry, was=row.player_id)  # no names: somebody may ask for theirs to be removed
    _give_to(act, row, found[name_key(name)], "name")
    act.note(now=row.player_id)
    row.name = name
    row.save(update_fields=["name", "player"])
    result_again(act)


def _free_name(act: Act, row: EntryRow, name: str) -> str:
    """Return the cleaned name. Refuse that of somebody else in the evening."""
    others = EntryRow.objects.filter(evening=act.evening, void=None).exclude(pk=row.pk)
    name = clean_person(name)
    refuse_same_names([name, *others.values_list("name", flat=True)], "name")
    return name


def _settle_whose(act: Act, row: EntryRow, name: str, whose: str) -> None:
    """Give the entry to the player who is meant, or rename its own player on the list."""
    club = act.evening.club_id
    other, mine = called(club).get(name_key(name)), kept(club).get(row.player_id or 0, row.player_id)
    known = other is not None and other.pk != mine
    if whose not in ("", *Whose) or (whose == Whose.OTHER and not known):
        raise RuleError("whose", _("%(name)s is not on the player list. Choose again."), name=name)
    if other is not None and whose == Whose.OTHER:
        _give_to(act, row, other, "whose")
    elif whose == Whose.LIST and act.line.actor is not None and row.player is not None:
        player_change(by=act.line.actor, player=row.player, name=name)
    elif known and whose != Whose.TONIGHT:
        raise RuleError("whose", _("%(name)s is on the player list. Is it this player?"), name=name)


def _give_to(act: Act, row: EntryRow, player: Player, field: str) -> None:
    """Make the entry this player's. Refused where the player has another entry in the evening."""
    theirs = entries_of(player.pk, kept(act.evening.club_id))
    others = EntryRow.objects.filter(evening=act.evening, void=None, player__in=theirs).exclude(pk=row.pk)
    if others.exists():
        raise StateError(
            field,
            _("%(name)s played this evening too. Two players cannot be one."),
            name=player.name,
        )
    row.player = player
