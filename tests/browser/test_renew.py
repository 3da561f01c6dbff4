"""The organiser's pages follow the evening by themselves, and nobody loses what is being typed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import opened
from tests.browser.listening import pass_time
from tests.browser.windows import LAPTOP, Windows
from tests.cast import Night
from tests.server import Site
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.clock import round_last
from tournaments.seating.services import evening_start, seats_draw, seats_swap


@pytest.fixture
def night(site: Site) -> Night:
    """An evening whose check-in is open. Three people of the club's list are known."""
    before = opened(["Ada", "Ben", "Cleo"])
    return opened(0, owner=before.alice)


def come(night: Night, *names: str) -> None:
    people_check_in(night.by, people=[Arrival(name, "lady") for name in names])


def play(night: Night) -> None:
    come(night, *(f"p{n:02}" for n in range(1, 13)))
    seats_draw(night.by, seed="7")
    evening_start(night.by)


@pytest.fixture
def desk(windows: Windows, night: Night) -> Callable[[], Page]:
    def open_page() -> Page:
        page = windows.open(LAPTOP, user=night.alice)
        page.goto(f"/evenings/{night.evening.pk}/")
        page.wait_for_function("() => Live.working")
        return page

    return open_page


def test_two_at_the_door(night: Night, desk: Callable[[], Page]):
    """What the other one taps is shown, also to somebody who looks for a name; what is typed stays."""
    page = desk()
    page.get_by_label("Names, one per line").fill("Dora\nEmil")
    page.get_by_role("button", name="Ada").focus()
    come(night, "Ben", "Fay")
    expect(page.get_by_role("heading", name="2 players are here")).to_be_visible()
    for name, here in (("Ada", False), ("Ben", True), ("Fay", True)):
        expect(page.get_by_role("button", name=name, exact=True, pressed=here)).to_be_visible()
    expect(page.get_by_role("button", name="Ada")).to_be_focused()
    expect(page.get_by_label("Names, one per line")).to_have_value("Dora\nEmil")


@pytest.mark.thorough
def test_somebody_else_draws_the_seats(night: Night, desk: Callable[[], Page]):
    come(night, *(f"p{n:02}" for n in range(1, 13)))
    idle, busy = desk(), desk()
    busy.get_by_label("Names, one per line").fill("Dora")
    seats_draw(night.by, seed="7")
    expect(idle.get_by_role("button", name="Start play")).to_be_visible()
    note = busy.locator("[data-gone-on]")
    expect(note).to_contain_text("This page is out of date.")
    expect(busy.get_by_label("Names, one per line")).to_have_value("Dora")
    note.get_by_role("link").click()
    expect(busy.get_by_role("button", name="Start play")).to_be_visible()


def test_seats_are_swapped_elsewhere(night: Night, desk: Callable[[], Page]):
    come(night, *(f"p{n:02}" for n in range(1, 13)))
    seats_draw(night.by, seed="7")
    page = desk()
    who = str(night.table(1)[1])
    page.get_by_label("Player", exact=True).select_option(who)
    page.get_by_role("heading", name="The seats").click()
    seats_swap(night.because("on request"), first=night.table(1)[0], second=night.table(2)[0])
    expect(page.get_by_role("heading", name="Changed since the draw")).to_be_visible()
    page.get_by_label("Player", exact=True).blur()
    expect(page.get_by_label("Player", exact=True)).to_have_value(who)
    expect(page.get_by_role("button", name="Print seat cards")).to_be_visible()


@pytest.mark.thorough
def test_the_console_keeps_its_place(night: Night, desk: Callable[[], Page]):
    play(night)
    page = desk()
    page.get_by_text("What the words mean").click()
    page.locator("summary", has_text="Start the clock").click()
    page.get_by_label("Minutes").fill("25")
    night.play(2)
    page.wait_for_function("() => Live.state && Live.state.seq > 5")
    page.wait_for_timeout(500)
    expect(page.get_by_label("Minutes")).to_be_focused()
    link = page.locator("article", has=page.locator("#t3")).get_by_role(
        "link", name=re.compile("Enter the result")
    )
    link.focus()
    expect(page.locator("article", has=page.locator("#t2"))).to_contain_text("done")
    expect(page.locator("#words dl")).to_be_visible()
    expect(page.get_by_label("Minutes")).to_have_value("25")
    expect(link).to_be_focused()
    round_last(night.by, round=1)
    expect(page.get_by_role("button", name="Play more rounds")).to_be_visible()
    expect(link).to_be_focused()
    page.locator("#start-clock").get_by_role("button").click()
    expect(page.locator(".next .clock")).to_contain_text(re.compile(r"Round 1 ends in\s*(25:00|24:5\d)"))


@pytest.mark.thorough
def test_the_stream_is_lost(windows: Windows, night: Night):
    play(night)
    page = windows.open(LAPTOP, user=night.alice)
    page.clock.install()
    page.goto(f"/evenings/{night.evening.pk}/")
    page.wait_for_function("() => Live.working")
    note = page.get_by_text("No live connection. This page updates every 15 seconds.")
    expect(note).to_be_hidden()
    with windows.outage():
        page.route("**/live/**", lambda route: route.abort())
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(note).to_be_visible()
        night.play(2)
        row = page.locator("article", has=page.locator("#t2"))
        pass_time(page, 16)
        expect(row).to_contain_text("done")
        page.unroute("**/live/**")
        pass_time(page, 16)
        expect(note).to_be_hidden()
