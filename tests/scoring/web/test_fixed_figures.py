"""Fixed tables: people, deals and figures, in games of points, won together, or of counters."""

import pytest
from django.urls import reverse

from tests.cast import FIXED
from tests.console.web.test_fixed_evening import GAME, SHORT
from tests.web.wording import get, main, points_of, words
from tournaments.core.record import Ending
from tournaments.scoring.services.deals import table_end

TOGETHER = {"game": "blackout-cooperative", **FIXED}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.mark.thorough
def test_who_leaves_a_game(client, night):
    night = night(13, **GAME)
    night.score(2)
    told = main(client, night, "person", entry=night.table(2)[0])
    assert "Table 2 plays on without this player. Results stay." in told
    assert "Players who go home early win no prize." in told
    assert "not possible now. Tables that have started must wait for the next game." in told
    doings = {
        action.key for action, _form in get(client, night, "person", entry=night.table(2)[0]).context["acts"]
    }
    assert not doings & {"keep", "free"}


@pytest.mark.thorough
def test_the_deals_one_game_to_a_page(client, night):
    night = night(13, games=2, **SHORT)
    night.next_round()
    night.score(1)
    shown = get(client, night, "deals").context["deals"]
    assert [game.title for game in shown.rounds] == ["Game 2"]
    assert (shown.older, shown.numbered) == (2, True)
    older = client.get(reverse("deals", args=[night.evening.pk]), {"page": 2}).context["deals"]
    assert len(older.rounds[0].deals) == 2 * 2


def test_the_standing_adds_up_the_games_and_names_each_tables_winner(client, night):
    night = night(13, games=2, **SHORT)
    night.next_round()
    night.play_round()
    shown = get(client, night, "standings")
    sums = points_of(night.facts.pools)
    assert {row.entry: int(row.figure) for row in shown.context["rows"]} == sums
    assert [game.title for game in shown.context["games"]] == ["Game 2", "Game 1"]
    points = points_of(pool for pool in night.facts.pools if (pool.round, pool.position) == (1, 2))
    best = max(points.values())
    won = shown.context["games"][1].tables[1]
    names = [night.facts.names[entry] for entry in night.table(2) if points[entry] == best]
    assert (won.winners, won.outcome) == (", ".join(names), str(best))


def test_a_game_won_together(client, night):
    night = night(8, roles=(), prizes=("counters",), **TOGETHER)
    assert "Round 1 of 13, deal 1: 1 card" in main(client, night)
    night.play_table(2)
    night.score(1)
    assert "Won in 13 deals" in main(client, night)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert "Lost: " in main(client, night)
    shown = get(client, night, "standings")
    assert {row.figure for row in shown.context["rows"]} == {"13", "lost"}
    assert "did not win its game" in words(shown)
    client.post(reverse("settle", args=[night.evening.pk]), {"round": 1})
    client.post(reverse("finish", args=[night.evening.pk]))
    assert "Fewest deals" in main(client, night)
    assert {row.figure for row in get(client, night).context["rows"]} == {"13", "lost"}
    told = main(client, night, "player", entry=night.table(1)[0])
    assert "Dealslost" in told.replace(" ", "")
