"""Icons stand in the page, cost no request, and are read by nobody."""

import re

import pytest
from django.template import engines
from django.template.exceptions import TemplateSyntaxError

from tests import vendored
from tests.test_text import ROOT

USED = re.compile(r'\{% icon "([\w-]+)" %\}')
DRAWN = re.compile(r"var\(--icon-([\w-]+)\)")
LETTERS = re.compile("[▲▼△▽▴▾▸◂►◄✓✔✗✘✕☐☑☒♪♫⇄↔✎✏★☆⚠⋮⋯☰]")
"""Signs that each device draws in its own way, and some devices in colour."""


def render(text: str) -> str:
    return engines["django"].from_string("{% load headtable %}" + text).render()


def test_an_icon_is_drawn_in_the_page():
    drawn = render('{% icon "check" %} Saved')
    assert drawn.startswith('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="')
    assert drawn.endswith("</svg> Saved")


def test_an_unknown_icon_is_an_error_at_once():
    with pytest.raises(TemplateSyntaxError, match="no icon 'chekc'"):
        render('{% if False %}{% icon "chekc" %}{% endif %}')


def test_every_icon_is_used():
    pages = {name for path in (ROOT / "templates").rglob("*.html") for name in USED.findall(path.read_text())}
    sheets = {
        name for path in (ROOT / "static/css").rglob("*.css") for name in DRAWN.findall(path.read_text())
    }
    assert sheets == set(vendored.MASKS)
    assert pages | sheets == set(vendored.ICONS)


@pytest.mark.parametrize("kind", ["templates/**/*.html", "static/css/**/*.css", "static/js/**/*.js"])
def test_no_sign_of_a_keyboard_stands_for_an_icon(kind):
    files = {str(path.relative_to(ROOT)): path.read_text() for path in ROOT.glob(kind)}
    assert files
    assert {name: LETTERS.findall(text) for name, text in files.items() if LETTERS.search(text)} == {}
