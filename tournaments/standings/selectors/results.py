"""The evening reckoned up: standings and prizes, provisional until it is finished.

After a correction that waits for a cut, the result before it stands until the cut is made.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.core.evening import Facts, Play
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.settled import Settled, records
from tournaments.core.record import Stage
from tournaments.core.results import awarding, may_win, prizes, standings
from tournaments.core.results.columns import COLUMNS
from tournaments.core.results.games import with_games
from tournaments.core.results.settlement import settlement
from tournaments.core.settings import Settings
from tournaments.evening.selectors.lines import newest_line
from tournaments.models import Evening, Journal, Result
from tournaments.standings.selectors.groups import belonging, groups_of


@dataclass(frozen=True)
class Reckoning:
    standing: tuple[standings.Row, ...]
    steps: tuple[Step, ...]
    awards: tuple[prizes.Award, ...]
    little: tuple[may_win.PlayedLittle, ...]
    settings: Settings
    """By which the prizes were awarded: without roles, where prizes for roles are one for everybody."""


def reckoning(facts: Facts) -> Reckoning:
    """Everybody's figures and the prizes as the facts stand now."""
    settled, out = settled_up(facts), may_win.cannot_win(facts)
    settings = _settings_of_prizes(facts, out)
    awards = awarding.award(
        prizes.prize_list(settings, facts.play),
        records(settled),
        belonging(facts, groups_of(facts)),
        out,
        one_prize_each=facts.settings.one_prize_each,
        seed=facts.seed,
    )
    played = may_win.deals_played(facts)
    most = max(played.values(), default=0)
    return Reckoning(
        *placed(facts, settled),
        awards=awards,
        little=may_win.played_little(awards, {entry: (played[entry], most) for entry in settled}),
        settings=settings,
    )


def _settings_of_prizes(facts: Facts, out: Collection[int]) -> Settings:
    """Return the settings for the prizes: without roles, if nobody who can win has one.

    A finished evening keeps what its newest result says.
    """
    if not prizes.roles_undecided(facts.settings, facts.play, may_win.roles_able(facts, out)):
        return facts.settings
    newest = Result.objects.filter(evening__entries=facts.started[0], evening__stage=Stage.FINISHED)
    written = newest.order_by("-version").first()
    return facts.settings if written and written.settings.roles else prizes.without_roles(facts.settings)


def settled_up(facts: Facts) -> dict[int, Settled]:
    """Everybody's figures, those of each game included."""
    chips = Counter(chip.entry for chip in facts.chips.taken)
    return with_games(facts, settlement(facts, chips))


def placed(
    facts: Facts, settled: Mapping[int, Settled]
) -> tuple[tuple[standings.Row, ...], tuple[Step, ...]]:
    """The standing of people whose figures are known, and the steps by which they were placed."""
    steps = standings.steps_now(settled, standings.ranked_by(facts.play, facts.settings), facts.play)
    seed = standings.seed_of(facts.seed)
    return standings.standing_of(settled, steps, standings.tables_now(facts), seed), steps


OWN = tuple(column.key for column in COLUMNS if not column.of_games)
BY_DEEDS = tuple(column.key for column in COLUMNS if column.of_games)


def figures_of(row: standings.Row, play: Play) -> dict[str, int | None]:
    """Somebody's figures as they are written: points and exact bids only where bids are played for."""
    figures = {name: getattr(row, name) for name in OWN}
    figures |= {name: getattr(row.deeds, name) for name in BY_DEEDS}
    return {**figures, **play.kind.foreign_figures}


def known_figures(figures: Mapping[str, int | None], play: Play) -> dict[str, int | None]:
    """Return the figures for readers: None where nothing of the kind is played, or nobody told it."""
    unknown = {name for name in play.format.empty_figures(play.metrics()) if not figures[name]}
    return {name: None if name in unknown else figure for name, figure in figures.items()}


AWAITS_CUT = "awaits_cut"
"""What the line of such a correction notes."""


def cut_awaited(evening: int | OuterRef) -> QuerySet[Journal]:
    """The lines of a finished evening's corrections that are in no version of its result yet."""
    written = Result.objects.filter(evening=OuterRef("evening")).order_by("-version").values("journal__seq")
    return Journal.objects.filter(evening=evening, payload__has_key=AWAITS_CUT, seq__gt=Subquery(written[:1]))


REOPENED = "evening_reopened"
"""The verb of the line that reopens a finished evening."""


def last_reopened(evening: Evening) -> Journal | None:
    """The line that reopened the evening last; None if it was never finished before."""
    return newest_line(evening, REOPENED)


def awaits_cut(evening: Evening) -> bool:
    """Whether a correction of the finished evening counts only after a cut."""
    return evening.stage == Stage.FINISHED and cut_awaited(evening.pk).exists()
