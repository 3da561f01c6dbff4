"""Who is signed in is found anew for each request, in two queries."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.sessions import SessionStore

pytestmark = pytest.mark.postgresql
PAGE = "/account/"


@pytest.fixture
def signed_in(cast, client: Client) -> Client:
    client.force_login(cast.alice)
    assert client.get(PAGE).status_code == 200
    return client


def test_a_session_that_ended_is_over_at_once(signed_in):
    Session.objects.all().delete()
    assert signed_in.get(PAGE).status_code == 302


def test_so_is_one_that_expired(signed_in):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert signed_in.get(PAGE).status_code == 302


def test_who_may_not_sign_in_any_more_is_out_at_once(cast, signed_in):
    cast.alice.is_active = False
    cast.alice.save()
    assert signed_in.get(PAGE).status_code == 302


def test_a_new_password_ends_other_sessions(cast, signed_in):
    cast.alice.set_password("another one 17")
    cast.alice.save()
    assert signed_in.get(PAGE).status_code == 302


def test_whose_account_is_gone_is_out(cast, signed_in):
    cast.alice.memberships.all().delete()
    cast.alice.delete()
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
