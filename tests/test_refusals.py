"""Each refusal is of the right family, and is written once.

A state of things is no wrong input (409 and not 400 in the API).
"""

import ast
import re
from collections.abc import Iterator

from tests import messages

SAYS_A_STATE = re.compile(
    r"\b(?:already|any more|no longer|not yet|since then|is over|has (?:rung|begun|ended|left)"
    r"|is (?:taken|full)|waits?|closed|retired)\b"
    r"|\b(?:Record|Undo|Reopen|Finish|Draw|Ring|Close|Revoke)\b.*\bfirst\."
)
INPUT = {
    "%(game)s is no longer offered. Choose another game.": "the game is what was sent",
    "%(name)s is already in line %(line)s. Remove one of the two lines.": "both lines were sent",
    "Enter each suit once, highest first. The usual order is %(usual)s.": "no state",
    "Everybody has bid already.": "the bids are sent whole",
    "House rules already choose the game and its options. Leave these out.": "both were sent",
    "Round %(round)s already has results. Confirm that they are discarded.": "`discard` was not sent",
    "The dealer has not called this deal yet. Enter the call first.": "the call was not sent",
    "The page no longer has the file. Choose it again.": "the file was not sent",
    "These house rules are no longer used.": "they are what was sent",
}
"""Sentences that sound like a state, and why they are not."""


def named(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the sentences that have a name, with it."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args:
            text, target = node.value.args[0], node.targets[0]
            if isinstance(text, ast.Constant) and isinstance(target, ast.Name):
                yield target.id, str(text.value)


def refused_as_input(tree: ast.Module, constants: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Yield line and sentence of each plain ``RuleError``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RuleError":
            for part in (part for argument in node.args[1:] for part in ast.walk(argument)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield node.lineno, part.value
                elif isinstance(part, ast.Name) and part.id in constants:
                    yield node.lineno, constants[part.id]


def test_a_state_of_things_is_refused_as_one():
    paths = [path for path, _ in messages.sources() if path.suffix == ".py"]
    trees = {path.relative_to(messages.ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    constants = dict(pair for tree in trees.values() for pair in named(tree))
    said = [
        (f"{path}:{line}: {sentence}", sentence)
        for path, tree in trees.items()
        for line, sentence in refused_as_input(tree, constants)
    ]
    wrong = [where for where, sentence in said if SAYS_A_STATE.search(sentence) and sentence not in INPUT]
    assert not wrong, "StateError, TakenError or StaleError:\n" + "\n".join(wrong)
    assert set(INPUT) <= {sentence for _, sentence in said}, "an exception that nothing needs"


def test_it_finds_a_wrong_one():
    source = 'RuleError("round", _("The bell has rung.")); RuleError("a", OVER); StateError(A, B)'
    found = list(refused_as_input(ast.parse(source), {"OVER": "It is over."}))
    assert found == [(1, "The bell has rung."), (1, "It is over.")]
    assert SAYS_A_STATE.search("The bell has rung. Undo the bell first.")


MARKS = {"_", "noop", "gettext", "gettext_noop", "gettext_lazy"}
REFUSES = re.compile(r"\w*Error|add_error|wrong|refuse\w*|require\w*")
WRITTEN_AGAIN: dict[str, str] = {}
"""Refusals whose words stand elsewhere too, and why."""


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def marked(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence that is marked for translation."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and called(one) in MARKS and one.args:
            text = one.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield one.lineno, text.value


def refusals(tree: ast.Module) -> set[str]:
    """Return the sentences that stand where something is refused."""
    calls = (
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and REFUSES.fullmatch(called(node))
    )
    return {text for node in calls for _line, text in marked(node)}


def written_again(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return the places of each refusal that is written more than once."""
    refused = set().union(*map(refusals, trees.values()))
    homes = [
        text for path, tree in trees.items() if path.endswith("refusals.py") for _line, text in marked(tree)
    ]
    places: dict[str, list[str]] = {}
    for path, tree in trees.items():
        for line, text in marked(tree):
            if text in refused or text in homes:
                places.setdefault(text, []).append(f"{path}:{line}")
    return {text: found for text, found in places.items() if len(found) > 1}


def test_each_refusal_is_written_once():
    paths = [path for path, _ in messages.sources() if path.suffix == ".py"]
    trees = {
        str(path.relative_to(messages.ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths
    }
    again = written_again(trees)
    wrong = [f"{text}: {', '.join(places)}" for text, places in again.items() if text not in WRITTEN_AGAIN]
    assert not wrong, "give the sentence a name beside its rule, or in accounts/errors.py:\n" + "\n".join(
        wrong
    )
    assert set(WRITTEN_AGAIN) <= set(again), "an exception that nothing needs"


def test_it_finds_one_that_is_written_twice():
    first = ast.parse('raise StateError("round", _("The bell has rung."))')
    second = ast.parse('HELP = _("The bell has rung.")\nTITLE = _("Bell")')
    assert written_again({"a.py": first, "b.py": second}) == {"The bell has rung.": ["a.py:1", "b.py:1"]}
    assert not written_again({"a.py": first, "b.py": ast.parse("raise StateError(A, RUNG)")})
