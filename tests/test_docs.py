"""The documentation is a contract: what exists is documented, and what is documented exists."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.rules.registry import RULESETS
from tournaments.core.play import Format
from tournaments.core.prizes import PRIZES
from tournaments.core.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def headings(page: str) -> set[str]:
    return set(re.findall(r"^## `([^`]+)`", (DOCS / page).read_text(), re.MULTILINE))


def test_every_setting_has_its_paragraph() -> None:
    assert headings("settings.md") == {field.name for field in fields(Settings)}


def test_every_prize_has_its_paragraph() -> None:
    assert headings("prizes.md") == set(PRIZES)


def test_every_format_has_its_paragraph() -> None:
    assert headings("formats.md") == set(Format)


def test_every_ruleset_has_its_paragraph() -> None:
    assert headings("games.md") == set(RULESETS)


def test_every_command_is_listed() -> None:
    ours = {name for name, app in get_commands().items() if app in {"tournaments", "accounts", "games"}}
    listed = set(re.findall(r"^\| `manage\.py (\w+)`", (DOCS / "operator.md").read_text(), re.MULTILINE))
    assert listed == ours


def test_every_environment_variable_is_listed() -> None:
    source = (ROOT / "config" / "settings.py").read_text()
    reads = r'(?:environ\.get|_flag|_words|_whole|_rate)\(\s*"(\w+)"'
    read = set(re.findall(reads, source)) | {"DATABASE_URL"}
    listed = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "operator.md").read_text(), re.MULTILINE))
    assert listed == read


def pages() -> list[Path]:
    return [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_make_targets_named_in_the_readme_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make (\w+)", (ROOT / "README.md").read_text()))
    assert named <= targets


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(page.name[:4]) for page in sorted((DOCS / "decisions").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
