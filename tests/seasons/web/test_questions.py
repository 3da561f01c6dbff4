"""Questions about a row on its page: asked, answered, closed; and who sees them where."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import Merge, Player
from tests.api.members import bearer
from tests.played_seasons import PEOPLE, by, played, player
from tests.published import page_of
from tests.web.html import faults, shows
from tests.web.wording import queries
from tournaments.evening.services.evenings import league_publish
from tournaments.models import Evening, RowQuestion
from tournaments.seasons.services.results import row_question_ask, season_close
from tournaments.seasons.services.seasons import SeasonBy, season_change

pytestmark = pytest.mark.postgresql
WHY = "Why is my place shared?"


@pytest.fixture
def season(cast):
    return played(cast, PEOPLE, ("Ben", "Ada"))


@pytest.fixture
def as_(cast):
    """A browser of each of the cast."""

    def browser(name):
        client = Client()
        client.force_login(getattr(cast, name))
        return client

    return browser


def row_of(season, name="Ada"):
    return f"/seasons/{season.pk}/people/{Player.objects.get(name=name).pk}/"


def ask(cast, season, who="vera", name="Ada", text=WHY):
    row_question_ask(SeasonBy(season.pk, getattr(cast, who)), player=player(cast, name), text=text)
    return RowQuestion.objects.latest("pk")


@pytest.mark.parametrize("closed", [False, True])
def test_from_the_question_to_its_closing(cast, season, as_, closed):
    if closed:
        season_close(by(cast, season))
    vera, bob, here = as_("vera"), as_("bob"), row_of(season)
    assert vera.post(here, {"text": WHY}).url == here
    shows(as_("sam").get(here), WHY, "Vera, ", "no answer yet", never="Close the question")
    shows(vera.get(here), "Close the question", never="Save the answer")
    shows(bob.get(f"/seasons/{season.pk}/"), "1 question waits for an answer:", f"{here}#questions")
    asked = f"/seasons/{season.pk}/questions/{RowQuestion.objects.get().pk}/"
    assert bob.post(asked, {"answer": "Dan has as many."}).url == here
    page = vera.get(here)
    shows(page, WHY, "Dan has as many.", "Bob, ", never="no answer yet")
    assert not faults(page.content.decode())
    assert not faults(bob.get(here).content.decode())
    shows(bob.get(f"/seasons/{season.pk}/"), never="waits for an answer")
    assert vera.post(asked, {"close": "1"}).url == here
    shows(vera.get(here), never=WHY)
    assert RowQuestion.objects.get().closed is not None


def test_only_organisers_see_what_waits(cast, season, as_):
    ask(cast, season)
    shows(as_("vera").get(f"/seasons/{season.pk}/"), never="waits for an answer")
    before = as_("bob").get(f"/seasons/{season.pk}/").headers["ETag"]
    ask(cast, season, name="Ben")
    again = as_("bob").get(f"/seasons/{season.pk}/", headers={"if-none-match": before})
    shows(again, "2 questions wait for an answer:", status=200)


def test_public_pages_show_nothing(client, cast, season):
    ask(cast, season)
    league_publish(by=cast.alice, league=season.league, published=True)
    for page in (page_of(season), f"/api/v1{page_of(season)}"):
        shows(client.get(page), status=200, never=[WHY, "Vera"])


def test_a_question_of_another_season_is_not_found(cast, season, as_):
    asked = ask(cast, season)
    other = type(season).objects.create(league=season.league, name="Spring", seed="s")
    assert as_("bob").post(f"/seasons/{other.pk}/questions/{asked.pk}/", {"close": "1"}).status_code == 404


def test_a_refused_question_stands_in_the_form(cast, season, as_):
    season_change(by(cast, season), rules={"question_days": 1})
    vera, here = as_("vera"), row_of(season)
    Evening.objects.update(held_on=timezone.localdate())
    shows(vera.get(here), "Questions are possible until")
    shows(vera.post(here, {"text": " "}), status=422)
    Evening.objects.update(held_on=timezone.localdate() - timedelta(days=2), seq=F("seq") + 1)
    shows(vera.get(here), "Questions were possible until", never="Ask the organisers")
    shows(vera.post(here, {"text": WHY}), "Questions were possible until", status=422)
    assert not RowQuestion.objects.exists()


def test_the_question_of_a_merged_player_stands_at_the_row(cast, season, as_):
    ask(cast, season, name="Dan")
    Merge.objects.create(gone_id=player(cast, "Dan"), kept_id=player(cast, "Ada"))
    shows(as_("vera").get(row_of(season)), WHY)


def test_queries_do_not_grow_with_questions(cast, season, as_):
    bob = as_("bob")
    pages = (row_of(season), f"/seasons/{season.pk}/")
    ask(cast, season)
    few = [queries(bob.get, page) for page in pages]
    for who in ("vera", "sam", "alice"):
        ask(cast, season, who)
        ask(cast, season, who, "Ben")
    assert [queries(bob.get, page) for page in pages] == few
    assert max(few) <= 16


def test_by_api(cast, season):
    vera, bob, at = bearer(cast.vera), bearer(cast.bob), f"/api/v1/seasons/{season.pk}"
    line = vera.post(f"{at}/row-question-ask/", {"player": player(cast, "Ada"), "text": WHY}).json()
    number = line["payload"]["question"]
    bob.post(f"{at}/row-question-answer/", {"question": number, "answer": "Dan has as many."})
    (found,) = vera.get(f"{at}/questions/?player={player(cast, 'Ada')}").json()["results"]
    assert (found["question"], found["player"], found["name"]) == (number, player(cast, "Ada"), "Ada")
    assert (found["asked"]["text"], found["asked"]["who"]) == (WHY, "Vera")
    assert (found["answer"]["text"], found["answer"]["who"]) == ("Dan has as many.", "Bob")
    assert not vera.get(f"{at}/questions/?player={player(cast, 'Ben')}").json()["results"]
    vera.post(f"{at}/row-question-close/", {"question": number})
    assert vera.get(f"{at}/questions/").json()["results"] == []
