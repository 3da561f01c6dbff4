"""The present standings of an evening, the calculation from all its facts, and the written results.

If people change tables, the standings take three queries and the database adds up the deals: a large hall has
thousands of lines. If sums are not enough, the evening is calculated from all its facts.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import CharField, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.core import record
from tournaments.core.counters.ledger import Sums, need_journal_order
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.seating import HEAD
from tournaments.core.ranking.metrics import SettledPerson, build_all_figures
from tournaments.core.ranking.places import Step
from tournaments.core.record import Stage
from tournaments.core.results import prizes, standings
from tournaments.core.results import prizes as results_prizes
from tournaments.core.results.prizes import (
    PlayedLittle,
    count_deals,
    explain_barred,
    find_played_little,
    list_able_roles,
)
from tournaments.core.results.standings import COLUMNS, add_games, settle_people
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import (
    build_stake,
    filter_newest_version,
    find_newest_line,
    load_facts,
)
from tournaments.models import (
    Award,
    CountRow,
    CutRow,
    DealLine,
    EntryRow,
    Evening,
    Journal,
    PresenceRow,
    Result,
    RoundRow,
    Season,
    SeasonResult,
    SeatRow,
    Settlement,
    StakeRow,
)
from tournaments.standings.selectors.people import find_belonging, load_groups


@dataclass(frozen=True)
class Reckoning:
    standing: tuple[standings.StandingLine, ...]
    steps: tuple[Step, ...]
    awards: tuple[prizes.PrizeAward, ...]
    little: tuple[PlayedLittle, ...]
    settings: Settings
    """The settings of the awarded prizes: without roles, if prizes for roles become one prize for everybody.
    """


def compute_reckoning(facts: Facts) -> Reckoning:
    """Return everybody's figures and the prizes from the present facts."""
    settled, excluded = settle_everybody(facts), explain_barred(facts)
    settings = _choose_prize_settings(facts, excluded)
    awards = results_prizes.award(
        prizes.list_prizes(settings, facts.play),
        build_all_figures(settled),
        find_belonging(facts, load_groups(facts)),
        excluded,
        one_prize_each=facts.settings.one_prize_each,
        seed=facts.seed,
    )
    deals = count_deals(facts)
    most = max(deals.values(), default=0)
    return Reckoning(
        *rank_people(facts, settled),
        awards=awards,
        little=find_played_little(awards, {entry: (deals[entry], most) for entry in settled}),
        settings=settings,
    )


def _choose_prize_settings(facts: Facts, excluded: Collection[int]) -> Settings:
    """Return the settings for the prizes: without roles, if nobody who can win has a role.

    A finished evening uses the settings of its newest result.
    """
    if not prizes.are_roles_undecided(facts.settings, facts.play, list_able_roles(facts, excluded)):
        return facts.settings
    newest = Result.objects.filter(evening__entries=facts.starters[0], evening__stage=Stage.FINISHED)
    result = newest.order_by("-version").first()
    return facts.settings if result and result.settings.roles else prizes.drop_roles(facts.settings)


def settle_everybody(facts: Facts) -> dict[int, SettledPerson]:
    """Return everybody's figures, including those of each game."""
    chips = Counter(chip.entry for chip in facts.chips.taken)
    return add_games(facts, settle_people(facts, chips))


def rank_people(
    facts: Facts, settled: Mapping[int, SettledPerson]
) -> tuple[tuple[standings.StandingLine, ...], tuple[Step, ...]]:
    """Return the standings of people whose figures are known, and the steps that decided their places."""
    steps = standings.list_steps_now(
        settled, standings.list_ranking_steps(facts.play, facts.settings), facts.play
    )
    seed = standings.make_seed(facts.seed)
    return standings.rank_settled(settled, steps, standings.find_tables_now(facts), seed), steps


OWN = tuple(column.key for column in COLUMNS if not column.of_games)
BY_DEEDS = tuple(column.key for column in COLUMNS if column.of_games)


def build_figures(row: standings.StandingLine, play: Play) -> dict[str, int | None]:
    """Return a person's figures as written: points and exact bids only in games with bids."""
    figures = {name: getattr(row, name) for name in OWN}
    figures |= {name: getattr(row.deeds, name) for name in BY_DEEDS}
    return {**figures, **play.kind.foreign_figures}


def select_known_figures(figures: Mapping[str, int | None], play: Play) -> dict[str, int | None]:
    """Return the figures for readers; None for figures that the game lacks or nobody recorded."""
    unknown = {name for name in play.format.list_empty_figures(play.list_metrics()) if not figures[name]}
    return {name: None if name in unknown else figure for name, figure in figures.items()}


AWAITS_CUT = "awaits_cut"
"""Key in the line of a correction that waits for a cut. Until the cut, the earlier result is valid."""


def query_uncut_corrections(evening: int | OuterRef) -> QuerySet[Journal]:
    """Return the lines of a finished evening's corrections that are in no version of its result yet."""
    results = Result.objects.filter(evening=OuterRef("evening")).order_by("-version").values("journal__seq")
    return Journal.objects.filter(evening=evening, payload__has_key=AWAITS_CUT, seq__gt=Subquery(results[:1]))


REOPENED = "evening_reopened"
"""The verb of the line that reopens a finished evening."""


def find_reopening(evening: Evening) -> Journal | None:
    """Return the newest line that reopened the evening; None if it was never reopened."""
    return find_newest_line(evening, REOPENED)


def awaits_cut(evening: Evening) -> bool:
    """Return whether a correction of the finished evening counts only after a cut."""
    return evening.stage == Stage.FINISHED and query_uncut_corrections(evening.pk).exists()


@dataclass(frozen=True)
class Stands:
    """Everybody by place, and the tie-break steps that decided. ``facts``: None if not all were read."""

    play: Play
    rows: tuple[standings.StandingLine, ...]
    steps: tuple[Step, ...]
    people: Mapping[int, record.Entry]
    facts: Facts | None = None


MORE_THAN_SUMS = standings.OF_GAMES | {"lot"}
"""The metrics for which sums are not enough."""


def load_stands(evening: Evening) -> Stands:
    """Return the present standings of the evening; none for an evening that was called off."""
    settings, play = evening.settings, evening.play
    if evening.stage == record.Stage.CALLED_OFF:
        return Stands(play, (), (), {})
    by = standings.list_ranking_steps(play, settings)
    if not play.format.plays_games and not any(step.metric in MORE_THAN_SUMS for step in by):
        small, sums = _load_summed(evening.pk, play, settings)
        if not any(stake.in_pool for stake in small.stakes):  # the pool may have become void
            settled = settle_people(small, Counter(chip.entry for chip in small.chips.taken), sums)
            steps = standings.list_steps_now(settled, by, play)
            rows = standings.rank_settled(settled, steps, standings.find_tables_now(small))
            return Stands(play, rows, steps, {entry.id: entry for entry in small.entries})
    return _build_stands(load_facts(evening.pk))


def _build_stands(facts: Facts) -> Stands:
    rows, steps = rank_people(facts, settle_everybody(facts))
    return Stands(facts.play, rows, steps, {entry.id: entry for entry in facts.entries}, facts)


def _load_summed(evening: int, play: Play, settings: Settings) -> tuple[Facts, Sums]:
    """Return the facts of an evening that its standings need, and the sums of its deals.

    The facts contain only some deals: those of the head table, and those of people who were counted or left.
    They contain the latest seats; in games with bids, one seat of each person.
    """
    facts = _load_small_facts(evening, play, settings)
    lines = DealLine.objects.filter(
        filter_newest_version(), version__deal__round__evening=evening, version__deal__void=None
    )
    entries = need_journal_order(facts, settings)
    of_some = lines.filter(Q(version__deal__position=HEAD) | Q(entry__in=entries))
    rows = of_some.order_by("version__deal__journal__seq", "id").values_list(
        "entry", "won", "counters", *DEAL
    )
    return replace(facts, pools=_build_pools(rows)), _sum_lines(lines.order_by())


def _sum_lines(lines: QuerySet[DealLine]) -> Sums:
    """Add up lines of deals in the database. A line has counters or a score."""
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


def _build_pools(rows: Iterable[tuple[Any, ...]]) -> tuple[record.Pool, ...]:
    lines: dict[tuple[int, ...], list[record.DealPart]] = defaultdict(list)
    for entry, won, counters, *deal in rows:
        lines[tuple(deal)].append(record.DealPart(entry, won, counters=counters))
    return tuple(
        record.Pool(number, position, deal, tuple(pool_lines), seq)
        for (number, position, deal, seq), pool_lines in lines.items()
    )


NOTHING, NO_WORD = Value(0), Value("", output_field=CharField())


def _load_small_facts(evening: int, play: Play, settings: Settings) -> Facts:
    """Return everything except deals, in one query of rows with equal columns, by their kind."""
    here, last = (
        {"round__evening": evening, "void": None},
        RoundRow.objects.filter(evening=evening, void=None).order_by("-number").values("pk")[:1],
    )
    entries = EntryRow.objects.filter(evening=evening, void=None)
    presences = PresenceRow.objects.filter(entry__evening=evening, void=None)
    chips = CutRow.objects.filter(**here, purpose=record.Purpose.CHIP)
    seat = ("entry", "round__number", "position", "chair")
    parts = [  # the first part has no filler numbers: Django would convert such columns in all rows
        _query_rows("stake", StakeRow.objects.filter(**here), (*STAKED,), ("kind", "journal__verb")),
        _query_rows("entry", entries, ("id",), ("name", "role")),
        _query_rows("presence", presences, ("journal__seq", "id", "entry", "from_round"), ("state",)),
        _query_rows("seat", SeatRow.objects.filter(void=None, round=last), seat),
        _query_rows(
            "count", CountRow.objects.filter(**here), ("journal__seq", "id", *COUNT_COLUMNS), ("kind",)
        ),
        _query_rows("cut", chips, ("round__number", "chain", "attempt", "id", "entry", "deal"), ("card",)),
    ]
    if not play.kind.stakes:
        parts.append(_query_rows("sat", SeatRow.objects.filter(**here).distinct(), ("entry",)))
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for what, *row in sorted(parts[0].union(*parts[1:], all=True)):
        found[what].append(tuple(row))
    return _build_facts(play, settings, found)


STATES = {str(state): state for state in record.Presence}
KINDS = {str(kind): kind for kind in record.StakeKind}
COUNT_COLUMNS = ("entry", "round__number", "counters")
STAKED = ("journal__seq", "id", "entry", "round__number", "counters", "in_pool")


def _query_rows(
    part: str, rows: QuerySet[Any], numbers: Sequence[str], words: Sequence[str] = ()
) -> QuerySet[Any, Any]:
    """Return rows as their kind, six numbers and two words."""
    return rows.order_by().values_list(
        Value(part, output_field=CharField()),
        *(F(name) for name in numbers),
        *[NOTHING] * (6 - len(numbers)),
        *(F(name) for name in words),
        *[NO_WORD] * (2 - len(words)),
    )


def _build_facts(play: Play, settings: Settings, rows: Mapping[str, list[tuple[Any, ...]]]) -> Facts:
    cuts: dict[tuple[int, int, int], dict[int, list[tuple[int, str]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for number, chain, attempt, _id, entry, deal, card, _word in rows["cut"]:
        cuts[number, chain, deal][attempt].append((entry, card))
    return Facts(
        play=play,
        settings=settings,
        entries=tuple(record.Entry(row[0], row[6], row[7]) for row in rows["entry"]),
        presences=tuple(
            record.PresenceFact(entry, from_round, STATES[state], seq)
            for seq, _id, entry, from_round, _none, _nor, state, _word in rows["presence"]
        ),
        seats=tuple(
            record.SeatFact(number, position, chair, entry)
            for entry, number, position, chair, *_rest in (*rows["seat"], *rows["sat"])
        ),
        counts=tuple(
            record.Count(entry, number, record.CountKind(kind), counters, seq)
            for seq, _id, entry, number, counters, _none, kind, _word in rows["count"]
        ),
        stakes=tuple(
            build_stake(entry, number, KINDS[kind], counters, seq, in_pool, verb)
            for seq, _id, entry, number, counters, in_pool, kind, verb in rows["stake"]
        ),
        cuts=tuple(
            record.Cut(number, HEAD, record.Purpose.CHIP, tuple(map(tuple, attempts.values())), deal)
            for (number, _chain, deal), attempts in cuts.items()
        ),
    )


def query_results(evening: Evening, *relations: str) -> QuerySet[Result]:
    """Return every version of the result, the newest first, with its author and the given ``relations``."""
    rows = Result.objects.filter(evening=evening).select_related("journal__actor", "journal__link")
    return rows.prefetch_related(*relations).order_by("-version")


def find_newest_result(evening: Evening) -> Result | None:
    """Return the newest written version; None if there is none."""
    return query_results(evening).first()


def find_counting_result(evening: Evening) -> Result | None:
    """Return the result that counts; None while the evening is unfinished or reopened."""
    return find_newest_result(evening) if evening.stage == Stage.FINISHED else None


def load_settlements(result: Result, order: str = "id") -> list[Settlement]:
    """Return everybody's figures by place; people in one place are ordered by the column ``order``."""
    return list(result.settlements.select_related("entry").order_by("place", order))


def load_written_awards(result: Result | SeasonResult, *also: str) -> list[Award]:
    """Return the prizes of the result with their winners at an evening, and the relations ``also``."""
    return list(result.awards.order_by("rank").prefetch_related("winners", *also))


def load_gift_awards(holder: Evening | Season) -> list[Award]:
    """Return the prizes given by hand and not taken back, by time; none if the evening was called off."""
    if holder.stage == Stage.CALLED_OFF:
        return []
    rows = holder.gifts.filter(withdrawn=False).order_by("rank")
    return list(rows.prefetch_related("winners") if isinstance(holder, Evening) else rows)


def load_evening_gift_awards(evenings: Iterable[int]) -> list[Award]:
    """Return the prizes that were given by hand at these evenings, in order of time."""
    awards = Award.objects.filter(evening__in=list(evenings), withdrawn=False)
    return list(awards.order_by("evening", "rank").prefetch_related("winners"))


def load_all_awards(result: Result) -> list[Award]:
    """Return all prizes of the evening with their announcer and winners, by hand last; in two queries."""
    awards = Award.objects.filter(Q(result=result) | Q(evening=result.evening_id, withdrawn=False))
    rows = awards.select_related("revealed", "result").prefetch_related("winners")
    return sorted(rows, key=lambda award: (award.evening_id is not None, award.rank))


def hides_prizes(evening: Evening) -> bool:
    """Return whether a prize of the newest result is still hidden from the hall."""
    return query_newest_awards(evening).filter(revealed=None).exists()


def query_newest_awards(evening: Evening) -> QuerySet[Award]:
    """Return the prizes of the newest result, the highest first, in one query."""
    last = Result.objects.filter(evening=evening).order_by("-version")[:1]
    return Award.objects.filter(result__in=last.values("pk")).order_by("rank")
