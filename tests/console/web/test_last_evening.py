"""A new evening's form is filled as the last evening of the same game and format ended."""

from datetime import date
from urllib.parse import parse_qs, urlparse

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Group
from tests.planning.web.test_evening_plays import filled
from tests.played_seasons import a_season, an_evening, by
from tests.web.html import Page, shows
from tests.web.test_every_member import CASES
from tournaments.bell.services.clock import round_last
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import evening_change
from tournaments.models import Evening
from tournaments.prizes.services import prizes_reveal_all
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add
from tournaments.simulation.rounds import SimulationOrder, simulate

FILLED = "Filled in as the last evening of this game and format ended."
OWN = Listed("own-1", "Best junior", (Step("yellow"),), group="Juniors")


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def url(cast):
    return reverse("evening-new", args=[cast.club.pk])


def ended(night, day=1, stage=Stage.FINISHED, **more):
    made = night(8, stage, **more)
    made.evening.held_on = date(2026, 5, day)
    made.evening.save()
    return made


def test_it_begins_as_the_last_one_ended(client, cast, url, night):
    settings = {"minutes": 25, "auto_moves": 90, "stake": 40, "one_prize_each": True, "people_most": 6}
    last = ended(night, **settings)
    page = client.get(url)
    shows(page, FILLED, "Usual settings")
    assert client.post(url, filled(page)).status_code == 302
    new = Evening.objects.latest("pk")
    assert new.settings == last.evening.settings
    assert new.held_on == timezone.localdate()


def test_as_it_ended_and_not_as_it_was_made(client, url, night):
    """But for the last round, if that was chosen during play."""
    last = ended(night, stage=Stage.PLAYING, minutes=20, rounds=9)
    evening_change(last.by, settings={"minutes": 15})
    round_last(last.by, round=1)
    last.play_round()
    last.settle()
    last.evening.refresh_from_db()
    assert last.evening.settings.rounds == 1
    form = client.get(url).context["form"]
    assert (form["minutes"].value(), form["rounds"].value()) == (15, 9)


def test_usual_settings_empty_it(client, url, night, cast):
    ended(night, minutes=25, roles=("red", "blue"))
    page = client.get(url)
    [link] = [one for one in Page(page.text).root.all("a") if one.words == "Usual settings"]
    asked = parse_qs(urlparse(link.attributes["href"]).query)
    assert asked == {"game": ["draw-poker"], "format": ["progressive"], "usual": ["on"]}
    emptied = client.get(link.attributes["href"])
    shows(emptied, never=FILLED)
    assert client.post(url, filled(emptied)).status_code == 302
    assert Evening.objects.latest("pk").settings == Settings(roles=tuple(cast.club.roles))


def test_it_is_the_latest_by_date_that_has_ended(client, url, night):
    ended(night, day=10, minutes=10)
    ended(night, day=5, minutes=5)
    for stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING):
        ended(night, day=20, minutes=20, stage=stage)
    assert client.get(url).context["form"]["minutes"].value() == 10


def test_no_rehearsal_no_import_and_no_other_club(client, cast, url, night):
    real, copy = ended(night, minutes=10), ended(night, day=2, minutes=20)
    Evening.objects.filter(pk=copy.evening.pk).update(rehearsal_of=real.evening)
    an_evening(cast, 40)
    other = ended(night, day=3, minutes=30)
    Evening.objects.filter(pk=other.evening.pk).update(club=cast.other_club)
    assert client.get(url).context["form"]["minutes"].value() == 10
    Evening.objects.filter(pk=real.evening.pk).update(rehearsal_of=None, club=cast.other_club)
    Evening.objects.filter(pk=copy.evening.pk).update(club=cast.other_club)
    shows(client.get(url), never=FILLED)


def test_another_game_takes_its_own_last_evening_and_keeps_what_was_typed(client, cast, url, night):
    ended(night, minutes=25, gap=30)
    ended(night, day=2, minutes=10, gap=45, game="oh-well", format="fixed")
    before = client.get(url, {"game": "draw-poker", "format": "progressive"})
    typed = filled(before) | {"name": "Final", "minutes": 33, "pick": "oh-well", "way": "fixed"}
    form = client.post(url, typed).context["form"]
    assert form["name"].value() == "Final"
    assert str(form["minutes"].value()) == "33"
    assert form["gap"].value() == 45


def test_seasons_count_as_at_that_evening_if_they_are_open(client, cast, url, night):
    season = a_season(cast)
    last = ended(night)
    evening_add(by(cast, season), evening=last.evening.pk)
    ended(night, day=9, game="oh-well", format="fixed")
    assert client.get(url, {"game": "draw-poker", "format": "progressive"}).context["form"][
        "seasons"
    ].value() == [season.pk]
    assert not client.get(url, {"game": "oh-well", "format": "fixed"}).context["form"]["seasons"].value()
    prizes_reveal_all(last.by)
    season_close(by(cast, season))
    assert "seasons" not in client.get(url).context["form"].fields


def test_prizes_of_the_club_are_kept_while_their_group_is_there(client, cast, url, night):
    group = Group.objects.create(club=cast.club, name="Juniors")
    last = ended(night, prizes=("yellow", "booby", OWN, Listed("counters", "Richest", off=True)))
    page = client.get(url)
    shows(page, "Best junior")
    assert client.post(url, filled(page)).status_code == 302
    assert Evening.objects.latest("pk").settings.prizes == last.evening.settings.prizes
    group.delete()
    page = client.get(url)
    shows(page, never="Best junior")
    assert client.post(url, filled(page, name="Second")).status_code == 302
    assert OWN not in Evening.objects.latest("pk").settings.prizes


@pytest.mark.sample(4)
@pytest.mark.parametrize(("format", "game"), CASES)
def test_every_format_and_kind_can_be_planned_again_as_it_ended(client, cast, url, format, game):
    settings = Settings(games=2, deals=2, minutes=17, people_most=6, confirm=True)
    order = SimulationOrder("Once", 8, 2, game=game, format=format.key, settings=settings)
    first = simulate(order, club=cast.club, actor=cast.alice)
    page = client.get(url, {"game": game, "format": format.key})
    shows(page, FILLED)
    assert client.post(url, filled(page)).status_code == 302
    again = Evening.objects.latest("pk")
    assert again.pk != first.pk
    assert (again.play.options, again.settings.minutes, again.settings.confirm) == (
        first.play.options,
        17,
        True,
    )


def test_programs_still_get_the_usual_ones(client, cast, night):
    ended(night, minutes=25)
    address = reverse("api-club-evenings", args=[cast.club.pk])
    answer = client.post(address, {"held_on": "2026-11-20"}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert Evening.objects.latest("pk").settings == Settings(roles=tuple(cast.club.roles))


@pytest.mark.parametrize("format", ["rotation", "knockout", "fixed", "swiss"])
def test_a_single_deal_at_a_table_is_kept(client, url, night, format):
    ended(night, stage=Stage.SETTLING, format=format, deals=1)
    form = client.get(url, {"game": "draw-poker", "format": format}).context["form"]
    assert form["deals"].value() == 1
    usual = client.get(url, {"game": "draw-poker", "format": format, "usual": "on"}).context["form"]
    assert usual["deals"].value() == 10
