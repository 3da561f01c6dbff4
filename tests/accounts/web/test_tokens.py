"""Tokens of programs: made, shown once, and revoked."""

import pytest
from django.utils.html import escape

from accounts.account.selectors import hash_secret
from accounts.account.services import token_create
from accounts.models import Club, Token
from tests.web.html import Page
from tests.web.visitors import HOSTILE

GOOD = {"name": "Scoreboard", "role": "scorer", "club": "", "days": "365"}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)
    return cast.alice


def secret_in(page):
    return next(
        one.attributes["value"]
        for one in Page(page.text).root.all("input")
        if one.attributes.get("id") == "secret"
    )


@pytest.mark.thorough
def test_its_secret_is_shown_once(client, alice):
    assert client.get("/account/tokens/").status_code == 200
    made = client.post("/account/tokens/", GOOD)
    assert made.status_code == 200
    assert "no-store" in made["Cache-Control"]
    secret, token = secret_in(made), Token.objects.get()
    assert secret.startswith("ht_")
    assert hash_secret(secret) == token.digest
    assert "Authorization: Bearer" in made.text
    listed = client.get("/account/tokens/").text
    assert secret not in listed
    assert secret[:8] in listed
    assert "never used" in listed


def test_for_one_club_for_a_month_or_without_end(client, cast, alice):
    client.post("/account/tokens/", GOOD | {"club": cast.club.pk, "days": "30", "role": "viewer"})
    token = Token.objects.get()
    assert (token.user, token.club, token.role) == (alice, cast.club, "viewer")
    assert token.expires is not None
    assert (token.expires - token.made_at).days == 30
    client.post("/account/tokens/", GOOD | {"days": ""})
    assert Token.objects.latest("pk").expires is None


@pytest.mark.thorough
@pytest.mark.parametrize("field", ["name", "role", "club", "days"])
def test_it_is_refused_at_its_field(client, cast, field):
    wrong = {"name": " ", "role": "king", "club": cast.other_club.pk, "days": "7"}[field]
    refused = client.post("/account/tokens/", GOOD | {field: wrong})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == [field]
    assert not Token.objects.exists()


def test_revoked(client, cast, alice):
    token, _secret = token_create(by=alice, name=HOSTILE, role="viewer")
    page = client.get("/account/tokens/").text
    assert HOSTILE not in page.replace(escape(HOSTILE), "")
    answer = client.post(f"/account/tokens/{token.pk}/revoke/", follow=True)
    assert answer.redirect_chain == [("/account/tokens/", 302)]
    assert "is revoked" in answer.text
    token.refresh_from_db()
    assert token.revoked_at is not None


@pytest.mark.thorough
def test_the_list_asks_no_more_for_more(client, cast, alice, django_assert_max_num_queries):
    for number in range(10):
        token_create(by=alice, name=f"T{number}", role="viewer", club=Club.objects.get(pk=cast.club.pk))
    with django_assert_max_num_queries(5):
        client.get("/account/tokens/")
