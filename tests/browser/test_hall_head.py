"""The hall's head: 80 units high, and nothing in it is cut, at each stage, in each language."""

import pytest
from django.urls import reverse

from tests.browser.test_hall_fits import stages
from tests.browser.windows import PROJECTOR, Windows

CLUB, TITLE = "Kartenfreunde Wilhelmine", "Jubiläumsabend mit Gast."
"""Names of 24 letters."""
WITH_CODE = """() => {
  const words = document.querySelector('.join-box .only-here');
  if (words) words.outerHTML = '<strong class="code">WMWMWM</strong>';
}"""
"""A server that phones can reach shows the code there, here one of wide letters."""
WRONG = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const head = document.querySelector('.hall-head'), wrong = [];
  if (head.offsetHeight !== 80) wrong.push(`${head.offsetHeight} high`);
  const shown = one => getComputedStyle(one).clipPath === 'none' && getComputedStyle(one).fontSize !== '0px';
  const seen = one => one.checkVisibility({visibilityProperty: true})
    && shown(one) && shown(one.parentElement);
  const all = [...head.querySelectorAll('*')]
    .filter(one => seen(one) && !one.closest('.by-dots, .visually-hidden'));
  for (const one of all) {
    const name = `${one.className.baseVal ?? one.className} "${one.textContent.trim().slice(0, 60)}"`;
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${name}`);
    const words = [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (words && parseFloat(getComputedStyle(one).fontSize) < 24) wrong.push(`small: ${name}`);
    const box = one.getBoundingClientRect();
    if (box.top < -1 || box.bottom > 81 || box.right > innerWidth) wrong.push(`outside: ${name}`);
  }
  const parts = [...head.children].filter(seen).map(one => [one, one.getBoundingClientRect()]);
  const sound = document.querySelector('.sound').getBoundingClientRect();
  for (const [one, box] of parts) {
    const beyond = parts.some(([, its]) => box.left < its.left && box.right > its.left + 1);
    const under = box.right > sound.left && box.top < sound.bottom;
    if (beyond || under) wrong.push(`over another: ${one.className}`);
  }
  return wrong;
}"""


@pytest.mark.every_case
@pytest.mark.parametrize("people", [12, 26, 48, 66])
def test_nothing_in_the_head_is_cut(windows: Windows, people: int):
    pages = {language: windows.open(PROJECTOR, locale=language) for language in ("en", "de")}
    wrong = []
    for stage, night in stages(people, CLUB, TITLE):
        for language, page in pages.items():
            page.goto(reverse("hall", args=[night.evening.join_code]))
            found = page.evaluate(WRONG)
            page.evaluate(WITH_CODE)
            wrong += [f"{stage}, {language}: {one}" for one in found + page.evaluate(WRONG)]
    assert wrong == [], "\n".join(wrong)
