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


def beside(group: str, what: str, ours: float, plain: float, most: float | None = None) -> Row:
    """A time beside that of the reference, which is exceeded at most so many times."""
    ratio = ours / plain
    goal, met = ("", None) if most is None else (f"within {times(most)}", ratio <= most)
    return Row(group, what, ms(ours), f"{ms(plain)}: {times(ratio)}", goal, met)


def growth(sizes: Sequence[float], took: Sequence[float]) -> float:
    """The exponent of the power of the size that fits the times best (least squares of the logarithms)."""
    x, y = [math.log(size) for size in sizes], [math.log(seconds) for seconds in took]
    mid_x, mid_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mid_x) * (b - mid_y) for a, b in zip(x, y, strict=True)) / sum(
        (a - mid_x) ** 2 for a in x
    )


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
