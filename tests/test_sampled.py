"""How many cases of a test `make test` runs."""

from typing import Any

import pytest

from tests import sampled
from tests.sampled import MANY, pytest_collection_modifyitems


class Case:
    """A test with the marks that it was written with, by name."""

    def __init__(self, function: str, number: int, **marks: tuple[Any, dict[str, Any]]) -> None:
        self.nodeid = f"tests/test_x.py::{function}[{number}]"
        self.marks = {
            name: getattr(pytest.mark, name)(*args, **named) for name, (args, named) in marks.items()
        }

    def get_closest_marker(self, name: str) -> pytest.MarkDecorator | None:
        return self.marks.get(name)

    def add_marker(self, name: str) -> None:
        self.marks[name] = getattr(pytest.mark, name)


def cases(count: int, function: str = "test_it", **marks: Any) -> list[Any]:
    return [Case(function, number, **marks) for number in range(count)]


def left(items: list[Any], mark: str = "thorough") -> list[str]:
    """Those that are run where tests with this mark are not."""
    pytest_collection_modifyitems(items)
    return [item.nodeid for item in items if not item.get_closest_marker(mark)]


DATABASE: Any = {"database": ((), {})}


@pytest.mark.parametrize(
    ("marks", "run"),
    [
        ({}, 30),
        (DATABASE, MANY),
        ({**DATABASE, "every_case": ((), {})}, 30),
        ({**DATABASE, "sample": ((20,), {})}, 20),
        ({"sample": ((3,), {})}, 3),
        ({"sample": ((30,), {})}, 30),
    ],
)
def test_so_many_are_run(marks: Any, run: int):
    assert len(left(cases(30, **marks))) == run


def test_each_function_has_its_own():
    assert len(left(cases(9, "test_one", sample=((2,), {})) + cases(9, "test_two", sample=((3,), {})))) == 5


def test_thorough_cases_are_not_among_them():
    thorough = [Case("test_it", number + 9, sample=((2,), {}), thorough=((), {})) for number in range(9)]
    run = left(cases(9, sample=((2,), {})) + thorough)
    assert len(run) == 2


def test_another_seed_draws_others_and_the_same_the_same(monkeypatch: pytest.MonkeyPatch):
    drawn = []
    for seed in "1122":
        monkeypatch.setattr(sampled, "SEED", seed)
        drawn.append(left(cases(40, sample=((4,), {}))))
    assert drawn[0] == drawn[1] != drawn[2] == drawn[3]


@pytest.mark.parametrize(
    ("marks", "run"),
    [({"postgresql": ((), {})}, 1), ({"postgresql": ((), {"every_case": True})}, 9), ({}, 9)],
)
def test_on_postgresql_one_case_speaks_for_all(marks: Any, run: int):
    assert len(left(cases(9, **marks), "alike")) == run
