"""The typeface: who asks for it, and that nothing moves when it comes late."""

from functools import partial

from django.urls import reverse
from playwright.sync_api import Request, Route

from tests.browser.test_console_fits import playing
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.linked_phones import link, linked
from tournaments.phones.selectors import make_token

WATCH = """
  window.shifts = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) window.shifts += one.value; })
    .observe({ type: "layout-shift", buffered: true });
"""
SHIFTS = """async () => {
  await document.fonts.ready;
  for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
  return window.shifts;
}"""

LOST = """() => [...document.querySelectorAll('body, body *')]
  .filter(one => getComputedStyle(one).fontVariantNumeric !== 'tabular-nums')
  .map(one => one.outerHTML.slice(0, 80))"""


def note(asked: list[str], request: Request) -> None:
    if request.resource_type == "font":
        asked.append(request.url)


def hold(held: list[Route], route: Route) -> None:
    held.append(route)


def test_a_tables_phone_does_not_load_it(windows: Windows):
    night = linked(playing(26))
    code = night.evening.join_code
    for path, size, key, times in (
        ("scan", PHONE, make_token(link(night)), 0),
        ("hall", PROJECTOR, code, 1),
        ("find-me", PHONE, code, 1),
    ):
        page, asked = windows.open(size), list[str]()
        page.on("request", partial(note, asked))
        page.goto(reverse(path, args=[key]))
        page.evaluate(SHIFTS)
        assert len(asked) == times, path


def test_nothing_moves_when_it_comes_late(windows: Windows):
    night = playing(26)
    code, me = night.evening.join_code, night.table(2)[0]
    for size, path, keys in (
        (LAPTOP, "evening", [night.evening.pk]),
        (PROJECTOR, "hall", [code]),
        (PHONE, "player", [code, me]),
        (LAPTOP, "club", [night.evening.club_id]),
    ):
        page, held = windows.open(size, user=night.alice), list[Route]()
        page.add_init_script(WATCH)
        page.route("**/*.woff2", partial(hold, held))
        page.goto(reverse(path, args=keys), wait_until="domcontentloaded")
        page.locator("h1, h2").first.wait_for()
        page.wait_for_function("() => typeof Live === 'undefined' || Live.working")
        page.wait_for_function("() => performance.now() > 1000")
        before = page.evaluate("() => window.shifts")
        with page.expect_event("requestfinished", lambda request: request.resource_type == "font"):
            for route in held:
                route.continue_()
        assert held, path
        assert page.evaluate(SHIFTS) == before, path


def test_figures_are_tabular_wherever_they_stand(windows: Windows):
    """Also where a rule sets "font", which would set the figures back."""
    night = playing(26)
    code, me = night.evening.join_code, night.table(2)[0]
    for size, path, keys in (
        (LAPTOP, "evening", [night.evening.pk]),
        (PROJECTOR, "hall", [code]),
        (PHONE, "player", [code, me]),
    ):
        page = windows.open(size, user=night.alice)
        page.goto(reverse(path, args=keys))
        assert page.evaluate(LOST) == [], path
