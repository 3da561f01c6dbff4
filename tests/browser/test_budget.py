"""Every screen keeps to the budget of sizes, weights, radii, heights, spaces, colours and left edges."""

from collections.abc import Iterator

import pytest

from tests.browser.budget.limits import Kind
from tests.browser.budget.measuring import Figures, Visit, measure_page
from tests.browser.budget.scenes import Thursday
from tests.browser.budget.screens import SCREENS, Screen
from tests.browser.eyes import ENLARGED
from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP, Windows
from tests.server import Site


@pytest.fixture(scope="module")
def visit(browser: Chromium, stage: Site) -> Iterator[Visit]:
    windows = Windows(browser, stage.url)
    yield Visit(windows, Thursday())
    windows.close()
    assert windows.errors() == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_keeps_to_the_budget(visit: Visit, name: str):
    looks = visit.measure(name)
    assert visit.measure_width(name, ENLARGED) == ENLARGED[0]
    assert [f"{width}: {one}" for (width, _), found in looks.items() for one in found.wrong()] == []


STYLE = """
:root { --ink: #1d2420; --card: #fff; }
@layer base, screens;
@layer screens { .odd { font-size: 15px; padding: 0 5px; } }
@layer base { p.odd { font-size: 17px; } }
body { margin: 0; font: 400 16px sans-serif; color: var(--ink); }
main { max-width: 1216px; margin: 0 auto; }
.pale { color: #777; font-weight: 500; }
.round { background: var(--card); border-radius: 5px; }
.pill { background: var(--card); border-radius: 99px; }
button, select { all: unset; display: block; height: 40px; }
.low { height: 31px; }
p { margin: 0; }
.late { margin-left: 12px; }
td { padding: 0; height: 40px; }
.dense td { height: 33px; }
.marked::before { content: "x"; color: #f00; }
@media (prefers-color-scheme: dark) { .night { color: #eee; } }
"""
BODY = """
<p class="odd">A size and a space</p><p class="pale">A colour and a weight</p>
<p class="round">A radius</p><p class="pill">A pill</p><p class="late">Another edge</p>
<p class="marked">A sign</p><p class="night">Only in the dark</p><p hidden class="odd">Not seen</p>
<button>High enough</button><button class="low">Too low</button>
<table><tr><td>A row</td></tr></table><table class="dense"><tr><td>A low row</td></tr></table>
"""


@pytest.fixture(scope="module")
def measured(browser: Chromium, stage: Site) -> Iterator[Figures]:
    windows = Windows(browser, stage.url)
    page = windows.open(LAPTOP)
    page.set_content(f"<style>{STYLE}</style><main>{BODY}</main>")
    yield measure_page(page, Screen("/", Kind.DESK), LAPTOP)
    windows.close()


def test_what_is_over_the_budget_is_found_with_its_rule(measured: Figures):
    assert [(one.kind, one.value, next(iter(one.on)), next(iter(one.rules))) for one in measured.wrong()] == [
        ("colour", "rgb(119, 119, 119)", "main > p.pale", ".pale { color: rgb(119, 119, 119) }"),
        ("colour", "rgb(238, 238, 238)", "main > p.night", ".night { color: rgb(238, 238, 238) }"),
        ("colour", "rgb(255, 0, 0)", "main > p.marked::before", ".marked::before { color: rgb(255, 0, 0) }"),
        ("control", 31, "main > button.low", ".low { height: 31px }"),
        ("left", 87, "main > p.late", ".late { margin-left: 12px }"),
        ("radius", 5, "main > p.round", ".round { border-top-left-radius: 5px }"),
        ("row", 33, "tr > td", ".dense td { height: 33px }"),
        ("size", 15, "main > p.odd", ".odd { font-size: 15px }"),
        ("space", 5, "main > p.odd", ".odd { padding-right: 5px }"),
        ("weight", 500, "main > p.pale", ".pale { font-weight: 500 }"),
    ]


def test_what_is_within_the_budget_is_counted(measured: Figures):
    assert measured.values("size") == [15, 16]
    assert measured.values("radius") == ["pill", 5]
    assert measured.values("control") == [31, 40]
    assert measured.values("row") == [33, 40]


IN_THE_HALL = """
<style>
body { --u: min(100vh / 720, 100vw / 1280); margin: 0; font: 400 calc(32 * var(--u)) sans-serif; }
p { margin: calc(8 * var(--u)); font-size: calc(32 * var(--u)); }
</style>
<p>As large as it may be</p>
<div style="--u: calc(0.5 * min(100vh / 720, 100vw / 1280))"><p>Less room</p></div>
"""


def test_the_hall_is_measured_in_its_own_unit(browser: Chromium, stage: Site):
    windows, size = Windows(browser, stage.url), (1920, 1080)
    page = windows.open(size)
    page.set_content(IN_THE_HALL)
    found = measure_page(page, Screen("/", Kind.HALL), size)
    assert (found.values("size"), found.values("space"), found.values("least")) == ([32], [8], [16, 32])
    windows.close()
