"""The components on the styleguide keep the boxes and styles that stand in ``styleguide.json``.

After a change that is meant, look at the page, and write the file anew with
``WRITE=1 .venv/bin/python -m pytest tests/browser/test_styleguide.py``.
"""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.server import started

KEPT = Path(__file__).with_name("styleguide.json")
PARTS = (
    *(".head h1", ".tabs a[aria-current]", ".menu > summary", "button.go", "button.bell", "button.danger"),
    *("button.quiet", "button[disabled]", ".card", ".card.next", ".note.warn", ".note.refused"),
    *(
        ".note.success",
        ".tag",
        ".tag.ok",
        ".dot.ok",
        ".dot.wait",
        ".chip",
        ".figures dd",
        ".figures.tiles > div",
        ".avatar",
        ".empty",
        "#guide-name",
        "#guide-age",
        ".errorlist",
    ),
    *(
        ".help",
        ".pick span",
        "thead th.num",
        "[data-sort] button",
        "tbody th",
        "tbody td.num",
        ".tcard",
        ".tcard-top .button",
        ".seats li",
    ),
)
STYLES = (
    *("color", "backgroundColor", "fontSize", "fontWeight", "padding", "margin", "borderRadius"),
    *("borderTopWidth", "borderTopStyle", "borderTopColor", "minHeight", "textAlign"),
)
MEASURE = """([parts, styles]) => Object.fromEntries(parts.map(part => {
  const item = document.querySelector(`main ${part}`);
  const style = getComputedStyle(item);
  const box = item.matches('.card, .tcard') ? {} : {height: Math.round(item.getBoundingClientRect().height)};
  return [part, {...box, ...Object.fromEntries(styles.map(name => [name, style[name]]))}];
}))"""

LEFTS = """() => ['chair', 'chip'].map(part => [...document.querySelectorAll(`.tcard .${part}`)]
  .map(one => Math.round(one.getBoundingClientRect().left)))"""


@pytest.fixture
def guide(browser: Chromium, migrated: Path, tmp_path: Path):
    """A window of a developer's server."""
    with started(Path(shutil.copy(migrated, tmp_path)), DEBUG="1") as site:
        windows = Windows(browser, site.url)
        yield windows.open(LAPTOP)
        windows.close()


def test_each_component_has_the_agreed_boxes_and_styles(guide):
    guide.emulate_media(reduced_motion="reduce")
    guide.goto("/styleguide/")
    found = {}
    for width, height in (LAPTOP, PHONE):
        guide.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            guide.emulate_media(color_scheme=theme, reduced_motion="reduce")
            found[f"{width} {theme}"] = guide.evaluate(MEASURE, [PARTS, STYLES])
        assert all(len(set(lefts)) == 1 for lefts in guide.evaluate(LEFTS)), "chairs and chips are in columns"
    if os.environ.get("WRITE"):
        KEPT.write_text(json.dumps(found, indent=1) + "\n")
    assert found == json.loads(KEPT.read_text())
