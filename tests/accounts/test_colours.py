"""A club's colour: what is one, and that its shades are seen and text on them can be read."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.logos import DARK, LIGHT, OWN, clean_colour, find_shades, measure_contrast, measure_luminance

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
# By https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, worked out by hand and as usual tools show it.
RATIOS = [
    ("#000000", "#ffffff", 21.0),
    ("#ffffff", "#ffffff", 1.0),
    ("#767676", "#ffffff", 4.54),
    ("#777777", "#ffffff", 4.48),
    ("#ff0000", "#ffffff", 4.0),
    ("#0000ff", "#ffffff", 8.59),
    ("#ffff00", "#000000", 19.56),
]


@pytest.mark.parametrize(("one", "other", "ratio"), RATIOS)
def test_contrast_is_counted_as_wcag_does(one, other, ratio):
    assert round(measure_contrast(one, other), 2) == round(measure_contrast(other, one), 2) == ratio


def test_luminance_by_the_formula():
    assert measure_luminance("#7a1f3d") == pytest.approx(
        0.2126 * ((122 / 255 + 0.055) / 1.055) ** 2.4
        + 0.7152 * ((31 / 255 + 0.055) / 1.055) ** 2.4
        + 0.0722 * ((61 / 255 + 0.055) / 1.055) ** 2.4
    )
    assert measure_luminance("#0a0a0a") == pytest.approx(10 / 255 / 12.92)


@given(COLOURS)
def test_any_colour_is_seen_and_text_on_it_can_be_read(colour):
    for shade, papers in zip(find_shades(colour), (LIGHT, DARK), strict=True):
        assert measure_contrast(shade.area, shade.text) >= 4.5
        assert all(measure_contrast(shade.area, paper) >= 3 for paper in papers)


@pytest.mark.parametrize(
    ("colour", "light", "dark"),
    [
        ("#7a1f3d", "#7a1f3d", None),  # dark enough as it is
        ("#ffcc1f", None, "#ffcc1f"),
        ("#000000", "#000000", None),
        ("#ffffff", None, "#ffffff"),
    ],
)
def test_a_colour_that_can_be_seen_is_left_as_it_is(colour, light, dark):
    found = [shade.area for shade in find_shades(colour)]
    assert [area == colour for area in found] == [light == colour, dark == colour]


def test_the_papers_are_those_of_the_pages():
    light, dark = TOKENS.split("prefers-color-scheme: dark")
    for part, papers in ((light, LIGHT), (dark, DARK)):
        assert tuple(re.findall(r"--(?:paper|card): (#\w{6});", part)) == papers
    assert f"--accent: {OWN};" in light


@pytest.mark.parametrize(
    ("text", "colour"), [("#7A1F3D", "#7a1f3d"), (" #7a1f3d ", "#7a1f3d"), ("", ""), (OWN, "")]
)
def test_a_colour_as_it_is_kept(text, colour):
    assert clean_colour(text) == colour


@pytest.mark.parametrize(
    "text", ["red", "7a1f3d", "#7a1", "#7a1f3g", "#7a1f3d;", "#７a1f3d", "url(x)", "#7a1f3d\n}"]
)
def test_what_is_no_colour_is_refused(text):
    with pytest.raises(RuleError, match="is not a colour") as caught:
        clean_colour(text)
    assert caught.value.field == "colour"
