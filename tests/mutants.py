"""Would the tests notice? One small fault at a time is put into the program, and the tests that reach it run.

`python -m tests.mutants draw LIST.json` draws faults by a fixed seed, over all layers and the templates.
`python -m tests.mutants run LIST.json RESULT.json` says which of them the tests of `make test` find: for each
fault those run that execute its line (for a template, those that render it), until the first one fails.
`python -m tests.mutants compare BEFORE.json AFTER.json` names what was found before and is not found now.

Everything happens in copies of the checkout, two at a time. A fault is kept as the text of its line, so one
list serves two states of the program.
"""

import ast
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
SEED, MANY = 8, 100
ROOMS = {
    "core": ("tournaments/core",),
    "rules": ("games/rules",),
    "services": ("tournaments/*/services*", "accounts/*/services*", "games/house/services.py"),
    "permissions": ("accounts/permissions.py",),
    "selectors": ("tournaments/*/selectors*", "accounts/*/selectors*", "games/house/selectors.py"),
    "presenters": ("tournaments/*/presenters*", "tournaments/base/phrases"),
    "forms": ("tournaments/*/forms*", "accounts/*/forms*", "games/*/forms*"),
    "views": ("tournaments/*/views*", "accounts/*/views*", "games/*/views*"),
    "api": ("tournaments/*/api*", "accounts/*/api*", "games/*/api*"),
    "templates": ("templates",),
}
QUICK = "not browser and not fault and not thorough and not machine"
ENDLESS = 60
"""Seconds for one test; one that takes longer has found the fault, which has made a loop endless."""
SECONDS = 600
"""For all tests of one fault. What none has found by then counts as not found."""
MOST = 1500
"""Tests for one fault; first those that execute the fewest lines of all."""


@dataclass(frozen=True)
class Fault:
    """A line of a file, and what stands there instead. ``nth``: which of the lines with this text."""

    room: str
    file: str
    before: str
    after: str
    nth: int = 0


def drawn() -> list[Fault]:
    """As many from each room, by the seed."""
    chance, found = random.Random(SEED), []
    share, rest = divmod(MANY, len(ROOMS))
    for number, (room, places) in enumerate(ROOMS.items()):
        files = [file for place in places for found in ROOT.glob(place) for file in _files(found)]
        possible = [fault for file in sorted(files) for fault in _faults(room, file)]
        found += chance.sample(possible, min(share + (number < rest), len(possible)))
    return found


def _files(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for file in place.rglob("*"):
        if file.suffix in (".py", ".html") and file.is_file():
            yield file


def _faults(room: str, file: Path) -> Iterator[Fault]:
    text = file.read_text()
    lines = text.splitlines()
    name = str(file.relative_to(ROOT))
    changes = _of_template(lines) if file.suffix == ".html" else _of_python(text)
    for number, before, after in changes:
        nth = lines[: number - 1].count(lines[number - 1])
        assert lines[number - 1] == before
        if before != after:
            yield Fault(room, name, before, after, nth)


def _of_template(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Conditions the other way about, and values left out."""
    for number, line in enumerate(lines, 1):
        for found in re.finditer(r"{% if (?!not )[^%]*%}|{{ [^}]* }}|{% include [^%]*%}", line):
            tag = found[0]
            other = (
                tag.replace("{% if ", "{% if not ")
                if tag.startswith("{% if") and " " not in tag[6:-3]
                else ""
            )
            if other or not tag.startswith("{% if"):
                yield number, line, line[: found.start()] + other + line[found.end() :]


SWAPS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "//",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


def _of_python(text: str) -> Iterator[tuple[int, str, str]]:
    """Operators, truths and numbers that are others, on one line of code."""
    lines = text.splitlines()
    tree = ast.parse(text)
    declared = {
        id(inner)
        for node in ast.walk(tree)
        for decorator in getattr(node, "decorator_list", ())
        for inner in ast.walk(decorator)
    }
    for node in ast.walk(tree):
        if id(node) in declared:
            continue
        parts = _operands(node)
        for left, right, operator in parts:
            if left.end_lineno == right.lineno and (other := SWAPS.get(type(operator))):
                line = lines[right.lineno - 1]
                raw = line.encode()
                head, middle, tail = (
                    raw[: left.end_col_offset].decode(),
                    raw[left.end_col_offset : right.col_offset].decode(),
                    raw[right.col_offset :].decode(),
                )
                swapped = re.sub(r"(not in|is not|in|is|and|or|//|[<>=!]=|[-+*%<>])", other, middle, count=1)
                yield right.lineno, line, head + swapped + tail
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
            line = lines[node.lineno - 1]
            raw = line.encode()
            other = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            yield (
                node.lineno,
                line,
                (raw[: node.col_offset] + other.encode() + raw[node.end_col_offset :]).decode(),
            )
        if isinstance(node, (ast.If, ast.IfExp)) and node.test.lineno == node.test.end_lineno:
            line = lines[node.test.lineno - 1]
            raw = line.encode()
            start, end = node.test.col_offset, node.test.end_col_offset
            changed = raw[:start] + b"(not (" + raw[start:end] + b"))" + raw[end:]
            yield node.test.lineno, line, changed.decode()


def _operands(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, ast.AST]]:
    if isinstance(node, ast.Compare):
        yield from zip([node.left, *node.comparators], node.comparators, node.ops, strict=False)
    elif isinstance(node, ast.BinOp) and not (
        isinstance(node.op, ast.Mod) and isinstance(node.right, ast.Dict)
    ):
        yield node.left, node.right, node.op
    elif isinstance(node, ast.BoolOp):
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield left, right, node.op


def reached(folder: Path, files: set[str]) -> dict[str, dict[int, list[str]]]:
    """By file and line the tests that execute it, the smallest first; a template's tests stand at line 0."""
    data, pages = folder / "coverage.sqlite3", folder / "pages.txt"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "2",
        "-m",
        QUICK,
        "--randomly-seed=1",
        "--hypothesis-seed=1",
        "-p",
        "tests.rendered",
    ]
    command += [
        "--cov",
        "--cov-context=test",
        "--cov-report=",
        "--no-cov-on-fail",
        "-o",
        "addopts=--import-mode=importlib",
    ]
    settings = folder / "coveragerc"
    settings.write_text(f"[run]\nsource = accounts,games,tournaments\ndata_file = {data}\n")
    environment = {**os.environ, "RENDERED": str(pages), "TEST_SEED": "1"}
    subprocess.run([*command, f"--cov-config={settings}"], cwd=ROOT, env=environment, check=False)
    found: dict[str, dict[int, list[str]]] = {}
    size = Counter[str]()
    with sqlite3.connect(data) as database:
        rows = database.execute(
            "SELECT path, context, numbits FROM line_bits JOIN file ON file.id = file_id"
            " JOIN context ON context.id = context_id"
        )
        for path, context, bits in rows:
            test, _, phase = context.rpartition("|")
            if not phase:
                continue  # executed as a module is imported
            size[test] += sum(byte.bit_count() for byte in bits)
            if (name := str(Path(path).relative_to(ROOT))) not in files:
                continue
            lines = found.setdefault(name, {})
            for at, byte in enumerate(bits):
                for bit in range(8):
                    if byte & (1 << bit):
                        lines.setdefault(at * 8 + bit, []).append(test)
    for line in pages.read_text().splitlines():
        template, test = line.split("\t")
        found.setdefault(f"templates/{template}", {}).setdefault(0, []).append(test)
    for lines in found.values():
        for at, tests in lines.items():
            lines[at] = sorted(set(tests), key=lambda test: (size[test], test))
    return found


def run(faults: list[Fault]) -> list[dict[str, object]]:
    """Try each fault; whether it was found, by which test, and after how long."""
    with TemporaryDirectory(prefix="headtable-mutants-") as name:
        folder = Path(name)
        tests = reached(folder, {fault.file for fault in faults})
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(2):
            copy = folder / f"copy{number}"
            left = shutil.ignore_patterns(".git", ".venv", "node_modules", "var")
            shutil.copytree(ROOT, copy, symlinks=True, ignore=left)
            copies.put(copy)

        def tried(fault: Fault) -> dict[str, object]:
            copy = copies.get()
            try:
                return {**asdict(fault), **_tried(fault, copy, tests)}
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(tried, faults))


def _tried(fault: Fault, copy: Path, reaching: dict[str, dict[int, list[str]]]) -> dict[str, object]:
    file = copy / fault.file
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    places = [at for at, line in enumerate(lines) if line.rstrip("\n") == fault.before]
    if len(places) <= fault.nth:
        return {"verdict": "gone", "by": "", "tests": 0, "seconds": 0}
    place = places[fault.nth]
    by_line = reaching.get(fault.file, {})
    tests = by_line.get(0 if file.suffix == ".html" else place + 1, [])[:MOST]
    start = time.monotonic()
    if not tests:
        return {"verdict": "survived", "by": "", "tests": 0, "seconds": 0}
    lines[place] = fault.after + "\n"
    file.write_text("".join(lines))
    try:
        done = _chosen(copy, tests)
        if strange := set(re.findall(r"^ERROR: not found: .*?/(tests/.*)$", done.stdout + done.stderr, re.M)):
            done = _chosen(copy, [test for test in tests if test not in strange])
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        verdict, by = (
            ("survived", "") if done.returncode == 0 else ("found", failed[1] if failed else "import or time")
        )
    except subprocess.TimeoutExpired:
        verdict, by = "survived", ""
    finally:
        file.write_text(whole)
    return {"verdict": verdict, "by": by, "tests": len(tests), "seconds": round(time.monotonic() - start, 1)}


def _chosen(copy: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Run these tests there, in this order, until the first one fails."""
    given = copy / "chosen.txt"
    given.write_text("\n".join(tests))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:randomly",
        "--hypothesis-seed=1",
        "--no-header",
        f"--override-ini=faulthandler_timeout={ENDLESS}",
        "--override-ini=faulthandler_exit_on_timeout=true",
        f"@{given}",
    ]
    return subprocess.run(
        command,
        cwd=copy,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, "TEST_SEED": "1"},
    )


def main() -> None:
    match sys.argv[1:]:
        case ["draw", to]:
            Path(to).write_text(json.dumps([asdict(fault) for fault in drawn()], indent=1))
        case ["run", these, to]:
            results = run([Fault(**one) for one in json.loads(Path(these).read_text())])
            Path(to).write_text(json.dumps(results, indent=1))
            print(Counter(str(one["verdict"]) for one in results))
        case ["compare", before, after]:
            was, now = (
                {
                    (one["file"], one["before"], one["after"], one["nth"]): one["verdict"]
                    for one in json.loads(Path(at).read_text())
                }
                for at in (before, after)
            )
            print(Counter(was.values()), Counter(now.values()))
            for key, verdict in was.items():
                if verdict == "found" and now.get(key) == "survived":
                    print(f"{key[0]}: {key[1].strip()}  ->  {key[2].strip()}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
