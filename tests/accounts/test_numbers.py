"""What counts as a digit: 0 to 9, the same in forms, files, addresses and the API."""

import ast
from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from accounts.numbers import number_in
from accounts.shared.api.fields import Number
from accounts.shared.forms import DayField, WholeField
from tests.api.asking import ask
from tests.cast import everything
from tests.web.deal_form import of, told, where
from tournaments.core.files.results_table import read_results
from tournaments.seasons.forms import NumbersField

ROOT = Path(__file__).parents[2]
OTHERS = ["٣", "３", "³", "1_0", "1٣", "0x3", "1e2", "Ⅲ"]
WAYS_IN = ("forms", "views", "api", "admin")


@pytest.mark.parametrize("text", OTHERS)
def test_other_digits_are_no_number_anywhere(text):
    assert number_in(text) is None
    for field in (WholeField(), NumbersField()):
        with pytest.raises(ValidationError):
            field.clean(text)
    assert not _takes(Number(), text)


def _takes(field, text):
    try:
        field.run_validation(text)
    except Exception:
        return False
    return True


def test_the_digits_that_count():
    assert [number_in(text) for text in ("0", "007", "3")] == [0, 7, 3]
    assert [number_in(text) for text in ("", None, "-3", "+3", " 3", "1234567890")] == [None] * 6
    assert WholeField().clean(" 12 ") == 12
    assert WholeField(required=False).clean("") is None
    assert NumbersField().clean("10, 6 −3") == [10, 6, -3]
    assert DayField().clean("2026-01-02") == date(2026, 1, 2)
    with pytest.raises(ValidationError):
        DayField().clean("２０２６-01-02")


def test_a_counter_in_other_digits_is_refused_at_its_field(client, night):
    night = night(12)
    client.force_login(night.alice)
    a, b, *_others = night.table(2)
    before = everything()
    answer = client.post(where(night), told([a], [b], **of([a, b], ("٣", "٣"))))
    assert answer.status_code == 422
    assert {f"counters-{a}", f"counters-{b}"} <= set(answer.context["form"].errors)
    assert everything() == before


def test_a_file_and_an_address_in_other_digits():
    read = read_results("date,evening,game,name,place\n2026-01-01,E,clag,Ann,٣\n", date(2026, 2, 1))
    assert [complaint.error.field for complaint in read.complaints] == ["place"]
    assert ask("/api/v1/games/clag/schedule/?players=٣").status_code == 400
    assert ask("/api/v1/games/clag/schedule/?players=3").status_code == 200


def _calls(path):
    """The methods that are called in a file: each call, and the method's name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func.attr


@pytest.mark.parametrize("app", ["accounts", "games", "tournaments"])
def test_no_way_in_reads_digits_by_itself(app):
    """A field for a number is a WholeField, and text is read by ``accounts.numbers``."""
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / app).rglob("*.py"))
        if set(WAYS_IN) & set(path.relative_to(ROOT).parts) and path.name != "numbers.py"
        for call, name in _calls(path)
        if name in ("isdecimal", "isdigit", "isnumeric")
        or (name in ("IntegerField", "DateField") and ast.unparse(call.func).startswith("forms."))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("limits", "typed", "says"),
    [
        ({}, "x", "Enter a whole number."),
        ({"min_value": 1}, "0", "Enter a whole number from 1."),
        ({"max_value": 9}, "10", "Enter a whole number, at most 9."),
        ({"min_value": 1, "max_value": 9}, "0", "Enter a number from 1 to 9."),
        ({"min_value": 1, "max_value": 9}, "1.5", "Enter a number from 1 to 9."),
    ],
)
def test_a_refusal_names_the_limits(limits, typed, says):
    with pytest.raises(ValidationError) as refused:
        WholeField(**limits).clean(typed)
    assert refused.value.messages == [says]
