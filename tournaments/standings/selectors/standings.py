"""How an evening stands now, read for the page that everybody looks at.

Where people move it is read in three queries, and the database adds up the deals: a large hall has
thousands of lines. Where sums do not tell enough, the evening is reckoned from all of its facts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import CharField, Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.core import record
from tournaments.core.counters.sums import Sums, told_in_order
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.chairs import HEAD
from tournaments.core.ranking.places import Step
from tournaments.core.results import standings
from tournaments.core.results.settlement import settlement
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import highest_version, load_facts, stake_of
from tournaments.models import (
    CountRow,
    CutRow,
    DealLine,
    EntryRow,
    Evening,
    PresenceRow,
    RoundRow,
    SeatRow,
    StakeRow,
)
from tournaments.standings.selectors.results import placed, settled_up


@dataclass(frozen=True)
class Stands:
    """Everybody by place, and by which steps; ``facts``, where all of them were read."""

    play: Play
    rows: tuple[standings.Row, ...]
    steps: tuple[Step, ...]
    people: Mapping[int, record.Entry]
    facts: Facts | None = None


MORE_THAN_SUMS = standings.OF_GAMES | {"lot"}
"""The metrics for which sums are not enough."""


def stands_of(evening: Evening) -> Stands:
    """How the evening stands, as its facts say now; one that was called off has no standing."""
    settings, play = evening.settings, evening.play
    if evening.stage == record.Stage.CALLED_OFF:
        return Stands(play, (), (), {})
    by = standings.ranked_by(play, settings)
    if not play.format.plays_games and not any(step.metric in MORE_THAN_SUMS for step in by):
        small, sums = _summed(evening.pk, play, settings)
        if not any(stake.in_pool for stake in small.stakes):  # whose pool may have become void
            settled = settlement(small, Counter(chip.entry for chip in small.chips.taken), sums)
            steps = standings.steps_now(settled, by, play)
            rows = standings.standing_of(settled, steps, standings.tables_now(small))
            return Stands(play, rows, steps, {entry.id: entry for entry in small.entries})
    return _reckoned(load_facts(evening.pk))


def _reckoned(found: Facts) -> Stands:
    rows, steps = placed(found, settled_up(found))
    return Stands(found.play, rows, steps, {entry.id: entry for entry in found.entries}, found)


def _summed(evening: int, play: Play, settings: Settings) -> tuple[Facts, Sums]:
    """Return an evening's facts as far as a standing needs them, and what its deals come to.

    Of the deals themselves there are those of the head table, and those of people whose counters were
    counted or who went. Of the seats there are the latest; where bids are played for, one of everybody.
    """
    found = _small_facts(evening, play, settings)
    lines = DealLine.objects.filter(
        highest_version(), version__deal__round__evening=evening, version__deal__void=None
    )
    ordered = told_in_order(found, settings)
    of_some = lines.filter(Q(version__deal__position=HEAD) | Q(entry__in=ordered))
    rows = of_some.order_by("version__deal__journal__seq", "id").values_list(
        "entry", "won", "counters", *DEAL
    )
    return replace(found, pools=_pools(rows)), _sums(lines.order_by())


def _sums(lines: QuerySet[DealLine]) -> Sums:
    """Add up lines of deals in the database: a line has counters or a score."""
    gained = Sum(Coalesce("counters", "score"), default=0)
    exact = Count("pk", filter=Q(bid=F("tricks")))
    figures = {"gained": gained, "played": Count("pk"), "exact": exact, "counted": Count("counters")}
    rows = list(lines.values_list("entry").annotate(**figures))
    return Sums(
        {entry: gained for entry, gained, *_rest in rows},
        {entry: played for entry, _gained, played, *_rest in rows},
        {entry: exact for entry, *_rest, exact, _counted in rows},
        frozenset(entry for entry, _gained, played, _exact, counted in rows if counted < played),
    )


DEAL = (
    "version__deal__round__number",
    "version__deal__position",
    "version__deal__number",
    "version__deal__journal__seq",
)


def _pools(rows: Iterable[tuple[Any, ...]]) -> tuple[record.Pool, ...]:
    lines: dict[tuple[int, ...], list[record.Line]] = defaultdict(list)
    for entry, won, counters, *deal in rows:
        lines[tuple(deal)].append(record.Line(entry, won, counters=counters))
    return tuple(
        record.Pool(number, position, deal, tuple(found), seq)
        for (number, position, deal, seq), found in lines.items()
    )


NOTHING, NO_WORD = Value(0), Value("", output_field=CharField())


def _small_facts(evening: int, play: Play, settings: Settings) -> Facts:
    """Everything but deals, in one query: rows of one shape, each with what it is."""
    here, last = (
        {"round__evening": evening, "void": None},
        RoundRow.objects.filter(evening=evening, void=None).order_by("-number").values("pk")[:1],
    )
    entries = EntryRow.objects.filter(evening=evening, void=None)
    presences = PresenceRow.objects.filter(entry__evening=evening, void=None)
    chips = CutRow.objects.filter(**here, purpose=record.Purpose.CHIP)
    seat = ("entry", "round__number", "position", "chair")
    parts = [  # the first has no number made up, for Django would convert each such column of all rows
        _rows("stake", StakeRow.objects.filter(**here), (*STAKED,), ("kind", "journal__verb")),
        _rows("entry", entries, ("id",), ("name", "role")),
        _rows("presence", presences, ("journal__seq", "id", "entry", "from_round"), ("state",)),
        _rows("seat", SeatRow.objects.filter(void=None, round=last), seat),
        _rows("count", CountRow.objects.filter(**here), ("journal__seq", "id", *COUNTED), ("kind",)),
        _rows("cut", chips, ("round__number", "chain", "attempt", "id", "entry", "deal"), ("card",)),
    ]
    if not play.kind.stakes:
        parts.append(_rows("sat", SeatRow.objects.filter(**here).distinct(), ("entry",)))
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for what, *row in sorted(parts[0].union(*parts[1:], all=True)):
        found[what].append(tuple(row))
    return _facts(play, settings, found)


STATES = {str(state): state for state in record.Presence}
KINDS = {str(kind): kind for kind in record.StakeKind}
COUNTED = ("entry", "round__number", "counters")
STAKED = ("journal__seq", "id", "entry", "round__number", "counters", "in_pool")


def _rows(
    what: str, rows: QuerySet[Any], numbers: Sequence[str], words: Sequence[str] = ()
) -> QuerySet[Any, Any]:
    """Rows as six numbers and two words, after what they are."""
    return rows.order_by().values_list(
        Value(what, output_field=CharField()),
        *(F(name) for name in numbers),
        *[NOTHING] * (6 - len(numbers)),
        *(F(name) for name in words),
        *[NO_WORD] * (2 - len(words)),
    )


def _facts(play: Play, settings: Settings, found: Mapping[str, list[tuple[Any, ...]]]) -> Facts:
    cuts: dict[tuple[int, int, int], dict[int, list[tuple[int, str]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for number, chain, attempt, _id, entry, deal, card, _word in found["cut"]:
        cuts[number, chain, deal][attempt].append((entry, card))
    return Facts(
        play=play,
        settings=settings,
        entries=tuple(record.Entry(row[0], row[6], row[7]) for row in found["entry"]),
        presences=tuple(
            record.PresenceFact(entry, from_round, STATES[state], seq)
            for seq, _id, entry, from_round, _none, _nor, state, _word in found["presence"]
        ),
        seats=tuple(
            record.Seat(number, position, chair, entry)
            for entry, number, position, chair, *_rest in (*found["seat"], *found["sat"])
        ),
        counts=tuple(
            record.Count(entry, number, record.CountKind(kind), counters, seq)
            for seq, _id, entry, number, counters, _none, kind, _word in found["count"]
        ),
        stakes=tuple(
            stake_of(entry, number, KINDS[kind], counters, seq, in_pool, verb)
            for seq, _id, entry, number, counters, in_pool, kind, verb in found["stake"]
        ),
        cuts=tuple(
            record.Cut(number, HEAD, record.Purpose.CHIP, tuple(map(tuple, attempts.values())), deal)
            for (number, _chain, deal), attempts in cuts.items()
        ),
    )
