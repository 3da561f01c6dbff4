"""What a test sees of a page: what axe finds, what overflows, and what is too small to tap."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.budget.limits import WIDTHS
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows

ENLARGED = (320, 640)
"""A laptop's window at 400 %. It scrolls in one direction (WCAG 1.4.10)."""

Act = Callable[[Page], object]

# A thumb needs 44 px. Numbers in a row are as wide as the keys of a phone. Links within a sentence are as
# high as its line (as WCAG 2.5.8 has it), and a small box is tapped by its label.
TOO_SMALL = """() => [
  ...document.querySelectorAll('a, button, input, select, textarea, summary')
].filter(item => {
  const box = item.getBoundingClientRect();
  if (!box.width || !box.height || box.right < 0) return false;
  if (!item.checkVisibility({visibilityProperty: true})) return false;
  if (item.matches('.visually-hidden[tabindex="-1"]')) return false;
  const least = item.matches('.strip input') ? 27.5 : 43.5;
  const fits = box => box.width > least && box.height > 43.5;
  const row = item.closest('.whole-rows th') && item.closest('tr'); // its link lies over the whole row
  if ([row ?? item, ...(item.labels ?? [])].some(part => fits(part.getBoundingClientRect()))) return false;
  const sentence = item.parentElement.cloneNode(true);
  sentence.querySelectorAll('a, button, .button').forEach(other => other.remove());
  const within = getComputedStyle(item).display === 'inline' && /\\p{L}{2}/u.test(sentence.textContent);
  return !within;
}).map(item => {
  const box = item.getBoundingClientRect();
  return `${Math.round(box.width)}x${Math.round(box.height)} ${item.outerHTML.slice(0, 120)}`;
})"""
UNCUED = """() => [...document.querySelectorAll('main *:not(pre, textarea, input, select, .sideways)')]
  .filter(item => item.scrollWidth > item.clientWidth + 1)
  .filter(item => /auto|scroll/.test(getComputedStyle(item).overflowX))
  .map(item => item.outerHTML.slice(0, 120))"""
WIDER = """width => document.scrollingElement.scrollWidth <= width ? [] : [
  `${document.scrollingElement.scrollWidth} px wide`,
  ...[...document.querySelectorAll('main *')].filter(item => item.getBoundingClientRect().right > width + 1)
    .map(item => item.outerHTML.slice(0, 120)).slice(0, 4)]"""
LONG = """widest => [...document.querySelectorAll('main :is(input, select, textarea)')]
  .filter(item => item.getBoundingClientRect().width > widest)
  .map(item => item.outerHTML.slice(0, 120))"""
# A figure stands at the right, and the head of its column over it. The first column names the row.
# Sheets to write on have their own rules.
ASTRAY = """() => [...document.querySelectorAll('main table')].flatMap(table => {
  const heads = [...(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [])];
  const atRight = cell => /right|end/.test(getComputedStyle(cell).textAlign);
  const cells = table.closest('.sheet, .slip') ? [] : [...table.querySelectorAll('tbody td')];
  return cells.filter(cell => {
    const head = cell.parentElement.cells.length === heads.length && heads[cell.cellIndex];
    const isFigure = /^[+−-]?\\d[\\d.,]*$/.test(cell.textContent.trim());
    if (!isFigure || !cell.cellIndex || !cell.checkVisibility() || cell.querySelector('.disc')) return false;
    return !atRight(cell) || (head && head.textContent.trim() && !atRight(head));
  }).map(cell => cell.outerHTML.slice(0, 120)).slice(0, 4);
})"""

# Marks each element whose text has colours, backgrounds and a size that no earlier page had together.
MARK_NEW = """known => {
  const seen = new Set(known), added = [];
  const opaque = ground => /^rgb\\(/.test(ground.backgroundColor) && ground.opacity === '1';
  for (const item of document.body.querySelectorAll('*')) {
    const writes = item.matches('input, select, textarea')
      || [...item.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!writes || !item.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(item);
    const parts = [style.color, style.fontSize, style.fontWeight, style.textShadow];
    for (let at = item; at; at = at.parentElement) {
      const ground = getComputedStyle(at);
      parts.push(ground.backgroundColor, ground.backgroundImage, ground.opacity);
      if (opaque(ground)) break;
    }
    const all = parts.join('|');
    if (seen.has(all)) continue;
    seen.add(all);
    added.push(all);
    item.setAttribute('data-new-colours', '');
  }
  return added;
}"""
UNMARK = """() => document.querySelectorAll('[data-new-colours]')
  .forEach(item => item.removeAttribute('data-new-colours'))"""
CONTRAST = "color-contrast"
EACH_TIME = os.environ.get("SAME_COLOURS") == "1"
"""Check the contrast of the same colours again on each page. axe takes long for it."""
_colours = defaultdict[str, set[str]](set)
"""What this process has seen so far, in each theme."""

SLIPS = ("..", "%(", "{{", "{%")


class Eyes:
    """One visitor's window, which is looked at as wide as a laptop, a projector and a phone.

    Our pages ask for nothing but their width: no style and no script is for touch screens alone.
    """

    def __init__(self, windows: Windows, places: dict[str, object], **who: Any) -> None:
        self.windows, self.places = windows, places
        self.page = windows.open(LAPTOP, **who)

    def look(self, address: str, *, status: int = 200, act: Act | None = None) -> list[str]:
        """What is wrong with the page, or with what ``act`` brings, each with the size at which it is."""
        path = address.format(**self.places)
        self.windows.complaints.clear()
        found = [*self.look_wide(path, status, act), *self.look_narrow()]
        meant = f"status of {status} "
        return [*found, *(error for error in self.windows.errors() if meant not in error)]

    def look_wide(self, path: str, status: int, act: Act | None) -> Iterator[str]:
        page = self.page
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self.resize(LAPTOP)
        answer = page.goto(path)
        assert answer
        assert answer.status == status, f"{path}: {answer.status}"
        if act:
            act(page)
        text = page.locator("body").inner_text()
        yield from (f"it says {slip}" for slip in SLIPS if slip in text)
        yield from described("laptop", violations(page, rules={CONTRAST: {"enabled": False}}))
        yield from described("laptop, light", contrast(page, "light"))
        yield from overflow("laptop", page, LAPTOP)
        yield from (f"laptop: a field too wide: {item}" for item in page.evaluate(LONG, WIDTHS[0]))
        yield from (f"laptop: a figure astray: {item}" for item in page.evaluate(ASTRAY))
        page.emulate_media(color_scheme="dark")
        yield from described("laptop, dark", contrast(page, "dark"))
        self.resize(PROJECTOR)
        yield from overflow("projector", page, PROJECTOR)

    def look_narrow(self) -> Iterator[str]:
        self.resize(PHONE)
        yield from overflow("phone", self.page, PHONE)
        yield from (f"phone: too small to tap: {item}" for item in self.page.evaluate(TOO_SMALL))
        yield from (f"phone: cut without a cue: {item}" for item in self.page.evaluate(UNCUED))
        self.resize(ENLARGED)
        yield from overflow("enlarged", self.page, ENLARGED)

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})


def described(size: str, found: list[dict[str, Any]]) -> Iterator[str]:
    """Each violation in a line, with the elements that have it."""
    for violation in found:
        nodes = [node["html"][:120] for node in violation["nodes"][:4]]
        yield f"{size}: axe: {violation['id']}: {violation['help']}: {nodes}"


def contrast(page: Page, theme: str) -> list[dict[str, Any]]:
    """What axe finds of texts in colours that no page before had."""
    known = _colours[theme]
    added = page.evaluate(MARK_NEW, [] if EACH_TIME else sorted(known))
    found = violations(page, "[data-new-colours]", runOnly=[CONTRAST]) if added else []
    page.evaluate(UNMARK)
    known.update(() if found else added)
    return found


def violations(page: Page, within: str = "html", **options: Any) -> list[dict[str, Any]]:
    """What axe finds in the page, or within such items of it. The page keeps axe, which is large."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    run = "([within, options]) => axe.run(within, options).then(found => found.violations)"
    found: list[dict[str, Any]] = page.evaluate(run, [within, {"resultTypes": ["violations"], **options}])
    return found


def overflow(size: str, page: Page, viewport: tuple[int, int]) -> Iterator[str]:
    return (f"{size}: too wide: {item}" for item in page.evaluate(WIDER, viewport[0]))
