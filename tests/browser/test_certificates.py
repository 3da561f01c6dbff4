"""Certificates come out of the printer whole: one a sheet across, or two, each with all that is on it."""

import pytest

from tests.browser.evenings import simulated
from tests.browser.paper import LYING, PAPERS, UPRIGHT, cut, printed
from tests.browser.scenes import LONG, OWN_PRIZES
from tests.browser.windows import LAPTOP, Windows
from tournaments.core.settings import Settings

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


@pytest.mark.thorough
@pytest.mark.parametrize(("query", "way", "each"), [("", LYING, 1), ("?size=a5", UPRIGHT, 2)])
@pytest.mark.parametrize("paper", PAPERS)
def test_they_are_printed_whole(windows: Windows, query: str, way: str, each: int, paper: str):
    night = simulated(rounds=2, settings=Settings(prizes=OWN_PRIZES))
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/certificates/{query}")
    number = page.locator(".certificate").count()
    assert number > 4
    assert printed(page, paper) == [way] * -(-number // each)
    assert cut(page, paper, lying=way == LYING, margin=0) == []
    assert page.evaluate(OUTSIDE) == []
    people = " ".join(f"{LONG[:30]}," for _name in range(8))
    page.evaluate(LONGEST, [f"{LONG}: {LONG[:30]}, {LONG[:30]}, place 7", "W" * 60, people])
    assert page.evaluate(OUTSIDE) == []
