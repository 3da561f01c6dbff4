"""Every sheet that the house prints is whole, on A4 and on Letter: nothing beside the sheet, nothing torn."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.eyes import Eyes
from tests.browser.hands import press
from tests.browser.paper import LYING, MARGIN, PAPERS, UPRIGHT, cut, whole
from tests.browser.scenes import LONG


@dataclass(frozen=True)
class Sheet:
    """A page that is printed: its address, whether it lies on its side, and its margin."""

    address: str
    lying: bool = False
    margin: float = MARGIN


SHEETS = {
    "counters": Sheet("/evenings/{cutting}/paper/"),
    "counted at the end": Sheet("/evenings/{uncounted}/paper/"),
    "bids": Sheet("/evenings/{bids}/paper/"),
    "fixed tables": Sheet("/evenings/{fixed}/paper/"),
    "drawn games": Sheet("/evenings/{drawn_over}/paper/"),
    "a table's score sheet": Sheet("/evenings/{fixed}/rounds/{fixed_round}/tables/1/sheet/"),
    "played together": Sheet("/evenings/{together}/rounds/{together_round}/tables/1/sheet/"),
    "seat cards": Sheet("/evenings/{seated}/"),
    "result": Sheet("/evenings/{finished}/"),
    "result, recorded": Sheet("/evenings/{recorded}/"),
    "prizes": Sheet("/evenings/{won}/prizes/"),
    "ledger": Sheet("/evenings/{miscounted}/ledger/"),
    "pictures": Sheet("/evenings/{finished}/pictures/?who={finished_me}", lying=True),
    "certificates": Sheet("/evenings/{won}/certificates/", lying=True, margin=0),
    "certificates, two a sheet": Sheet("/evenings/{won}/certificates/?size=a5", margin=0),
    "season": Sheet("/seasons/{season}/"),
    "season, all evenings": Sheet("/seasons/{season_closed}/?evenings=all", lying=True, margin=8),
    "season, prizes": Sheet("/seasons/{season}/prizes/"),
}


OUTSIDE = """() => [...document.querySelectorAll('.inside')].flatMap(inside => {
  const room = inside.getBoundingClientRect();
  const lines = [...inside.children].map(item => [item, item.getBoundingClientRect()]);
  const out = lines.filter(([item, at]) =>
    at.left < room.left - 1 || at.right > room.right + 1
    || at.top < room.top - 1 || at.bottom > room.bottom + 1
    || item.scrollWidth > item.clientWidth + 1 && item.tagName === 'P');
  const below = lines.filter(([item]) => item.matches('.by, .prize, .goes, .to, .why, .of'));
  const onto = below.filter(([item, at], n) => n && at.top < below[n - 1][1].bottom - 1);
  return [...out, ...onto].map(([item]) => item.className + ': ' + item.textContent.slice(0, 40));
})"""
LONGEST = """([prize, name, why]) => document.querySelectorAll('.certificate').forEach(one => {
  for (const [what, text] of [['prize', prize], ['to', name], ['why', why]]) {
    const line = one.querySelector('.' + what);
    line.className = what + ' longest';
    line.textContent = text;
  }
})"""


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_whole(owner: Eyes, name: str):
    sheet = SHEETS[name]
    owner.page.goto(sheet.address.format(**owner.places))
    for sheets in whole(owner.page, lying=sheet.lying, margin=sheet.margin):
        assert set(sheets) == {LYING if sheet.lying else UPRIGHT}


def test_the_cards_of_table_phones_are_whole(owner: Eyes):
    page = owner.page
    page.emulate_media(media="screen")
    page.goto("/evenings/{playing}/links/".format(**owner.places))
    press(page, "Make")
    expect(page.locator(".link-card").first).to_be_visible()
    cards = page.locator(".link-card").count()
    assert whole(page) == [[UPRIGHT] * cards] * len(PAPERS)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "each"), [("certificates", 1), ("certificates, two a sheet", 2)])
def test_certificates_are_whole_with_the_longest_names(owner: Eyes, name: str, each: int):
    page, sheet = owner.page, SHEETS[name]
    page.goto(sheet.address.format(**owner.places))
    number = page.locator(".certificate").count()
    assert number > 4
    for sheets in whole(page, lying=sheet.lying, margin=0):
        assert len(sheets) == -(-number // each)
        assert page.evaluate(OUTSIDE) == []
    people = " ".join(f"{LONG[:30]}," for _name in range(8))
    page.evaluate(LONGEST, [f"{LONG}: {LONG[:30]}, {LONG[:30]}, place 7", "W" * 60, people])
    for paper in PAPERS:
        assert cut(page, paper, lying=sheet.lying, margin=0) == []
        assert page.evaluate(OUTSIDE) == []
