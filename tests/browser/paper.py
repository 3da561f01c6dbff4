"""What a test sees of a page on paper: how many sheets, which way up, and what does not fit."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page

MM = 96 / 25.4
MARGIN = 10
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}

# What is beside the sheet, hidden by its box, or higher than a sheet although it is kept together.
CUT = """([width, height]) => [...document.querySelectorAll('body *')].filter(item => {
  if (!item.checkVisibility() || item.closest('.visually-hidden, .skip, svg')) return false;
  const style = getComputedStyle(item), box = item.getBoundingClientRect();
  if (style.display === 'inline' || !box.width) return false;
  const hides = axis => !['visible', 'clip'].includes(style['overflow' + axis]);
  return box.right > width + 1 || box.left < -1
    || item.scrollWidth > item.clientWidth + 1 && (hides('X') || box.left + item.scrollWidth > width + 1)
    || hides('Y') && item.scrollHeight > item.clientHeight + 1
    || style.breakInside === 'avoid' && box.height > height;
}).map(item => item.outerHTML.slice(0, 120))"""
UPRIGHT, LYING = "upright", "lying"
BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)")


def room(paper: str, *, lying: bool = False, margin: float = MARGIN) -> tuple[float, float]:
    """How wide and high the sheet is between its margins, in px."""
    width, height = PAPERS[paper]
    if lying:
        width, height = height, width
    return (width - 2 * margin) * MM, (height - 2 * margin) * MM


def cut(page: Page, paper: str, *, lying: bool = False, margin: float = MARGIN) -> list[str]:
    """Lay the page out for the sheet, and return what is not whole on it."""
    width, height = room(paper, lying=lying, margin=margin)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(width), "height": int(height)})
    found: list[str] = page.evaluate(CUT, [width, height])
    return found


def printed(page: Page, paper: str) -> list[str]:
    """Each sheet that Chromium prints: upright, lying, or of another size than the paper's."""
    return list(_sheets(page.pdf(format=paper, prefer_css_page_size=True), PAPERS[paper]))


def whole(page: Page, *, lying: bool = False, margin: float = MARGIN) -> list[list[str]]:
    """The sheets on each paper; fail if something is cut."""
    found = []
    for paper in PAPERS:
        assert cut(page, paper, lying=lying, margin=margin) == [], paper
        found.append(printed(page, paper))
    return found


def _sheets(pdf: bytes, paper: tuple[float, float]) -> Iterator[str]:
    for sides in BOX.findall(pdf):
        wide, high = (float(side) * 25.4 / 72 for side in sides)
        if abs(min(wide, high) - paper[0]) > 1 or abs(max(wide, high) - paper[1]) > 1:
            yield f"{wide:.0f} x {high:.0f} mm"
        else:
            yield UPRIGHT if wide < high else LYING
