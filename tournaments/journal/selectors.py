"""Lines of an evening's journal by table, person or page, and the facts that they wrote.

The facts of all lines are read at once in a fixed number of queries. ``prizes_moved`` finds prizes that
changed hands when a result was written anew.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, Model, Q, QuerySet

from tournaments.core.record import DealPart
from tournaments.evening.selectors.evening import LINE, line_of
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
class Asked:
    """The lines that a reader wants: about a table, about a person (an entry), of these verbs; empty: all."""

    table: int | None = None
    person: int | None = None
    verbs: Collection[str] | None = None


def lines_asked_for(evening: Evening, asked: Asked) -> QuerySet[Journal]:
    """Return the evening's lines that the filters select, the newest first."""
    lines = Journal.objects.filter(evening=evening).order_by("-seq")
    if asked.table is not None:
        about = Q(payload__table=asked.table) | Q(link__table=asked.table)
        lines = lines.filter(_any(_of_table(evening, asked.table), about))
    if asked.person is not None:
        lines = lines.filter(_any(_of_person(evening, asked.person), Q(payload__entry=asked.person)))
    if asked.verbs is not None:
        lines = lines.filter(verb__in=asked.verbs)
    return lines


def _any(wrote: Iterator[QuerySet[Any, Any]], about: Q) -> Q:
    """Return a filter for lines that wrote one of these facts, or that are about it by their payload."""
    for facts in wrote:
        about |= Q(pk__in=facts)
    return about


def _of_table(evening: Evening, table: int) -> Iterator[QuerySet[Any, Any]]:
    here = {"round__evening": evening, "position": table}
    for model in (Deal, OpenDeal, CutRow, RoundTable, SeatRow):
        yield model.objects.filter(**here).values("journal")
    yield DealVersion.objects.filter(deal__round__evening=evening, deal__position=table).values("journal")
    yield TableEnding.objects.filter(table__round__evening=evening, table__position=table).values("journal")
    moves = MoveRow.objects.filter(round__evening=evening)
    yield moves.filter(Q(from_position=table) | Q(to_position=table)).values("journal")


def _of_person(evening: Evening, entry: int) -> Iterator[QuerySet[Any, Any]]:
    yield EntryRow.objects.filter(evening=evening, pk=entry).values("journal")
    for model in (SeatRow, MoveRow, StakeRow, CountRow, CutRow):
        yield model.objects.filter(round__evening=evening, entry=entry).values("journal")
    yield PresenceRow.objects.filter(entry__evening=evening, entry=entry).values("journal")
    lines = DealLine.objects.filter(version__deal__round__evening=evening, entry=entry)
    yield lines.values("version__journal")
    yield BidRow.objects.filter(deal__round__evening=evening, entry=entry).values("deal__journal")
    won = Award.objects.filter(Q(result__evening=evening) | Q(evening=evening), winners=entry)
    yield won.exclude(revealed=None).values("revealed")


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
    lines: tuple[DealPart, ...]
    before: tuple[DealPart, ...]


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
    """Load what each of these journal lines wrote, by its id."""
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
    """Yield results of deals, each with the journal line that wrote it."""
    voids = (f"deal__{column}" for column in VOID)
    where = ("deal", "version", "deal__round__number", "deal__position", "deal__number")
    versions = list(
        DealVersion.objects.filter(journal__in=lines).order_by("pk").values_list("journal", *voids, *where)
    )
    parts: dict[tuple[int, int], list[DealPart]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in={row[4] for row in versions}).order_by("pk")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        parts[deal, version].append(line_of(*line))
    for line, void, at, verb, deal, version, number, table, played in versions:
        now, before = tuple(parts[deal, version]), tuple(parts[deal, version - 1])
        yield line, Fact(Result(number, table, played, version, now, before), _void(void, at, verb))


def _add_bids(found: Found) -> None:
    """Put bids as they were made in place of the key of their deal."""
    deals = {values[3] for facts in found.values() for values, _void in facts["bids"]}
    bids: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for deal, entry, bid in (
        BidRow.objects.filter(deal__in=deals).order_by("pk").values_list("deal", "entry", "bid")
    ):
        bids[deal].append((entry, bid))
    for facts in found.values():
        facts["bids"] = [Fact((*values[:3], tuple(bids[values[3]])), void) for values, void in facts["bids"]]


def _forgive(found: Found) -> None:
    """Clear the void mark of comings and goings that an undo or replay took back and wrote again."""
    gone = {fact.void.line for facts in found.values() for fact in facts["presence"] if fact.void}
    rows = PresenceRow.objects.filter(journal__in=gone)
    again = set(rows.values_list("journal", "entry", "state"))
    for facts in found.values():
        facts["presence"] = [
            Fact(values) if void and (void.line, *values) in again else Fact(values, void)
            for values, void in facts["presence"]
        ]


def load_page(
    evening: Evening, asked: Asked, before: int | None, most: int
) -> tuple[Sequence[Journal], int | None, int | None]:
    """Load the newest lines that the filters select, or those before line ``before``, with who wrote them.

    And where the older and the newer page begin; 0: with the newest line; None: there is none.
    """
    wanted = lines_asked_for(evening, asked)
    rows = wanted.filter(seq__lt=before) if before else wanted
    lines = list(rows.select_related("actor", "link")[: most + 1])
    older = lines[most - 1].seq if len(lines) > most else None
    return lines[:most], older, _newer(wanted, before, most) if before else None


def _newer(wanted: QuerySet[Journal], before: int, most: int) -> int | None:
    """Return where the newer page begins, 0 for the newest line. None if there is none."""
    seqs = list(wanted.filter(seq__gte=before).reverse().values_list("seq", flat=True)[: most + 1])
    return None if not seqs else seqs[most] if len(seqs) > most else 0


def lines_of(evening: Evening, **where: Any) -> list[Journal]:
    """Return the lines that match the lookups ``where``, first to last, with who wrote them."""
    rows = Journal.objects.filter(evening=evening, **where).select_related("actor", "link")
    return list(rows.order_by("seq"))


def rounds_opened(evening: Evening) -> list[tuple[int, int]]:
    """Return each line that opened a later round, undone ones too, and the number of the round."""
    rows = RoundRow.objects.filter(evening=evening, number__gt=1)
    return list(rows.values_list("journal__seq", "number"))


def last_table(evening: Evening) -> int:
    """Return the highest table that there was in the evening, 0 without one."""
    return RoundTable.objects.filter(round__evening=evening).aggregate(last=Max("position"))["last"] or 0


class Given(NamedTuple):
    """A prize that went from some to others when the result was written anew."""

    prize: str
    was: tuple[int, ...]
    now: tuple[int, ...]


def prizes_moved(evening: Evening) -> Mapping[int, Sequence[Given]]:
    """Return the prizes known to the hall that changed hands as a line wrote the result anew. One query."""
    winners: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    wrote: dict[int, int] = {}
    known: dict[int, set[str]] = defaultdict(set)
    awards = Award.objects.filter(result__evening=evening).order_by("rank")
    for version, line, prize, revealed, entry, void in awards.values_list(
        "result__version", "result__journal", "prize", "revealed", "winners", "winners__void"
    ):
        wrote[version] = line
        winners[version][prize] |= {entry} if entry and not (void and void <= line) else set()
        if revealed:
            known[version].add(prize)
    return {
        line: [
            Given(prize, tuple(sorted(winners[version - 1][prize])), tuple(sorted(now)))
            for prize, now in winners[version].items()
            if prize in known[max(wrote)] and winners[version - 1][prize] != now
        ]
        for version, line in wrote.items()
        if version > 1
    }
