"""``manage.py up`` where it cannot start: one line says why, and nothing is left half made."""

import os
import signal
import socket
from contextlib import closing
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.commands.laptops import KEY, data
from tests.commands.refused import full_disk, open_folder, without_root
from tests.commands.running import typed
from tournaments.management.backups.restore import OURS, open_database
from tournaments.management.commands import up
from tournaments.management.processes import broker, keeping
from tournaments.management.processes.data_folder import LOCK
from tournaments.management.processes.supervise import Supervisor, find_holder

MOVE_AWAY = "Move away what is in its place, or set HEADTABLE_DATA to another folder."


@pytest.fixture
def folder():
    """A data folder that the broker's socket cannot be in: it has a private folder of its own."""
    with open_folder() as outer, data(outer / "Daten für heute", KEY):
        yield outer / "Daten für heute"


@pytest.fixture
def ready(monkeypatch):
    """The database is as this version needs it."""
    monkeypatch.setattr(up, "database_upgrade", lambda _say: None)


@pytest.fixture
def writes(monkeypatch):
    """The first table is made: the tests' own migrations are copied from a file."""

    def make(_say):
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE first AS SELECT randomblob(100000)")

    monkeypatch.setattr(up, "database_upgrade", make)


def refused(folder, *more):
    """Return what is said, in one line, by a start that leaves no lock, no process file and no socket."""
    with pytest.raises(CommandError) as caught:
        call_command("up", "--no-demo", *more, stdout=StringIO())
    said = str(caught.value)
    assert "\n" not in said
    run = folder / "run"
    if run.is_dir():
        assert not find_holder(run / LOCK)
        assert not list(run.glob("*.pid"))
    assert not broker._find_place(run).exists() or broker._find_place(run) == run
    return said


def test_a_file_where_its_folder_should_be(folder):
    (folder / "run").touch()
    assert refused(folder) == f"{folder}/run cannot be used: File exists. {MOVE_AWAY}"


def test_a_file_where_the_static_files_should_be(folder, ready, settings):
    settings.STATIC_ROOT = folder / "static"
    settings.STATIC_ROOT.touch()
    assert refused(folder) == f"{folder}/static/staticfiles.json cannot be used: Not a directory. {MOVE_AWAY}"


@pytest.mark.django_db(transaction=True)
def test_a_file_of_a_process_that_cannot_be_written(folder, ready, monkeypatch, capsys):
    """What was started before it is ended again."""
    monkeypatch.setattr(up, "collect", lambda: None)
    started = []

    class Watched(Supervisor):
        def __init__(self, children, *more):
            super().__init__(children, *more)
            children[-1].trace.mkdir(parents=True)  # nothing can be written there
            started.append(self)

    monkeypatch.setattr(keeping, "Supervisor", Watched)
    assert keeping.main(keeping.write_pipe(prepared(monkeypatch))) == 1
    (folder / "run" / "web.pid").rmdir()
    said = capsys.readouterr().err
    assert said.startswith(f"CommandError: {folder}/run/web.pid cannot be used: ")
    assert said.count("\n") == 1
    ended = [running.process and running.process.poll() for running in started[0].running]
    assert ended[-1] is None, "it was not started"
    assert None not in ended[:-1]
    assert not list((folder / "run").glob("*.pid"))


def prepared(monkeypatch):
    """Return what the command would run in its place."""
    made = []
    monkeypatch.setattr(up, "become", lambda prepared, *_more: made.append(prepared))
    call_command("up", "--no-demo", stdout=StringIO())
    return made[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "The database: unable to open database file. {file} must be a file in a folder. "),
        (b"no database " * 200, "The database: file is not a database. Stop Headtable, move {file} away, "),
    ],
)
def test_a_database_that_is_none(folder, content, why):
    file = folder / "headtable.sqlite3"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with open_database(OURS, file):
        assert refused(folder).startswith(why.format(file=file))


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_is_full_for_the_database(folder, writes):
    file = folder / "headtable.sqlite3"
    with open_database(OURS, file), full_disk(20_000):
        assert refused(folder) == f"The database: disk I/O error. Free space on the disk of {file}."


@pytest.mark.django_db(transaction=True)
def test_a_database_of_somebody_else(folder, writes):
    (file := folder / "headtable.sqlite3").touch(0o444)
    folder.chmod(0o777)
    with open_database(OURS, file), without_root():
        assert refused(folder) == (
            "The database: attempt to write a readonly database. "
            f"Give the user who starts Headtable write access to {file} and its folder."
        )


def test_a_port_in_use(folder):
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert refused(folder, "--port", str(port)) == (
            f"Port {port} cannot be used: another program uses it. Choose another one with --port NUMBER."
        )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stop_while_it_starts(folder, monkeypatch, heeded_signals, number):
    monkeypatch.setattr(up, "database_upgrade", lambda _say: os.kill(os.getpid(), number))
    assert refused(folder) == "Stopped. No work was left unfinished."


@pytest.mark.parametrize(
    ("given", "wrong", "says"),
    [
        ("HEADTABLE_DATA", "{file}", "{file}"),
        ("DATABASE_URL", "nothing", "DATABASE_URL"),
        ("TZ", "Mars/Base", "TZ"),
        ("BEHIND_TLS", "1", "SECRET_KEY or SECRET_KEY_FILE must be set"),
    ],
)
def test_what_is_refused_before_any_command_is_one_line(tmp_path, given, wrong, says):
    (file := tmp_path / "a file with ä").touch()
    done = typed(tmp_path / "data", "up", "--no-demo", **{given: wrong.format(file=file)})
    assert done.returncode == 1
    assert not done.stdout
    assert done.stderr.startswith("Headtable is not set up as it must be: ")
    assert says.format(file=file) in done.stderr
    assert done.stderr.count("\n") == 1
