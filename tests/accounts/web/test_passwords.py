"""A password forgotten, and changed."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import get_language

from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.web.letters import link_sent

PASSWORD, NEW = "seven yellow chips", "eleven green chips"


@pytest.fixture(autouse=True)
def alice(cast):
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    return cast.alice


def good(password):
    return User.objects.get(name="Alice").check_password(password)


def test_by_a_link_a_new_one_is_set(client, alice):
    assert client.get("/password/forgotten/").status_code == 200
    assert client.post("/password/forgotten/", {"email": alice.email}).headers["location"] == (
        "/password/forgotten/sent/"
    )
    assert client.get("/password/forgotten/sent/").status_code == 200
    assert (mail.outbox[0].subject, mail.outbox[0].to) == ("Headtable: choose a new password", [alice.email])
    form = client.get(link_sent()).headers["location"]
    assert form.endswith("-set-password/"), "the link's secret leaves the address bar"
    assert client.get(form).status_code == 200
    assert (
        client.post(form, {"password1": NEW, "password2": NEW}).headers["location"] == "/password/new/done/"
    )
    assert client.get("/password/new/done/").status_code == 200
    assert good(NEW)
    used = Client().get(link_sent())
    assert used.status_code == 404
    assert "no longer valid" in used.text


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"password1": NEW, "password2": "x"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password1"),
        ({"password1": "alice@example.org", "password2": "alice@example.org"}, "password1"),
        ({}, "password1"),
    ],
)
def test_a_new_one_is_refused_at_its_field(client, alice, typed, field):
    client.post("/password/forgotten/", {"email": alice.email})
    form = client.get(link_sent()).headers["location"]
    refused = client.post(form, typed)
    assert refused.status_code == 422
    assert field in refused.context["form"].errors
    assert good(PASSWORD)


def test_it_is_not_told_who_has_an_account(client, alice):
    known = client.post("/password/forgotten/", {"email": alice.email}, follow=True)
    nobody = client.post("/password/forgotten/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == nobody.redirect_chain
    csrf = r"value=\"[^\"]*\"|X-CSRFToken\S+ \S+"
    assert re.sub(csrf, "", known.text) == re.sub(csrf, "", nobody.text)
    assert mail.outbox[1].subject == "Headtable: no account with this address"


@pytest.mark.thorough
def test_one_is_not_flooded_with_links(client, alice):
    answers = [client.post("/password/forgotten/", {"email": alice.email}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


def test_it_says_where_the_link_is_to_be_found(client, settings):
    assert "changepassword" in client.get("/password/forgotten/").text
    assert "This site sends no e-mails." in client.get("/password/forgotten/sent/").text
    settings.EMAIL_HOST = "mail.example.org"
    assert "changepassword" not in client.get("/password/forgotten/").text
    assert "a link was sent to it" in client.get("/password/forgotten/sent/").text


@pytest.mark.thorough
def test_letters_are_in_the_readers_language(client, alice, monkeypatch):
    written = []
    monkeypatch.setattr(AccountAdapter, "send_mail", lambda *_: written.append(get_language()))
    for language in ("de", "en"):
        client.post("/password/forgotten/", {"email": alice.email}, headers={"accept-language": language})
    assert written == ["de", "en"]


def test_it_is_changed(client, alice):
    client.force_login(alice)
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert client.get("/account/password/").status_code == 200
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    answer = client.post("/account/password/", typed, follow=True)
    assert answer.redirect_chain == [("/account/", 302)]
    assert "Your password has changed." in answer.text
    assert good(NEW)
    assert elsewhere.get("/account/").status_code == 302, "on other devices one is signed out"


def test_not_without_the_one_that_is_good_now(client, alice):
    client.force_login(alice)
    typed = {"oldpassword": "no", "password1": NEW, "password2": NEW}
    refused = client.post("/account/password/", typed)
    assert refused.status_code == 422
    assert refused.context["form"].errors == {"oldpassword": ["This is not your password."]}
    assert [client.post("/account/password/", typed).status_code for _ in range(10)][-1] == 429
    assert good(PASSWORD)
