"""The measurements themselves run: once through all groups, with numbers too small to say anything."""

from typing import Any

import pytest

from config.connections import is_stream
from tests.bench.__main__ import ALONE, GROUPS, SQLITE, measured
from tests.bench.figures import Row, growth, percentile, table
from tests.bench.processes import ROOT
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
    "record": {"evenings": 2, "people": 14, "often": 1},
    "waiting": {"clubs": 2, "evenings": 6, "often": 1},
    "crowd": {"seconds": 0.25, "clients": 2, "rounds": 2, "tables": 2, "waves": 1},
    "soak": {"minutes": 0.0},
    "bell": {"sizes": [12, 16], "rounds": 2, "drawn": [12], "games": 1},
    "drawing": {"players": [16], "timed": [16, 24], "games": [4, 5], "draws": 1},
}
COUNTED = ("commits",)
"""What is the same on any machine."""


@pytest.mark.slow
@pytest.mark.thorough
def test_all_groups_are_measured() -> None:
    assert SMALL.keys() == GROUPS.keys() | ALONE.keys()
    rows = measured(SQLITE, SMALL)
    assert len({row.group for row in rows}) > len(SMALL)  # two of them in bell
    for row in rows:
        assert row.measured
        assert row.met is not False or not row.what.startswith(COUNTED), row


def test_the_docs_name_every_part() -> None:
    text = (ROOT / "docs" / "bench.md").read_text()
    assert [group for group in GROUPS if f"`{group}`" not in text] == []


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


def test_growth_is_the_exponent_of_the_size() -> None:
    assert growth([10, 100, 1000], [2, 200, 20_000]) == pytest.approx(2)
    assert growth([10, 100], [3, 3]) == pytest.approx(0)
