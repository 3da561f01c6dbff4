"""What the tests of several commands stand on."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.laptops import KEY, data


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """This laptop's data folder."""
    with data(tmp_path / "here", KEY):
        yield tmp_path / "here"


@pytest.fixture
def hangup_ends() -> Iterator[None]:
    """SIGHUP ends a process, as in a terminal: under nohup, the suite and what it starts would ignore it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)
