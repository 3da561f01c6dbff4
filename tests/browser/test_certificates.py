"""Certificates come out of the printer whole: one a sheet across, or two, each with all that is on it."""

import pytest

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser.paper import LYING, PAPERS, UPRIGHT, cut, printed
from tests.browser.scenes import LONG, OWN_PRIZES
from tests.browser.windows import LAPTOP, Windows
from tournaments.core.settings import Settings
from tournaments.simulation.rounds import Order, simulate

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
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club = club_create(owner=owner, name="The Thursday Club")
    order = Order("Thursday", rounds=2, seed="7", settings=Settings(prizes=OWN_PRIZES))
    evening = simulate(order, club=club, actor=owner)
    page = windows.open(LAPTOP, user=owner)
    page.goto(f"/evenings/{evening.pk}/certificates/{query}")
    number = page.locator(".certificate").count()
    assert number > 4
    assert printed(page, paper) == [way] * -(-number // each)
    assert cut(page, paper, lying=way == LYING, margin=0) == []
    assert page.evaluate(OUTSIDE) == []
    people = " ".join(f"{LONG[:30]}," for _name in range(8))
    page.evaluate(LONGEST, [f"{LONG}: {LONG[:30]}, {LONG[:30]}, place 7", "W" * 60, people])
    assert page.evaluate(OUTSIDE) == []
