"""A game of bids on a phone, tap by tap: what is forbidden is shown before, and nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import begun
from tests.browser.eyes import TOO_SMALL, WIDER
from tests.browser.hands import press, says, touch
from tests.browser.windows import PHONE, Windows
from tests.cast import Night
from tournaments.evening.services.evenings import GameChoice

PEOPLE = ["Ada", "Björn", "Clara"]


def deal(night: Night, number: int) -> str:
    return f"/evenings/{night.evening.pk}/rounds/1/tables/1/deals/{number}/"


def cell(page: Page, part: str, place: int, number: int) -> Locator:
    """The cell with this number in the line of whoever stands at that place, from 0."""
    row = page.locator(f"#{part} .seat").nth(place)
    return row.get_by_role("radio", name=str(number), exact=True)


def tap(page: Page, part: str, *numbers: int) -> None:
    """Tap everybody's number, in bidding order."""
    for place, number in enumerate(numbers):
        touch(page, cell(page, part, place, number))


SEEN = """() => {
  const bar = document.querySelector('.finish');
  const sticks = getComputedStyle(bar).position === 'sticky';
  const low = Math.min(innerHeight, sticks ? bar.getBoundingClientRect().top : Infinity);
  const lines = [...document.querySelectorAll('.rows .seat')].map(line => line.getBoundingClientRect());
  const seen = lines.filter(line => line.bottom <= low).length;
  return [sticks, seen, Math.max(...lines.map(line => line.height))];
}"""
"""Whether the bar stays in sight, how many lines stand above it, and the height of the tallest."""


def test_seven_people_fit_and_the_bar_covers_nobody(windows: Windows):
    """Seven bid on seven cards: a line each, on one screen. In a low window the bar does not stick."""
    night = begun(7, GameChoice("blackout-family", {}, "fixed"))
    phone = windows.open(PHONE, user=night.alice)
    phone.goto(deal(night, 1))
    assert phone.evaluate(SEEN) == [True, 7, 52]
    assert phone.evaluate(TOO_SMALL) == []
    assert phone.evaluate(WIDER, PHONE[0]) == []
    names = night.facts.names
    chairs = {names[entry]: str(chair) for chair, entry in night.at(1).scorer_table.chairs.items()}
    read = phone.locator("#bids legend").evaluate_all(
        "all => all.map(one => ['.who', '.chair'].map(part => one.querySelector(part).textContent))"
    )
    assert dict(read) == chairs
    for size in ((844, 390), (341, 192)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        assert phone.evaluate(SEEN)[0] is False
        assert phone.evaluate(WIDER, size[0]) == []


@pytest.mark.thorough
def test_jabberwocky(windows: Windows):
    night = begun(PEOPLE, GameChoice("jabberwocky", {}, "fixed"))
    phone = windows.open(PHONE, user=night.alice)
    phone.goto(deal(night, 1))
    forbidden(phone)
    wrong_total(phone)
    says(phone, "Winner: ")


def forbidden(page: Page) -> None:
    """Three cards: after 1 and 1 the last may not bid 1; and a bid that becomes forbidden is said to be."""
    says(page, "Deal 1 of 13")
    send, tally = page.get_by_role("button", name="Record the bids"), page.locator("[data-bid-tally]")
    expect(send).to_be_disabled()
    expect(tally).to_have_text("Bids: 0 of 3 · 3 under · still to bid: " + names(page))
    tap(page, "bids", 1, 1)
    last = cell(page, "bids", 2, 1)
    expect(last).to_be_disabled()
    expect(page.locator("#bids .seat").nth(2)).to_contain_text("Not 1: the bids may not total 3")
    expect(page.locator("#bids .seat").nth(2)).to_contain_text("bids next")
    touch(page, cell(page, "bids", 2, 0))
    expect(tally).to_have_text("Bids: 2 of 3 · 1 under")
    expect(send).to_be_enabled()
    touch(page, cell(page, "bids", 0, 2))  # now the last may not have bid 0
    expect(tally).to_contain_text("may not bid 0")
    expect(send).to_be_disabled()
    touch(page, cell(page, "bids", 2, 1))
    expect(tally).to_have_text("Bids: 4 of 3 · 1 over")
    touch(page, page.get_by_role("radio", name="hearts"))
    send.tap()
    says(page, "♥ hearts")


def names(page: Page) -> str:
    return ", ".join(page.locator("#bids .who").all_inner_texts())


def wrong_total(page: Page) -> None:
    """Bids of 2, 1 and 1 stand; the tricks are given one by one, one too many, and then right."""
    send, tally = page.get_by_role("button", name="Record the tricks"), page.locator("[data-trick-tally]")
    expect(tally).to_have_text("Tricks left: 3")
    expect(send).to_be_disabled()
    tap(page, "tricks", 2)
    expect(tally).to_have_text("Tricks left: 1")
    tap(page, "tricks", 2, 2)
    expect(tally).to_have_text("1 too many")
    expect(send).to_be_disabled()
    tap(page, "tricks", 2, 1)
    expect(tally).to_have_text("Adds up")
    marks = page.locator("#tricks [data-mark]")
    expect(marks).to_have_text(["exact", "exact", "missed"])
    send.tap()
    says(page, "deal 1.")


def test_the_last_taker_has_the_tricks_that_are_left(windows: Windows):
    """Until somebody taps otherwise."""
    night = begun(PEOPLE, GameChoice("jabberwocky", {}, "fixed"))
    phone = windows.open(PHONE, user=night.alice)
    phone.goto(deal(night, 1))
    tap(phone, "bids", 1, 1, 0)
    press(phone, "Record the bids")
    tap(phone, "tricks", 0, 1)
    expect(cell(phone, "tricks", 2, 2)).to_be_checked()
    tap(phone, "tricks", 1)
    expect(cell(phone, "tricks", 2, 1)).to_be_checked()
    touch(phone, cell(phone, "tricks", 2, 0))
    tap(phone, "tricks", 2)
    expect(cell(phone, "tricks", 2, 0)).to_be_checked()
    expect(phone.locator("[data-trick-tally]")).to_have_text("Adds up")


def test_the_dealer_calls(windows: Windows):
    night = begun(PEOPLE, GameChoice("caller-clag", {"deals": 2}, "fixed"))
    phone = windows.open(PHONE, user=night.alice)
    phone.goto(deal(night, 1))
    send = phone.get_by_role("button", name="Use this call")
    expect(send).to_be_disabled()
    touch(phone, phone.get_by_role("radio", name="4", exact=True))
    expect(send).to_be_enabled()
    misere, madness = (phone.get_by_label(re.compile(f"^{what}")) for what in ("Misere", "Ascending"))
    touch(phone, madness)
    expect(misere).to_be_disabled()
    says(phone, "A misere cannot also be madness.")
    suits = phone.get_by_label(re.compile("^Suits, highest first"))
    expect(suits).to_be_hidden()
    touch(phone, phone.get_by_label(re.compile("^Suit precedence")))
    suits.select_option(label="♠ ♥ ♣ ♦")
    send.tap()
    says(phone, "Suits, highest first")
    tap(phone, "bids", 1, 1, 4)
    press(phone, "Record the bids")
    for place, tricks in enumerate(((1,), (2, 3), (4,))):
        for number in tricks:
            touch(
                phone, phone.locator("#tricks .seat").nth(place).get_by_label(f"trick {number}", exact=True)
            )
    expect(phone.locator("[data-trick-tally]")).to_have_text("Adds up")
    press(phone, "Record the tricks")
    says(phone, "Tricks: 2, 3")
    scores = phone.locator(".scores tbody tr")
    found = {row.locator("td").nth(2).inner_text() for row in scores.all()}
    assert found == {"+12", "+10", "+8"}

    press(phone, re.compile("^Next: "))
    touch(phone, phone.get_by_role("radio", name="3", exact=True))
    touch(phone, phone.get_by_label(re.compile("^Misere")))
    press(phone, "Use this call")
    says(phone, "This deal has no bids.")
    tap(phone, "tricks", 0, 3)
    press(phone, "Record the tricks")
    says(phone, "The game at this table is over. Winner:")
