"""Prizes: what they go by, and for whom they are.

A prize is a value; the defaults stand in docs/prizes.md, others are a club's own. Who of an
evening cannot win is in ``may_win.py``, awarding in ``awarding.py``.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from accounts.errors import gettext_noop as _
from tournaments.core.evening import Play
from tournaments.core.ranking.metrics import METRICS, OF_SEASONS, Best, Figure
from tournaments.core.ranking.places import Ranked, Step, steps
from tournaments.core.ranking.prize_list import Listed, for_everybody, given
from tournaments.core.reasons import Reason
from tournaments.core.results.standings import metrics_of, steps_of, usual_ranking
from tournaments.core.settings import BoobyBy, Settings


@dataclass(frozen=True)
class Prize:
    """A prize for the best by the first of ``steps``; the further ones break ties, what is left is shared.

    With a ``role``, a ``group`` or a ``division`` it is for those only. ``place``: for whom in the ranking,
    where it is one of a ``series`` for the first, the second, and so on; 0 where it is the only one.
    ``own``: its title is the club's, and not translated.
    """

    key: str
    title: str
    steps: tuple[Step, ...]
    role: str | None = None
    group: str | None = None
    division: str | None = None
    place: int = 0
    series: str = ""
    own: bool = False


@dataclass(frozen=True)
class Excluded:
    """Somebody such as the prize is for, and why they cannot win it; with the figure of each step."""

    who: int
    why: Reason
    figures: tuple[Figure | None, ...] = ()


@dataclass(frozen=True)
class Award:
    """Who won a prize (nobody, one, or several who share), and why.

    ``ranking`` has everybody who was considered, with the figure of each step; ``out`` all others of those
    that the prize is for.
    """

    prize: Prize
    winners: tuple[int, ...]
    why: Reason
    ranking: tuple[Ranked, ...] = ()
    out: tuple[Excluded, ...] = ()


def _yellow(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if "yellow" not in play.metrics():  # no head table gives any
        return ()
    steps = (Step("yellow"), *steps_of(play)[:1])
    return (Prize("yellow", _("Most yellow chips"), steps),)


def _counters(settings: Settings, play: Play) -> tuple[Prize, ...]:
    title, best = play.kind.best_title, steps_of(play)[:1]
    if winner := play.format.winner:  # who is first wins, whoever has most when it is over
        return (Prize("counters", winner, steps(usual_ranking(play))),)
    by_role = [Prize(f"counters-{role}", title, best, role) for role in play.kind.roles(settings)]
    return tuple(by_role or [Prize("counters", title, best)])


def _booby(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if not play.kind.booby_title:
        return ()
    chips = settings.booby is BoobyBy.YELLOW and "yellow" in play.metrics()
    metric = "yellow" if chips else steps_of(play)[0].metric
    return (Prize("booby", play.kind.booby_title, (Step(metric, Best.LOWEST),)),)


PRIZES: dict[str, Callable[[Settings, Play], tuple[Prize, ...]]] = {
    "yellow": _yellow,
    "counters": _counters,
    "booby": _booby,
}


def prize_list(settings: Settings, play: Play) -> tuple[Prize, ...]:
    """The evening's prizes in the order chosen, the highest first: those that its game and format know."""
    return tuple(prize for chosen in given(settings.prizes) for prize in prizes_of(chosen, settings, play))


def prizes_of(chosen: Listed, settings: Settings, play: Play) -> tuple[Prize, ...]:
    """What a prize on an evening's list comes to: one, one for each role or place, or none."""
    if chosen.own:
        return own_prizes(chosen, known_to(settings, play))
    prizes = PRIZES[chosen.key](settings, play)
    return tuple(replace(prize, title=chosen.title, own=True) for prize in prizes) if chosen.title else prizes


def own_prizes(chosen: Listed, known: Collection[str]) -> tuple[Prize, ...]:
    """What a prize of the club's own comes to where these metrics are ``known``: one for each place."""
    if chosen.steps[0].metric not in known:
        return ()
    steps = tuple(step for step in chosen.steps if step.metric in known)
    prize = Prize(
        chosen.key,
        chosen.title,
        steps,
        chosen.role or None,
        chosen.group or None,
        chosen.division or None,
        own=True,
    )
    if chosen.places == 1:
        return (prize,)
    return tuple(
        replace(
            prize, key=chosen.key if place == 1 else f"{chosen.key}-{place}", place=place, series=chosen.key
        )
        for place in range(1, chosen.places + 1)
    )


def without_roles(settings: Settings) -> Settings:
    """Return the settings by which the prizes for roles are one prize for everybody."""
    return replace(settings, roles=(), prizes=for_everybody(settings.prizes))


def roles_undecided(settings: Settings, play: Play, roles: Collection[str]) -> bool:
    """Whether prizes are for roles, and none of the people who can win has one.

    ``roles``: of each of these people, empty for nobody's.
    """
    return bool(roles) and not any(roles) and any(prize.role for prize in prize_list(settings, play))


EVENING = frozenset(METRICS) - OF_SEASONS
"""The metrics by which prizes of an evening can go, whatever is played."""


def known_to(settings: Settings, play: Play) -> frozenset[str]:
    """The metrics by which the evening's prizes can go where this is played."""
    return frozenset({*metrics_of(play, settings.counting), "deals"})
