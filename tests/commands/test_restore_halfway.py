"""``manage.py restore`` where the machine fails it: both database and key are replaced, or it is told."""

import errno
import os
import signal
import stat
import sys
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection, connections
from django.test import override_settings

from accounts.models import Club
from tests.commands.laptops import KEY, all_rows, copy, data, laptop, refused, restore
from tests.commands.running import typed
from tests.waits import HUNG
from tournaments.core.record import Stage
from tournaments.management.backups import restore as restoring
from tournaments.management.processes.data_folder import hold_alone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared"), pytest.mark.slow]


@pytest.fixture
def there(night, cast, tmp_path):
    """A backup of another laptop, with its key, and the rows that it holds."""
    with data(tmp_path / "there", KEY):
        night(7, Stage.FINISHED)
        return copy(tmp_path / "there.zip"), all_rows()


@pytest.fixture
def here(there, tmp_path):
    """This laptop's data folder, with a key of its own, and a database that holds more."""
    Club.objects.create(name="Since then")
    with data(tmp_path / "here", "the key of this laptop"):
        yield tmp_path / "here"


def key(here):
    return (here / "secret.key").read_text()


def of_key(descriptor):
    """Whether the open file is a key's."""
    return os.readlink(f"/proc/self/fd/{descriptor}").endswith("/secret.key")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a descriptor's file")
def test_a_key_for_which_the_disk_has_no_room(there, here, monkeypatch):
    whole = os.fsync

    def fsync(descriptor):
        if of_key(descriptor):
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    before = all_rows()
    with pytest.raises(CommandError, match="No space left on device"):
        restore(there[0], "--replace")
    assert (all_rows(), key(here)) == (before, "the key of this laptop")
    assert sorted(path.name for path in here.iterdir()) == ["backups", "run", "secret.key"]


@pytest.mark.thorough
def test_a_key_that_cannot_take_its_name(there, here, monkeypatch):
    """The database is replaced already: that is what is said, and what to do then is true."""
    file, rows = there
    whole = Path.replace

    def replace(path, to):
        if to == here / "secret.key":
            raise OSError(errno.EIO, "Input/output error")
        return whole(path, to)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", replace)
        says = r"was replaced, but not the key in \S+/here/secret\.key: Input/output error\. Without the key"
        with pytest.raises(CommandError, match=says):
            restore(file, "--replace")
    assert (all_rows(), key(here)) == (rows, "the key of this laptop")
    assert "Everybody stays signed in." in restore(file, "--replace")
    assert (all_rows(), key(here)) == (rows, KEY)


@pytest.mark.sample(1)
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda by: by.name)
def test_nothing_stops_it_between_database_and_key(there, here, monkeypatch, heeded_signals, by):
    file, rows = there
    whole = restoring._move_key

    def stopped(key, place):
        os.kill(os.getpid(), by)
        whole(key, place)

    monkeypatch.setattr(restoring, "_move_key", stopped)
    assert "Restored in" in restore(file, "--replace")
    assert (all_rows(), key(here)) == (rows, KEY)
    assert stat.S_IMODE((here / "secret.key").stat().st_mode) == 0o600
    assert signal.getsignal(by) is not signal.SIG_IGN


@pytest.mark.sample(1)
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda by: by.name)
def test_before_that_it_is_stopped_by_each(there, here, monkeypatch, heeded_signals, by):
    monkeypatch.setattr(restoring, "_replace", lambda _ours: os.kill(os.getpid(), by))
    before = all_rows()
    with pytest.raises(CommandError, match=r"Stopped\. No work was left unfinished\."):
        restore(there[0], "--replace")
    assert (all_rows(), key(here)) == (before, "the key of this laptop")


@pytest.mark.postgresql
def test_what_a_kill_has_left_is_taken_away_by_the_next(there, here):
    """But not from under a check that goes on, or a backup."""
    for name in ("restore-x", "check-new", "check-old"):
        (here / name).mkdir()
        (here / name / "aside.sqlite3").touch()
    for name in (".headtable-new", ".headtable-old"):
        (here / name).touch()
    for name in ("check-old", ".headtable-old"):
        os.utime(here / name, (1, 1))
    with hold_alone(here / "run"), pytest.raises(CommandError, match="uses this data folder"):
        restore(there[0], "--replace")
    assert (here / "restore-x").exists()
    restore(there[0], "--replace")
    left = {path.name for path in here.iterdir()}
    assert left == {"backups", "run", "secret.key", "check-new", ".headtable-new"}


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_while_others_work_on_the_database(there, here, monkeypatch):
    """One who has only read, and is idle in a transaction, holds a table for as long as it likes."""
    monkeypatch.setattr(restoring, "PATIENCE", 1)
    reads, done = threading.Event(), threading.Event()

    def idle():
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT * FROM accounts_club")
            reads.set()
            done.wait(HUNG)
            cursor.execute("ROLLBACK")
        connections.close_all()

    thread = threading.Thread(target=idle)
    thread.start()
    before = all_rows()
    try:
        assert reads.wait(HUNG)
        with pytest.raises(CommandError, match="the database is in use: stop web, live, worker and beat"):
            restore(there[0], "--replace")
    finally:
        done.set()
        thread.join()
    assert (all_rows(), key(here)) == (before, "the key of this laptop")


def test_a_data_folder_in_which_nothing_can_be_written(there, here):
    """Not even a check can be made without a place for it."""
    with override_settings(DATA_DIR=here / "secret.key"):
        refused(there[0], r"The backup cannot be checked in the data folder \S+: File exists")
        with pytest.raises(CommandError, match="The backup cannot be checked"):
            restore(there[0], "--check")


@pytest.mark.parametrize("at", [0, 4096 * 3], ids=["header", "pages"])
def test_a_damaged_file_is_moved_away_as_it_is_said(there, tmp_path, at):
    file, rows = there
    with laptop(tmp_path / "hall") as hall:
        restore(file)
        connection.close()
        path = hall / "headtable.sqlite3"
        with path.open("r+b") as damaged:
            damaged.seek(at)
            damaged.write(b"Dear diary, " * 50_000)
        for more in (["--replace"], []):
            with pytest.raises(CommandError) as caught:
                restore(file, *more)
            assert str(caught.value).startswith("The database: ")
            assert f"move {path} away, together with its -wal and -shm files. Then restore" in str(
                caught.value
            )
            connection.close()
        for name in hall.glob("headtable.sqlite3*"):
            name.rename(tmp_path / name.name)
        assert "Restored in" in restore(file)
        assert all_rows() == rows


def test_the_data_folder_is_made_for_us_alone(tmp_path):
    """By whichever comes first: the key's file, or the folder of what runs."""
    before = os.umask(0o022)
    try:
        for number, key in enumerate(({}, {"SECRET_KEY": "none"})):
            folder = tmp_path / f"data-{number}"
            done = typed(folder, "restore", str(tmp_path / "missing.zip"), **key)
            assert "cannot be read: No such file" in done.stderr
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    with hold_alone(tmp_path / "other" / "run"):
        assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o700
