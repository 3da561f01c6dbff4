"""A league on the pages: set up, two evenings count, and a correction of the first changes the season."""

import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser import hands
from tests.browser.hands import press, says
from tests.browser.season_scenes import SeasonScenes
from tests.browser.test_correction import WHY, Mistake, fill_in, mistakes
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.core.leagues.rules import Rules
from tournaments.models import Season
from tournaments.simulation.rounds import Order, simulate
from tournaments.undo.presenters import PersonChange

POINTS = Rules().table
EVENINGS = ("First Thursday", "Second Thursday")


def table(page: Page) -> dict[str, tuple[int, str]]:
    """Everybody's place and points, as the season's page shows them."""
    rows = page.locator("table.season tbody tr:not(.tie)")
    return {
        row.locator("th a").inner_text(): (
            int(row.locator(".place .big").inner_text()),
            row.locator(".points").inner_text(),
        )
        for row in rows.all()
    }


def place(person: PersonChange) -> tuple[int, int] | None:
    """Somebody's place before and after, if it is another."""
    for change in person.figures:
        if change.key == "place" and isinstance(change.was, int) and isinstance(change.now, int):
            return change.was, change.now
    return None


def matters(found: Mistake) -> PersonChange | None:
    """Who goes from one place that the points table knows to another, alone there."""
    for person in found.changes.figures:
        moved = place(person)
        if moved and max(moved) <= len(POINTS) and POINTS[moved[0] - 1] != POINTS[moved[1] - 1]:
            return person
    return None


@pytest.mark.thorough
def test_two_evenings_and_a_correction(windows: Windows):
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club = club_create(owner=owner, name="Thursday Club")
    nights = [
        Night(simulate(order, club=club, actor=owner), owner)
        for order in (
            Order(name, players=9, rounds=6, seed=seed, quiet=True, held_on=date(2026, 1, day))
            for name, seed, day in zip(EVENINGS, ("7", "8"), (8, 15), strict=True)
        )
    ]
    desk, phone = windows.open(LAPTOP, user=owner), windows.open(PHONE, user=owner)
    desk.goto(f"/clubs/{club.pk}/")
    press(desk, "Leagues")
    desk.get_by_label("Name").fill("Thursday League")
    press(desk, "Create the league")
    with windows.refused(desk):
        desk.get_by_label("Name").fill("Winter")
        desk.get_by_label("Points by place", exact=True).last.fill("1, 2")
        press(desk, "Create the season")
    says(desk, "A lower place cannot give more points than a higher place.")
    desk.get_by_label("Points by place", exact=True).last.fill(", ".join(map(str, POINTS)))
    press(desk, "Create the season")
    for name in EVENINGS:
        desk.locator("#addable label", has_text=name).click()
        press(desk, "Add the ticked evenings")
        expect(desk.locator(".parts")).to_contain_text(name)
    press(desk, "Standings", within=desk.locator("nav.tabs"))
    says(desk, "2 evenings count.")
    before = table(desk)
    season = Season.objects.get()
    phone.goto(f"/seasons/{season.pk}/")
    assert table(phone) == before

    found, person = next(
        (mistake, who)
        for number in range(6, 0, -1)
        for mistake in mistakes(nights[0], number)
        if (who := matters(mistake))
    )
    was, now = place(person) or (0, 0)
    desk.goto(f"/evenings/{nights[0].evening.pk}/")
    fill_in(desk, nights[0], found)
    desk.get_by_label("Reason").fill(WHY)
    press(desk, re.compile("^Correct it"))
    says(desk, "The result was recorded again: version 2.")

    desk.goto(f"/seasons/{season.pk}/")
    after = table(desk)
    assert after != before
    expected = float(before[person.name][1]) - POINTS[was - 1] + POINTS[now - 1]
    assert float(after[person.name][1]) == expected
    hands.reload(phone)
    assert table(phone) == after
    phone.get_by_role("link", name=person.name, exact=True).tap()
    says(phone, f"with {after[person.name][1]} points")
    says(phone, f"Place {now}")
    says(phone, EVENINGS[0])
    says(phone, re.compile(r"Points of the season: .* has \d"))


def sheets(page: Page) -> int:
    """How many sheets of paper the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_rules_ask_for_what_the_scheme_needs_and_the_table_is_one_sheet(windows: Windows):
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    scenes = SeasonScenes(owner, club_create(owner=owner, name="Thursday Club"), "Longest Name")
    desk = windows.open(LAPTOP, user=owner)
    desk.goto("/seasons/{season}/settings/".format(**scenes.places))
    table = desk.get_by_label("Points by place", exact=True).last
    expect(table).to_be_visible()
    desk.get_by_label(re.compile("place as points")).check()
    expect(table).to_be_hidden()
    with windows.refused(desk):
        press(desk, "Save")
    says(desk, "The fewest points win, so a missed evening must cost points.")
    expect(desk.get_by_label("Nothing", exact=True)).to_be_focused()
    desk.get_by_label(re.compile("place after the last of the evening")).check()
    press(desk, "Save")
    says(desk, "the fewest points win")
    desk.emulate_media(media="print")
    for shown in (desk.locator("h1"), desk.locator("table.season").first, desk.locator(".gist span")):
        expect(shown).to_be_visible()
    for hidden in (desk.locator("nav.tabs"), desk.locator("[data-print]"), desk.locator(".acts")):
        expect(hidden).to_be_hidden()
    assert sheets(desk) == 1
    desk.goto("/seasons/{season}/?evenings=all".format(**scenes.places))
    assert sheets(desk) == 1

    phone = windows.open(PHONE, user=owner)
    phone.goto("/seasons/{season}/?evenings=all".format(**scenes.places))
    place, last = (phone.locator(f"tbody tr:first-child .{what}").first for what in ("place", "played"))
    before = place.bounding_box()
    last.scroll_into_view_if_needed()
    assert place.bounding_box() == before
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE[0]
