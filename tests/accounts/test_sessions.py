"""Who is signed in is found anew for each request, in two queries."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.models import QuerySet
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore

pytestmark = pytest.mark.postgresql
PAGE = "/account/"


@pytest.fixture
def signed_in(cast, client: Client) -> Client:
    client.force_login(cast.alice)
    assert client.get(PAGE).status_code == 200
    return client


@pytest.mark.parametrize(
    "end",
    [
        lambda _alice: Session.objects.all().delete(),
        lambda _alice: Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1)),
        lambda alice: User.objects.filter(pk=alice.pk).update(is_active=False),
        lambda alice: User.objects.filter(pk=alice.pk).update(password="!another"),
        lambda alice: (alice.memberships.all().delete(), alice.delete()),
    ],
    ids=["ended", "expired", "may not sign in any more", "a new password", "the account is gone"],
)
def test_who_is_signed_in_no_more_is_out_at_once(cast, signed_in, end):
    end(cast.alice)
    assert signed_in.get(PAGE).status_code == 302


@pytest.mark.django_db
def test_no_key_is_somebodys(client):
    for key in ("", "nobody", "2026112613", "x" * 400):
        client.cookies["sessionid"] = key
        assert client.get(PAGE).status_code == 302


def test_sessions_of_0_9_go_on(signed_in):
    key = Session.objects.get().session_key
    before = SessionStore(key)
    before[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    before.save()
    assert signed_in.get(PAGE).status_code == 200


def test_it_takes_two_queries(signed_in, django_assert_num_queries):
    request = HttpRequest()
    request.session = SessionStore(Session.objects.get().session_key)
    with django_assert_num_queries(2):
        assert get_user(request).is_authenticated


@pytest.fixture
def days_later(signed_in):
    """Let a session grow older: as if it had begun so many days ago."""

    def go(days: float) -> None:
        row = Session.objects.get()
        Session.objects.update(expire_date=row.expire_date - timedelta(days=days))

    return go


def test_use_prolongs_a_session_and_its_cookie(signed_in, days_later, night):
    """On every road: a page, one that the browser has already, a file, the API, a form."""
    evening = night(8).evening
    standings = f"/evenings/{evening.pk}/standings/"
    tag = signed_in.get(standings)["ETag"]
    roads = [
        (PAGE, {}, 200),
        (standings, {"If-None-Match": tag}, 304),
        (f"/evenings/{evening.pk}/export.json", {}, 200),
        ("/api/v1/me/", {}, 200),
    ]
    for address, headers, status in roads:
        days_later(13.99)
        before = timezone.now()
        answer = signed_in.get(address, headers=headers)
        assert (answer.status_code, address) == (status, address)
        left = Session.objects.get().expire_date - before
        assert timedelta(days=14) <= left < timedelta(days=14, minutes=5), address
        cookie = answer.cookies["sessionid"]
        assert cookie["max-age"] == 14 * 24 * 3600, address
        assert cookie["httponly"]
        assert "public" not in answer.headers.get("Cache-Control", ""), address


def test_a_session_is_written_once_a_day(signed_in, days_later):
    def get(*, cookie: bool) -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            answer = signed_in.get(PAGE)
        assert ("sessionid" in answer.cookies) is cookie
        return [query["sql"] for query in asked if query["sql"].startswith(("UPDATE", "INSERT", "DELETE"))]

    assert get(cookie=False) == []
    days_later(0.9)
    assert get(cookie=False) == []
    days_later(0.2)
    assert len(get(cookie=True)) == 1
    assert get(cookie=False) == []


def test_a_session_without_use_ends_after_two_weeks(signed_in, days_later):
    days_later(14.001)
    assert signed_in.get(PAGE).status_code == 302


def test_a_page_that_cannot_prolong_its_session_is_shown(signed_in, days_later, monkeypatch):
    days_later(2)
    end = Session.objects.get().expire_date

    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(QuerySet, "update", refuse)
        assert signed_in.get(PAGE).status_code == 200
    assert Session.objects.get().expire_date == end
    signed_in.get(PAGE)
    assert Session.objects.get().expire_date > end


def test_what_a_page_writes_into_a_session_prolongs_it_too(signed_in, days_later):
    days_later(2)
    stored = SessionStore(Session.objects.get().session_key)
    stored["more"] = "kept"
    stored.save()
    assert SessionStore(stored.session_key)["more"] == "kept"
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=13.9)


def test_a_session_that_ended_meanwhile_is_not_prolonged(signed_in, days_later):
    days_later(2)
    stored = SessionStore(Session.objects.get().session_key)
    assert stored.get("more") is None
    Session.objects.all().delete()
    stored.save()
    assert not Session.objects.exists()
