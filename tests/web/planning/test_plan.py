"""The planner: when tonight ends, from the club's own rounds, and what to change."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.visitors import keeps_strangers_out
from tests.web.wording import get, words
from tournaments.core.facts import Stage
from tournaments.models import Journal, RoundRow
from tournaments.services.running.bell import moves_apply


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("evening-plan", args=[night.evening.pk])


def asks(client, night, **told):
    return words(client.get(where(night), {"start": "19:30", "rounds": 12, "end": "22:30", **told}))


def test_it_is_linked_where_an_evening_is_prepared(client, night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN):
        hall = night(12, stage)
        assert where(hall) in get(client, hall).text
        assert where(hall) in get(client, hall, "evening-settings").text


def test_the_usual_length_and_what_ends_it_in_time(client, night):
    hall = night(12, Stage.CHECK_IN)
    told = asks(client, hall, rounds=40)
    assert "40 rounds end at about 23:40" in told  # 40 times 5 + 1 minutes, and 10
    assert "28 rounds end at about 22:28" in told
    assert "Begin at 18:20" in told
    assert "the usual length of this game" in told
    assert "There is time for more" in asks(client, hall, rounds=2)
    assert "To end in time" not in asks(client, hall, rounds=28)


def test_the_end_may_be_after_midnight(client, night):
    assert "There is time for more" in asks(client, night(12, Stage.CHECK_IN), rounds=30, end="00:30")


def test_the_clubs_own_rounds_count(client, night):
    past = night(12)
    for _round in range(3):
        past.play_round()
        moves_apply(past.by, round=past.round)
    slow(past, minutes=9)
    told = asks(client, night(12, Stage.CHECK_IN), rounds=10)
    assert "Each takes 9 minutes, in the median of the last 3 of your club." in told
    assert "10 rounds end at about 21:10" in told


def slow(night, minutes):
    """Let the rounds have begun so many minutes after one another."""
    for row in RoundRow.objects.filter(evening=night.evening, void=None):
        began = row.journal.at + timedelta(minutes=minutes * row.number)
        Journal.objects.filter(pk=row.journal_id).update(at=began)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("end", "late", "Enter a valid time."),
        ("rounds", "0", "greater than or equal to 1"),
        ("start", "", "required"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client, night, field, value, says):
    answer = client.get(
        where(night(12, Stage.CHECK_IN)), {"start": "19:30", "rounds": 4, "end": "22:30", field: value}
    )
    assert answer.status_code == 422
    assert says in answer.text


def test_queries_do_not_grow(client, night):
    few, many = night(12, Stage.CHECK_IN), night(40, Stage.CHECK_IN)
    counts = []
    for hall in (few, few, many):
        with CaptureQueriesContext(connection) as queries:
            client.get(where(hall))
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_strangers_stay_out(client, night, cast):
    keeps_strangers_out(where(night(12, Stage.CHECK_IN)), cast, refused=(cast.sam, cast.vera))
