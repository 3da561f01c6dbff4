"""Tests with many cases: `make test` runs some of them, drawn by the seed; `make test-all` runs all.

``@pytest.mark.sample(2)`` at a test with parameters: two of its cases are run, the others are thorough.
Without it, of a test that touches the database ``MANY`` cases are run at most, unless it is marked
``every_case``. On PostgreSQL one case is run, for all of them ask the same queries; the others are marked
``alike``.
``@pytest.mark.postgresql(every_case=True)`` runs them all.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

import pytest

SEED = os.environ.get("TEST_SEED", "1")
MANY, ALL = 12, sys.maxsize


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for cases in by_function(items):
        quick = drawn(case for case in cases if not case.get_closest_marker("thorough"))
        for left_out in quick[how_many(cases[0]) :]:
            left_out.add_marker("thorough")
        there = cases[0].get_closest_marker("postgresql")
        for alike in quick[1:] if there and not there.kwargs.get("every_case") else ():
            alike.add_marker("alike")


def how_many(case: pytest.Item) -> int:
    """How many cases of this test are run."""
    if sample := case.get_closest_marker("sample"):
        return int(sample.args[0])
    long = case.get_closest_marker("database") and not case.get_closest_marker("every_case")
    return MANY if long else ALL


def by_function(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """The cases of each test."""
    found = defaultdict(list)
    for item in items:
        found[item.nodeid.partition("[")[0]].append(item)
    return list(found.values())


def drawn(cases: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The cases in the order in which the seed draws them, in whichever order they were collected."""
    return sorted(cases, key=lambda case: crc32(f"{SEED} {case.nodeid}".encode()))
