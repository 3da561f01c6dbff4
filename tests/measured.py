"""What was measured is listed at the end of a run."""

from collections.abc import Callable
from typing import Any

import pytest

MEASURED = "measured"
"""The property of a test's report that holds a line: reports come from every process of a run."""


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Take down what was measured, for the end of the run."""
    properties = request.node.user_properties
    return lambda line: properties.append((MEASURED, line))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    ended = [report for reports in terminalreporter.stats.values() for report in reports]
    calls = [report for report in ended if getattr(report, "when", None) == "call"]
    if lines := [line for report in calls for name, line in report.user_properties if name == MEASURED]:
        terminalreporter.section("measured", sep="-")
        for line in sorted(lines):
            terminalreporter.line(line)
