"""The tables of a round as a scorer sees them, one or all at once, and the versions of their deals.

One table is read in SQL: that happens for each result, and Django takes several times as long to put such a
query together as the database does to answer it. One command at a time writes an evening, so the numbers of
its rounds, of its journal lines and of their facts rise as time goes on. Where only the lines of a person
can be looked for (CASE), PostgreSQL does so, also before it knows the tables; else it may read all deals.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from accounts.database.prepared_queries import prepared
from accounts.errors import RuleError
from accounts.numbers import LARGEST_ID
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import seating
from tournaments.core.movement import seating as movement_seating
from tournaments.core.record import ENDED, CountKind, DealPart, Ending, Presence, SeatFact, Stage, StakeKind
from tournaments.core.refusals import NO_ROUND, NO_TABLE
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import LINE, line_of, load_facts
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
    SeatRow,
)

BID_LINE = ("deal", "deal__journal__seq", "deal__call", "deal__trump", "entry", "bid")
BidLine = tuple[int, int, dict[str, Any], str, int, int]
"""A bid that stands: its deal's key, journal line, call and trump, then the entry and the bid."""


TABLE = """
WITH here AS (
    SELECT evening.seq, round.id AS round_id, round.rung_id, round.closed_id, seating.dealer, (
        SELECT ended.ending FROM tournaments_tableending ended
        WHERE ended.table_id = seating.id AND ended.void_id IS NULL
    ), (
        SELECT MAX(last.position) FROM tournaments_roundtable last
        WHERE last.round_id = round.id AND last.void_id IS NULL
    )
    FROM tournaments_evening evening
        JOIN tournaments_roundrow round ON round.evening_id = evening.id
        JOIN tournaments_roundtable seating ON seating.round_id = round.id
    WHERE evening.id = %(evening)s AND round.number = %(number)s AND round.void_id IS NULL
        AND seating.position = %(position)s AND seating.void_id IS NULL
), sitting AS (
    SELECT seat.chair, seat.entry_id, COALESCE((
        SELECT MAX(stake.round_id) FROM tournaments_stakerow stake
        WHERE stake.entry_id = seat.entry_id AND stake.kind = %(departure)s AND stake.void_id IS NULL
    ), 0) AS went
    FROM tournaments_seatrow seat
    WHERE seat.round_id = (SELECT round_id FROM here) AND seat.position = %(position)s
        AND seat.void_id IS NULL
), people AS MATERIALIZED (
    SELECT sitting.chair, sitting.entry_id, entry.name, (
        SELECT presence.state FROM tournaments_presencerow presence
        WHERE presence.entry_id = sitting.entry_id
            AND presence.from_round <= %(number)s AND presence.void_id IS NULL
        ORDER BY presence.id DESC LIMIT 1
    ), COALESCE((
        SELECT SUM(stake.counters) FROM tournaments_stakerow stake
        WHERE stake.entry_id = sitting.entry_id AND stake.void_id IS NULL AND stake.round_id > sitting.went
    ), 0) + COALESCE((
        SELECT SUM(CASE WHEN deal.void_id IS NULL AND deal.round_id > sitting.went THEN line.counters END)
        FROM tournaments_dealline line
            JOIN tournaments_dealversion result ON result.id = line.version_id
            JOIN tournaments_deal deal ON deal.id = result.deal_id
        WHERE line.entry_id = sitting.entry_id
            AND NOT EXISTS (
                SELECT 1 FROM tournaments_dealversion newer
                WHERE newer.deal_id = result.deal_id AND newer.version > result.version
            )
    ), 0)
    FROM sitting JOIN tournaments_entryrow entry ON entry.id = sitting.entry_id
), played AS MATERIALIZED (
    SELECT deal.number, deal.journal_id, line.entry_id
    FROM tournaments_deal deal
        JOIN tournaments_dealversion result ON result.deal_id = deal.id AND result.version = 1
        JOIN tournaments_dealline line ON line.version_id = result.id
    WHERE deal.round_id = (SELECT round_id FROM here) AND deal.position = %(position)s
        AND deal.void_id IS NULL
)
SELECT here.*, people.*, played.number, played.journal_id
FROM here
    LEFT JOIN people ON TRUE
    LEFT JOIN played ON played.entry_id = people.entry_id
ORDER BY people.chair, played.number
"""
"""A row for each deal of each person at the table: nobody is moved from or to one that has decided a deal."""

ROUND = ("id", "evening_id", "number", "rung_id", "closed_id")
"""What is read of a round along with its table; Django reads the rest where it is asked for."""


@dataclass(frozen=True)
class Known:
    """What was read for all tables of a round at once: the evening's facts, and the bids in play.

    ``bids`` are by table and number of the deal.
    """

    facts: Facts
    bids: Mapping[tuple[int, int], Sequence[BidLine]]


@dataclass(frozen=True, kw_only=True)
class TableOfRound:
    """A table by its number among those of its round, ``last`` the highest: whether it is at either end."""

    play: Play
    table: int
    last: int

    @property
    def is_head(self) -> bool:
        return self.play.format.is_head(self.table)

    @property
    def is_booby(self) -> bool:
        return self.play.format.is_booby(self.table, self.last)


@dataclass(frozen=True, kw_only=True)
class AtTable(TableOfRound):
    """Who sat down at a table (entry by chair), who of them plays, what each holds, how far it is.

    ``held`` is the sum of stakes and deals: what each has where every deal is counted. ``deals`` were
    decided in this round so far, the last by the journal line ``last_line``; ``played`` are the chairs that
    took part in each. ``first_dealer`` is the chair that deals first. ``seq``: the evening's newest line.
    ``known``: nothing more need be read.
    """

    seq: int
    round: RoundRow
    first_dealer: int
    chairs: dict[int, int]
    names: dict[int, str]
    playing: tuple[int, ...]
    held: dict[int, int]
    last_line: int | None
    ending: Ending | None
    played: tuple[frozenset[int], ...]
    known: Known | None = field(default=None, compare=False, repr=False)

    @property
    def deals(self) -> int:
        return len(self.played)

    def next_deal(self, deals: int) -> int:
        """Return the next of so many ``deals``, 0 if there is none.

        There is none where the last is decided, one was decided after the bell, or the round has ended.
        """
        rung, last = self.round.rung_id, self.last_line
        after_bell = rung is not None and last is not None and last > rung
        return 0 if self.deals >= deals or after_bell or self.ending is not None else self.deals + 1

    def dealer(self, deal: int) -> int:
        """Return the chair that deals the round's ``deal`` (1 is the first)."""
        taken = {chair for chair, entry in self.chairs.items() if entry in self.playing}
        return seating.dealer_of(self.first_dealer, [*self.played, taken][:deal], to_right=self.play.to_right)

    def from_left_of(self, chair: int) -> list[int]:
        """Return who sits at the table, clockwise from the left of ``chair``."""
        turn = sorted(self.chairs, key=lambda other: (other <= chair, other))
        return [self.chairs[other] for other in turn]

    def of(self, players: Collection[int]) -> "AtTable":
        """Return the table as ``players`` alone played at it, as in a deal that is corrected."""
        return replace(self, playing=tuple(players))


def left_in_pool(evening: Evening, at: AtTable) -> dict[int, int]:
    """Return what those who left the table during its deal have in the pool, where deals are counted."""
    gone = set(at.chairs.values()) - set(at.playing)
    if not gone or evening.settings.counting is not Counting.EACH_DEAL:
        return {}
    left = left_in_pools(at.known.facts if at.known else load_facts(evening.pk), at.round.number)
    return {entry: left[entry] for entry in sorted(gone & left.keys())}


def third_waiting(at: AtTable, deal: int) -> int:
    """Return what each has in a third stake that nobody won in the deal before, of the same whole game."""
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
    """Return what ``players`` counted at the round's bell, where counters are counted at the end."""
    if at.known is not None:
        counts, number = at.known.facts.counts, at.round.number
        bell = (c for c in counts if c.round == number and c.kind is CountKind.BELL)
        return {c.entry: c.counters for c in bell if c.entry in players}
    rows = CountRow.objects.filter(round=at.round, kind=CountKind.BELL, entry__in=players, void=None)
    return dict(rows.values_list("entry", "counters"))


@dataclass(frozen=True)
class Version:
    version: int
    lines: tuple[DealPart, ...]


def at_table(evening: Evening, number: int, table: int) -> AtTable:
    """Return the table in the evening's round ``number``, in one query. RuleError if there is none.

    People who went away took everything along: what is held is what came since (compare
    ``ledger.balances``).
    """
    about: dict[str, int | str] = {
        "evening": evening.pk,
        "number": min(number, LARGEST_ID),  # a number beyond is none that a database can look for
        "position": min(table, LARGEST_ID),
        "departure": StakeKind.DEPARTURE,
    }
    with connection.cursor() as cursor:
        cursor.execute(TABLE, about)
        rows = cursor.fetchall()
    if not rows:
        if not RoundRow.objects.filter(evening=evening, number=number, void=None).exists():
            raise RuleError("round", NO_ROUND, round=number)
        raise RuleError("table", NO_TABLE, table=table)
    seq, round, rung, closed, dealer, ending, last, *_person = rows[0]
    row = RoundRow.from_db(connection.alias, ROUND, (round, evening.pk, number, rung, closed))
    row.evening = evening
    people, played = {}, defaultdict[int, set[int]](set)
    for chair, entry, name, state, held, deal, _written in (row[-7:] for row in rows):
        if chair is not None:
            people[chair] = entry, name, state is not None and Presence(state).plays, held
        if deal is not None:
            played[deal].add(chair)
    return AtTable(
        play=evening.play,
        table=table,
        last=last,
        seq=seq,
        round=row,
        first_dealer=dealer,
        chairs={chair: entry for chair, (entry, *_more) in people.items()},
        names={entry: name for entry, name, _plays, _held in people.values()},
        playing=tuple(entry for entry, _name, plays, _held in people.values() if plays),
        held={entry: held for entry, _name, _plays, held in people.values()},
        last_line=max((row[-1] for row in rows if row[-1] is not None), default=None),
        ending=Ending(ending) if ending else None,
        played=tuple(frozenset(played[deal]) for deal in sorted(played)),
    )


def seats_at_first(evening: Evening) -> tuple[SeatFact, ...]:
    """Return the seats of the first round."""
    rows = SeatRow.objects.filter(round__evening=evening, round__number=1, void=None)
    return tuple(SeatFact(1, *row) for row in rows.values_list("position", "chair", "entry"))


AT_ITS_TABLE = frozenset({"deal_recorded", "deal_scored", "bids_recorded", "deal_confirmed"})
"""The verbs of what is written at one table, and changes what no other table shows."""


def stands(at: AtTable) -> bool:
    """Return whether the table is as it was read: since then only other tables had results.

    While a hall's tables write at once, this saves 2 ms' reading under the evening's lock.
    """
    lines = _lines_since(at.round.evening_id, at.seq, at.round.pk, at.table)
    return all(verb in AT_ITS_TABLE and not here for verb, here in lines)


@prepared
def _lines_since(evening: int, seq: int, round: int, table: int) -> QuerySet[Any, Any]:
    here = Deal.objects.filter(journal=OuterRef("pk"), round=round, position=table)
    return Journal.objects.filter(evening=evening, seq__gt=seq).values_list("verb", Exists(here))


def lines_by_version(deals: Collection[Deal]) -> dict[tuple[int, int], list[DealPart]]:
    """Return the lines of each version of these deals, first to last, by deal row and version number."""
    found: dict[tuple[int, int], list[DealPart]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in=deals).order_by("version__version", "id")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        found[deal, version].append(line_of(*line))
    return found


def versions_of(deal: Deal) -> list[Version]:
    """Return every version of a deal's result, first to last."""
    return [Version(version, tuple(lines)) for (_deal, version), lines in lines_by_version([deal]).items()]


@dataclass(frozen=True)
class WrittenVersion:
    """A version of a deal's result: its row, with who wrote it and who confirmed it, and its lines."""

    row: DealVersion
    lines: Sequence[DealPart]


def written_of(deals: Collection[Deal]) -> dict[int, list[WrittenVersion]]:
    """Return every version of these deals' results, first to last, by the deal's row, in two queries."""
    lines, found = lines_by_version(deals), defaultdict[int, list[WrittenVersion]](list)
    rows = DealVersion.objects.select_related("journal__actor", "journal__link", "confirmed")
    for row in rows.filter(deal__in=deals).order_by("version"):
        found[row.deal_id].append(WrittenVersion(row, lines[row.deal_id, row.version]))
    return found


def deals_of_table(evening: Evening, round: int, table: int) -> list[Deal]:
    """Return the table's decided deals of the round, first to last."""
    rows = Deal.objects.filter(round__evening=evening, round__number=round, round__void=None)
    return list(rows.filter(position=table, void=None).order_by("number"))


def mark_of_table(bids: int, people: Iterable[int], opened: int) -> str:
    """Return what the form of a deal carries, to notice a changed table.

    It holds the journal line of the bids that stand (0: none), who plays, and the round's own number in
    the database, which is another one when it was started again.
    """
    return f"{bids}.{'-'.join(map(str, sorted(people)))}.{opened}"


def mark_of(version: int, confirmed: bool) -> str:
    """Return a result's version, and whether somebody confirmed it, as a page carries it."""
    return f"{version}-confirmed" if confirmed else str(version)


def tables_of(evening: int, facts: Facts, number: int) -> dict[int, AtTable]:
    """Return every table of the round as ``at_table`` reads it, in three queries beside its ``facts``."""
    known = Known(facts, {} if facts.play.game.stakes else bids_by_deal(evening, number))
    held = ledger.balances(facts, facts.settings) if facts.settings.counting is Counting.EACH_DEAL else {}
    here, pools = set(movement_seating.playing(facts, number)), movement_seating.pools_by_table(facts, number)
    chairs: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in movement_seating.seats_of(facts, number):
        chairs[seat.position][seat.chair] = seat.entry
    endings = {table.position: table.ending for table in facts.tables if table.round == number}
    here_now = {"round__evening": evening, "round__number": number, "round__void": None, "void": None}
    last_lines = dict(Deal.objects.filter(**here_now).order_by("number").values_list("position", "journal"))
    rows, found = RoundTable.objects.filter(**here_now), {}
    for record in rows.select_related("round__evening", "round__rung"):
        at, decided = chairs[record.position], pools[record.position]
        chair_of = {entry: chair for chair, entry in at.items()}
        found[record.position] = AtTable(
            play=facts.play,
            table=record.position,
            last=max(endings),
            seq=record.round.evening.seq,
            round=record.round,
            first_dealer=record.dealer,
            chairs=at,
            names={entry: facts.names[entry] for entry in chair_of},
            playing=tuple(entry for entry in chair_of if entry in here),
            held={entry: held.get(entry) or 0 for entry in chair_of},
            last_line=last_lines.get(record.position),
            ending=endings.get(record.position),
            played=tuple(frozenset(chair_of[line.entry] for line in pool.lines) for pool in decided),
            known=known,
        )
    return found


def bids_by_deal(evening: int, number: int) -> dict[tuple[int, int], list[BidLine]]:
    """Return the bids of the round's deals in play, by table and number of the deal, in one query."""
    rows = BidRow.objects.filter(deal__round__evening=evening, deal__round__number=number, deal__void=None)
    bids: dict[tuple[int, int], list[BidLine]] = defaultdict(list)
    rows = rows.filter(deal__round__void=None).order_by("id")
    for table, deal, *line in rows.values_list("deal__position", "deal__deal", *BID_LINE):
        bids[table, deal].append(tuple(line))
    return bids


def is_over(evening: Evening, round: int) -> bool:
    """Return whether the round takes no more entries: it is closed or undone, or the evening is over."""
    rounds = RoundRow.objects.filter(evening=OuterRef("pk"), number=round, void=None, closed=None)
    row = (
        Evening.objects.filter(pk=evening.pk).annotate(open=Exists(rounds)).values_list("stage", "open").get()
    )
    stage, still_open = row
    return stage in (Stage.SETTLING, *ENDED) or (stage == Stage.PLAYING and not still_open)


def version_of(evening: Evening, round: int, table: int, deal: int) -> tuple[int, bool]:
    """Return the version of the deal's result that stands (0: none), and whether somebody confirmed it."""
    here = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number=round)
    here = here.filter(deal__round__void=None, deal__void=None, deal__position=table, deal__number=deal)
    found = here.order_by("-version").values_list("version", "confirmed").first()
    return (found[0], found[1] is not None) if found else (0, False)


def decided_deal(at: AtTable, number: int) -> Deal | None:
    """Return the deal of the table with the line that decided it. None if it is not decided."""
    deals = Deal.objects.filter(round=at.round, position=at.table, number=number, void=None)
    return deals.select_related("journal").order_by("pk").first()


def later_versions(evening: Evening, rounds: Iterable[int]) -> dict[tuple[int, int, int], list[DealVersion]]:
    """Return the corrections of the deals of these rounds with who wrote them, by round, table and deal."""
    rows = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number__in=rounds)
    rows = rows.filter(deal__void=None, version__gt=1).order_by("version")
    found: dict[tuple[int, int, int], list[DealVersion]] = defaultdict(list)
    for row in rows.select_related("deal__round", "journal__actor", "journal__link"):
        found[row.deal.round.number, row.deal.position, row.deal.number].append(row)
    return found
