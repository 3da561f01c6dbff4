"""The projector: its letters are large, its pages turn, and none hides who has to move or to finish."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.boxes import SHOW, wrong_in_the_hall
from tests.browser.evenings import opened
from tests.browser.eyes import TOO_SMALL, WIDER
from tests.browser.listening import pass_time
from tests.browser.windows import PHONE, PROJECTOR, Windows
from tests.cast import Night
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_start
from tournaments.core.settings import BellBy
from tournaments.hall.presenters.layout import find_least_size
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation.hall import make_name
from tournaments.undo.services.undo import bell_undo

PEOPLE, TABLES = 176, 30
LEAST = 20
"""Pixels of a name that is read from the back of the hall."""
SMALL = """least => [...document.querySelectorAll('.hall-page:not([hidden]) .name')]
  .filter(one => parseFloat(getComputedStyle(one).fontSize) < least).map(one => one.textContent)"""
HIGHER = """height => [document.querySelector('.hall-now').getBoundingClientRect().bottom]
  .filter(bottom => bottom > height + 1)"""


NUMBERS = (8, 12, 16, 26, 30, 41, 48, 80, 120)
LONG = "Maximiliana-Theodora von Hohenstein-Wittgenstein zu Berleburg"
BEYOND = """() => {
  const all = [...document.querySelectorAll('.hall-now, .hall-now *')].filter(one => one.checkVisibility());
  const boxes = all.map(one => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width > 1 && !one.closest('.visually-hidden'));
  const sound = document.querySelector('.sound').getBoundingClientRect();
  const under = box => sound.width && box.right > sound.left && box.top < sound.bottom;
  const cut = one => one.matches('.name, .way, h2, .state, .mover') && one.scrollWidth > one.clientWidth + 1;
  return boxes.filter(([one, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1
    || cut(one) && getComputedStyle(one).display !== 'inline'
    || one.matches('.name, .state, .code, .join-box img') && under(box))
    .map(([one]) => one.outerHTML.slice(0, 120));
}"""


def evening(people: int, names: Callable[[int], str] = make_name) -> Night:
    """An evening with its people checked in."""
    return opened([names(n) for n in range(people)], bell=BellBy.HAND)


@pytest.fixture
def big(windows: Windows) -> Night:
    """An evening of thirty tables, in its first round, with a clock that runs."""
    night = evening(PEOPLE)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    clock_start(night.by, round=1, seconds=3600)
    return night


def long_name(number: int) -> str:
    """A name of 60 letters, of several words; every third is short."""
    return (
        make_name(number)
        if number % 3
        else f"{make_name(number).split()[0]} {LONG}"[:58] + f"{number:02}"[-2:]
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("names", [make_name, long_name], ids=["short", "long"])
@pytest.mark.parametrize("people", NUMBERS)
def test_letters_are_as_large_as_the_people_allow(windows: Windows, people: int, names: Callable[[int], str]):
    night = evening(people, names)
    pages = [windows.open(PROJECTOR), windows.open(PROJECTOR, color_scheme="dark", locale="de")]
    looks = partial(all_legible, pages, night)
    looks()
    seats_draw(night.by, seed="7")
    looks()
    evening_start(night.by)
    looks()
    bell_ring(night.by, round=1)
    looks()
    play(night, night.tables)
    looks()
    night.decide()
    looks()
    people_check_in(night.by, people=[Arrival("Late Lotte")])
    looks()
    moves_apply(night.by, round=1)
    looks()
    bell_undo(night.because("too early"))
    looks()


def all_legible(pages: list[Page], night: Night) -> None:
    least = find_least_size(len(night.facts.entries))
    for page in pages:
        page.goto(reverse("hall", args=[night.evening.join_code]))
        for index in range(max(1, page.locator(".hall-page").count())):
            page.evaluate(SHOW, index)
            assert page.evaluate(BEYOND) == []
            assert page.evaluate(SMALL, least) == []
        assert list(wrong_in_the_hall(page)) == []


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
        if " ".join((page.locator(".state").text_content() or "").split()) == state:
            page.clock.run_for(200)  # htmx gives what it has swapped in its classes a little later
            return
        page.wait_for_timeout(250)
        page.clock.run_for(200)
    expect(page.locator(".state")).to_have_text(state)


@pytest.mark.thorough
def test_every_page_comes_round_and_a_change_keeps_the_one_shown(windows: Windows, big: Night):
    page = screen(windows, big)
    expect(page.locator(".htable")).to_have_count(TABLES)
    starts = [first(page), *turns(page, 10, 2)]
    assert starts[0] == 1
    assert starts[1] > 1
    shown = page.locator("#turning").inner_text()
    play(big, [table for table in range(1, TABLES + 1) if table != TABLES])
    follows(page, f"Round 1. Still playing: table {TABLES}")
    expect(page.locator("#turning")).to_have_text(shown)


@pytest.mark.thorough
def test_after_the_bell_only_pages_turn_that_ask_for_something(windows: Windows, big: Night):
    play(big, list(range(1, TABLES)))
    page = screen(windows, big)
    bell_ring(big.by, round=1)
    follows(page, f"The bell! Still playing: table {TABLES}")
    last = first(page)
    assert last > 1
    pass_time(page, 21)
    assert first(page) == last
    play(big, [TABLES])
    big.decide()
    follows(page, "The bell! Stay seated for a moment.")


def test_who_moves_is_shown_first_and_twice(windows: Windows):
    night = evening(12)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    page = screen(windows, night)
    play(night, night.tables)
    bell_ring(night.by, round=1)
    night.decide()
    moves_apply(night.by, round=1)
    follows(page, "Round 2 is being played")
    movers, tables = page.locator(".movers"), page.locator(".hall-page:not(.movers)")
    for _time in range(2):
        expect(movers).to_be_visible()
        expect(tables).to_be_hidden()
        expect(movers.locator(".disc").first).to_be_visible()
        pass_time(page, 10)
        expect(tables).to_be_visible()
        expect(movers).to_be_hidden()
        pass_time(page, 10)
    expect(tables).to_be_visible()
    expect(movers).to_be_hidden()


LINE_HEIGHT = """() => {
  document.querySelector('.hall-page').classList.add('close'); // lines are closer on a projector alone
  return parseFloat(getComputedStyle(document.querySelector('.htable li')).lineHeight);
}"""


def test_on_a_phone_all_tables_stand_one_below_the_other(windows: Windows):
    night = evening(80)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    clock_start(night.by, round=1, seconds=3600)
    code, me = night.evening.join_code, night.table(3)[0]
    page = windows.open(PHONE)
    page.goto(reverse("player", args=[code, me]))
    page.get_by_role("link", name="Tables").tap()
    page.wait_for_url(f"**{reverse('hall', args=[code])}?me={me}")
    assert page.locator(".hall-page").count() > 1
    for shown in page.locator(".hall-page").all():
        expect(shown).to_be_visible()
    for hidden in (".join-box", "#turning"):
        expect(page.locator(hidden)).to_be_hidden()
    assert page.evaluate(WIDER, PHONE[0]) == []
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(SMALL, 17.6) == []  # 1.1rem
    assert page.evaluate(LINE_HEIGHT) >= 1.4 * 18 - 0.1
    page.get_by_role("link", name="Back to your seat").tap()
    page.wait_for_url(f"**{reverse('player', args=[code, me])}")


def play(night: Night, tables: list[int]) -> None:
    """Of each table the first wins, and the second goes down."""
    for table in tables:
        night.play(table, callers=tuple(night.table(table)[1:2]))
