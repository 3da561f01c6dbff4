"""How each page of a table's phone and of a player's phone looks, in the states that an evening brings.

Nothing for axe to find, light and dark; nothing too small for a thumb; nothing too wide, also at 320 px.
"""

from typing import Literal

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.bids import taken, told
from tests.browser import hands
from tests.browser.evenings import begun
from tests.browser.eyes import CONTRAST, TOO_SMALL, UNCUED, WIDER, contrast, described, overflow, violations
from tests.browser.hands import press, says, touch
from tests.browser.test_scorer_link import Thursday, close_without, fill_in, send, send_in_vain, thursday
from tests.browser.windows import PHONE, until
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.linked_phones import phone as phone_of
from tests.scoring.services.test_deal_record import body
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import EntryRow
from tournaments.phones.selectors import make_token, select_open_claims
from tournaments.phones.services import link_revoke, phone_claim_decide, phone_code_show
from tournaments.scoring.services.bids import score_record
from tournaments.scoring.services.deals import deal_record

__all__ = ["thursday"]

NARROW = (320, 640)
COVERED = """() => {
  const bar = document.querySelector('.finish').getBoundingClientRect();
  const field = document.activeElement.getBoundingClientRect();
  return field.bottom > bar.top && field.top < bar.bottom;
}"""
"""Whether the bar with the button lies over the field that has the focus."""


def look(page: Page) -> None:
    """The page looks right, at the size it has and on a narrow phone."""
    viewport = page.viewport_size
    assert viewport
    size = viewport["width"], viewport["height"]
    found = [*described("light", violations(page, rules={CONTRAST: {"enabled": False}}))]
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += described(scheme, contrast(page, scheme))
    found += overflow("as it is", page, size)
    found += page.evaluate(UNCUED)
    if size == PHONE:
        found += page.evaluate(TOO_SMALL)
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        found += overflow("narrow", page, NARROW)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme="light")
    assert found == [], page.url


def test_counters(thursday: Thursday):
    """From *Who sits here?* to the confirmed result, and what a second phone sees of it."""
    night = thursday.begin(confirm=True, deals=3)
    phone, people = thursday.scan(), thursday.people()
    press(phone, "Somebody else")
    look(phone)
    fill_in(phone, people)
    second = thursday.scan()
    fill_in(second, people[::-1])
    hands.put_in(phone, {people[1]: 400})
    with thursday.windows.refused(phone):
        send(phone)
        phone.get_by_role("alert").first.wait_for()
    thursday.windows.excused += 1
    look(phone)
    hands.put_in(phone, {people[1]: 5})
    send(phone)
    says(phone, f"{people[0]} won")
    look(phone)
    touch(phone, phone.locator("#correct > summary"))
    look(phone)
    says(second, "This deal was recorded or changed elsewhere.")
    look(second)
    with thursday.windows.refused(second, 409):
        send(second)
    thursday.windows.excused += 1
    says(second, "Your entry was not recorded")
    look(second)
    touch(phone, phone.locator("#correct > summary"))
    press(phone, f"Confirm as {people[2]}")
    says(phone, "Confirmed by")
    look(phone)
    second.goto("about:blank")
    with thursday.windows.outage():  # from the very moment: the page asks for news of the table
        link_revoke(night.by, table=2)
        hands.go(phone, "/score/")
        says(phone, "The organiser ended this table’s code.")
    look(phone)


def test_what_is_kept(thursday: Thursday):
    """Without a network the phone goes on; then its entry stands beside what another phone sent."""
    night, phone, people = thursday.filled(deals=3)
    first = thursday.scan()
    fill_in(first, people[::-1])
    with thursday.windows.outage():
        send_in_vain(phone)
        look(phone)
        send(first)
        says(first, f"{people[-1]} won")
        phone.unroute("**/score/1/1/")
        hands.go(phone, "/score/")
        says(phone, "Not recorded:")
    thursday.windows.excused += 1
    look(phone)
    hands.go(phone, reverse("scan", args=[make_token(link(night, 3))]))
    says(phone, "Switch to table 3")
    look(phone)
    for page in ("/join/", "/"):
        hands.go(phone, page)
        expect(phone.get_by_role("link", name="Go to your table")).to_be_visible()
        look(phone)


@pytest.mark.thorough
def test_too_late(thursday: Thursday):
    """Filled in while everybody moves, sent too late, and the same on the console."""
    night, phone, _people = thursday.filled(unfinished="cut")
    other = thursday.scan(1)
    fill_in(other, thursday.people(1))
    close_without(night, 2)
    says(phone, "Round 1 is over.")
    look(phone)
    with thursday.windows.refused(phone, 409):
        send(phone)
    says(phone, "The organiser sees what you typed.")
    thursday.windows.excused += 1
    look(phone)
    desk = thursday.desk()
    says(desk, "Table 2 sent deal 1 of round 1 too late.")
    look(desk)


def test_bids(thursday: Thursday):
    """Bids, tricks, the result, its correction and the sheet."""
    thursday.begin(GameChoice("blackout", {}, "fixed"), players=15)
    phone = thursday.scan(1)
    look(phone)
    facts = [fact.bounding_box() for fact in phone.locator(".deal-facts > div").all()]
    assert len({fact["y"] for fact in facts if fact}) == 1, "one line for the deal"
    for row in phone.locator("[data-bidder]").all():
        touch(phone, row.locator(".strip label:has(input:not([disabled]))").first)
    press(phone, "Record the bids")
    taker = phone.locator("form.sheet-form:visible [data-taker]").first
    taker.wait_for()
    look(phone)
    touch(phone, taker.locator(".strip label").last)
    press(phone, "Record the tricks")
    phone.locator("#score-title").wait_for()
    look(phone)
    touch(phone, phone.locator("#correct > summary"))
    look(phone)
    phone.goto(reverse("score-sheet", args=[1]))
    look(phone)


@pytest.mark.thorough
def test_a_call(thursday: Thursday):
    """The numbers stand under their question, which is a sentence and no name."""
    thursday.begin(GameChoice("caller-clag", {}, "fixed"), players=4)
    phone = thursday.scan(1)
    look(phone)
    asked, numbers = (phone.locator(part).first.bounding_box() for part in ("form legend", "form .strip"))
    assert asked
    assert numbers
    assert asked["y"] + asked["height"] <= numbers["y"]


@pytest.mark.thorough
def test_three_stakes(thursday: Thursday):
    thursday.begin(GameChoice("three-stake-brag", {}, "fixed"), players=5, deals=2)
    phone, people = thursday.scan(1), thursday.people(1)
    hands.tap_people(phone, people[:1], people[1:2])
    for stake, counters in (("First", "2"), ("Second", "500"), ("Third", "3")):
        phone.get_by_label(f"{stake} stake", exact=True).fill(counters)
    with thursday.windows.refused(phone):
        send(phone)
        phone.get_by_role("alert").first.wait_for()
    thursday.windows.excused += 1
    look(phone)
    phone.get_by_label("Second stake", exact=True).fill("5")
    phone.get_by_label("Won the first stake").select_option(label=people[0])
    phone.get_by_label("Won the third stake").select_option(label="Nobody")
    hands.amount(phone, people[0]).fill("12")
    look(phone)
    send(phone)
    says(phone, f"{people[0]} won")
    look(phone)


def test_this_is_me(thursday: Thursday):
    """A wrong code, waiting for the organiser, refused, and remembered; the console with the request."""
    night, windows = thursday.begin(), thursday.windows
    phone, me = windows.open(PHONE), night.table(2)[0]
    entry = EntryRow.objects.select_related("evening__club").get(pk=me)
    thursday.scan(1)
    desk = thursday.desk()
    phone.goto(reverse("player", args=[night.evening.join_code, me]))
    touch(phone, phone.get_by_text("This is me", exact=True))
    phone.keyboard.type("123456")
    with windows.refused(phone):
        press(phone, "Go to your seat")
    says(phone, "This code is wrong or too old.")
    look(phone)
    press(phone, "Without a code: ask the organiser")
    says(phone, "The organiser sees that this is you")
    look(phone)
    expect(desk.locator("#claims summary")).to_be_visible()
    look(desk)
    [claim] = select_open_claims(night.evening.pk)
    phone_claim_decide(by=night.alice, evening=night.evening, claims=[claim.pk], granted=False)
    expect(phone.locator(".claim")).to_contain_text("The organiser did not confirm that this is you.")
    look(phone)
    touch(phone, phone.get_by_text("This is me", exact=True))
    phone.keyboard.type(phone_code_show(by=night.alice, entry=entry, now=timezone.now()))
    press(phone, "Go to your seat")
    expect(phone.locator(".claim")).to_have_text("This phone remembers you this evening.")
    look(phone)
    hands.go(phone, "/join/")
    look(phone)


LONG = "Donaudampfschifffahrtsgesellin"


@pytest.mark.parametrize("game", ["draw-poker", pytest.param("blackout", marks=pytest.mark.thorough)])
def test_long_names_in_german_on_a_narrow_phone(game: str, thursday: Thursday):
    """The form, the result with its confirmers, its correction, and the page that waits."""
    names = [f"Anna-Lena {LONG} {n}" for n in range(1, 5)]
    choice = GameChoice(game) if game == "draw-poker" else GameChoice(game, {}, "fixed")
    night = thursday.night = linked(begun(names, choice, confirm=True))
    page = thursday.windows.open(NARROW, locale="de-DE", has_touch=True, is_mobile=True)
    thursday.scan(1, page)
    fits(page)
    record_by_phone(night)
    says(page, "Reichen Sie das Telefon")
    fits(page)
    page.locator("#correct > summary").tap()
    page.get_by_role("button", name="Ergebnis eintragen").wait_for()
    fits(page)
    hands.go(page, reverse("score"))
    fits(page)


def fits(page: Page) -> None:
    """Nothing is too wide, once long words are smaller."""
    until(page, lambda: page.evaluate(WIDER, NARROW[0]) == [])


def record_by_phone(night: Night) -> None:
    if night.evening.play.kind.stakes:
        deal_record(phone_of(night, 1), **body(night, 1))
        return
    at = night.at(1)
    bids = told(at)
    score_record(phone_of(night, 1), round=1, table=1, deal=1, result=taken(at, bids), bids=bids)


@pytest.mark.parametrize("size", [PHONE, NARROW])
def test_the_bar_does_not_lie_over_the_figure_that_is_typed(size: tuple[int, int], thursday: Thursday):
    """From the first to the last of seven, and back."""
    night = thursday.begin(players=7)
    phone = thursday.windows.open(size)
    thursday.scan(1, phone)
    names = thursday.people(1)
    assert len(names) == 7
    hands.by_count(phone)
    phone.locator("input.count:visible").first.focus()
    for _figure in names:
        assert phone.evaluate(COVERED) is False
        phone.keyboard.type("50")
        phone.keyboard.press("Tab")
    for _figure in names:
        phone.keyboard.press("Shift+Tab")
        assert phone.evaluate(COVERED) is False
    assert night.facts.pools == ()
