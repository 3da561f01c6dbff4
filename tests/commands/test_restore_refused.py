"""What ``manage.py restore`` refuses: it says why, and nothing is changed."""

import json
import os
import re

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.commands.laptops import KEY, all_rows, forged, refused, restore, saying
from tournaments.management.backups import restore as restoring
from tournaments.management.backups.archive import MANIFEST, insert, open_backup
from tournaments.management.processes import data_folder
from tournaments.models import Evening

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "here"),
    pytest.mark.slow,
]


def test_a_database_that_is_in_use(good):
    assert "Nothing was changed." in refused(
        good, r"holds clubs: 3, users: 5, evenings: 1 already; with --replace the backup", replace=False
    )


def test_while_headtable_runs(good, here):
    with data_folder.hold_alone(here / "run"):
        refused(good, "Headtable already uses this data folder")
        assert "is good" in restore(good, "--check")


@pytest.mark.postgresql
def test_what_an_ended_run_has_left_over_is_ended_first(good, here, monkeypatch):
    monkeypatch.setattr(data_folder, "left_over_end", lambda folder: folder == here / "run")
    assert restore(good, "--replace").startswith("Processes of an earlier run were stopped.\n")


@pytest.mark.sample(2)
@pytest.mark.parametrize("content", [b"", b"PK", b"Dear Alice", b"SQLite format 3\0" * 9])
def test_what_is_not_ours(good, tmp_path, content):
    file = tmp_path / "other.zip"
    file.write_bytes(content)
    refused(file, r"other\.zip is not a backup of Headtable")


def test_what_cannot_be_read(good, tmp_path):
    refused(tmp_path / "missing.zip", "missing.zip cannot be read: No such file")
    refused(tmp_path, "cannot be read: Is a directory")


DAMAGED = re.compile(r"is incomplete or was changed\. Use another backup\.|is not a backup of Headtable")


def complaint(file):
    """What is said of a file that is not read at all."""
    try:
        with open_backup(file):
            return ""
    except CommandError as error:
        return str(error)


def test_no_byte_can_be_missing_or_another(good, tmp_path):
    """Each place where it is cut, each byte that is changed. The rest of a restore never sees such a file."""
    content, file = good.read_bytes(), tmp_path / "changed.zip"
    file.write_bytes(content)
    assert not complaint(file)
    with file.open("r+b", buffering=0) as changed:
        for at, byte in enumerate(content):
            os.pwrite(changed.fileno(), bytes([byte ^ (1 + at % 255)]), at)
            assert DAMAGED.search(complaint(file)), at
            os.pwrite(changed.fileno(), bytes([byte]), at)
        assert not complaint(file)
        for at in reversed(range(len(content))):
            changed.truncate(at)
            assert DAMAGED.search(complaint(file)), at


def without(name):
    return lambda found: found.pop(name)


def lines(name, change):
    """A change of a member's lines; the first names the columns."""

    def done(found):
        found[name] = b"".join(change(found[name].splitlines(keepends=True)))

    return done


def replaced(name, old, new):
    """A change of the last line of a member."""
    return lines(name, lambda all: [*all[:-1], all[-1].replace(old, new)])


def twice(found):
    """The last club is there twice, and counted twice."""
    lines(CLUBS, lambda all: [*all, all[-1]])(found)
    counted = json.loads(found[MANIFEST])["tables"]
    saying(tables={**counted, "accounts.club": counted["accounts.club"] + 1})(found)


def newer(found):
    """It was written by a version that has one migration more."""
    migrations = json.loads(found[MANIFEST])["migrations"]
    saying(migrations={**migrations, "games": [*migrations["games"], "0002_tomorrow"]}, headtable="3.1.0")(
        found
    )


USERS, CLUBS, PEOPLE = "accounts.user.jsonl", "accounts.club.jsonl", "tournaments.entryrow.jsonl"
WRONG = {
    "a row is missing": (lines(USERS, lambda all: all[:-1]), "accounts.user has missing or extra rows"),
    "a row more": (
        lines(CLUBS, lambda all: [*all, all[-1]]),
        "accounts.club has missing or extra rows",
    ),
    "a table is missing": (without(USERS), "accounts.user is missing"),
    "a column more": (
        lines(CLUBS, lambda all: [all[0].replace(b'"name"', b'"name","motto"'), *all[1:]]),
        "accounts.club has other columns",
    ),
    "a column is missing": (
        lines(CLUBS, lambda all: [all[0].replace(b'"created"', b'"name"'), *all[1:]]),
        "accounts.club has other columns",
    ),
    "a value less": (
        lines(CLUBS, lambda all: [*all[:-1], b"[9]\n"]),
        "a row of accounts.club cannot be read",
    ),
    "no row": (lines(CLUBS, lambda all: [*all[:-1], b"{\n"]), "a row of accounts.club cannot be read"),
    "no time": (replaced(CLUBS, b"-", b"x"), "a row of accounts.club cannot be read"),
    "a number that others point at": (
        lines(PEOPLE, lambda all: [*all[:-1], all[-1].replace(b"[", b"[9", 1)]),
        "cannot be restored: ",
    ),
    "a row twice": (twice, "cannot be restored: "),
    "another format": (saying(format="headtable-evening"), "is not a backup of Headtable"),
    "a newer format": (saying(format_version=2, headtable="3.1.0"), r"a newer Headtable, version 3\.1\.0"),
    "no version": (saying(format_version=None), "is not a backup of Headtable"),
    "no manifest": (without(MANIFEST), "is not a backup of Headtable"),
    "a newer migration": (newer, r"by a newer Headtable, version 3\.1\.0, with games\.0002_tomorrow"),
    "another table": (saying(tables={"accounts.user": 5}), "its tables do not match its version"),
}
"""What may be wrong with a backup whose seal is good, and what is said of it."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_inside(good, tmp_path, wrong):
    change, says = WRONG[wrong]
    refused(forged(good, tmp_path / "wrong.zip", change), says)


def test_a_database_of_a_newer_version(good):
    recorder = MigrationRecorder(connection)
    try:
        recorder.record_applied("tournaments", "9999_tomorrow")
        refused(good, r"to a newer version of Headtable. It has tournaments\.9999_tomorrow")
    finally:
        recorder.record_unapplied("tournaments", "9999_tomorrow")


@pytest.mark.postgresql
@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite takes every letter; PostgreSQL does not"
)
def test_what_only_this_database_refuses(good, tmp_path):
    """Everything but the last step was well; ours is as it was all the same, and what stood is kept."""
    change = replaced(CLUBS, b"Club", b"Cl\\u0000b")
    before = all_rows()
    with pytest.raises(CommandError, match=r"cannot be restored: .*NUL"):
        restore(forged(good, tmp_path / "letters.zip", change), "--replace")
    assert all_rows() == before


def test_a_restore_that_is_stopped_changes_nothing(good, here, monkeypatch):
    """Ctrl-C between two tables: the rows and the key are as they were."""
    before, whole = all_rows(), insert

    def stops(ours, model, *rest):
        if model is Evening:
            raise KeyboardInterrupt
        whole(ours, model, *rest)

    monkeypatch.setattr(restoring, "insert", stops)
    with pytest.raises(CommandError, match=r"Stopped\. No work was left unfinished\."):
        restore(good, "--replace")
    assert all_rows() == before
    assert sorted(path.name for path in here.iterdir()) == ["backups", "run", "secret.key"]
    assert (here / "secret.key").read_text() == KEY


def test_a_check_says_what_it_is_and_changes_nothing(good):
    before = all_rows()
    assert re.fullmatch(
        r"\S+good\.zip is good: \d+ rows, made on .* by Headtable .*\.\n", restore(good, "--check")
    )
    assert all_rows() == before
