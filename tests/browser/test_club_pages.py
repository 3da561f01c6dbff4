"""A club's pages in a browser: a row is a link, the tab that is open is in sight, a name is found."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Player
from tests.browser.test_hall_pages import evening
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.models import Evening

BELOW = ("", "players/{player}/record/", "settings/")


@pytest.fixture
def night() -> Night:
    return evening(0)


def open_page(windows: Windows, night: Night, size: tuple[int, int], path: str = "") -> Page:
    page = windows.open(size, user=night.alice)
    page.goto(f"/clubs/{night.evening.club_id}/{path}")
    return page


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_whole_row_of_evenings_is_one_link(windows: Windows, night: Night, size: tuple[int, int]):
    """The link lies over the words, so the click is forced: it goes to what is there."""
    club, today = night.evening.club_id, timezone.localdate()
    planned = [Evening.objects.create(club_id=club, name=f"Planned {n}", held_on=today) for n in (1, 2)]
    page = open_page(windows, night, size)
    page.locator("tr", has_text="Planned 1").get_by_text("Draw Poker").click(force=True)
    expect(page).to_have_url(re.compile(f"/evenings/{planned[0].pk}/$"))
    page.go_back()
    page.locator("tr", has_text="Planned 2").locator(".won").click(force=True)
    expect(page).to_have_url(re.compile(f"/evenings/{planned[1].pk}/$"))


def test_on_a_phone_a_long_state_has_room_beside_the_title(windows: Windows, night: Night):
    Evening.objects.create(club_id=night.evening.club_id, name="Donnerstagabend")
    page = open_page(windows, night, PHONE)
    page.locator(".won .dot").evaluate("dot => dot.textContent = 'Die Sitzplätze sind ausgelost'")
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]


def test_on_a_phone_the_tab_of_a_subpage_is_in_sight(windows: Windows, night: Night):
    player = Player.objects.create(club=night.evening.club, name="Ada").pk
    for path in BELOW:
        page = open_page(windows, night, PHONE, path.format(player=player))
        expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_a_name_is_found_on_the_list_of_players(windows: Windows, night: Night):
    for name in ("Ada", "Ben", "Zoë"):
        Player.objects.create(club=night.evening.club, name=name)
    page = open_page(windows, night, LAPTOP, "players/")
    names = page.locator("#people li")
    expect(page.get_by_role("navigation", name="By letter").get_by_role("link")).to_have_text(["A", "B", "Z"])
    page.get_by_label("Find a name").fill("zo")
    expect(names.filter(visible=True)).to_have_text([re.compile("Zoë")])


def test_a_field_is_no_higher_beside_a_long_name(windows: Windows, night: Night):
    page = open_page(windows, night, LAPTOP, "evenings/new/?game=brag&format=knockout")
    field = page.get_by_label("Counters that each player pays if nobody stays in against the dealer’s ante")
    assert field.evaluate("one => one.getBoundingClientRect().height") == 40
