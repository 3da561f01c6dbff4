"""A table as a spreadsheet."""

from datetime import date
from fractions import Fraction

from tests.spreadsheets import cells_of
from tournaments.core.files.cells import Cell
from tournaments.transfer.presenters.tables import EXACT, build_spreadsheet


def test_numbers_and_dates_stay_and_texts_are_not_worked_out():
    rows: list[list[Cell]] = [
        ["=1+1", 12, Fraction(25, 4), date(2026, 1, 8), None],
        ["http://example.org/", -3, EXACT + 1, "", "Zoë & Söhne <b>"],
    ]
    assert cells_of(build_spreadsheet(("name", "a", "b", "c", "d"), rows)) == [
        ["name", "a", "b", "c", "d"],
        ["=1+1", 12, 6.25, 46030],  # days since the end of 1899
        ["http://example.org/", -3, str(EXACT + 1), None, "Zoë & Söhne <b>"],
    ]


def test_the_same_table_is_the_same_file_and_an_empty_one_is_one():
    assert build_spreadsheet(("a",), [[1]]) == build_spreadsheet(("a",), [[1]])
    assert cells_of(build_spreadsheet(("a", "b"), [])) == [["a", "b"]]
