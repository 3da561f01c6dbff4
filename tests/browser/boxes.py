"""Where texts stand on a screen: none outside, cut or over another, and no word broken over two lines."""

from collections.abc import Iterator

from playwright.sync_api import Page

MAY_BE_CUT = ".club-name, .hall-title h1"
"""Names of clubs and evenings end with “…” where there is no room."""
WRONG = """mayBeCut => {
  const texts = [], found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inner = box => {
    const edge = box.height * 0.2;  // above and below the letters
    return {left: box.left, right: box.right, top: box.top + edge, bottom: box.bottom - edge};
  };
  const clipped = (box, item) => {
    let {left, right, top, bottom} = box;
    for (let at = item; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return {left, right, top, bottom};
  };
  const hidden = item => item && (getComputedStyle(item).clipPath !== 'none'  // only for screen readers
    || hidden(item.parentElement));
  while (walker.nextNode()) {
    const node = walker.currentNode, item = node.parentElement, words = node.data.trim();
    if (!words || item.closest('.visually-hidden, script, style, noscript, .sound, .skip')) continue;
    if (!item.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (hidden(item)) continue;
    const range = new Range();
    range.selectNodeContents(node);
    for (const rectangle of range.getClientRects()) {
      if (rectangle.width < 1 || rectangle.height < 1) continue;
      const whole = inner(rectangle), seen = clipped(whole, item);
      const name = `${item.tagName}.${item.className} "${words.slice(0, 40)}"`;
      const isCut = Object.keys(seen).some(side => Math.abs(seen[side] - whole[side]) > 2);
      if (isCut && !item.closest(mayBeCut)) found.push(`cut: ${name}`);
      if (seen.right > innerWidth + 1 || seen.bottom > innerHeight + 1 || seen.left < -1 || seen.top < -1) {
        found.push(`outside: ${name}`);
      }
      texts.push({...seen, node, name});
    }
  }
  texts.forEach((one, n) => texts.slice(n + 1).forEach(other => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.node !== other.node && wide > 2 && high > 2) found.push(`${one.name} over ${other.name}`);
  }));
  return found;
}"""
BROKEN = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, item = node.parentElement;
    if (item.closest('script, style, .visually-hidden, .sound, .deal-facts')) continue;
    if (!item.checkVisibility({visibilityProperty: true})) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{M}]{2,}/gu)) {
      if (word[0].length > 30) continue;
      const range = new Range();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(`broken: ${word[0]} in ${item.outerHTML.slice(0, 100)}`);
    }
  }
  return found;
}"""
"""Words of up to 30 letters on two lines."""
NOTES = ("", "offline", "bell", "minute", "begin")
TELL = """what => {
  document.getElementById('offline').hidden = what !== 'offline';
  document.querySelector('[data-bell]').textContent = '';
  if (!['', 'offline'].includes(what)) {
    document.dispatchEvent(new CustomEvent(`live:${what}`, { detail: {} }));
  }
}"""
SHOW = """index => document.querySelectorAll('.hall-page')
  .forEach((page, n) => { page.hidden = n !== index; })"""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def wrong_in_the_hall(page: Page) -> Iterator[str]:
    """Yield what is wrong on each page of the hall's screen; on the first of them, with each note."""
    for index in range(max(1, page.locator(".hall-page").count())):
        page.evaluate(SHOW, index)
        for note in NOTES if index == 0 else NOTES[:1]:
            page.evaluate(TELL, note)
            page.evaluate(SETTLED)
            for found in page.evaluate(WRONG, MAY_BE_CUT) + page.evaluate(BROKEN):
                yield f"page {index}, {note or 'no note'}: {found}"
    page.evaluate(TELL, "")
