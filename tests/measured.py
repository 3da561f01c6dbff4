"""What was measured is listed at the end of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

MEASURED = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Take down what was measured, for the end of the run."""
    return request.config.stash.setdefault(MEASURED, []).append


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if lines := config.stash.get(MEASURED, []):
        terminalreporter.section("measured", sep="-")
        for line in sorted(lines):
            terminalreporter.line(line)
