"""The projector of thirty tables: its pages turn, and none hides who has to move or to finish."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.services.clubs import club_create
from tests.browser.eyes import WIDER
from tests.browser.listening import pass_time
from tests.browser.windows import PROJECTOR, Windows
from tests.cast import Night
from tournaments.core.settings import BellBy, Settings
from tournaments.services.journal import By
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_start
from tournaments.services.running.evenings import Choice, check_in_open, evening_create
from tournaments.services.running.people import Arrival, people_check_in
from tournaments.services.running.seats import evening_start, seats_draw
from tournaments.simulation.names import name

PEOPLE, TABLES, PAGES = 176, 30, 5
LEAST = 20
"""Pixels of a name that is read from the back of the hall."""
SMALL = """least => [...document.querySelectorAll('.hall-page:not([hidden]) .name')]
  .filter(one => parseFloat(getComputedStyle(one).fontSize) < least).map(one => one.textContent)"""
HIGHER = """height => [document.querySelector('.hall-now').getBoundingClientRect().bottom]
  .filter(bottom => bottom > height + 1)"""


@pytest.fixture
def big(windows: Windows) -> Night:
    """An evening of thirty tables, in its first round, with a clock that runs."""
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    made = evening_create(
        actor=owner,
        club=club_create(owner=owner, name="Thursday Club"),
        name="Thursday",
        settings=Settings(bell=BellBy.HAND),
        choice=Choice(),
    )
    by = By(made.pk, owner)
    check_in_open(by)
    people_check_in(by, people=[Arrival(name(n), ("lady", "gentleman")[n % 2]) for n in range(PEOPLE)])
    seats_draw(by, seed="7")
    evening_start(by)
    clock_start(by, round=1, seconds=3600)
    return Night(made, owner)


def screen(windows: Windows, night: Night) -> Page:
    page = windows.open(PROJECTOR)
    page.clock.install()
    page.goto(reverse("hall", args=[night.evening.join_code]))
    page.clock.pause_at(timezone.now() + timedelta(seconds=2))
    page.wait_for_function("() => Live.working")
    return page


def first(page: Page) -> int:
    """The first table of the page that is shown; one is, and it is whole, legible and with its head."""
    shown = page.locator(".hall-page:visible")
    expect(shown).to_have_count(1)
    assert page.evaluate(WIDER, PROJECTOR[0]) == []
    assert page.evaluate(HIGHER, PROJECTOR[1]) == []
    assert page.evaluate(SMALL, LEAST) == []
    clock = [] if page.locator(".rung").count() else ["[data-clock]"]  # none runs after the bell
    for part in (*clock, ".join-box img", ".state"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    label = re.search(r"\d+", shown.get_attribute("aria-label") or "")
    assert label
    return int(label[0])


def turns(page: Page, every: int, times: int) -> Iterator[int]:
    """The page that comes next, whenever; then those that follow, each after so many seconds exactly."""
    shown = first(page)
    while first(page) == shown:
        pass_time(page, 1)
    yield first(page)
    for _time in range(times - 1):
        shown = first(page)
        pass_time(page, every - 1)
        assert first(page) == shown
        pass_time(page, 1)
        yield first(page)


def follows(page: Page, state: str) -> None:
    """The projector comes to say this; it asks after a random wait, and the page's time has to pass."""
    for _second in range(30):
        if page.locator(".state").inner_text().strip() == state:
            page.clock.run_for(200)  # htmx gives what it has swapped in its classes a little later
            return
        page.wait_for_timeout(250)
        page.clock.run_for(200)
    expect(page.locator(".state")).to_have_text(state)


@pytest.mark.thorough
def test_every_page_comes_round_and_a_change_keeps_the_one_shown(windows: Windows, big: Night):
    page = screen(windows, big)
    expect(page.locator(".hall-page")).to_have_count(PAGES)
    expect(page.locator(".htable")).to_have_count(TABLES)
    assert first(page) == 1
    assert list(turns(page, 10, PAGES + 2)) == [7, 13, 19, 25, 1, 7, 13]
    play(big, [table for table in range(1, TABLES + 1) if table != 30])
    follows(page, "Round 1. Still playing: table 30")
    expect(page.locator("#turning")).to_have_text("Tables 13 to 18 · 3/5")
    assert list(turns(page, 10, 2)) == [19, 25]


@pytest.mark.thorough
def test_after_the_bell_only_pages_turn_that_ask_for_something(windows: Windows, big: Night):
    late = [3, 14, 15, 16, 17, 18, 27, 28, 29, 30]
    play(big, [table for table in range(1, TABLES + 1) if table not in late])
    page = screen(windows, big)
    bell_ring(big.by, round=1)
    follows(page, "The bell! Still playing: tables 3, 14, 15, 16, 17, 18, 27, 28, 29 and 30")
    assert list(turns(page, 6, 4)) == [13, 25, 1, 13]
    play(big, late[:-2])
    follows(page, "The bell! Still playing: tables 29 and 30")
    expect(page.locator("#turning")).to_have_text("Tables 25 to 30")
    pass_time(page, 21)
    assert first(page) == 25
    play(big, late[-2:])
    big.decide()
    follows(page, "The bell! Take your new seats now.")
    assert list(turns(page, 6, PAGES)) == [1, 7, 13, 19, 25]  # somebody moves at every table


def play(night: Night, tables: list[int]) -> None:
    """Of each table the first wins, and the second goes down."""
    for table in tables:
        night.play(table, callers=tuple(night.table(table)[1:2]))
