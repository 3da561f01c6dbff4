"""The pages by which somebody takes the own data along, deletes an account, or has somebody forgotten."""

import json

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.urls import reverse
from django.utils import timezone

from accounts.account.services import token_create
from accounts.models import Claim, Membership, Merge, Player, User
from tests.cast import Cast
from tests.played_seasons import PEOPLE, played, player
from tests.web.html import faults, shows
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import WaitingDecision
from tournaments.seasons.services.results import row_question_ask
from tournaments.seasons.services.seasons import SeasonBy

DATA, DELETE = reverse("account-data"), reverse("account-delete")
PASSWORD = "correct horse battery"


@pytest.fixture
def bob(cast: Cast, settings, client) -> User:
    """Bob, signed in, with a password."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.filter(pk=cast.bob.pk).update(password=make_password(PASSWORD))
    cast.bob.refresh_from_db()
    client.force_login(cast.bob)
    return cast.bob


def claim(user: User, name: str) -> Player:
    player = Player.objects.get(name=name)
    Claim.objects.create(user=user, player=player, granted=True)
    return player


def test_own_data_and_nothing_of_others(client, bob, night):
    night = night(8, Stage.FINISHED)
    claim(bob, "p03")
    _token, secret = token_create(by=bob, name="Scores", role="viewer")
    night.evening.journal.filter(seq=2).update(actor=bob)
    answer = client.get(DATA)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    told = answer.json()
    assert told["account"]["email"] == bob.email
    assert [(one["club"], one["role"]) for one in told["memberships"]] == [("Thursday Club", "organiser")]
    assert [one["name"] for one in told["tokens"]] == ["Scores"]
    assert secret not in json.dumps(told)
    assert "digest" not in json.dumps(told)
    assert [line["what"] for line in told["written"]] == ["check_in_opened"]
    (person,) = told["people"]
    (entry,) = person["entries"]
    (evening,) = entry["evenings"]
    assert (entry["name"], evening["name"], evening["role"]) == ("p03", "p03", evening["role"])
    assert len(evening["places"]) == 1
    assert evening["deals"]
    assert evening["stakes"]
    assert evening["results"][0]["place"]
    assert not evening["taken_back"]
    assert "p04" not in answer.content.decode()
    assert "alice@" not in answer.content.decode()
    Claim.objects.update(granted=False)
    assert client.get(DATA).json()["people"] == []


def test_own_data_has_decisions_of_what_waits(client, bob, cast):
    WaitingDecision.objects.create(club=cast.club, what="claims", row=1, mark=0, reason="Moved away", by=bob)
    (decision,) = client.get(DATA).json()["written"]
    assert decision.pop("at")
    assert decision == {"club": cast.club.name, "what": "claims", "reason": "Moved away"}


def test_own_data_has_questions_about_rows(client, bob, cast):
    """Those that one asked, and those about one's own row, without who asked."""
    season = played(cast, PEOPLE)
    claim(bob, "Ada")
    for who, row in ((bob, "Ben"), (cast.vera, "Ada")):
        ask = SeasonBy(season.pk, who)
        row_question_ask(ask, player=player(cast, row), text=f"Why {row}’s points?")
    told = client.get(DATA).json()
    (mine,) = told["questions"]
    assert (mine["season"], mine["question"], mine["answer"], mine["closed"]) == (
        "Winter",
        "Why Ben’s points?",
        "",
        None,
    )
    ((about,),) = (entry["questions"] for person in told["people"] for entry in person["entries"])
    assert about["question"] == "Why Ada’s points?"
    assert "Vera" not in json.dumps(told)


@pytest.mark.parametrize("state", [{}, {"granted": False}, {"granted": True, "ended_at": timezone.now()}])
def test_who_only_asked_reads_of_the_person_what_strangers_read(state, client, cast):
    """To anybody who signs up, a claim costs nothing."""
    cast.club.public = "initials"
    cast.club.save()
    player = Player.objects.create(club=cast.club, name="Secret Realname")
    asked = Claim.objects.create(user=cast.charlie, player=player, **state)
    client.force_login(cast.charlie)
    answer = client.get(DATA)
    assert "Secret" not in answer.content.decode()
    assert [one["person"] for one in answer.json()["claims"]] == ["S. R."]
    Claim.objects.filter(pk=asked.pk).update(granted=True, ended_at=None)
    assert [one["person"] for one in client.get(DATA).json()["claims"]] == ["S. R."], "no member"
    Membership.objects.create(user=cast.charlie, club=cast.club, role="viewer")
    assert [one["person"] for one in client.get(DATA).json()["claims"]] == ["Secret Realname"]


def test_queries_do_not_grow(client, bob, night):
    counts = []
    for evenings in (1, 3):
        for _evening in range(evenings):
            night(8, Stage.FINISHED)
        Claim.objects.all().delete()
        claim(bob, "p03")
        counts.append(queries(client.get, DATA))
    assert counts[0] == counts[1] <= 30


def test_deleting_says_what_goes_and_what_stays(client, bob, night):
    night(8, Stage.FINISHED)
    claim(bob, "p03")
    answer = client.get(DELETE)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert not faults(html)
    for words in ("p03", bob.email, "A former player", "cannot be undone"):
        assert words in html
    assert "no-store" in answer["Cache-Control"]


def test_a_wrong_password_is_refused_at_the_field(client, bob, settings):
    settings.FAILURES = {"password": (2, 600)}
    for status in (422, 422, 429):
        answer = client.post(DELETE, {"password": "guessed"})
        assert answer.status_code == status
    bob.refresh_from_db()
    assert bob.gone_at is None


def test_deleted_and_signed_out(client, bob):
    answer = client.post(DELETE, {"password": PASSWORD}, follow=True)
    assert answer.redirect_chain[0][0] == reverse("account_login")
    assert "deleted" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    bob.refresh_from_db()
    assert bob.gone_at is not None


def test_forgetting(client, bob, night):
    night(8, Stage.FINISHED)
    player = Player.objects.get(name="p03")
    url = reverse("player-forget", args=[player.club_id, player.pk])
    assert url in client.get(reverse("player-edit", args=[player.club_id, player.pk])).content.decode()
    html = client.get(url).content.decode()
    assert not faults(html)
    assert "cannot be undone" in html
    refused = client.post(url, {"typed": "p3"})
    assert refused.status_code == 422
    assert "p03" in refused.content.decode()
    answer = client.post(url, {"typed": "p03"}, follow=True)
    assert answer.redirect_chain == [(reverse("players", args=[player.club_id]), 302)]
    html = answer.content.decode()
    assert "The name is removed permanently." in html
    assert "p03" not in html
    assert "A former player" not in html, "the list is of people one can check in"
    assert client.get(url).status_code == 404
    assert client.get(reverse("player-edit", args=[player.club_id, player.pk])).status_code == 404
    assert client.get(reverse("player-record", args=[player.club_id, player.pk])).status_code == 200


class TestAPlayerWithoutAnAccount:
    """An organiser exports the data, and the log has a line about it."""

    def url(self, name="p03"):
        player = Player.objects.get(name=name)
        return reverse("player-data", args=[player.club_id, player.pk])

    def test_it_is_confirmed_gives_their_own_file_and_is_logged(self, client, bob, night):
        night(8, Stage.FINISHED)
        here = self.url()
        shows(client.get(here), never="Earlier exports")
        assert not faults(client.get(here).content.decode())
        assert client.post(here).status_code == 422
        assert not LogEntry.objects.exists()
        answer = client.post(here, {"asked": "on"})
        line = LogEntry.objects.get()
        assert (line.user, line.object_repr) == (bob, "p03")
        shows(client.get(here), "Earlier exports", bob.display_name)
        assert answer.status_code == 200
        assert answer["Content-Disposition"].startswith("attachment")
        assert "no-store" in answer["Cache-Control"]
        told = answer.json()
        assert told["format"] == "headtable-person"
        claim(bob, "p03")
        assert told["people"] == client.get(DATA).json()["people"]
        assert "p04" not in answer.content.decode()

    def test_with_an_account_they_do_it_themselves(self, client, bob, night, cast):
        night(8, Stage.FINISHED)
        here, page = self.url(), reverse("player-record", args=self.ids("p03"))
        shows(client.get(page), here)
        claim(cast.vera, "p03")
        shows(client.get(page), never=here)
        shows(client.get(here), "They download their data under “My account”.", never="Download the data")
        refused = client.post(here, {"asked": "on"})
        assert refused.status_code == 422
        assert not LogEntry.objects.exists()

    def ids(self, name):
        return Player.objects.values_list("club", "pk").get(name=name)

    def test_merged_entries_are_in_one_file(self, client, bob, night):
        night(8, Stage.FINISHED)
        gone = Player.objects.create(club=Player.objects.get(name="p03").club, name="P. Three")
        Merge.objects.create(gone=gone, kept=Player.objects.get(name="p03"))
        assert client.get(self.url("P. Three")).url == self.url()
        (person,) = client.post(self.url(), {"asked": "on"}).json()["people"]
        assert [entry["name"] for entry in person["entries"]] == ["p03", "P. Three"]

    def test_of_who_was_forgotten_there_is_none(self, client, bob, night):
        night(4, Stage.FINISHED)
        Player.objects.filter(name="p03").update(forgotten_at=timezone.now())
        assert client.get(self.url()).status_code == 404
