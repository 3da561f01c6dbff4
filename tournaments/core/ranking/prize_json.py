"""A list of prizes as plain values: how it is stored and how programs send it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.ranking.metrics import METRICS, Best, usual_best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import NO_METRIC, Listed, Prizes, shortest
from tournaments.core.refusals import UNKNOWN_NAME, WRONG_KIND


def to_json(prizes: Prizes) -> list[Any]:
    """The list as it is stored: words, and objects that hold what is not as usual."""
    return [_stored(prize) for prize in prizes]


def _stored(prize: str | Listed) -> Any:
    if isinstance(prize, str):
        return prize
    found = {field.name: getattr(prize, field.name) for field in fields(prize)}
    values = {name: value for name, value in found.items() if value != getattr(Listed, name, None)}
    if prize.steps:
        values["steps"] = [{"metric": step.metric, "best": str(step.best)} for step in prize.steps]
    return values


Good = Callable[[str], Best | None]
"""Which figure of a metric wins where a prize does not say; None: the prize has to say it."""
SAY_WHICH = _("Choose which wins: the highest or the lowest.")


def good_in_any_season(metric: str) -> Best | None:
    """Which figure is good under every scheme; None where the scheme decides."""
    return None if METRICS[metric].scored else METRICS[metric].best


def from_json(stored: object, good: Good = usual_best) -> Prizes:
    """The list from plain values. RuleError at ``prizes`` or ``prizes.<number>.<field>``."""
    if not isinstance(stored, (list, tuple)):
        raise RuleError("prizes", WRONG_KIND)
    return tuple(_read(value, at, good) for at, value in enumerate(stored))


def _read(value: object, at: int, good: Good) -> str | Listed:
    if isinstance(value, str):
        return value
    try:
        return shortest(_of_object(value, good))
    except RuleError as error:
        raise RuleError(f"prizes.{at}.{error.field}", error.message, **error.figures) from error


def _of_object(value: object, good: Good) -> Listed:
    if not isinstance(value, Mapping) or "key" not in value:
        raise RuleError("key", WRONG_KIND)
    known = {field.name for field in fields(Listed)}
    if unknown := sorted(set(map(str, value)) - known):
        raise RuleError(unknown[0][:40], UNKNOWN_NAME)
    steps = tuple(_step(step, good) for step in _sequence(value.get("steps", ())))
    return Listed(**{**value, "steps": steps})


def _sequence(value: object) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise RuleError("steps", WRONG_KIND)
    return value


def _step(value: object, good: Good) -> Step:
    if not isinstance(value, Mapping) or set(value) - {"metric", "best"}:
        raise RuleError("steps", WRONG_KIND)
    metric, best = value.get("metric"), value.get("best")
    if not isinstance(metric, str) or metric not in METRICS:
        raise RuleError("metric", NO_METRIC, metric=str(metric)[:40])
    if best is None:
        best = good(metric)
        if best is None:
            raise RuleError("best", SAY_WHICH)
    if best not in tuple(Best):
        raise RuleError("best", SAY_WHICH)
    return Step(metric, Best(best))
