"""A club's colour, and the shades of it that pages can show in light and in dark. Pure.

Contrast is counted as WCAG 2.2 does: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
"""

import re
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _

OWN = "#1f5c43"
"""Headtable's own, which a club has that chose none."""
LIGHT, DARK = ("#f6f1e4", "#fffdf6"), ("#14201a", "#1c2b23")
"""What lies behind in each theme: ``--paper`` and ``--card`` of static/css/tokens.css."""
BLACK, WHITE = "#000000", "#ffffff"
SEEN = 3.0
"""The least contrast of a sign with what lies behind it; of text on a shade it is never below 4.5."""
STEPS = 32


@dataclass(frozen=True)
class Shade:
    """An area of the colour, and the text on it."""

    area: str
    text: str


def clean_colour(text: str, field: str = "colour") -> str:
    """Return the colour as ``#rrggbb``, or nothing for Headtable's own. Refuse what is no colour."""
    colour = text.strip().lower()
    if colour and not re.fullmatch(r"#[0-9a-f]{6}", colour, re.ASCII):
        raise RuleError(
            field,
            _("“%(text)s” is not a colour. Enter # and six digits or letters from a to f, such as #1f5c43."),
            text=text[:20],
        )
    return "" if colour == OWN else colour


def shades(colour: str) -> tuple[Shade, Shade]:
    """Return the shades nearest to the colour that are seen on light paper, and on dark."""
    return _shade(colour, LIGHT, BLACK), _shade(colour, DARK, WHITE)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    red, green, blue = map(_linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _shade(colour: str, papers: tuple[str, ...], towards: str) -> Shade:
    mixed = (_mixed(colour, towards, step / STEPS) for step in range(STEPS + 1))
    area = next(one for one in mixed if all(contrast(one, paper) >= SEEN for paper in papers))
    # Of any area one of the two has a contrast of at least the root of 21, which is 4.58.
    return Shade(area, max(BLACK, WHITE, key=lambda text: contrast(area, text)))


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
