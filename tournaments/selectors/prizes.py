"""The prizes with their reasons: as they would be if it ended now, and as they were announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from tournaments.core.facts import Facts, Stage
from tournaments.core.prizes import Award as Reckoned
from tournaments.core.prizes import Prize, prize_list
from tournaments.core.reasons import Reason
from tournaments.core.standings import METRICS
from tournaments.models import Award, Evening, Result
from tournaments.selectors.bell import chips_of
from tournaments.selectors.results import reckoning
from tournaments.words import plain, worded


@dataclass(frozen=True)
class Considered:
    """Somebody in the ranking for a prize."""

    place: int
    name: str
    figures: tuple[str, ...]
    won: bool


@dataclass(frozen=True)
class PrizeShown:
    """A prize with its winners and why; ``ranking`` by the ``steps``, each a figure's title."""

    key: str
    title: str
    winners: tuple[str, ...]
    why: str
    steps: tuple[str, ...] = ()
    ranking: tuple[Considered, ...] = ()


def prize_title(prize: Prize) -> str:
    title = gettext(prize.title)
    return f"{title}: {gettext(prize.role)}" if prize.role else title


def prizes_shown(facts: Facts, awards: Iterable[Reckoned]) -> tuple[PrizeShown, ...]:
    """The prizes as the facts stand now."""
    names = facts.names
    return tuple(
        PrizeShown(
            award.prize.key,
            prize_title(award.prize),
            tuple(names[entry] for entry in award.winners),
            worded(award.why, names),
            tuple(gettext(METRICS[step.metric].title) for step in award.prize.steps),
            tuple(
                Considered(
                    line.place,
                    names[line.entry],
                    tuple(map(plain, line.figures)),
                    line.entry in award.winners,
                )
                for line in award.ranking
            ),
        )
        for award in awards
    )


@dataclass(frozen=True)
class Announced:
    """A version of the result as it was written: when, by whom, and why it was written again."""

    version: int
    at: datetime
    who: str
    reason: str
    prizes: tuple[PrizeShown, ...]


def announced(evening: Evening, facts: Facts) -> tuple[Announced, ...]:
    """Every version of the result, the one that counts first; no ranking but the figures as written."""
    names = facts.names
    results = (
        Result.objects.filter(evening=evening)
        .select_related("journal__actor")
        .prefetch_related("awards__winners")
        .order_by("-version")
    )
    titles = {prize.key: prize_title(prize) for prize in prize_list(evening.settings, facts.play)}
    return tuple(
        Announced(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            tuple(_as_written(award, titles, names) for award in result.awards.all()),
        )
        for result in results
    )


def _as_written(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeShown:
    winners = tuple(row.name for row in award.winners.all())
    title = titles.get(award.prize, gettext(award.title))
    return PrizeShown(award.prize, title, winners, worded(Reason(award.why, award.figures), names))


@dataclass(frozen=True)
class PrizeList:
    """The prizes: announced as they were written, or as they would be if it ended now."""

    prizes: tuple[PrizeShown, ...]
    announced: Announced | None
    earlier: tuple[Announced, ...]


def prize_page(evening: Evening, facts: Facts) -> PrizeList:
    """What the prizes page shows at this stage; the ranking behind an announced prize is computed again."""
    now = prizes_shown(facts, reckoning(evening.settings, facts).awards)
    if evening.stage != Stage.FINISHED:
        return PrizeList(now, None, ())
    current, *earlier = announced(evening, facts)
    waiting = chips_of(facts).needs  # a corrected result that waits for its cut: what is ranked now is not it
    rankings = {} if waiting else {prize.key: prize for prize in now}
    shown = tuple(
        PrizeShown(
            prize.key,
            prize.title,
            prize.winners,
            prize.why,
            rankings[prize.key].steps if prize.key in rankings else (),
            rankings[prize.key].ranking if prize.key in rankings else (),
        )
        for prize in current.prizes
    )
    return PrizeList(shown, current, tuple(earlier))
