"""The keyboard alone: every step can be reached with Tab, is seen where it stands, and is done with it."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser.hands import says
from tests.browser.listening import Live
from tests.browser.windows import LAPTOP, PHONE, Windows, until
from tournaments.bell.services.clock import clock_start
from tournaments.evening.services.journal import RequestedBy
from tournaments.simulation.hall import make_name

PASSWORD = "correct horse battery"
MOST_TABS = 150
PEOPLE = 8

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


def go(page: Page, words: str | re.Pattern[str], role: Literal["button", "link"] = "button") -> None:
    """Tab to it, and press Enter."""
    tab_to(page, page.get_by_role(role, name=words).first)
    page.keyboard.press("Enter")


def fill(page: Page, label: str, text: str) -> None:
    tab_to(page, page.get_by_label(label, exact=True))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


@pytest.mark.thorough
def test_a_whole_evening(windows: Windows):
    """From signing in to the prizes, without a mouse: two tables, two rounds."""
    page = windows.open(LAPTOP)
    owner = User.objects.create_user("ona@example.org", PASSWORD, name="Ona")
    club_create(owner=owner, name="Thursday Club")
    sign_in(page)
    plan(page)
    seat(page)
    for table in (2, 1):
        record(page, table)
    cut(page)
    says(page, "Ready for round 2")
    go(page, "Start round 2")
    says(page, "Round 2 has started.")
    for table in (2, 1):
        record(page, table)
    settle(page)


def sign_in(page: Page) -> None:
    page.goto("/login/")
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type("ona@example.org")
    fill(page, "Password", PASSWORD)
    page.keyboard.press("Enter")


def plan(page: Page) -> None:
    go(page, "New evening", "link")
    fill(page, "Name", "Thursday at nine")
    go(page, "Plan the evening")
    go(page, "Open check-in")
    says(page, "Check-in is open.")


def seat(page: Page) -> None:
    people = "\n".join(f"{make_name(n)}, {('lady', 'gentleman')[n % 2]}" for n in range(PEOPLE))
    fill(page, "Names, one per line", people)
    go(page, f"Check in ({PEOPLE})")
    says(page, f"Checked in: {PEOPLE}.")
    go(page, "Draw the seats")
    says(page, "The seats are drawn.")
    go(page, "Start play")
    says(page, "Round 1 is being played")


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
    go(page, "Record the result")
    says(page, f"Recorded: table {table}, deal 1.")


def cut(page: Page) -> None:
    """Where two have as many counters, the program draws cards for them."""
    page.locator(".next").wait_for()
    while page.get_by_role("button", name="Draw by lot").count():
        go(page, "Draw by lot")
        says(page, "Drawn:")


def settle(page: Page) -> None:
    go(page, "End play and settle up", "link")
    go(page, "Yes, settle up")
    says(page, "Everything adds up")
    go(page, "Finish the evening")
    says(page, "The result is recorded.")
    go(page, "Announce all")
    says(page, "All prizes are announced.")
    go(page, "Show the prizes", "link")
    expect(page.locator(".award .winner")).to_have_count(4)


def test_the_first_stop_leads_past_the_menu(windows: Windows):
    page = windows.open(LAPTOP)
    page.goto("/join/")
    tab_to(page, page.get_by_role("link", name="Skip to the content"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Join code"))
    page.keyboard.type("NOSUCH")
    with windows.refused(page):
        page.keyboard.press("Enter")
    says(page, "No open evening has this code.")


def listed(page: Page) -> list[str]:
    """Open the list of keys, and close it again."""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys = page.locator("dialog [data-lists]:visible kbd").all_inner_texts()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    return keys


def test_the_console_has_keys(live: Live):
    """Each presses a button of the page, and "?" lists those that are on it."""
    owner, night = live.night.alice, live.night
    page = live.windows.open(LAPTOP, user=owner)
    page.goto(f"/evenings/{night.evening.pk}/")
    assert listed(page) == ["n", "b", "f"]
    result = page.get_by_role("link", name=re.compile("^Enter the result")).first

    def leads() -> bool:
        page.keyboard.press("n")
        return bool(result.evaluate("link => link === document.activeElement"))

    until(page, leads)  # a part of the page that comes anew just then takes the focus with it

    clock_start(RequestedBy(night.evening.pk, owner), round=night.round, seconds=900)
    page.goto(f"/evenings/{night.evening.pk}/")
    assert listed(page) == ["n", "b", "p", "m", "f"]
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_label("Find a name")).to_be_focused()


def test_a_key_counts_as_soon_as_the_list_is_closed(live: Live):
    """The browser leaves the focus in a closed dialog until it draws again. Here it does not draw between."""
    page = live.windows.open(LAPTOP, user=live.night.alice)
    page.goto(f"/evenings/{live.night.evening.pk}/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys").locator("input")).to_be_focused()
    page.evaluate("""() => {
      document.querySelector("dialog[open]").close();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    }""")
    expect(page.get_by_label("Find a name")).to_be_focused()


def test_keys_wait_while_somebody_types_and_can_be_switched_off(live: Live):
    page = live.windows.open(LAPTOP, user=live.night.alice)
    address = f"/evenings/{live.night.evening.pk}/"
    page.goto(address)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Start the clock").first.click()
    page.get_by_label("Minutes").press("f")
    for pressed in ("Control+b", "Alt+f", "Shift+F"):
        page.locator("h1").click()
        page.keyboard.press(pressed)
    page.get_by_role("button", name="Keys").click()
    page.keyboard.press("f")
    assert page.url.endswith(address)
    page.get_by_label("Use keys").uncheck()
    page.get_by_role("button", name="Close").click()
    page.reload()
    for pressed in ("?", "f"):
        page.keyboard.press(pressed)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url.endswith(address)
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Use keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_url("**/people/#find")
    phone = live.windows.open(PHONE, user=live.night.alice)
    phone.goto(address)
    expect(phone.locator("[data-keys]")).to_be_hidden()
