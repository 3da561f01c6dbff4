"""Services for the people of an evening: check-in, pause, return, departure, kept seats, and corrected names.

Also: correct a name or a role, or give the entry to another player.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Player
from accounts.names import clean_person, name_key
from accounts.players.selectors import find_entries, load_merges, map_players_by_name
from accounts.players.services import player_change, players_ensure
from accounts.refusals import NAME_PLAYERS, NOT_WHOLE
from games.rules.pool import NEGATIVE
from tournaments.base.arguments import MOST_PEOPLE, ArgumentLimits, EntryNo, Name, Yes
from tournaments.core.counters import ledger
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.evening import Facts
from tournaments.core.kinds import awaited
from tournaments.core.kinds.counters import require_stakes
from tournaments.core.movement.seating import find_presence, list_playing, list_presences, list_seats
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.core.refusals import (
    HAS_NO_COUNTERS,
    LEFT_IN_POOL,
    MOST_IN_EVENING,
    NOT_CHECKED_IN,
    TOO_MANY_COUNTERS,
)
from tournaments.core.settings import Counting
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import find_occupied_chairs, seat_late
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import EntryRow, OpenDeal, PresenceRow, RoundRow, SeatRow, StakeRow
from tournaments.standings.services import rewrite_result

LEFT_BEFORE = _("%(names)s played already and left. On their own page, press “Is back”.")

TakenHome = Annotated[
    int,
    ArgumentLimits(
        "Counters that the player takes home. Required if counters are not recorded in each deal.",
        least=0,
        most=MOST_COUNTERS,
    ),
]


@dataclass(frozen=True)
class Arrival:
    """A person at the door: the name to show and the role for the evening."""

    name: str
    role: str = ""


@journaled("people_checked_in", Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, title="Check in players")
def people_check_in(act: Act, *, people: Sequence[Arrival]) -> None:
    """Check in players. During play they wait for the next round. Each name must be unique."""
    arrivals = [
        Arrival(clean_person(person.name, "names"), check_role(act, person.role)) for person in people
    ]
    if not arrivals:
        raise RuleError("names", NAME_PLAYERS)
    rows = EntryRow.objects.filter(evening=act.evening, void=None).values_list("name", "player")
    present, present_players = [name for name, _player in rows], [player for _name, player in rows if player]
    _refuse_who_left(act, arrivals)
    if len(present) + len(arrivals) > MOST_PEOPLE:
        raise RuleError("names", MOST_IN_EVENING, most=MOST_PEOPLE)
    refuse_same_names([*present, *(person.name for person in arrivals)])
    players = {}
    if act.evening.rehearsal_of_id is None:  # people of a rehearsal are not on the club's list
        names_and_roles = [(person.name, person.role) for person in arrivals]
        players = players_ensure(club=act.evening.club, people=names_and_roles, taken=present_players)
    entries = EntryRow.objects.bulk_create(
        EntryRow(
            evening=act.evening,
            player=players.get(name_key(person.name)),
            name=person.name,
            role=person.role,
            journal=act.line,
        )
        for person in arrivals
    )
    first_round = act.get_round().number + 1 if act.stage is Stage.PLAYING else 1
    PresenceRow.objects.bulk_create(
        PresenceRow(entry=entry, from_round=first_round, state=Presence.HERE, journal=act.line)
        for entry in entries
    )
    if act.stage is Stage.SEATED:
        first, newcomers = act.get_round(), [entry.pk for entry in entries]
        seat_late(
            act, first, load_facts(act.evening.pk), newcomers, find_occupied_chairs(first), staked=False
        )


@journaled(
    "entry_withdrawn", Stage.CHECK_IN, Stage.SEATED, title="Remove a player before play begins", looks=True
)
def entry_withdraw(act: Act, *, entry: EntryNo) -> None:
    """Remove a player before play begins. The seat stays empty until seats are drawn again."""
    row = find_entry(act, entry)
    act.note(entry=entry)
    SeatRow.objects.filter(entry=row, void=None).update(void=act.line)
    PresenceRow.objects.filter(entry=row, void=None).update(void=act.line)
    EntryRow.objects.filter(pk=row.pk).update(void=act.line)


@journaled("player_left", Stage.PLAYING, Stage.SETTLING, title="Record that a player goes home", looks=True)
def player_drop(act: Act, *, entry: EntryNo, counters: TakenHome | None = None) -> None:
    """Record that a player goes home with their counters. Their history stays."""
    _go(act, entry, Presence.LEFT, counters)


@journaled("player_paused", Stage.PLAYING, title="Pause a player", looks=True)
def player_pause(act: Act, *, entry: EntryNo, counters: TakenHome | None = None) -> None:
    """Pause a player. The banker keeps their counters."""
    _go(act, entry, Presence.PAUSED, counters)


@journaled("player_returned", Stage.PLAYING, title="Record that a player is back", looks=True)
def player_return(act: Act, *, entry: EntryNo) -> None:
    """Record that a player who paused or went home is back. The player gets a seat in the next round."""
    facts = load_facts(act.evening.pk)
    row, now = find_entry(act, entry), act.get_round()
    if find_presence(facts, entry, now.number + 1).plays:
        raise StateError("entry", _("%(name)s has not left and does not pause."), name=row.name)
    was = [fact.state for fact in facts.presences if fact.entry == entry and fact.state.plays]
    _mark(act, row, now.number + 1, was[-1])


@journaled("seat_kept", Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, title="Keep a player’s seat", looks=True)
def seat_keep(act: Act, *, entry: EntryNo, keeps: Yes) -> None:
    """Keep a player's seat from now on, or let the player move again."""
    row = find_entry(act, entry)
    facts = load_facts(act.evening.pk)
    facts.play.format.refuse_kept_seat()
    number = facts.now.number or 1
    if not find_presence(facts, entry, number + 1).plays:
        raise StateError(
            "entry", _("%(name)s does not play at the moment. Choose another player."), name=row.name
        )
    from_round = number if find_presence(facts, entry, number).plays else number + 1
    _mark(act, row, from_round, Presence.KEEPS_SEAT if keeps else Presence.HERE)


def find_entry(act: Act, entry: int) -> EntryRow:
    row = EntryRow.objects.filter(evening=act.evening, void=None, pk=entry).first()
    if row is None:
        raise StateError("entry", NOT_CHECKED_IN)
    return row


def check_role(act: Act, role: str) -> str:
    if role and role not in act.settings.roles:
        raise RuleError(
            "role", _("“%(role)s” is not a role of this evening. Choose another role."), role=role
        )
    return role


def refuse_same_names(names: Sequence[str], field: str = "names") -> None:
    times = Counter(map(name_key, names))
    same = sorted({name for name in names if times[name_key(name)] > 1})
    if same:
        raise TakenError(
            field,
            _("Two players are called %(names)s. Add a letter to one of the names."),
            names=", ".join(same),
        )


def _go(act: Act, entry: int, state: Presence, counters: int | None) -> None:
    facts, row, now = load_facts(act.evening.pk), find_entry(act, entry), act.get_round()
    before = find_presence(facts, entry, now.number + 1)
    if before is Presence.LEFT or before is state:
        raise StateError("entry", _("%(name)s has already left."), name=row.name)
    _mark(act, row, now.number, state)
    if counters is not None:
        require_stakes(facts.play, HAS_NO_COUNTERS, field="counters")
    if find_presence(facts, row.pk, now.number).plays:
        _call_off(act, now, row.pk)
    if row.pk in set(ledger.list_staked(facts)) - set(ledger.count_taken_away(facts)):
        taken_home, in_pool = _split_counters(act, facts, row, counters)
        _refuse_lost_pool(facts, now.number, row.pk, in_pool)
        StakeRow.objects.create(
            entry=row,
            round=now,
            kind=StakeKind.DEPARTURE,
            counters=taken_home,
            in_pool=in_pool,
            journal=act.line,
        )
        act.note(counters=taken_home)


def _refuse_lost_pool(facts: Facts, round: int, entry: int, in_pool: int) -> None:
    """Refuse the last departure from a table before the pool is won: nobody would enter its deal."""
    sits = {seat.entry: seat.position for seat in list_seats(facts, round)}
    table = sits.get(entry)
    still_playing = [
        player for player in list_playing(facts, round) if player != entry and sits.get(player) == table
    ]
    leavers = [player for player in count_left_in_pools(facts, round) if sits.get(player) == table]
    if table and not still_playing and (in_pool or leavers):
        raise StateError("counters", LEFT_IN_POOL, table=table)


def _call_off(act: Act, round: RoundRow, entry: int) -> None:
    """Void the bids of a deal that a person leaves. The table deals again."""
    seat = SeatRow.objects.filter(round=round, entry=entry, void=None).first()
    if seat is not None:
        OpenDeal.objects.filter(round=round, position=seat.position, void=None).update(void=act.line)


def _split_counters(act: Act, facts: Facts, row: EntryRow, counters: int | None) -> tuple[int, int]:
    """Return the counters that a person takes along, and those left in a pool.

    With counting after each deal, the ledger decides; otherwise the person's counters are counted.
    """
    balance = ledger.compute_balances(facts, act.settings)[row.pk]
    in_a_deal = awaited.is_in_deal(facts, row.pk)
    if counters is None:
        counters = balance
    if counters is None:
        raise RuleError("counters", _("Count the counters of %(name)s first."), name=row.name)
    if type(counters) is not int:
        raise RuleError("counters", NOT_WHOLE)
    if counters < 0:
        raise RuleError("counters", NEGATIVE)
    differs = balance is not None and (counters > balance if in_a_deal else counters != balance)
    if differs and act.settings.counting is Counting.EACH_DEAL:
        raise RuleError(
            "counters",
            _(
                "%(name)s has %(known)s counters in the ledger, not %(counters)s. Correct the number or a "
                "deal."
            ),
            name=row.name,
            known=balance,
            counters=counters,
        )
    if counters > (most := ledger.count_on_tables(facts, act.settings)):
        raise RuleError("counters", TOO_MANY_COUNTERS, most=most)
    each_deal = act.settings.counting is Counting.EACH_DEAL
    return counters, (balance or 0) - counters if each_deal else 0


def _mark(act: Act, row: EntryRow, from_round: int, state: Presence) -> None:
    act.note(entry=row.pk, state=state)
    PresenceRow.objects.create(entry=row, from_round=from_round, state=state, journal=act.line)


def _refuse_who_left(act: Act, arrivals: Sequence[Arrival]) -> None:
    """Refuse names of players who paused or went home. They must return, not check in as new players."""
    if act.stage is not Stage.PLAYING:
        return
    facts, keys = load_facts(act.evening.pk), {name_key(person.name) for person in arrivals}
    states = list_presences(facts, act.get_round().number + 1)
    absent = [entry for entry in facts.entries if not states[entry.id].plays and name_key(entry.name) in keys]
    if absent:
        raise StateError(
            "people",
            LEFT_BEFORE,
            names=", ".join(entry.name for entry in absent),
        )


class NameOwner(StrEnum):
    """The person to whom a corrected name belongs."""

    TONIGHT = "tonight"
    """This player; the name changes for this evening only."""
    LIST = "list"
    """This player; the name changes on the player list too."""
    OTHER = "other"
    """Another player, who is on the player list."""


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

    RuleError at ``whose`` if the name belongs to another player on the list and ``whose`` does not answer
    which player is meant.
    """
    row = find_entry(act, entry)
    name = _clean_free_name(act, row, name)
    act.note(entry=entry, before=[row.name, row.role], after=[name, role])
    if row.player is not None and name_key(name) != name_key(row.name):
        _settle_name_owner(act, row, name, whose)
    row.name, row.role = name, check_role(act, role)
    row.save(update_fields=["name", "role", "player"])


@journaled(
    "entry_reassigned", Stage.FINISHED, asks_reason=True, title="Say that somebody else played", looks=True
)
def entry_reassign(act: Act, *, entry: EntryNo, name: Name) -> None:
    """Record that somebody else played. A player of this name who is new joins the list.

    The result gets a new version. A closed season keeps the version that it counted. Refused if both played.
    """
    row = find_entry(act, entry)
    if is_recorded(act.evening):
        raise StateError("entry", _("This evening was imported. Import its corrected result instead."))
    name = _clean_free_name(act, row, name)
    players = players_ensure(club=act.evening.club, people=[(name, row.role)])
    act.note(entry=entry, was=row.player_id)  # no names, as a name may have to be removed
    _give_to(act, row, players[name_key(name)], "name")
    act.note(now=row.player_id)
    row.name = name
    row.save(update_fields=["name", "player"])
    rewrite_result(act)


def _clean_free_name(act: Act, row: EntryRow, name: str) -> str:
    """Return the cleaned name. Refuse the name of another person in the evening."""
    entries = EntryRow.objects.filter(evening=act.evening, void=None).exclude(pk=row.pk)
    name = clean_person(name)
    refuse_same_names([name, *entries.values_list("name", flat=True)], "name")
    return name


def _settle_name_owner(act: Act, row: EntryRow, name: str, owner: str) -> None:
    """Link the entry to ``owner``, or rename its own player. RuleError at ``whose`` if that is unclear."""
    club = act.evening.club_id
    namesake, mine = (
        map_players_by_name(club).get(name_key(name)),
        load_merges(club).get(row.player_id or 0, row.player_id),
    )
    is_another = namesake is not None and namesake.pk != mine
    if owner not in ("", *NameOwner) or (owner == NameOwner.OTHER and not is_another):
        raise RuleError("whose", _("%(name)s is not on the player list. Choose again."), name=name)
    if namesake is not None and owner == NameOwner.OTHER:
        _give_to(act, row, namesake, "whose")
    elif owner == NameOwner.LIST and act.line.actor is not None and row.player is not None:
        player_change(by=act.line.actor, player=row.player, name=name)
    elif is_another and owner != NameOwner.TONIGHT:
        raise RuleError("whose", _("%(name)s is on the player list. Is it this player?"), name=name)


def _give_to(act: Act, row: EntryRow, player: Player, field: str) -> None:
    """Link the entry to this player. Refuse a player who has another entry in the evening."""
    theirs = find_entries(player.pk, load_merges(act.evening.club_id))
    entries = EntryRow.objects.filter(evening=act.evening, void=None, player__in=theirs).exclude(pk=row.pk)
    if entries.exists():
        raise StateError(
            field,
            _("%(name)s played this evening too. Two players cannot be one."),
            name=player.name,
        )
    row.player = player
