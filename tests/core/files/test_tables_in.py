"""People and results that somebody brings along as a table: each row is read, or told why not."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import LONGEST, clean_name
from games.rules.registry import RULESETS
from tournaments.core.files import results_table
from tournaments.core.files.results_table import PEOPLE, RESULTS, ListedPerson, read_people, read_results

TODAY = date(2026, 3, 1)


def complaints(read):
    return [(one.line, one.error.field) for one in read.complaints]


def test_people():
    read = read_people(
        "Name;Role;Public name;Groups;Shoe size\nAnn  Lee;lady;;juniors, newcomers;39\nBob;;The Fox;a|b, c;\n"
    )
    assert read.good == (
        ListedPerson(2, "Ann Lee", "lady", "", "", ("juniors", "newcomers")),
        ListedPerson(3, "Bob", "", "other", "The Fox", ("a", "b, c")),
    )
    assert read.complaints == ()
    assert read.unknown == ("Shoe size",)


def test_a_list_of_names_is_enough():
    assert [person.name for person in read_people("name\nAnn\nBob\n").good] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (",lady", "name"),
        ("x" * 61, "name"),
        ("A\u202enn", "name"),
        ("A\u200fnn", "name"),
        ("Ann," + "x" * 31, "role"),
        ("Ann,,secret", "public"),
        ("Ann,,other", "public_name"),
        ("Ann,,initials,The Fox", "public"),
        ("Ann,,,," + "x" * 31, "groups"),
        ("Ann,,,,,more", "row"),
        ("aNN", "name"),  # who is in line 2 already
    ],
)
def test_each_bad_row_is_told(row, field):
    read = read_people(f"name,role,public,public_name,groups\nAnn,\n{row}\nBob\n")
    assert complaints(read) == [(3, field)]
    assert {person.name for person in read.good} >= {"Ann", "Bob"}


def test_places_that_do_not_follow_from_the_figures():
    head = "date,evening,game,name,place,points,placed_by\n"
    rows = "2026-01-08,Cup,clag,Ann,2,61,{0}\n2026-01-08,Cup,clag,Bob,1,48,\n"
    assert complaints(read_results(head + rows.format(""), TODAY)) == [(2, "place")]
    read = read_results(head + rows.format("place"), TODAY)
    assert [line.place for line in read.good[0].lines] == [2, 1]
    assert complaints(read_results(head + rows.format("points"), TODAY)) == [(2, "placed_by")]


def test_results_of_several_evenings():
    read = read_results(
        "date,evening,game,name,place,points,exact,deals\n"
        "2025-11-06,November,Clag,Ann,1,40,5,8\n"
        "6.11.2025,november,clag,Bob,2,31,4,8\n"
        "2025-10-02,October,Draw Poker,Bob,1,,,\n",
        TODAY,
    )
    assert read.complaints == ()
    october, november = read.good
    assert (october.name, october.held_on, october.play.game.key) == (
        "October",
        date(2025, 10, 2),
        "draw-poker",
    )
    assert [(line.name, line.place, line.score, line.deals) for line in november.lines] == [
        ("Ann", 1, 40, 8),
        ("Bob", 2, 31, 8),
    ]
    assert november.file_lines == {"ann": 2, "bob": 3}


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("2025-02-30,E,clag,Ann,1,3,,", "date"),
        ("02/03/2025,E,clag,Ann,1,3,,", "date"),
        ("2026-03-02,E,clag,Ann,1,3,,", "date"),
        ("1899-12-31,E,clag,Ann,1,3,,", "date"),
        (",E,clag,Ann,1,3,,", "date"),
        ("2025-02-03,,clag,Ann,1,3,,", "evening"),
        ("2025-02-03,E,Snap,Ann,1,3,,", "game"),
        ("2025-02-03,E,,Ann,1,3,,", "game"),
        ("2025-02-03,E,clag,,1,3,,", "name"),
        ("2025-02-03,E,clag,Ann,first,3,,", "place"),
        ("2025-02-03,E,clag,Ann,0,3,,", "place"),
        ("2025-02-03,E,clag,Ann,1,=1+2,,", "points"),
        ("2025-02-03,E,clag,Ann,1,3.5,,", "points"),
        ("2025-02-03,E,clag,Ann,1,99999999999,,", "points"),
        ("2025-02-03,E,clag,Ann,1,9999999999,,", "points"),
        ("2025-02-03,E,clag,Ann,1,٣,,", "points"),
        ("2025-02-03,E,clag,Ann,,,,", "place"),
        ("2025-02-03,E,clag,Ann,1,3,,8,9", "row"),
        ("2025-02-03,E,draw poker,Ann,1,3,,", "points"),
        ("2024-02-03,Known,clag,Known,1,3,,", "name"),
        ("2024-02-03,Known,clag,Other,1,9,,", "place"),
        ("2024-02-03,Known,brag,Other,2,,,", "game"),
    ],
)
def test_each_bad_result_is_told(row, field):
    head = "date,evening,game,name,place,points,exact,deals\n2024-02-03,Known,clag,Known,1,3,,\n"
    read = read_results(f"{head}{row}\n", TODAY)
    assert {field} == {field for _line, field in complaints(read)}
    assert complaints(read)[-1][0] in (2, 3)


def test_a_number_may_have_a_sign_of_its_own():
    read = read_results(
        "date,evening,game,name,points\n2025-02-03,E,clag,A,\u22123\n2025-2-3,E,clag,B,+4\n", TODAY
    )
    assert {line.name: line.score for line in read.good[0].lines} == {"A": -3, "B": 4}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "first name,role\nAnn,lady\n",
            "There is no column “name”. Name it in the first line. The first line has: first name, role",
        ),
        ("name,Name\nAnn,Ann\n", "Two columns are called “name”"),
        ("name,player\nAnn,Ann\n", "Two columns are called “name”"),
    ],
)
def test_a_head_that_will_not_do(text, says):
    with pytest.raises(RuleError, match=says):
        read_people(text)
    with pytest.raises(RuleError, match=r"There is no column|Two columns"):
        read_results(text, TODAY)


def test_a_refusal_shows_no_more_than_it_can():
    read = read_results(f"date,evening,game,name\n\u202e{'x' * 500},E,clag,Ann\n", TODAY)
    assert read.complaints[0].error.figures["value"] == "\ufffd" + "x" * 59 + "…"


def test_every_game_is_known_by_its_name():
    rows = [f"2025-02-03,{key},{rules.title.upper()},Ann,1" for key, rules in RULESETS.items()]
    read = read_results("date,evening,game,name,place\n" + "\n".join(rows), TODAY)
    assert {evening.name: evening.play.game.key for evening in read.good} == {key: key for key in RULESETS}


HOSTILE = st.sampled_from(
    [
        *("", '"', '""', "\x00", "=cmd|' /C calc'!A0", "\u202e", "\u200f", "2025-01-01", "clag", "A" * 61),
        *("1e9", "-1", "99999999999999", "\ud800", "٣", ";", "\t", "\r", "\n", "x" * 140_000, "𝟙"),
    ]
) | st.text(max_size=5)
ROWS = st.lists(st.lists(HOSTILE, max_size=len(RESULTS) + 1), max_size=6)


@given(ROWS, st.sampled_from([",", ";", "\t"]))
@example([["2025-01-01", "E", "clag", "Ann", "", "1"]], ",")
def test_whatever_is_in_a_file_it_is_read_or_refused(rows, mark):
    """No file makes an error of ours; every row is read once or told of once at least."""
    body = "\n".join(mark.join(row) for row in rows)
    for head, read in ((PEOPLE, read_people), (RESULTS, lambda text: read_results(text, TODAY))):
        try:
            told = read(mark.join(head) + "\n" + body)
        except RuleError as refused:
            assert refused.field == "file"  # noqa: PT017 - or it is read
            continue
        for complaint in told.complaints:
            assert complaint.line > 1
            assert complaint.error.message % complaint.error.figures
        for good in told.good:
            names = [good.name] if isinstance(good, ListedPerson) else [line.name for line in good.lines]
            assert all(clean_name(name) == name and len(name) <= LONGEST for name in names)


def test_a_file_of_too_many_people_is_refused_where_they_begin(monkeypatch):
    monkeypatch.setattr(results_table, "MOST_PEOPLE", 3)
    rows = "".join(f"2025-02-03,E,clag,p{n},{n}\n" for n in range(1, 6))
    assert complaints(read_results("date,evening,game,name,place\n" + rows, TODAY)) == [(5, "evening")]
