"""Evenings and leagues that a club has opened: pages and API for everybody, under public names alone."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts.errors import RuleError
from accounts.models import Club, Player
from accounts.services.players import player_change
from tests.api.members import bearer
from tests.seasons import by, played
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Stage
from tournaments.models import Evening, League
from tournaments.services.club.people import players_merge
from tournaments.services.club.publishing import evening_publish, league_publish
from tournaments.services.results.prizes import prize_reveal, prizes_reveal_all
from tournaments.services.seasons.seasons import evening_add


def evening_page(pk):
    return f"/public/evenings/{pk}/"


def evening_api(pk):
    return f"/api/v1/public/evenings/{pk}/"


@pytest.fixture
def opened(night):
    """Makes an evening that everybody may read."""

    def make(players=8, stage=Stage.PLAYING, **how):
        made = night(players, stage, **how)
        evening_publish(made.by, published=True)
        made.evening.refresh_from_db()
        return made

    return make


@pytest.fixture
def league(cast):
    """A published league, with one season of two evenings."""
    season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Dan"))
    league_publish(by=cast.alice, league=season.league, published=True)
    return season


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


class TestOpening:
    @pytest.mark.thorough
    def test_who_runs_the_evening_opens_it_and_closes_it(self, cast, night, client):
        made = night(8)
        client.force_login(cast.bob)
        settings = f"/evenings/{made.evening.pk}/settings/"
        assert "Open to visitors" in read(client, settings)
        answer = client.post(f"/evenings/{made.evening.pk}/publish/", {"published": "on"}, follow=True)
        assert "Visitors can see it now." in answer.content.decode()
        assert evening_page(made.evening.pk) in answer.content.decode()
        assert Client().get(evening_page(made.evening.pk)).status_code == 200
        client.post(f"/evenings/{made.evening.pk}/publish/", {})
        assert Evening.objects.get().published is False
        assert Client().get(evening_page(made.evening.pk)).status_code == 404

    def test_who_runs_the_club_opens_a_league_and_closes_it(self, cast, client):
        season = played(cast, ("Ada", "Ben"))
        page = f"/leagues/{season.league_id}/"
        client.force_login(cast.bob)
        assert "Open to visitors" in read(client, page)
        answer = client.post(f"{page}publish/", {"published": "on"}, follow=True)
        assert "Visitors can see it now." in answer.content.decode()
        assert Client().get(f"/public/seasons/{season.pk}/").status_code == 200
        client.post(f"{page}publish/", {})
        assert League.objects.get().published is False
        assert Client().get(f"/public/seasons/{season.pk}/").status_code == 404

    def test_a_league_is_opened_by_api(self, cast):
        season = played(cast, ("Ada", "Ben"))
        address = f"/api/v1/leagues/{season.league_id}/publish/"
        for key in ("", "{0b1c0000-0000-4000-8000-000000000000}", "mine"):
            answer = bearer(cast.bob).post(address, {"published": True}, key=key)
            assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "Idempotency-Key")
        assert bearer(cast.bob).post(address, {"published": True}, key=uuid4()).json()["published"] is True
        assert League.objects.get().published is True
        for who, status in ((cast.sam, 403), (cast.vera, 403), (cast.charlie, 404)):
            assert bearer(who).post(address, {"published": False}).status_code == status
        assert League.objects.get().published is True

    @pytest.mark.thorough
    def test_others_see_no_button(self, cast, night, client):
        made = night(8)
        client.force_login(cast.vera)
        assert "Open to visitors" not in read(client, f"/evenings/{made.evening.pk}/settings/")

    def test_a_finished_evening_can_be_opened(self, cast, night, client):
        made = night(8, Stage.FINISHED)
        client.force_login(cast.alice)
        assert "Open to visitors" in read(client, f"/evenings/{made.evening.pk}/settings/")


class TestClosed:
    def test_what_is_not_published_is_not_there(self, cast, night):
        made, season = night(8), played(cast, ("Ada", "Ben"))
        for address in (
            evening_page(made.evening.pk),
            f"/public/leagues/{season.league_id}/",
            f"/public/seasons/{season.pk}/",
        ):
            for client in (Client(), _of(cast.alice)):
                assert client.get(address).status_code == 404
                assert client.get(f"/api/v1{address}").status_code == 404
        code = made.evening.join_code
        assert Client().get(f"/api/v1/public/evenings/by-code/{code}/").status_code == 404

    def test_a_draft_is_no_place_for_everybody(self, opened):
        made = opened(0, Stage.DRAFT)
        for address in (evening_page(made.evening.pk), evening_api(made.evening.pk)):
            assert Client().get(address).status_code == 404


class TestEvening:
    @pytest.mark.thorough
    @pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
    def test_it_is_what_the_hall_sees(self, opened, client, stage):
        made = opened(8, stage)
        page, told = (
            read(client, evening_page(made.evening.pk)),
            client.get(evening_api(made.evening.pk)).json(),
        )
        assert told["stage"] == stage
        assert told["state"] in page
        shows = stage in (Stage.SEATED, Stage.PLAYING)
        assert ("p01" in page) == shows
        assert bool(told["tables"]) == shows
        assert told["prizes"] == told["standing"] == []

    def test_the_code_leads_there_too(self, opened, client):
        made = opened()
        by_code = f"/api/v1/public/evenings/by-code/{made.evening.join_code.lower()}/"
        assert client.get(by_code).json() == client.get(evening_api(made.evening.pk)).json()

    def test_people_have_their_public_names(self, cast, opened, client):
        made = opened()
        Club.objects.filter(pk=cast.club.pk).update(public="initials")
        one = Player.objects.get(name="p02")
        player_change(
            by=cast.alice,
            player=one,
            name="p02",
            role="",
            active=True,
            public="other",
            public_name="The Ace",
        )
        for address in (evening_page(made.evening.pk), evening_api(made.evening.pk)):
            page = read(client, address)
            assert "p01" not in page
            assert "p02" not in page
            assert "The Ace" in page

    def test_hidden_prizes_are_not_told(self, opened, client):
        made = opened(8, Stage.FINISHED)
        told = client.get(evening_api(made.evening.pk)).json()
        assert told["standing"] == []
        assert {prize["revealed"] for prize in told["prizes"]} == {False}
        assert {(*prize["winners"], prize["why"]) for prize in told["prizes"]} == {(None,)}
        page = read(client, evening_page(made.evening.pk))
        assert not any(f"p{n:02}" in page for n in range(1, 9))

    def test_of_those_revealed_nothing_is_told_of_the_others(self, opened, client):
        made = opened(8, Stage.FINISHED)
        prize_reveal(made.by, prize="booby")
        told = client.get(evening_api(made.evening.pk)).json()
        known = [prize for prize in told["prizes"] if prize["revealed"]]
        assert len(known) == 1
        assert known[0]["winners"]
        assert told["standing"] == []
        names = {f"p{n:02}" for n in range(1, 9)} - set(known[0]["winners"])
        for address in (evening_page(made.evening.pk), evening_api(made.evening.pk)):
            page = read(client, address)
            assert not any(name in page for name in names), address

    @pytest.mark.thorough
    def test_then_everything_is_known(self, opened, client):
        made = opened(8, Stage.FINISHED)
        prizes_reveal_all(made.by)
        told = client.get(evening_api(made.evening.pk)).json()
        assert told["standing"][0]["place"] == 1
        assert len(told["standing"]) == 8
        page = read(client, evening_page(made.evening.pk))
        assert all(line["name"] in page for line in told["standing"])

    @pytest.mark.thorough
    def test_one_that_was_played_elsewhere(self, cast, client):
        played(cast, ("Ada", "Ben", "Cora"))
        evening = Evening.objects.get()
        Evening.objects.update(published=True)
        told = client.get(evening_api(evening.pk)).json()
        assert [line["name"] for line in told["standing"]] == ["Ada", "Ben", "Cora"]
        assert "Cora" in read(client, evening_page(evening.pk))

    @pytest.mark.thorough
    def test_the_part_that_changes_is_asked_for_again(self, opened, client):
        made = opened()
        page = evening_page(made.evening.pk)
        part = client.get(page, headers={"hx-request": "true"})
        assert part.content.decode().lstrip().startswith('<div id="now"')
        assert 'hx-get="' in read(client, page)

    def test_hostile_names_run_nowhere(self, opened, client, cast):
        made = opened()
        made.evening.entries.filter(name="p01").update(name=HOSTILE)
        Club.objects.filter(pk=cast.club.pk).update(revision=77)
        page = read(client, evening_page(made.evening.pk))
        assert "alert(1)" in page
        assert HOSTILE not in page


class TestLeague:
    def test_it_has_its_seasons(self, league, client):
        page = read(client, f"/public/leagues/{league.league_id}/")
        assert f"/public/seasons/{league.pk}/" in page
        told = client.get(f"/api/v1/public/leagues/{league.league_id}/").json()
        assert [season["name"] for season in told["seasons"]] == ["Winter"]

    @pytest.mark.thorough
    def test_a_season_has_its_table(self, league, client):
        told = client.get(f"/api/v1/public/seasons/{league.pk}/").json()
        [division] = told["divisions"]
        assert {row["name"] for row in division["rows"]} == {"Ada", "Ben", "Cora", "Dan"}
        page = read(client, f"/public/seasons/{league.pk}/")
        assert all(row["name"] in page for row in division["rows"])
        assert [(one["counts"], one["published"]) for one in told["evenings"]] == [(True, False)] * 2
        assert "/public/evenings/" not in page
        one = Evening.objects.earliest("pk")
        Evening.objects.filter(pk=one.pk).update(published=True, seq=one.seq + 1)
        assert evening_page(one.pk) in read(client, f"/public/seasons/{league.pk}/")

    def test_people_have_their_public_names(self, cast, league, client):
        Club.objects.filter(pk=cast.club.pk).update(public="initials")
        Player.objects.filter(name="Ben").update(public="other", public_name="The Ace")
        for address in (f"/public/seasons/{league.pk}/", f"/api/v1/public/seasons/{league.pk}/"):
            page = read(client, address)
            assert not any(name in page for name in ("Ada", "Ben", "Cora", "Dan"))
            assert "The Ace" in page
            assert "A." in page

    @pytest.mark.thorough
    def test_who_was_merged_goes_by_the_name_that_stands(self, cast, league, client):
        ada, dan = Player.objects.get(name="Ada"), Player.objects.get(name="Dan")
        with pytest.raises(RuleError):  # both were there on one evening
            players_merge(by=cast.alice, stays=ada, goes=dan)
        cora = Player.objects.get(name="Cora")
        Player.objects.filter(pk=cora.pk).update(public="other", public_name="The Queen")
        players_merge(by=cast.alice, stays=cora, goes=dan)
        told = read(client, f"/api/v1/public/seasons/{league.pk}/")
        assert "The Queen" in told
        assert "Dan" not in told

    @pytest.mark.thorough
    def test_an_evening_with_hidden_prizes_does_not_count_yet(self, cast, league, night, client):
        made = night(8, Stage.FINISHED)
        evening_add(by(cast, league), evening=made.evening.pk)
        address = f"/api/v1/public/seasons/{league.pk}/"
        told = client.get(address).json()
        assert told["evenings"][-1]["counts"] is False
        assert "p01" not in read(client, address)
        assert "p01" not in read(client, f"/public/seasons/{league.pk}/")
        prizes_reveal_all(made.by)
        assert client.get(address).json()["evenings"][-1]["counts"] is True
        assert "p01" in read(client, address)


class TestKept:
    def test_who_asks_again_is_told_that_nothing_changed(self, cast, opened, league, client):
        made = opened()
        pages = [
            evening_page(made.evening.pk),
            f"/public/leagues/{league.league_id}/",
            f"/public/seasons/{league.pk}/",
        ]
        for address in (*pages, *(f"/api/v1{page}" for page in pages)):
            answer = client.get(address)
            assert "private" in answer.headers["Cache-Control"]
            tag = {"if-none-match": answer.headers["ETag"]}
            assert client.get(address, headers=tag).status_code == 304
            assert _of(cast.alice).get(address).status_code == 200
        tag = {"if-none-match": client.get(pages[0]).headers["ETag"]}
        made.play(1)
        assert client.get(pages[0], headers=tag).status_code == 200


def test_queries_do_not_grow(cast, opened, client, django_assert_max_num_queries):
    for players in (8, 24):
        made = opened(players)
        with django_assert_max_num_queries(25):
            client.get(evening_page(made.evening.pk))
    season = played(cast, *[("Ada", "Ben", "Cora", f"New {n}") for n in range(4)])
    league_publish(by=cast.alice, league=season.league, published=True)
    with django_assert_max_num_queries(12):
        client.get(f"/public/seasons/{season.pk}/")


def _of(user):
    client = Client()
    client.force_login(user)
    return client
