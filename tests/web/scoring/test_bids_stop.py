"""A game of bids that ends before its last deal; in a session, a table that cannot finish."""

import pytest
from django.urls import reverse

from tests.web.bid_form import COOPERATIVE, HOOKED, seen, where
from tests.web.html import shows
from tournaments.core.facts import Ending
from tournaments.core.settings import BellBy, Unfinished
from tournaments.models import OpenDeal, TableEnding
from tournaments.services.running.bell import bell_ring, moves_apply


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def stop(night, table=1, round=1):
    return reverse("table-end", args=[night.evening.pk, round, table])


@pytest.mark.thorough
def test_a_game_stops_where_it_is(client, night):
    night = night(4, **HOOKED)
    night.score(1)
    night.bid(1)
    shows(client.get(stop(night)), "What was decided stands", "1 deal is decided.")
    answer = client.post(stop(night), {"ending": Ending.EARLY})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert TableEnding.objects.get().ending == Ending.EARLY
    assert not OpenDeal.objects.filter(void=None).exists()
    assert "Winner:" in seen(client.get(where(night)))
    assert "The game at this table is over." in seen(client.get(where(night, 2)))


@pytest.mark.thorough
def test_together_all_lose_and_are_told_before(client, night):
    night = night(3, **COOPERATIVE)
    night.score(1, bids=(0, 0, 1))
    assert "all at the table lose together" in seen(client.get(stop(night)))
    client.post(stop(night), {"ending": Ending.EARLY})
    assert "all have lost" in seen(client.get(where(night)))


def test_a_game_of_counters_stops_so_too(client, night):
    night = night(6, format="fixed", deals=3)
    night.play(1)
    assert "Stop the game at this table?" in seen(client.get(stop(night)))
    assert client.post(stop(night), {"ending": Ending.EARLY}).status_code == 302


def test_twice_is_too_late(client, night):
    night = night(8, **HOOKED)  # two tables: the other plays on
    client.post(stop(night), {"ending": Ending.EARLY})
    assert "is done in this round" in seen(client.get(stop(night)))
    answer = client.post(stop(night), {"ending": Ending.EARLY})
    assert answer.status_code == 409


@pytest.mark.thorough
def test_in_a_session_a_table_cannot_finish(client, night):
    night = night(10, game="blackout", bell=BellBy.HAND, unfinished=Unfinished.CUT)
    assert "The bell has not rung yet" in seen(client.get(stop(night, 2)))
    night.score(1)
    bell_ring(night.by, round=1)
    assert "nobody scores on it" in seen(client.get(stop(night, 2)))
    assert client.post(stop(night, 2), {"ending": Ending.VOID}).status_code == 302
    assert "has played round 1 to its end" in seen(client.get(where(night, 1, 2)))


@pytest.mark.thorough
def test_a_closed_round(client, night):
    night = night(4, **HOOKED, games=2)
    client.post(stop(night), {"ending": Ending.EARLY})
    moves_apply(night.by, round=1)
    assert "This game is over." in seen(client.get(stop(night)))
    assert "game 2 of 2" in seen(client.get(where(night, round=2)))
