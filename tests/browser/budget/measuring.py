"""Opens the screens and measures them."""

import re
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from accounts.models import User
from tests.browser.boxes import SETTLED, SHOW
from tests.browser.budget.limits import LOOKS, Kind, get_limits
from tests.browser.budget.scenes import Thursday
from tests.browser.budget.screens import SCREENS, Screen
from tests.browser.windows import SIZES, Windows

FIGURES = (Path(__file__).parent / "figures.js").read_text(encoding="utf-8")
Size = tuple[int, int]
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


@dataclass
class Figure:
    """A value that a screen has: how often, on which elements, and by which rules if it is wrong."""

    kind: str
    value: float | str
    wrong: bool = False
    count: int = 0
    on: dict[str, str] = field(default_factory=dict)
    rules: Counter[str] = field(default_factory=Counter)

    def add(self, found: dict[str, Any]) -> None:
        """Add what one more look has found."""
        self.count += found["count"]
        self.on = found["on"] | self.on
        self.rules.update(found["rules"])

    def __str__(self) -> str:
        name, words = next(iter(self.on.items()))
        said = f' "{words}"' if words else ""
        return f"{self.kind} {self.value} ×{self.count}: {name}{said} ← {'; '.join(self.rules)}"


@dataclass
class Figures:
    """All values, by kind, value, and whether it is wrong: a colour can be right in one theme alone."""

    by_value: dict[tuple[str, str, bool], Figure] = field(default_factory=dict)

    def add(self, found: dict[str, dict[str, dict[str, Any]]]) -> None:
        """Add what ``figures.js`` has found."""
        for kind, values in found.items():
            for key, one in values.items():
                wrong = one["wrong"]
                figure = self.by_value.setdefault((kind, key, wrong), Figure(kind, one["value"], wrong))
                figure.add(one)

    def values(self, kind: str) -> list[Any]:
        """Return the values of a kind in order."""
        return sorted({one.value for one in self.by_value.values() if one.kind == kind}, key=order_value)

    def wrong(self) -> list[Figure]:
        """Return the values that are over the budget, by kind and in order."""
        found = [one for one in self.by_value.values() if one.wrong]
        return sorted(found, key=lambda one: (one.kind, order_value(one.value)))


def order_value(value: float | str) -> tuple[float, str]:
    return (0, value) if isinstance(value, str) else (value, "")


class Visit:
    """Opens the screens, each in the window of whoever looks at it."""

    def __init__(self, windows: Windows, scenes: Thursday) -> None:
        self._windows, self._places = windows, scenes.places
        self._users: dict[str, User] = {
            "owner": scenes.owner,
            "host": scenes.host,
            "admin": scenes.admin,
        }
        self._pages: dict[str, Page] = {}

    def measure(self, name: str) -> dict[Size, Figures]:
        """Return the figures of the screen at each size at which it is measured, in both themes."""
        screen, found = SCREENS[name], {}
        page = self.open(name)
        for size in LOOKS[screen.kind]:
            show(page, size, "light")
            found[size] = measure_page(page, screen, size)
        return found

    def measure_width(self, name: str, size: Size) -> int:
        """Return the width in pixels of the screen that was measured last, in a window of this size."""
        page = self._pages[SCREENS[name].who]
        show(page, size, "light")
        return int(page.evaluate("document.documentElement.scrollWidth"))

    def open(self, name: str) -> Page:
        """Load the screen at the first size at which it is measured."""
        screen = SCREENS[name]
        size = LOOKS[screen.kind][0]
        if screen.who not in self._pages:
            self._pages[screen.who] = self._windows.open(size, user=self._users.get(screen.who))
        page = self._pages[screen.who]
        show(page, size, "light")
        answer = page.goto(screen.path.format(**self._places))
        if not answer or answer.status != 200:
            raise RuntimeError(f"{name}: {answer and answer.status} at {page.url}")
        if page.locator("body[data-live]").count():
            page.wait_for_function("() => Live.working")
        if screen.act:
            screen.act(page)
        page.evaluate(SETTLED)
        return page

    def photograph(self, name: str, folder: Path) -> None:
        """Take the screen's picture at three sizes in both themes."""
        page = self.open(name)
        for size in SIZES.values():
            for theme in THEMES:
                show(page, size, theme)
                file = folder / f"{name_file(name)}-{size[0]}-{theme}.png"
                page.screenshot(path=file, animations="disabled")


def name_file(name: str) -> str:
    """Return the first part of the names of a screen's pictures."""
    words = re.findall(r"[a-z]+", name)
    return f"{list(SCREENS).index(name) + 1:02}-{'-'.join(words)}"


def show(page: Page, size: Size, theme: Theme) -> None:
    """Make the window as large as this, in this theme."""
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def measure_page(page: Page, screen: Screen, size: Size) -> Figures:
    """Return the figures of what the window shows; in the hall of each page of the screen in turn."""
    hall = screen.kind is Kind.HALL
    limits = asdict(get_limits(screen.kind, size[0], seat=screen.seat))
    limits |= {"hall": hall, "within": screen.within}
    found = Figures()
    for index in range(max(1, page.locator(".hall-page").count()) if hall else 1):
        if hall:
            page.evaluate(SHOW, index)
            page.evaluate(SETTLED)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found.add(page.evaluate(FIGURES, limits | {"colours": theme == "dark"}))
    return found
