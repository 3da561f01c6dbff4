"""The size of the projector's letters, and names that fit them. No database."""

import pytest

from accounts.names import shorten_names
from tournaments.base.pictures.svg import measure_width
from tournaments.hall.presenters.layout import (
    HIGH,
    LINE,
    SIZES,
    WIDER,
    CardTitle,
    NameRow,
    choose_layout,
    choose_list_layout,
    find_least_size,
    fit_name,
)
from tournaments.simulation.hall import make_name

SIX = [[6] * (people // 6) + [people % 6] * (people % 6 > 0) for people in range(130)]


@pytest.mark.parametrize(
    ("people", "least"), [(8, 40), (30, 40), (31, 32), (48, 32), (49, 24), (120, 24), (121, 24)]
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
    assert layout.fit(NameRow("X" * 60, 1.1)).size >= 24


LONG_ONE = "Alexander van der Bellen"


@pytest.mark.parametrize("people", [8, 30, 48, 120])
def test_a_name_is_whole_where_it_fits(people):
    """By the room that the layout gives it, not by its letters; else it is short."""
    cards = cards_of([make_name(n) for n in range(people - 1)] + [LONG_ONE])
    layout = choose_layout(cards, find_least_size(people))
    for row in (row for card in cards for row in card):
        shown = layout.fit(row)
        fits = WIDER * measure_width(row.name) <= layout.room - row.space_beside
        assert (shown.text, shown.size) == (row.name if fits else row.short, layout.size)
        assert shown.lines == 1 or row.name == LONG_ONE


def test_a_long_name_alone_is_whole():
    [card] = cards_of([LONG_ONE, "Ann Lee", "Bo Ek", "Cy Fox"])
    assert choose_layout([card], 40).fit(card[0]).text == LONG_ONE


def test_a_long_name_is_short_before_letters_are_small():
    """The layout is that of short names: the size depends on the number of people."""
    cards = cards_of([f"{make_name(n).split()[0]} Bartholomäus-Lichtenstein" for n in range(30)])
    layout = choose_layout(cards, find_least_size(30))
    assert layout.cards_per_page == len(cards)
    assert {layout.fit(row).text for card in cards for row in card} <= {
        row.short for card in cards for row in card
    }


@pytest.mark.parametrize("people", [8, 30, 48, 120])
def test_a_word_of_thirty_letters_is_smaller_and_not_broken(people):
    word = "Wolfeschlegelsteinhausenberger"
    cards = cards_of([*(make_name(n) for n in range(people - 1)), word])
    layout = choose_layout(cards, find_least_size(people))
    assert layout.size >= find_least_size(people)
    shown = layout.fit(cards[-1][-1])
    assert (shown.text, shown.lines) == (word, 1)
    assert shown.size in SIZES
    assert shown.size * WIDER * measure_width(word) <= layout.size * (layout.room - 1.1)


@pytest.mark.parametrize("count", range(2, 21))
def test_rows_of_tables_are_balanced(count):
    """Five tables are three and two, four are two and two: a row is short by few tables only."""
    layout = choose_layout([[NameRow("Katharine", 1.1)] * 6] * count, find_least_size(6 * count))
    for start in range(0, count, layout.cards_per_page):
        cards = min(layout.cards_per_page, count - start)
        columns = layout.balance(cards)
        rows = -(-cards // columns)
        assert columns <= layout.columns
        assert rows <= -(-cards // layout.columns)
        assert rows * columns - cards < rows


def rows_of(count):
    return [NameRow(make_name(n), 3.0) for n in range(count)]


@pytest.mark.parametrize("people", [8, 26, 30, 48, 120])
def test_a_list_has_columns_of_about_the_same_length_and_everybody_once(people):
    layout = choose_list_layout([rows_of(people)], find_least_size(people))
    parts = [part for page in layout.pages for _group, part in page]
    assert [row for part in parts for row in part] == list(range(people))
    assert max(map(len, parts)) - min(map(len, parts)) < len(parts)
    assert layout.size >= find_least_size(people)
    assert all(len(page) <= layout.columns for page in layout.pages)
    if people <= 30:
        assert len(layout.pages) == 1


def test_each_column_of_a_list_has_one_group():
    layout = choose_list_layout([rows_of(6), rows_of(11)], 40, row_height=72, largest=48)
    [page] = layout.pages
    assert [group for group, _part in page] == [0, 1, 1]
    assert {group: sum(len(part) for of, part in page if of == group) for group in (0, 1)} == {0: 6, 1: 11}


@pytest.mark.parametrize(("people", "pages"), [(1, [3]), (4, [1, 1, 1])])
def test_names_of_a_list_are_stacked_or_come_on_more_pages_before_they_get_smaller(people, pages):
    rows = [[NameRow("Katharine Rosenthal-Maximilian", 12.0)] * people] * 3
    layout = choose_list_layout(rows, 40, row_height=72, largest=48)
    assert layout.columns == 1
    assert [len(page) for page in layout.pages] == pages
    for row in (row for group in rows for row in group):
        assert fit_name(row, layout.room, layout.size).size == layout.size


@pytest.mark.parametrize("words", ["Deal 2 of 13", "Over after 13 deals", "Round 12 of 13, deal 12"])
@pytest.mark.parametrize("cards", range(2, 9))
def test_titles_of_cards_fit(cards, words):
    title = CardTitle("Table 8", words)
    layout = choose_layout([[NameRow("Ann B.", 1.1)] * 4] * cards, 40, {title})
    assert title.measure_width(layout.size) <= layout.room * layout.size


def test_cards_fit_in_the_columns_in_which_they_are_shown():
    """Shown as three and two, five uneven tables are too high, unless their lines are close."""
    cards = [[NameRow("Dorothea J.")] * people for people in (5, 6, 6, 7, 3)]
    layout = choose_layout(cards, 40)
    assert (layout.size, layout.columns, layout.cards_per_page, layout.close) == (40, 3, 5, True)
    assert not choose_layout(cards[:3], 40).close
