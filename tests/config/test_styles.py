"""Style sheets and scripts: what is collected holds its parts; each sheet names its layers."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command

from config.web.templates import IMPORT

STATIC = Path(__file__).parents[2] / "static"
CSS = STATIC / "css"
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/|^\s*//.*$", re.MULTILINE)
LAYERS = {"tokens", "base", "components", "screens", "print"}
OF_DJANGO = {"admin.css"}
"""Beside Django's own style sheets, which stand in no layer."""


def sheets() -> dict[str, str]:
    return {path.relative_to(CSS).as_posix(): path.read_text() for path in CSS.rglob("*.css")}


def find_strings(text: str) -> set[str]:
    """Return the strings of a style sheet or script, without names of files."""
    return {string for string in re.findall(r'"[^"\n]*"', text) if not re.search("/(img|vendor)/", string)}


def test_what_is_loaded_together_is_collected_into_one_file(settings, tmp_path: Path):
    """Pictures are found from there, and no string is changed."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.STATIC_STORAGE}}
    call_command("collectstatic", "--no-input", verbosity=0)
    for source in (*STATIC.glob("css/**/*.css"), *STATIC.glob("js/**/*.js")):
        path, whole = source.relative_to(STATIC), source.read_text()
        [collected] = (tmp_path / path.parent).glob(f"{path.stem}.????????????{path.suffix}")
        text = collected.read_text()
        assert "@import" not in text, path
        for name in IMPORT.findall(whole):
            beside = source.parent / name
            whole += (beside if beside.exists() else Path(str(find(name)))).read_text()
        assert find_strings(text) <= find_strings(COMMENT.sub("", whole)), path
    [common] = (tmp_path / "css").glob("headtable.*.css")
    assert re.search(r"url\(.../img/bell\.[0-9a-f]{12}\.svg", common.read_text())


def test_no_string_of_a_script_goes_over_two_lines():
    """Indentation is taken out of scripts."""
    for script in STATIC.glob("js/**/*.js"):
        for line in script.read_text().splitlines():
            code = re.sub(r"""^\s*//.*|"[^"]*"|'[^']*'""", "", line)
            assert code.count("`") % 2 == 0, (script, line)


@pytest.mark.parametrize("name", sorted(sheets().keys() - OF_DJANGO))
def test_every_rule_stands_in_a_layer(name):
    """A rule beside the layers would count more than any within."""
    plain = re.sub(r"/\*.*?\*/", "", sheets()[name], flags=re.DOTALL)
    outermost = [line for line in plain.splitlines() if re.match(r"[^\s}]", line)]
    assert all(re.match(r"@(layer|import|page)\b", line) for line in outermost)
    assert set(re.findall(r"@layer (\w+) \{", plain)) <= LAYERS


@pytest.mark.parametrize("name", sorted(sheets()))
def test_nothing_is_set_in_italics(name):
    """The typeface has none: a browser would slant its letters."""
    assert "italic" not in sheets()[name]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_administration_has_the_same_colours_in_both_themes(theme):
    """There a theme can be chosen, so the tokens that differ stand twice."""
    light, dark = sheets()["tokens.css"].split("@media (prefers-color-scheme: dark)")
    tokens, again = find_variables(light), find_variables(dark)
    chosen = sheets()["admin.css"].partition(f'html[data-theme="{theme}"] {{')[2].partition("}")[0]
    expected = {name: tokens[name] for name in again} if theme == "light" else again
    assert find_variables(chosen) == expected


def find_variables(text: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", text))
