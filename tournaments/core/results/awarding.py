"""Awarding prizes: who wins what, and which figure or step of the tie-break decided it.

It knows only figures, and who may win: not how the figures came about, nor whether they are an
evening's or a season's.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.ranking.metrics import METRICS, Best, Figure, Record
from tournaments.core.ranking.places import Ranked, Step, ranking, shown
from tournaments.core.ranking.prize_list import LOT
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import Award, Excluded, Prize


@dataclass(frozen=True)
class Belongs:
    """What somebody is, where a prize is for some only."""

    role: str = ""
    groups: frozenset[str] = frozenset()
    division: str = ""

    def to(self, prize: Prize) -> bool:
        """Whether the prize is for such a person."""
        return (
            prize.role in (None, self.role)
            and (prize.group is None or prize.group in self.groups)
            and prize.division in (None, self.division)
        )


ANYBODY = Belongs()
HAS_ONE = Reason("out_has_prize")


def award(
    prizes: Iterable[Prize],
    people: Iterable[Record],
    belongs: Mapping[int, Belongs],
    out: Mapping[int, Reason],
    *,
    one_prize_each: bool = False,
    seed: str = "",
    divided: Iterable[Record] = (),
) -> tuple[Award, ...]:
    """Every prize with its winners, or with the reason why nobody wins it.

    ``out``: why each of these can win none. ``one_prize_each``: whoever has a prize leaves the later ones in
    the list to the next. Lots are drawn by ``seed``, for each prize others. ``divided``: the same people by
    what counts in their division, which a prize for one goes by.
    """
    of_all, of_divisions = tuple(people), tuple(divided)
    awards: list[Award] = []
    taken: dict[int, str] = {}
    for prize in prizes:
        series = prize.series or prize.key
        everybody = of_divisions if prize.division is not None and of_divisions else of_all
        such = [person for person in everybody if belongs.get(person.who, ANYBODY).to(prize)]
        gone = {who: HAS_ONE for who, of in taken.items() if of != series}
        made = _award(prize, such, out, gone, everybody, f"{seed}:{series}")
        awards.append(made)
        if one_prize_each:
            taken |= {who: series for who in made.winners if who not in taken}
    return tuple(awards)


def _award(
    prize: Prize,
    such: Sequence[Record],
    out: Mapping[int, Reason],
    gone: Mapping[int, Reason],
    everybody: Sequence[Record],
    seed: str,
) -> Award:
    """``such``: those that the prize is for. ``gone``: those of them who have a prize already."""
    able = [person for person in such if person.who not in out]
    free = [person for person in able if person.who not in gone]
    ranked, excluded = ranking(free, prize.steps, seed), _excluded(prize, such, {**gone, **out})
    if (nobody := _nobody(prize, able, free, everybody)) is not None:
        return Award(prize, (), nobody, ranked, excluded)
    winners, why = _decide(prize, ranked)
    if passed := _passed(prize, able, gone, winners, seed):
        why = Reason(f"{why.code}_passed", {**why.figures, "whom": passed})
    return Award(prize, winners, why, ranked, excluded)


def _excluded(prize: Prize, such: Iterable[Record], why: Mapping[int, Reason]) -> tuple[Excluded, ...]:
    """Those that the prize is for and who cannot win it, the best first.

    They have no figure in a step that only compares equals.
    """
    relative = [METRICS[step.metric].relative for step in prize.steps]
    steps = [step for step, compares in zip(prize.steps, relative, strict=True) if not compares]
    found = []
    for line in ranking((person for person in such if person.who in why), steps):
        known = iter(line.figures)
        figures = tuple(None if compares else next(known) for compares in relative)
        found.append(Excluded(line.who, why[line.who], figures))
    return tuple(found)


def _nobody(
    prize: Prize, able: Sequence[Record], free: Sequence[Record], everybody: Sequence[Record]
) -> Reason | None:
    """Why nobody can win the prize, if nobody can."""
    first = prize.steps[0]
    metric = METRICS[first.metric]
    if not able:
        return _none_able(prize)
    if not free:
        return Reason("prize_all_have_one")
    if metric.lost and all(metric.of((person,))[person.who] is None for person in free):
        return Reason("prize_all_lost")
    if metric.given and not any(metric.of(everybody).values()):
        return Reason("prize_none_given", {"metric": metric.key})
    if metric.given and first.best is Best.HIGHEST and not any(metric.of(free).values()):
        return Reason("prize_others_only", {"metric": metric.key})
    return None


def _none_able(prize: Prize) -> Reason:
    """Nobody is such as the prize is for."""
    if prize.group is not None:
        return Reason("prize_no_group", {"group": prize.group})
    if prize.division is not None:
        return Reason("prize_no_division", {"division": prize.division})
    return Reason("prize_nobody") if prize.role is None else Reason("prize_no_role", {"role": prize.role})


def _decide(prize: Prize, ranked: Sequence[Ranked]) -> tuple[tuple[int, ...], Reason]:
    """Who has the prize's place, and the step that decided: the best of those who are not ahead of it."""
    lost = METRICS[prize.steps[0].metric].lost
    rest, place = [line for line in ranked if not lost or line.figures[0] is not None], 1
    while rest:
        winners, why = _best(prize.steps, rest)
        if place == max(prize.place, 1) or not winners:
            last = place > 1 and why.code == "prize_alone"
            return winners, Reason("prize_last", why.figures) if last else why
        place += len(winners)
        if place > prize.place:
            return (), Reason("prize_place_shared", {"place": prize.place})
        rest = [line for line in rest if line.who not in winners]
    return (), Reason("prize_place_empty", {"place": prize.place})


def _best(steps: Sequence[Step], ranked: Sequence[Ranked]) -> tuple[tuple[int, ...], Reason]:
    """Who is best, step by step among those still equal, and the step that decided."""
    tied, level, split = list(ranked), list(ranked), _Split(0, 0, None)
    for index, step in enumerate(steps):
        able = tied
        known = {line.who: figure for line in tied if (figure := line.figures[index]) is not None}
        if METRICS[step.metric].behind:
            if index and not known:  # none of them has any, and they stay equal
                continue
            able = [line for line in tied if line.who in known] or tied
        if uncounted := tuple(line.who for line in able if line.who not in known):
            return (), Reason("prize_uncounted", {"others": uncounted})
        best = known[able[0].who]
        beaten = next((known[line.who] for line in able if known[line.who] != best), None)
        ahead = [line for line in able if known[line.who] == best]
        if len(ahead) < len(tied) or index == 0:
            split = _Split(index, best, beaten)
        tied = ahead
        if index == 0:
            level = tied
        if len(tied) == 1:
            break
    winners = tuple(line.who for line in tied)
    return winners, _why(steps, level, winners, split)


@dataclass(frozen=True)
class _Split:
    """The last step that parted the equals: its best figure, and the best of those it left behind.

    ``next`` is None where they have no figure.
    """

    index: int
    figure: Figure
    next: Figure | None


def _why(steps: Sequence[Step], level: Sequence[Ranked], winners: tuple[int, ...], split: _Split) -> Reason:
    """``level``: those equal in the first step."""
    figures: dict[str, int | str | tuple[int, ...]] = {
        "metric": steps[0].metric,
        "figure": _shown(level[0].figures[0]),
    }
    if split.index > 0:
        figures["others"] = tuple(line.who for line in level if line.who not in winners)
        if steps[split.index].metric == LOT:
            return Reason("prize_lot", {**figures, "seed": level[0].seed})
        figures |= {
            "tie_break": steps[split.index].metric,
            "by": _shown(split.figure),
            "next": _shown(split.next),
        }
        return Reason("prize_tie_break" if len(winners) == 1 else "prize_tie_break_shared", figures)
    if len(winners) > 1:
        return Reason("prize_shared", {**figures, "others": winners})
    if split.next is None:
        return Reason("prize_alone", figures)
    return Reason("prize_best", {**figures, "next": _shown(split.next)})


def _shown(figure: Figure | None) -> int | str:
    return "–" if figure is None else shown(figure)


def _passed(
    prize: Prize, able: Sequence[Record], gone: Collection[int], winners: tuple[int, ...], seed: str
) -> tuple[int, ...]:
    """Those at least as good as the winners who have their one prize already."""
    if not winners or not gone:
        return ()
    places = {line.who: line.place for line in ranking(able, prize.steps, seed)}
    worst = max(places[who] for who in winners)
    return tuple(who for who in places if who in gone and places[who] <= worst)
