"""Which backups of a folder are kept: the newest, then one of each hour, then one of each day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Keep:
    """How many of the newest; for how many hours the last of each; for how many days the last of each."""

    newest: int
    hours: int = 0
    days: int = 0


def outdated(made: datetime, others: Iterable[datetime], keep: Keep) -> set[datetime]:
    """The times of those that are not kept, once one more was made, which always is.

    Hours and days are those of UTC. Others may seem newer by a clock that was ahead.
    """
    ordered = sorted(set(others) - {made}, reverse=True)
    kept = {made, *ordered[: max(0, keep.newest - 1)]}
    for span, period in ((keep.hours * HOUR, "%Y-%m-%d %H"), (keep.days * DAY, "%Y-%m-%d")):
        if span:
            kept |= _last_of_each(period, [made, *ordered], made - span)
    return set(ordered) - kept


def _last_of_each(period: str, times: Iterable[datetime], since: datetime) -> set[datetime]:
    last: dict[str, datetime] = {}
    for time in times:
        if time > since:
            name = time.strftime(period)
            last[name] = max(time, last.get(name, time))
    return set(last.values())
