"""The prizes are revealed one after the other, and the hall sees each at once; the journal tells of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import SHOW
from tests.browser.evenings import simulated
from tests.browser.hands import press, says
from tests.browser.test_hall_pages import BEYOND
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tournaments.models import Award

PLACES = "lines => lines.map(line => [line.id, line.getBoundingClientRect().top])"
TITLES = ("Booby prize", "Most counters: gentleman", "Most counters: lady", "Most yellow chips")


@pytest.fixture
def night(windows: Windows) -> Night:
    """An evening that is finished, and nobody in the hall knows how."""
    night = simulated(rounds=8, quiet=True)
    Award.objects.update(revealed=None)
    return night


def winners(prize: str) -> list[str]:
    return list(Award.objects.get(prize=prize).winners.values_list("name", flat=True))


def at_once(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("main")).to_contain_text(words)


def test_one_after_the_other(windows: Windows, night: Night):
    """The projector shows the newest prize large; the winner's phone tells of it, and of no place yet."""
    booby = winners("booby")[0]
    desk, other = windows.open(LAPTOP, user=night.alice), windows.open(LAPTOP, user=night.alice)
    screen, phone = windows.open(PROJECTOR), windows.open(PHONE)
    for page in (desk, other):
        page.goto(f"/evenings/{night.evening.pk}/")
    screen.goto(f"/j/{night.evening.join_code}/hall/")
    phone.goto(f"/j/{night.evening.join_code}/me/{night.entry(booby)}/")
    expect(screen.locator(".prize-list strong")).to_have_text(["?not announced yet"] * 4)
    expect(screen.locator(".standing")).to_have_count(0)
    says(phone, "4 prizes are not announced yet")
    expect(desk.locator(".to-say")).to_contain_text(booby)

    press(desk, f"Announce “{TITLES[0]}”")
    at_once(screen, booby)
    newest = screen.locator(".giant")
    expect(newest.locator(".winner .name")).to_have_text(winners("booby"))
    expect(newest.locator(".because")).to_have_text(re.compile(r"\d"))
    at_once(phone, "You have won!")
    expect(phone.locator(".prize h2")).to_contain_text(TITLES[0])
    expect(phone.locator(".place")).not_to_contain_text("Place")
    at_once(other, f"Announce “{TITLES[1]}”")
    expect(screen.locator(".to-come")).to_have_text("3 prizes to come")

    for title in TITLES[1:]:
        press(desk, f"Announce “{title}”")
        at_once(screen, title)
        expect(newest.locator(".what")).to_contain_text(title.split(":")[0])
    expect(newest.locator(".winner .name")).to_have_text(winners("yellow"))
    expect(newest.locator("svg:not(.icon)")).to_have_count(int(len(winners("yellow")) == 1))
    for index in range(screen.locator(".hall-page").count()):
        screen.evaluate(SHOW, index)
        assert screen.evaluate(BEYOND) == []
    expect(screen.locator(".standing .name")).to_have_count(len(night.facts.entries))
    at_once(phone, re.compile(r"Place \d+"))
    expect(desk.locator("#reveal")).to_have_count(0)


@pytest.mark.thorough
def test_the_journal_keeps_the_readers_place(windows: Windows, night: Night):
    """A line that comes at the top moves nothing that is being read."""
    desk, reader = (windows.open(LAPTOP, user=night.alice) for _person in range(2))
    desk.goto(f"/evenings/{night.evening.pk}/")
    reader.goto(f"/evenings/{night.evening.pk}/journal/")
    shown = reader.locator(".journal .line")
    newest = shown.first.get_attribute("id")
    shown.nth(30).scroll_into_view_if_needed()
    reader.evaluate("scrollBy({top: 200, behavior: 'instant'})")
    before = dict(shown.evaluate_all(PLACES))
    read = next(line for line, top in before.items() if top >= 0)
    press(desk, f"Announce “{TITLES[0]}”")
    expect(shown.first).not_to_have_attribute("id", newest or "")
    expect(shown.first).to_contain_text(f"Announced in the hall: {TITLES[0]}.")
    after = dict(shown.evaluate_all(PLACES))
    assert after[read] == pytest.approx(before[read], abs=2)
    press(desk, "Announce all")
    expect(shown.first).to_contain_text("Most yellow chips;")
    assert dict(shown.evaluate_all(PLACES))[read] == pytest.approx(before[read], abs=2)
