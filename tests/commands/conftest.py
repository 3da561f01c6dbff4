"""What the tests of several commands stand on."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Club
from tests.cast import NightMaker
from tests.commands.laptops import KEY, copy, data
from tournaments.core.record import Stage


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


@pytest.fixture
def good(night: NightMaker, tmp_path: Path) -> Path:
    """A good backup, and a database that holds something else by now."""
    night(7, Stage.FINISHED)
    Session.objects.create(session_key="x" * 32, session_data="{}", expire_date=timezone.now())
    file = copy(tmp_path / "good.zip")
    Club.objects.create(name="Since then")
    return file
