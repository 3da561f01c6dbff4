"""What is written of a deal, whatever its game: the table it is played at, its record, its lines."""

from collections.abc import Mapping, Sequence

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED
from tournaments.base.selectors.many_rows import write_row, write_rows
from tournaments.core.record import Line
from tournaments.core.refusals import DEAL_RECORDED, NO_DEAL, ROUND_OVER
from tournaments.evening.selectors.evening import LINE
from tournaments.evening.selectors.tables import AtTable, Version, versions_of
from tournaments.evening.services.journal import Act
from tournaments.models import Deal, DealLine, DealVersion, RoundRow


def open_table(act: Act, number: int, table: int) -> AtTable:
    """The table in a round that is not closed. RuleError at ``round`` or ``table``."""
    at = act.table(number, table)
    refuse_closed(at)
    return at


def refuse_closed(at: AtTable) -> None:
    """RuleError at ``round`` once people have moved on from it."""
    if at.round.closed_id:
        raise StateError("round", ROUND_OVER, round=at.round.number)


OVER = _("Table %(table)s has played all its deals of this round.")


def refuse_out_of_turn(at: AtTable, deal: int, awaited: int, over: str = OVER) -> None:
    """RuleError unless the table plays this deal next: the one ``awaited``; 0: none, for it is ``over``."""
    if 1 <= deal <= at.deals:
        raise StaleError("deal", DEAL_RECORDED)
    if not awaited:
        raise StateError("deal", over, table=at.table)
    if deal != awaited:
        raise StateError("deal", _("This table plays deal %(n)s next."), n=awaited)


def recorded(act: Act, round: int, table: int, deal: int, base: int) -> tuple[Deal, Version]:
    """A deal that was recorded, and its result as it stands. RuleError if there is none, or it changed."""
    record = (
        Deal.objects.filter(
            round__evening=act.evening, round__number=round, position=table, number=deal, void=None
        )
        .select_related("journal")
        .first()
    )
    if record is None:
        raise RuleError("deal", NO_DEAL)
    standing = versions_of(record)[-1]
    if standing.version != base:
        raise StaleError("version", CHANGED)
    return record, standing


def write_deal(act: Act, round: RoundRow, table: int, number: int) -> Deal:
    """A deal that the table decided."""
    record = Deal(round=round, position=table, number=number, journal=act.line)
    write_row(record)
    return record


def write_lines(
    act: Act,
    record: Deal,
    version: int,
    lines: Sequence[Line],
    call: Mapping[str, object] | None = None,
    trump: str = "",
) -> None:
    """A version of a deal's result."""
    made = DealVersion(deal=record, version=version, journal=act.line, call=dict(call or {}), trump=trump)
    write_row(made)
    rows = ((*line[:6], list(line.took), *line[7:]) for line in lines)
    write_rows(DealLine, COLUMNS, rows, version=made)


COLUMNS = ("entry_id", *LINE[1:])
"""A line's columns, in the order of ``Line``."""
