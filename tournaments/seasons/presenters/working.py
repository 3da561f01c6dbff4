"""The arithmetic of a row in figures: “(8 1/3 + 1) × 150 % = 14”. It is exact, and so it adds up."""

from collections.abc import Iterable

from django.utils.formats import get_format

from tournaments.core.leagues.points import WHOLE, Points
from tournaments.core.leagues.working import Working
from tournaments.core.ranking.places import shown

UNBROKEN = "\u00a0"
"""A space where a line does not break."""


def exactly(points: Points) -> str:
    """Return points as they are: 12, 16.5, 8 1/3. A fraction stands where three decimals do not do."""
    text = str(shown(points)).replace(" ", UNBROKEN).replace(".", get_format("DECIMAL_SEPARATOR"))
    return text.replace("-", "−")


def calculation(working: Working) -> str:
    """Return how the addends and the weight make the points; empty where one addend says it all."""
    before = added(addend.points for addend in working.addends)
    many = len(working.addends) > 1
    if working.weight != WHOLE:
        before = f"({before})" if many else before
        before = f"{before} ×{UNBROKEN}{working.weight}{UNBROKEN}%"
    elif not many:
        return ""
    return f"{before} = {exactly(working.points)}"


def added(addends: Iterable[Points]) -> str:
    """Return the addends with their signs between: 12 + 1 − 3."""
    text = ""
    for points in addends:
        sign = "−" if points < 0 else "+"
        text += f" {sign}{UNBROKEN}{exactly(-points if points < 0 else points)}" if text else exactly(points)
    return text
