"""One table in one round, as a scorer sees it; or all of a round, in as many queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.database.prepared_queries import prepared
from accounts.errors import RuleError
from tournaments.core.counters import leaving, ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.movement import position, seating
from tournaments.core.record import ENDED, CountKind, Ending, Line, Stage
from tournaments.core.refusals import NO_ROUND, NO_TABLE
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import LINE, line_of, load_facts
from tournaments.evening.selectors.seated import sitting_at
from tournaments.models import (
    BidRow,
    CountRow,
    Deal,
    DealLine,
    DealVersion,
    Evening,
    Journal,
    RoundRow,
    RoundTable,
)

BID_LINE = ("deal", "deal__journal__seq", "deal__call", "deal__trump", "entry", "bid")
BidLine = tuple[int, int, dict[str, Any], str, int, int]
"""A bid that stands: its deal's key, journal line, call and trump, then the entry and the bid."""


@dataclass(frozen=True)
class Known:
    """What was read for all tables of a round at once: the evening's facts, and the bids in play.

    ``bids`` are by table and number of the deal.
    """

    facts: Facts
    bids: Mapping[tuple[int, int], Sequence[BidLine]]


@dataclass(frozen=True)
class AtTable:
    """Who sat down at a table (entry by chair), who of them plays, what each holds, how far it is.

    ``held`` is the sum of stakes and deals: what each has where every deal is counted. ``deals`` were
    decided in this round so far, the last by the journal line ``last_line``; ``played`` are the chairs that
    took part in each. ``first_dealer`` is the chair that deals first, ``booby`` the last table's position.
    ``seq``: the evening's newest line. ``known``: nothing more need be read.
    """

    seq: int
    round: RoundRow
    table: int
    first_dealer: int
    chairs: dict[int, int]
    names: dict[int, str]
    playing: tuple[int, ...]
    held: dict[int, int]
    deals: int = 0
    last_line: int | None = None
    ending: Ending | None = None
    played: tuple[frozenset[int], ...] = ()
    booby: int = 0
    play: Play = POKER_EVENING
    known: Known | None = field(default=None, compare=False, repr=False)

    def next_deal(self, deals: int) -> int:
        """The next of so many pools; 0: the last is decided, one after the bell, or the round has ended."""
        rung, last = self.round.rung_id, self.last_line
        after_bell = rung is not None and last is not None and last > rung
        return 0 if self.deals >= deals or after_bell or self.ending is not None else self.deals + 1

    def dealer(self, deal: int) -> int:
        """The chair that deals the round's ``deal`` (1 is the first)."""
        taken = {chair for chair, entry in self.chairs.items() if entry in self.playing}
        return seating.dealer_of(self.first_dealer, [*self.played, taken][:deal], to_right=self.play.to_right)

    def from_left_of(self, chair: int) -> list[int]:
        """Who sits at the table, clockwise from the left of ``chair``."""
        turn = sorted(self.chairs, key=lambda other: (other <= chair, other))
        return [self.chairs[other] for other in turn]

    def of(self, players: Collection[int]) -> "AtTable":
        """The table as ``players`` alone played at it, as in a deal that is corrected."""
        return replace(self, playing=tuple(players))


def left_in_pool(evening: Evening, at: AtTable) -> dict[int, int]:
    """What those who left the table in the middle of its deal have in the pool, where deals are counted."""
    gone = set(at.chairs.values()) - set(at.playing)
    if not gone or evening.settings.counting is not Counting.EACH_DEAL:
        return {}
    left = leaving.left_in_pools(at.known.facts if at.known else load_facts(evening.pk), at.round.number)
    return {entry: left[entry] for entry in sorted(gone & left.keys())}


def third_waiting(at: AtTable, deal: int) -> int:
    """What each has in a third stake that nobody won in the deal before, of the same whole game."""
    if deal == 1 or not at.play.kind.several:
        return 0
    if at.known is not None:
        where = (at.round.number, at.table, deal - 1)
        here = (pool for pool in at.known.facts.pools if (pool.round, pool.position, pool.deal) == where)
        return next((int(pool.call.get("waiting", 0)) for pool in here), 0)
    before = DealVersion.objects.filter(
        deal__round=at.round, deal__position=at.table, deal__number=deal - 1, deal__void=None
    )
    figures = before.order_by("-version").values_list("call", flat=True).first() or {}
    return int(figures.get("waiting", 0))


def counted_at_bell(at: AtTable, players: Collection[int]) -> dict[int, int]:
    """What these counted at the round's bell, where counters are counted at the end."""
    if at.known is not None:
        counts, number = at.known.facts.counts, at.round.number
        bell = (c for c in counts if c.round == number and c.kind is CountKind.BELL)
        return {c.entry: c.counters for c in bell if c.entry in players}
    rows = CountRow.objects.filter(round=at.round, kind=CountKind.BELL, entry__in=players, void=None)
    return dict(rows.values_list("entry", "counters"))


@dataclass(frozen=True)
class Version:
    version: int
    lines: tuple[Line, ...]


def at_table(evening: Evening, number: int, table: int) -> AtTable:
    """The table in the evening's round ``number``, in one query. RuleError if there is none."""
    sitting = sitting_at(evening, number, table)
    if sitting is None:
        if not RoundRow.objects.filter(evening=evening, number=number, void=None).exists():
            raise RuleError("round", NO_ROUND, round=number)
        raise RuleError("table", NO_TABLE, table=table)
    return AtTable(
        seq=sitting.seq,
        round=sitting.round,
        table=table,
        first_dealer=sitting.dealer,
        chairs={one.chair: one.entry for one in sitting.people},
        names={one.entry: one.name for one in sitting.people},
        playing=tuple(one.entry for one in sitting.people if one.plays),
        held={one.entry: one.held for one in sitting.people},
        deals=len(sitting.played),
        last_line=sitting.last_line,
        ending=sitting.ending,
        played=sitting.played,
        booby=sitting.booby,
        play=evening.play,
    )


AT_ITS_TABLE = frozenset({"deal_recorded", "deal_scored", "bids_recorded", "deal_confirmed"})
"""The verbs of what is written at one table, and changes what no other table shows."""


def stands(at: AtTable) -> bool:
    """Whether the table is as it was read: since then only others had results.

    While a hall's tables write at once, this is asked instead of 2 ms' reading under the evening's lock.
    """
    lines = _lines_since(at.round.evening_id, at.seq, at.round.pk, at.table)
    return all(verb in AT_ITS_TABLE and not here for verb, here in lines)


@prepared
def _lines_since(evening: int, seq: int, round: int, table: int) -> QuerySet[Any, Any]:
    here = Deal.objects.filter(journal=OuterRef("pk"), round=round, position=table)
    return Journal.objects.filter(evening=evening, seq__gt=seq).values_list("verb", Exists(here))


def lines_by_version(deals: Collection[Deal]) -> dict[tuple[int, int], list[Line]]:
    """The lines of each version of these deals, first to last, by the deal's row and the version's number."""
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in=deals).order_by("version__version", "id")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        found[deal, version].append(line_of(*line))
    return found


def versions_of(deal: Deal) -> list[Version]:
    """Every version of a deal's result, first to last."""
    return [Version(version, tuple(lines)) for (_deal, version), lines in lines_by_version([deal]).items()]


@dataclass(frozen=True)
class WrittenVersion:
    """A version of a deal's result: its row, with who wrote it and who confirmed it, and its lines."""

    row: DealVersion
    lines: Sequence[Line]


def written_of(deals: Collection[Deal]) -> dict[int, list[WrittenVersion]]:
    """Every version of these deals' results, first to last, by the deal's row; in two queries."""
    lines, found = lines_by_version(deals), defaultdict[int, list[WrittenVersion]](list)
    rows = DealVersion.objects.select_related("journal__actor", "journal__link", "confirmed")
    for row in rows.filter(deal__in=deals).order_by("version"):
        found[row.deal_id].append(WrittenVersion(row, lines[row.deal_id, row.version]))
    return found


def deals_of_table(evening: Evening, round: int, table: int) -> list[Deal]:
    """The table's decided deals of the round, first to last."""
    rows = Deal.objects.filter(round__evening=evening, round__number=round, round__void=None)
    return list(rows.filter(position=table, void=None).order_by("number"))


def mark_of_table(bids: int, people: Iterable[int], opened: int) -> str:
    """Return what the form of a deal carries: the journal line of the bids that stand (0: none), who plays,
    and the round's own number in the database, which is another one when it was started again."""
    return f"{bids}.{'-'.join(map(str, sorted(people)))}.{opened}"


def mark_of(version: int, confirmed: bool) -> str:
    """A result's version, and whether somebody confirmed it, as a page carries it."""
    return f"{version}-confirmed" if confirmed else str(version)


def tables_of(evening: int, facts: Facts, number: int) -> dict[int, AtTable]:
    """Every table of the evening's round as ``at_table`` reads it, in three queries beside its ``facts``."""
    known = Known(facts, {} if facts.play.game.stakes else bids_by_deal(evening, number))
    held = ledger.balances(facts, facts.settings) if facts.settings.counting is Counting.EACH_DEAL else {}
    here, pools = set(position.playing(facts, number)), position.pools_by_table(facts, number)
    chairs: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in position.seats_of(facts, number):
        chairs[seat.position][seat.chair] = seat.entry
    endings = {table.position: table.ending for table in facts.tables if table.round == number}
    here_now = {"round__evening": evening, "round__number": number, "round__void": None, "void": None}
    last_lines = dict(Deal.objects.filter(**here_now).order_by("number").values_list("position", "journal"))
    rows, found = RoundTable.objects.filter(**here_now), {}
    for record in rows.select_related("round__evening", "round__rung"):
        at, decided = chairs[record.position], pools[record.position]
        chair_of = {entry: chair for chair, entry in at.items()}
        found[record.position] = AtTable(
            seq=record.round.evening.seq,
            round=record.round,
            table=record.position,
            first_dealer=record.dealer,
            chairs=at,
            names={entry: facts.names[entry] for entry in chair_of},
            playing=tuple(entry for entry in chair_of if entry in here),
            held={entry: held.get(entry) or 0 for entry in chair_of},
            deals=len(decided),
            last_line=last_lines.get(record.position),
            ending=endings.get(record.position),
            played=tuple(frozenset(chair_of[line.entry] for line in pool.lines) for pool in decided),
            booby=max(endings),
            play=facts.play,
            known=known,
        )
    return found


def bids_by_deal(evening: int, number: int) -> dict[tuple[int, int], list[BidLine]]:
    """The bids of the round's deals in play, by table and number of the deal, in one query."""
    rows = BidRow.objects.filter(deal__round__evening=evening, deal__round__number=number, deal__void=None)
    bids: dict[tuple[int, int], list[BidLine]] = defaultdict(list)
    rows = rows.filter(deal__round__void=None).order_by("id")
    for table, deal, *line in rows.values_list("deal__position", "deal__deal", *BID_LINE):
        bids[table, deal].append(tuple(line))
    return bids


def is_over(evening: Evening, round: int) -> bool:
    """Whether nothing can be entered in the round any more: closed, undone, or the evening is over."""
    rounds = RoundRow.objects.filter(evening=OuterRef("pk"), number=round, void=None, closed=None)
    row = (
        Evening.objects.filter(pk=evening.pk).annotate(open=Exists(rounds)).values_list("stage", "open").get()
    )
    stage, still_open = row
    return stage in (Stage.SETTLING, *ENDED) or (stage == Stage.PLAYING and not still_open)


def version_of(evening: Evening, round: int, table: int, deal: int) -> tuple[int, bool]:
    """The version of the deal's result that stands (0: none does), and whether somebody confirmed it."""
    here = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number=round)
    here = here.filter(deal__round__void=None, deal__void=None, deal__position=table, deal__number=deal)
    found = here.order_by("-version").values_list("version", "confirmed").first()
    return (found[0], found[1] is not None) if found else (0, False)


def decided_deal(at: AtTable, number: int) -> Deal | None:
    """The deal of the table with the line that decided it; None if it did not."""
    deals = Deal.objects.filter(round=at.round, position=at.table, number=number, void=None)
    return deals.select_related("journal").order_by("pk").first()


def later_versions(evening: Evening, rounds: Iterable[int]) -> dict[tuple[int, int, int], list[DealVersion]]:
    """The corrections of the deals of these rounds with who wrote them, by round, table and deal."""
    rows = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number__in=rounds)
    rows = rows.filter(deal__void=None, version__gt=1).order_by("version")
    found: dict[tuple[int, int, int], list[DealVersion]] = defaultdict(list)
    for row in rows.select_related("deal__round", "journal__actor", "journal__link"):
        found[row.deal.round.number, row.deal.position, row.deal.number].append(row)
    return found
