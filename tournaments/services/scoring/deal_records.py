"""What is written of a deal, whatever its game: the table it is played at, its record, its lines."""

from collections.abc import Mapping, Sequence

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from tournaments.core.record import Line
from tournaments.facts.scoring.tables import AtTable, Version, at_table, versions_of
from tournaments.models import Deal, DealLine, DealVersion
from tournaments.services.journal import Act


def open_table(act: Act, number: int, table: int) -> AtTable:
    """The table in a round that is not closed. RuleError at ``round`` or ``table``."""
    at = at_table(act.evening.pk, number, table)
    if at.round.closed_id:
        raise RuleError("round", _("Round %(round)s is over."), round=number)
    return at


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
        raise RuleError("deal", _("No such deal is recorded."))
    standing = versions_of(record)[-1]
    if standing.version != base:
        raise StaleError("version", _("Something has changed since then. Check it and try again."))
    return record, standing


def write_lines(
    act: Act,
    record: Deal,
    version: int,
    lines: Sequence[Line],
    call: Mapping[str, object] | None = None,
    trump: str = "",
) -> None:
    """A version of a deal's result."""
    made = DealVersion.objects.create(
        deal=record, version=version, journal=act.line, call=dict(call or {}), trump=trump
    )
    DealLine.objects.bulk_create(
        DealLine(
            version=made,
            entry_id=line.entry,
            won=line.won,
            in_call=line.in_call,
            counters=line.counters,
            bid=line.bid,
            tricks=line.tricks,
            took=list(line.took),
            revokes=line.revokes,
            score=line.score,
            cards=line.cards,
        )
        for line in lines
    )
