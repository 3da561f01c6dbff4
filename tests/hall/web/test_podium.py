"""The podium of published evenings and seasons, and where it stands."""

from django.test import Client

from tests.played_seasons import by, played
from tests.published import page_of, publish_all
from tests.web.html import Page
from tournaments.core.record import Stage
from tournaments.hall.presenters.published import build_podium
from tournaments.models import Evening, League
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.seasons.services.results import season_close


def podium_of(row) -> list[str]:
    root = Page(Client().get(page_of(row)).text).root
    lists = [one for one in root.all("ol") if one.attributes.get("class") == "podium"]
    return [step.words for one in lists for step in one.all("li")]


def test_it_has_the_first_three_places_with_all_who_share_one():
    steps = build_podium([(1, "Ada", "9"), (1, "Ben", "9"), (3, "Cora", "7"), (4, "Dan", "6")])
    assert [(step.place, step.names, step.figure) for step in steps] == [
        (1, ("Ada", "Ben"), "9"),
        (3, ("Cora",), "7"),
    ]


def test_there_is_none_where_it_would_say_nothing():
    assert build_podium([]) == ()
    assert build_podium([(1, "Ada", "9"), (1, "Ben", "9")]) == ()
    assert build_podium([*((1, f"p{n}", "9") for n in range(5)), (6, "Last", "1")]) == ()
    crowd = [(1, "Ada", "9"), (2, "Ben", "8"), *((3, f"p{n}", "7") for n in range(5))]
    assert [step.place for step in build_podium(crowd)] == [1, 2]


def test_an_evening_has_it_after_all_prizes(night):
    made = night(8, Stage.FINISHED)
    publish_all(Evening.objects.all())
    assert podium_of(made.evening) == []
    prize_reveal(made.by, prize="booby")
    assert podium_of(made.evening) == []
    prizes_reveal_all(made.by)
    first, second = podium_of(made.evening)
    root = Page(Client().get(page_of(made.evening)).text).root
    head, winner, *_ = next(table for table in root.all("table")).all("tr")
    assert next(winner.all("th")).words in first
    assert second.startswith("p05 2")
    assert [cell.words for cell in head.all("th")] == ["Place", "Name", "Counters", "Yellow", "Prizes"]
    prizes = [row.words for row in root.all("tr") if "Booby prize" in row.words]
    assert [row.split()[1] for row in prizes] == ["p01", "p02", "p03", "p04", "p06", "p08"]


def test_a_season_has_it_once_it_is_closed(cast):
    season = played(cast, ("Ada", "Ben", "Cora", "Dan"))
    publish_all(League.objects.all())
    assert podium_of(season) == []
    season_close(by(cast, season))
    assert podium_of(season)[0].startswith("Ada 1")
    assert len(podium_of(season)) == 3
