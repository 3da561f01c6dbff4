"""What a season's pages do for more people and evenings: no more nodes are rendered, a row counts nothing.

A season that is kept is never stale: the next request sees what another process wrote.
"""

import pytest
from django.template.base import Node
from django.test import Client

from accounts.models import Membership
from tests.cast import Cast
from tests.played_seasons import PEOPLE, an_evening, by, played, player
from tournaments.core.leagues import standing as leagues_standing
from tournaments.core.leagues.points import EveningFigures
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.models import Season, SeasonEvening
from tournaments.prizes.services import prizes_reveal_all
from tournaments.seasons.presenters.prizes import MOST_CELLS, SeasonCache
from tournaments.seasons.selectors import counting
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.seasons import evening_add, evening_weigh

CROWD = tuple(f"p{number}" for number in range(40))
MORE = tuple(f"m{number}" for number in range(40))
NODES_OF_A_COLUMN = 2
"""The name and the day of an evening, in its head."""


@pytest.fixture(autouse=True)
def seasons(monkeypatch: pytest.MonkeyPatch, client: Client, cast: Cast) -> SeasonCache:
    """What is kept, by itself in each test."""
    found = SeasonCache(MOST_CELLS)
    for module in ("tournaments.seasons.presenters.row", "tournaments.seasons.views.seasons"):
        monkeypatch.setattr(f"{module}.KEPT_SEASONS", found)
    client.force_login(cast.vera)
    return found


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many nodes were rendered, lines read and seasons counted."""
    done = {"nodes": 0, "lines": 0, "counted": 0}
    render, made, counted = Node.render_annotated, EveningFigures, leagues_standing.SeasonTally

    def node(self: Node, context: object) -> object:
        done["nodes"] += 1
        return render(self, context)  # type: ignore[arg-type]

    def line(*figures: object) -> object:
        done["lines"] += 1
        return made(*figures)  # type: ignore[arg-type]

    def once(*figures: object) -> object:
        done["counted"] += 1
        return counted(*figures)  # type: ignore[arg-type]

    monkeypatch.setattr(Node, "render_annotated", node)
    monkeypatch.setattr(counting, "EveningFigures", line)
    monkeypatch.setattr(leagues_standing, "SeasonTally", once)
    return done


def taken(work: dict[str, int], client: Client, path: str) -> dict[str, int]:
    work.update(dict.fromkeys(work, 0))
    assert client.get(path).status_code == 200
    return dict(work)


def grown(cast: Cast, season: Season, *numbers: int) -> None:
    for number in numbers:
        evening_add(by(cast, season), evening=an_evening(cast, number, *CROWD).pk)


def test_the_table_renders_no_more_nodes_for_more_rows(client, cast, work):
    season = played(cast, PEOPLE, best=1)
    path = f"/seasons/{season.pk}/"
    grown(cast, season, 2)
    few = taken(work, client, path)
    for number in (3, 4):
        evening_add(by(cast, season), evening=an_evening(cast, number, *CROWD, *MORE).pk)
    many = taken(work, client, path)
    assert few["lines"] == len(PEOPLE) + len(CROWD)
    assert many["lines"] == few["lines"] + 2 * len(CROWD + MORE)
    assert many["nodes"] == few["nodes"] + 2 * NODES_OF_A_COLUMN
    assert few["counted"] == many["counted"] == 1


def test_a_row_reads_the_lines_of_one_person(client, cast, work):
    season = played(cast, PEOPLE, prize=1)
    grown(cast, season, 2, 3, 4)
    row = f"/seasons/{season.pk}/people/{player(cast, CROWD[7])}/"
    client.get(f"/seasons/{season.pk}/")  # whoever asks for a row comes from the table
    assert taken(work, client, row) == {"counted": 0, "lines": 3, "nodes": work["nodes"]}


class TestWhatIsKeptIsNeverStale:
    def test_the_next_request_sees_a_commit(self, client, cast):
        season = played(cast, PEOPLE)
        row = f"/seasons/{season.pk}/people/{player(cast, 'Ada')}/"
        assert "with 12 points" in client.get(row).text
        evening = SeasonEvening.objects.get(season=season).evening_id
        evening_weigh(by(cast, season), evening=evening, weight=150, division=None)
        assert "with 18 points" in client.get(row).text

    def test_a_right_that_was_taken_away(self, client, cast):
        season = played(cast, PEOPLE)
        row = f"/seasons/{season.pk}/people/{player(cast, 'Ada')}/"
        assert client.get(row).status_code == 200
        Membership.objects.filter(user=cast.vera).delete()
        assert client.get(row).status_code == 404

    def test_what_an_organiser_knows_is_not_told_to_others(self, cast, night, seasons):
        season, hidden = played(cast, PEOPLE), night(12, Stage.FINISHED)
        assert seasons.get(season, all_known=True) is seasons.get(season, all_known=False)
        evening_add(by(cast, season), evening=hidden.evening.pk)
        season.refresh_from_db()
        assert len(seasons.get(season, all_known=True).lines) == 2
        assert len(seasons.get(season, all_known=False).lines) == 1
        prizes_reveal_all(hidden.by)
        assert len(seasons.get(season, all_known=False).lines) == 2


def test_no_more_is_kept_than_a_process_may_have(cast):
    first = played(cast, PEOPLE)
    second = season_create(by=cast.alice, league=first.league, name="Summer", rules=Rules())
    evening_add(by(cast, second), evening=first.evenings.get().evening_id)
    bounded = SeasonCache(2 * len(PEOPLE) - 1)
    found = bounded.get(first, all_known=True)
    assert bounded.get(first, all_known=True) is found
    bounded.get(second, all_known=True)
    assert bounded.cells == len(PEOPLE)
    assert bounded.get(first, all_known=True) is not found
