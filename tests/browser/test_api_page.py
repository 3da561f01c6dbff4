"""The API's own pages in a browser: they can be read on a phone, and an operation is asked as oneself."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Club
from tests.browser.evenings import ona
from tests.browser.test_import import faults
from tests.browser.windows import LAPTOP, PHONE, Windows


def answered(page: Page) -> None:
    page.get_by_role("button", name="Send").click()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "size", [pytest.param(LAPTOP, marks=pytest.mark.thorough), PHONE], ids=["laptop", "phone"]
)
def test_an_operation_is_found_read_and_asked(windows: Windows, size: tuple[int, int]):
    page = windows.open(size, user=ona())
    page.goto("/api")
    expect(page).to_have_url(f"{windows.url}/api/")
    assert faults(page, size) == []

    page.get_by_role("link", name="GET Your clubs").click()
    assert faults(page, size) == []
    page.get_by_label("search").fill("thurs")
    answered(page)
    expect(page.locator("#asked")).to_have_text("GET /api/v1/clubs/?search=thurs")
    expect(page.locator("#told")).to_contain_text('"name": "Thursday Club"')
    assert faults(page, size) == []

    page.go_back()
    page.get_by_role("link", name="PATCH Change a club").click()
    page.get_by_label("id").fill(str(Club.objects.get().pk))
    page.get_by_role("textbox", name="Request body").fill('{"name": "Friday Club"}')
    answered(page)
    expect(page.locator("#status")).to_have_text("200 OK")
    assert Club.objects.get().name == "Friday Club", "with the page’s token against forgery"
    assert faults(page, size) == []


def test_a_stranger_asks_what_is_open(windows: Windows):
    page = windows.open(PHONE)
    page.goto("/api/operations/check_bid/")
    page.get_by_label("key").fill("blackout-family")
    answered(page)
    expect(page.locator("#told")).to_contain_text('"allowed": true')
    assert faults(page, PHONE) == []
    page.goto("/api/operations/club_change/")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
