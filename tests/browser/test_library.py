"""The library in a browser: cards are tapped or typed, by finger and by keyboard, and sheets are printed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.registry import RULESETS
from tests.browser.paper import LYING, PAPERS, UPRIGHT, whole
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import LAPTOP, PHONE, Windows


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f'.pack [data-card="{card}"]').tap()


def pressed(page: Page) -> Any:
    return page.locator('.pack [aria-pressed="true"]').evaluate_all("all => all.map(one => one.dataset.card)")


def test_cards_are_tapped_into_hands(windows: Windows):
    page = windows.open(PHONE)
    page.goto("/games/brag/showdown/?players=3")
    hands = [page.locator(f'[name="hands.{seat}"]') for seat in range(3)]
    tap(page, "8S", "8H", "2C", "8D")
    expect(hands[0]).to_have_value("8S 8H 2C")  # a full hand has led to the next, which took the fourth card
    expect(hands[1]).to_have_value("8D")
    expect(page.locator('.pack [data-card="8S"]')).to_have_attribute("aria-disabled", "true")
    page.locator('.pack [data-card="8S"]').tap(force=True)
    tap(page, "8D")
    expect(hands[1]).to_have_value("")  # a second tap takes it back; another hand's card stays there
    hands[0].tap()
    tap(page, "2C", "8C")
    expect(hands[0]).to_have_value("8S 8H 8C")
    hands[2].tap()
    hands[2].fill("9s, 9D J♣")
    assert sorted(pressed(page)) == ["9D", "9S", "JC"]
    page.get_by_role("button", name="Show the result").tap()
    expect(page.locator("#answer")).to_contain_text("Winner: Player 3 (dealer).")
    expect(page.locator("#answer")).to_contain_text("8♠ 8♥ 8♣")


def test_the_pack_by_keyboard(windows: Windows):
    page = windows.open(LAPTOP)
    page.goto("/games/blackout/trick/")
    trick = page.locator('[name="trick"]')
    tab_to(page, trick)
    tab_to(page, page.locator('.pack [data-card="AS"]'))
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")  # there is no row above
    expect(page.locator('.pack [data-card="AS"]')).to_be_focused()
    expect(trick).to_have_value("AS KS KH")
    tab_to(page, page.get_by_role("button", name="Show the result"))
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("A♠, card 1 of the trick, wins so far.")


def test_a_choice_shows_its_page_at_once(windows: Windows):
    page = windows.open(PHONE)
    page.goto("/games/blackout/")
    page.get_by_label("Players", exact=True).select_option("6")
    expect(page.get_by_role("heading", name="Deals", exact=True)).to_be_visible()
    page.get_by_text("Options", exact=True).tap()
    page.get_by_label("From the largest deal down to one card").tap()
    expect(page.get_by_text("8 to 1.")).to_be_visible()
    page.get_by_role("link", name="Score calculator").tap()
    expect(page.get_by_label("Players", exact=True)).to_have_value("6")
    expect(page.get_by_label("From the largest deal down to one card")).to_be_checked()


def test_without_scripts_all_is_typed_and_sent(windows: Windows):
    page = windows.open(LAPTOP, java_script_enabled=False)
    page.goto("/games/brag/showdown/")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator('[name="hands.0"]').fill("as ks 2d")
    page.locator('[name="hands.1"]').fill("10♠ 10h 3c")
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator("#answer")).to_contain_text("Winner: Player 2.")
    assert page.locator(".pack").count() == 0


def sizes(game: str) -> range:
    return range(max(RULESETS[game].fewest, 2), min(RULESETS[game].most, 7) + 1)


EACH = [f"{game}/print/?players={n}" for game in RULESETS for n in sizes(game)]
WORST = {
    "clag/print/?players=7": UPRIGHT,
    "oh-well/print/?players=7": UPRIGHT,
    "romanian-whist/print/?players=6": UPRIGHT,
    "blackout-cooperative/print/?players=2": UPRIGHT,
    "la-podrida/print/?players=7": LYING,
    "draw-poker/print/?players=7": LYING,
    "three-stake-brag/print/?players=5": UPRIGHT,
}
"""The sheets with the most rows, the most columns and the longest words, and which way they lie."""


def test_score_sheets_for_two_to_seven_people_are_whole(windows: Windows):
    """In German, which has the longer words."""
    page = windows.open(LAPTOP, locale="de")
    for path, way in WORST.items():
        page.goto(f"/games/{path}")
        assert whole(page, lying=way == LYING) == [[UPRIGHT, way]] * len(PAPERS), path
        assert not page.get_by_role("navigation").first.is_visible()
        assert not page.locator(".chooser").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_score_sheet_is_whole(windows: Windows, language: str):
    """It is one page; the card with the rules may take two."""
    page = windows.open(LAPTOP, locale=language)
    for path in EACH:
        page.goto(f"/games/{path}")
        lying = page.locator(".sheet.broad").count() > 0
        page.locator(".paper > .card").first.evaluate("card => card.remove()")
        assert whole(page, lying=lying) == [[LYING if lying else UPRIGHT]] * len(PAPERS), path


def test_a_longer_score_sheet_goes_on_over_the_page(windows: Windows):
    page = windows.open(LAPTOP)
    page.goto("/games/blackout/print/?players=2&options.full_rotation=on")
    assert whole(page) == [[UPRIGHT] * 3] * len(PAPERS)
    assert page.locator(".sheet tbody tr").count() == 51
