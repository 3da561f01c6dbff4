"""Signing in and out."""

import pytest
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError, connection
from django.test import Client

from accounts.models import User

PASSWORD = "seven yellow chips"


def with_password(user):
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def alice(cast):
    return with_password(cast.alice)


def sign_in(client, user, password=PASSWORD, **more):
    return client.post("/login/", {"login": user.email, "password": password, **more})


def test_it_works(client, alice):
    page = client.get("/login/")
    assert page.status_code == 200
    assert 'href="/join/"' in page.text
    response = client.post("/login/", {"login": "ALICE@example.org", "password": PASSWORD})
    assert response.headers["location"] == "/"
    assert client.get("/login/").headers["location"] == "/"


def test_it_goes_on_to_the_page_that_was_asked_for(client, alice, night):
    page = f"/evenings/{night(12).evening.pk}/"
    asked = client.get(page)
    assert asked.headers["location"] == f"/login/?next={page}"
    assert f'name="next" value="{page}"' in client.get(asked.headers["location"]).text
    assert sign_in(client, alice, next=page).headers["location"] == page


def test_a_wrong_password_says_so_and_does_not_say_who_exists(client, alice):
    wrong = sign_in(client, alice, "no")
    nobody = client.post("/login/", {"login": "nobody@example.org", "password": "no"})
    assert wrong.status_code == nobody.status_code == 422
    assert wrong.context["form"].non_field_errors() == ["No account has this e-mail and password."]
    assert wrong.context["form"].non_field_errors() == nobody.context["form"].non_field_errors()
    assert "_auth_user_id" not in client.session


def test_it_leads_nowhere_else(client, alice):
    assert sign_in(client, alice, next="https://example.com/").headers["location"] == "/"


def test_an_account_that_was_closed_says_so(client, alice):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert sign_in(client, alice).headers["location"] == "/inactive/"
    assert "closed" in client.get("/inactive/").text
    assert "_auth_user_id" not in client.session


def test_signing_out(client, alice):
    client.force_login(alice)
    assert "You are signed in as Alice." in client.get("/logout/").text
    assert client.post("/logout/").headers["location"] == "/login/"
    assert "_auth_user_id" not in client.session


def test_pages_answer_with_pages(client, alice):
    answer = client.post("/login/", {"login": "x"}, headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert answer["Content-Type"].startswith("text/html")


# Guesses: the address is that of a hall, which all phones share.


def test_the_eleventh_wrong_password_is_refused_and_a_right_one_after_it(client, alice, cast):
    """But not others behind the same address, nor the account from another one."""
    for _ in range(10):
        assert sign_in(client, alice, "no").status_code == 422
    for password in ("no", PASSWORD):
        refused = sign_in(client, alice, password)
        assert refused.status_code == 429
        assert "Try again in 15 minutes." in refused.text
        assert refused["Retry-After"] == "900"
    assert "_auth_user_id" not in client.session
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), alice).status_code == 302
    assert sign_in(client, with_password(cast.bob)).status_code == 302


def test_one_address_is_not_answered_for_good_however_many_accounts_it_tries(client, alice):
    for number in range(100):
        guess = {"login": f"p{number}@example.org", "password": "no"}
        assert client.post("/login/", guess).status_code == 422
    assert sign_in(client, alice).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), alice).status_code == 302


def test_a_right_password_never_counts(alice):
    for _ in range(30):
        assert sign_in(Client(), alice).status_code == 302


def test_failures_are_counted_where_all_processes_see_them(client, alice):
    assert isinstance(caches["default"], DatabaseCache)
    sign_in(client, alice, "no")
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM limits")
        kept = [key for (key,) in cursor.fetchall()]
    assert len(kept) == 2, "by account, and by address"
    assert not any(alice.email in key for key in kept)


def test_the_admin_is_signed_in_to_by_the_same_page(client, alice):
    assert client.get("/admin/login/?next=/admin/").headers["location"] == "/login/?next=%2Fadmin%2F"
    client.force_login(alice)
    refused = client.get("/admin/login/")
    assert refused.status_code == 403
    assert "You may not open this page" in refused.text


def guess_all_around():
    for number in range(100):
        Client().post("/login/", {"login": f"p{number}@example.org", "password": "no"})


def test_who_signed_in_there_comes_in_again_whatever_others_fail_at(client, alice, cast):
    assert sign_in(Client(), alice).status_code == 302
    guess_all_around()
    assert sign_in(client, with_password(cast.bob)).status_code == 429
    assert sign_in(client, alice).status_code == 302


def test_but_passwords_of_who_signed_in_there_are_not_guessed_without_end(client, alice):
    assert sign_in(Client(), alice).status_code == 302
    guess_all_around()
    answers = [sign_in(client, alice, "no").status_code for _ in range(12)]
    assert answers == [422] * 10 + [429] * 2


def test_of_ipv6_a_network_is_one_visitor(alice):
    """Within it a visitor has as many addresses as anybody could want."""
    answers = [
        sign_in(Client(REMOTE_ADDR=f"2001:db8:1:2::{number}"), alice, "no").status_code
        for number in range(1, 13)
    ]
    assert answers == [422] * 10 + [429] * 2


def test_with_fewer_proxies_than_were_said(client, alice, settings):
    settings.TRUSTED_PROXIES = 2
    more = {"headers": {"x-forwarded-for": "203.0.113.5"}}
    page = client.post("/login/", {"login": alice.email, "password": PASSWORD}, **more)
    assert page.status_code == 302


def test_without_the_table_of_failures_one_signs_in_all_the_same(client, alice, monkeypatch):
    def gone(*_args, **_kwargs):
        raise OperationalError("no such table: limits")

    for method in ("add", "get_many", "set", "delete"):
        monkeypatch.setattr(DatabaseCache, method, gone)
    assert sign_in(client, alice, "no").status_code == 422
    assert sign_in(client, alice).status_code == 302
