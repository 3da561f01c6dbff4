"""Prizes: their steps, the people who can win them, and their award.

A prize is a value. The defaults are in docs/prizes.md; other prizes are a club's own. ``award`` finds the
winners of an evening or a season, and the figure or tie-break that decided. ``explain_barred`` returns who of
an evening cannot win, and why. ``find_played_little`` returns winners who played less than half.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.errors import gettext_noop as _
from tournaments.core.evening import Facts, Play
from tournaments.core.ranking.metrics import METRICS, OF_SEASONS, Best, Figure, PersonFigures
from tournaments.core.ranking.places import RankedPerson, Step, build_steps, rank_people, shown
from tournaments.core.ranking.prize_list import LOT, Listed, list_enabled_prizes, open_to_everybody
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, PresenceFact
from tournaments.core.results.standings import find_usual_ranking, list_metrics, list_steps
from tournaments.core.settings import BoobyBy, Settings


@dataclass(frozen=True)
class Prize:
    """A prize. The first of ``steps`` decides, the others break ties; people who are still equal share it.

    A ``role``, a ``group`` or a ``division`` limits the prize to its people. ``place``: the winning place
    in a ``series`` for the first, the second, and so on; 0 for a single prize. ``own``: the title is the
    club's and is not translated.
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
class Exclusion:
    """A person the prize is for who cannot win it, and why; with the figure of each step."""

    who: int
    why: Reason
    figures: tuple[Figure | None, ...] = ()


@dataclass(frozen=True)
class PrizeAward:
    """Who won a prize (nobody, one, or several who share), and why.

    ``ranking``: everybody who could win, with the figure of each step. ``out``: all other people the prize
    is for.
    """

    prize: Prize
    winners: tuple[int, ...]
    why: Reason
    ranking: tuple[RankedPerson, ...] = ()
    out: tuple[Exclusion, ...] = ()


def _list_yellow(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if "yellow" not in play.list_metrics():  # without a head table there are no chips
        return ()
    steps = (Step("yellow"), *list_steps(play)[:1])
    return (Prize("yellow", _("Most yellow chips"), steps),)


def _list_counters(settings: Settings, play: Play) -> tuple[Prize, ...]:
    title, best = play.kind.best_title, list_steps(play)[:1]
    if winner := play.format.winner:  # the first person wins, not the person who has most
        return (Prize("counters", winner, build_steps(find_usual_ranking(play))),)
    by_role = [Prize(f"counters-{role}", title, best, role) for role in play.kind.list_prize_roles(settings)]
    return tuple(by_role or [Prize("counters", title, best)])


def _list_booby(settings: Settings, play: Play) -> tuple[Prize, ...]:
    if not play.kind.booby_title:
        return ()
    chips = settings.booby is BoobyBy.YELLOW and "yellow" in play.list_metrics()
    metric = "yellow" if chips else list_steps(play)[0].metric
    return (Prize("booby", play.kind.booby_title, (Step(metric, Best.LOWEST),)),)


PRIZES: dict[str, Callable[[Settings, Play], tuple[Prize, ...]]] = {
    "yellow": _list_yellow,
    "counters": _list_counters,
    "booby": _list_booby,
}


def list_prizes(settings: Settings, play: Play) -> tuple[Prize, ...]:
    """Return the prizes that fit the game and format, in the chosen order, the highest first."""
    return tuple(
        prize
        for chosen in list_enabled_prizes(settings.prizes)
        for prize in expand_listed(chosen, settings, play)
    )


def expand_listed(chosen: Listed, settings: Settings, play: Play) -> tuple[Prize, ...]:
    """Return the prizes of an entry on an evening's list: one, one for each role or place, or none."""
    if chosen.own:
        return list_own_prizes(chosen, list_known_metrics(settings, play))
    prizes = PRIZES[chosen.key](settings, play)
    return tuple(replace(prize, title=chosen.title, own=True) for prize in prizes) if chosen.title else prizes


def list_own_prizes(chosen: Listed, metrics: Collection[str]) -> tuple[Prize, ...]:
    """Return a club's own prize, once for each place. Empty if its first metric is not ``metrics``."""
    if chosen.steps[0].metric not in metrics:
        return ()
    steps = tuple(step for step in chosen.steps if step.metric in metrics)
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


def drop_roles(settings: Settings) -> Settings:
    """Return the settings with each prize for roles made one prize for everybody."""
    return replace(settings, roles=(), prizes=open_to_everybody(settings.prizes))


def are_roles_undecided(settings: Settings, play: Play, roles: Collection[str]) -> bool:
    """Return whether prizes are for roles although nobody who can win has a role.

    ``roles``: the role of each of these people, empty for none.
    """
    return bool(roles) and not any(roles) and any(prize.role for prize in list_prizes(settings, play))


EVENING = frozenset(METRICS) - OF_SEASONS
"""The metrics that prizes of an evening can use, in any game."""


def list_known_metrics(settings: Settings, play: Play) -> frozenset[str]:
    """Return the metrics that the evening's prizes can use in this game and format."""
    return frozenset({*list_metrics(play, settings.counting), "deals"})


@dataclass(frozen=True)
class Belongs:
    """A person's role, group and division, for prizes that are limited to one."""

    role: str = ""
    groups: frozenset[str] = frozenset()
    division: str = ""

    def may_win(self, prize: Prize) -> bool:
        """Return whether the prize is for this person."""
        return (
            prize.role in (None, self.role)
            and (prize.group is None or prize.group in self.groups)
            and prize.division in (None, self.division)
        )


ANYBODY = Belongs()
HAS_ONE = Reason("out_has_prize")


def award(
    prizes: Iterable[Prize],
    people: Iterable[PersonFigures],
    belongs: Mapping[int, Belongs],
    out: Mapping[int, Reason],
    *,
    one_prize_each: bool = False,
    seed: str = "",
    divided: Iterable[PersonFigures] = (),
) -> tuple[PrizeAward, ...]:
    """Return every prize with its winners, or with the reason why nobody wins it.

    The result depends only on the figures and on the people who can win. The figures can be an evening's or
    a season's.

    ``out``: why each of these people can win no prize. ``one_prize_each``: a person who has a prize leaves
    later prizes in the list to the next person. ``seed``: of the lots, which differ for each prize.
    ``divided``: the same people with the figures that count in their division; a prize for a division uses
    these.
    """
    of_all, of_divisions = tuple(people), tuple(divided)
    awards: list[PrizeAward] = []
    taken: dict[int, str] = {}
    for prize in prizes:
        series = prize.series or prize.key
        everybody = of_divisions if prize.division is not None and of_divisions else of_all
        such = [person for person in everybody if belongs.get(person.who, ANYBODY).may_win(prize)]
        gone = {who: HAS_ONE for who, of in taken.items() if of != series}
        made = _award(prize, such, out, gone, everybody, f"{seed}:{series}")
        awards.append(made)
        if one_prize_each:
            taken |= {who: series for who in made.winners if who not in taken}
    return tuple(awards)


def _award(
    prize: Prize,
    candidates: Sequence[PersonFigures],
    barred: Mapping[int, Reason],
    leavers: Mapping[int, Reason],
    everybody: Sequence[PersonFigures],
    seed: str,
) -> PrizeAward:
    """Award one prize. ``candidates``: the people it is for.

    ``leavers``: those of them who already have a prize.
    """
    able = [person for person in candidates if person.who not in barred]
    free = [person for person in able if person.who not in leavers]
    ranked, excluded = (
        rank_people(free, prize.steps, seed),
        _list_excluded(prize, candidates, {**leavers, **barred}),
    )
    if (nobody := _explain_nobody(prize, able, free, everybody)) is not None:
        return PrizeAward(prize, (), nobody, ranked, excluded)
    winners, why = _decide(prize, ranked)
    if passed := _find_passed(prize, able, leavers, winners, seed):
        why = Reason(f"{why.code}_passed", {**why.figures, "whom": passed})
    return PrizeAward(prize, winners, why, ranked, excluded)


def _list_excluded(
    prize: Prize, such: Iterable[PersonFigures], reasons: Mapping[int, Reason]
) -> tuple[Exclusion, ...]:
    """Return people the prize is for who cannot win it, the best first.

    They have no figure in a step that only compares equals.
    """
    relative = [METRICS[step.metric].relative for step in prize.steps]
    steps = [step for step, compares in zip(prize.steps, relative, strict=True) if not compares]
    found = []
    for line in rank_people((person for person in such if person.who in reasons), steps):
        known = iter(line.figures)
        figures = tuple(None if compares else next(known) for compares in relative)
        found.append(Exclusion(line.who, reasons[line.who], figures))
    return tuple(found)


def _explain_nobody(
    prize: Prize,
    able: Sequence[PersonFigures],
    free: Sequence[PersonFigures],
    everybody: Sequence[PersonFigures],
) -> Reason | None:
    """Return why nobody can win the prize. None if somebody can."""
    first = prize.steps[0]
    metric = METRICS[first.metric]
    if not able:
        return _explain_none_able(prize)
    if not free:
        return Reason("prize_all_have_one")
    if metric.missing_loses and all(metric.compute((person,))[person.who] is None for person in free):
        return Reason("prize_all_lost")
    if metric.needs_some and not any(metric.compute(everybody).values()):
        return Reason("prize_none_given", {"metric": metric.key})
    if metric.needs_some and first.best is Best.HIGHEST and not any(metric.compute(free).values()):
        return Reason("prize_others_only", {"metric": metric.key})
    return None


def _explain_none_able(prize: Prize) -> Reason:
    if prize.group is not None:
        return Reason("prize_no_group", {"group": prize.group})
    if prize.division is not None:
        return Reason("prize_no_division", {"division": prize.division})
    return Reason("prize_nobody") if prize.role is None else Reason("prize_no_role", {"role": prize.role})


def _decide(prize: Prize, ranking_lines: Sequence[RankedPerson]) -> tuple[tuple[int, ...], Reason]:
    """Return the winners of the prize's place, and the step that decided.

    The winners are the best after everybody ahead of that place is removed.
    """
    lost = METRICS[prize.steps[0].metric].missing_loses
    rest, place = [line for line in ranking_lines if not lost or line.figures[0] is not None], 1
    while rest:
        winners, why = _find_best(prize.steps, rest)
        if place == max(prize.place, 1) or not winners:
            last = place > 1 and why.code == "prize_alone"
            return winners, Reason("prize_last", why.figures) if last else why
        place += len(winners)
        if place > prize.place:
            return (), Reason("prize_place_shared", {"place": prize.place})
        rest = [line for line in rest if line.who not in winners]
    return (), Reason("prize_place_empty", {"place": prize.place})


def _find_best(
    steps: Sequence[Step], ranking_lines: Sequence[RankedPerson]
) -> tuple[tuple[int, ...], Reason]:
    """Return the best people, step by step among those still equal, and the step that decided."""
    tied, level, split = list(ranking_lines), list(ranking_lines), _Split(0, 0, None)
    for index, step in enumerate(steps):
        able = tied
        known = {line.who: figure for line in tied if (figure := line.figures[index]) is not None}
        if METRICS[step.metric].missing_last:
            if index and not known:  # nobody has a figure, and all stay equal
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
    return winners, _explain_win(steps, level, winners, split)


@dataclass(frozen=True)
class _Split:
    """The last step that separated equals: its best figure, and the best figure of people left behind.

    ``next`` is None if they have no figure.
    """

    index: int
    figure: Figure
    next: Figure | None


def _explain_win(
    steps: Sequence[Step], level: Sequence[RankedPerson], winners: tuple[int, ...], split: _Split
) -> Reason:
    """Return why the winners win. ``level``: people equal in the first step."""
    figures: dict[str, int | str | tuple[int, ...]] = {
        "metric": steps[0].metric,
        "figure": _format_figure(level[0].figures[0]),
    }
    if split.index > 0:
        figures["others"] = tuple(line.who for line in level if line.who not in winners)
        if steps[split.index].metric == LOT:
            return Reason("prize_lot", {**figures, "seed": level[0].seed})
        figures |= {
            "tie_break": steps[split.index].metric,
            "by": _format_figure(split.figure),
            "next": _format_figure(split.next),
        }
        return Reason("prize_tie_break" if len(winners) == 1 else "prize_tie_break_shared", figures)
    if len(winners) > 1:
        return Reason("prize_shared", {**figures, "others": winners})
    if split.next is None:
        return Reason("prize_alone", figures)
    return Reason("prize_best", {**figures, "next": _format_figure(split.next)})


def _format_figure(figure: Figure | None) -> int | str:
    return "–" if figure is None else shown(figure)


def _find_passed(
    prize: Prize,
    able: Sequence[PersonFigures],
    winners_before: Collection[int],
    winners: tuple[int, ...],
    seed: str,
) -> tuple[int, ...]:
    """Return people at least as good as the winners who already have their one prize."""
    if not winners or not winners_before:
        return ()
    places = {line.who: line.place for line in rank_people(able, prize.steps, seed)}
    worst = max(places[who] for who in winners)
    return tuple(who for who in places if who in winners_before and places[who] <= worst)


NOT_PRESENT = Reason("out_absent")
"""Why a person who was not present cannot win, if nothing else is known."""


def explain_barred(facts: Facts) -> dict[int, Reason]:
    """Return why each of these people cannot win: absent at the last bell, or too few deals.

    A setting lets people who left win, too. A person who goes home after the last bell was present at it.
    Before the first bell: everybody who is absent.
    """
    played = count_deals(facts)
    why = explain_few_deals({entry: played[entry] for entry in facts.starters}, facts.settings.prize_deals)
    return why if facts.settings.leavers_win else why | _explain_absent(facts)


def list_able_roles(facts: Facts, excluded: Collection[int]) -> tuple[str, ...]:
    """Return the role of each player who started and is not ``excluded``; empty without a role."""
    roles = {entry.id: entry.role for entry in facts.entries}
    return tuple(roles.get(entry, "") for entry in facts.starters if entry not in excluded)


def explain_few_deals(played: Mapping[int, int], least: int) -> dict[int, Reason]:
    """Return why each person with fewer deals than ``least`` cannot win."""
    most = max(played.values(), default=0)
    return {
        who: Reason("out_deals", {"figure": deals, "most": most, "least": least})
        for who, deals in played.items()
        if deals < least
    }


def count_deals(facts: Facts) -> Counter[int]:
    """Return how many decided deals each person has played."""
    return Counter(line.entry for pool in facts.pools for line in pool.lines)


def _explain_absent(facts: Facts) -> dict[int, Reason]:
    """Return why each person who was not present at the last bell cannot win."""
    rung = max((played.rung_seq or 0 for played in facts.rounds), default=0)
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    last = {fact.entry: fact for fact in spoken if fact.seq <= rung or not rung}
    codes = facts.play.format.absent
    return {
        entry: _explain_absence(last.get(entry), codes)
        for entry in facts.starters
        if entry not in last or not last[entry].state.plays
    }


def _explain_absence(fact: PresenceFact | None, codes: Mapping[Presence | None, str]) -> Reason:
    if fact is None:
        return Reason(codes[None])
    return Reason(codes[fact.state], {"round": fact.from_round})


@dataclass(frozen=True)
class PlayedLittle:
    """A winner who played less than half: ``played`` of ``most`` deals, or evenings of a season."""

    prize: Prize
    who: int
    played: int
    most: int


def find_played_little(
    awards: Iterable[PrizeAward], played: Mapping[int, tuple[int, int]]
) -> tuple[PlayedLittle, ...]:
    """Return the winners who played less than half. ``played``: how many, and of how many."""
    return tuple(_find_little(awards, played))


def _find_little(
    awards: Iterable[PrizeAward], played: Mapping[int, tuple[int, int]]
) -> Iterator[PlayedLittle]:
    for award in awards:
        for who in award.winners:
            mine, most = played.get(who, (0, 0))
            if 2 * mine < most:
                yield PlayedLittle(award.prize, who, mine, most)
