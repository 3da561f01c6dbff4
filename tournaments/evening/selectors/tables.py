"""The tables of a round for a scorer, one or all at once, and the versions of their deals.

One table is read with plain SQL, because this happens for each result. Django takes several times as long to
build such a query as the database takes to answer it. Only one command at a time writes to an evening. So the
ids of its rounds, journal lines and facts increase with time. The CASE expressions make PostgreSQL look up
only a person's own lines, even before it has analysed the tables. Otherwise PostgreSQL may read all deals.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from accounts.database.prepared_queries import prepare_query
from accounts.errors import RuleError
from accounts.numbers import LARGEST_ID
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import seating
from tournaments.core.movement import seating as movement_seating
from tournaments.core.record import ENDED, CountKind, DealPart, Ending, Presence, SeatFact, Stage, StakeKind
from tournaments.core.refusals import NO_ROUND, NO_TABLE
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import LINE, build_deal_part, load_facts
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
"""A current bid: the deal's key, journal line, call and trump, then the entry and the bid."""


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
"""One row for each person at the table and each deal. A table that has decided a deal keeps its people."""

ROUND = ("id", "evening_id", "number", "rung_id", "closed_id")
"""The fields of a round that are read with its table. Django loads the others on demand."""


@dataclass(frozen=True)
class RoundData:
    """Data for all tables of a round: the evening's facts, and the bids in play.

    ``bids`` are by table and deal number.
    """

    facts: Facts
    bids: Mapping[tuple[int, int], Sequence[BidLine]]


@dataclass(frozen=True, kw_only=True)
class TableOfRound:
    """A table by its number in the round. ``last``: the number of the round's last table."""

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
class ScorerTable(TableOfRound):
    """The people at a table (entry by chair), who of them plays, what each holds, and the table's progress.

    ``balances``: the sum of stakes and deals, which is right if every deal is counted. ``last_line``: the
    journal line of the round's last decided deal. ``chairs_played``: for each decided deal, the chairs that
    took part. ``first_dealer``: the chair of the first dealer. ``seq``: the evening's newest line. With
    ``round_data``, no more queries are needed.
    """

    seq: int
    round: RoundRow
    first_dealer: int
    chairs: dict[int, int]
    names: dict[int, str]
    playing: tuple[int, ...]
    balances: dict[int, int]
    last_line: int | None
    ending: Ending | None
    chairs_played: tuple[frozenset[int], ...]
    round_data: RoundData | None = field(default=None, compare=False, repr=False)

    @property
    def deals(self) -> int:
        return len(self.chairs_played)

    def find_next_deal(self, deals: int) -> int:
        """Return the number of the next of ``deals`` deals; 0: no deal is left.

        No deal is left after the last one, after one decided after the bell, or after the table's round
        ended.
        """
        rung_id, last = self.round.rung_id, self.last_line
        after_bell = rung_id is not None and last is not None and last > rung_id
        return 0 if self.deals >= deals or after_bell or self.ending is not None else self.deals + 1

    def find_dealer(self, deal: int) -> int:
        """Return the chair that deals the round's deal number ``deal``, from 1."""
        players = {chair for chair, entry in self.chairs.items() if entry in self.playing}
        return seating.find_last_dealer(
            self.first_dealer, [*self.chairs_played, players][:deal], to_right=self.play.to_right
        )

    def list_from_left(self, chair: int) -> list[int]:
        """Return the people at the table, clockwise from the left of ``chair``."""
        turn = sorted(self.chairs, key=lambda neighbour: (neighbour <= chair, neighbour))
        return [self.chairs[neighbour] for neighbour in turn]

    def replace_players(self, players: Collection[int]) -> "ScorerTable":
        """Return the table with only these ``players``, as needed to correct a deal."""
        return replace(self, playing=tuple(players))


def find_left_counters(evening: Evening, table: ScorerTable) -> dict[int, int]:
    """Return the counters in the pool of people who left during the deal. Empty if deals are not counted."""
    leavers = set(table.chairs.values()) - set(table.playing)
    if not leavers or evening.settings.counting is not Counting.EACH_DEAL:
        return {}
    counters = count_left_in_pools(
        table.round_data.facts if table.round_data else load_facts(evening.pk), table.round.number
    )
    return {entry: counters[entry] for entry in sorted(leavers & counters.keys())}


def find_third_stake(table: ScorerTable, deal: int) -> int:
    """Return each player's part in a third stake that nobody won in the game's deal before."""
    if deal == 1 or not table.play.kind.several:
        return 0
    if table.round_data is not None:
        key = (table.round.number, table.table, deal - 1)
        pools = (
            pool for pool in table.round_data.facts.pools if (pool.round, pool.position, pool.deal) == key
        )
        return next((int(pool.call.get("waiting", 0)) for pool in pools), 0)
    before = DealVersion.objects.filter(
        deal__round=table.round, deal__position=table.table, deal__number=deal - 1, deal__void=None
    )
    figures = before.order_by("-version").values_list("call", flat=True).first() or {}
    return int(figures.get("waiting", 0))


STAKES = ("first", "second", "third")


def find_stakes_before(table: ScorerTable) -> dict[str, int]:
    """Return what each player put up for each of three stakes, in the table's last deal that says so."""
    if table.round_data is not None:
        pools = (pool for pool in table.round_data.facts.pools if pool.position == table.table)
        calls = [pool.call for pool in sorted(pools, key=lambda pool: pool.seq, reverse=True)]
        call = next((call for call in calls if STAKES[0] in call), {})
    else:
        versions = DealVersion.objects.filter(
            deal__round__evening=table.round.evening_id,
            deal__round__void=None,
            deal__position=table.table,
            deal__void=None,
            call__has_key=STAKES[0],
        )
        call = versions.order_by("-journal__seq").values_list("call", flat=True).first() or {}
    return {stake: int(call[stake]) for stake in STAKES if stake in call}


def load_bell_counts(table: ScorerTable, players: Collection[int]) -> dict[int, int]:
    """Return the counts of ``players`` at the round's bell, if counters are counted only at the end."""
    if table.round_data is not None:
        counts, number = table.round_data.facts.counts, table.round.number
        bell = (c for c in counts if c.round == number and c.kind is CountKind.BELL)
        return {c.entry: c.counters for c in bell if c.entry in players}
    rows = CountRow.objects.filter(round=table.round, kind=CountKind.BELL, entry__in=players, void=None)
    return dict(rows.values_list("entry", "counters"))


@dataclass(frozen=True)
class VersionLines:
    version: int
    lines: tuple[DealPart, ...]


def load_scorer_table(evening: Evening, number: int, table: int) -> ScorerTable:
    """Return the table in the evening's round ``number``, in one query. RuleError if there is none.

    People who left took all counters along, so balances only include later changes (compare
    ``ledger.balances``).
    """
    parameters: dict[str, int | str] = {
        "evening": evening.pk,
        "number": min(number, LARGEST_ID),  # databases refuse larger numbers
        "position": min(table, LARGEST_ID),
        "departure": StakeKind.DEPARTURE,
    }
    with connection.cursor() as cursor:
        cursor.execute(TABLE, parameters)
        rows = cursor.fetchall()
    if not rows:
        if not RoundRow.objects.filter(evening=evening, number=number, void=None).exists():
            raise RuleError("round", NO_ROUND, round=number)
        raise RuleError("table", NO_TABLE, table=table)
    seq, round, rung_id, closed_id, dealer, ending, last, *_person = rows[0]
    row = RoundRow.from_db(connection.alias, ROUND, (round, evening.pk, number, rung_id, closed_id))
    row.evening = evening
    people, chairs_played = {}, defaultdict[int, set[int]](set)
    for chair, entry, name, state, balance, deal, _line in (row[-7:] for row in rows):
        if chair is not None:
            people[chair] = entry, name, state is not None and Presence(state).plays, balance
        if deal is not None:
            chairs_played[deal].add(chair)
    return ScorerTable(
        play=evening.play,
        table=table,
        last=last,
        seq=seq,
        round=row,
        first_dealer=dealer,
        chairs={chair: entry for chair, (entry, *_more) in people.items()},
        names={entry: name for entry, name, _plays, _balance in people.values()},
        playing=tuple(entry for entry, _name, plays, _balance in people.values() if plays),
        balances={entry: balance for entry, _name, _plays, balance in people.values()},
        last_line=max((row[-1] for row in rows if row[-1] is not None), default=None),
        ending=Ending(ending) if ending else None,
        chairs_played=tuple(frozenset(chairs_played[deal]) for deal in sorted(chairs_played)),
    )


def load_first_seats(evening: Evening) -> tuple[SeatFact, ...]:
    """Return the seats of the first round."""
    rows = SeatRow.objects.filter(round__evening=evening, round__number=1, void=None)
    return tuple(SeatFact(1, *row) for row in rows.values_list("position", "chair", "entry"))


AT_ITS_TABLE = frozenset({"deal_recorded", "deal_scored", "bids_recorded", "deal_confirmed"})
"""Verbs of lines that one table writes and that change nothing at other tables."""


def is_unchanged(table: ScorerTable) -> bool:
    """Return whether the table is still current: since it was read, only other tables had results.

    While many tables write at once, this saves 2 ms of reading under the evening's lock.
    """
    lines = _select_lines_since(table.round.evening_id, table.seq, table.round.pk, table.table)
    return all(verb in AT_ITS_TABLE and not same_table for verb, same_table in lines)


@prepare_query
def _select_lines_since(evening: int, seq: int, round: int, table: int) -> QuerySet[Any, Any]:
    deals = Deal.objects.filter(journal=OuterRef("pk"), round=round, position=table)
    return Journal.objects.filter(evening=evening, seq__gt=seq).values_list("verb", Exists(deals))


def load_version_lines(deals: Collection[Deal]) -> dict[tuple[int, int], list[DealPart]]:
    """Return the lines of each version of these deals, first to last, by deal row and version number."""
    lines: dict[tuple[int, int], list[DealPart]] = defaultdict(list)
    rows = DealLine.objects.filter(version__deal__in=deals).order_by("version__version", "id")
    for deal, version, *line in rows.values_list("version__deal", "version__version", *LINE):
        lines[deal, version].append(build_deal_part(*line))
    return lines


def load_versions(deal: Deal) -> list[VersionLines]:
    """Return every version of a deal's result, first to last."""
    return [
        VersionLines(version, tuple(lines)) for (_deal, version), lines in load_version_lines([deal]).items()
    ]


@dataclass(frozen=True)
class WrittenVersion:
    """A version of a deal's result: the row with its author and who confirmed it, and the lines."""

    row: DealVersion
    lines: Sequence[DealPart]


def load_written_versions(deals: Collection[Deal]) -> dict[int, list[WrittenVersion]]:
    """Return all versions of these deals' results, first to last, by deal row, in two queries."""
    lines, versions = load_version_lines(deals), defaultdict[int, list[WrittenVersion]](list)
    rows = DealVersion.objects.select_related("journal__actor", "journal__link", "confirmed")
    for row in rows.filter(deal__in=deals).order_by("version"):
        versions[row.deal_id].append(WrittenVersion(row, lines[row.deal_id, row.version]))
    return versions


def load_table_deals(evening: Evening, round: int, table: int) -> list[Deal]:
    """Return the table's decided deals of the round, first to last."""
    rows = Deal.objects.filter(round__evening=evening, round__number=round, round__void=None)
    return list(rows.filter(position=table, void=None).order_by("number"))


def make_table_mark(bids: int, people: Iterable[int], round_id: int) -> str:
    """Return the mark in a deal's form by which a changed table is noticed.

    It contains the journal line of the current bids (0: none), the players, and the round's database id. The
    id changes if the round starts again.
    """
    return f"{bids}.{'-'.join(map(str, sorted(people)))}.{round_id}"


def make_version_mark(version: int, confirmed: bool) -> str:
    """Return the mark of a result for its page: its version, and whether it is confirmed."""
    return f"{version}-confirmed" if confirmed else str(version)


def load_tables(evening: int, facts: Facts, number: int) -> dict[int, ScorerTable]:
    """Return every table of the round, like ``load_scorer_table``, in three queries besides the ``facts``."""
    round_data = RoundData(facts, {} if facts.play.game.stakes else load_bids_by_deal(evening, number))
    balances = (
        ledger.compute_balances(facts, facts.settings)
        if facts.settings.counting is Counting.EACH_DEAL
        else {}
    )
    players, pools = (
        set(movement_seating.list_playing(facts, number)),
        movement_seating.group_pools(facts, number),
    )
    chairs: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in movement_seating.list_seats(facts, number):
        chairs[seat.position][seat.chair] = seat.entry
    endings = {table.position: table.ending for table in facts.tables if table.round == number}
    here_now = {"round__evening": evening, "round__number": number, "round__void": None, "void": None}
    last_lines = dict(Deal.objects.filter(**here_now).order_by("number").values_list("position", "journal"))
    rows, tables = RoundTable.objects.filter(**here_now), {}
    for record in rows.select_related("round__evening", "round__rung"):
        seats, decided = chairs[record.position], pools[record.position]
        chair_of = {entry: chair for chair, entry in seats.items()}
        tables[record.position] = ScorerTable(
            play=facts.play,
            table=record.position,
            last=max(endings),
            seq=record.round.evening.seq,
            round=record.round,
            first_dealer=record.dealer,
            chairs=seats,
            names={entry: facts.names[entry] for entry in chair_of},
            playing=tuple(entry for entry in chair_of if entry in players),
            balances={entry: balances.get(entry) or 0 for entry in chair_of},
            last_line=last_lines.get(record.position),
            ending=endings.get(record.position),
            chairs_played=tuple(frozenset(chair_of[line.entry] for line in pool.lines) for pool in decided),
            round_data=round_data,
        )
    return tables


def load_bids_by_deal(evening: int, number: int) -> dict[tuple[int, int], list[BidLine]]:
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


def is_after_bell(evening: Evening, number: int, table: int, deal: int) -> bool:
    """Return whether the deal is none of the round: it began after the bell, on a phone without a network."""
    if not deal or evening.play.format.may_play_on(bell_rung=True):
        return False
    state = load_scorer_table(evening, number, table)
    return (
        state.round.rung_id is not None
        and deal > state.deals
        and not state.find_next_deal(evening.settings.deals)
    )


def find_version(evening: Evening, round: int, table: int, deal: int) -> tuple[int, bool]:
    """Return the newest version of the deal's result (0: none), and whether somebody confirmed it."""
    versions = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number=round)
    versions = versions.filter(
        deal__round__void=None, deal__void=None, deal__position=table, deal__number=deal
    )
    newest = versions.order_by("-version").values_list("version", "confirmed").first()
    return (newest[0], newest[1] is not None) if newest else (0, False)


def find_decided_deal(table: ScorerTable, number: int) -> Deal | None:
    """Return the table's decided deal with the line that decided it. None if it is not decided."""
    deals = Deal.objects.filter(round=table.round, position=table.table, number=number, void=None)
    return deals.select_related("journal").order_by("pk").first()


def load_later_versions(
    evening: Evening, rounds: Iterable[int]
) -> dict[tuple[int, int, int], list[DealVersion]]:
    """Return the corrected versions of these rounds' deals with their authors, by round, table and deal."""
    rows = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number__in=rounds)
    rows = rows.filter(deal__void=None, version__gt=1).order_by("version")
    versions: dict[tuple[int, int, int], list[DealVersion]] = defaultdict(list)
    for row in rows.select_related("deal__round", "journal__actor", "journal__link"):
        versions[row.deal.round.number, row.deal.position, row.deal.number].append(row)
    return versions
