"""Backups that somebody forged, with a good seal: each is refused in a sentence, and nothing is changed."""

import json
import os
from contextlib import suppress

import pytest
from django.core.management import CommandError
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.commands.laptops import all_rows, forged, members, refused, restore, saying
from tournaments.management.backups import archive
from tournaments.management.backups.archive import KEY as KEY_MEMBER
from tournaments.management.backups.archive import MANIFEST, SEAL, make_fingerprint

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "here"),
    pytest.mark.slow,
]


SAYING: dict[str, dict[str, object]] = {
    "tables are a list": {"tables": ["accounts.user"]},
    "tables are none": {"tables": None},
    "numbers are text": {"tables": {"accounts.user": "5"}},
    "a number is true": {"tables": {"accounts.user": True}},
    "a number is below 0": {"tables": {"accounts.user": -1}},
    "migrations are a list": {"migrations": [1, 2]},
    "migrations are text": {"migrations": {"games": "0001_house_rules"}},
    "migrations are none": {"migrations": {"games": None}},
    "a migration is a list": {"migrations": {"games": [[1]]}},
    "a migration that a terminal would obey": {"migrations": {"games": ["\x1b[2J"]}},
    "made at no time": {"made": "yesterday"},
    "made at a number": {"made": 5},
    "made in no zone": {"made": "2026-11-20T18:00:00"},
    "made at the end of time": {"made": "9999-12-31T23:59:59-12:00"},
    "a key that is a number": {"key": 5},
    "a key that is another": {"key": make_fingerprint("another")},
    "by a version that is a table": {"headtable": {"a": 1}},
    "by a version that a terminal would obey": {"headtable": "\x1b[2J9"},
    "by a version that is long": {"headtable": "9" * 101},
    "a format of half": {"format_version": 0.5},
    "a format of true": {"format_version": True},
    "a format below 1": {"format_version": -3},
    "a format in letters": {"format_version": "1"},
    "a newer format that a terminal would obey": {"format_version": 2, "headtable": "\x1b[2J9"},
    "more than we know": {"more": 1},
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("wrong", SAYING)
def test_a_manifest_that_says_what_none_says(good, tmp_path, wrong):
    refused(forged(good, tmp_path / "wrong.zip", saying(**SAYING[wrong])), "is not a backup of Headtable")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        (MANIFEST, b"[" * 200_000),
        (MANIFEST, b"[1]"),
        (MANIFEST, b"\xff\xfe"),
        (MANIFEST, b"{" + b" " * archive.LONGEST + b"}"),
        (KEY_MEMBER, b"another"),
        (KEY_MEMBER, b""),
        (KEY_MEMBER, b"\xff"),
    ],
)
def test_members_that_are_none(good, tmp_path, name, content):
    wrong = forged(good, tmp_path / "wrong.zip", lambda found: found.update({name: content}))
    refused(wrong, "is not a backup of Headtable")


def test_only_some_of_the_migrations(good, tmp_path):
    """The tables of such a version cannot be made."""
    migrations = json.loads(members(good)[MANIFEST])["migrations"]
    some = {app: names[-1:] for app, names in migrations.items()}
    refused(forged(good, tmp_path / "some.zip", saying(migrations=some)), "some.zip cannot be restored: ")
    refused(forged(good, tmp_path / "none.zip", saying(migrations={})), "none.zip cannot be restored: ")


ROWS = [*("5", "null", "{}", '"abc"', "[" * 200_000, "[" + " " * archive.LONGEST + "]"), "[1,2,3]"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[:5])
def test_a_row_that_is_none(good, tmp_path, row):
    def change(found):
        first, _row, *others = found[CLUBS].splitlines()
        found[CLUBS] = b"\n".join([first, row.encode(), *others, b""])

    refused(forged(good, tmp_path / "wrong.zip", change), "a row of accounts.club cannot be read")


CLUBS, EVENINGS = "accounts.club.jsonl", "tournaments.evening.jsonl"
VALUES = [10**30, -1, 1.5, True, None, "x", "\x00", "\ud800", [1], {"a": 1}, float("inf")]


@pytest.mark.thorough
@hypothesis_settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10), value=st.sampled_from(VALUES))
@example(at=0, value=10**30)
@example(at=0, value=float("inf"))
def test_a_value_in_the_place_of_another(good, at, value):
    """A sentence, or a row that the database takes: never anything else."""
    first, row, *_others = members(good)[EVENINGS].splitlines()
    values = json.loads(row)
    values[at % len(values)] = value
    changed = b"\n".join([first, json.dumps(values).encode(), b""])
    wrong = forged(good, good.with_name("wrong.zip"), lambda found: found.update({EVENINGS: changed}))
    is_good_or_refused(wrong)


@pytest.mark.sample(2)
@pytest.mark.parametrize("named", ["5", "null", "{{", '[1,"name"]', "[[1]]", ""])
def test_columns_that_are_none(good, tmp_path, named):
    def change(found):
        found[CLUBS] = b"\n".join([named.encode(), *found[CLUBS].splitlines()[1:], b""])

    refused(forged(good, tmp_path / "wrong.zip", change), "wrong.zip cannot be restored: ")


@pytest.mark.thorough
@hypothesis_settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.floats(0, 1, exclude_max=True), by=st.integers(1, 255))
@example(at=0.9999, by=1)
def test_any_byte_under_a_new_seal(good, at, by):
    """The ZIP itself is forged: its lists, its sums, what is packed in it."""
    content = bytearray(good.read_bytes()[:-SEAL])
    content[int(at * len(content))] ^= by
    file = good.with_name("wrong.zip")
    file.write_bytes(bytes(content) + b"." * SEAL)
    with file.open("r+b") as changed:
        seal = archive._compute_seal(changed)
        changed.seek(-SEAL, os.SEEK_END)
        changed.write(seal)
    is_good_or_refused(file)


def is_good_or_refused(file):
    before = all_rows()
    with suppress(CommandError):
        assert "is good" in restore(file, "--check")
    assert all_rows() == before
