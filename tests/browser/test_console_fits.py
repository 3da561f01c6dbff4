"""The console on a phone and a laptop: the next step and each table's button are in the first screenful."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import begun, simulated
from tests.browser.eyes import TOO_SMALL, WIDER
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.bell.services.clock import clock_start
from tournaments.core.settings import Settings, Unfinished

ROWS = """() => new Set(
  [...document.querySelectorAll('.tabs a')].map(one => one.getBoundingClientRect().top)).size"""
HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"
OVER = """all => all.filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one.querySelector('.dot'));
  return words.getBoundingClientRect().right > one.querySelector('.button').getBoundingClientRect().left;
}).map(one => one.textContent)"""
CUED = """() => getComputedStyle(document.querySelector('.tabs')).backgroundAttachment.includes('local')"""


def playing(people: int, game: str = "draw-poker") -> Night:
    """An evening in its third round, with some results in and a clock that runs."""
    night = simulated(
        players=people, rounds=3, seed="11", game=game, open=True, settings=Settings(minutes=20)
    )
    clock_start(night.by, round=night.round, seconds=600)
    return night


def bottom(page: Page, selector: str) -> float:
    """The lower edge of what is shown first, in px of the page's top."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_on_a_phone_the_next_step_comes_first_and_then_the_tables(windows: Windows):
    night = playing(26)
    for locale in ("en", "de"):
        page = windows.open(PHONE, user=night.alice, locale=locale)
        page.goto(f"/evenings/{night.evening.pk}/")
        first_screenful(page)


def first_screenful(page: Page) -> None:
    assert bottom(page, "#now") < PHONE[1] / 3
    assert bottom(page, ".play-tables h3") < PHONE[1]
    assert page.evaluate(WIDER, PHONE[0]) == []
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(ROWS) == 1
    assert page.evaluate(CUED)


def test_on_a_phone_the_open_page_is_in_sight_among_its_neighbours(windows: Windows):
    night = playing(26)
    page = windows.open(PHONE, user=night.alice)
    for path in ("", "prizes/", "links/"):
        page.goto(f"/evenings/{night.evening.pk}/{path}")
        expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_on_a_phone_rare_steps_are_folded(windows: Windows):
    night = playing(26)
    page = windows.open(PHONE, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    rare = page.get_by_role("link", name="Make this the last round")
    expect(rare).to_be_hidden()
    page.get_by_text("More", exact=True).tap()
    expect(rare).to_be_visible()


@pytest.mark.parametrize(
    ("people", "tables", "game"),
    [(20, 4, "draw-poker"), (26, 5, "draw-poker"), (36, 6, "blackout-family")],
)
def test_on_a_laptop_each_table_has_its_button_on_the_screen(
    windows: Windows, people: int, tables: int, game: str
):
    night = playing(people, game)
    for locale in ("en", "de"):
        page = windows.open(LAPTOP, user=night.alice, locale=locale)
        page.goto(f"/evenings/{night.evening.pk}/")
        cards = page.locator(".play-tables .tcard")
        expect(cards).to_have_count(tables)
        for card in cards.all():
            expect(card.locator(".button").first).to_be_in_viewport(ratio=1)
        expect(page.locator("#other-steps > summary")).to_be_in_viewport(ratio=1)


def test_a_question_opens_over_the_console(windows: Windows):
    night = playing(26)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    address, asked = page.url, page.get_by_role("dialog")
    for answer in ("No, go back", "Yes, this is the last round"):
        page.get_by_text("More", exact=True).click()
        page.get_by_role("link", name="Make this the last round").click()
        expect(asked).to_be_visible()
        assert page.url == address
        asked.get_by_text(answer, exact=True).last.click()
        expect(asked).to_have_count(0)
    expect(page.locator("#live")).to_contain_text("This is the last round.")


def test_without_a_question_in_the_answer_its_page_opens(windows: Windows):
    night = playing(26)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    cut = {"fetch": lambda route: route.fulfill(body="")}
    page.route(
        "**/ring/", lambda route: cut.get(route.request.resource_type, lambda one: one.continue_())(route)
    )
    page.get_by_role("link", name="Ring the bell now").click()
    expect(page.locator("#asked")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_names_of_24_letters_have_one_line(windows: Windows):
    night = begun([f"Maximiliana Hohenstein{n:02}" for n in range(26)])
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    assert {round(height) for height in page.locator(".play-tables .seats li").evaluate_all(HEIGHTS)} == {28}
    for card in page.locator(".play-tables .tcard").all():
        expect(card.locator(".button").first).to_be_in_viewport(ratio=1)


def test_in_german_a_tables_state_is_beside_its_button(windows: Windows):
    night = begun(26, unfinished=Unfinished.CUT)
    night.play(1)
    page = windows.open(LAPTOP, user=night.alice, locale="de")
    page.goto(f"/evenings/{night.evening.pk}/")
    expect(page.locator(".tcard-top").nth(1)).to_contain_text("letzte Gabe")
    assert page.locator(".tcard-top").evaluate_all(OVER) == []
    assert page.locator(".next .go").count() == 1


def test_two_tables_without_a_clock_stand_side_by_side_below_one_bar(windows: Windows):
    night = simulated(players=8, rounds=1, game="jabberwocky", format="fixed", open=True)
    page = windows.open(LAPTOP, user=night.alice, locale="de")
    page.goto(f"/evenings/{night.evening.pk}/")
    title, steps = (page.locator(part).bounding_box() for part in ("#now", ".steps-bar"))
    assert title
    assert steps
    assert steps["y"] <= title["y"] < steps["y"] + steps["height"]
    one, two = (card.bounding_box() for card in page.locator(".play-tables .tcard").all())
    assert one
    assert two
    assert two["x"] - one["x"] - one["width"] == 12
