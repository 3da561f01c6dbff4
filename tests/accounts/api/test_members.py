"""Members, invitations and claims by API: never beyond what the token may."""

from uuid import uuid4

import pytest

from accounts.clubs.services import claim_ask
from accounts.models import Invitation, Membership, Player, Role
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer


def at(cast, what, number=None, then=""):
    return f"/api/v1/clubs/{cast.club.pk}/{what}/" + (f"{number}/{then}" if number else "")


@pytest.fixture
def anna(cast):
    return Player.objects.create(club=cast.club, name="Anna")


def test_addresses_are_for_owners(cast):
    told = held(bearer(cast.alice), "GET", at(cast, "members"), status=200)
    assert [(one["name"], one["role"]) for one in told["results"]] == [
        ("Alice", "owner"),
        ("Bob", "organiser"),
        ("Sam", "scorer"),
        ("Vera", "viewer"),
    ]
    assert told["results"][0]["email"] == "alice@example.org"
    for program in (bearer(cast.bob), bearer(cast.alice, Role.ORGANISER)):
        told = held(program, "GET", at(cast, "members"), status=200)
        assert {one["email"] for one in told["results"]} == {None}


def test_owners_change_roles_and_take_out(cast):
    program = bearer(cast.alice)
    told = held(program, "PATCH", at(cast, "members", cast.sam.pk), {"role": "organiser"}, status=200)
    assert told["role"] == "organiser"
    held(program, "DELETE", at(cast, "members", cast.sam.pk), status=204)
    held(program, "DELETE", at(cast, "members", cast.sam.pk), status=404)
    response = program.send("PATCH", at(cast, "members", cast.alice.pk), {"role": "viewer"})
    assert list(errors(response)) == ["role"], "the last owner stays one"
    for who, status in ((cast.bob, 403), (cast.charlie, 404)):
        held(bearer(who), "PATCH", at(cast, "members", cast.vera.pk), {"role": "owner"}, status=status)
        held(bearer(who), "DELETE", at(cast, "members", cast.vera.pk), status=status)


def test_whoever_wants_to_leaves_but_not_by_a_narrow_token(cast):
    held(bearer(cast.vera, Role.VIEWER), "DELETE", at(cast, "members", cast.vera.pk), status=403)
    held(bearer(cast.vera), "DELETE", at(cast, "members", cast.vera.pk), status=204)
    assert not Membership.objects.filter(user=cast.vera).exists()


def test_a_link_is_told_once(cast):
    program, key = bearer(cast.bob), uuid4()
    body = {"role": "scorer", "days": 7}
    made = held(program, "POST", at(cast, "invitations"), body, key=key, status=201)
    token = made["address"].rstrip("/").rpartition("/")[2]
    assert "/i/" in made["address"]
    told = held(program, "GET", at(cast, "invitations"), status=200)
    assert (told["count"], told["results"][0]["made_by"]) == (1, "Bob")
    assert token not in str(told)
    again = program.post(at(cast, "invitations"), body, key)
    assert list(errors(again)) == ["Idempotency-Key"]
    assert Invitation.objects.count() == 1
    held(program, "DELETE", at(cast, "invitations", made["id"]), status=204)
    assert held(program, "GET", at(cast, "invitations"), status=200)["count"] == 0


def test_a_token_invites_nobody_beyond_itself(cast):
    owner, capped = bearer(cast.alice), bearer(cast.alice, Role.ORGANISER)
    for role in ("owner", "organiser"):
        held(capped, "POST", at(cast, "invitations"), {"role": role}, status=403)
        held(bearer(cast.bob), "POST", at(cast, "invitations"), {"role": role}, status=403)
    made = held(owner, "POST", at(cast, "invitations"), {"role": "organiser"}, status=201)
    held(capped, "DELETE", at(cast, "invitations", made["id"]), status=403)


def test_an_invitation_for_somebody_on_the_list(cast, anna):
    stranger = Player.objects.create(club=cast.other_club, name="Zoe")
    program = bearer(cast.bob)
    body = {"role": "viewer", "player": anna.pk}
    assert held(program, "POST", at(cast, "invitations"), body, status=201)["player"] == anna.pk
    held(program, "POST", at(cast, "invitations"), {**body, "player": stranger.pk}, status=404)
    assert list(errors(program.post(at(cast, "invitations"), {**body, "days": 8}))) == ["days"]


def test_a_claim_is_asked_granted_and_ended(cast, anna):
    vera, bob = bearer(cast.vera), bearer(cast.bob)
    asked = held(vera, "POST", at(cast, "claims"), {"player": anna.pk}, status=201)
    assert (asked["player_name"], asked["user_name"], asked["granted"]) == ("Anna", "Vera", None)
    assert held(bob, "GET", at(cast, "claims") + "?pending=true", status=200)["count"] == 1
    held(vera, "POST", at(cast, "claims", asked["id"], "decide/"), {"granted": True}, status=403)
    told = held(bob, "POST", at(cast, "claims", asked["id"], "decide/"), {"granted": True}, status=200)
    assert told["granted"] is True
    held(bob, "POST", at(cast, "claims", asked["id"], "decide/"), {"granted": False}, status=409)
    assert held(bob, "GET", at(cast, "claims") + "?pending=true", status=200)["count"] == 0
    held(vera, "DELETE", at(cast, "claims", asked["id"]), status=204)


def test_claims_of_others_are_for_who_runs_the_club(cast, anna):
    asked = claim_ask(by=cast.vera, player=anna)
    for who, status in ((cast.sam, 403), (cast.charlie, 404), (cast.bob, 204)):
        held(bearer(who), "DELETE", at(cast, "claims", asked.pk), status=status)
