"""What was measured, as rows of one table."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table. ``beside`` is the reference of the same run; ``met`` is None without a goal."""

    group: str
    what: str
    measured: str
    beside: str = ""
    goal: str = ""
    met: bool | None = None


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that is not below that share of them (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def median(values: Iterable[float]) -> float:
    return percentile(values, 0.5)


def ms(seconds: float) -> str:
    """A time in milliseconds, in three figures."""
    value = seconds * 1000
    return f"{value:.0f} ms" if value >= 100 else f"{value:.1f} ms" if value >= 1 else f"{value:.2f} ms"


def times(ratio: float) -> str:
    return f"{ratio:.2f} ×"


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| | | measured | beside it | goal | |", "|---|---|---|---|---|---|"]
    group = ""
    for row in rows:
        met = "" if row.met is None else "met" if row.met else "**missed**"
        cells = (row.group if row.group != group else "", row.what, row.measured, row.beside, row.goal, met)
        lines.append("| " + " | ".join(cells) + " |")
        group = row.group
    return "\n".join(lines) + "\n"
