"""Places by metrics, one after another, written from docs/standings.md."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LOWEST = {"fresh", "hands", "ladder", "place", "last", "lot"}
LEFT_OUT = {"hands", "stage", "ladder"}
"""Whoever has none comes after all who have."""
AMONG_EQUALS = {"head_to_head", "lot"}
GIVEN = {"fresh", "yellow", "exact", "wins"}


@dataclass
class Line:
    who: int
    place: int
    figures: list[Any]


def steps(keys: Sequence[str]) -> list[tuple[str, bool]]:
    """Metrics with whether the highest is best."""
    return [(key, key not in LOWEST) for key in keys]


def ranked(people: Sequence[Any], steps: Sequence[tuple[str, bool]], seed: str) -> list[Line]:
    """Everybody best first; equals share a place and are in the order of their numbers."""
    groups = [sorted(people, key=lambda one: one["who"])] if people else []
    everybody = list(groups[0]) if groups else []
    figures: dict[int, list[Any]] = {one["who"]: [] for one in everybody}
    for metric, highest in steps:
        column = {} if metric in AMONG_EQUALS else column_of(metric, everybody, seed)
        after = list[list[Any]]()
        for group in groups:
            if metric in AMONG_EQUALS:
                column |= column_of(metric, group, seed) if len(group) > 1 else {group[0]["who"]: None}
            after += parted(group, column, metric, highest)
        for one in everybody:
            figures[one["who"]].append(column[one["who"]])
        groups = after
    lines, place = list[Line](), 1
    for group in groups:
        lines += [Line(one["who"], place, figures[one["who"]]) for one in group]
        place += len(group)
    return lines


def parted(group: list[Any], column: dict[int, Any], metric: str, highest: bool) -> list[list[Any]]:
    """The group in groups of equals, the best first; who has no figure comes last."""
    levels: dict[Any, list[Any]] = {}
    for one in group:
        figure = column[one["who"]]
        levels.setdefault(None if figure is None else worth(metric, figure), []).append(one)
    unknown = levels.pop(None, [])
    known = [levels[level] for level in sorted(levels, reverse=highest)]
    return [*known, unknown] if unknown else known


def worth(metric: str, figure: Any) -> Any:
    """In ``last`` who was not there comes after all who were."""
    return tuple(place or float("inf") for place in figure) if metric == "last" else figure


def column_of(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    return COLUMNS.get(metric, _plain)(metric, people, seed)


def _plain(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    return {one["who"]: one.get(metric) for one in people}


def _countback(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    found = {}
    for one in people:
        places = Counter(place for *_event, place in one["results"])
        found[one["who"]] = tuple(places[at] for at in range(1, max(places, default=0) + 1))
    return found


def _last(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    events = sorted({result[0] for one in people for result in one["results"]}, reverse=True)
    return {
        one["who"]: tuple({r[0]: r[-1] for r in one["results"]}.get(event, 0) for event in events)
        for one in people
    }


def _head_to_head(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    found = {}
    for one in people:
        mine = {result[:-1]: result[-1] for result in one["results"]}
        met = [
            (mine[result[:-1]], result[-1])
            for other in people
            if other is not one
            for result in other["results"]
            if result[:-1] in mine
        ]
        found[one["who"]] = sum(a < b for a, b in met) - sum(a > b for a, b in met)
    return found


def _lot(metric: str, people: Sequence[Any], seed: str) -> dict[int, Any]:
    lots = {one["who"]: hashlib.sha256(f"{seed}:{one['ticket']}".encode()).hexdigest() for one in people}
    return {who: 1 + sorted(lots.values()).index(lot) for who, lot in lots.items()}


COLUMNS = {"countback": _countback, "last": _last, "head_to_head": _head_to_head, "lot": _lot}
