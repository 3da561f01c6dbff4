"""Which tests run when nobody says more: neither those that drive processes nor thorough ones.

``tests/browser``, ``tests/faults`` and ``tests/machines`` are not even imported unless they are asked for:
by their mark (``-m browser``) or by a path within them (``pytest tests/browser``). Without ``-m``, thorough
tests are left out, except one that is named (``pytest tests/x.py::test_it``).

Where every test must be marked ``postgresql``, files in which that mark is not written are not imported.
"""

import re
from pathlib import Path

import pytest

from tests.database import ON_BOTH

TESTS = Path(__file__).parent
PROCESSES = {"browser": "browser", "faults": "fault", "machines": "fault"}
"""Folders of tests that drive real processes, and their marks."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path.parent == TESTS and (mark := PROCESSES.get(collection_path.name)):
        return None if _asked_for(config, mark, collection_path) else True
    if collection_path.match("test_*.py") and "postgresql" in config.option.markexpr.split(" and "):
        return None if _may_be_on_postgresql(collection_path) else True
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.markexpr or any("::" in argument for argument in config.args):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)


def _asked_for(config: pytest.Config, mark: str, folder: Path) -> bool:
    named = (Path(config.invocation_params.dir, argument.partition("::")[0]) for argument in config.args)
    wanted = re.sub(r"\bnot \w+", "", config.option.markexpr)
    return bool(re.search(rf"\b{mark}\b", wanted)) or any(path.is_relative_to(folder) for path in named)


def _may_be_on_postgresql(file: Path) -> bool:
    return bool(ON_BOTH & set(file.parts)) or "mark.postgresql" in file.read_text()
