"""The colours of lines: on paper as on a light screen, visible on each ground, and different to everybody."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from accounts.logos import DARK, LIGHT, measure_contrast
from tournaments.base.pictures.svg import TONES

TOKENS = Path(__file__).parents[3] / "static" / "css" / "tokens.css"
FOUND = re.findall(r"--tone-\d: (#[0-9a-f]{6})", TOKENS.read_text())
ON_SCREENS = ((FOUND[:3], LIGHT), (FOUND[3:], DARK))
SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How linear red, green and blue look: Machado, Oliveira, Fernandes, 2009, for the strongest form."""
APART = 0.15
"""The least distance of two colours in linear light; the difference of adjacent greys is 0.05."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def test_paper_has_the_colours_of_a_light_screen():
    assert tuple(FOUND[:3]) == TONES


@pytest.mark.parametrize(("tones", "grounds"), ON_SCREENS)
def test_they_are_visible_on_each_ground(tones, grounds):
    assert len(tones) == 3
    assert all(measure_contrast(tone, ground) >= 3 for tone in tones for ground in grounds)


@pytest.mark.parametrize("eyes", SEEN_BY)
@pytest.mark.parametrize(("tones", "_grounds"), ON_SCREENS)
def test_they_differ_to_everybody(tones, _grounds, eyes):
    seen = [
        [sum(part * light for part, light in zip(row, linear(tone), strict=True)) for row in SEEN_BY[eyes]]
        for tone in tones
    ]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 >= APART
