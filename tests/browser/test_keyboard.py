"""The keyboard alone: every step can be reached with Tab, is seen where it stands, and is done with it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from accounts.services import club_create
from tests.browser.hands import says
from tests.browser.windows import LAPTOP, Windows
from tournaments.simulation.evening import Order, simulate

PASSWORD = "correct horse battery"
MOST_TABS = 150

# Where the focus is, and whether it is seen: by an outline of its own, or of what is drawn in its place.
SEEN = """() => {
  const at = document.activeElement;
  const drawn = at.matches('.pick input') ? at.nextElementSibling : at;
  const style = getComputedStyle(drawn), box = drawn.getBoundingClientRect();
  const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const inside = box.bottom > 0 && box.top < innerHeight && box.width > 1;
  return outline && inside ? '' : at.outerHTML.slice(0, 160);
}"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until it is there; whatever is passed on the way is seen to have the focus."""
    handle = wanted.element_handle()
    for _time in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement !== document.body"):
            assert page.evaluate(SEEN) == ""
        if page.evaluate("wanted => document.activeElement === wanted", handle):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


def button(page: Page, words: str) -> Locator:
    return page.get_by_role("button", name=words)


def test_sign_in_record_the_deals_and_apply_the_moves(windows: Windows):
    page = windows.open(LAPTOP)
    owner = User.objects.create_user("ona@example.org", PASSWORD, name="Ona")
    club = club_create(owner=owner, name="Thursday Club")
    simulate(Order("Thursday", players=8, rounds=1, open=True, quiet=True), club=club, actor=owner)

    page.goto("/login/")
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type("ona@example.org")
    tab_to(page, page.get_by_label("Password"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name=re.compile("^Go to the evening")))
    page.keyboard.press("Enter")

    record(page, table=1)  # the other table's is there already
    says(page, "Ready for round 2")
    tab_to(page, button(page, "Apply the moves: round 2"))
    page.keyboard.press("Enter")
    says(page, "Everybody sits. Round 2 is open.")


def record(page: Page, table: int) -> None:
    """The first at the table wins, nobody called, and everybody put in something else."""
    tab_to(page, page.locator(f"article[aria-labelledby=t{table}] a.button"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#step-winners input").first)
    page.keyboard.press("Space")
    tab_to(page, page.get_by_label("Nobody called"))
    page.keyboard.press("Space")
    for n in range(4):
        tab_to(page, page.locator(".amounts input").nth(n))
        page.keyboard.type(str(5 - n))
    expect(page.locator("[data-tally]")).to_have_text("Pool: 14")
    tab_to(page, button(page, "Record the result"))
    page.keyboard.press("Enter")
    says(page, f"Recorded: table {table}, deal 1.")


def test_the_first_stop_leads_past_the_menu(windows: Windows):
    page = windows.open(LAPTOP)
    page.goto("/join/")
    tab_to(page, page.get_by_role("link", name="To the content"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Join code"))
    page.keyboard.type("NOSUCH")
    with windows.refused(page):
        page.keyboard.press("Enter")
    says(page, "No evening that is open now has this code.")
