"""The documentation is a contract: what exists is documented, and what is documented exists."""

import json
import re
import runpy
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from games.rules.registry import RULESETS
from tests.messages import collected
from tournaments.base.words import TERMS
from tournaments.core.formats.registry import FORMATS
from tournaments.core.leagues.rules import TIES, Rules
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.results.prizes import PRIZES
from tournaments.core.settings import Settings
from tournaments.management.doctor import CHECKS
from tournaments.seasons.presenters.rules import ABSENCES, MEMBERS, PLACES, SCHEMES, TIED

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def headings(page: str) -> set[str]:
    return set(re.findall(r"^## `([^`]+)`", (DOCS / page).read_text(), re.MULTILINE))


def paragraph(page: str, heading: str) -> str:
    """What stands under the heading, up to the next."""
    return (DOCS / page).read_text().split(f"## `{heading}`\n")[1].split("\n#")[0]


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("settings.md", {field.name for field in fields(Settings)}),
        ("prizes.md", set(PRIZES)),
        ("standings.md", set(METRICS)),
        ("leagues.md", {field.name for field in fields(Rules)}),
        ("formats.md", set(FORMATS)),
        ("games.md", set(RULESETS)),
    ],
)
def test_everything_has_its_paragraph(page: str, names: set[str]) -> None:
    assert headings(page) == names


WORDS: Mapping[str, Mapping[Any, str]] = {
    "scheme": SCHEMES,
    "tied": TIED,
    "places": PLACES,
    "absence": ABSENCES,
    "members": MEMBERS,
}
"""The rules of a season that are a choice, with what the form and the rules in words call each."""


def test_every_choice_of_a_seasons_rules_is_told() -> None:
    for field in fields(Rules):
        if isinstance(field.default, StrEnum):
            assert set(WORDS[field.name]) == {*type(field.default)}
            named = {*type(field.default)}
        elif field.name == "ties":
            named = {*TIES}
            assert named <= METRICS.keys()
        else:
            continue
        told = paragraph("leagues.md", field.name)
        assert {value for value in named if f"`{value}`" not in told} == set(), field.name


def test_every_command_is_listed() -> None:
    ours = {name for name, app in get_commands().items() if app in {"tournaments", "accounts", "games"}}
    listed = set(re.findall(r"^\| `manage\.py (\w+)`", (DOCS / "operator.md").read_text(), re.MULTILINE))
    assert listed == ours


def test_every_environment_variable_is_listed() -> None:
    source = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "database.py"))
    reads = r'(?:environ\.get|\bread_(?:flag|words|numbers?|rate|choice|secret))\(\s*"(\w+)"'
    read = set(re.findall(reads, source))
    read |= {f"{name}_FILE" for name in re.findall(r'\bread_secret\(\s*"(\w+)"', source)}
    listed = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "operator.md").read_text(), re.MULTILINE))
    assert listed == read


def test_every_check_of_the_doctor_is_listed() -> None:
    page = (DOCS / "operator.md").read_text()
    table = page.partition("| check |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| ([^|`]+?) \|", table, re.MULTILINE) == [check.name for check in CHECKS]


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in requirements}


def test_every_dependency_has_its_row() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    npm = json.loads((ROOT / "package.json").read_text())["devDependencies"].keys()
    to_run, to_develop = (DOCS / "dependencies.md").read_text().split("\n## ")[1:]
    rows = re.compile(r"^\| `([^`]+)` \|(?: [^|]+ \|){4}$", re.MULTILINE)
    assert {canonicalize_name(one) for one in rows.findall(to_run)} == names(
        project["project"]["dependencies"]
    )
    asked = names(project["dependency-groups"]["dev"]) | npm
    assert {canonicalize_name(one) for one in rows.findall(to_develop)} == asked


LINUX = {
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "python_full_version": "3.13.0",
    "sys_platform": "linux",
}
"""The machine for which the pages count what is installed."""


@pytest.mark.parametrize(
    ("page", "lock"), [("README.md", "requirements.lock"), ("CONTRIBUTING.md", "requirements-dev.lock")]
)
def test_the_packages_are_counted(page: str, lock: str) -> None:
    pins = re.findall(r"^(\S+==.+?) \\$", (ROOT / lock).read_text(), re.MULTILINE)
    markers = [Requirement(pin).marker for pin in pins]
    installed = [marker for marker in markers if marker is None or marker.evaluate(LINUX)]
    assert re.findall(r"(\d+) packages", (ROOT / page).read_text()) == [str(len(installed))]


COUNTED_GAMES = re.compile(r"\b(\d{2,})(?: card)? games\b")
"""A smaller number counts the games of an evening."""


def test_the_games_are_counted() -> None:
    """The library offers the rulesets that are not withdrawn."""
    texts = [*DOCS.glob("*.md"), ROOT / "pyproject.toml", *(ROOT / "templates").rglob("*.html")]
    counted = {number for text in texts for number in COUNTED_GAMES.findall(text.read_text())}
    assert counted <= {str(len(RULESETS))}
    assert COUNTED_GAMES.findall((ROOT / "README.md").read_text()) == [str(len(RULESETS))]


def not_an_item(changelog: str) -> list[str]:
    """Return the lines of versions that are no heading and neither begin an item nor continue one."""
    lines = changelog.partition("\n## ")[2].splitlines()[1:]
    return [line for line in lines if line and not re.match(r"- \S|  \S|##{1,2} \S", line)]


def test_every_line_of_the_changelog_is_an_item_or_goes_on_with_one() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert changelog.count("\n- ") > 100
    assert not_an_item(changelog) == []


def test_a_broken_line_of_the_changelog_is_found() -> None:
    wrong = ["-- Fix one", " Fix two", "Fix three", "* Fix four", "-Fix five", "   Fix six", "# Fix seven"]
    right = ["- Fix eight", "  and nine", "", "## 0.1.0", "### Added", "- Ten"]
    page = "# Changelog\n\nWords.\n\n## Unreleased\n" + "\n".join([wrong[0], "### Fixed", *right, *wrong[1:]])
    assert not_an_item(page) == wrong


def pages() -> list[Path]:
    return [*site(), *ROOT.glob(".github/*.md")]


def site() -> list[Path]:
    return [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]


def titles(page: Path) -> list[tuple[str, str]]:
    """Return the headings outside of code: their signs and their text."""
    prose = re.sub(r"^(```+).*?^\1$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^(#+) (.+)$", prose, re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """Return the address of each heading, as the repository's page and the site have it."""
    plain = (re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", title.lower()) for _, title in titles(page))
    return {re.sub(r"[^\w -]", "", title).strip().replace(" ", "-") for title in plain}


def broken(page: Path) -> list[str]:
    """Return the page's links to a file or a heading that is not there."""
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if not link.startswith(("http:", "https:", "mailto:")):
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            if not target.is_file() or (anchor and anchor not in anchors(target)):
                found.append(link)
    return found


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


CITED = re.compile(r"docs/((?:decisions/)?[\w-]+\.md)(?:#([\w-]+))?")


def cited() -> list[tuple[str, str, str]]:
    """Return what code, tests and templates cite: the file, the page and the heading."""
    folders = ("accounts", "config", "games", "tournaments", "templates", "tests")
    files = [
        path for name in folders for path in (ROOT / name).rglob("*.*") if path.suffix in (".py", ".html")
    ]
    return [
        (str(path.relative_to(ROOT)), page, anchor)
        for path in files
        for page, anchor in CITED.findall(path.read_text())
        if path.name not in ("test_docs.py", "test_wheel.py")
    ]


def test_citations_lead_somewhere() -> None:
    """A rule that the code cites is a heading of the documentation."""
    known = {str(page.relative_to(DOCS)): anchors(page) for page in DOCS.rglob("*.md")}
    lost = [one for one in cited() if one[1] not in known or (one[2] and one[2] not in known[one[1]])]
    assert lost == []
    assert sum(page == "rules.md" for _file, page, _anchor in cited()) > 20


def test_nobody_cites_what_others_do_not_have() -> None:
    pages = [page for page in site() if page.name != "CHANGELOG.md"]
    code = [path for name in ("accounts", "games", "tournaments") for path in (ROOT / name).rglob("*.py")]
    cites = re.compile(r"\brulebook\b|\bRULES \d|\bdocument 00\d", re.IGNORECASE)
    assert [str(path) for path in (*pages, *code) if cites.search(path.read_text())] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text(
        "# There\n\n## `make test`, and [why](why.md)?\n\n```sh\n# no heading\n```\n"
    )
    (page := tmp_path / "here.md").write_text(
        "[1](there.md#make-test-and-why) [2](there.md#no-heading) [3](#here) [4](gone.md) [5](https://a.example)"
    )
    assert broken(page) == ["there.md#no-heading", "#here", "gone.md"]


def test_every_page_of_the_site_has_one_title() -> None:
    """The site's list of pages shows each title."""
    assert [page.name for page in site() if [signs for signs, _ in titles(page)].count("#") != 1] == []


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    """The site is built by ``make docs``, which ``make check`` does not wait for."""
    groups = runpy.run_path(str(DOCS / "conf.py"))["NAVIGATION"]
    listed = {ROOT / f"{name}.md" for group in groups.values() for name in group}
    assert listed == {page for page in site() if not page.name[0].isdigit()} - {ROOT / "README.md"}


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    listed = re.findall(
        r"^(\d+)\. \[(.+)\]\((.+)\)$", (DOCS / "decisions/README.md").read_text(), re.MULTILINE
    )
    there = [
        (str(int(page.name[:4])), page.read_text().splitlines()[0].partition(". ")[2], page.name)
        for page in sorted((DOCS / "decisions").glob("0*.md"))
    ]
    assert listed == there
    assert [number for number, *_ in there] == [str(n) for n in range(1, len(there) + 1)]


def test_make_targets_named_in_the_readme_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([\w-]+)", (ROOT / "README.md").read_text()))
    assert named
    assert named <= targets


def test_the_example_of_a_game_is_as_its_files_are() -> None:
    """CONTRIBUTING counts the golden rows of one game."""
    told = re.findall(
        r"^(tests/rules/golden/\S+\.csv) +(\d+) rows?", (ROOT / "CONTRIBUTING.md").read_text(), re.M
    )
    counted = {
        f"tests/rules/golden/{path.name}": rows
        for path in (ROOT / "tests/rules/golden").glob("*.csv")
        if (rows := len(re.findall("^seven-truf,", path.read_text(), re.M)))
    }
    assert {path: int(rows) for path, rows in told} == counted


FIRST_READ = {"README.md": {"counters"}, "docs/first-evening.md": {"counters", "called", "fresh-stake"}}


@pytest.mark.parametrize("page", FIRST_READ)
def test_words_of_the_game_are_explained_in_the_section_where_they_first_stand(page: str) -> None:
    """What the glossary says of a word begins as the page's sentence does."""
    explained = {
        "counters": "Counters are the playing money",
        "called": "A player called who stayed in to the showdown and showed cards",
        "fresh-stake": "A fresh stake is new counters from the banker",
    }
    text = (ROOT / page).read_text()
    prose = re.sub(r"!\[[^]]*\]\([^)]*\)", "", text).replace("**", "")
    sections = [" ".join(one.split()) for one in prose.split("\n## ")]
    for key in ("counters", "called", "fresh-stake"):
        word = TERMS[key].word.lower()
        first = next((one for one in sections if re.search(rf"\b{word}", one, re.IGNORECASE)), "")
        assert (key in FIRST_READ[page]) == bool(first), word
        assert not first or explained[key] in first, word


GUIDES = ("docs/guide.md", "docs/first-evening.md", "README.md")
BOLD_OR_CODE = re.compile(r"\*\*.+?\*\*|^```.*?^```$|`[^`]*`", re.MULTILINE | re.DOTALL)


def in_italics(page: str) -> set[str]:
    """Return the texts in italics, each on one line."""
    prose = re.sub(r"^\* ", "", BOLD_OR_CODE.sub("", page), flags=re.MULTILINE)
    return {" ".join(text.split()) for text in re.findall(r"\*([^*]+)\*", prose)}


def on_no_screen(names: set[str]) -> set[str]:
    """Return the names that no screen shows. A placeholder is any figure; "…" ends a shortened name."""
    texts = {text for message in collected() for text in (message.text, message.plural) if text}
    figures = (re.sub(r"%\\\(\w+\\\)s|\\\{\w+\\\}", r"(?:\\w+ )?\\d+", re.escape(text)) for text in texts)
    shown = re.compile("|".join(figures))
    begun = {name for name in names if name[-1] == "…" and any(text.startswith(name[:-1]) for text in texts)}
    return {name for name in names - begun if not shown.fullmatch(name)}


@pytest.mark.parametrize("page", GUIDES)
def test_names_in_italics_are_on_a_screen(page: str) -> None:
    names = in_italics((ROOT / page).read_text())
    assert names
    assert on_no_screen(names) == set()


def test_a_name_that_is_on_no_screen_is_found() -> None:
    page = (
        "* *Start round 7*, **bold**, `*code*` and *Draw\n  the seats*\n\n- *Announce …* *Apply the moves*\n"
    )
    names = in_italics(page)
    assert names == {"Start round 7", "Draw the seats", "Announce …", "Apply the moves"}
    assert on_no_screen(names) == {"Apply the moves"}
