"""A season's table, its rows and pictures, and what was written in its book."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import Claim, Player
from tests.base.pictures.reading import Drawn
from tests.played_seasons import a_season, by, played, player
from tests.seasons.services.test_divisions_set import divided
from tests.web.html import Page, faults, shows
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.leagues.standing import rank_season
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Season
from tournaments.seasons.presenters import prizes as presenters_prizes
from tournaments.seasons.selectors import counting
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import player_place, season_change
from tournaments.transfer.services.imported_results import result_record

pytestmark = pytest.mark.postgresql


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


@pytest.fixture
def season(cast):
    return played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada"), ("Cora", "Ben", "Ada"))


def words(response):
    return " ".join(response.content.decode().split())


def test_where_points_are_equal_it_says_what_parts_them(client, cast):
    season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Cora"), best=2, minimum=1)
    response = client.get(f"/seasons/{season.pk}/")
    ben, ada, _cora = response.context["divisions"][0].lines
    assert ben.tie in words(response)
    assert (ben.tie != "", ada.tie) == (True, "")
    assert "2 evenings count." in words(response)
    assert "evenings that count: the best 2 · at least 1 evening for a place" in words(response)


@pytest.mark.thorough
def test_a_repeat_visit_is_answered_by_304_until_something_changes(client, cast, season):
    here = f"/seasons/{season.pk}/"
    tag = client.get(here).headers["ETag"]
    assert client.get(here, headers={"if-none-match": tag}).status_code == 304
    turned = tuple(ResultLine(who, place=place) for place, who in enumerate(("Cora", "Ben", "Ada"), 1))
    evening = season.evenings.order_by("pk")[0].evening_id
    result_record(RequestedBy(evening, cast.alice, "typed wrongly"), lines=turned)
    after = client.get(here, headers={"if-none-match": tag})
    assert (after.status_code, after.context["table"].divisions[0].rows[0].name) == (200, "Ben")
    client.force_login(cast.bob)
    assert client.get(here, headers={"if-none-match": after.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("change", ["result", "rules"])
@pytest.mark.time_passes
def test_after_a_backup_was_put_back_the_same_number_is_another_page(client, cast, season, change):
    evening = season.evenings.order_by("pk")[0].evening_id

    def changed(first):
        if change == "rules":
            season_change(by(cast, season), name="Winter", rules=Rules(yellow=1 if first == "Ada" else 2))
        else:
            lines = tuple(ResultLine(who, place=n) for n, who in enumerate((first, "Cora"), 1))
            result_record(RequestedBy(evening, cast.alice, "typed wrongly"), lines=lines)

    here = transaction.savepoint()
    changed("Ada")
    tag = client.get(f"/seasons/{season.pk}/").headers["ETag"]
    transaction.savepoint_rollback(here)
    changed("Ben")
    assert client.get(f"/seasons/{season.pk}/", headers={"if-none-match": tag}).status_code == 200


@pytest.mark.thorough
def test_a_season_without_evenings_says_what_comes_next(client, cast):
    season = a_season(cast)
    client.force_login(cast.bob)
    assert f"/seasons/{season.pk}/evenings/" in words(client.get(f"/seasons/{season.pk}/"))
    client.force_login(cast.vera)
    assert "appears after the first evening" in words(client.get(f"/seasons/{season.pk}/"))
    assert "There are no pictures yet" in words(pictures(client, season))


@pytest.mark.thorough
def test_the_book_tells_who_did_what_and_a_closed_season_offers_the_next_one(client, cast, season):
    shows(client.get(f"/seasons/{season.pk}/book/"), "Evening 3 counts for the season.", "Alice")
    assert client.get(f"/seasons/{season.pk}/book/?before=2").context["book"].lines[0].seq == 1
    season_close(by(cast, season))
    client.force_login(cast.bob)
    assert f"/seasons/{season.pk}/next/" in words(client.get(f"/seasons/{season.pk}/"))


# A season in pictures.


ORDERS = (("Ada", "Ben", "Cora"), ("Ben", "Cora", "Ada", "Dan"), ("Dan", "Cora"))


def pictures(client, season, **asked):
    return client.get(reverse("season-pictures", args=[season.pk]), asked)


def cells(answer):
    (picture,) = answer.context["pictures"]
    return {row.name: row.cells for row in picture.rows}


@pytest.mark.thorough
def test_places_evening_by_evening(client, cast):
    """By the usual rules: places after one evening, two, and three.

    The last column is what the season's own pictures says.
    """
    season = played(cast, *ORDERS)
    answer = pictures(client, season, who=player(cast, "Ada"))
    found = cells(answer)
    assert {name: line[0] for name, line in found.items()} == {
        "Ada": "1",
        "Ben": "2",
        "Cora": "3",
        "Dan": "–",
    }
    table = client.get(reverse("season", args=[season.pk])).context["table"].divisions[0]
    assert {name: line[-1] for name, line in found.items()} == {
        row.name: str(row.place) for row in table.rows
    }
    html = answer.content.decode()
    assert faults(html) == []
    chosen = [group for group in Page(html).root.all("g") if "chosen" in group.attributes.get("class", "")]
    assert [group.words.startswith("Ada") for group in chosen] == [True]
    answer = client.get(reverse("season-picture", args=[season.pk, "division-0"]))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert client.get(reverse("season-picture", args=[season.pk, "division-1"])).status_code == 404


@pytest.mark.thorough
def test_of_many_evenings_the_latest_are_drawn(client, cast, monkeypatch):
    monkeypatch.setattr(presenters_prizes, "MOST", 2)
    season = played(cast, *ORDERS)
    answer = pictures(client, season)
    assert "Not shown: 1." in answer.content.decode()
    assert {len(line) for line in cells(answer).values()} == {2}


def test_nobody_has_a_place_before_an_evening_counts(client, cast):
    """The order by lot said who was first; people stand by name."""
    season = a_season(cast)
    people = ("Zoe", "Ada", "Mia")
    for name in people:
        player_place(by(cast, season), player=Player.objects.create(club=cast.club, name=name).pk)
    page = client.get(f"/seasons/{season.pk}/")
    rows = page.context["table"].divisions[0].rows
    assert [(row.name, row.place, row.why) for row in rows] == [(n, None, None) for n in sorted(people)]
    shows(page, "–", status=200)
    text = client.get(f"/seasons/{season.pk}/export.csv").content.decode()
    assert ",,Ada,0,0,0," in text
    row = client.get(f"/seasons/{season.pk}/people/{rows[0].player}/")
    shows(row, "No evening counts yet", never="Place ", status=200)


def test_a_season_is_counted_once_where_it_is_closed(client, cast, season, monkeypatch):
    """For the page, which has the table, the moves and the prizes, and for what closing writes."""
    times = []

    def count(*asked):
        times.append(asked)
        return rank_season(*asked)

    monkeypatch.setattr(counting, "rank_season", count)
    client.force_login(cast.bob)
    here = f"/seasons/{season.pk}/close/"
    assert client.get(here).status_code == 200
    assert len(times) == 1
    assert client.post(here, {"request_key": str(uuid4())}).status_code == 302
    assert len(times) == 2
    assert Season.objects.get(pk=season.pk).stage == SeasonStage.CLOSED


def test_closing_names_those_of_no_division(client, cast):
    season = played(cast, ("Ada", "Ben", "Cora"))
    divided(cast, season, Upper=("Ada",))
    client.force_login(cast.bob)
    shows(client.get(f"/seasons/{season.pk}/close/"), "No division", never="Top three", status=200)


def colours(answer):
    """The class of each line of the picture, by name."""
    (picture,) = answer.context["pictures"]
    lines = Drawn(picture.svg).all("g", "line")
    return {(line[0].text or "").partition(":")[0]: line.get("class") for line in lines}


def test_the_first_three_are_in_colour_or_oneself(client, cast):
    season = played(cast, *ORDERS)
    rows = client.get(reverse("season", args=[season.pk])).context["table"].divisions[0].rows
    first = {row.name: f"line tone-{at}" if at <= 3 else "line pale" for at, row in enumerate(rows, start=1)}
    assert colours(pictures(client, season)) == first
    Claim.objects.create(user=cast.vera, player=Player.objects.get(name="Ada"), granted=True)
    mine = colours(pictures(client, season))
    assert mine.pop("Ada") == "line chosen tone-1"
    assert set(mine.values()) == {"line pale"}
    assert colours(pictures(client, season, who="")) == first


def test_a_line_begins_with_the_first_evening_played(client, cast):
    """Also of who is on the season's list and counts from the start."""
    season = played(cast, *ORDERS, minimum=1)
    for name in ("Dan", "Ada"):
        player_place(by(cast, season), player=player(cast, name))
    Evening.objects.filter(held_on__lt=date(2026, 1, 20)).update(held_on=date(2026, 1, 8))
    (picture,) = pictures(client, season).context["pictures"]
    assert picture.heads == ("8 Jan a", "8 Jan b", "22 Jan")
    assert {row.name: row.cells[0] for row in picture.rows}["Dan"] == "–"
    assert Drawn(picture.svg).names().count("Dan") == 1
