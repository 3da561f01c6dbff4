"""An evening's facts in a fixed number of queries, the evening after a journal line, its lines and its state.

``AtLine`` caches each answer that follows from the facts.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from accounts.database.prepared_queries import prepare_query
from tournaments.core import record
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.formats.registry import build_play
from tournaments.core.movement.clock import NOTHING, Clock, ClockHand
from tournaments.core.record import Stage
from tournaments.core.settings import read_stored, read_table_wish
from tournaments.evening.selectors.moves import cache_earlier, get_earlier_rounds
from tournaments.models import (
    CountRow,
    CutRow,
    DealLine,
    DealVersion,
    EntryRow,
    Evening,
    Journal,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)


def filter_newest_version() -> Q:
    """Return a filter for lines of a deal's newest version. Only that version is valid."""
    newer = DealVersion.objects.filter(
        deal=OuterRef("version__deal"), version__gt=OuterRef("version__version")
    )
    return ~Q(Exists(newer))


def load_facts(evening: int) -> Facts:
    """Load all valid facts of the evening, in eleven or twelve queries whatever its size."""
    [(game, options, format, settings, code, *newest)] = _select_play(evening)
    rounds, seed = _load_rounds(evening)
    earlier = get_earlier_rounds(evening, code)
    since, (tables, seats, pools, counts, stakes) = earlier.until, earlier.facts
    facts = Facts(
        play=build_play(game, options, format, read_table_wish(settings)),
        settings=read_stored(settings),
        entries=tuple(record.Entry(*row) for row in _select_entries(evening)),
        presences=tuple(
            record.PresenceFact(entry, from_round, record.Presence(state), seq)
            for entry, from_round, state, seq in _select_presences(evening)
        ),
        rounds=rounds,
        tables=(*tables, *_load_tables(evening, since)),
        seats=(*seats, *map(record.SeatFact._make, _select_seats(evening, since))),
        pools=pools + build_pools(_select_lines(evening, since)),
        counts=(*counts, *(_build_count(*row) for row in _select_counts(evening, since))),
        stakes=(*stakes, *(build_stake(*row) for row in _select_stakes(evening, since))),
        cuts=_load_cuts(evening),
        seed=seed,
    )
    cache_earlier(evening, code, facts, earlier, *newest)
    return facts


def _build_count(entry: int, number: int, kind: str, counters: int, seq: int) -> record.Count:
    return record.Count(entry, number, record.CountKind(kind), counters, seq)


@prepare_query
def _select_play(evening: int) -> QuerySet[Any, Any]:
    newest = Journal.objects.filter(evening=OuterRef("pk"), seq=OuterRef("seq")).values("at")
    rows = Evening.objects.filter(pk=evening).annotate(newest=Subquery(newest))
    return rows.values_list("game", "options", "format", "chosen", "join_code", "seq", "newest")


@prepare_query
def _select_entries(evening: int) -> QuerySet[Any, Any]:
    rows = EntryRow.objects.filter(evening=evening, void=None).order_by("id")
    return rows.values_list("id", "name", "role")


@prepare_query
def _select_presences(evening: int) -> QuerySet[Any, Any]:
    rows = PresenceRow.objects.filter(entry__evening=evening, void=None).order_by("journal__seq", "id")
    return rows.values_list("entry", "from_round", "state", "journal__seq")


@prepare_query
def _select_seats(evening: int, since: int) -> QuerySet[Any, Any]:
    rows = SeatRow.objects.filter(round__evening=evening, round__number__gte=since, void=None)
    return rows.order_by("round__number", "position", "chair").values_list(
        "round__number", "position", "chair", "entry"
    )


@prepare_query
def _select_counts(evening: int, since: int) -> QuerySet[Any, Any]:
    rows = CountRow.objects.filter(round__evening=evening, round__number__gte=since, void=None)
    return rows.order_by("journal__seq", "id").values_list(
        "entry", "round__number", "kind", "counters", "journal__seq"
    )


@prepare_query
def _select_stakes(evening: int, since: int) -> QuerySet[Any, Any]:
    rows = StakeRow.objects.filter(round__evening=evening, round__number__gte=since, void=None)
    return rows.order_by("journal__seq", "id").values_list(*STAKE)


@prepare_query
def _select_round_rows(evening: int) -> QuerySet[Any, Any]:
    rows = RoundRow.objects.filter(evening=evening, void=None).order_by("number")
    return rows.values_list("number", "rung__seq", "closed", "journal__payload")


def _load_rounds(evening: int) -> tuple[tuple[record.Round, ...], str]:
    """Return the rounds, and the seed of the seat draw from the line that opened the first round."""
    rounds: list[record.Round] = []
    seed = ""
    for number, rung_seq, closed_seq, payload in _select_round_rows(evening):
        seed = seed or payload.get("seed", "")
        byes = tuple(payload.get("byes", ()))
        rounds.append(record.Round(number, rung_seq, closed_seq is not None, payload.get("main", 0), byes))
    return tuple(rounds), seed


STAKE_CORRECTED = "stake_corrected"
"""The verb of a line that records a forgotten fresh stake, or removes one that was not given."""
BETWEEN = ("deal_recorded", "deal_corrected", "bell_undone")
"""The verbs of lines that give a fresh stake between the deals of a round."""
STAKE = ("entry", "round__number", "kind", "counters", "journal__seq", "in_pool", "journal__verb")


def build_stake(
    entry: int, number: int, kind: str, counters: int, seq: int, in_pool: int, verb: str
) -> record.Stake:
    """Return a stake from the columns ``STAKE``."""
    kind = record.StakeKind(kind)
    between = kind is record.StakeKind.FRESH and verb in BETWEEN
    return record.Stake(entry, number, kind, counters, seq, in_pool, verb == STAKE_CORRECTED, between)


@prepare_query
def _select_endings(evening: int, since: int) -> QuerySet[Any, Any]:
    rows = TableEnding.objects.filter(table__round__evening=evening, void=None)
    rows = rows.filter(table__round__number__gte=since)
    return rows.values_list("table", "ending")


@prepare_query
def _select_table_rows(evening: int, since: int) -> QuerySet[Any, Any]:
    rows = RoundTable.objects.filter(round__evening=evening, round__number__gte=since, void=None)
    return rows.order_by("round__number", "position").values_list("id", "round__number", "position", "dealer")


def _load_tables(evening: int, since: int) -> tuple[record.TableFact, ...]:
    endings = dict(_select_endings(evening, since))
    return tuple(
        record.TableFact(number, position, dealer, record.Ending(endings[key]) if key in endings else None)
        for key, number, position, dealer in _select_table_rows(evening, since)
    )


@prepare_query
def _select_lines(evening: int, since: int) -> QuerySet[Any, Any]:
    lines = DealLine.objects.filter(version__deal__round__evening=evening)
    return select_deal_lines(lines.filter(version__deal__round__number__gte=since))


def select_deal_lines(lines: QuerySet[DealLine]) -> QuerySet[Any, Any]:
    """Return the lines of each deal's newest version, with their deals, in the order of play."""
    return (
        lines.filter(filter_newest_version(), version__deal__void=None)
        .order_by("version__deal__journal__seq", "version__deal__id", "id")
        .values_list(
            "version__deal__round__number",
            "version__deal__position",
            "version__deal__number",
            "version__deal__journal__seq",
            "version__version",
            "version__call",
            "version__trump",
            *LINE,
        )
    )


def build_pools(rows: Iterable[tuple[Any, ...]]) -> tuple[record.Pool, ...]:
    """Return decided deals, assembled from ``select_deal_lines``."""
    deals: dict[tuple[int, int, int, int, int], tuple[list[record.DealPart], dict[str, Any], str]] = {}
    for row in rows:
        deal = deals.get(row[:5])
        if deal is None:
            deal = deals[row[:5]] = [], row[5], row[6]
        deal[0].append(build_deal_part(*row[7:]))
    return tuple(
        record.Pool(number, position, deal, tuple(lines), seq, version, call, trump)
        for (number, position, deal, seq, version), (lines, call, trump) in deals.items()
    )


LINE = ("entry", "won", "in_call", "counters", "bid", "tricks", "took", "revokes", "score", "cards")
"""The columns of a deal's line, in the order of ``record.DealPart``."""


def build_deal_part(*columns: Any) -> record.DealPart:
    """Return a deal's line from its columns."""
    entry, won, in_call, counters, bid, tricks, took, revokes, score, cards = columns
    return record.DealPart(entry, won, in_call, counters, bid, tricks, tuple(took), revokes, score, cards)


@prepare_query
def _select_cards(evening: int) -> QuerySet[Any, Any]:
    rows = CutRow.objects.filter(round__evening=evening, void=None)
    return rows.order_by("round__number", "chain", "attempt", "id").values_list(
        "round__number", "position", "purpose", "deal", "chain", "attempt", "entry", "card"
    )


def _load_cuts(evening: int) -> tuple[record.Cut, ...]:
    """Return the cuts, assembled from their cards."""
    cuts: dict[tuple[Any, ...], dict[int, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for number, position, purpose, deal, chain, attempt, entry, card in _select_cards(evening):
        cuts[number, position, purpose, deal, chain][attempt].append((entry, card))
    return tuple(
        record.Cut(
            number, position, record.Purpose(purpose), tuple(map(tuple, attempts.values())), deal, chain
        )
        for (number, position, purpose, deal, chain), attempts in cuts.items()
    )


T = TypeVar("T")


class Answers(Protocol):
    """An object that caches its answers."""

    lock: Any
    answers: dict[str, Any]


class cached_answer(Generic[T]):  # noqa: N801 - a decorator
    """A cached answer. One thread calculates it, because many readers request the same page at one moment."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name = work, work.__name__

    def __get__(self, instance: Answers, owner: type) -> T:
        with instance.lock:
            if self.name not in instance.answers:
                instance.answers[self.name] = self.work(instance)
            value: T = instance.answers[self.name]
            return value


class AtLine:
    """The facts of an evening after line ``seq``, and the result of the bell of its present round."""

    def __init__(self, evening: Evening, seq: int) -> None:
        self.evening, self.seq = evening.pk, seq
        self.lock, self.answers = RLock(), dict[str, Any]()

    @cached_answer
    def facts(self) -> Facts:
        return load_facts(self.evening)

    @cached_answer
    def preview(self) -> Preview:
        """Return the result of the present round's bell; before the bell, a preview from what is known."""
        return build_preview(self.facts, self.facts.now.number)


def find_newest_line(evening: Evening, verb: str, **lookups: Any) -> Journal | None:
    """Return the evening's newest line with the verb, None without one. ``lookups``: further conditions."""
    return Journal.objects.filter(evening=evening, verb=verb, **lookups).order_by("-seq").first()


def find_last_round(evening: Evening) -> tuple[int, datetime]:
    """Return the number of the last round, and when it was opened."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("-number")
    return rounds.values_list("number", "journal__at")[0]


SECOND = timedelta(seconds=1)
NO_CLOCK = Clock()


@dataclass(frozen=True)
class LiveState:
    """The evening's last journal line and stage, and its present round (0: none) with the clock."""

    evening: int
    seq: int
    stage: str
    round: int = 0
    rung: bool = False
    clock: Clock = NO_CLOCK
    moves_at: datetime | None = None
    is_held: bool = False
    has_begun: bool = False

    def get_hand(self, now: datetime) -> ClockHand:
        """Return what the clock shows; ClockHand.OFF after the bell."""
        return ClockHand.OFF if self.rung or self.stage != Stage.PLAYING else self.clock.find_hand(now)

    def get_clock_face(self, now: datetime) -> tuple[str, timedelta]:
        """Return what the clock shows, and the time left. Keep ``shown`` in clock.js the same."""
        if self.rung:
            return ("moves", self.moves_at - now) if self.moves_at else ("rung", NOTHING)
        hand, starts = self.get_hand(now), self.clock.starts_at
        return hand, starts - now if hand is ClockHand.WAITING and starts else self.clock.measure_remaining(
            now
        )

    def serialize(self, now: datetime) -> dict[str, str | int | bool | None]:
        """Return the live state as plain values. Times are milliseconds since 1970, lengths milliseconds."""
        is_shown = self.get_hand(now) is not ClockHand.OFF
        return {
            "seq": self.seq,
            "stage": self.stage,
            "round": self.round,
            "rung": self.rung,
            "starts": _convert_time(self.clock.starts_at) if is_shown else None,
            "ends": _convert_time(self.clock.ends_at) if is_shown else None,
            "left": _convert_length(self.clock.left) if is_shown else None,
            "moves": _convert_time(self.moves_at),
            "now": _convert_time(now),
        }


ROUND = (
    *("number", "rung", "closed", "starts_at", "ends_at", "left", "moves_at", "looked", "held", "begun"),
)


def load_live_states(evenings: Collection[int]) -> dict[int, LiveState]:
    """Return the live state of each evening, in one query, so that line and round are consistent.

    The rounds are in ascending order, so the last one remains.
    """
    rounds = FilteredRelation("rounds", condition=Q(rounds__void=None))
    rows = Evening.objects.filter(pk__in=evenings).annotate(round=rounds).order_by("round__number")
    values = rows.values("pk", "seq", "stage", *(f"round__{name}" for name in ROUND))
    return {row["pk"]: _build_live_state(row) for row in values}


def _build_live_state(row: Mapping[str, Any]) -> LiveState:
    """Return the live state of a row. It includes announced moves only if no line was written since."""
    if row["round__number"] is None:
        return LiveState(row["pk"], row["seq"], row["stage"])
    stands = row["round__closed"] is None and row["round__looked"] == row["seq"]
    return LiveState(
        evening=row["pk"],
        seq=row["seq"],
        stage=row["stage"],
        round=row["round__number"],
        rung=row["round__rung"] is not None,
        clock=Clock(row["round__starts_at"], row["round__ends_at"], row["round__left"]),
        moves_at=row["round__moves_at"] if stands else None,
        is_held=row["round__held"],
        has_begun=row["round__begun"] is not None,
    )


def load_live_state(evening: Evening) -> LiveState:
    """Return the evening's live state now."""
    return load_live_states([evening.pk])[evening.pk]


def _convert_time(time: datetime | None) -> int | None:
    return None if time is None else round(time.timestamp() * 1000)


def _convert_length(length: timedelta | None) -> int | None:
    return None if length is None else round(length / SECOND * 1000)


MOST = 120
"""Most rounds to read, from the newest."""


def load_round_lengths(evening: Evening) -> tuple[timedelta, ...]:
    """Return how long rounds lasted, from start to start, that are comparable to those of ``evening``.

    Comparable: the same club, game, format and round time, and as many deals. Takes one query.
    """
    rows = (
        RoundRow.objects.filter(void=None, evening__club=evening.club_id, evening__rehearsal_of=None)
        .filter(evening__game=evening.game, evening__format=evening.format)
        .order_by("-evening__held_on", "-evening", "-number")
        .values_list("evening", "journal__at", "evening__chosen__minutes", "evening__chosen__deals")
    )
    alike = (evening.settings.minutes, evening.settings.deals)
    same = [
        (row_evening, start)
        for row_evening, start, minutes, deals in rows[:MOST]
        if (minutes or 0, deals or 1) == alike
    ]
    return tuple(
        later - start for (row_evening, later), (before, start) in pairwise(same) if row_evening == before
    )
