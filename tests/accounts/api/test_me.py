"""Who asks: the account, its clubs and its tokens, as far as the token goes."""

import pytest

from accounts.account.services import token_create
from accounts.models import Membership, Role, Token
from tests.api.described import held
from tests.api.members import bearer

ME, TOKENS = "/api/v1/me/", "/api/v1/me/tokens/"


def test_it_says_who_asks_and_with_what(cast):
    told = held(bearer(cast.sam, Role.VIEWER), "GET", ME, status=200)
    assert (told["name"], told["email"]) == ("Sam", "sam@example.org")
    assert told["clubs"] == [{"id": cast.club.pk, "name": "Thursday Club", "role": "scorer"}]
    assert told["token"]["role"] == "viewer"


def test_a_token_for_one_club_tells_of_no_other(cast):
    Membership.objects.create(user=cast.alice, club=cast.other_club, role=Role.VIEWER)
    assert len(held(bearer(cast.alice), "GET", ME, status=200)["clubs"]) == 2
    narrow = bearer(cast.alice, club=cast.other_club)
    assert [club["id"] for club in held(narrow, "GET", ME, status=200)["clubs"]] == [cast.other_club.pk]


def test_who_is_signed_in_has_no_token(cast, client):
    client.force_login(cast.vera)
    assert client.get(ME).json()["token"] is None


def test_nobody_is_told_to_show_one(client, db):
    response = client.get(ME)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_tokens_are_listed_without_their_secrets(cast):
    program = bearer(cast.alice)
    bearer(cast.bob)
    told = held(program, "GET", TOKENS, status=200)
    assert told["count"] == 1
    assert program.secret not in str(told)
    assert program.secret.startswith(told["results"][0]["hint"])


def test_a_token_makes_no_tokens(cast):
    assert bearer(cast.alice).post(TOKENS, {"name": "Another"}).status_code == 405


def test_a_token_is_revoked_once_and_again(cast):
    """One's own: of somebody else there is none."""
    program = bearer(cast.alice)
    mine, theirs = (token_create(by=user, name="Old", role=Role.OWNER)[0] for user in (cast.alice, cast.bob))
    for _again in range(2):
        held(program, "DELETE", f"{TOKENS}{mine.pk}/", status=204)
    assert Token.objects.get(pk=mine.pk).revoked_at
    held(program, "DELETE", f"{TOKENS}{theirs.pk}/", status=404)


@pytest.mark.parametrize("narrow", ["role", "club"])
def test_a_narrow_token_ends_itself_and_sees_no_other(cast, narrow):
    how = {"club": cast.club} if narrow == "club" else {"role": Role.ORGANISER}
    program = bearer(cast.alice, **how)
    other, _secret = token_create(by=cast.alice, name="Old", role=Role.OWNER)
    held(program, "GET", TOKENS, status=403)
    held(program, "DELETE", f"{TOKENS}{other.pk}/", status=403)
    mine = Token.objects.get(name="Program")
    held(program, "DELETE", f"{TOKENS}{mine.pk}/", status=204)
    assert program.get(ME).status_code == 401
