"""A club's own logo, colour and bell in a real browser: chosen by the owner, seen and heard in the hall."""

from typing import Literal

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from accounts.clubs.services import club_change
from accounts.logos import measure_contrast
from tests.browser.eyes import WIDER, violations
from tests.browser.listening import LISTEN, Live, strokes
from tests.browser.test_hall_pages import BEYOND, SMALL, evening, play
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.logos import KINDS, png
from tournaments.bell.services.bell import bell_ring
from tournaments.hall.presenters.layout import find_least_size
from tournaments.seating.services import evening_start, seats_draw

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LONG = "Maximiliana-Theodora Bridge and Blackout Society of Berleburg"[:60]
LOADED = (
    "() => [...document.querySelectorAll('.club-logo')].every(one => one.complete && one.naturalWidth > 0)"
)
COLOURS = """() => {
  const style = getComputedStyle(document.querySelector('.hall-title .club-name'));
  const two = of => Number(of).toString(16).padStart(2, '0');
  const hex = told => '#' + told.match(/\\d+/g).slice(0, 3).map(two).join('');
  return [hex(style.backgroundColor), hex(style.color)];
}"""
HIGH = "() => document.querySelector('.hall-head').getBoundingClientRect().height"
OVER = """() => {
  const head = document.querySelector('.hall-head').getBoundingClientRect();
  return [...document.querySelectorAll('.hall-head *')].filter(one => one.checkVisibility())
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.height && (box.top < head.top - 6 || box.bottom > head.bottom + 6))
    .map(([one]) => one.outerHTML.slice(0, 120));
}"""
"""What is in the head and sticks out of it, by more than the room around it."""


def playing(people: int) -> Night:
    night = evening(people)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    return night


def own(night: Night, **look: object) -> None:
    club_change(by=night.alice, club=night.evening.club, **look)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(400, 400), (1200, 100), (60, 900)], ids=["square", "wide", "high"])
def test_the_hall_has_the_clubs_own_look_and_letters_as_large(windows: Windows, size: tuple[int, int]):
    night = playing(26)
    address = reverse("hall", args=[night.evening.join_code])
    pages = [windows.open(PROJECTOR, color_scheme=theme) for theme in THEMES]
    pages[0].goto(address)
    before = pages[0].evaluate(HIGH)
    own(night, name=LONG, colour="#ffee66", bell="gong", logo=png(*size))
    found = []
    for page in pages:
        page.goto(address)
        page.wait_for_function(LOADED)
        expect(page.locator(".hall-title .club-name")).to_have_text(LONG)
        expect(page.locator(".hall-head .club-logo")).to_be_in_viewport(ratio=1)
        assert page.evaluate(HIGH) == before
        assert page.evaluate(OVER) == page.evaluate(BEYOND) == page.evaluate(SMALL, find_least_size(26)) == []
        assert violations(page) == []
        found.append(page.evaluate(COLOURS))
    assert all(measure_contrast(*colours) >= 4.5 for colours in found)
    assert found[0][0] != found[1][0] == "#ffee66"
    play(night, night.tables)
    bell_ring(night.by, round=1)
    for page in pages:
        page.goto(address)
        assert page.evaluate(OVER) == page.evaluate(BEYOND) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_phone_shows_name_and_logo(windows: Windows, theme: Literal["light", "dark"]):
    night = playing(8)
    own(night, name=LONG, colour="#7a1f3d", logo=KINDS["webp"])
    code, me = night.evening.join_code, night.table(1)[0]
    page = windows.open(PHONE, color_scheme=theme)
    for address in (
        reverse("player", args=[code, me]),
        reverse("hall", args=[code]),
        reverse("find-me", args=[code]),
    ):
        page.goto(address)
        page.wait_for_function(LOADED)
        expect(page.locator(".club-logo")).to_be_visible()
        expect(page.get_by_text(LONG).first).to_be_visible()
        assert page.evaluate(WIDER, PHONE[0]) == []
        assert violations(page) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_chooses_and_listens(windows: Windows, kind: str):
    night = playing(8)
    page = windows.open(LAPTOP, user=night.alice)
    settings = reverse("club-settings", args=[night.evening.club_id])
    page.goto(settings)
    file: FilePayload = {"name": "a.bin", "mimeType": "application/octet-stream", "buffer": KINDS[kind]}
    page.get_by_label("Logo").set_input_files(file)
    page.get_by_label("Colour").fill("#7a1f3d")
    page.evaluate(LISTEN)
    for bell, heard in (("church bell", [0, 1.5]), ("hand bell", [0, 0.35, 0.7]), ("gong", [0])):
        page.evaluate("() => { window.strokes = []; }")
        page.get_by_label(bell, exact=True).check()
        page.get_by_role("button", name="Listen").click()
        page.wait_for_function("times => new Set(window.strokes).size >= times", arg=len(heard))
        assert strokes(page) == pytest.approx(heard, abs=0.1)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"**{reverse('club', args=[night.evening.club_id])}")
    page.goto(settings)
    page.wait_for_function(LOADED)
    expect(page.get_by_alt_text("The logo")).to_be_visible()
    expect(page.get_by_label("Colour")).to_have_value("#7a1f3d")
    expect(page.get_by_label("gong")).to_be_checked()
    assert violations(page) == []


def test_the_hall_rings_the_clubs_bell(live: Live):
    own(live.night, bell="gong")
    for page in (live.phone(), live.hall()):
        rings_once(page, live)


def rings_once(page: Page, live: Live) -> None:
    """The bell rings in this page as a gong: one stroke, and as low as one."""
    page.evaluate(LISTEN)
    page.evaluate("""() => {
      window.pitches = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        window.pitches.push(this.frequency.value);
        return start.call(this, when);
      };
    }""")
    page.get_by_role("button", name="Sound").click()
    page.wait_for_function("() => window.strokes.length")
    page.evaluate("() => { window.strokes = []; window.pitches = []; }")
    page.evaluate("() => document.dispatchEvent(new CustomEvent('live:bell', { detail: {} }))")
    assert strokes(page) == [0]
    assert min(page.evaluate("() => window.pitches")) == 131
