"""Everybody moves: the button of the preview."""

from unittest import mock

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.wording import queries
from tournaments.attendance.services import player_drop
from tournaments.core.formats.preview import build_preview
from tournaments.core.record import Ending
from tournaments.evening.selectors import evening as selectors_evening
from tournaments.evening.selectors.evening import load_facts
from tournaments.scoring.services.deals import table_end

DRAWN = {"game": "blackout", "format": "swiss", "games": 3}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("moves-apply", args=[night.evening.pk, round])


def test_it_works(client, night):
    night = night(14)
    night.play_round()
    promised = dict(night.preview().bell.seats)
    shown = client.post(where(night), follow=True).content.decode()
    assert "Round 2 has started." in shown
    assert "Round 2 is being played" in shown
    assert night.seats() == {entry: (place.table, place.chair) for entry, place in promised.items()}


@pytest.mark.thorough
def test_other_moves_than_those_shown_are_not_made(client, night):
    night = night(14)
    night.play_round()
    night.evening.refresh_from_db()
    shown = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert f'name="seen" value="{night.evening.seq}"' in shown
    person = night.table(2)[1]
    player_drop(night.by, entry=person)
    before = everything()
    told = client.post(where(night), {"seen": night.evening.seq}, follow=True).content.decode()
    assert "Something has changed since you opened the page" in told
    assert everything() == before
    night.evening.refresh_from_db()
    client.post(where(night), {"seen": night.evening.seq})
    assert night.round == 2


@pytest.mark.thorough
@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 5000])
def test_what_says_nothing_of_the_page_is_passed_over(seen, client, night):
    night = night(8)
    night.play_round()
    client.post(where(night), {"seen": seen})
    assert night.round == 2


@pytest.mark.thorough
def test_it_is_refused_while_something_is_missing(client, night):
    night = night(14)
    before = everything()
    assert "The bell has not rung yet." in client.post(where(night), follow=True).content.decode()
    assert everything() == before
    night.play(1)
    shown = client.post(where(night), follow=True).content.decode()
    assert "Results are missing at tables 2, 3. Record them first." in shown


@pytest.mark.parametrize("chosen", [{}, DRAWN], ids=["moves", "a draw"])
def test_what_was_shown_is_not_worked_out_again(client, night, chosen):
    night = night(14, **chosen)
    night.play_round()
    with (
        mock.patch.object(selectors_evening, "load_facts", wraps=load_facts) as loaded,
        mock.patch.object(selectors_evening, "build_preview", wraps=build_preview) as worked_out,
    ):
        client.get(reverse("evening", args=[night.evening.pk]))
        client.post(where(night))
    assert night.round == 2
    assert (loaded.call_count, worked_out.call_count) == (1, 1)


def test_what_was_written_since_it_was_shown_counts(client, night):
    """Also by another process, of which this one knows nothing; and between its look and the lock."""
    night = night(14)
    night.play_round()
    client.get(reverse("evening", args=[night.evening.pk]))
    shown, (winner, other) = night.preview(), night.table(2)[:2]
    night.correct(2, [other], {winner: -1, other: 1, **dict.fromkeys(night.table(2)[2:], 0)})
    client.post(where(night))
    assert (shown.bell.seats[winner].table, night.seats()[winner][0]) == (1, 2)
    assert night.seats()[other][0] == 1


def decided(night):
    """The round with a deal at each table, be it a whole game or not."""
    for table in night.tables:
        if night.evening.play.kind.stakes:
            night.play(table)
        else:
            night.score(table)
            table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    night.decide()


@pytest.mark.parametrize("chosen", [{}, DRAWN], ids=["moves", "a draw"])
def test_as_many_queries_however_many_move(client, night, chosen):
    asked = []
    for players in (8, 40, 200):
        hall = night(players, **chosen)
        decided(hall)
        client.get(reverse("evening", args=[hall.evening.pk]))
        asked.append(queries(client.post, where(hall)))
        assert hall.round == 2
    assert len(set(asked)) == 1, asked
    assert asked[0] <= 20
