"""Every module that a test, a contract or a setting names is there: a name that is wrong would pass empty."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAME = re.compile(r"(?:accounts|config|games|tournaments)(?:\.[A-Za-z_]\w*)+")
OF_MODEL = re.compile(r"(?:accounts|games|tournaments)\.\w+(?:\.jsonl)?")
"""An app's label and a model, which Django says so, or the file of its rows."""


def strings(path: Path) -> Iterator[str]:
    """Yield each text of a module that is the name of a module, or of something in one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
            yield node.value


def is_there(name: str) -> bool:
    """Whether there is such a module, or a module in which a name like the rest of it stands."""
    first, *rest = name.split(".")
    at = ROOT / first
    while rest and ((at / rest[0]).is_dir() or (at / f"{rest[0]}.py").is_file()):
        at /= rest.pop(0)
    if not rest:
        return True
    source = at.with_suffix(".py") if at.with_suffix(".py").is_file() else at / "__init__.py"
    return bool(re.search(rf"\b{rest[0]}\b", source.read_text(encoding="utf-8")))


def test_names_in_tests_and_program():
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("tests", "accounts", "config", "games", "tournaments")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for name in strings(path)
        if not (OF_MODEL.fullmatch(name) or is_there(name) or path == Path(__file__))
    ]
    assert wrong == []


def test_names_in_contracts_and_settings():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = re.findall(rf'"({NAME.pattern})[.*]*(?: ->|")', text) + re.findall(
        rf"-> ({NAME.pattern})\b", text
    )
    assert names
    assert [name for name in names if not is_there(name)] == []


def test_it_finds_a_wrong_one():
    assert is_there("tournaments.base.services.Book")
    assert is_there("tournaments.core")
    assert not is_there("tournaments.base.services.bok")
    assert not is_there("tournaments.base.services.Bok")
