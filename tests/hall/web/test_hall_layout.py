"""The size of the projector's letters, and names that fit them. No database."""

import pytest

from accounts.names import shorten_names
from tournaments.base.pictures.svg import measure_width
from tournaments.hall.presenters.tables import (
    HIGH,
    LINE,
    SIZES,
    WIDER,
    NameRow,
    choose_layout,
    find_least_size,
    fit_name,
    measure_room,
)
from tournaments.simulation.hall import make_name

SIX = [[6] * (people // 6) + [people % 6] * (people % 6 > 0) for people in range(130)]


@pytest.mark.parametrize(
    ("people", "least"), [(8, 40), (30, 40), (31, 32), (48, 32), (49, 24), (120, 24), (121, 20)]
)
def test_the_more_people_the_smaller_the_letters(people, least):
    assert find_least_size(people) == least


def cards_of(names):
    """Return cards of six rows, each with its name and the short one."""
    short = shorten_names(names)
    rows = [NameRow(name, 1.1, short[name]) for name in names]
    return [rows[start : start + 6] for start in range(0, len(rows), 6)]


@pytest.mark.parametrize("people", [8, 12, 16, 26, 30, 41, 48, 80, 120])
def test_names_are_large_enough(people):
    cards = cards_of([make_name(n) for n in range(people)])
    layout = choose_layout(cards, find_least_size(people))
    assert layout.size >= find_least_size(people)
    if people <= 30:
        assert layout.cards_per_page == len(cards)  # all on one page


def test_what_does_not_fit_comes_on_pages_of_about_the_same_length():
    cards = [[NameRow("Katharine", 1.1)] * 6] * 20
    layout = choose_layout(cards, 40)
    assert layout.size >= 40
    assert layout.cards_per_page * layout.size * LINE * 6 <= HIGH * layout.columns
    assert layout.cards_per_page < 20


def test_a_name_that_no_line_holds_is_in_smaller_letters():
    layout = choose_layout([[NameRow("X" * 60, 1.1)] * 10], 40)
    assert layout.size in SIZES
    assert layout.size < 40


LONG_ONE = "Alexander van der Bellen"


@pytest.mark.parametrize("people", [8, 30, 48, 120])
def test_a_name_is_whole_where_it_fits(people):
    """By the room that the layout gives it, not by its letters; else it is short."""
    cards = cards_of([make_name(n) for n in range(people - 1)] + [LONG_ONE])
    layout = choose_layout(cards, find_least_size(people))
    room = measure_room(layout)
    for row in (row for card in cards for row in card):
        shown = fit_name(row, room)
        fits = WIDER * measure_width(row.name) <= room - row.space_beside
        assert (shown.text, shown.tight) == (row.name if fits else row.short, 100)
        assert shown.lines == 1 or row.name == LONG_ONE


def test_a_long_name_alone_is_whole():
    [card] = cards_of([LONG_ONE, "Ann Lee", "Bo Ek", "Cy Fox"])
    assert fit_name(card[0], measure_room(choose_layout([card], 40))).text == LONG_ONE


def test_a_long_name_is_short_before_letters_are_small():
    """The layout is that of short names: the size depends on the number of people."""
    cards = cards_of([f"{make_name(n).split()[0]} Bartholomäus-Lichtenstein" for n in range(30)])
    layout = choose_layout(cards, find_least_size(30))
    assert layout.cards_per_page == len(cards)
    assert {fit_name(row, measure_room(layout)).text for card in cards for row in card} <= {
        row.short for card in cards for row in card
    }


@pytest.mark.parametrize("people", [8, 30, 48, 120])
def test_a_word_of_thirty_letters_is_smaller_and_not_broken(people):
    word = "Wolfeschlegelsteinhausenberger"
    cards = cards_of([*(make_name(n) for n in range(people - 1)), word])
    layout = choose_layout(cards, find_least_size(people))
    assert layout.size >= find_least_size(people)
    shown = fit_name(cards[-1][-1], measure_room(layout))
    assert (shown.text, shown.lines) == (word, 1)
    assert shown.tight / 100 * WIDER * measure_width(word) <= measure_room(layout) - 1.1
