"""Names that have to fit."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.base.pictures.reading import NAMES
from tournaments.base.pictures.svg import fit_label, measure_width, shorten_text


@pytest.mark.parametrize(
    ("name", "room", "found"),
    [
        ("Ann", 10, "Ann"),
        ("Maximiliana-Theodora", 8, "Maximiliana-…"),
        ("Zoe\u0301 Zoe\u0301", 3, "Zoe\u0301…"),
        ("Z\u0301oe", 1.8, "Z\u0301…"),
        ("\U0001f469\u200d\U0001f680 x", 2.0, "…"),
        ("王小明王小明", 4, "王小…"),
    ],
)
def test_a_name_is_cut_between_its_letters(name, room, found):
    assert shorten_text(name, room) == found


@given(NAMES, st.floats(1, 30))
def test_what_is_shortened_fits(name, room):
    short = shorten_text(name, room)
    assert measure_width(short) <= room or short == "…"
    assert short == name or (short.endswith("…") and name.startswith(short[:-1]))


@pytest.mark.parametrize(
    ("room", "shown"), [(15, "Alexander van der Bellen"), (12, "Alexander van der B."), (5, "Alexan…")]
)
def test_a_label_is_whole_then_short_then_cut(room, shown):
    assert fit_label("Alexander van der Bellen", "Alexander van der B.", room) == shown


@given(NAMES)
def test_marks_above_letters_take_no_room(name):
    assert measure_width(name) == measure_width(
        "".join(sign for sign in name if unicodedata.category(sign) != "Mn")
    )
