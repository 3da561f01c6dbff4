"""What the tests of several commands stand on."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands.laptops import KEY, data


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """This laptop's data folder."""
    with data(tmp_path / "here", KEY):
        yield tmp_path / "here"


@pytest.fixture
def heeded_signals() -> Iterator[None]:
    """Let SIGHUP and SIGINT do what they do in a terminal. In the background they are ignored."""
    usual: dict[int, Any] = {signal.SIGHUP: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
