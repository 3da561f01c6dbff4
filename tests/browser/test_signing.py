"""Pages to sign in by: a card of 400 px beside a picture of the hall; on a phone the card is the page."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.server import Site

BOXES = """() => Object.fromEntries(
  ['.card', '.card h1', '.hall-picture img', 'input[type=email]', '.go.wide', '.bar'].map(one => {
    const box = document.querySelector(one).getBoundingClientRect();
    return [one, [box.left, box.top, box.right, box.bottom, box.width].map(Math.round)];
  }))"""
LEFT, TOP, RIGHT, BOTTOM, WIDTH = range(5)


@pytest.fixture(autouse=True)
def account(site: Site) -> None:
    """Make an account: without one, each page leads to the first steps."""
    User.objects.create_user("ona@example.org", name="Ona")


def test_the_family_has_one_card_beside_the_picture(site: Site, windows: Windows):
    page = windows.open(LAPTOP)
    for address in ("/login/", "/signup/", "/password/forgotten/"):
        page.goto(address)
        boxes = page.evaluate(BOXES)
        card, picture = boxes[".card"], boxes[".hall-picture img"]
        assert card[LEFT] == boxes[".bar"][LEFT] + 75
        assert card[WIDTH] == 400
        assert abs(card[TOP] - picture[TOP]) <= 1
        assert card[TOP] - boxes[".bar"][BOTTOM] >= 24
        for wide in ("input[type=email]", ".go.wide"):
            assert boxes[wide][WIDTH] == 400 - 2 * 25, wide


def test_on_a_phone_the_card_is_the_page(site: Site, windows: Windows):
    page = windows.open(PHONE)
    page.goto("/login/")
    expect(page.locator(".hall-picture")).to_be_hidden()
    boxes = page.evaluate(BOXES)
    assert boxes[".card h1"][LEFT] == boxes["input[type=email]"][LEFT] == 16
    assert boxes[".go.wide"][RIGHT] == PHONE[0] - 16
    assert boxes[".go.wide"][BOTTOM] < 440


def test_tab_leads_from_the_password_to_the_forgotten_one(site: Site, windows: Windows):
    page = windows.open(LAPTOP)
    page.goto("/login/")
    page.get_by_label("Password").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="I forgot my password")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("form").get_by_role("button", name="Sign in")).to_be_focused()
