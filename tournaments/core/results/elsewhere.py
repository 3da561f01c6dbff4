"""The result of an evening that was played elsewhere or earlier: each person's known figures, and places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, name_key
from accounts.refusals import ENTER_LESS, NAME_PLAYERS, OUT_OF_RANGE
from tournaments.core.evening import Play
from tournaments.core.ranking.metrics import METRICS, PersonFigures
from tournaments.core.ranking.places import Step, rank_people
from tournaments.core.results.standings import COLUMNS, list_steps


@dataclass(frozen=True)
class ResultLine:
    """One person's result, as given. Its figures are the ``COLUMNS``."""

    name: str
    role: str = ""
    place: int | None = None
    counters: int | None = None
    fresh: int | None = None
    net: int | None = None
    yellow: int | None = None
    score: int | None = None
    exact: int | None = None
    hands: int | None = None
    deals: int | None = None
    wins: int | None = None
    best: int | None = None
    share: int | None = None
    reached: int | None = None


PRIZE_TOLD = "prize_told"
"""Why somebody won a prize: the result recorded it."""


class ResultPrize(NamedTuple):
    """A prize recorded with a result: its title, its winners' names, and its key, if known."""

    title: str
    winners: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True)
class Wrong:
    """An error in the line with this index."""

    index: int
    error: RuleError


def judge_lines(
    lines: Sequence[ResultLine], play: Play, steps: Sequence[Step] | None = None
) -> tuple[tuple[ResultLine, ...], tuple[Wrong, ...]]:
    """Return the lines with every place, in the given order; or no lines, and the error of each.

    ``steps`` compute missing places; by default those of an evening of this game. No place may contradict
    the steps. With an empty ``steps``, every place stays as given.
    """
    steps = list_steps(play) if steps is None else steps
    tidied, wrong = list[ResultLine](), list[Wrong]()
    for index, line in enumerate(lines):
        try:
            tidied.append(_tidy_line(line, play))
        except RuleError as error:
            wrong.append(Wrong(index, error))
    wrong = wrong or [*_find_repeated(tidied), *_find_placeless(tidied, steps)]
    if wrong:
        return (), tuple(wrong)
    placed = _place_lines(tidied, steps)
    if found := tuple(_find_misplaced(placed, steps)):
        return (), found
    return tuple(placed), ()


def settle_lines(
    lines: Sequence[ResultLine], play: Play, steps: Sequence[Step] | None = None
) -> tuple[ResultLine, ...]:
    """Return the lines as ``judge_lines`` does, but raise the first error."""
    if not lines:
        raise RuleError("name", NAME_PLAYERS)
    good, wrong = judge_lines(lines, play, steps)
    if wrong:
        raise wrong[0].error
    return good


def _tidy_line(line: ResultLine, play: Play) -> ResultLine:
    """Return the line with clean words and every derived figure. RuleError at a column."""
    for one in COLUMNS:
        figure, least, most = getattr(line, one.key), one.least, one.most
        if figure is not None and not least <= figure <= most:
            raise RuleError(one.key, OUT_OF_RANGE, least=least, most=most)
    for name in play.kind.foreign_figures:
        if getattr(line, name):
            raise RuleError(name, play.kind.why_foreign)
    unknown: dict[str, Any] = dict.fromkeys(play.kind.foreign_figures)
    line = replace(line, **unknown)
    role = clean_name(line.role, "role") if line.role.strip() else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", ENTER_LESS, most=LONGEST_ROLE)
    return replace(line, name=clean_name(line.name), role=role, net=_compute_net(line))


def _compute_net(line: ResultLine) -> int | None:
    """Return the counters after settling up. Without fresh stakes they are the counters in hand."""
    if not line.fresh:
        if line.counters is not None and line.net not in (None, line.counters):
            raise RuleError(
                "net",
                _(
                    "Without a fresh stake all counters are left after settling up. Correct one of the two "
                    "numbers."
                ),
            )
        return line.counters if line.net is None else line.net
    if line.net is None:
        raise RuleError("net", _("There were fresh stakes. Enter the counters left after settling up."))
    if line.counters is not None and line.net >= line.counters:
        raise RuleError("net", _("A fresh stake is paid back. Enter fewer counters left than counters held."))
    return line.net


def _find_repeated(lines: Sequence[ResultLine]) -> Iterable[Wrong]:
    seen = set[str]()
    for index, line in enumerate(lines):
        if name_key(line.name) in seen:
            error = RuleError(
                "name", _("%(name)s is on this evening twice. Remove one of the two lines."), name=line.name
            )
            yield Wrong(index, error)
        seen.add(name_key(line.name))


def _find_placeless(lines: Sequence[ResultLine], steps: Sequence[Step]) -> Iterable[Wrong]:
    """Yield each line without a place and without a figure that gives one.

    A lost game played together gives nobody a place.
    """
    known = [line for line in lines if _find_worth(line, steps) is not None]
    lost = bool(known) and METRICS[steps[0].metric].missing_loses
    for index, line in enumerate(lines):
        if line.place is None and not lost and _find_worth(line, steps) is None:
            yield Wrong(index, RuleError("place", _("Enter a place, or figures that give the place.")))


def _place_lines(lines: Sequence[ResultLine], steps: Sequence[Step]) -> list[ResultLine]:
    if all(line.place is not None for line in lines):
        return list(lines)
    records = [
        PersonFigures(index, {step.metric: getattr(line, step.metric) for step in steps})
        for index, line in enumerate(lines)
    ]
    places = {ranked.who: ranked.place for ranked in rank_people(records, steps)}
    return [
        replace(line, place=places[index] if line.place is None else line.place)
        for index, line in enumerate(lines)
    ]


def _find_misplaced(lines: Sequence[ResultLine], steps: Sequence[Step]) -> Iterable[Wrong]:
    """Yield impossible places, and places that contradict the first figure."""
    numbered = sorted(enumerate(lines), key=lambda pair: pair[1].place or 0)
    seen, least = 0, None
    for place, equal in groupby(numbered, key=lambda pair: pair[1].place or 0):
        group = list(equal)
        if place <= seen:
            message = _("%(better)s players are placed better, so the best place left is %(next)s.")
            yield from (
                Wrong(index, RuleError("place", message, better=seen, next=seen + 1))
                for index, _line in group
            )
        worths = {index: worth for index, line in group if (worth := _find_worth(line, steps)) is not None}
        message = _("The place does not match the figures. Correct one of them.")
        for index, worth in worths.items():
            if worth != max(worths.values()) or (least is not None and worth > least):
                yield Wrong(index, RuleError("place", message))
        seen += len(group)
        least = min([*worths.values(), *([] if least is None else [least])], default=None)


def _find_worth(line: ResultLine, steps: Sequence[Step]) -> int | Fraction | None:
    """Return the value of the first figure for the order of places. More is better; None if unknown."""
    figure = getattr(line, steps[0].metric) if steps else None
    return None if figure is None else steps[0].weigh(figure)
