"""Figures under few fingers: each is selected, Enter leads on, and the last one follows from the sum."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import begun
from tests.browser.hands import amount, by_count, had, open_result, touch
from tests.browser.windows import LAPTOP, PHONE, Windows
from tournaments.evening.services.evenings import GameChoice


@pytest.fixture
def pool(windows: Windows) -> Page:
    """The form of table 2, which nobody has filled in yet."""
    night = begun(8)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    open_result(page, 2)
    return page


def names(page: Page) -> list[str]:
    return page.locator(".amounts label > span:first-child").all_inner_texts()


def test_a_figure_is_replaced_by_what_is_typed(pool: Page):
    field = amount(pool, names(pool)[0])
    field.fill("76")
    amount(pool, names(pool)[1]).click()
    field.click()
    pool.keyboard.type("40")
    expect(field).to_have_value("40")
    field.click()
    pool.keyboard.type("1")
    assert "40" in field.input_value(), "a second click puts the caret where it was pressed"


def test_enter_goes_through_all_figures_and_the_last_one_sends(windows: Windows, pool: Page):
    first, second, third, last = (amount(pool, name) for name in names(pool))
    first.fill("9")
    second.fill("9")
    first.press("Enter")
    expect(second).to_be_focused()
    second.press("Enter")
    expect(third).to_be_focused()
    third.press("Enter")
    expect(last).to_be_focused()
    pool.keyboard.type("9")
    last.press("Enter")
    expect(third).to_be_focused()
    pool.keyboard.type("9")
    with windows.refused(pool):  # nobody was tapped
        last.press("Enter")


def test_the_last_count_follows_from_the_sum(pool: Page):
    """It follows again when another one is changed, and stays as soon as somebody types there."""
    by_count(pool)
    *others, last = names(pool)
    for name in others:
        amount(pool, name).fill(str(had(pool, name) - 5))
    expect(amount(pool, last)).to_have_value(str(had(pool, last) + 15))
    amount(pool, others[0]).fill(str(had(pool, others[0]) - 7))
    expect(amount(pool, last)).to_have_value(str(had(pool, last) + 17))
    amount(pool, last).fill("1")
    amount(pool, others[0]).fill("2")
    expect(amount(pool, last)).to_have_value("1")


def test_the_last_taker_of_tricks_follows_from_the_cards(windows: Windows):
    night = begun(4, GameChoice("blackout"))
    page = windows.open(PHONE, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    open_result(page, 1)
    for row in page.locator("[data-bidder]").all():
        touch(page, row.locator(".strip input:enabled").first)
    page.get_by_role("button", name="Record the bids").click()
    rows = page.locator("[data-taker]")
    cards = int(page.locator("[data-tricks]").get_attribute("data-cards") or 0)
    for n in range(3):
        touch(page, rows.nth(n).get_by_label("0", exact=True))
    expect(rows.nth(3).get_by_label(str(cards), exact=True)).to_be_checked()
    touch(page, rows.nth(0).get_by_label("1", exact=True))
    expect(rows.nth(3).get_by_label(str(cards - 1), exact=True)).to_be_checked()
    expect(page.locator("[data-trick-tally]")).to_have_text("Adds up")
