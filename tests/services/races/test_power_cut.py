"""The power goes in the middle of play: what was answered is on the disk."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection, connections

from tests.cast import Night, NightMaker
from tests.linked_phones import as_json, form, linked, scan
from tests.power import Disk, reachable, recording
from tournaments.core.settings import BellBy, Counting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="this looks at SQLite's files"),
    pytest.mark.skipif(not reachable(), reason="this Python hides the functions of its SQLite"),
]

OPTIONS = connections.settings["default"].get("OPTIONS", {})
"""Of every connection that is opened."""

PHONES, RESULTS = 3, 12
"""Phones that send results at the same time, and how many each sends."""

PARTS = {"nothing unsynced is there": None, "a part of it is there": 1, "another part is there": 2}


def play(night: Night, disk: Disk) -> None:
    """Phones send results. What is answered is noted. Another connection stays open, as the worker's does."""
    failed: list[BaseException] = []

    def send(table: int) -> None:
        try:
            phone, (winner, *_others) = scan(night, table), night.table(table)
            for deal in range(1, RESULTS + 1):
                key = uuid4()
                result = form(night, table, winners=winner, nobody="on", request_key=str(key))
                answer = as_json(phone, f"/score/1/{deal}/", result)
                assert answer.status_code == 200, answer.content
                disk.answered(key.hex)
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send, args=[table]) for table in night.tables[:PHONES]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed


def lost(disk: Disk, into: Path, seed: int | None) -> Iterator[int]:
    """For a power cut after each answer: how many of the answered results are gone."""
    for answered in disk.after(into, seed):
        with closing(sqlite3.connect(into / "hall.sqlite3")) as left:
            left.execute("PRAGMA synchronous=OFF")  # the copy need not wait for a disk
            assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = left.execute("SELECT request_key FROM tournaments_journal WHERE verb = 'deal_recorded'")
            yield len(set(answered) - {key for (key,) in rows})


@pytest.fixture
def evening(night: NightMaker) -> Night:
    made = night(12, bell=BellBy.HAND, deals=100, counting=Counting.AT_THE_END)
    return linked(made)


def recorded(evening: Night, shared: str) -> Disk:
    connections.close_all()
    with recording(Path(shared.removeprefix("sqlite:///")).parent) as disk:
        connection.ensure_connection()
        play(evening, disk)
        connections.close_all()
    return disk


def test_a_power_cut_loses_no_answered_result(
    evening: Night, shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power is cut after each answer. SQLite's files are whole each time.

    The log is emptied more often than in earnest, so that the cuts meet that too.
    """
    often = f"{OPTIONS['init_command']} PRAGMA wal_autocheckpoint=50;"
    monkeypatch.setitem(OPTIONS, "init_command", often)
    disk = recorded(evening, shared)
    for part, seed in PARTS.items():
        gone = list(lost(disk, tmp_path / part, seed))
        assert len(gone) == PHONES * RESULTS
        assert max(gone) == 0, f"{part}: up to {max(gone)} results lost, at {sum(map(bool, gone))} moments"


def test_it_would_if_commits_did_not_wait_for_the_disk(
    evening: Night, shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the test above can fail."""
    monkeypatch.setitem(OPTIONS, "init_command", "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
    disk = recorded(evening, shared)
    assert max(lost(disk, tmp_path / "left", None)) > PHONES * RESULTS / 2
