"""Tables as text: what spreadsheets save is read, and what is written reads back and starts no formula."""

import csv
import io
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.errors import RuleError
from tournaments.core.files.cells import (
    BOM,
    FORMULA,
    MOST_BYTES,
    MOST_ROWS,
    decode,
    format_decimal,
    read_sheet,
    write_csv,
)


def cells(text):
    read = read_sheet(text)
    return read.head, [row for _line, row in read.rows]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", ["", BOM])
def test_whatever_a_spreadsheet_saves(mark, end, before):
    text = before + end.join([f"name{mark}role", f'"Ann{mark} the first"{mark} lady', "", f"Bob{mark}"])
    assert cells(text) == (("name", "role"), [(f"Ann{mark} the first", "lady"), ("Bob", "")])


def test_a_first_line_for_excel_is_no_head():
    assert cells("sep=;\r\na,b;c\r\n1;2\r\n") == (("a,b", "c"), [("1", "2")])
    assert cells("SEP=,\n a,b;c\n1,2") == (("a", "b;c"), [("1", "2")])


def test_one_column_needs_no_mark():
    assert cells("name\nAnn\n") == (("name",), [("Ann",)])


def test_lines_are_counted_as_an_editor_counts_them():
    read = read_sheet('name,role\n\n"Ann\nthe first",lady\nBob,\n')
    assert [line for line, _row in read.rows] == [3, 5]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no rows"),
        (" \n\t\r\n ", "has no rows"),
        ("name,role\n", "has no rows"),
        ("name\nA\x00nn", "not text in UTF-8"),
        ('name\n"Ann', "from line 2 on"),
        ('name,role\nBob,x\n"Ann" Jones,y', "from line 3 on"),
        ("name\n" + "x" * MOST_BYTES, "1 MB"),
        ("name\n" + "ä" * (MOST_BYTES // 2), "1 MB"),
        ("name\n" + "x\n" * (MOST_ROWS + 1), "10000 rows"),
        ("name\n" + "x" * 200_000, "from line 2 on"),
    ],
)
def test_what_cannot_be_read_is_refused_as_a_whole(text, says):
    with pytest.raises(RuleError, match=says) as refused:
        read_sheet(text)
    assert refused.value.field == "file"


def test_as_many_rows_as_may_be():
    assert len(read_sheet("name\n" + "x\n" * MOST_ROWS).rows) == MOST_ROWS


def test_only_utf8():
    assert decode("\ufeffname\nÄnne".encode()) == "name\nÄnne"
    with pytest.raises(RuleError, match="UTF-8"):
        decode("name\nÄnne".encode("cp1252"))
    with pytest.raises(RuleError, match="UTF-8"):
        decode("name\nÄnne".encode("utf-16"))
    with pytest.raises(RuleError, match="1 MB"):
        decode(b"x" * (MOST_BYTES + 1))


@given(st.text())
@example('"')
@example("sep=;")
@example("=,-;+\t@")
def test_any_text_is_read_or_refused(text):
    try:
        read = read_sheet(text)
    except RuleError as refused:
        assert refused.field == "file"  # noqa: PT017 - or it is read
    else:
        assert read.rows
        assert all(any(row) for _line, row in read.rows)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20).map(
    lambda text: " ".join(text.split())
)


@given(st.lists(st.tuples(TEXT, st.integers(), TEXT), min_size=1, max_size=5))
@example([("'=x", 1, "=x"), ("''-x", 2, "'x"), ("'", 3, "''")])
def test_what_is_written_reads_back(rows):
    text = write_csv(("first", "second", "third"), rows)
    assert cells(text) == (
        ("first", "second", "third"),
        [(first, str(second), third) for first, second, third in rows],
    )


@given(st.lists(st.lists(st.text(), min_size=1, max_size=3), max_size=3))
def test_no_cell_begins_a_formula(rows):
    told = csv.reader(io.StringIO(write_csv(["head"], rows), newline=""))
    assert not [cell for row in list(told)[1:] for cell in row if cell.startswith(FORMULA)]


def test_it_is_written_as_rfc_4180_has_it():
    row = ('Jo "Ace", B.', -3, None, Fraction(50, 3), Fraction(-1, 8), Fraction(4), "=1+1", "a\nb")
    assert write_csv(["name", "n"], [row]) == (
        f'{BOM}name,n\r\n"Jo ""Ace"", B.",-3,,16.6667,-0.125,4,\'=1+1,"a\nb"\r\n'
    )


def test_nothing_is_not_less_than_nothing():
    assert format_decimal(Fraction(-1, 1_000_000)) == "0"
