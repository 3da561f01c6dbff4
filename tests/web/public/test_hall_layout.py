"""The size of the projector's letters, and names that fit them. No database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pages.public.hall_layout import HIGH, LINE, SIZES, Row, layout_of, least_size
from tournaments.pages.public.hall_names import LONGEST, hall_names
from tournaments.simulation.names import name

SIX = [[6] * (people // 6) + [people % 6] * (people % 6 > 0) for people in range(130)]


@pytest.mark.parametrize(
    ("people", "least"), [(8, 40), (30, 40), (31, 32), (48, 32), (49, 24), (120, 24), (121, 20)]
)
def test_the_more_people_the_smaller_the_letters(people, least):
    assert least_size(people) == least


@pytest.mark.parametrize("people", [8, 12, 16, 26, 30, 41, 48, 80, 120])
def test_names_are_large_enough(people):
    names = iter(hall_names({n: name(n) for n in range(people)}).values())
    cards = [[Row(next(names), 1.1) for _seat in range(size)] for size in SIX[people] if size]
    layout = layout_of(cards, least_size(people))
    assert layout.size >= least_size(people)
    if people <= 30:
        assert layout.each == len(cards)  # all on one page


def test_what_does_not_fit_comes_on_pages_of_about_the_same_length():
    cards = [[Row("Katharine", 1.1)] * 6] * 20
    layout = layout_of(cards, 40)
    assert layout.size >= 40
    assert layout.each * layout.size * LINE * 6 <= HIGH * layout.columns
    assert layout.each < 20


def test_a_name_that_no_line_holds_is_in_smaller_letters():
    layout = layout_of([[Row("X" * 60, 1.1)] * 10], 40)
    assert layout.size in SIZES
    assert layout.size < 40


def test_long_names_are_shortened_by_the_last():
    shown = hall_names({1: "Bartholomew Smith-Jones", 2: "Ann Lee", 3: "Dr. Maximiliana von Hohenstein"})
    assert shown == {1: "Bartholomew S.", 2: "Ann Lee", 3: "Dr. Maximiliana H."}


def test_names_that_would_be_alike_have_more_letters():
    shown = hall_names(
        {1: "Bartholomew Smithson", 2: "Bartholomew Stone", 3: "Bartholomew S.", 4: "Bartholomew Stoner"}
    )
    assert shown == {
        1: "Bartholomew Sm.",
        2: "Bartholomew Stone",
        3: "Bartholomew S.",
        4: "Bartholomew Stoner",
    }


def test_a_first_name_is_never_cut():
    shown = hall_names({1: "Konstantinopolitanopoulos", 2: "Wolfeschlegelsteinhausen Bergerdorff"})
    assert shown == {1: "Konstantinopolitanopoulos", 2: "Wolfeschlegelsteinhausen B."}


def test_a_letter_keeps_its_marks():
    assert hall_names({1: "Maximiliana E\u0301tienne-Dubois"}) == {1: "Maximiliana E\u0301."}


NAME = st.lists(st.text("abAB.é", min_size=1, max_size=12), min_size=1, max_size=4).map(" ".join)


@given(st.sets(NAME, min_size=1, max_size=30))
def test_no_two_are_alike_and_each_begins_with_the_first_name(names):
    shown = hall_names(dict(enumerate(sorted(names))))
    assert len(set(shown.values())) == len(names)
    for key, whole in enumerate(sorted(names)):
        assert shown[key].startswith(whole.split()[0])
        assert shown[key] == whole or len(whole) > LONGEST
