"""Style sheets: what is collected holds its parts, and each file says in which layer it stands."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command

from config.web.templates import BUNDLE, IMPORT

CSS = Path(__file__).parents[2] / "static" / "css"
LAYERS = {"tokens", "base", "components", "screens", "print"}
OF_DJANGO = {"admin.css"}
"""Beside Django's own style sheets, which stand in no layer."""


def sheets() -> dict[str, str]:
    return {path.relative_to(CSS).as_posix(): path.read_text() for path in CSS.rglob("*.css")}


def test_what_every_page_has_is_collected_into_one_file(settings, tmp_path: Path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.STATIC_STORAGE}}
    call_command("collectstatic", "--no-input", verbosity=0)
    [collected] = (tmp_path / "css").glob("headtable.*.css")
    text = collected.read_text()
    assert "@import" not in text
    assert text == Path(str(find(BUNDLE))).read_text()
    for name in IMPORT.findall((CSS.parent / BUNDLE).read_text()):
        assert sheets()[name].splitlines()[0] in text, name


@pytest.mark.parametrize("name", sorted(sheets().keys() - OF_DJANGO))
def test_every_rule_stands_in_a_layer(name):
    """A rule beside the layers would count more than any within."""
    plain = re.sub(r"/\*.*?\*/", "", sheets()[name], flags=re.DOTALL)
    outermost = [line for line in plain.splitlines() if re.match(r"[^\s}]", line)]
    assert all(re.match(r"@(layer|import|page)\b", line) for line in outermost)
    assert set(re.findall(r"@layer (\w+) \{", plain)) <= LAYERS
