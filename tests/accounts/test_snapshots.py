"""Reading from one snapshot, whatever others write meanwhile, and writing beside it."""

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts.database.snapshots import Snapshots, note_shown, read_snapshot, run_after_reading
from accounts.models import Club
from tests.interleaved import elsewhere

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("shared")]


def names():
    return sorted(Club.objects.values_list("name", flat=True))


def club(name):
    return lambda: Club.objects.create(name=name)


def has_snapshot():
    database = connections["default"]
    assert isinstance(database, Snapshots)
    return database.has_snapshot


def renamed() -> None:
    Club.objects.update(name="Wednesday")


def refused() -> None:
    with transaction.atomic():
        club("Friday")()
        transaction.set_rollback(True)


def test_what_is_committed_meanwhile_is_read_only_afterwards():
    with read_snapshot():
        assert names() == []
        elsewhere(club("Tuesday"))
        assert names() == []
    assert names() == ["Tuesday"]


def test_the_moment_is_that_of_the_first_query():
    with read_snapshot():
        elsewhere(club("Tuesday"))
        assert names() == ["Tuesday"]


def test_one_within_another_is_the_same():
    with read_snapshot():
        assert names() == []
        with read_snapshot():
            elsewhere(club("Tuesday"))
        assert names() == []


def test_nothing_is_open_where_nothing_was_read_and_afterwards():
    """To begin and to end it are no queries."""
    with CaptureQueriesContext(connection) as queries, read_snapshot():
        assert not has_snapshot()
        names()
        names()
        assert has_snapshot()
    assert not has_snapshot()
    assert len(queries) == 2


def test_a_reader_waits_for_no_writer():
    def beside() -> None:
        with read_snapshot():
            assert names() == []

    with transaction.atomic():
        club("Tuesday")()
        elsewhere(beside)


@pytest.mark.parametrize("write", [club("Friday"), transaction.atomic(club("Friday"))])
def test_a_write_ends_it_and_is_not_refused(write):
    """A snapshot that is older than another's commit cannot be written from: so nothing is."""
    with read_snapshot():
        assert names() == []
        elsewhere(club("Tuesday"))
        write()
        assert names() == ["Friday", "Tuesday"]
        elsewhere(club("Thursday"))
        assert names() == ["Friday", "Tuesday"]


def test_after_a_query_that_failed_or_a_connection_that_was_closed_others_are_answered():
    with read_snapshot():
        names()
        with transaction.atomic():
            club("Friday")()
            assert names() == ["Friday"]
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT * FROM there_is_no_such_table")
        assert names() == ["Friday"]
        connection.close()
        assert not has_snapshot()
        assert names() == ["Friday"]
        connection.connection.close()
    assert not has_snapshot()
    assert names() == ["Friday"]


def test_what_is_put_off_is_written_once_all_is_read():
    with read_snapshot():
        run_after_reading(club("Friday"))
        assert names() == []
        elsewhere(club("Tuesday"))
        assert names() == []
    assert names() == ["Friday", "Tuesday"]
    run_after_reading(club("Monday"))
    assert "Monday" in names()


def test_what_is_put_off_fails_nothing(caplog):
    def fails() -> None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE there_is_no_such_table SET a = 1")

    with read_snapshot():
        run_after_reading(fails)
        run_after_reading(club("Friday"))
        assert names() == []
    assert names() == ["Friday"]
    assert "could not be written" in caplog.text


@pytest.mark.parametrize(
    ("own", "theirs", "torn"),
    [
        (refused, renamed, True),
        (refused, club("Thursday"), False),
        (club("Friday"), renamed, False),
        (transaction.atomic(club("Friday")), renamed, False),
    ],
    ids=["changed", "something else is changed", "own write", "own transaction"],
)
def test_torn_is_what_is_shown_as_it_was_before_a_command_that_did_nothing(own, theirs, torn):
    """What wrote something itself is never carried out again."""
    Club.objects.create(name="Tuesday")
    with read_snapshot() as read:
        note_shown(Club.objects.get(), by="name")
        own()
        elsewhere(theirs)
        names()
        assert read.is_torn() is torn


def test_one_snapshot_is_never_torn():
    Club.objects.create(name="Tuesday")
    with read_snapshot() as read:
        note_shown(Club.objects.get(), by="name")
        elsewhere(renamed)
        assert names() == ["Tuesday"]
        assert not read.is_torn()
