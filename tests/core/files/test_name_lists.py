"""Lists of names as people paste them: what is left out of a line, and what stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import clean_person, remove_mail_addresses
from tournaments.core.files.cells import find_left_out, read_pasted_names

ROLES = ("lady", "gentleman")


def cleaned(text, roles=(), wanted=()):
    return [line.after for line in read_pasted_names(text, roles, wanted)]


MARKS = (
    *("1. ", "1) ", "1.) ", "(1) ", "[1] ", "1.", "1)", "01. ", "100. ", "1: ", "1 - ", "1 – ", "1/ "),
    *("1 | ", "#1 ", "No. 1 ", "Nr. 1: ", "Nr 1 ", "№ 1 ", "1\t", "1.\t", "#\t"),
    *("① ", "⑴", "1️⃣ ", "1️⃣0️⃣ ", "🔟 ", "１．", "a) ", "(b) ", "iv) "),
    *("• ", "•", "•\t", "‣ ", "▪ ", "- ", "– ", "— ", "-", "* ", "+ ", "> ", "~ "),
    *("☐ ", "✓ ", "✔️ ", "[ ] ", "[x] ", "- [ ] ", "- 1. ", "• 1) ", "1. - "),
)
AFTER = (
    *(",", ";", ", ", ",;", " ;\t", "\t39", "\t0171 555\tBonn", " <mail@x>", " <>tom@x"),
    *(" <tom@hill.example>", "<tom@hill.example>,", " (tom@hill.example)", " [tom@hill.example]"),
    *(" tom@hill.example", ", tom@hill.example", "; tom@hill.example;", " - tom@hill.example"),
    *("\ttom@hill.example", " mailto:tom@hill.example", " tom＠hill.example"),
)
CASES = [
    *((f"{mark}Tom Hill", "Tom Hill") for mark in MARKS),
    *((f"Tom Hill{rest}", "Tom Hill") for rest in AFTER),
    ('"Tom Hill" <tom@hill.example>', "Tom Hill"),
    ("„Tom Hill“", "Tom Hill"),
    ("tom@hill.example\tTom Hill", "Tom Hill"),
    ("tom@hill.example", ""),
    ("<tom@hill.example>", ""),
    ("1. 50 Cent", "50 Cent"),
    ("2. 2Pac", "2Pac"),
    ("3) Jean-Luc", "Jean-Luc"),
]


@pytest.mark.parametrize(("line", "name"), CASES)
def test_what_is_left_out_of_a_line(line, name):
    (read,) = read_pasted_names(line)
    assert (read.after.strip(" <>"), read.changed) == (name, True)
    assert "@" not in read.after


@pytest.mark.parametrize(
    "name",
    [
        *("50 Cent", "2Pac", "3 Mann", "7-Up", "4 Non Blondes", "3.14", "10:30 Uhr", "1. ", "P01", "+1 Tom"),
        *("Tom 2", "Jean-Luc", "Anna-Maria O’Brien", "van der Berg", "A. Berg", "J. R. Hill", "V. Mia"),
        *("No", "Nr", "Noël", "Berg, Anna", "Hill; Tom", 'Tom "Fox" Hill', "Tom (junior)"),
        *("@tom", "Tom @ home", "Name", "Player"),
        *("Ⅳ Tom", "Ünal", "Łukasz", "李 明", "Vi Li", "D’Arcy", "'t Hooft", "😀 Tom", "Tom -"),
    ],
)
def test_a_name_stays(name):
    assert cleaned(name) == [name.strip()]
    assert not find_left_out(read_pasted_names(name))


@pytest.mark.parametrize(
    "text", ["Ann\n\n\nBen\n", "\ufeffAnn\r\nBen", "\xa0Ann\xa0\n Ben", "Ann\nBen\u200b", " Ann \n\t\nBen"]
)
def test_signs_that_nobody_sees_are_no_marks(text):
    assert cleaned(text) == ["Ann", "Ben"]
    assert not find_left_out(read_pasted_names(text))


@pytest.mark.parametrize(
    "head",
    [
        *("Name", "NAMES", "Names:", "Player", "Players (12)", "Players (2):"),
        *("Spieler", "Spielerinnen", "Teilnehmer:"),
        *("Tonight:", "No.\tName\tMail", "Nr.;Name", "Name, role", "# Players", "**Names**", "\ufeffName"),
    ],
)
def test_a_heading_is_left_out(head):
    assert cleaned(f"\n{head}\nAnn\nBen") == ["", "Ann", "Ben"]
    assert cleaned(f"Ann\n{head}") != ["", "Ann"], "only over the names"


def test_bare_numbers_count_only_in_order():
    assert cleaned("1 Ann\n2 50 Cent\n3 Ben") == ["Ann", "50 Cent", "Ben"]
    assert cleaned("Name\n1 Ann\n2 Ben") == ["", "Ann", "Ben"]
    for text in ("50 Cent\n51 Foo", "1 Ann\n3 Ben", "1 Ann\nBen", "1 Ann"):
        assert cleaned(text) == text.split("\n")


def test_roles_stay_behind_the_name():
    text = "1. Ann, lady\nBen\tGENTLEMAN\t39\nCy <c@x>; l\nDi\t40\nEd, captain\n"
    assert cleaned(text, ROLES) == ["Ann, lady", "Ben\tGENTLEMAN", "Cy; l", "Di", "Ed, captain"]
    assert not find_left_out(read_pasted_names("Ann, lady\nBen\tgentleman\nCy; l", ROLES))


def test_receivers_of_a_mail_are_lines():
    text = 'Ann Lee <ann@x>, "Ben Hill" <ben@x>; Cy <cy@x>\nDi'
    assert cleaned(text) == ["Ann Lee", "Ben Hill", "Cy", "Di"]
    assert [line.line for line in read_pasted_names(text)] == [1, 1, 1, 2]


def test_a_line_that_is_wanted_stays_but_for_addresses():
    text = "1. FC Hill\n2. Tom <tom@x>"
    assert cleaned(text, wanted=["1. FC Hill", "2. Tom <tom@x>"]) == ["1. FC Hill", "2. Tom"]


@given(st.text(alphabet='ab1 .,;@<>()[]-\t\n"•#:', max_size=40))
def test_no_address_gets_through(text):
    for line in read_pasted_names(text):
        assert remove_mail_addresses(line.after) == line.after or not line.changed
        try:
            clean_person(line.after)
        except RuleError:
            continue
        assert remove_mail_addresses(line.after) == line.after


@pytest.mark.parametrize("name", ["Ann <ann@x>", "ann@x.example", "Ann (ann@x)"])
def test_a_persons_name_has_no_address(name):
    with pytest.raises(RuleError, match="e-mail"):
        clean_person(name)


def test_long_lines_take_no_time():
    assert cleaned("x" * 100_000) == ["x" * 100_000]
    assert len(cleaned("1. " * 100_000)) == 1
