"""The power goes in the middle of play on PostgreSQL, as it comes: what was answered is on the disk.

The server that is started afterwards has the tables' files as the last checkpoint left them. Of the log it
has only what the first server said that it had flushed. It can say so only if ``fsync`` is on, which is
looked at first.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import psycopg
import pytest

from tests.database import postgresql

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
PHONES, RESULTS = 3, 12

AS_IT_COMES: list[str] = []
NOT_WAITING = ["synchronous_commit=off", "wal_writer_delay=10s", "wal_writer_flush_after=1GB"]
"""So that the test can fail: the log is flushed by itself, seconds after the answer."""


def lost(settings: list[str], folder: Path) -> int:
    """How many answered results are not there after a power cut that follows the last answer."""
    with postgresql(settings) as address:
        data, copy = (
            Path(unquote(address.removeprefix("postgres://headtable@"))).parent / "data",
            folder / "data",
        )
        answered = _play(address, data, copy)
        with psycopg.connect(address) as asked:
            assert asked.execute("SHOW fsync").fetchone() == ("on",)
            assert asked.execute("SHOW full_page_writes").fetchone() == ("on",)
            row = asked.execute("SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn").fetchone()
        assert row is not None
        os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        _keep_log(data / "pg_wal", copy / "pg_wal", int(row[0]))
    (copy / "postmaster.pid").unlink()
    with postgresql(settings, copied=copy) as address, psycopg.connect(address) as asked:
        rows = asked.execute("SELECT request_key FROM tournaments_journal WHERE verb = 'deal_recorded'")
        kept = {str(key) for (key,) in rows}
    assert len(answered) == PHONES * RESULTS
    return len(answered - kept)


def _play(address: str, data: Path, copy: Path) -> set[str]:
    """Copy the files of the idle server, then send results; the keys of those that were answered."""
    command = [sys.executable, "-m", "tests.deploy.playing", str(PHONES), str(RESULTS)]
    variables = {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **variables, "HEADTABLE_DATA": str(copy.parent / "played")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        while (said := playing.stdout.readline()) != "ready\n":
            assert said, "it did not start"
        shutil.copytree(data, copy)
        print(file=playing.stdin, flush=True)
        answered = {line.strip() for line in playing.stdout}
    assert playing.returncode == 0
    return answered


def _keep_log(log: Path, into: Path, flushed: int) -> None:
    """Copy the log up to so many bytes of all that was ever written to it; what follows is zeros."""
    shutil.rmtree(into)
    shutil.copytree(log, into)
    for path in into.iterdir():
        if path.is_file() and len(path.name) == 24:
            size = path.stat().st_size
            high, low = int(path.name[8:16], 16), int(path.name[16:], 16)
            begins = (high * (2**32 // size) + low) * size
            if (kept := max(0, flushed - begins)) < size:
                with path.open("r+b") as segment:
                    segment.truncate(kept)
                    segment.truncate(size)


def test_a_power_cut_loses_no_answered_result(tmp_path: Path) -> None:
    assert lost(AS_IT_COMES, tmp_path) == 0


def test_it_would_if_commits_did_not_wait_for_the_disk(tmp_path: Path) -> None:
    assert lost(NOT_WAITING, tmp_path) > 0
