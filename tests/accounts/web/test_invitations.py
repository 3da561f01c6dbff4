"""Invitations, from the form to the member who came by the link."""

import re
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from accounts.clubs.services import claim_ask, claim_decide, invitation_make, invitation_revoke
from accounts.models import Invitation, Membership, Player, Role
from accounts.players.selectors import find_claiming_user
from tests.web.html import faults
from tests.web.wording import queries

GONE = "This link is no longer valid"


@pytest.fixture(autouse=True)
def nobody_has_guessed(db):
    caches["default"].clear()


def made(cast, role=Role.VIEWER, **more):
    return invitation_make(**{"by": cast.alice, "club": cast.club, "role": role, "days": 7, **more})


def url(cast):
    return f"/clubs/{cast.club.pk}/invitations/"


def members(cast):
    return f"/clubs/{cast.club.pk}/members/"


def role(user, cast):
    found = Membership.objects.filter(user=user, club=cast.club)
    return found.values_list("role", flat=True).first()


def test_the_link_is_shown_once(client, cast):
    client.force_login(cast.alice)
    assert not faults(client.get(url(cast)).text)
    page = client.post(url(cast), {"role": "scorer", "days": "7", "player": ""})
    assert page.status_code == 200
    assert not faults(page.text)
    (token,) = set(re.findall(r"http://testserver/i/([\w-]+)/", page.text))
    assert "data:image/svg+xml;base64," in page.text
    assert "no-store" in page.headers["cache-control"]
    (invitation,) = Invitation.objects.all()
    assert token not in invitation.digest
    again = client.get(members(cast)).text
    assert token not in again
    assert "Invited by: Alice" in again


def test_what_each_can_offer(client, cast):
    for member, roles in ((cast.alice, set(Role)), (cast.bob, {Role.SCORER, Role.VIEWER})):
        client.force_login(member)
        page = client.get(url(cast)).text
        assert set(re.findall(r'name="role" value="(\w+)"', page)) == roles
    refused = client.post(url(cast), {"role": "organiser", "days": "7"})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["role"]
    assert not Invitation.objects.exists()


def test_people_of_another_club_or_with_an_account_are_not_offered(client, cast):
    theirs = Player.objects.create(club=cast.other_club, name="Zoe")
    ada = Player.objects.create(club=cast.club, name="Ada")
    client.force_login(cast.alice)
    assert ">Ada</option>" in client.get(url(cast)).text
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.vera, player=ada), granted=True)
    page = client.get(url(cast)).text
    for player in (theirs, ada):
        assert f">{player.name}</option>" not in page
        answer = client.post(url(cast), {"role": "viewer", "days": "7", "player": player.pk})
        assert answer.status_code == 422


def test_it_is_revoked(client, cast):
    invitation, token = made(cast)
    client.force_login(cast.bob)
    revoke = f"{url(cast)}{invitation.pk}/revoke/"
    assert revoke in client.get(members(cast)).text
    assert client.post(revoke).headers["location"] == members(cast)
    assert client.get(f"/i/{token}/").status_code == 404
    high, _token = made(cast, Role.OWNER)
    assert f"{url(cast)}{high.pk}/revoke/" not in client.get(members(cast)).text
    assert client.post(f"{url(cast)}{high.pk}/revoke/").status_code == 403


def test_those_of_another_club_are_not_reached(client, cast):
    theirs, _token = invitation_make(by=cast.charlie, club=cast.other_club, role=Role.OWNER, days=7)
    client.force_login(cast.alice)
    for club in (cast.club, cast.other_club):
        assert client.post(f"/clubs/{club.pk}/invitations/{theirs.pk}/revoke/").status_code == 404
    assert Invitation.objects.get(pk=theirs.pk).revoked_at is None


def test_a_stranger_is_led_to_an_account_and_back(client, cast):
    _invitation, token = made(cast, Role.SCORER)
    answer = client.get(f"/i/{token}/")
    assert answer.headers["location"] == "/invitation/"
    page = client.get("/invitation/")
    assert not faults(page.text)
    assert token not in page.text
    for words in ("Thursday Club", "scorer", "Alice"):
        assert words in page.text
    for way in ("login", "signup"):
        assert f'href="/{way}/?next=/invitation/"' in page.text
    assert client.post("/invitation/").headers["location"].endswith("?next=/invitation/")
    assert "alice@example.org" not in page.text


@pytest.mark.thorough
def test_it_is_taken_once(client, cast, dora):
    _invitation, token = made(cast, Role.SCORER)
    other = Client()
    other.force_login(cast.charlie)
    other.get(f"/i/{token}/")
    client.get(f"/i/{token}/")
    client.force_login(dora)  # the session goes on
    assert "Join as Dora" in client.get("/invitation/").text
    answer = client.post("/invitation/", follow=True)
    assert answer.redirect_chain == [(f"/clubs/{cast.club.pk}/", 302)]
    assert "Welcome to Thursday Club!" in answer.text
    assert role(dora, cast) == Role.SCORER
    for used in (other.post("/invitation/"), other.get("/invitation/"), client.get(f"/i/{token}/")):
        assert used.status_code == 404
        assert GONE in used.text
    assert role(cast.charlie, cast) is None


def test_who_is_in_the_club_leaves_it_to_others(client, cast, dora):
    _invitation, token = made(cast)
    client.force_login(cast.bob)
    client.get(f"/i/{token}/")
    assert "You are already in this club as organiser." in client.get("/invitation/").text
    client.post("/invitation/")
    assert role(cast.bob, cast) == Role.ORGANISER
    client.force_login(dora)
    client.get(f"/i/{token}/")
    client.post("/invitation/")
    assert role(dora, cast) == Role.VIEWER


def test_it_says_who_of_the_list_one_is(client, cast, dora):
    ada = Player.objects.create(club=cast.club, name="Ada Berg", public="initials")
    _invitation, token = made(cast, player=ada)
    client.force_login(dora)
    client.get(f"/i/{token}/")
    page = client.get("/invitation/").text
    assert "A. B." in page
    assert "Ada Berg" not in page
    client.post("/invitation/")
    assert find_claiming_user(ada) == dora.pk


def test_who_is_somebody_already_is_told_so(client, cast):
    ada, ben = (Player.objects.create(club=cast.club, name=name) for name in ("Ada", "Ben"))
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.vera, player=ada), granted=True)
    _invitation, token = made(cast, player=ben)
    client.force_login(cast.vera)
    client.get(f"/i/{token}/")
    answer = client.post("/invitation/")
    assert answer.status_code == 422
    assert "already linked to another player" in answer.text


def test_whatever_is_wrong_with_a_link_strangers_read_the_same(client, cast):
    revoked, one = made(cast)
    invitation_revoke(by=cast.alice, invitation=revoked)
    old, two = made(cast)
    Invitation.objects.filter(pk=old.pk).update(expires=timezone.now() - timedelta(seconds=1))
    pages = [client.get(f"/i/{token}/").text.replace(token, "") for token in (one, two, "no-token")]
    words = {" ".join(re.sub(r"<[^>]+>", " ", page).split()) for page in pages}
    assert len(words) == 1
    assert GONE in words.pop()


def test_guesses_are_counted(client, cast, settings):
    settings.FAILURES = {**settings.FAILURES, "invitation": (3, 600)}
    _invitation, token = made(cast)
    for _time in range(3):
        assert client.get("/i/guess/").status_code == 404
    assert client.get("/i/guess/").status_code == 429
    assert client.get(f"/i/{token}/").status_code == 302  # whoever has it is no guesser


def test_its_queries_do_not_grow(client, cast):
    client.force_login(cast.alice)
    made(cast)
    client.get(url(cast))
    few = queries(client.get, url(cast))
    for number in range(8):
        made(cast, player=Player.objects.create(club=cast.club, name=f"P{number}"))
    assert queries(client.get, url(cast)) <= min(few + 1, 7)
