"""Prizes: who wins what, and which figure or step of the tie-break decided it.

A prize is a value; the defaults are the rulebook's and document 002's. Awarding knows only settled
figures, roles and who may win: not how the figures came about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.errors import gettext_noop as _
from tournaments.core.facts import Entry, Facts
from tournaments.core.ledger import started
from tournaments.core.play import Play
from tournaments.core.reasons import Reason
from tournaments.core.settings import BoobyBy, Settings
from tournaments.core.standings import METRICS, Best, Ranked, Settled, Step, ranking, steps_of


@dataclass(frozen=True)
class Prize:
    """A prize for the best by the first of ``steps``; the further ones break ties, what is left is shared.

    With a ``role`` it is for those of that role only.
    """

    key: str
    title: str
    steps: tuple[Step, ...]
    role: str | None = None


@dataclass(frozen=True)
class Award:
    """Who won a prize (nobody, one, or several who share), and why.

    ``ranking`` has everybody who was considered, with the figure of each step.
    """

    prize: Prize
    winners: tuple[int, ...]
    why: Reason
    ranking: tuple[Ranked, ...] = ()


def _yellow(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if play.whole_games:  # no head table gives any
        return ()
    steps = (Step("yellow"), *steps_of(play)[:1])
    return (Prize("yellow", _("Most yellow chips"), steps),)


def _counters(settings: Settings, play: Play) -> tuple[Prize, ...]:
    title, steps = (_("Most counters") if play.staked else _("Most points")), steps_of(play)[:1]
    if play.together:
        return (Prize("counters", _("Fewest hands"), steps),)
    if not settings.roles:
        return (Prize("counters", title, steps),)
    return tuple(Prize(f"counters-{role}", title, steps, role) for role in settings.roles)


def _booby(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if play.together:  # a table wins or loses as one
        return ()
    chips = settings.booby is BoobyBy.YELLOW and not play.whole_games
    metric = "yellow" if chips else steps_of(play)[0].metric
    return (Prize("booby", _("Booby prize"), (Step(metric, Best.LOWEST),)),)


PRIZES: dict[str, Callable[[Settings, Play], tuple[Prize, ...]]] = {
    "yellow": _yellow,
    "counters": _counters,
    "booby": _booby,
}


def prize_list(settings: Settings, play: Play) -> tuple[Prize, ...]:
    """The evening's prizes in the order chosen, the highest first: those that its game and format know."""
    return tuple(prize for key in settings.prizes for prize in PRIZES[key](settings, play))


def eligible(facts: Facts, settings: Settings) -> frozenset[int]:
    """Who may win: those present at the last bell; by setting, also those who left.

    Whoever goes home after that bell was present at it. Before the first bell: who is here.
    """
    if settings.leavers_win:
        return frozenset(started(facts))
    rung = max((played.rung_seq or 0 for played in facts.rounds), default=0)
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    here = {p.entry: p.state for p in spoken if p.seq <= rung or not rung}
    return frozenset(entry for entry in started(facts) if entry in here and here[entry].plays)


def award(
    prizes: Iterable[Prize],
    settled: Mapping[int, Settled],
    entries: Iterable[Entry],
    eligible: Collection[int],
    *,
    one_prize_each: bool = False,
) -> tuple[Award, ...]:
    """Every prize with its winners, or with the reason why nobody wins it.

    ``one_prize_each``: whoever has a prize leaves the later ones in the list to the next.
    """
    roles = {entry.id: entry.role for entry in entries}
    awards: list[Award] = []
    taken: set[int] = set()
    for prize in prizes:
        able = [
            person
            for entry, person in settled.items()
            if entry in eligible and prize.role in (None, roles.get(entry))
        ]
        made = _award(prize, able, taken, settled.values())
        awards.append(made)
        if one_prize_each:
            taken.update(made.winners)
    return tuple(awards)


def _award(prize: Prize, able: list[Settled], taken: set[int], everybody: Iterable[Settled]) -> Award:
    free = [person for person in able if person.entry not in taken]
    ranked = ranking(free, prize.steps)
    if (nobody := _nobody(prize, able, free, everybody)) is not None:
        return Award(prize, (), nobody, ranked)
    winners, why = _decide(prize.steps, ranked)
    if passed := _passed(prize, able, taken, winners):
        why = Reason(f"{why.code}_passed", {**why.figures, "whom": passed})
    return Award(prize, winners, why, ranked)


def _nobody(
    prize: Prize, able: list[Settled], free: list[Settled], everybody: Iterable[Settled]
) -> Reason | None:
    """Why nobody can win the prize, if nobody can."""
    first = prize.steps[0]
    metric = METRICS[first.metric]
    if not able:
        return Reason("prize_nobody") if prize.role is None else Reason("prize_no_role", {"role": prize.role})
    if not free:
        return Reason("prize_all_have_one")
    if metric.lost and all(metric.figure(person) is None for person in free):
        return Reason("prize_all_lost")
    if metric.given and not any(map(metric.figure, everybody)):
        return Reason("prize_none_given", {"metric": metric.key})
    if metric.given and first.best is Best.HIGHEST and not any(map(metric.figure, free)):
        return Reason("prize_others_only", {"metric": metric.key})
    return None


def _decide(steps: Sequence[Step], ranked: Sequence[Ranked]) -> tuple[tuple[int, ...], Reason]:
    """Who is best, step by step among those still equal, and the step that decided."""
    tied, level, split = list(ranked), list(ranked), _Split(0, 0, None)
    for index, step in enumerate(steps):
        known = {line.entry: figure for line in tied if (figure := line.figures[index]) is not None}
        if METRICS[step.metric].lost:
            tied = [line for line in tied if line.entry in known]
        if uncounted := tuple(line.entry for line in tied if line.entry not in known):
            return (), Reason("prize_uncounted", {"others": uncounted})
        best = max(known.values(), key=step.worth)
        beaten = [figure for figure in known.values() if figure != best]
        tied = [line for line in tied if known[line.entry] == best]
        if beaten or index == 0:
            split = _Split(index, best, max(beaten, key=step.worth, default=None))
        if index == 0:
            level = tied
        if len(tied) == 1:
            break
    winners = tuple(line.entry for line in tied)
    return winners, _why(steps, level, winners, split)


@dataclass(frozen=True)
class _Split:
    """The last step that parted the equals: its best figure, and the best of those it left behind."""

    index: int
    figure: int
    next: int | None


def _why(steps: Sequence[Step], level: Sequence[Ranked], winners: tuple[int, ...], split: _Split) -> Reason:
    """``level``: those equal in the first step."""
    figures: dict[str, int | str | tuple[int, ...]] = {
        "metric": steps[0].metric,
        "figure": level[0].figures[0] or 0,
    }
    if split.index > 0:
        figures |= {
            "others": tuple(line.entry for line in level if line.entry not in winners),
            "tie_break": steps[split.index].metric,
            "by": split.figure,
            "next": split.next or 0,
        }
        return Reason("prize_tie_break" if len(winners) == 1 else "prize_tie_break_shared", figures)
    if len(winners) > 1:
        return Reason("prize_shared", {**figures, "others": winners})
    if split.next is None:
        return Reason("prize_alone", figures)
    return Reason("prize_best", {**figures, "next": split.next})


def _passed(prize: Prize, able: list[Settled], taken: set[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    """Those at least as good as the winners who have their one prize already."""
    places = {line.entry: line.place for line in ranking(able, prize.steps)} if winners else {}
    worst = max((places[entry] for entry in winners), default=0)
    return tuple(entry for entry in places if entry in taken and places[entry] <= worst)
