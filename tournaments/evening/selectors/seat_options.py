"""Seats that can be changed now, or why not; who would move if the tables were made level."""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.errors import RuleError, StateError
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_in
from tournaments.core.movement import levelling, position
from tournaments.core.record import Stage
from tournaments.core.refusals import CLOSING, DEAL_STARTED, FILLING, LEFT_IN_POOL
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Deal, Evening, OpenDeal, RoundRow, RoundTable, StakeRow, TableEnding


@dataclass(frozen=True)
class Goes:
    """Somebody changes tables."""

    entry: int
    name: str
    start: int
    table: int
    chair: int


def moves_to_level(facts: Facts) -> tuple[Goes, ...]:
    """Who would move in the last round so that its tables are level. RuleError if they are too few."""
    names, number = facts.names, facts.now.number
    tables = position.tables_seated(facts, number)
    sits = {player.entry: at for at, table in tables.items() for player in table.playing}
    places = levelling.level(tables, facts.play.game, limits_in(facts.play))
    return tuple(
        Goes(place.entry, names[place.entry], sits[place.entry], place.table, place.chair) for place in places
    )


def refuse_mixing(round: RoundRow) -> None:
    """RuleError at ``table`` where the format keeps its tables as they were drawn."""
    round.evening.play.format.refuse_mixing(round.number)


def round_of(evening: Evening) -> RoundRow:
    """The round that is being played."""
    return RoundRow.objects.filter(evening=evening, void=None).latest("number")


def refuse_decided(round: RoundRow, tables: Collection[int]) -> None:
    """Seats in which a deal was played stay facts: they change only between rounds, or whole games."""
    if round.rung_id or round.closed_id:
        raise StateError("round", round.evening.play.format.refusals.rung)
    left = StakeRow.objects.filter(round=round, in_pool__gt=0, void=None)
    left = left.filter(entry__seats__round=round, entry__seats__position__in=tables, entry__seats__void=None)
    if (pool := left.values_list("entry__seats__position", flat=True).first()) is not None:
        raise StateError("table", LEFT_IN_POOL, table=pool)
    bid = OpenDeal.objects.filter(round=round, position__in=tables, void=None)
    if (table := bid.values_list("position", flat=True).first()) is not None:
        raise _begun(round, table)
    decided = Deal.objects.filter(round=round, void=None, position__in=tables)
    ended = TableEnding.objects.filter(table__round=round, void=None, table__position__in=tables)
    at = [*decided.values_list("position", flat=True), *ended.values_list("table__position", flat=True)]
    if at:
        raise _begun(round, min(at))


def refuse_closing_now(round: RoundRow, table: int, fills: Collection[int]) -> None:
    """Refuse to close ``table`` once it has started to play, or a table that its players would go to."""
    try:
        refuse_decided(round, {table, *fills})
    except RuleError as error:
        begun = error.figures.get("table")
        if begun is None or error.message == LEFT_IN_POOL:
            raise
        raise StateError("table", CLOSING if begun == table else FILLING, table=table, other=begun) from None


def has_result(round: RoundRow) -> bool:
    """Whether anything of the round was decided, or a deal of it begun."""
    try:
        refuse_decided(round, RoundTable.objects.filter(round=round).values_list("position", flat=True))
    except RuleError:
        return True
    return False


def may_draw_again(evening: Evening) -> bool:
    """Whether seats can still be drawn, or drawn again: until the first result."""
    if evening.stage != Stage.PLAYING:
        return evening.stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED)
    round = round_of(evening)
    return round.number == 1 and not has_result(round)


def may_remove(evening: Evening) -> bool:
    """Whether the evening can be removed: until its first result, or one that was imported at any time."""
    if evening.rehearsal_of_id is not None:
        return False
    return is_recorded(evening) or may_draw_again(evening)


def _begun(round: RoundRow, table: int) -> RuleError:
    """The table plays already; at fixed tables that is its game."""
    return StateError("table", round.evening.play.format.refusals.begun or DEAL_STARTED, table=table)
