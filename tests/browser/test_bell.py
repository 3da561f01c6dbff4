"""The clock and the bell in a real browser: seen by all, heard by who wants it, once."""

import re
from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.eyes import violations
from tests.browser.listening import HIDE, LISTEN, MOVES, Live, agrees, beats, strokes
from tests.browser.windows import PHONE
from tournaments.bell.services.bell import bell_ring
from tournaments.models import RoundRow

COVERED = """() => {
  const banner = document.querySelector('.bell-now').getBoundingClientRect();
  return [...document.querySelectorAll('.htable, .mover')]
    .filter(one => one.getBoundingClientRect().top < banner.bottom).map(one => one.outerHTML.slice(0, 80));
}"""
"""What is under the banner on the projector besides the head."""


def test_the_bell_reaches_everybody_once(rings: Live):
    phone, hall = rings.phone(), rings.hall()
    for page in (phone, hall):
        page.evaluate(LISTEN)
        page.get_by_role("button", name="Sound").click()
        expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
        page.evaluate("() => { window.strokes = []; }")
    rings.start(50)  # less than a minute: of that a page tells once
    for page in (phone, hall):
        expect(page.locator("[data-says]")).to_have_text("Round 1 ends in")
        agrees(page, rings)
    rings.start(1)
    for page in (phone, hall):
        expect(page.locator("[data-bell]")).to_have_text("The bell!")
    expect(hall.locator("#now")).to_have_class(re.compile("rung"))
    assert hall.evaluate(COVERED) == []
    expect(phone.locator("#now")).to_contain_text("The bell has rung")
    late = rings.phone()
    late.evaluate(LISTEN)
    beats(late)  # the same is told again
    for page in (phone, hall):
        assert strokes(page) == [0, 0.9]
    assert strokes(late) == []
    expect(late.locator("[data-bell]")).to_be_hidden()


def test_a_bell_that_rang_while_the_page_slept_is_seen_and_not_heard(live: Live):
    live.start(600)
    phone = live.windows.open(PHONE)
    phone.clock.install()
    phone.goto(live.address)
    phone.evaluate(LISTEN)
    phone.get_by_role("button", name="Sound").tap()
    phone.wait_for_function("() => window.strokes.length")
    phone.evaluate("() => { window.strokes = []; }")
    phone.evaluate(HIDE, True)
    phone.clock.fast_forward(600_000)
    bell_ring(live.night.by, round=1)
    phone.evaluate(HIDE, False)
    expect(phone.locator("#now")).to_contain_text("The bell has rung")
    assert strokes(phone) == []
    expect(phone.locator("[data-bell]")).to_be_hidden()


@pytest.mark.parametrize("wrong", [timedelta(minutes=7), timedelta(minutes=-13)], ids=str)
def test_the_clock_agrees_after_ten_minutes_in_the_background(live: Live, wrong: timedelta):
    """The device's clock is minutes wrong, and a tab in the background counts no ticks."""
    live.start(15 * 60)
    page = live.windows.open(PHONE)
    page.clock.install(time=timezone.now() + wrong)
    page.goto(live.address)
    page.wait_for_function("() => Live.working")
    agrees(page, live)
    page.route(re.compile("/live/|/me/"), lambda route: route.abort())
    with live.windows.outage():
        page.evaluate(HIDE, True)
        page.clock.fast_forward(600_000)
        page.evaluate(HIDE, False)
        agrees(page, live, later=600)
        page.goto("about:blank")  # before complaints count again


def test_a_clock_that_is_set_is_noticed(live: Live):
    live.start(15 * 60)
    page = live.windows.open(PHONE)
    page.clock.install()
    page.goto(live.address)
    page.wait_for_function("() => Live.working")
    page.clock.set_system_time(timezone.now() + timedelta(minutes=5))
    agrees(page, live)


@pytest.mark.thorough
def test_the_minute_and_the_beginning_are_told_softly(rings: Live):
    begins = timezone.now() + timedelta(seconds=12)
    rows = RoundRow.objects.filter(evening=rings.night.evening)
    rows.update(starts_at=begins, ends_at=begins + timedelta(seconds=63))
    page = rings.phone()
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Sound").tap()
    page.wait_for_function("() => Live.working && window.strokes.length")
    page.evaluate("() => { window.strokes = []; }")
    expect(page.locator("[data-bell]")).to_have_text("Play begins")
    page.wait_for_function("() => window.strokes.length")
    assert strokes(page) == [0]
    page.evaluate("() => { window.strokes = []; }")
    expect(page.locator("[data-bell]")).to_have_text("One minute left")
    page.wait_for_function("() => window.strokes.length")
    assert strokes(page) == [0]
    assert page.locator("[data-clock]").get_attribute("data-hand") == "last"
    hands.reload(page)
    page.evaluate(LISTEN)
    page.wait_for_function("() => Live.working")
    beats(page)
    assert strokes(page) == []


def test_a_clock_that_is_started_in_a_round_begins_nothing(rings: Live):
    page = rings.phone()
    page.wait_for_function("() => Live.working")
    rings.start(600)
    expect(page.locator("[data-time]")).to_be_visible()
    expect(page.locator("[data-bell]")).to_have_text("")


def test_who_wants_no_sound_has_none(live: Live):
    """Nobody is heard without a tap; the wish is remembered, and any tap then will do."""
    phone = live.phone()
    button = phone.get_by_role("button", name="Sound")
    phone.evaluate(LISTEN)
    expect(button).to_have_attribute("aria-pressed", "false")
    bell_ring(live.night.by, round=1)
    expect(phone.locator("[data-bell]")).to_have_text("The bell!")
    assert strokes(phone) == []
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    hands.reload(phone)
    expect(button).to_have_attribute("aria-pressed", "false")
    phone.locator("h1").tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    hands.reload(phone)
    phone.locator("h1").tap()
    phone.wait_for_timeout(300)
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.thorough
def test_what_rings_can_be_read_by_all(live: Live):
    live.start(50)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for page in (live.phone(), live.hall()):
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for what in ("bell", "minute"):
                tell = "what => document.dispatchEvent(new CustomEvent(`live:${what}`, { detail: {} }))"
                page.evaluate(tell, what)
                expect(page.locator("[data-bell]")).to_be_visible()
                assert page.evaluate(MOVES) == 0
                assert violations(page) == []
        expect(page.locator("[data-bell]")).to_be_hidden()
