"""Limits of time are relative: what is in time, and that no test judges by seconds of its own."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests import waits
from tests.waits import in_time

TESTS = Path(__file__).parent
TOOLS = {"waits.py", "database.py", "mutants.py", "suite.py"}
"""The files that may read a clock, beside those of `bench`: `waits`, and what is no test."""
CLOCKS = {"monotonic", "perf_counter", "time"}
LASTED = {"stop", "stopped"}
"""Methods that tell how long something lasted, as what `stopwatch` returns does."""
TELLING = [*(f"time.{clock}" for clock in CLOCKS), "stopwatch", *(f".{method}(" for method in LASTED)]
"""A file without one of these compares no seconds, and need not be walked."""
WAITING = {"wait", "join", "result", "exception", "acquire", "settimeout", "wait_for", "timeout"}
"""Calls whose last argument is a time-out, if it is a figure."""
LIMITS = {"timeout", "within"}


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What each start of a process takes, one after the other."""
    given: list[float] = []
    monkeypatch.setattr(waits, "_references", [])
    monkeypatch.setattr(waits, "start_of_a_process", lambda: given.pop(0))
    return given


def test_it_is_judged_by_what_a_start_takes_and_by_the_programs_own_waits(starts):
    starts += [0.5, 0.5, 0.5]
    assert in_time(4.9)
    assert not in_time(5.1)
    assert in_time(5.1, own=1)


def test_a_machine_that_became_busy_has_longer(starts):
    starts += [0.5, 2.0]
    assert in_time(4.9)
    assert in_time(19)
    assert in_time(19), "and is not asked again"


def test_a_start_is_taken_for_real():
    assert waits.start_of_a_process() > 0


def limits(source: str) -> list[int]:
    """Return the lines that judge by seconds of their own."""
    tree = ast.parse(source)
    figures = {name for node in tree.body for name in named(node) if is_figure(value_of(node), set())}
    found = set[int]()
    for scope in ast.walk(tree) if any(word in source for word in TELLING) else ():
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.update(compared(scope, figures))
    found.update(call.lineno for call in calls(tree) if any(is_figure(at, figures) for at in limits_of(call)))
    return sorted(found)


def compared(scope: ast.AST, figures: set[str]) -> Iterator[int]:
    """Yield the lines that compare what a clock shows, or with a figure how long something lasted."""
    known, watches = set[str](), set[str]()
    for node in ast.walk(scope):
        if (value := value_of(node)) and clocked(value, known):
            known.update(named(node))
        if isinstance(value, ast.Call) and name_of(value.func) == "stopwatch":
            watches.update(named(node))
    for node in ast.walk(scope):
        if not isinstance(node, ast.Compare):
            continue
        with_figure = any(is_figure(side, figures) for side in (node.left, *node.comparators))
        if clocked(node, known) or (with_figure and lasted(node, watches)):
            yield node.lineno


def clocked(node: ast.AST, known: set[str]) -> bool:
    """Return whether a clock is read in it, or a name that holds what one showed; but not to count them."""
    if isinstance(node, ast.Call) and name_of(node.func) == "len":
        return False
    if isinstance(node, ast.Attribute) and node.attr in CLOCKS and name_of(node.value) == "time":
        return True
    return name_of(node) in known or any(clocked(one, known) for one in ast.iter_child_nodes(node))


def lasted(node: ast.AST, watches: set[str]) -> bool:
    return any(
        name_of(call.func) in (LASTED if isinstance(call.func, ast.Attribute) else watches)
        for call in calls(node)
    )


def name_of(node: ast.AST) -> str:
    """Return a name, or the last part of one with dots."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def limits_of(call: ast.Call) -> Iterator[ast.AST]:
    """Yield the arguments of a call that are time-outs."""
    last = call.args[-1:] if name_of(call.func) in WAITING else []
    return chain(last, (word.value for word in call.keywords if word.arg in LIMITS))


def is_figure(node: ast.AST | None, figures: set[str]) -> bool:
    """Return whether it is a number of seconds, or a name that the file gives to one; 0 is no wait."""
    if isinstance(node, ast.Name):
        return node.id in figures
    figure = node.value if isinstance(node, ast.Constant) else None
    return isinstance(figure, (int, float)) and not isinstance(figure, bool) and figure > 0


def value_of(node: ast.AST) -> ast.expr | None:
    return node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None


def named(node: ast.AST) -> set[str]:
    """Return the names to which it assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    parts = chain.from_iterable(getattr(target, "elts", [target]) for target in targets)
    return {part.id for part in parts if isinstance(part, ast.Name)}


def test_no_test_judges_by_seconds_of_its_own():
    found = {
        str(path.relative_to(TESTS)): lines
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in TOOLS and path.parent.name != "bench" and (lines := limits(path.read_text()))
    }
    assert found == {}, "judge by tests.waits.in_time, and wait for HUNG at most"


@pytest.mark.parametrize(
    "line",
    [
        "assert time.monotonic() - end < 3",
        "while time.monotonic() < end: pass",
        "assert took() < 3",
        "assert running.stop() < SOON",
        "process.wait(5)",
        "thread.join(timeout=10)",
        "socket.create_connection(at, timeout=SOON)",
        "reader.state(within=2.0)",
        "page.wait_for_function('x', timeout=20_000)",
    ],
)
def test_a_limit_that_is_planted_is_found(line):
    planted = f"SOON = 5.0\ndef test_it():\n    end = time.monotonic()\n    took = stopwatch()\n    {line}\n"
    assert limits(planted) == [5]


def test_names_of_what_a_clock_showed_are_followed():
    lines = ("def test_it():", "killed = time.time()", "late = back() - killed", "assert late < RESTARTED")
    assert limits("\n    ".join(lines)) == [4]


@pytest.mark.parametrize(
    "line", ["assert in_time(took())", "process.wait(HUNG)", "', '.join(words)", "assert len(words) < 3"]
)
def test_what_is_relative_is_left_alone(line):
    assert limits(f"def test_it():\n    {line}\n") == []
