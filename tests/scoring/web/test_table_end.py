"""A table's end: its counters after the bell, no result, or a game that stops."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.bid_form import COOPERATIVE, HOOKED, seen
from tests.web.bid_form import where as deal_page
from tests.web.html import shows
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Ending
from tournaments.core.settings import BellBy, Counting, Unfinished
from tournaments.models import OpenDeal, TableEnding


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def where(night, table=2, round=1):
    return reverse("table-end", args=[night.evening.pk, round, table])


@pytest.fixture
def rung(night):
    """Two deals a round; tables 1 and 2 have played one, and the bell has rung."""
    night = night(12, deals=2, bell=BellBy.HAND, unfinished="cut")
    night.play(1)
    night.play(2)
    bell_ring(night.by, round=1)
    return night


@pytest.mark.parametrize("ending", list(Ending))
def test_it_works(ending, client, rung):
    shows(client.get(where(rung)), "The table cannot finish its deal", "No deal was in play")
    shows(client.get(where(rung, 3)), "The table cannot finish its deal", never="No deal was in play")
    answer = client.post(where(rung), {"ending": ending})
    assert answer.url == reverse("evening", args=[rung.evening.pk])
    assert TableEnding.objects.get().ending == ending


@pytest.mark.parametrize(
    ("settings", "shown", "refused"),
    [
        ({}, "This evening waits for every table", "This evening waits for table 2."),
        ({"unfinished": "cut"}, "The bell has not rung yet", "The bell has not rung yet."),
    ],
    ids=["an evening that waits", "before the bell"],
)
def test_where_no_table_can_end(client, night, settings, shown, refused):
    night = night(12, **settings)
    if not settings:
        night.play(1)
    shows(client.get(where(night)), shown)
    shows(client.post(where(night), {"ending": "void"}), refused, status=422)


def test_somebody_was_faster(client, rung):
    client.post(where(rung), {"ending": "early"})
    assert "Table 2 has finished round 1." in client.get(where(rung)).content.decode()
    shows(client.post(where(rung), {"ending": "void"}), "Table 2 already has its result.", status=409)


# A table's counters, counted when the bell has rung.


@pytest.fixture
def uncounted(night):
    night = night(8, counting=Counting.AT_THE_END)
    for table in night.tables:
        night.play(table)
    return night


def count_page(night, table=1, round=1):
    return reverse("table-count", args=[night.evening.pk, round, table])


def counts(night, *counters, table=1):
    return {f"counters-{entry}": n for entry, n in zip(night.table(table), counters, strict=False)}


def test_the_count_is_kept(client, night, uncounted):
    assert "Count the counters of each player." in client.get(count_page(uncounted)).content.decode()
    answer = client.post(count_page(uncounted), counts(uncounted, 60, 50, 45, 45))
    assert answer.url == reverse("evening", args=[uncounted.evening.pk])
    assert [uncounted.held()[entry] for entry in uncounted.table(1)] == [60, 50, 45, 45]
    assert 'value="60"' in client.get(count_page(uncounted)).content.decode()
    says = "Counters are counted after each deal. Correct the deal instead."
    shows(client.get(count_page(night(8))), says)


@pytest.mark.parametrize(
    ("counters", "why"),
    [
        (("x",), "Enter a whole number."),
        ((400, 1), "There are only 400 counters on the tables. Enter fewer."),
    ],
)
def test_counts_that_are_refused(counters, why, client, uncounted):
    before = everything()
    shows(client.post(count_page(uncounted), counts(uncounted, *counters)), why, status=422)
    assert everything() == before


# A game of bids that ends before its last deal; in a session, a table that cannot finish.


def stop(night, table=1, round=1):
    return reverse("table-end", args=[night.evening.pk, round, table])


@pytest.mark.thorough
def test_a_game_stops_where_it_is(client, night):
    night = night(4, **HOOKED)
    night.score(1)
    night.bid(1)
    shows(client.get(stop(night)), "The finished deals count as the result of the game.")
    answer = client.post(stop(night), {"ending": Ending.EARLY})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert TableEnding.objects.get().ending == Ending.EARLY
    assert not OpenDeal.objects.filter(void=None).exists()
    assert "Winner:" in seen(client.get(deal_page(night)))
    assert "The game at this table is over." in seen(client.get(deal_page(night, 2)))


@pytest.mark.thorough
def test_together_all_lose_and_are_told_before(client, night):
    night = night(3, **COOPERATIVE)
    night.score(1, bids=(0, 0, 1))
    shows(client.get(stop(night)), "Stop the game at this table?", "all at the table lose together")
    client.post(stop(night), {"ending": Ending.EARLY})
    assert "You lose together." in seen(client.get(deal_page(night)))


@pytest.mark.thorough
def test_in_a_session_a_table_cannot_finish(client, night):
    night = night(10, game="blackout", bell=BellBy.HAND, unfinished=Unfinished.CUT)
    assert "The bell has not rung yet" in seen(client.get(stop(night, 2)))
    night.score(1)
    bell_ring(night.by, round=1)
    assert "nobody wins or loses anything" in seen(client.get(stop(night, 2)))
    assert client.post(stop(night, 2), {"ending": Ending.VOID}).status_code == 302
    assert "has finished round 1." in seen(client.get(deal_page(night, 1, 2)))


@pytest.mark.thorough
def test_a_closed_round(client, night):
    night = night(4, **HOOKED, games=2)
    client.post(stop(night), {"ending": Ending.EARLY})
    moves_apply(night.by, round=1)
    assert "The game at this table is over." in seen(client.get(stop(night)))
    assert "Game 2 of 2" in seen(client.get(deal_page(night, round=2)))
