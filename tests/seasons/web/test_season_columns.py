"""The season's table as people look at it: movement, gaps, evenings, who goes up, and ties."""

from datetime import date

import pytest
from django.utils import translation

from tests.played_seasons import PEOPLE, a_season, an_evening, by, played
from tests.published import page_of
from tests.seasons.services.test_divisions_set import divided
from tests.web.html import Page, faults
from tests.web.wording import queries
from tournaments.core.leagues.rules import Absence
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.evening.services.evenings import league_publish
from tournaments.models import Division
from tournaments.seasons.presenters import table as presenters_table
from tournaments.seasons.presenters.rules import shorten_days
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def shown(client, season, asked=""):
    """The divisions of the page, by name."""
    response = client.get(f"/seasons/{season.pk}/{asked}")
    assert faults(response.text) == []
    return {one.division.name: one for one in response.context["divisions"]}


def lines(client, season, division="", asked=""):
    return {line.row.name: line for line in shown(client, season, asked)[division].lines}


def told(line):
    return [(cell.figure.text, cell.kind) for cell in line.cells]


class TestBesideAName:
    def test_movement_and_gap(self, client, cast):
        season = played(cast, ("Ada", "Ben", "Cora"), ("Cora", "Dan", "Ada"))
        found = lines(client, season)
        assert [(name, line.total.text, line.gap) for name, line in found.items()] == [
            ("Cora", "20", ""),
            ("Ada", "20", "0"),
            ("Dan", "10", "−10"),
            ("Ben", "10", "0"),
        ]
        assert {name: line.shift for name, line in found.items()} == {
            "Cora": ("up", "2", "2 places up"),
            "Ada": ("down", "1", "1 place down"),
            "Ben": ("down", "2", "2 places down"),
            "Dan": ("", "new", ""),
        }

    def test_after_the_first_evening_nobody_has_moved(self, client, cast):
        found = lines(client, played(cast, PEOPLE))
        assert [line.shift for line in found.values()] == [None] * 4

    def test_the_gap_says_nothing_across_too_few_evenings(self, client, cast):
        season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada"), minimum=2)
        found = lines(client, season)
        assert (found["Cora"].row.too_few, found["Cora"].gap) == (True, "")

    def test_cells_newest_first(self, client, cast):
        season = played(cast, ("Ada", "Ben"), ("Cora", "Ben"), ("Ben", "Ada", "Cora"), best=2)
        found = lines(client, season)
        assert told(found["Ben"]) == [("12", "best"), ("10", ""), ("10", "dropped")]
        assert told(found["Ada"]) == [("10", ""), ("–", "away"), ("12", "best")]
        assert [column.day for column in shown(client, season)[""].columns] == ["22 Jan", "15 Jan", "8 Jan"]
        assert "absent" in client.get(f"/seasons/{season.pk}/").text

    def test_what_a_missed_evening_gives(self, client, cast):
        season = played(cast, ("Ada", "Ben"), ("Ada", "Cora"), absence=Absence.SCORE, absence_score=1, drop=1)
        assert told(lines(client, season)["Ben"]) == [("1", "dropped away"), ("10", "")]

    def test_decimals_stand_below_each_other(self, client, cast):
        season = played(cast, ("Ada", "Ben"), table=(12, 9))
        evening_add(by(cast, season), evening=an_evening(cast, 5, "Ada").pk, weight=33)
        found = lines(client, season)
        assert found["Ada"].total == ("15.96", "")
        assert found["Ben"].total == ("9", ".00")
        assert [cell.figure for cell in found["Ada"].cells] == [("3.96", ""), ("12", "")]

    def test_of_many_evenings_the_newest_unless_all_are_asked_for(self, client, cast, monkeypatch):
        monkeypatch.setattr(presenters_table, "NEWEST", 2)
        season = played(cast, *[("Ada", "Ben")] * 3)
        page = client.get(f"/seasons/{season.pk}/")
        assert "?evenings=all" in page.text
        assert [len(one.columns) for one in page.context["divisions"]] == [2]
        assert len(lines(client, season, asked="?evenings=all")["Ada"].cells) == 3


@pytest.mark.parametrize(
    ("orders", "rules", "says"),
    [
        ((("Ada", "Ben", "Cora"), ("Ben", "Cora", "Ada")), {"ties": ("wins",)}, ""),
        (
            (("Ada", "Ben"), ("Ben", "Ada")),
            {"ties": ("last",)},
            "the last evening where they differ, place 1 : 2.",
        ),
        ((("Ada", "Ben"), ("Ben", "Ada")), {"ties": ("lot",)}, "ahead by lot."),
        ((("Ada", "Ben"), ("Ben", "Ada")), {"ties": ("countback",)}, "with Ben in everything that counts."),
        (
            (("Ada", "Ben", "Cora"), ("Cora", "Ben", "Ada")),
            {"table": (10, 8, 6)},
            "the last evening where they differ, place 1 : 3.",
        ),
    ],
)
def test_one_sentence_of_equals(client, cast, orders, rules, says):
    first, second, *_others = lines(client, played(cast, *orders, **rules)).values()
    assert first.tie.startswith(f"Equal at {first.total.text} with ") if says else first.tie == ""
    assert first.tie.endswith(says)
    assert second.tie == ("Equal at 16 with Ben; ahead by first places, 1 : 0." if "table" in rules else "")


class TestDivisions:
    @pytest.fixture
    def season(self, cast):
        season = played(cast, PEOPLE, promote=(1,), relegate=(1,))
        divided(cast, season, Gold=("Ada", "Cora"), Silver=("Ben", "Dan"))
        return season

    def test_who_would_go_up_and_down(self, client, season):
        found = {
            name: line for div in ("Gold", "Silver") for name, line in lines(client, season, div).items()
        }
        assert {name: (line.zone, line.to) for name, line in found.items()} == {
            "Ada": ("", ""),
            "Cora": ("falls", "Silver"),
            "Ben": ("rises", "Gold"),
            "Dan": ("", ""),
        }
        page = client.get(f"/seasons/{season.pk}/").text
        assert "would go up" in page
        assert "would go down" in page

    def test_who_went_once_it_is_closed(self, client, cast, season):
        season_close(by(cast, season))
        page = " ".join(client.get(f"/seasons/{season.pk}/").text.split())
        assert '<span class="zone up">up to Gold</span>' in page
        assert '<span class="zone down">down to Silver</span>' in page

    def test_before_the_first_evening_nobody_would(self, client, cast):
        season = a_season(cast, promote=(1,), relegate=(1,))
        an_evening(cast, 1)
        divided(cast, season, Gold=("Ada",), Silver=("Ben",))
        assert lines(client, season, "Gold")["Ada"].zone == ""

    def test_another_divisions_evening_is_no_column(self, client, cast, season):
        gold = Division.objects.get(season=season, name="Gold").pk
        evening_add(by(cast, season), evening=an_evening(cast, 2, "Cora", "Ada").pk, division=gold)
        found = shown(client, season)
        assert [len(found[name].columns) for name in ("Gold", "Silver")] == [2, 1]
        assert found["Gold"].lines[0].shift is None
        assert {line.shift for line in found["Silver"].lines} == {None}


class TestPublished:
    def test_it_is_the_same_table_without_links_to_members_pages(self, client, cast):
        season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"))
        league_publish(by=cast.alice, league=season.league, published=True)
        client.logout()
        page = client.get(f"{page_of(season)}?evenings=all")
        assert page.context["divisions"][0].lines[0].tie
        links = [link.attributes["href"] for link in Page(page.text).root.all("a")]
        assert not [link for link in links if "/people/" in link]


@pytest.mark.parametrize(("page", "most"), [("?evenings=all", 9), ("pictures/", 14), ("prizes/", 12)])
def test_queries_do_not_grow(client, cast, page, most):
    cup = Listed("own-1", "Cup", (Step("points"),), places=2)
    season = played(cast, PEOPLE, prizes=(cup,))
    one = queries(client.get, f"/seasons/{season.pk}/{page}")
    for number in (2, 3, 4):
        evening_add(by(cast, season), evening=an_evening(cast, number, *PEOPLE, "Eva", "Finn").pk)
    assert one == queries(client.get, f"/seasons/{season.pk}/{page}") <= most


def test_days_are_short_and_unlike():
    days = [date(2025, 3, 3), date(2026, 3, 3), date(2026, 3, 10), date(2026, 3, 10), date(2026, 5, 2)]
    assert shorten_days(days) == ["3 Mar 2025", "3 Mar 2026", "10 Mar a", "10 Mar b", "2 May"]
    with translation.override("de"):
        assert shorten_days(days[-1:]) == ["2. Mai"]
