"""The runner of the suite: which tests each part takes, and what its last lines say."""

import sys

import pytest

from tests.suite import ALL, QUICK, Outcome, Part, run, summary

TESTS = """
import pytest

def test_that_passes():
    pass

def test_that_fails():
    raise AssertionError("as it should")

@pytest.mark.skip(reason="not here")
def test_that_is_left_out():
    pass
"""


@pytest.fixture
def part(tmp_path):
    """Runs a few tests of its own, in a folder of their own."""
    (tmp_path / "test_few.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:django -p no:cacheprovider\n")
    place = str(tmp_path)

    def ended(*more):
        options = ("--rootdir", place, "-c", f"{place}/pytest.ini", *more)
        return run(Part("few", "", options), 1, tmp_path / "few.xml", [place], {"PATH": ""})

    return ended


def test_what_failed_is_named_and_counted(part, capfd):
    outcome = part()
    lines = summary([outcome])
    assert not outcome.good
    assert (outcome.passed, outcome.skipped) == (1, 1)
    assert any(line.startswith("FAILED few: ") and line.endswith("test_that_fails") for line in lines)
    assert lines[-1] == "1 passed, 1 failed, 1 skipped"
    assert "slowest" in capfd.readouterr().out


def test_a_part_that_passes(part, capfd):
    outcome = part("-k", "passes or left")
    assert outcome.good
    assert summary([outcome])[-1] == "1 passed, 0 failed, 1 skipped"


def test_a_part_that_ends_without_a_report_has_failed():
    outcome = Outcome(Part("few", ""), 1.0, status=3)
    assert not outcome.good
    assert summary([outcome])[-2:] == ["all parts               1 s", "0 passed, 1 failed, 0 skipped"]
    assert "FAILED few: ended with status 3" in summary([outcome])


def test_a_part_without_tests_has_failed(part, capfd):
    assert not part("-k", "nothing").good


@pytest.mark.parametrize("parts", [QUICK, ALL], ids=["quick", "all"])
def test_each_part_uses_this_python(parts):
    assert [part.name for part in parts] == ["SQLite", "PostgreSQL", "browser", "killed processes"]
    assert all(part.before[:1] in ((), (sys.executable,)) for part in parts)
