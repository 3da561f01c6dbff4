"""Lines of an evening's journal by table, person or page, and the facts that they wrote.

The facts of all lines are read at once in a fixed number of queries. ``load_moved_prizes`` finds prizes that
changed hands when a correction rewrote the result.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, Model, Q, QuerySet

from tournaments.core.record import DealPart
from tournaments.evening.selectors.evening import LINE, build_deal_part
from tournaments.models import (
    Award,
    BidRow,
    CountRow,
    CutRow,
    Deal,
    DealLine,
    DealVersion,
    EntryRow,
    Evening,
    Journal,
    MoveRow,
    OpenDeal,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)


@dataclass(frozen=True)
class LineFilter:
    """A reader's filter: lines about a table, about a person (entry), or with these verbs; empty: all."""

    table: int | None = None
    person: int | None = None
    verbs: Collection[str] | None = None


def filter_lines(evening: Evening, line_filter: LineFilter) -> QuerySet[Journal]:
    """Return the evening's lines that match the filter, the newest first."""
    lines = Journal.objects.filter(evening=evening).order_by("-seq")
    if line_filter.table is not None:
        is_named = Q(payload__table=line_filter.table) | Q(link__table=line_filter.table)
        lines = lines.filter(_match_any(_select_of_table(evening, line_filter.table), is_named))
    if line_filter.person is not None:
        lines = lines.filter(
            _match_any(_select_of_person(evening, line_filter.person), Q(payload__entry=line_filter.person))
        )
    if line_filter.verbs is not None:
        lines = lines.filter(verb__in=line_filter.verbs)
    return lines


def _match_any(fact_sets: Iterator[QuerySet[Any, Any]], condition: Q) -> Q:
    """Return a filter for lines that wrote one of these facts, or that name it in their payload."""
    for facts in fact_sets:
        condition |= Q(pk__in=facts)
    return condition


def _select_of_table(evening: Evening, table: int) -> Iterator[QuerySet[Any, Any]]:
    lookups = {"round__evening": evening, "position": table}
    for model in (Deal, OpenDeal, CutRow, RoundTable, SeatRow):
        yield model.objects.filter(**lookups).values("journal")
    yield DealVersion.objects.filter(deal__round__evening=evening, deal__position=table).values("journal")
    yield TableEnding.objects.filter(table__round__evening=evening, table__position=table).values("journal")
    moves = MoveRow.objects.filter(round__evening=evening)
    yield moves.filter(Q(from_position=table) | Q(to_position=table)).values("journal")


def _select_of_person(evening: Evening, entry: int) -> Iterator[QuerySet[Any, Any]]:
    yield EntryRow.objects.filter(evening=evening, pk=entry).values("journal")
    for model in (SeatRow, MoveRow, StakeRow, CountRow, CutRow):
        yield model.objects.filter(round__evening=evening, entry=entry).values("journal")
    yield PresenceRow.objects.filter(entry__evening=evening, entry=entry).values("journal")
    lines = DealLine.objects.filter(version__deal__round__evening=evening, entry=entry)
    yield lines.values("version__journal")
    yield BidRow.objects.filter(deal__round__evening=evening, entry=entry).values("deal__journal")
    awards = Award.objects.filter(Q(result__evening=evening) | Q(evening=evening), winners=entry)
    yield awards.exclude(revealed=None).values("revealed")


class Void(NamedTuple):
    """The journal line that voided a fact."""

    line: int
    time: datetime
    verb: str


class LineFact(NamedTuple):
    """The columns of a fact, and the line that voided it, if any."""

    values: tuple[Any, ...]
    void: Void | None = None


class ResultVersion(NamedTuple):
    """A version of a deal's result, and the version before it, if any."""

    round: int
    table: int
    deal: int
    version: int
    lines: tuple[DealPart, ...]
    before: tuple[DealPart, ...]


@dataclass(frozen=True)
class LineFacts:
    """The facts that a journal line wrote, by kind, and how many results the line discarded."""

    by_kind: Mapping[str, list[LineFact]] = field(default_factory=dict)
    discarded: int = 0

    def list_values(self, kind: str) -> list[tuple[Any, ...]]:
        return [fact.values for fact in self.by_kind.get(kind, ())]


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
"""Kinds of facts, with the model and the columns to load."""

VOID = ("void", "void__at", "void__verb")
TAKES_UP_BIDS = "deal_scored"
"""A line with this verb voids the bids of its deal. For the journal, those bids are not undone."""

FactsByLine = dict[int, dict[str, list[LineFact]]]


def load_line_facts(lines: Collection[int]) -> dict[int, LineFacts]:
    """Load the facts of each of these journal lines, by the line's id."""
    facts_by_line: FactsByLine = {line: defaultdict(list) for line in lines}
    for kind, (model, columns) in COLUMNS.items():
        rows = model._default_manager.filter(journal__in=lines).order_by("pk")
        for line, *values in rows.values_list("journal", *VOID, *columns):
            facts_by_line[line][kind].append(
                LineFact(tuple(values[len(VOID) :]), _build_void(*values[: len(VOID)]))
            )
    for line, fact in _load_results(lines):
        facts_by_line[line]["result"].append(fact)
    _add_bids(facts_by_line)
    _clear_void_marks(facts_by_line)
    discarded = Counter(Deal.objects.filter(void__in=lines).values_list("void", flat=True))
    return {line: LineFacts(facts_by_line[line], discarded[line]) for line in lines}


def _build_void(line: int | None, time: datetime | None, verb: str | None) -> Void | None:
    return (
        None if line is None or time is None or verb in (None, TAKES_UP_BIDS) else Void(line, time, str(verb))
    )


def _load_results(lines: Collection[int]) -> Iterator[tuple[int, LineFact]]:
    """Yield the results of deals, each with the id of the line that wrote it."""
    voids = (f"deal__{column}" for column in VOID)
    columns = ("deal", "version", "deal__round__number", "deal__position", "deal__number")
    versions = list(
        DealVersion.objects.filter(journal__in=lines).order_by("pk").values_list("journal", *voids, *columns)
    )
    parts: dict[tuple[int, int], list[DealPart]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in={row[4] for row in versions}).order_by("pk")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        parts[deal, version].append(build_deal_part(*line))
    for line, void, time, verb, deal, version, number, table, deal_number in versions:
        now, before = tuple(parts[deal, version]), tuple(parts[deal, version - 1])
        yield (
            line,
            LineFact(
                ResultVersion(number, table, deal_number, version, now, before), _build_void(void, time, verb)
            ),
        )


def _add_bids(facts_by_line: FactsByLine) -> None:
    """Replace the keys of deals in play by their bids."""
    deals = {values[3] for facts in facts_by_line.values() for values, _void in facts["bids"]}
    bids: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for deal, entry, bid in (
        BidRow.objects.filter(deal__in=deals).order_by("pk").values_list("deal", "entry", "bid")
    ):
        bids[deal].append((entry, bid))
    for facts in facts_by_line.values():
        facts["bids"] = [
            LineFact((*values[:3], tuple(bids[values[3]])), void) for values, void in facts["bids"]
        ]


def _clear_void_marks(facts_by_line: FactsByLine) -> None:
    """Clear the void mark of comings and goings that an undo or a replay voided and wrote again."""
    void_lines = {
        fact.void.line for facts in facts_by_line.values() for fact in facts["presence"] if fact.void
    }
    rows = PresenceRow.objects.filter(journal__in=void_lines)
    rewritten = set(rows.values_list("journal", "entry", "state"))
    for facts in facts_by_line.values():
        facts["presence"] = [
            LineFact(values) if void and (void.line, *values) in rewritten else LineFact(values, void)
            for values, void in facts["presence"]
        ]


def load_page(
    evening: Evening, line_filter: LineFilter, before: int | None, most: int
) -> tuple[Sequence[Journal], int | None, int | None]:
    """Load a page of matching lines with their authors: the newest, or those before line ``before``.

    Also return where the older and the newer page begin. 0: at the newest line. None: no such page.
    """
    selected = filter_lines(evening, line_filter)
    rows = selected.filter(seq__lt=before) if before else selected
    lines = list(rows.select_related("actor", "link")[: most + 1])
    older = lines[most - 1].seq if len(lines) > most else None
    return lines[:most], older, _find_newer_page(selected, before, most) if before else None


def _find_newer_page(selected: QuerySet[Journal], before: int, most: int) -> int | None:
    """Return where the newer page begins; 0: at the newest line. None if there is none."""
    seqs = list(selected.filter(seq__gte=before).reverse().values_list("seq", flat=True)[: most + 1])
    return None if not seqs else seqs[most] if len(seqs) > most else 0


def load_lines(evening: Evening, **lookups: Any) -> list[Journal]:
    """Return the lines that match ``lookups``, first to last, with their authors."""
    rows = Journal.objects.filter(evening=evening, **lookups).select_related("actor", "link")
    return list(rows.order_by("seq"))


def load_opened_rounds(evening: Evening) -> list[tuple[int, int]]:
    """Return each line that opened a later round, including undone rounds, with the round's number."""
    rows = RoundRow.objects.filter(evening=evening, number__gt=1)
    return list(rows.values_list("journal__seq", "number"))


def find_last_table(evening: Evening) -> int:
    """Return the highest table number of the evening, 0 without tables."""
    return RoundTable.objects.filter(round__evening=evening).aggregate(last=Max("position"))["last"] or 0


class WinnersChange(NamedTuple):
    """A prize that changed hands when a correction rewrote the result."""

    prize: str
    was: tuple[int, ...]
    now: tuple[int, ...]


def load_moved_prizes(evening: Evening) -> Mapping[int, Sequence[WinnersChange]]:
    """Return revealed prizes that changed hands when the result was rewritten, by line. One query."""
    winners: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    lines: dict[int, int] = {}
    revealed_prizes: dict[int, set[str]] = defaultdict(set)
    awards = Award.objects.filter(result__evening=evening).order_by("rank")
    for version, line, prize, revealed, entry, void in awards.values_list(
        "result__version", "result__journal", "prize", "revealed", "winners", "winners__void"
    ):
        lines[version] = line
        winners[version][prize] |= {entry} if entry and not (void and void <= line) else set()
        if revealed:
            revealed_prizes[version].add(prize)
    return {
        line: [
            WinnersChange(prize, tuple(sorted(winners[version - 1][prize])), tuple(sorted(now)))
            for prize, now in winners[version].items()
            if prize in revealed_prizes[max(lines)] and winners[version - 1][prize] != now
        ]
        for version, line in lines.items()
        if version > 1
    }
