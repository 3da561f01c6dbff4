"""``manage.py backup``: whole, of one moment, for us alone, and again and again."""

import errno
import json
import os
import re
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Club
from tests.commands.laptops import KEY, all_rows, backup, data, members
from tests.commands.running import ROOT, Up, outside, stopped_in_time
from tests.waits import HUNG, in_time, stopwatch, until
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.management.backups import archive
from tournaments.management.backups import backup as backups
from tournaments.management.backups.archive import KEY as KEY_MEMBER
from tournaments.management.backups.archive import MANIFEST, PASSING, list_carried_models
from tournaments.management.commands import up
from tournaments.models import Evening, Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.postgresql,
]


@pytest.fixture(autouse=True)
def here(tmp_path):
    """This laptop's data folder."""
    with data(tmp_path / "here", KEY):
        yield tmp_path / "here"


def manifest(file):
    return json.loads(members(file)[MANIFEST])


def rows(file, label):
    """A table's rows as they stand in the backup, by the names of its columns."""
    names, *lines = map(json.loads, members(file)[f"{label}.jsonl"].splitlines())
    return [dict(zip(names, line, strict=True)) for line in lines]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_it_holds_every_row_and_says_so(night, tmp_path, capsys):
    night(12, Stage.FINISHED)
    call_command("backup", str(tmp_path / "all.zip"))
    said = capsys.readouterr().out
    there = manifest(tmp_path / "all.zip")
    kept = {label.lower(): len(rows) for label, rows in all_rows().items()}
    stays = {"accounts.user_groups", "accounts.user_user_permissions", *PASSING}
    assert there["tables"] == {label: n for label, n in kept.items() if label not in stays}
    total = sum(there["tables"].values())
    assert re.fullmatch(rf"\S+/all\.zip: {total} rows, [\d.]+\sKB, in \d+\.\d s\.\n", said)
    assert (there["format"], there["format_version"]) == ("headtable-backup", 1)
    assert timedelta() <= timezone.now() - datetime.fromisoformat(there["made"]) < timedelta(minutes=1)
    assert re.fullmatch(r"\d+\.\d+\.\d+", there["headtable"])
    assert there["migrations"]["tournaments"][:2] == ["0001_initial", "0002_bids"]


def test_no_table_that_is_carried_points_at_one_that_is_not():
    ours = list_carried_models(apps)
    for model in ours:
        for field in model._meta.local_concrete_fields:
            assert field.related_model is None or field.related_model in ours, field


@pytest.fixture
def signed_in(cast):
    """The number of somebody's session."""
    client = Client()
    client.force_login(cast.alice)
    return client.cookies["sessionid"].value


def test_it_is_for_us_alone_and_has_neither_key_nor_sign_ins(signed_in, tmp_path):
    file = backup(tmp_path / "one.zip")
    assert file.stat().st_mode & 0o777 == 0o600
    assert KEY_MEMBER not in members(file)
    assert rows(file, "sessions.session") == []
    assert manifest(file)["tables"]["sessions.session"] == 0
    assert not [name for name, content in members(file).items() if signed_in.encode() in content]
    assert names(tmp_path / "here") == ["secret.key"]


@pytest.mark.parametrize("by", ["option", "setting"])
def test_with_the_key_go_the_sign_ins(signed_in, tmp_path, settings, by):
    settings.BACKUP_WITH_KEY = by == "setting"
    file = backup(tmp_path / "one.zip", *(["--with-key"] if by == "option" else []))
    assert members(file)[KEY_MEMBER].decode() == KEY
    assert KEY not in json.dumps(manifest(file))
    assert [row["session_key"] for row in rows(file, "sessions.session")] == [signed_in]


def test_a_key_from_the_environment_stays_there(cast, tmp_path, settings):
    settings.KEY_FILE = None
    file = backup(tmp_path / "one.zip", "--with-key")
    assert KEY_MEMBER not in members(file)
    assert manifest(file)["key"] == archive.make_fingerprint(KEY)
    assert KEY not in json.dumps(manifest(file))
    assert archive.make_fingerprint(KEY) != archive.make_fingerprint(KEY + "x")


def test_into_a_folder_under_the_name_of_its_time(cast, tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    backup(folder)
    (name,) = names(folder)
    made = datetime.strptime(name, f"headtable-{backups.TIME}.zip").replace(tzinfo=UTC)
    assert backups.FILE_NAME.fullmatch(name)
    assert timedelta() <= timezone.now() - made < timedelta(minutes=1)


@pytest.fixture
def stick(cast, tmp_path):
    """A folder with three backups of this installation."""
    folder = tmp_path / "stick"
    folder.mkdir()
    one = backup(tmp_path / "one.zip")
    for name in OLD:
        (folder / name).write_bytes(one.read_bytes())
    return folder


OLD = [f"headtable-2026010{day}T000000Z.zip" for day in (1, 2, 3)]


def test_as_many_stay_as_are_to_be_kept_and_nothing_else_goes(stick):
    others = [".headtable-new", "headtable-20250101T000000Z.zip", "headtable-notes.zip", "headtable.sqlite3"]
    for name in (*others, ".headtable-old"):
        (stick / name).touch()
    os.utime(stick / ".headtable-old", (1, 1))
    backup(stick, "--keep", "2")
    left = set(names(stick))
    assert left >= {OLD[2], *others}
    (new,) = left - {OLD[2], *others}
    assert backups.FILE_NAME.fullmatch(new)
    backup(stick, "--keep", "1")
    (newer,) = set(names(stick)) - set(others)
    assert newer >= new


def test_the_last_of_each_day_stays(stick):
    now = timezone.now()
    content = (stick / OLD[0]).read_bytes()
    for name in OLD:
        (stick / name).unlink()
    ago = [(now - timedelta(days=days)).strftime("%Y%m%d") for days in (3, 2, 40)]
    for day in ago:
        for hour in ("11", "12"):
            (stick / f"headtable-{day}T{hour}0000Z.zip").write_bytes(content)
    backup(stick, "--keep", "1,0,31")
    left = names(stick)
    assert left[:2] == [f"headtable-{day}T120000Z.zip" for day in ago[:2]]
    assert len(left) == 3


def test_those_of_another_installation_are_not_thinned(stick, settings):
    settings.SECRET_KEY = "the key of a demo"
    backup(stick, "--keep", "1")
    assert len(names(stick)) == 4
    assert set(names(stick)) > set(OLD)


def test_an_older_backup_is_written_over_and_nothing_else_is(cast, tmp_path):
    file = backup(tmp_path / "one.zip")
    before = file.read_bytes()
    Club.objects.create(name="One more")
    assert backup(file).read_bytes() != before
    other = tmp_path / "letter.txt"
    other.write_text("Dear Alice")
    with pytest.raises(CommandError, match="is not a backup"):
        backup(other)
    assert other.read_text() == "Dear Alice"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No backup can be written to .*: No space left"),
        (DatabaseError("gone"), "The database: gone"),
        (KeyboardInterrupt(), "Stopped. No work was left unfinished."),
    ],
    ids=["full", "database", "Ctrl-C"],
)
def test_what_is_cut_short_leaves_what_was_there(night, tmp_path, monkeypatch, error, says):
    night(7)
    file = backup(tmp_path / "one.zip")
    before, there = file.read_bytes(), names(tmp_path)
    whole = archive.read_rows

    def cut_short(model, *using):
        for number, row in enumerate(whole(model, *using)):
            if (model, number) == (Journal, 2):
                raise error
            yield row

    monkeypatch.setattr(archive, "read_rows", cut_short)
    with pytest.raises(CommandError, match=says):
        backup(file)
    assert file.read_bytes() == before
    assert names(tmp_path) == there


@pytest.mark.parametrize(
    ("to", "why"), [("missing/one.zip", "No such file"), ("here/secret.key/x.zip", "Not a")]
)
def test_where_nothing_can_be_written(cast, tmp_path, to, why):
    with pytest.raises(CommandError, match=f"No backup can be written to .*: {why}"):
        backup(tmp_path / to)


def test_a_folder_that_is_away_becomes_no_file(cast, tmp_path):
    there = names(tmp_path)
    with pytest.raises(
        CommandError, match=r"There is no folder \S+/stick\. The name of a file ends with \.zip"
    ):
        backup(tmp_path / "stick")
    with pytest.raises(CommandError, match=r"--keep needs a folder. \S+/one\.zip is not one"):
        backup(tmp_path / "one.zip", "--keep", "6")
    assert names(tmp_path) == there


def test_it_goes_on_whatever_is_wrong_with_the_folder(cast, tmp_path, monkeypatch):
    """A stick that answers with an error, is away, comes and goes; and a name that is too long.

    What changes is said once.
    """
    folder = tmp_path / "stick"
    said: list[str] = []
    tries: list[int] = []
    whole = Path.is_dir

    def is_dir(path):
        if path == folder and len(tries) == 0:
            raise OSError(errno.EIO, "Input/output error")
        return whole(path)

    def sleep(_seconds):
        tries.append(1)
        if len(tries) == 3:
            folder.mkdir()
        elif len(tries) == 5:
            folder.rename(tmp_path / "pocket")
        elif len(tries) == 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "is_dir", is_dir)
    monkeypatch.setattr(time, "sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        backups.backup_every(folder, 1, None, backups.Contents(), said.append)
    gone = f"The folder {folder} is missing. (the next backup is tried soon)"
    assert said == [
        "[Errno 5] Input/output error (the next backup is tried soon)",
        gone,
        f"Backups are saved in {folder}.",
        gone,
    ]
    tries[:] = [1] * 5
    with pytest.raises(KeyboardInterrupt):
        backups.backup_every(tmp_path / ("x" * 300), 1, None, backups.Contents(), said.append)
    assert "File name too long" in said[-1]


def test_a_database_of_another_version(cast, tmp_path):
    recorder = MigrationRecorder(connection)
    try:
        recorder.record_applied("tournaments", "9999_tomorrow")
        with pytest.raises(
            CommandError, match=r"to a newer version of Headtable. It has tournaments\.9999_tom"
        ):
            backup(tmp_path / "one.zip")
    finally:
        recorder.record_unapplied("tournaments", "9999_tomorrow")
    newest = max(name for app, name in recorder.applied_migrations() if app == "tournaments")
    try:
        recorder.record_unapplied("tournaments", newest)
        with pytest.raises(CommandError, match=r"not ready for this version: manage\.py migrate"):
            backup(tmp_path / "one.zip")
    finally:
        recorder.record_applied("tournaments", newest)
    assert not (tmp_path / "one.zip").exists()


def test_it_is_read_in_a_fixed_number_of_queries(night, tmp_path):
    counted = []
    for players in (7, 40):
        night(players, Stage.FINISHED)
        with CaptureQueriesContext(connection) as queries:
            backup(tmp_path / "one.zip")
        counted.append(len(queries))
    assert counted[0] == counted[1] < len(list_carried_models(apps)) + 12


def in_a_thread(work):
    """Do it in a thread with a connection of its own; it must not have to wait for us."""

    def done():
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=done)
    thread.start()
    thread.join(HUNG)
    assert not thread.is_alive(), "it waits for the backup"


def test_who_writes_meanwhile_does_not_wait_and_is_not_in_it(night, tmp_path, monkeypatch):
    """Somebody comes late after the evening was read, and before its journal and its people are."""
    night = night(12)
    whole, late = archive.read_rows, [Arrival("Late", "lady")]

    def slow(model, *using):
        yield from whole(model, *using)
        if model is Evening:
            in_a_thread(lambda: people_check_in(night.by, people=late))

    monkeypatch.setattr(archive, "read_rows", slow)
    seq = Evening.objects.get().seq
    file = backup(tmp_path / "one.zip")
    assert [evening["seq"] for evening in rows(file, "tournaments.evening")] == [seq]
    assert max(line["seq"] for line in rows(file, "tournaments.journal")) == seq
    assert "Late" not in [entry["name"] for entry in rows(file, "tournaments.entryrow")]
    assert Evening.objects.get().seq == seq + 1


# As a process of its own.


@pytest.mark.thorough
@pytest.mark.slow
def test_again_and_again_until_it_is_told_to_stop(cast, tmp_path, shared):
    (folder := tmp_path / "stick").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "manage.py", "backup", folder, "--every", "1", "--keep", "2"],
        cwd=ROOT,
        env={**outside(), "DATABASE_URL": shared, "HEADTABLE_DATA": str(tmp_path / "here")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seen: set[Path] = set()

    def seen_four():
        seen.update(folder.glob("*.zip"))
        return len(seen) == 4

    with process:
        try:
            until(seen_four)
            took = stopwatch()
            process.terminate()
            assert process.wait(HUNG) == 0
            assert in_time(took())
        finally:
            process.kill()
        assert process.stdout
        assert process.stdout.read() == f"Backups are saved in {folder}.\n"
    assert len([name for name in names(folder) if backups.FILE_NAME.fullmatch(name)]) in (2, 3)


@pytest.mark.thorough
@pytest.mark.slow
def test_up_writes_them_into_a_folder_that_may_be_away(tmp_path):
    folder = tmp_path / "stick"
    running = Up(tmp_path, "--no-demo", "--backup", str(folder))
    try:
        running.wait_for(f"The folder {folder} is missing.")
        running.wait_for("The clock rings the bell.")
        assert running.pid("backup")
        folder.mkdir()
        until(lambda: list(folder.glob("*.zip")))
        assert stopped_in_time(running.stop())
        assert "Traceback" not in running.said
    finally:
        running.leave()
    (name,) = names(folder)
    assert backups.FILE_NAME.fullmatch(name)


@pytest.mark.parametrize("with_key", [True, False])
def test_up_has_them_written_as_it_was_asked(tmp_path, settings, with_key):
    settings.BACKUP_EVERY = 60
    command = up.make_backup_child(tmp_path / "stick", tmp_path / "backup.pid", with_key).command
    assert command[3:7] == ("backup", str(tmp_path / "stick"), "--every", "60")
    assert ("--with-key" in command) is with_key


def test_how_often_is_a_number(tmp_path):
    with pytest.raises(CommandError, match="0 must be a number above 0"):
        call_command("backup", str(tmp_path), "--every", "0")


@pytest.mark.parametrize("keep", ["0", "x", "6,", "6,24,31,1", "-1"])
def test_how_many_are_kept_are_numbers(tmp_path, keep):
    with pytest.raises(CommandError, match="must look like 6 or 6,24,31"):
        call_command("backup", str(tmp_path), f"--keep={keep}")
