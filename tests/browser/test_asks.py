"""A question with one button opens as a dialog over the page. Its own page shows a refusal."""

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Membership, Role, User
from tests.browser.evenings import simulated
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.models import Journal
from tournaments.results.services import evening_call_off


@pytest.fixture
def night() -> Night:
    return simulated(players=8, rounds=2, seed="11", open=True)


def ask(page: Page, address: str, words: str) -> Locator:
    """Open the page and press what asks. Return it; the page keeps its address."""
    page.goto(address)
    opener = page.locator("a[data-asks], .ask > summary").filter(has_text=words, visible=True).first
    opener.click()
    expect(page.get_by_role("dialog", name=words)).to_be_visible()
    assert page.url.endswith(address)
    return opener


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_question_gives_the_focus_back_and_can_be_asked_again(
    windows: Windows, night: Night, size: tuple[int, int]
):
    page = windows.open(size, user=night.alice)
    club = night.evening.club_id
    for address, words in (
        (f"/clubs/{club}/members/", "Leave the club"),
        (f"/evenings/{night.evening.pk}/settings/", "Call off the evening"),
    ):
        opener = ask(page, address, words)
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").locator("[data-back]").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()
    assert Membership.objects.filter(club=club, user=night.alice).exists()


def test_from_a_folded_menu_the_focus_goes_back_to_the_menu(windows: Windows, night: Night):
    guest = User.objects.create(email="guest@example.org", name="Guest", password="!")
    Membership.objects.create(user=guest, club=night.evening.club, role=Role.VIEWER)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/clubs/{night.evening.club_id}/members/")
    row = page.locator("tr", has_text="guest@example.org")
    row.locator(".menu > summary").click()
    row.locator(".ask > summary").click()
    page.get_by_role("dialog", name="Remove from the club: Guest").locator("[data-back]").click()
    expect(row.locator(".menu > summary")).to_be_focused()
    row.locator(".menu > summary").click()
    row.locator(".ask > summary").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove from the club").click()
    expect(row).to_have_count(0)


def test_two_clicks_send_a_question_once_and_its_undo_has_a_preview(windows: Windows, night: Night):
    page = windows.open(LAPTOP, user=night.alice)
    ask(page, f"/evenings/{night.evening.pk}/settings/", "Call off the evening")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("too few players").check()
    dialog.get_by_role("button", name="Call off the evening").dblclick()
    over = page.get_by_role("heading", name="This evening was called off.")
    expect(over).to_be_visible()
    assert Journal.objects.filter(evening=night.evening, verb="evening_called_off").count() == 1
    page.locator("#live").get_by_role("link", name="Undo").click()
    expect(dialog.locator(".changes")).to_be_visible()
    dialog.get_by_role("button", name="Undo this").click()
    expect(over).to_have_count(0)


def test_a_refusal_is_in_view_with_what_was_typed(windows: Windows, night: Night):
    page = windows.open(PHONE, user=night.alice)
    ask(page, f"/evenings/{night.evening.pk}/settings/", "Call off the evening")
    evening_call_off(night.because("rain"))
    page.get_by_role("dialog").get_by_role("textbox").fill("no light")
    with windows.refused(page):
        page.get_by_role("dialog").get_by_role("button", name="Call off the evening").click()
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="Reason")).to_have_value("no light")


def test_what_opens_a_question_does_not_answer_it(windows: Windows, night: Night):
    page = windows.open(PHONE, user=night.alice, bypass_csp=True)
    opener = ask(page, f"/clubs/{night.evening.club_id}/members/", "Leave the club")
    dialog, leave = page.get_by_role("dialog"), page.get_by_role("dialog").locator("button:not([data-back])")
    page.keyboard.press("Escape")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # it is held
    page.keyboard.up("Enter")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    page.add_style_tag(
        content="dialog { margin: 0 } dialog button:not([data-back]) { position: fixed; inset: 0 }"
    )
    box = opener.bounding_box()
    assert box
    page.mouse.dblclick(box["x"] + 9, box["y"] + 9)  # now the button that answers is above the one that asks
    expect(leave).to_be_visible()
    assert Membership.objects.filter(club=night.evening.club_id, user=night.alice).exists()
