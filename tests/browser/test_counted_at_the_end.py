"""A short evening of nine people who count their counters only at its end, all of it on one phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser import hands
from tests.browser.hands import press, says, seating
from tests.browser.windows import PHONE, Windows
from tournaments.simulation.hall import name


@pytest.mark.thorough
def test_nine_people_count_at_the_end(windows: Windows):
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club_create(owner=owner, name="Thursday Club")
    phone = windows.open(PHONE, user=owner)
    seated(phone)
    first_round(windows, phone)
    second_round(phone)
    settled(windows, phone)


def seated(phone: Page) -> None:
    """Planned, checked in, drawn and begun."""
    phone.goto("/")
    press(phone, re.compile("^New evening"))
    hands.touch(phone, phone.get_by_label("Only at the end"))
    press(phone, "Plan the evening")
    press(phone, "Open check-in")
    says(phone, "Check-in is open.")
    phone.get_by_label("Names, one per line").fill("\n".join(name(n) for n in range(9)))
    press(phone, re.compile("^Check in"))
    says(phone, "9 players are here")
    press(phone, "Draw the seats")
    press(phone, "Start play")
    says(phone, "Round 1 is being played")
    assert [len(people) for people in seating(phone).values()] == [4, 5]


def first_round(windows: Windows, phone: Page) -> None:
    """Only what decides the moves is counted: the head table, and the booby table as somebody is broke."""
    head, booby = seating(phone).values()
    hands.open_result(phone, 1)
    hands.tap_people(phone, head[:1], head[1:2])
    hands.put_in(phone, dict(zip(head, (110, 0, 50, 40), strict=True)))
    hands.write_down(phone, 1)
    hands.open_result(phone, 2)
    hands.tap_people(phone, booby[:1], [])
    expect(phone.get_by_text("Who has no counters left?")).to_be_visible()
    hands.write_down(phone, 2)

    says(phone, "Count the counters at table 2")
    press(phone, "Count table 2")
    for who, counters in zip(booby, (60, 52, 46, 46, 46), strict=True):
        phone.get_by_label(who, exact=True).fill(str(counters))
    phone.get_by_label(booby[1], exact=True).fill("many")
    with windows.refused(phone):
        press(phone, "Save")
    says(phone, "Enter a whole number.")
    expect(phone.get_by_label(booby[0], exact=True)).to_have_value("60")
    phone.get_by_label(booby[1], exact=True).fill("52")
    press(phone, "Save")

    says(phone, "Ready for round 2")
    moves = hands.movers(phone)
    assert {who: sign[0] for who, (sign, _why) in moves.items()} == {
        head[3]: "▼",
        booby[0]: "▲",
        head[1]: "⇄",
        booby[1]: "⇄",
    }
    why = f"{head[1]} was out of counters. Most counters at the booby table: 52. Changes seats."
    assert moves[booby[1]][1] == why
    press(phone, "Start round 2")
    says(phone, "Round 2 has started.")


def second_round(phone: Page) -> None:
    head, booby = seating(phone).values()
    hands.open_result(phone, 2)
    hands.tap_people(phone, booby[:1], booby[1:2])
    hands.write_down(phone, 2)
    hands.open_result(phone, 1)
    hands.tap_people(phone, head[:1], head[1:2])
    for n, who in enumerate(head):
        hands.amount(phone, who).fill(str(70 - n))
    hands.write_down(phone, 1)
    hands.reload(phone)
    phone.locator("#other-steps summary").first.tap()
    press(phone, "End play and settle up")
    press(phone, "Yes, settle up")


def settled(windows: Windows, phone: Page) -> None:
    """Nine stakes and a fresh one make 500: with one too few nothing is announced."""
    says(phone, "Count all counters")
    fields = phone.locator("#counts input[type=number]")
    expect(fields).to_have_count(9)
    fields.first.fill("120")
    fields.first.press("Enter")
    expect(fields.nth(1)).to_be_focused()  # half a count is not sent by a key
    for n in range(1, 9):
        fields.nth(n).fill("55" if n > 1 else "-5")
    expect(phone.locator("[data-left]")).to_have_text("")  # a sum of 500 that is refused
    for n in range(2):
        fields.nth(n).fill("55")
    expect(phone.locator("[data-left]")).to_have_text("▼ 5 too few")
    with windows.refused(phone):
        press(phone, "Save")
    expect(phone.locator(".note.refused")).to_contain_text("5 too few")
    expect(phone.get_by_role("button", name="Finish the evening")).to_have_count(0)
    fields.first.fill("60")
    expect(phone.locator("[data-left]")).to_have_text("✓ Difference 0")
    press(phone, "Save")
    says(phone, "Everything adds up")
    press(phone, "Finish the evening")
    press(phone, "Show the prizes")
    expect(phone.locator(".winner").first).not_to_be_empty()
    press(phone, "Standings")
    expect(phone.locator("#standing tbody tr")).to_have_count(9)
