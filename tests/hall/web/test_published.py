"""Evenings and leagues that a club has opened: pages and API for everybody, under public names alone."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from accounts.errors import RuleError
from accounts.models import Club, Player
from tests.api.members import bearer
from tests.played_seasons import by, played
from tests.published import page_of, publish_all
from tests.web.html import Page, shows
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.leagues.rules import from_json
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import evening_publish, league_publish
from tournaments.models import Evening, League
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.records.services.people import players_merge
from tournaments.seasons.services.leagues import league_create
from tournaments.seasons.services.results import season_close, season_prize_give
from tournaments.seasons.services.seasons import evening_add, season_prizes_change
from tournaments.seating.services import evening_start, seats_draw


def api_of(row):
    return f"/api/v1{page_of(row)}"


@pytest.fixture
def opened(night):
    """Makes an evening that everybody may read."""

    def make(players=8, stage=Stage.PLAYING, names="", **how):
        made = night(players, stage, **how)
        evening_publish(made.by, published=True, names=names)
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


def leave_out_addresses(page):
    """Return the page without public addresses. They are drawn by lot: "p04" may be in one."""
    return re.sub(r"/public/\w+/[\w-]+", "", page)


class TestOpening:
    @pytest.mark.thorough
    def test_who_runs_the_evening_opens_it_and_closes_it(self, cast, night, client):
        made = night(8)
        client.force_login(cast.bob)
        settings = f"/evenings/{made.evening.pk}/settings/"
        assert "Preview and open to visitors" in read(client, settings)
        answer = client.post(f"/evenings/{made.evening.pk}/publish/", {"published": "on"}, follow=True)
        assert "Visitors can see it now." in answer.content.decode()
        assert (page := page_of(made.evening)) in answer.content.decode()
        assert Client().get(page).status_code == 200
        assert Client().get(f"/public/evenings/{made.evening.pk}/").status_code == 404
        client.post(f"/evenings/{made.evening.pk}/publish/", {})
        assert Evening.objects.get().published is False
        assert Client().get(page).status_code == 404

    def test_who_runs_the_club_opens_a_league_and_closes_it(self, cast, client):
        season = played(cast, ("Ada", "Ben"))
        page = f"/leagues/{season.league_id}/"
        client.force_login(cast.bob)
        assert "Preview and open to visitors" in read(client, page)
        answer = client.post(f"{page}publish/", {"published": "on"}, follow=True)
        assert "Visitors can see it now." in answer.content.decode()
        season.refresh_from_db()
        shown = page_of(season)
        assert Client().get(shown).status_code == 200
        assert Client().get(f"/public/leagues/{season.league_id}/seasons/{season.pk}/").status_code == 404
        client.post(f"{page}publish/", {})
        assert League.objects.get().published is False
        assert Client().get(shown).status_code == 404

    def test_a_league_is_opened_by_api(self, cast):
        season = played(cast, ("Ada", "Ben"))
        address = f"/api/v1/leagues/{season.league_id}/publish/"
        for key in ("", "{0b1c0000-0000-4000-8000-000000000000}", "mine"):
            answer = bearer(cast.bob).post(address, {"published": True}, key=key)
            assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "Idempotency-Key")
        told = bearer(cast.bob).post(address, {"published": True, "names": "each"}, key=uuid4()).json()
        assert (told["published"], told["names_shown"]) == (True, "each")
        assert told["public_address"] == League.objects.get().public_address
        answer = bearer(cast.bob).post(address, {"published": True, "names": "nickname"}, key=uuid4())
        assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "names")
        assert League.objects.get().published is True

    def test_publishing_stands_on_the_finished_evening(self, cast, night, client):
        made = night(8, Stage.FINISHED)
        client.force_login(cast.bob)
        page, publish = f"/evenings/{made.evening.pk}/", f"/evenings/{made.evening.pk}/publish/"
        assert f'href="{publish}"' in read(client, page)
        answer = client.post(publish, {"published": "on", "names": "initials"}, follow=True)
        assert answer.redirect_chain == [(page, 302)]
        assert page_of(made.evening) in answer.text
        assert "Names: initials." in answer.text
        journal = read(client, f"/evenings/{made.evening.pk}/journal/")
        assert "The evening is public now. Names: initials." in journal
        refused = client.post(publish, {"published": "on", "names": "nickname"}, follow=True)
        assert "Choose one of these." in refused.text
        assert Evening.objects.get().names_shown == "initials"
        client.force_login(cast.vera)
        assert publish not in read(client, page)


PEOPLE = ("Anna Berg", "Anna Carlsson", "Ann Bloom", "Bo Dahl", "Cleo Ek", "Dora Falk", "Eve Gran")


class TestPreview:
    """What is looked at before is what everybody reads after, and looking opens nothing."""

    @pytest.fixture
    def finished(self, night):
        made = night(0, Stage.CHECK_IN)
        people_check_in(made.by, people=[Arrival(name) for name in PEOPLE])
        seats_draw(made.by, seed="7")
        evening_start(made.by)
        made.play_round()
        made.finish()
        made.reveal()
        Player.objects.filter(name="Bo Dahl").update(public="name")
        Player.objects.filter(name="Cleo Ek").update(public="other", public_name="The Fox")
        return made

    SEEN = {
        "": {"Anna B.", "Anna C.", "Ann", "Bo", "The Fox", "Dora", "Eve"},
        "first": {"Anna B.", "Anna C.", "Ann", "Bo", "The Fox", "Dora", "Eve"},
        "initials": {"A. B.", "A. C.", "A. B. 2", "B. D.", "The Fox", "D. F.", "E. G."},
        "each": {"Anna B.", "Anna C.", "Ann", "Bo Dahl", "The Fox", "Dora", "Eve"},
        "name": {*PEOPLE} - {"Cleo Ek"} | {"The Fox"},
    }

    @pytest.mark.parametrize("names", SEEN)
    def test_of_an_evening(self, cast, client, finished, names):
        client.force_login(cast.bob)
        publish = f"/evenings/{finished.evening.pk}/publish/"
        looked = read(client, f"{publish}?names={names}")
        assert Evening.objects.get().published is False
        client.post(publish, {"published": "on", "names": names})
        page = read(Client(), page_of(finished.evening))
        shown = tables(page)
        assert shown
        assert shown == tables(looked)
        assert {row[1] for row in shown[0][1:]} == self.SEEN[names]
        told = Client().get(api_of(finished.evening)).json()
        assert {line["name"] for line in told["standing"]} == self.SEEN[names]
        for name in {*PEOPLE} - self.SEEN[names]:
            assert name not in page
            assert name not in str(told)

    @pytest.mark.parametrize("names", ["", "initials", "name"])
    def test_of_a_league(self, cast, client, names):
        season = played(cast, PEOPLE, PEOPLE[::-1])
        client.force_login(cast.bob)
        publish = f"/leagues/{season.league_id}/publish/"
        looked = read(client, f"{publish}?names={names}")
        assert League.objects.get().published is False
        client.post(publish, {"published": "on", "names": names})
        season.refresh_from_db()
        page = read(Client(), page_of(season))
        assert tables(page) == tables(looked)
        assert ("Dora Falk" in page) == (names == "name")
        told = Client().get(api_of(season)).json()
        called = {row["name"] for row in told["divisions"][0]["rows"]}
        assert {"": "Anna B.", "initials": "A. C.", "name": "Bo Dahl"}[names] in called

    def test_a_name_that_is_not_offered_is_refused(self, cast, client, finished):
        client.force_login(cast.bob)
        for row in (f"/evenings/{finished.evening.pk}", f"/leagues/{played(cast, PEOPLE).league_id}"):
            assert client.get(f"{row}/publish/?names=nickname").status_code == 422
        Club.objects.update(public="initials")
        page = read(client, f"/evenings/{finished.evening.pk}/publish/")
        shows(page, 'value="each"', never=['value="first"', "Anna Berg"])

    def test_a_draft_and_an_empty_league(self, cast, client, night):
        made, league = night(0, Stage.DRAFT), league_create(by=cast.bob, club=cast.club, name="Cup")
        client.force_login(cast.bob)
        assert "from check-in on" in read(client, f"/evenings/{made.evening.pk}/publish/")
        assert "No season yet." in read(client, f"/leagues/{league.pk}/publish/")


def tables(page):
    """The cells of the page's tables of people."""
    found = Page(page).root.all("table")
    return [[[cell.words for cell in row.all("td", "th")] for row in table.all("tr")] for table in found]


class TestClosed:
    def test_what_is_not_published_is_not_there(self, cast, night):
        made, season = night(8), played(cast, ("Ada", "Ben"))
        for address in (
            page_of(made.evening),
            f"/public/leagues/{season.league_id}/",
            page_of(season),
        ):
            for client in (Client(), _of(cast.alice)):
                assert client.get(address).status_code == 404
                assert client.get(f"/api/v1{address}").status_code == 404
        code = made.evening.join_code
        assert Client().get(f"/api/v1/public/evenings/by-code/{code}/").status_code == 404

    def test_a_draft_is_no_place_for_everybody(self, opened):
        made = opened(0, Stage.DRAFT)
        for address in (page_of(made.evening), api_of(made.evening)):
            assert Client().get(address).status_code == 404


class TestEvening:
    @pytest.mark.thorough
    @pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
    def test_it_is_what_the_hall_sees(self, opened, client, stage):
        made = opened(8, stage)
        page, told = (
            read(client, page_of(made.evening)),
            client.get(api_of(made.evening)).json(),
        )
        assert told["stage"] == stage
        assert told["state"] in page
        shows = stage in (Stage.SEATED, Stage.PLAYING)
        assert ("p01" in page) == shows
        assert bool(told["tables"]) == shows
        assert told["prizes"] == told["standing"] == []

    def test_nothing_leads_from_there_to_the_hall(self, opened, client):
        """There people have their full names: neither page nor answer tells the code."""
        for stage in (Stage.CHECK_IN, Stage.PLAYING, Stage.FINISHED):
            made = opened(8, stage)
            for address in (page_of(made.evening), api_of(made.evening)):
                assert made.evening.join_code not in read(client, address)

    def test_search_engines_leave_it_out(self, opened, league, client):
        made = opened()
        rows = (made.evening, league.league, league)
        hall = f"/j/{made.evening.join_code}/"
        for address in (*map(page_of, rows), *map(api_of, rows), hall):
            assert client.get(address).headers["X-Robots-Tag"] == "noindex, nofollow", address

    def test_the_code_leads_there_too(self, opened, client):
        made = opened()
        by_code = f"/api/v1/public/evenings/by-code/{made.evening.join_code.lower()}/"
        assert client.get(by_code).json() == client.get(api_of(made.evening)).json()

    def test_nothing_is_told_of_a_prize_before_it_is_revealed(self, opened, client):
        """And of the places not before the last of them."""
        made = opened(8, Stage.FINISHED)
        everybody = {f"p{n:02}" for n in range(1, 9)}
        addresses = page_of(made.evening), api_of(made.evening)
        for revealed in (0, 1):
            told = client.get(addresses[1]).json()
            known = [prize for prize in told["prizes"] if prize["revealed"]]
            assert (len(known), told["standing"]) == (revealed, [])
            winners = {winner for prize in known for winner in prize["winners"]}
            assert bool(winners) == bool(revealed)
            for address in addresses:
                page = leave_out_addresses(read(client, address))
                assert not any(name in page for name in everybody - winners), address
            hidden = [prize for prize in told["prizes"] if not prize["revealed"]]
            assert {(*prize["winners"], prize["why"]) for prize in hidden} == {(None,)}
            if not revealed:
                prize_reveal(made.by, prize="booby")
        prizes_reveal_all(made.by)
        standing = client.get(addresses[1]).json()["standing"]
        assert (len(standing), standing[0]["place"]) == (8, 1)
        page = read(client, addresses[0])
        assert all(name in page for name in everybody)

    @pytest.mark.thorough
    def test_one_that_was_played_elsewhere(self, cast, client):
        played(cast, ("Ada", "Ben", "Cora"))
        evening = Evening.objects.get()
        publish_all(Evening.objects.all())
        told = client.get(api_of(evening)).json()
        assert [line["name"] for line in told["standing"]] == ["Ada", "Ben", "Cora"]
        assert "Cora" in read(client, page_of(evening))

    @pytest.mark.thorough
    def test_the_part_that_changes_is_asked_for_again(self, opened, client):
        made = opened()
        page = page_of(made.evening)
        part = client.get(page, headers={"hx-request": "true"})
        assert part.content.decode().lstrip().startswith('<div id="now"')
        assert 'hx-get="' in read(client, page)

    def test_hostile_names_run_nowhere(self, opened, client, cast):
        made = opened()
        made.evening.entries.filter(name="p01").update(name=HOSTILE)
        Club.objects.filter(pk=cast.club.pk).update(revision=77)
        page = read(client, page_of(made.evening))
        assert "alert(1)" in page
        assert HOSTILE not in page


class TestLeague:
    def test_it_has_its_seasons_and_each_has_its_table(self, league, client):
        assert page_of(league) in read(client, page_of(league.league))
        told = client.get(api_of(league.league)).json()
        assert [season["name"] for season in told["seasons"]] == ["Winter"]
        told = client.get(api_of(league)).json()
        [division] = told["divisions"]
        assert {row["name"] for row in division["rows"]} == {"Ada", "Ben", "Cora", "Dan"}
        page = read(client, page_of(league))
        assert all(row["name"] in page for row in division["rows"])
        assert [(one["counts"], one["public_address"]) for one in told["evenings"]] == [(True, None)] * 2
        assert "/public/evenings/" not in page
        one = Evening.objects.earliest("pk")
        publish_all(Evening.objects.filter(pk=one.pk))
        Evening.objects.filter(pk=one.pk).update(seq=one.seq + 1)
        assert page_of(one) in read(client, page_of(league))

    def test_people_have_their_public_names(self, cast, league, client):
        Club.objects.filter(pk=cast.club.pk).update(public="initials")
        Player.objects.filter(name="Ben").update(public="other", public_name="The Ace")
        for address in (page_of(league), api_of(league)):
            page = read(client, address)
            assert not any(name in page for name in ("Ada", "Ben", "Cora", "Dan"))
            shows(page, "The Ace", "A.")

    @pytest.mark.thorough
    def test_who_was_merged_goes_by_the_name_that_stands(self, cast, league, client):
        ada, dan = Player.objects.get(name="Ada"), Player.objects.get(name="Dan")
        with pytest.raises(RuleError):  # both were there on one evening
            players_merge(by=cast.alice, stays=ada, goes=dan)
        cora = Player.objects.get(name="Cora")
        Player.objects.filter(pk=cora.pk).update(public="other", public_name="The Queen")
        players_merge(by=cast.alice, stays=cora, goes=dan)
        told = read(client, api_of(league))
        shows(told, "The Queen", never="Dan")

    @pytest.mark.thorough
    def test_an_evening_with_hidden_prizes_does_not_count_yet(self, cast, league, night, client):
        made = night(8, Stage.FINISHED)
        evening_add(by(cast, league), evening=made.evening.pk)
        address = api_of(league)
        told = client.get(address).json()
        assert told["evenings"][-1]["counts"] is False
        assert "p01" not in read(client, address)
        assert "p01" not in read(client, page_of(league))
        prizes_reveal_all(made.by)
        assert client.get(address).json()["evenings"][-1]["counts"] is True
        assert "p01" in read(client, address)


class TestKept:
    def test_who_asks_again_is_told_that_nothing_changed(self, cast, opened, league, client):
        made = opened()
        pages = [
            page_of(made.evening),
            page_of(league.league),
            page_of(league),
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


def test_a_closed_season_shows_its_prizes(cast, league, client):
    """Under the names that the league shows; those by hand last. While it is open, none."""
    prizes = (Listed("own-1", "Cup", (Step("points"),)),)
    season_prizes_change(by(cast, league), before=from_json(league.rules).prizes, after=prizes)
    Player.objects.filter(name="Ben").update(name="Ben Short")
    away = Player.objects.create(club=cast.club, name="Away Winner")
    season_prize_give(by(cast, league, "the committee"), title="Fair play", winners=[away.pk])
    address = api_of(league)
    assert client.get(address).json()["prizes"] == []
    assert "Fair play" not in read(client, page_of(league))
    season_close(by(cast, league))
    cup, gift = client.get(address).json()["prizes"]
    assert (cup["title"], cup["winners"], cup["revealed"]) == ("Cup", ["Ada", "Ben"], True)
    assert (gift["title"], gift["winners"]) == ("Fair play", ["Away"])
    page = Page(read(client, page_of(league))).root.words
    assert cup["why"]["words"] in page
    shows(page, "Cup Ada, Ben", "Fair play Away", never=["Short", "Winner"])


def test_queries_do_not_grow(cast, opened, client, django_assert_max_num_queries):
    for players in (8, 24):
        made = opened(players)
        with django_assert_max_num_queries(25):
            client.get(page_of(made.evening))
    season = played(cast, *[("Ada", "Ben", "Cora", f"New {n}") for n in range(4)])
    league_publish(by=cast.alice, league=season.league, published=True)
    with django_assert_max_num_queries(12):
        client.get(page_of(season))


def _of(user):
    client = Client()
    client.force_login(user)
    return client
