"""Tests that drive processes are collected only where somebody asks for them."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.asked import TESTS, pytest_collection_modifyitems, pytest_ignore_collect


def config(*paths: str, marks: str = "") -> Any:
    said: list[list[object]] = []
    return SimpleNamespace(
        args=[str(TESTS.parent / path) for path in paths or ("tests",)],
        option=SimpleNamespace(markexpr=marks),
        invocation_params=SimpleNamespace(dir=Path("/")),
        hook=SimpleNamespace(pytest_deselected=lambda items: said.append(items)),
    )


@pytest.mark.parametrize("marks", ["", "not slow", "not browser and not fault", "database and not browser"])
def test_no_browser_and_no_fault_by_itself(marks: str):
    for folder in ("browser", "faults", "machines"):
        assert pytest_ignore_collect(TESTS / folder, config(marks=marks)) is True
    assert pytest_ignore_collect(TESTS / "web", config(marks=marks)) is None


@pytest.mark.parametrize("marks", ["browser", "browser and not thorough", "not thorough and browser"])
def test_the_browser_by_its_mark(marks: str):
    assert pytest_ignore_collect(TESTS / "browser", config(marks=marks)) is None
    assert pytest_ignore_collect(TESTS / "faults", config(marks=marks)) is True


@pytest.mark.parametrize("path", ["tests/browser", "tests/browser/test_bell.py::test_a_clock_that_is_set"])
def test_the_browser_by_its_path(path: str):
    assert pytest_ignore_collect(TESTS / "browser", config(path)) is None
    assert pytest_ignore_collect(TESTS / "faults", config(path)) is True


@pytest.mark.parametrize(
    ("marks", "ignored"),
    [("postgresql and not thorough", True), ("not postgresql", None), ("database", None), ("", None)],
)
def test_files_without_the_mark_are_not_imported_where_all_must_have_it(
    tmp_path: Path, marks: str, ignored: bool | None
):
    without, marked = tmp_path / "test_a.py", tmp_path / "test_b.py"
    without.write_text("def test_it(): ...")
    marked.write_text("@pytest.mark.postgresql\ndef test_it(): ...")
    by_folder = tmp_path / "accounts" / "test_c.py"
    assert pytest_ignore_collect(without, config(marks=marks)) is ignored
    assert pytest_ignore_collect(marked, config(marks=marks)) is None
    assert pytest_ignore_collect(by_folder, config(marks=marks)) is None


def test_no_file_has_its_marks_from_another():
    """Or its own text would not tell."""
    files = TESTS.rglob("test_*.py")
    assert not [
        file.name for file in files if re.search(r"^from .* import .*\bpytestmark\b", file.read_text(), re.M)
    ]


def _items() -> list[Any]:
    quick = SimpleNamespace(get_closest_marker=lambda _mark: None)
    return [quick, SimpleNamespace(get_closest_marker=lambda mark: mark == "thorough")]


@pytest.mark.parametrize(
    ("paths", "marks", "left"),
    [
        (("tests",), "", 1),
        (("tests/browser",), "", 1),
        (("tests/browser",), "thorough", 2),  # pytest itself chooses by marks
        (("tests/x.py::test_it",), "", 2),
    ],
)
def test_thorough_tests_are_asked_for_by_name_or_mark(paths: tuple[str, ...], marks: str, left: int):
    items = _items()
    pytest_collection_modifyitems(config(*paths, marks=marks), items)
    assert len(items) == left


def test_nothing_drives_a_browser_where_none_was_asked_for(request: pytest.FixtureRequest):
    if pytest_ignore_collect(TESTS / "browser", request.config):
        assert "playwright" not in sys.modules
