"""Making an account, by anybody or by invitation, and confirming its address where mail is sent."""

import re
from datetime import timedelta
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.adapter import AccountAdapter
from accounts.clubs.services import claim_grant
from accounts.models import Invitation, User
from accounts.players.services import player_add
from tests.web.letters import link_sent

GOOD = {"name": " Dora ", "email": "Dora@Example.org", "password1": "seven yellow chips"}


def test_it_works(client, cast):
    assert 'name="next" value="/clubs/new/"' in client.get("/signup/?next=/clubs/new/").text
    assert client.post("/signup/", GOOD | {"next": "/clubs/new/"}).headers["location"] == "/clubs/new/"
    dora = User.objects.get(email="dora@example.org")
    assert (dora.name, dora.is_staff, dora.memberships.count()) == ("Dora", False, 0)
    assert dora.check_password("seven yellow chips")
    address = EmailAddress.objects.get(user=dora)
    assert (address.email, address.primary, address.verified) == (dora.email, True, False)
    assert client.session["_auth_user_id"] == str(dora.pk)


def test_where_no_mail_is_sent_no_link_is_promised(client, cast):
    page = client.post("/signup/", GOOD, follow=True)
    assert "dora@example.org" not in page.text
    assert "was sent to" not in page.text
    assert client.get(link_sent()).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"password1": "short"}, "password1"),
        ({"password1": "password123"}, "password1"),
        ({"password1": "dora@example.org"}, "password1"),
        ({"email": "not an address"}, "email"),
        ({"email": "a" * 250 + "@example.org"}, "email"),
        ({"email": "alice@example.org"}, "email"),
        ({"name": "a\u202eb"}, "name"),
    ],
)
def test_it_refuses_at_the_field_and_writes_nothing(client, cast, wrong, field):
    response = client.post("/signup/", GOOD | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert "seven yellow chips" not in response.text
    assert User.objects.count() == 5


def test_before_anybody_has_an_account_it_is_the_first_run(client, db):
    assert client.get("/signup/").headers["location"] == "/start/"
    assert client.post("/signup/", GOOD).headers["location"] == "/start/"
    assert not User.objects.exists()


def test_one_address_makes_so_many_accounts_an_hour(client, cast):
    answers = [client.post("/signup/", GOOD | {"name": " "}).status_code for _ in range(31)]
    assert answers == [422] * 30 + [429]


# By mail.


def test_where_mail_is_sent_the_address_is_confirmed_first(client, cast, mailing):
    answer = client.post("/signup/", GOOD | {"next": "/clubs/new/"})
    assert answer.headers["location"] == "/account/email/confirm/"
    assert "Check your e-mail" in client.get("/account/email/confirm/").text
    assert "_auth_user_id" not in client.session
    assert mail.outbox[0].to == ["dora@example.org"]
    page = client.get(link_sent())
    assert "dora@example.org" in page.text
    assert not EmailAddress.objects.get(email="dora@example.org").verified, "looking is not confirming"
    assert client.post(link_sent()).headers["location"] == "/clubs/new/"
    assert EmailAddress.objects.get(email="dora@example.org").verified
    assert "_auth_user_id" in client.session
    again = client.get(link_sent())
    assert again.status_code == 404
    assert "no longer valid" in again.text
    assert client.post(link_sent()).status_code == 404


def test_by_the_link_alone_nobody_is_signed_in(client, cast, mailing):
    client.post("/signup/", GOOD)
    other = Client()
    assert other.post(link_sent()).headers["location"] == "/login/"
    assert "_auth_user_id" not in other.session


@pytest.mark.thorough
def test_signing_in_sends_the_link_again_but_not_each_time(client, cast, mailing):
    client.post("/signup/", GOOD)
    for _ in range(3):
        answer = client.post("/login/", {"login": GOOD["email"], "password": GOOD["password1"]})
        assert answer.headers["location"] == "/account/email/confirm/"
    assert len(mail.outbox) == 1, "one a minute"


def test_with_mail_a_known_address_is_answered_as_an_unknown_one(cast, mailing):
    def sign_up(email):
        client = Client()
        answer = client.post("/signup/", GOOD | {"email": email}, follow=True)
        return re.sub(
            r"\S+@example.org|value=\"[^\"]*\"|X-CSRFToken\S+ \S+", "", answer.text
        ), answer.redirect_chain

    assert sign_up("alice@example.org") == sign_up("dora@example.org")
    assert [sent.subject for sent in mail.outbox] == [
        "Headtable: you have an account",
        "Headtable: confirm your e-mail",
    ]
    assert "/password/forgotten/" in mail.outbox[0].body
    assert User.objects.count() == 6


def test_mail_that_cannot_be_sent_is_said(client, cast, mailing, monkeypatch, caplog):
    away = Mock(side_effect=ConnectionRefusedError)
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)
    page = client.post("/signup/", GOOD, follow=True)
    assert page.status_code == 200
    assert "could not be sent." in page.text
    assert "A mail could not be sent" in caplog.text


# By invitation.


@pytest.fixture
def invited(settings):
    settings.SIGN_UP = "invited"


@pytest.fixture
def invitation(cast):
    tomorrow = timezone.now() + timedelta(days=1)
    return Invitation.objects.create(club=cast.club, role="scorer", digest="x", expires=tomorrow)


def follow(client, invitation):
    """As the page of the invitation leaves it."""
    session = client.session
    session["invitation"] = invitation.pk
    session.save()


@pytest.mark.thorough
def test_by_invitation_only_it_is_closed_to_others(client, cast, invited):
    for answer in (client.get("/signup/"), client.post("/signup/", GOOD)):
        assert answer.status_code == 403
        assert "A new account needs an invitation." in answer.text
    assert 'href="/signup/"' not in client.get("/login/").text
    assert User.objects.count() == 5


def test_and_open_to_who_followed_one(client, cast, invited, invitation):
    """The account joins by it, and so uses it up; the page that it goes on to leads to the club."""
    follow(client, invitation)
    assert client.get("/signup/").status_code == 200
    assert client.post("/signup/", GOOD | {"next": "/invitation/"}).headers["location"] == "/invitation/"
    dora = User.objects.get(email="dora@example.org")
    assert dora.memberships.get().role == "scorer"
    assert Invitation.objects.get().used_by == dora
    led = client.get("/invitation/", follow=True)
    assert led.redirect_chain == [(f"/clubs/{cast.club.pk}/", 302)]
    assert "Welcome to Thursday Club!" in led.text


def test_one_invitation_makes_one_account(cast, invited, invitation, monkeypatch):
    """Also of two who send their forms at the same moment."""
    first, second = Client(), Client()
    for client in (first, second):
        follow(client, invitation)
    monkeypatch.setattr(AccountAdapter, "is_open_for_signup", lambda self, request: True)
    assert first.post("/signup/", GOOD).status_code == 302
    answer = second.post("/signup/", GOOD | {"email": "eve@example.org"})
    assert answer.status_code == 403
    assert "A link works once and is valid for a few days." in answer.text
    assert User.objects.count() == 6


def test_an_invitation_that_brings_what_cannot_be_makes_none(client, cast, invited, invitation):
    """Somebody else has become meanwhile whom it would make of her."""
    invitation.made_by = cast.alice
    invitation.player = player_add(by=cast.alice, club=cast.club, name="Dora Day")
    invitation.save()
    claim_grant(by=cast.alice, user=cast.vera, player=invitation.player)
    follow(client, invitation)
    answer = client.post("/signup/", GOOD)
    assert answer.status_code == 422
    assert "Another account is already linked to this player." in answer.text
    assert User.objects.count() == 5
    assert Invitation.objects.get().used_at is None


def test_where_anybody_may_make_one_it_is_joined_by_hand(client, cast, invitation):
    follow(client, invitation)
    assert client.post("/signup/", GOOD).status_code == 302
    assert Invitation.objects.get().used_at is None


def test_what_is_no_number_of_an_invitation_opens_nothing(client, cast, invited):
    for forged in ("1", None, True, [1]):
        session = client.session
        session["invitation"] = forged
        session.save()
        assert client.get("/signup/").status_code == 403
