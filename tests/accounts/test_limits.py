"""Wrong guesses: so many are answered to one address, and right ones never count."""

import time

import pytest
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError, connection
from django.test import RequestFactory

from accounts import limits

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three(settings):
    """Three failures in a minute."""
    settings.FAILURES = {"join": (3, 60), "link": (3, 60)}


def ask(address="192.0.2.1", **headers):
    return RequestFactory().get("/", REMOTE_ADDR=address, **headers)


def fail(request, times=3, scope="join"):
    for _again in range(times):
        limits.count_failure(request, scope)


def test_so_many_failures_and_then_a_wait():
    request = ask()
    fail(request, 2)
    assert limits.get_wait(request, "join") == 0
    fail(request, 1)
    assert 55 < limits.get_wait(request, "join") <= 60
    with pytest.raises(limits.TooOftenError) as refused:
        limits.refuse_guessers(request, "join")
    assert 55 < refused.value.seconds <= 60


def test_others_and_other_things_are_not_refused_with_it():
    fail(ask())
    assert limits.get_wait(ask("192.0.2.2"), "join") == 0
    assert limits.get_wait(ask(), "link") == 0


def test_when_the_time_is_over_it_may_try_again(monkeypatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    fail(ask())
    monkeypatch.setattr(time, "time", lambda: now + 59)
    fail(ask(), 1)
    assert limits.get_wait(ask(), "join") == 1, "a failure within the time does not lengthen it"
    monkeypatch.setattr(time, "time", lambda: now + 60)
    assert limits.get_wait(ask(), "join") == 0
    fail(ask(), 1)
    assert limits.get_wait(ask(), "join") == 0


@pytest.mark.parametrize(
    ("one", "another", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
        ("not an address", "not an address", True),
    ],
)
def test_what_is_one_visitor(one, another, same):
    """Of IPv6 the network: within it, a visitor has as many addresses as anybody could want."""
    assert (limits.find_address(ask(one)) == limits.find_address(ask(another))) is same


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "203.0.113.5", "192.0.2.1"),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "10.9.9.9, 203.0.113.5", "203.0.113.5"),
        (2, "10.9.9.9, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        (2, "203.0.113.5", "203.0.113.5"),
        (1, None, "192.0.2.1"),
    ],
)
def test_a_trusted_proxy_says_who_asks(proxies, forwarded, seen, settings):
    settings.TRUSTED_PROXIES = proxies
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert limits.find_address(ask(**headers)) == seen


def test_all_processes_count_together_and_no_address_is_kept():
    """In the database's cache, which all of them share."""
    fail(ask("203.0.113.77"))
    with connection.cursor() as cursor:
        cursor.execute("select cache_key, value from limits")
        rows = cursor.fetchall()
    assert len(rows) == 1
    assert "203.0.113" not in str(rows)


def test_strangers_cannot_fill_the_table(settings):
    """It is culled; the newest are counted on."""
    most = caches["default"]._max_entries
    caches["default"]._max_entries = 20
    try:
        for number in range(60):
            fail(ask(f"198.51.100.{number}"), 1)
        with connection.cursor() as cursor:
            cursor.execute("select count(*) from limits")
            assert cursor.fetchone()[0] <= 21
    finally:
        caches["default"]._max_entries = most


def test_a_database_that_is_busy_refuses_nobody(monkeypatch, caplog):
    def busy(*_args, **_kwargs):
        raise OperationalError("database is locked")

    for method in ("get_many", "set"):
        monkeypatch.setattr(DatabaseCache, method, busy)
    fail(ask(), 5)
    assert limits.get_wait(ask(), "join") == 0
    assert "could not be counted" in caplog.text


def test_who_knew_it_is_let_in():
    assert not limits.has_shown_lately(ask(), "join", "ABC")
    limits.note_success(ask(), "join", "ABC")
    assert limits.has_shown_lately(ask(), "join", "ABC")
    assert not limits.has_shown_lately(ask(), "join", "ABD")
    assert not limits.has_shown_lately(ask("192.0.2.2"), "join", "ABC")


@pytest.fixture
def clock(monkeypatch):
    """Sets the time, in seconds from now."""
    now = time.time()
    return lambda later: monkeypatch.setattr(time, "time", lambda: now + later)


def use(request, what="ABC"):
    """As a page does that is asked for with something right; whether the database was asked."""
    if limits.has_shown_lately(request, "join", what):
        return False
    limits.refuse_guessers(request, "join", what)
    limits.note_success(request, "join", what)
    return True


@pytest.mark.alike
def test_who_uses_it_stays_known_while_others_fail(clock):
    """Longer than failures are counted; and the database is asked twice, and then after hours."""
    assert use(ask())
    fail(ask())
    hours = 60 * 60
    asked = []
    for seconds in range(0, 24 * hours, 50):
        clock(seconds)
        fail(ask())
        if use(ask()):
            asked.append(seconds)
    assert asked[0] == 100
    assert len(asked) <= 5
    with pytest.raises(limits.TooOftenError):
        limits.refuse_guessers(ask(), "join", "ABD")


def test_the_first_use_writes_nothing(clock, django_assert_num_queries):
    with django_assert_num_queries(0):
        limits.note_success(ask(), "join", "ABC")


def test_other_processes_know_it_a_minute_later(clock):
    use(ask())
    clock(61)
    use(ask())
    caches["throttle"].clear()  # another process, or this one started anew
    fail(ask())
    limits.refuse_guessers(ask(), "join", "ABC")
    for request, what in ((ask(), "ABD"), (ask(), None), (ask("192.0.2.2"), "ABC")):
        fail(request)
        with pytest.raises(limits.TooOftenError):
            limits.refuse_guessers(request, "join", what)
