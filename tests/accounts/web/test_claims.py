"""“This is me”: from a person's page of an evening to the own page in the club."""

import re
from datetime import timedelta

import pytest
from django.utils.html import strip_tags

from accounts.clubs.services import claim_ask, claim_decide, club_change
from accounts.models import Claim, Membership, Player, Role
from accounts.players import selectors as players_selectors
from accounts.players.selectors import find_own_player, make_claim_ticket
from accounts.players.services import player_merge
from tests.web.html import faults
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage


@pytest.fixture
def ada(cast):
    return Player.objects.create(club=cast.club, name="Ada Berg", public="initials")


def url(player, ticket=""):
    return f"/clubs/{player.club_id}/players/{player.pk}/claim/" + (f"?token={ticket}" if ticket else "")


def at_the_evening(client, night, name="Ada Berg"):
    """Where the link on the person's page of an evening leads."""
    made = night(0, Stage.CHECK_IN)
    people_check_in(made.by, people=[Arrival(name)])
    page = client.get(f"/j/{made.evening.join_code}/me/{made.entry(name)}/")
    assert not faults(page.text)
    (way,) = re.findall(r'href="(/j/[^"]*/claim/)"', page.text)
    answer = client.get(way)
    assert "no-store" in answer.headers["cache-control"]
    return answer.headers["location"]


def test_a_stranger_comes_by_the_evenings_page(client, cast, night, ada):
    link = at_the_evening(client, night)
    assert client.get(link).headers["location"].startswith("/login/?next=/clubs/")
    client.force_login(cast.charlie)
    page = client.get(link)
    assert not faults(page.text)
    assert "Are you A. B. in Thursday Club?" in page.text
    assert "Ada" not in strip_tags(page.text)  # a ticket may hold any letters
    (ticket,) = re.findall(r'name="token" value="([^"]+)"', page.text)
    answer = client.post(url(ada), {"token": ticket}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "You asked to be <strong>A. B.</strong> in Thursday Club" in answer.text
    assert "Ada" not in strip_tags(answer.text)
    (claim,) = Claim.objects.all()
    assert (claim.user, claim.player, claim.granted) == (cast.charlie, ada, None)


def test_nobody_finds_out_names_by_walking_numbers(client, cast, ada, monkeypatch):
    other = Player.objects.create(club=cast.club, name="Ben")
    client.force_login(cast.charlie)
    for ticket in ("", "x", make_claim_ticket(other.pk), make_claim_ticket(ada.pk)[:-1], f"{ada.pk}:x:y"):
        assert client.get(url(ada, ticket)).status_code == 404
        assert client.post(url(ada), {"token": ticket}).status_code == 404
    elsewhere = f"/clubs/{cast.other_club.pk}/players/{ada.pk}/claim/?token={make_claim_ticket(ada.pk)}"
    assert client.get(elsewhere).status_code == 404
    monkeypatch.setattr(players_selectors, "GOOD_FOR", timedelta(seconds=-1))
    assert client.get(url(ada, make_claim_ticket(ada.pk))).status_code == 404
    assert not Claim.objects.exists()


@pytest.mark.thorough
def test_members_need_no_ticket(client, cast, ada):
    client.force_login(cast.vera)
    assert url(ada) in client.get(f"/clubs/{cast.club.pk}/players/{ada.pk}/record/").text
    assert client.get(url(ada)).status_code == 200
    assert client.post(url(ada)).headers["location"] == f"/clubs/{cast.club.pk}/"
    assert Claim.objects.get().user == cast.vera


@pytest.mark.thorough
def test_who_has_an_account_is_not_offered_to_others(client, cast, night, ada):
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.vera, player=ada), granted=True)
    client.force_login(cast.sam)
    page = client.get(at_the_evening(client, night)).text
    assert "Another account is linked to this player." in page
    assert 'name="token"' not in page
    assert url(ada) not in client.get(f"/clubs/{cast.club.pk}/players/{ada.pk}/record/").text
    answer = client.post(url(ada))
    assert answer.status_code == 422
    assert "Another account is already linked to this player." in answer.text
    client.force_login(cast.vera)
    assert f"You are {ada.name} in {cast.club.name}." in client.get(url(ada)).text


def test_a_merged_entry_leads_to_who_stands(client, cast, night, ada):
    link = at_the_evening(client, night)
    kept = Player.objects.create(
        club=cast.club, name="Ada Bergman", public="other", public_name="The Countess"
    )
    player_merge(by=cast.alice, gone=ada, kept_as=kept)
    client.force_login(cast.charlie)
    page = client.get(link).text
    assert "Are you The Countess" in page
    assert "Ada" not in strip_tags(page)
    client.post(url(ada), {"token": make_claim_ticket(ada.pk)})
    assert Claim.objects.get().player == kept


@pytest.mark.thorough
def test_granted_one_finds_the_own_page(client, cast, ada):
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.charlie, player=ada), granted=True)
    assert Membership.objects.get(user=cast.charlie, club=cast.club).role == Role.VIEWER
    client.force_login(cast.charlie)
    record = f"/clubs/{cast.club.pk}/players/{ada.pk}/record/"
    home = client.get("/").text
    assert "You are Ada Berg in Thursday Club." in home
    for page in (home, client.get(f"/clubs/{cast.club.pk}/").text):
        assert record in page
        assert f"/clubs/{cast.club.pk}/me/" in page
        assert not faults(page)
    assert f"/clubs/{cast.club.pk}/me/" in client.get(record).text


def test_one_chooses_how_strangers_read_of_oneself(client, cast, ada):
    claim = claim_ask(by=cast.vera, player=ada)
    claim_decide(by=cast.alice, claim=claim, granted=True)
    client.force_login(cast.vera)
    me = f"/clubs/{cast.club.pk}/me/"
    assert not faults(client.get(me).text)
    answer = client.post(me, {"public": "other", "public_name": " The Countess", "name": "X", "active": ""})
    assert answer.headers["location"] == f"/clubs/{cast.club.pk}/"
    ada.refresh_from_db()
    assert (ada.name, ada.public, ada.public_name) == ("Ada Berg", "other", "The Countess")
    assert ada.active
    answer = client.post(me, {"public": "other"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["public_name"]
    client.post(f"/clubs/{cast.club.pk}/claims/{claim.pk}/end/")
    assert find_own_player(cast.vera.pk, cast.club.pk) is None
    assert client.get(me).status_code == 404


def test_what_was_asked_is_taken_back_by_a_stranger(client, cast, ada):
    claim = claim_ask(by=cast.charlie, player=ada)
    client.force_login(cast.charlie)
    assert client.post(f"/clubs/{cast.club.pk}/claims/{claim.pk}/end/").headers["location"] == "/"
    claim.refresh_from_db()
    assert claim.ended_at is not None


def test_the_clubs_own_choice_counts(client, cast):
    ben = Player.objects.create(club=cast.club, name="Ben Brown")
    club_change(by=cast.alice, club=cast.club, name="Thursday Club", public="initials")
    client.force_login(cast.charlie)
    page = strip_tags(client.get(url(ben, make_claim_ticket(ben.pk))).text)
    assert "B. B." in page
    assert "Ben" not in page
