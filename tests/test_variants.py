"""Formats and kinds of play: each is one value, and nothing outside its own folder asks which one it is."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from tournaments.core.evening import Format, Kind, Variant
from tournaments.core.formats.registry import FORMATS
from tournaments.core.kinds.registry import KINDS
from tournaments.phrases import OF_VARIANTS

ROOT = Path(__file__).parents[1]
OWN = ("tournaments/core/formats/", "tournaments/core/kinds/", "tournaments/core/evening.py")
AT_MOST = 38
"""So many questions are left of some 500; whoever takes one away lowers this."""

TELLING = {
    field.name for variant in (Format, Kind) for field in fields(variant) if field.type in (bool, str, int)
} - {"title", "short", "sentence", "best_title"}
"""The properties that tell members of a registry apart."""
MEMBERS = {variant.key.upper() for variant in (*FORMATS.values(), *KINDS.values())}
IN_TEMPLATE = re.compile(r"\{% (?:el)?if [^%]*?\b(?:format|kind)\.(\w+)")


def asks(node: ast.AST) -> bool:
    """Whether a property of a format or kind is read that tells it apart, or a key is compared."""
    if isinstance(node, ast.Compare):
        return any(
            isinstance(side, ast.Attribute)
            and side.attr == "key"
            and isinstance(side.value, ast.Name)
            and side.value.id in MEMBERS
            for side in (node.left, *node.comparators)
        )
    if not isinstance(node, ast.Attribute) or node.attr not in TELLING - {"key"}:
        return False
    of = node.value
    return (isinstance(of, ast.Attribute) and of.attr in ("format", "kind")) or (
        isinstance(of, ast.Name) and of.id in ("format", "kind", "found", "chosen_format")
    )


def questions() -> list[str]:
    """Where the program asks, in Python and in templates."""
    found = []
    for app in ("accounts", "config", "tournaments"):
        for path in sorted((ROOT / app).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(OWN):
                tree = ast.parse(path.read_text())
                found += [f"{place}:{getattr(node, 'lineno', 0)}" for node in ast.walk(tree) if asks(node)]
    for path in sorted((ROOT / "templates").rglob("*.html")):
        place = path.relative_to(ROOT).as_posix()
        found += [place for asked in IN_TEMPLATE.findall(path.read_text()) if asked in TELLING]
    return found


def test_few_places_ask_which_format_or_kind_it_is():
    found = questions()
    assert len(found) <= AT_MOST, "\n".join(found)


@pytest.mark.parametrize("question", ["play.format.draws", "evening.format == RECORDED.key", "kind.stakes"])
def test_a_question_is_noticed(question):
    assert any(asks(node) for node in ast.walk(ast.parse(question)))


@pytest.mark.parametrize("variant", [*FORMATS.values(), *KINDS.values()], ids=lambda variant: variant.key)
def test_what_has_no_adapter_is_an_error(variant: Variant):
    with pytest.raises(LookupError, match=variant.key):
        variant.of({"another": 1})


ADAPTERS = sorted(
    (path.relative_to(ROOT).as_posix(), node.lineno, tuple(keys))
    for path in (ROOT / "tournaments").rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text()))
    if isinstance(node, ast.Dict)
    and node.keys
    and all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in node.keys)
    and (keys := [key.value for key in node.keys if isinstance(key, ast.Constant)])
    and set(keys) <= {name for one in (*FORMATS.values(), *KINDS.values()) for name in one.names}
    and {"moving", "counters"} & set(keys)
    and len(keys) > 1
)
"""Each mapping from a name of formats, or of kinds of play, to what an outer layer has for it."""


@pytest.mark.parametrize(("place", "line", "keys"), ADAPTERS)
def test_every_member_finds_its_adapter(place: str, line: int, keys: tuple[str, ...]):
    """A member that is added is found in every mapping, by its key or by its family's."""
    adapters = dict.fromkeys(keys, place)
    members: list[Variant] = [*(FORMATS.values() if "moving" in keys else ())]
    members += KINDS.values() if "counters" in keys else ()
    assert {variant.of(adapters) for variant in members} == {place}


PARTS = sorted(
    {
        (path.relative_to(folder).parts[0], "/".join(path.with_suffix("").relative_to(folder).parts[1:]))
        for folder in (ROOT / "templates/formats", ROOT / "templates/kinds")
        for path in folder.rglob("*.html")
    }
)
USED = {
    name
    for path in (ROOT / "templates").rglob("*.html")
    for name in re.findall(r'\{% part [\w.]+ "([\w/]+)" %\}', path.read_text())
}


@pytest.mark.parametrize(("folder", "name"), PARTS)
def test_every_part_of_a_page_is_shown_somewhere(folder: str, name: str):
    assert name in USED


def test_every_part_that_a_page_shows_is_there():
    assert {name for _folder, name in PARTS} >= USED


def test_folders_of_parts_and_phrases_are_named_by_members_or_families():
    names = {
        "formats": {name for format in FORMATS.values() for name in format.names},
        "kinds": {name for kind in KINDS.values() for name in kind.names},
    }
    for folder, known in names.items():
        assert {path.name for path in (ROOT / "templates" / folder).iterdir()} <= known
    assert set(OF_VARIANTS) <= names["formats"] | names["kinds"]


def test_every_sentence_that_varies_is_said_somewhere():
    """A sentence that no page, no phrase and no message starts from would never be seen."""
    texts = "\n".join(
        path.read_text()
        for folder, kind in (("tournaments", "*.py"), ("templates", "*.html"))
        for path in (ROOT / folder).rglob(kind)
        if "phrases" not in path.parts
    )
    texts = re.sub(r'"\s*\n\s*"', "", texts)
    reached = {text for phrases in OF_VARIANTS.values() for text in phrases.values()}
    starts = {text for phrases in OF_VARIANTS.values() for text in phrases} - reached
    assert {text for text in starts if text not in texts} == set()
