"""Services of an evening: plan, change, open its check-in, publish. Also services that seat people.

A league is published here too. The draw of the first round can be undone until the first result. Other
services use the functions that seat people and give stakes.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery

from accounts.errors import StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import choose_names_shown, clean_name, map_renamed_roles, name_key
from accounts.permissions import Right, find_right, require
from accounts.players.services import list_lock, list_touch
from accounts.refusals import DONE_ALREADY
from games.house.selectors import refuse_unplayable
from tournaments.base.selectors import write_rows
from tournaments.base.services import make_digest, repeat_answer
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import find_wanted_limits
from tournaments.core.formats.registry import POKER_EVENING, build_play
from tournaments.core.movement import seating
from tournaments.core.movement.table_sizes import refuse_wanted
from tournaments.core.ranking import prize_list
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.core.refusals import DRAWN_WITH, SEASON_CLOSED
from tournaments.core.results.standings import refuse_unranked
from tournaments.core.settings import OF_TABLES, Settings, from_json, to_json
from tournaments.evening.selectors.access import load_seasons_by_stage
from tournaments.evening.selectors.moves import has_result
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import (
    CountRow,
    CutRow,
    EntryRow,
    Evening,
    Journal,
    League,
    MoveRow,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
)
from tournaments.models.evening import new_public_address

SETTLED_WITH_SEATS = ("stake", "counting", "deals", "roles", *OF_TABLES)
"""Settings that decide the seats and the stakes; all others only affect later rounds."""


@dataclass(frozen=True)
class GameChoice:
    """The choice of what to play: a game with options, perhaps with house rules by name, and a format."""

    game: str = "draw-poker"
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = POKER_EVENING.format.key
    rules_name: str = ""

    def fix_options(self) -> "GameChoice":
        """Return the choice with the value of every option, so that a changed default does not change it.

        RuleError at ``game``, ``options.<key>``, ``format`` or ``rules_name`` if the choice is not playable.
        """
        name = clean_name(self.rules_name, "rules_name") if self.rules_name else ""
        return replace(self, options=dict(self.play.options), rules_name=name)

    @property
    def play(self) -> Play:
        """Return the chosen play. RuleError at ``game``, ``options.<key>`` or ``format``."""
        return build_play(self.game, self.options, self.format)


POKER = GameChoice()


def refuse_twin(
    club: int,
    name: str,
    held_on: date,
    *,
    key: UUID | None = None,
    but: int = 0,
    field: str = "name",
) -> None:
    """Refuse an evening if the club has another of the same name and day. TakenError at ``field``.

    ``but`` and the evening with request ``key`` are ignored. So are evenings that were called off.
    """
    same = Evening.held.filter(club=club, held_on=held_on).exclude(pk=but).exclude(stage=Stage.CALLED_OFF)
    evenings = same.exclude(request_key=key) if key else same
    if name_key(clean_name(name)) in map(name_key, evenings.values_list("name", flat=True)):
        raise TakenError(
            field, _("The club already has an evening of this name on that day. Choose another name.")
        )


def play_on(act: Act, line: Journal) -> None:
    """Undo line ``line``, which called the evening off.

    TakenError at ``line`` if the club has planned another evening of the same name and day since.
    """
    evening = act.evening
    if evening.rehearsal_of_id is None:
        refuse_twin(evening.club_id, evening.name, evening.held_on, but=evening.pk, field="line")
    act.note(line=line.seq)
    act.go_to(Stage(line.payload["stage"]))


def refuse_closed(evening: int, field: str) -> None:
    """Refuse to change an evening that counts for a closed season."""
    if seasons := load_seasons_by_stage(evening)[1]:
        raise StateError(field, SEASON_CLOSED, season=seasons[0])


def evening_create(
    *,
    actor: User | None,
    club: Club,
    name: str,
    settings: Settings,
    held_on: date | None = None,
    choice: GameChoice = POKER,
    seasons: Collection[int] = (),
    key: UUID | None = None,
) -> Evening:
    """Create an evening in the club. A repeated request key returns the same evening.

    ``seasons``: the seasons in the request, to recognise a repeated request; see ``evening_plan``.
    """
    if actor is not None:
        require(find_right(actor.pk, club.pk), Right.RUN)
    _refuse_settings(choice.play, settings)
    refuse_unplayable(club.pk, choice.game, choice.rules_name)
    document, day = to_json(settings), {"held_on": held_on} if held_on else {}
    name, plays = clean_name(name), asdict(choice.fix_options())
    digest = (
        make_digest("evening_planned", club.pk, name, plays, document, day, sorted({*seasons})) if key else ""
    )
    try:
        with transaction.atomic():
            evening = Evening.objects.create(
                club=club, name=name, chosen=document, request_key=key, seq=1, **plays, **day
            )
            Journal.objects.create(
                evening=evening,
                seq=1,
                verb="evening_planned",
                actor=actor,
                request_key=key,
                request_digest=digest,
            )
    except IntegrityError as error:
        lines = Journal.objects.filter(evening__request_key=key, seq=1) if key else Journal.objects.none()
        return repeat_answer(lines.select_related("evening").first(), digest, error).evening
    return evening


@journaled(
    "evening_changed", Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, title="Change the settings"
)
def evening_change(
    act: Act,
    *,
    settings: Settings | Mapping[str, Any],
    name: str | None = None,
    held_on: date | None = None,
    choice: GameChoice | None = None,
) -> None:
    """Change an evening. After the seats are drawn, only settings for later rounds can change.

    ``settings``: all settings, or only the changed ones. Omitted fields stay as they are.
    """
    if not isinstance(settings, Settings):
        settings = _change_settings(act.settings, settings)
    late = act.stage in (Stage.SEATED, Stage.PLAYING)
    if late:
        _refuse_late_change(act, settings)
    if act.stage is Stage.PLAYING:
        _refuse_fewer_than_played(act, settings)
    evening, after = act.evening, to_json(settings)
    act.note(before=evening.chosen, after=after)
    if choice is not None and (choice := choice.fix_options()) != _get_current_choice(evening):
        if late:
            raise StateError("game", DRAWN_WITH)
        refuse_unplayable(evening.club_id, choice.game, choice.rules_name)
        act.note(played=[asdict(_get_current_choice(evening)), asdict(choice)])
        for name_, value in asdict(choice).items():
            setattr(evening, name_, value)
        evening.save(update_fields=[part.name for part in fields(choice)])
    _refuse_settings(evening.play, settings)
    _rename_roles(act, act.settings.roles, settings.roles)
    was = evening.name, evening.held_on
    evening.name, evening.chosen = evening.name if name is None else clean_name(name), after
    evening.held_on = held_on or evening.held_on
    if (evening.name, evening.held_on) != was and evening.rehearsal_of_id is None:
        refuse_twin(evening.club_id, evening.name, evening.held_on, but=evening.pk)
    evening.save(update_fields=["name", "held_on", "chosen"])


def _refuse_settings(play: Play, settings: Settings) -> None:
    """Refuse settings that this game and format do not allow. RuleError at the setting."""
    play.format.refuse_settings(play, settings)
    refuse_unranked(play, settings)
    refuse_wanted(play.game, settings.table_wish)


def _change_settings(before: Settings, changes: Mapping[str, Any]) -> Settings:
    """Return the settings with these changes. Prizes for a renamed role get its new name."""
    renames = map_renamed_roles(before.roles, tuple(changes.get("roles", before.roles)))
    prizes = ranking_prize_list.to_json(prize_list.rename_roles(before.prizes, renames))
    return from_json({**to_json(before), "prizes": prizes, **changes})


def choose(act: Act, **values: Any) -> None:
    """Change these settings of the evening as a part of another command."""
    before = act.evening.chosen
    act.evening.chosen = to_json(replace(act.settings, **values))
    act.evening.save(update_fields=["chosen"])
    act.note(before=before, after=act.evening.chosen)


@journaled("check_in_opened", Stage.DRAFT, title="Open the check-in")
def check_in_open(act: Act) -> None:
    """Open the check-in. Players can arrive from now on."""
    act.go_to(Stage.CHECK_IN)


def _get_current_choice(evening: Evening) -> GameChoice:
    return GameChoice(evening.game, evening.options, evening.format, evening.rules_name).fix_options()


def _refuse_late_change(act: Act, after: Settings) -> None:
    """Refuse changes of settings that decide the seats. Roles without players can still be removed."""
    people = EntryRow.objects.filter(evening=act.evening, void=None).exclude(role="")
    for name in SETTLED_WITH_SEATS:
        free = name == "roles" and not after.roles and not people.exists()
        if getattr(act.settings, name) != getattr(after, name) and not free:
            raise StateError(name, DRAWN_WITH)


def _refuse_fewer_than_played(act: Act, after: Settings) -> None:
    format, number = act.evening.play.format, act.get_round().number
    if (
        format.count_agreed_rounds(after) != format.count_agreed_rounds(act.settings)
        and 0 < format.count_agreed_rounds(after) < number
    ):
        message = _("%(round)s have already started. Enter at least as many.")
        raise StateError(format.rounds_word, message, round=number)


def _rename_roles(act: Act, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Give players of a renamed role its new name, and remove a dropped role from its players."""
    for role, new in map_renamed_roles(before, after).items():
        EntryRow.objects.filter(evening=act.evening, role=role, void=None).update(role=new)


@journaled("evening_published", *Stage, title="Publish an evening")
def evening_publish(act: Act, *, published: bool, names: str = "") -> None:
    """Allow visitors with the address to read the evening, or end that.

    ``names``: how visitors read players' names, a value of ``NamesShown``; empty: unchanged.
    """
    if published and act.evening.rehearsal_of_id:
        raise StateError("published", _("Visitors see no rehearsal."))
    if not _publish(act.evening, published, names):
        raise StaleError("published", DONE_ALREADY)
    act.note(published=published, **({"names": act.evening.names_shown} if published else {}))


@transaction.atomic
def league_publish(*, by: User, league: League, published: bool, names: str = "") -> League:
    """Allow visitors with the address to read the tables of the league's seasons, or end that.

    ``names``: as in ``evening_publish``.
    """
    require(find_right(by.pk, league.club_id), Right.RUN)
    list_lock(league.club_id)
    league = League.objects.select_related("club").get(pk=league.pk)
    if _publish(league, published, names):
        list_touch(league.club_id)
    return league


def _publish(row: Evening | League, published: bool, names: str) -> bool:
    """Publish the row, change its names, or withdraw it. Return whether anything changed.

    A row that is published again gets a new address. The old address stays invalid.
    """
    names_shown = choose_names_shown(names, row.names_shown, row.club.public)
    if published == row.published and (not published or names_shown == row.names_shown):
        return False
    if published != row.published:
        row.public_address = new_public_address() if published else None
    row.names_shown = names_shown
    row.save(update_fields=["public_address", "names_shown"])
    return True


def take_back_draw(act: Act) -> None:
    """Void the drawn seats, and what players received with them. RuleError after the first result."""
    if act.stage is Stage.PLAYING:
        _refuse_result(act)
        _advance_arrivals(act)
    for model in (SeatRow, RoundTable, MoveRow, StakeRow, CountRow, CutRow):
        model.objects.filter(round__evening=act.evening, void=None).update(void=act.line)
    RoundRow.objects.filter(evening=act.evening, void=None).update(void=act.line)


def _refuse_result(act: Act) -> None:
    round = act.get_round()
    if round.number > 1 or has_result(round):
        raise StateError(
            "tables", _("There is a result already. Seats can be drawn again only until the first result.")
        )


def _advance_arrivals(act: Act) -> None:
    """Move people who arrived or returned after play began into the first round.

    Before, they waited for the second round.
    """
    rows = PresenceRow.objects.filter(entry__evening=act.evening, void=None, from_round__gt=1)
    since = list(rows.order_by("journal__seq", "id"))
    rows.update(void=act.line)
    PresenceRow.objects.bulk_create(
        PresenceRow(entry_id=row.entry_id, from_round=1, state=row.state, journal=act.line) for row in since
    )


PLAYS = tuple(state for state in Presence if state.plays)


def find_occupied_chairs(round: RoundRow) -> dict[int, set[int]]:
    """Return the taken chairs by table. The chair of a person who left stays taken until the next round."""
    tables = RoundTable.objects.filter(round=round, void=None).values_list("position", flat=True)
    chairs: dict[int, set[int]] = {table: set() for table in tables}
    for table, chair in SeatRow.objects.filter(round=round, void=None).values_list("position", "chair"):
        chairs[table].add(chair)
    return chairs


def load_sitting_seats(round: RoundRow) -> dict[int, SeatRow]:
    """Return the seats of the people who play, by entry, from the head table down."""
    last_word = PresenceRow.objects.filter(
        entry=OuterRef("entry"), from_round__lte=round.number, void=None
    ).order_by("-journal__seq", "-id")
    seats = SeatRow.objects.filter(round=round, void=None).order_by("position", "chair")
    sitters = seats.annotate(state=Subquery(last_word.values("state")[:1])).filter(state__in=PLAYS)
    return {seat.entry_id: seat for seat in sitters}


def seat_late(
    act: Act,
    round: RoundRow,
    facts: Facts,
    entries: Iterable[int],
    chairs: dict[int, set[int]],
    *,
    staked: bool,
) -> list[int]:
    """Seat the waiting people, in order of arrival, while there is room. Return those without a seat.

    ``chairs``: the taken chairs by table. The new ones are added.
    """
    places, left_over = seating.seat_late(chairs, entries, find_wanted_limits(facts.play).most)
    for place in places:
        chairs[place.table].add(place.chair)
    alike = {"round": round, "journal": act.line}
    seats = [(seat.entry, seat.table, seat.chair) for seat in places]
    write_rows(SeatRow, ("entry_id", "position", "chair"), seats, **alike)
    write_rows(MoveRow, ("entry_id", "to_position", "to_chair"), seats, why="late", **alike)
    if staked:
        give_stakes(act, round, facts, (seat.entry for seat in places))
    return list(left_over)


def give_stakes(act: Act, round: RoundRow, facts: Facts, entries: Iterable[int]) -> None:
    """Write what the banker gives each of these people at the start."""
    from_banker, stake = facts.play.kind.list_banker_stakes, act.settings.stake
    stakes = ((entry, *columns) for entry in entries for columns in from_banker(facts, stake, entry))
    write_rows(StakeRow, ("entry_id", "kind", "counters"), stakes, round=round, journal=act.line)


def give_fresh_stakes(act: Act, round: RoundRow, entries: Iterable[int]) -> None:
    """Write a fresh stake from the banker for each of these people."""
    alike = {"round": round, "kind": StakeKind.FRESH, "counters": act.settings.stake, "journal": act.line}
    write_rows(StakeRow, ("entry_id",), ((entry,) for entry in entries), **alike)
