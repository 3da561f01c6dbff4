"""Counts where the program asks which format or kind of play it is, in parsed Python and parsed templates."""

import ast
from collections.abc import Iterable, Iterator
from inspect import get_annotations
from itertools import pairwise
from pathlib import Path

from django.template import Template
from django.template.base import FilterExpression, Node, NodeList
from django.template.defaulttags import IfNode
from django.template.smartif import TokenBase

from tournaments.core.evening import Format, ScoringKind
from tournaments.core.formats.registry import FORMATS
from tournaments.core.kinds.registry import KINDS

ROOT = Path(__file__).parents[1]
APPS = ("accounts", "config", "games", "tournaments")
ROOMS = ("/kinds/", "/formats/", "/kinds.py", "/formats.py", "core/evening.py", "core/variants.py")
"""Where a variant may be asked for: its own rooms."""

MEMBERS = {type(variant).__name__ for variant in (*FORMATS.values(), *KINDS.values())}
NAMES = [{name for one in registry.values() for name in one.names} for registry in (FORMATS, KINDS)]
TYPES = {
    name: of for base in (*Format.__mro__, *ScoringKind.__mro__) for name, of in get_annotations(base).items()
}
TITLES = {"title", "short", "sentence", "best_title", "booby_title", "why_foreign", "key"}
TELLING = (
    {name for name, of in TYPES.items() if of in (bool, str, int)} - TITLES - {"rounds_word", "first_fresh"}
)
"""The properties that tell members of a registry apart."""
YES_OR_NO = {name for name, of in TYPES.items() if of is bool}
GAMES = {"BidGame", "BragGame", "Kind", "Format", "Variant"}
FLAGS = frozenset({"together", "fixed", "several", "bids"})
"""What pages have called an answer; ``flags_in`` finds what they call one now."""


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def answers(node: ast.AST) -> bool:
    """Whether the expression is an answer by itself: a telling property, or what type a game is."""
    if isinstance(node, ast.Attribute):
        return node.attr in TELLING and _last(node.value) in ("format", "kind", "chosen_format")
    if isinstance(node, ast.Call):
        asked = node.args[1:] if _last(node.func) == "isinstance" else []
        return bool({_last(name) for one in asked for name in ast.walk(one)} & GAMES)
    return False


def compares(node: ast.AST) -> bool:
    """Whether a key is compared with a member's, or a column looked for among those of the play."""
    if not isinstance(node, ast.Compare):
        return False
    sides = [side for side in (node.left, *node.comparators) if isinstance(side, ast.Attribute)]
    return any(side.attr == "key" and _last(side.value) in MEMBERS for side in sides) or any(
        side.attr == "columns" and _last(side.value) in ("play", "kind", "format") for side in sides
    )


def is_thin(node: ast.AST) -> bool:
    """Whether a dictionary by names of variants has fewer than three values: a question with two answers."""
    if not isinstance(node, ast.Dict) or len(node.keys) < 2:
        return False
    keys = {key.value if isinstance(key, ast.Constant) else None for key in node.keys}
    return any(keys <= names for names in NAMES) and len({ast.dump(value) for value in node.values}) < 3


def tested(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything of which the truth is asked, or that is compared with None."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
            yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Call) and _last(node.func) == "bool":
            yield from node.args
        elif isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Constant):
            yield node.left


def questions_in(tree: ast.AST, flags: Iterable[str] = FLAGS) -> set[int]:
    """The lines that ask, by ``flags`` too."""
    asked = [node for node in ast.walk(tree) if answers(node) or compares(node) or is_thin(node)]
    local = {
        _last(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _hands_on(node.value)
    }
    asked += [
        node
        for node in tested(tree)
        if (isinstance(node, ast.Attribute) and node.attr in flags)
        or (isinstance(node, ast.Name) and node.id in local)
    ]
    return {getattr(node, "lineno", 0) for node in asked}


def flags_in(tree: ast.AST) -> set[str]:
    """The names under which answers are handed on: of properties, and of what a template is given."""
    found: list[tuple[object, ast.AST | None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            found.append((node.name, node.body[-1].value))
        elif isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            found += zip(keys, node.values, strict=True)
    return {name for name, value in found if isinstance(name, str) and _hands_on(value)}


def _hands_on(node: ast.AST | None) -> bool:
    """Whether it is yes or no by an answer, or the game of bids."""
    if isinstance(node, ast.UnaryOp):
        return _hands_on(node.operand)
    if isinstance(node, ast.Compare):
        return compares(node) or _hands_on(node.left)
    if isinstance(node, ast.Attribute):
        return (answers(node) and node.attr in YES_OR_NO) or ast.unparse(node).endswith("play.bids")
    return node is not None and answers(node)


def python() -> dict[str, ast.AST]:
    """The program's files outside the rooms of variants, by where they are."""
    paths = sorted(path for app in APPS for path in (ROOT / app).rglob("*.py"))
    places = {path.relative_to(ROOT).as_posix(): path for path in paths if "migrations" not in path.parts}
    return {
        place: ast.parse(path.read_text())
        for place, path in places.items()
        if not any(room in place for room in ROOMS)
    }


def conditions(nodes: Iterable[Node]) -> Iterator[FilterExpression]:
    """Everything that a template's ``if`` asks for, however deep it stands."""
    for node in nodes:
        if isinstance(node, IfNode):
            for condition, _inner in node.conditions_nodelists:
                yield from _asked(condition)
        for name in node.child_nodelists:
            inner = getattr(node, name, None)
            if isinstance(inner, NodeList):
                yield from conditions(inner)


def _asked(condition: object) -> Iterator[FilterExpression]:
    value = getattr(condition, "value", None)
    if isinstance(value, FilterExpression):
        yield value
    if isinstance(condition, TokenBase):
        yield from (one for side in (condition.first, condition.second) for one in _asked(side))


def questions_of_template(text: str, flags: Iterable[str] = FLAGS) -> int:
    """How often a template asks."""
    return sum(_tells(one, flags) for one in conditions(Template(text).nodelist))


def _tells(asked: FilterExpression, flags: Iterable[str]) -> bool:
    path: tuple[str, ...] = getattr(asked.var, "lookups", None) or ()
    of_variant = any(of in ("format", "kind") and name in TELLING for of, name in pairwise(path))
    return of_variant or ("play" in path and path[-1] == "columns") or (bool(path) and path[-1] in flags)


def questions() -> list[str]:
    """Where the program asks, in Python and in templates."""
    files = python()
    flags = FLAGS.union(*map(flags_in, files.values()))
    found = [f"{place}:{line}" for place, tree in files.items() for line in sorted(questions_in(tree, flags))]
    for path in sorted((ROOT / "templates").rglob("*.html")):
        place = path.relative_to(ROOT).as_posix()
        if not any(room in place for room in ROOMS):
            found += [place] * questions_of_template(path.read_text(), flags)
    return found
