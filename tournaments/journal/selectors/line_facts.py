"""The facts that journal lines wrote, read for all of them at once in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model

from tournaments.core.record import Line
from tournaments.evening.selectors.evening import LINE, line_of
from tournaments.models import (
    BidRow,
    CountRow,
    CutRow,
    Deal,
    DealLine,
    DealVersion,
    EntryRow,
    MoveRow,
    OpenDeal,
    PresenceRow,
    RoundRow,
    StakeRow,
    TableEnding,
)


class Void(NamedTuple):
    """The journal line that took a fact back."""

    line: int
    at: datetime
    verb: str


class Fact(NamedTuple):
    """A fact as its columns, and what took it back, if anything did."""

    values: tuple[Any, ...]
    void: Void | None = None


class Result(NamedTuple):
    """A deal's result in one version, and in the one before it, if there was one."""

    round: int
    table: int
    deal: int
    version: int
    lines: tuple[Line, ...]
    before: tuple[Line, ...]


@dataclass(frozen=True)
class Wrote:
    """What one journal line wrote: facts by what they are, and how many results it discarded."""

    facts: Mapping[str, list[Fact]] = field(default_factory=dict)
    discarded: int = 0

    def of(self, what: str) -> list[tuple[Any, ...]]:
        return [fact.values for fact in self.facts.get(what, ())]


COLUMNS: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "round": (RoundRow, ("number",)),
    "bids": (OpenDeal, ("round__number", "position", "deal", "pk")),
    "ending": (TableEnding, ("table__position",)),
    "count": (CountRow, ("entry", "counters")),
    "stake": (StakeRow, ("entry", "kind")),
    "cut": (CutRow, ("round__number", "position", "purpose", "deal", "attempt", "entry", "card", "seed")),
    "move": (MoveRow, ("entry", "from_position", "from_chair", "to_position", "to_chair", "why")),
    "presence": (PresenceRow, ("entry", "state")),
    "entry": (EntryRow, ("pk",)),
}
"""Facts that journal lines write, by what they are called here, with the columns that are told."""

VOID = ("void", "void__at", "void__verb")
USED = "deal_scored"
"""Bids are not taken back by the result that takes them up."""

Found = dict[int, dict[str, list[Fact]]]


def load_wrote(lines: Collection[int]) -> dict[int, Wrote]:
    """What each of these journal lines wrote, by its id."""
    found: Found = {line: defaultdict(list) for line in lines}
    for what, (model, columns) in COLUMNS.items():
        rows = model._default_manager.filter(journal__in=lines).order_by("pk")
        for line, *values in rows.values_list("journal", *VOID, *columns):
            found[line][what].append(Fact(tuple(values[len(VOID) :]), _void(*values[: len(VOID)])))
    for line, fact in _results(lines):
        found[line]["result"].append(fact)
    _add_bids(found)
    _forgive(found)
    discarded = Counter(Deal.objects.filter(void__in=lines).values_list("void", flat=True))
    return {line: Wrote(found[line], discarded[line]) for line in lines}


def _void(line: int | None, at: datetime | None, verb: str | None) -> Void | None:
    return None if line is None or at is None or verb in (None, USED) else Void(line, at, str(verb))


def _results(lines: Collection[int]) -> Iterator[tuple[int, Fact]]:
    """Results of deals, each with the journal line that wrote it."""
    voids = (f"deal__{column}" for column in VOID)
    where = ("deal", "version", "deal__round__number", "deal__position", "deal__number")
    versions = list(
        DealVersion.objects.filter(journal__in=lines).order_by("pk").values_list("journal", *voids, *where)
    )
    parts: dict[tuple[int, int], list[Line]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in={row[4] for row in versions}).order_by("pk")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        parts[deal, version].append(line_of(*line))
    for line, void, at, verb, deal, version, number, table, played in versions:
        now, before = tuple(parts[deal, version]), tuple(parts[deal, version - 1])
        yield line, Fact(Result(number, table, played, version, now, before), _void(void, at, verb))


def _add_bids(found: Found) -> None:
    """Bids as they were made, in place of the key of their deal."""
    deals = {values[3] for facts in found.values() for values, _void in facts["bids"]}
    bids: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for deal, entry, bid in (
        BidRow.objects.filter(deal__in=deals).order_by("pk").values_list("deal", "entry", "bid")
    ):
        bids[deal].append((entry, bid))
    for facts in found.values():
        facts["bids"] = [Fact((*values[:3], tuple(bids[values[3]])), void) for values, void in facts["bids"]]


def _forgive(found: Found) -> None:
    """A coming or going that an undo or a replay took back, and wrote again as it was, stands."""
    gone = {fact.void.line for facts in found.values() for fact in facts["presence"] if fact.void}
    rows = PresenceRow.objects.filter(journal__in=gone)
    again = set(rows.values_list("journal", "entry", "state"))
    for facts in found.values():
        facts["presence"] = [
            Fact(values) if void and (void.line, *values) in again else Fact(values, void)
            for values, void in facts["presence"]
        ]
