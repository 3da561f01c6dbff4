"""Prize standings: one list of prizes over all clubs, what is in force and what was replaced."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.played_seasons import by, played, player
from tests.seasons.services.test_season_rewrite import CHAMPION, merge
from tests.spreadsheets import cells_of
from tests.web.admin_pages import root, staff, where
from tests.web.html import shows
from tournaments.core.files.cells import BOM
from tournaments.core.record import Stage
from tournaments.models import Award, Evening
from tournaments.results.services import evening_reopen
from tournaments.seasons.services.results import (
    season_close,
    season_prize_give,
    season_reopen,
    season_rewrite,
)

pytestmark = [pytest.mark.postgresql]


@pytest.fixture(autouse=True)
def superuser(client, cast):
    client.force_login(root())


def lines(client, **asked):
    return [award.line for award in client.get(where(Award), asked).context["cl"].result_list]


@pytest.fixture
def finished(night):
    return night(8, Stage.FINISHED).reveal()


@pytest.fixture
def season(cast):
    season = played(cast, ("Ann", "Bob"), ("Bob", "Anna"), ("Anna", "Bob"), prizes=(CHAMPION,))
    season_close(by(cast, season))
    return season


def test_who_won_what_where_and_why(client, finished, season):
    page = client.get(where(Award))
    shows(page, "Prize standings", "Champion", "Thursday League · Winter", "Most yellow chips", status=200)
    found = {line.title: line for line in lines(client)}
    award = Award.objects.get(result__evening=finished.evening, prize="yellow")
    yellow = found["Most yellow chips"]
    assert {one.name for one in yellow.winners} == {entry.name for entry in award.winners.all()}
    assert (yellow.club, yellow.day) == (finished.evening.club, finished.evening.held_on)
    assert yellow.reason.startswith("Yellow chips: ")
    assert [one.name for one in found["Champion"].winners] == ["Bob"]
    assert found["Champion"].version == 1


def test_the_search_finds_only_what_is_asked_for(client, cast, finished, season):
    assert [line.title for line in lines(client, q="Bob")] == ["Champion"]
    assert {line.source for line in lines(client, q="Thursday")} >= {finished.evening}
    assert lines(client, q="nobody at all") == []


def test_replaced_versions_are_hidden_and_struck_through(client, cast, season):
    merge(cast)
    season_rewrite(by(cast, season, "one person"))
    assert [[one.name for one in line.winners] for line in lines(client)] == [["Ann"]]
    shows(client.get(where(Award), {"state": "all"}), "<s>Champion</s>", "replaced")
    assert [line.version for line in lines(client, state="replaced")] == [1]


@pytest.mark.parametrize(
    ("asked", "many"),
    [
        ({"kind": "season"}, 1),
        ({"kind": "hand"}, 1),
        ({"state": "by_hand"}, 1),
        ({"state": "hidden"}, 4),
        ({"state": "announced"}, 1),
        ({"club": "thursday"}, 6),
        ({"club": "charlie"}, 0),
        ({"date": "1999"}, 0),
        ({"date": "9" * 40}, 0),
        ({"kind": "evening", "state": "hidden", "date": "{year}"}, 4),
    ],
)
def test_filters(client, night, season, asked, many):
    night = night(8, Stage.FINISHED)
    raffle = Award.objects.create(evening=night.evening, rank=1, prize="hand-1", title="Raffle")
    raffle.winners.add(night.entry("p01"))
    asked = {key: value.format(year=night.evening.held_on.year) for key, value in asked.items()}
    assert len(lines(client, **asked)) == many


def test_what_is_filtered_is_taken_away(client, finished, season):
    text = client.get(where(Award, "csv"), {"kind": "season"}).content.decode().removeprefix(BOM)
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["prize"], row["winners"], row["state"]) == ("Champion", "Bob", "announced")
    sheet = cells_of(client.get(where(Award, "xlsx")).content)
    assert len(sheet) == 1 + len(lines(client))


def test_queries_do_not_grow(client, night):
    counts = []
    for _time in range(2):
        night(8, Stage.FINISHED).reveal()
        Evening.objects.update(name="Same")
        with CaptureQueriesContext(connection) as queries:
            client.get(where(Award))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_only_who_may_look(client, finished):
    for user, status in ((staff(), 403), (staff("view_award", name="Seb"), 200)):
        client.force_login(user)
        assert [client.get(where(Award, page)).status_code for page in ("changelist", "csv")] == [status] * 2


def test_the_search_knows_merged_names_titles_and_leagues(client, cast, finished, season):
    merge(cast)
    assert "Champion" in [line.title for line in lines(client, q="champ")]
    assert [line.title for line in lines(client, q="thursday league")] == ["Champion"]
    season_rewrite(by(cast, season, "one person"))
    assert [line.title for line in lines(client, q="ánna")] == ["Champion"], (
        "a merged spelling, by any letters"
    )
    assert "Most yellow chips" in [line.title for line in lines(client, q="YELLOW")]


def test_a_wrong_filter_is_told(client, finished):
    for asked in ({"date": "1999-13"}, {"kind": "cake"}, {"state": "eaten"}):
        page = client.get(where(Award), asked)
        [value] = asked.values()
        shows(page, f"“{value}” is not possible for the filter")
        assert page.text.count("is not possible for the filter") == 1
        assert not page.context["cl"].result_list


def test_a_reopened_evening_or_season_has_announced_nothing(client, cast, finished, season):
    assert {str(line.state) for line in lines(client)} == {"announced"}
    evening_reopen(finished.because("too early"))
    season_reopen(by(cast, season, "closed too early"))
    assert {str(line.state) for line in lines(client)} == {"reopened"}
    assert lines(client, state="announced") == []
    assert len(lines(client, state="reopened")) == 5


def test_a_seasons_prize_by_hand_has_its_day(client, cast, season):
    season_prize_give(by(cast, season, "raffle"), title="Raffle", winners=[player(cast, "Bob")])
    [raffle] = [line for line in lines(client) if line.title == "Raffle"]
    assert raffle.day == timezone.localdate()


def test_it_can_be_sorted_by_date_and_summed_up(client, finished, season):
    days = [line.day for line in lines(client)]
    assert days == sorted(days, reverse=True)
    days = [line.day for line in lines(client, o="5")]
    assert days == sorted(days)
    page = client.get(where(Award, "sums"), {"kind": "season"})
    shows(page, "Prizes by player and club", "Bob", status=200)
    assert [(winner.name, times) for _club, winner, times in page.context["rows"]] == [("Bob", 1)]


def test_it_stands_first(client):
    shows(client.get("/admin/"), "Prize standings", where(Award))
