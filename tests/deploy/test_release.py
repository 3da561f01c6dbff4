"""What keeps a release from being made, and what one consists of."""

import subprocess
from pathlib import Path

import pytest

from deploy.release import find_obstacles, release
from tests.deploy.compose import ROOT

GIT = ("git", "-c", "user.name=Alice", "-c", "user.email=alice@example.org")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project that could be released, if its check did not fail."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.9.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.9.0 - 2026-11-25\n")
    (tmp_path / "Makefile").write_text("check:\n\t@false\n")
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Begin"]):
        subprocess.run([*GIT, *words], cwd=tmp_path, check=True)
    return tmp_path


def test_nothing_is_in_the_way(tree: Path) -> None:
    assert find_obstacles(tree) == []


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.py"])
def test_what_is_not_committed_is_named(tree: Path, name: str) -> None:
    with (tree / name).open("a") as file:
        file.write("\n")
    (found,) = find_obstacles(tree)
    assert found.startswith("These files are not committed:\n")
    assert found.endswith(name)


@pytest.mark.parametrize(
    "heading", ["## Unreleased", "## 0.9.0", "## 0.9.01 - 2026-11-25", "## 0a9.0 - 2026-11-25"]
)
def test_a_version_without_its_dated_section_is_refused(tree: Path, heading: str) -> None:
    (tree / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n")
    assert find_obstacles(tree)[-1] == "CHANGELOG.md has no section “## 0.9.0 - YEAR-MONTH-DAY”."


def test_a_failing_check_leaves_no_release(tree: Path) -> None:
    with pytest.raises(SystemExit, match="`make check` fails"):
        release(tree)
    assert not (tree / "dist").exists()


def test_obstacles_are_said_before_anything_is_checked(tree: Path) -> None:
    (tree / "new.py").touch()
    with pytest.raises(
        SystemExit, match=r"There is no release:\nThese files are not committed:\n\?\? new\.py$"
    ):
        release(tree)


def test_the_command_of_the_makefile_is_this_one() -> None:
    assert "\n\t$(BIN)/python -m deploy.release\n" in (ROOT / "Makefile").read_text()
