"""The picture that goes with a link to an evening: 1200 × 630, as chat programs and networks show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from accounts.names import shorten_names
from tournaments.base.pictures.raster import FAMILY
from tournaments.base.pictures.svg import (
    add_element,
    fit_label,
    measure_width,
    serialize_picture,
    shorten_text,
)

WIDE, HIGH = 1200, 630
LEFT, LOGO, BESIDE = 64, 128, 24
LARGE, BAR = 1.6, 24
"""The size of the head while there is nothing below it, and the height of the bar in the club's colour."""
PAPER, INK, SOFT, WHITE = "#f4f6f4", "#17211c", "#56625b", "#fff"
"""As ``--paper``, ``--ink`` and ``--soft`` of static/css/tokens.css, in light."""
TITLES = (64, 48, 40)
STEP, GAP, ROUND = 320, 16, 16
HEIGHTS = (264, 204, 152)
NAMES = (52, 40, 32)
"""The sizes of a name above its step: for a short name, a longer one, and the smallest."""


@dataclass(frozen=True)
class CardStep:
    """A step of the podium: a place, the names of the people there, their figure."""

    place: int
    names: Sequence[str]
    figure: str


@dataclass(frozen=True)
class LinkCard:
    """What the picture shows. ``area``: the club's colour, with text in ``on_area``.

    ``logo``: as a data address, or "". ``lines``: prizes and their winners, shown if there are no ``steps``.
    """

    club: str
    title: str
    about: str
    area: str
    on_area: str
    logo: str = ""
    steps: Sequence[CardStep] = ()
    lines: Sequence[tuple[str, str]] = ()


def draw_card(card: LinkCard) -> str:
    """Return the picture as SVG."""
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": FAMILY})
    for name, size in (("width", WIDE), ("height", HIGH)):
        root.set(name, str(size))
    add_element(root, "rect", width=WIDE, height=HIGH, fill=PAPER)
    if not (card.steps or card.lines):
        _draw_head(root, card, top=HIGH / 2 - LOGO * LARGE / 2, scale=LARGE)
        add_element(root, "rect", y=HIGH - BAR, width=WIDE, height=BAR, fill=card.area)
        return serialize_picture(root)
    _draw_head(root, card, top=LEFT)
    if card.steps:
        _draw_steps(root, card)
    else:
        _draw_lines(root, card)
    return serialize_picture(root)


def _draw_head(root: Element, card: LinkCard, *, top: float, scale: float = 1.0) -> None:
    head = add_element(root, "g", transform=f"translate({LEFT} {top}) scale({scale})")
    x = 0
    if card.logo:
        add_element(head, "rect", width=LOGO, height=LOGO, rx=ROUND, fill=WHITE)
        add_element(head, "image", width=LOGO, height=LOGO, href=card.logo)
        x = LOGO + BESIDE
    room = (WIDE - 2 * LEFT) / scale - x
    size = next((size for size in TITLES if measure_width(card.title) * size <= room), TITLES[-1])
    for text, y, high, weight, fill in (
        (card.club, 24, 30, 600, INK),
        (card.title, 83, size, 700, INK),
        (card.about, 124, 26, 400, SOFT),
    ):
        words = shorten_text(text, room / high)
        add_element(head, "text", words, x=x, y=y, font_size=high, font_weight=weight, fill=fill)


def _draw_steps(root: Element, card: LinkCard) -> None:
    """Draw the second, the first and the third step, with the names above."""
    order = [1, 0, 2][: len(card.steps)] if len(card.steps) > 2 else [1, 0]
    short = shorten_names(name for step in card.steps for name in step.names)
    start = (WIDE - len(order) * STEP - (len(order) - 1) * GAP) / 2
    for column, number in enumerate(order):
        step, high = card.steps[number], HEIGHTS[number]
        x, top = start + column * (STEP + GAP), HIGH - high
        group = add_element(root, "g", text_anchor="middle")
        middle = x + STEP / 2
        size = _fit_names(step.names)
        for above, name in enumerate(reversed(step.names)):
            y = top - 16 - above * size * 1.15
            words = fit_label(name, short[name], STEP / size)
            add_element(group, "text", words, x=middle, y=y, font_size=size, font_weight=700, fill=INK)
        below = high + ROUND  # the lower corners are outside the picture
        add_element(root, "rect", x=x, y=top, width=STEP, height=below, rx=ROUND, fill=card.area)
        figures = add_element(root, "g", text_anchor="middle", fill=card.on_area)
        middle_y = top + high / 2
        add_element(figures, "text", str(step.place), x=middle, y=middle_y + 4, font_size=64, font_weight=700)
        add_element(figures, "text", step.figure, x=middle, y=middle_y + 44, font_size=30)


def _fit_names(names: Sequence[str]) -> int:
    if len(names) > 2:
        return NAMES[-1]
    longest = max(map(measure_width, names))
    return next((size for size in NAMES if longest * size <= STEP), NAMES[-1])


def _draw_lines(root: Element, card: LinkCard) -> None:
    for number, (title, names) in enumerate(card.lines):
        y, room = 310 + number * 110, WIDE - 2 * LEFT
        add_element(root, "rect", x=LEFT, y=y - 34, width=6, height=86, rx=3, fill=card.area)
        for text, below, size, weight, fill in ((title, 0, 26, 400, SOFT), (names, 46, 42, 700, INK)):
            words = shorten_text(text, (room - 28) / size)
            place = {"x": LEFT + 28, "y": y + below, "font_size": size, "font_weight": weight}
            add_element(root, "text", words, fill=fill, **place)
