"""The measurements themselves run: once through each group, with numbers too small to say anything."""

from typing import Any

import pytest

from config.connections import is_stream
from tests.bench.__main__ import GROUPS, measured
from tests.bench.figures import Row, percentile, table
from tests.bench.streams import Bare

SMALL: dict[str, dict[str, Any]] = {
    "start": {"often": 1},
    "timers": {"many": 2, "seconds": 1},
    "streams": {"sizes": [3], "events": 1},
    "results": {"seconds": 0.25, "sizes": [(12, 2), (18, 2)]},
    "console": {"sizes": [(12, 2), (18, 2), (18, 3)], "often": 1},
    "unchanged": {"seconds": 0.25, "people": 12, "rounds": 2},
    "phones": {"sizes": [12], "rounds": 1, "often": 1},
    "sweep": {"many": 3, "looks": 1},
    "season": {"sizes": [(2, 12), (3, 16)], "often": 1},
    "record": {"evenings": 2, "people": 12, "often": 1},
    "crowd": {"seconds": 0.25, "clients": 2, "rounds": 2, "tables": 2, "waves": 1},
    "bell": {"sizes": [12, 16], "rounds": 2, "drawn": [12], "games": 1},
    "drawing": {"players": [16], "timed": [16, 24], "games": [4, 5], "draws": 1},
}
COUNTED = ("commits",)
"""What is the same on any machine."""


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("group", GROUPS)
def test_a_group_is_measured(group: str) -> None:
    rows = measured(group, GROUPS[group][0], **SMALL[group])
    assert rows
    for row in rows:
        assert row.measured
        assert row.met is not False or not row.what.startswith(COUNTED), row


def test_the_bare_streams_are_streams_for_the_server() -> None:
    """As pages, no more of them than one address may have would be let in."""
    assert is_stream(Bare.path.encode())


def test_the_table() -> None:
    rows = [
        Row("Timers", "one", "1 ms", "2 ms", "3 ms", True),
        Row("Timers", "two", "9 ms", goal="3 ms", met=False),
        Row("Pages", "three", "1 ms"),
    ]
    assert table(rows).splitlines()[2:] == [
        "| Timers | one | 1 ms | 2 ms | 3 ms | met |",
        "|  | two | 9 ms |  | 3 ms | **missed** |",
        "| Pages | three | 1 ms |  |  |  |",
    ]


@pytest.mark.parametrize(("share", "found"), [(0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100)])
def test_percentiles_are_values_that_were_measured(share: float, found: int) -> None:
    assert percentile(range(1, 101), share) == found
    assert percentile([7.0], share) == 7.0
