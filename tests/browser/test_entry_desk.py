"""A table's result on a desk: one grid with a row for each player, in the evening's frame, on one screen."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import begun
from tests.browser.eyes import WIDER
from tests.browser.hands import says
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.core.settings import Counting
from tournaments.evening.services.evenings import GameChoice
from tournaments.scoring.services.counts import TallyKind

SEEN = """all => all.map(one => one.getBoundingClientRect()).filter(box => box.width > 1 && box.height > 1)
  .map(box => Math.round(box.y + box.height / 2))"""
HEIGHTS = "all => [...new Set(all.map(one => Math.round(one.getBoundingClientRect().height)))]"
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
WORDS = "one => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft)"
LEFT = "all => [...new Set(all.map(one => one.getBoundingClientRect().left))].length"
WIDTHS = "all => [...new Set(all.map(one => one.clientWidth))].length"
ROUNDING = 2


def entry(windows: Windows, night: Night, table: int = 1, locale: str = "en") -> Page:
    page = windows.open(LAPTOP, user=night.alice, locale=locale)
    page.goto(f"/evenings/{night.evening.pk}/rounds/{night.round}/tables/{table}/deals/1/")
    return page


def fits(page: Page, button: str = "form .go") -> None:
    """The button is on the screen without scrolling, and nothing is wider than the page."""
    expect(page.locator(button)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(WIDER, LAPTOP[0]) == []


def level(*columns: Locator) -> None:
    """The columns have the same rows."""
    first, *others = [column.evaluate_all(SEEN) for column in columns]
    assert first
    for other in others:
        assert len(other) == len(first)
        assert all(abs(one - two) <= ROUNDING for one, two in zip(first, other, strict=True))


@pytest.mark.parametrize("counting", list(Counting))
@pytest.mark.parametrize("game", ["draw-poker", "three-stake-brag"])
def test_seven_players_of_a_pool_are_one_grid_on_one_screen(windows: Windows, game: str, counting: Counting):
    night = begun(7, GameChoice(game), counting=counting)
    for locale in ("en", "de"):
        page = entry(windows, night, locale=locale)
        fits(page)
        people = page.locator("#step-winners .pick")
        assert people.evaluate_all(HEIGHTS) == [40]
        assert people.count() == 7
        figures = page.locator("#step-counters .amounts input, #step-broke .pick input")
        callers = page.locator("#step-callers .pick:not(.wide) input")
        level(page.locator("#step-winners .pick span"), people.locator("input"), callers, figures)
        assert page.locator(".heads > span").evaluate_all(CUT) == []


def test_seven_bids_and_their_tricks_are_a_grid_on_one_screen(windows: Windows):
    night = begun(14, GameChoice("blackout-family"))
    page = entry(windows, night)
    fits(page)
    level(page.locator("#bids .who"), page.locator("#bids .strip"))
    assert page.locator("#bids .seat").evaluate_all(HEIGHTS) == [40]
    for row in page.locator("[data-bidder]").all():
        row.locator(".strip input:enabled").first.check(force=True)
    page.get_by_role("button", name="Record the bids").click()
    says(page, "The bids are recorded.")
    fits(page)
    level(page.locator("#tricks .who"), page.locator("#tricks .bid"), page.locator("#tricks .strip"))


def test_each_name_is_seen_once_and_named_to_voices_at_each_field(windows: Windows):
    page = entry(windows, begun(6))
    name = page.locator("#step-winners .pick span").first.inner_text()
    spans = page.locator("form.deal > fieldset").get_by_text(name, exact=True)
    assert len(spans.evaluate_all(SEEN)) == 1
    for group in ("Who won the pool?", "Who called?"):
        expect(page.get_by_role("group", name=group).get_by_role("checkbox", name=name)).to_have_count(1)
    expect(page.get_by_role("group", name="Counters").get_by_label(f"{name} had 50")).to_have_count(1)


def test_the_arrows_lead_down_a_column(windows: Windows):
    page = entry(windows, begun(6))
    for column in ("#step-winners .pick input", "#step-callers .pick input", "#step-counters .amounts input"):
        fields = page.locator(column)
        fields.first.focus()
        page.keyboard.press("ArrowDown")
        expect(fields.nth(1)).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(fields.first).to_be_focused()


def test_a_key_leads_to_the_next_table(windows: Windows):
    page = entry(windows, begun(12))
    page.keyboard.press("t")
    expect(page.locator("#at-table")).to_contain_text("Table 2")
    expect(page.get_by_role("link", name="Evening", exact=True)).to_have_attribute("aria-current", "true")


def test_a_result_of_another_table_is_seen_while_one_types(windows: Windows):
    night = begun(12)
    page = entry(windows, night)
    page.locator("#step-counters .amounts input").first.fill("7")
    night.play(2)
    expect(page.locator(".dots .done")).to_have_text(re.compile("Table 2"))
    expect(page.get_by_role("link", name="Next table")).to_have_attribute("href", re.compile("/tables/3/"))
    expect(page.locator("#step-counters .amounts input").first).to_have_value("7")


def test_a_correction_shows_in_its_row_what_changes(windows: Windows):
    night = begun(6)
    first, second, *others = night.table(1)
    counts = {first: 70, second: 38, **dict.fromkeys(others, 48)}
    night.record(1, [first], counts, in_call=[second], kind=TallyKind.COUNTS)
    page = entry(windows, night)
    page.get_by_text("Correct this result").click()
    expect(page.locator("main > .card .shares")).to_be_hidden()
    people = page.locator("#step-winners .pick")
    level(people.locator("span"), people.locator("input"), page.locator("#step-counters .amounts input"))
    row = page.locator(f"[data-entry='{others[0]}']")
    page.locator(f"#id_counters-{others[0]}").fill("47")
    expect(row).to_have_attribute("data-was", "48")
    page.locator(f"#id_counters-{others[0]}").fill("48")
    expect(page.locator("[data-was]")).to_have_count(0)


def test_a_correction_of_bids_has_the_tricks_beside_them(windows: Windows):
    night = begun(14, GameChoice("blackout-family"))
    night.score(1)
    page = entry(windows, night)
    page.get_by_text("Correct this result").click()
    level(page.locator("#bids .who"), page.locator("#bids .strip"), page.locator("#tricks .strip"))


def test_a_cut_is_a_row_for_each_who_cuts(windows: Windows):
    night = begun(8)
    for table in night.tables:
        night.play(table)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/rounds/1/cut/?purpose=down&table=1&deal=0")
    fits(page, ".cards-cut .go")
    level(page.locator(".cut-fields label"), page.locator(".cut-fields select"))
    assert page.locator(".cut-fields .field").evaluate_all(HEIGHTS) == [40]


def test_a_count_is_a_row_for_each_whose_counters_are_counted(windows: Windows):
    night = begun(12, counting=Counting.AT_THE_END)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/rounds/1/tables/2/count/")
    fits(page)
    level(page.locator(".amounts label"), page.locator(".amounts input"))
    assert page.locator(".amounts > li").evaluate_all(HEIGHTS) == [40]
    assert page.locator(".amounts input, form .go").evaluate_all(LEFT) == 1
    back = page.get_by_role("link", name="Back to all tables")
    assert back.evaluate(WORDS) == page.locator("#at-table").evaluate(WORDS)


def test_a_result_is_as_wide_as_its_correction(windows: Windows):
    night = begun(12)
    night.play(2)
    page = entry(windows, night, 2)
    assert page.locator("main > .card").evaluate_all(WIDTHS) == 1


def test_the_usual_reasons_of_a_correction_can_be_read(windows: Windows):
    night = begun(12)
    night.play(2)
    page = entry(windows, night, 2)
    page.get_by_text("Correct this result").click()
    for words in ("typing error", "another reason"):
        box = page.locator("#correct").get_by_text(words, exact=True).bounding_box()
        assert box
        assert box["width"] > len(words) * 5


def test_on_an_organisers_phone_the_form_begins_below_its_title(windows: Windows):
    night = begun(12)
    page = windows.open(PHONE, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/rounds/1/tables/2/deals/1/")
    for part in (".tabs", ".dots", ".heads", ".head .sound"):
        expect(page.locator(f"main {part}")).to_be_hidden()
    box = page.locator("#step-winners").bounding_box()
    assert box
    assert box["y"] < PHONE[1] / 6
    expect(page.locator(".bar").get_by_role("link", name="Thursday", exact=True)).to_be_visible()
