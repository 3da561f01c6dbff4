"""The planner: when tonight ends, from the club's own rounds, and what to change."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.web.wording import get, queries, words
from tournaments.base import views as base_views
from tournaments.base.api import addresses as api_addresses
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import find_user_evening
from tournaments.models import Evening, Journal, RoundRow
from tournaments.simulation.rehearsal import rehearsal_end, rehearsal_start


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


def test_what_is_wrong_is_said_at_its_field(client, night):
    told = {"start": "19:30", "rounds": 0, "end": "22:30"}
    answer = client.get(where(night(12, Stage.CHECK_IN)), told)
    assert answer.status_code == 422
    assert "Enter a number from 1 to 100." in answer.text


def test_queries_do_not_grow(client, night):
    few, many = (where(night(players, Stage.CHECK_IN)) for players in (12, 40))
    client.get(few)
    assert queries(client.get, few) == queries(client.get, many)


def start(client, night, **told):
    where = reverse("rehearsal-start", args=[night.evening.pk])
    return client.post(where, {"speed": 60, "players": 12, **told})


def test_one_click_rehearses_and_every_screen_says_so(client, night):
    real = night(12, Stage.CHECK_IN)
    assert "Rehearse the evening" in client.get(where(real)).text
    answer = start(client, real)
    copy = Evening.objects.get(rehearsal_of=real.evening)
    assert answer.url == reverse("evening", args=[copy.pk])
    screens = [reverse("evening", args=[copy.pk]), reverse("people", args=[copy.pk])]
    screens += [reverse(name, args=[copy.join_code]) for name in ("hall", "find-me")]
    for screen in screens:
        assert "Nothing here counts." in client.get(screen).text
    for name in ("evening", "hall"):
        assert "Nothing here counts." not in get(client, real, name).text


def test_its_screens_and_its_end_stand_on_the_page_of_the_plan(client, night):
    real = night(12, Stage.CHECK_IN)
    start(client, real)
    copy = Evening.objects.get(rehearsal_of=real.evening)
    told = client.get(where(real)).text
    assert reverse("hall", args=[copy.join_code]) in told
    assert "Throw the rehearsal away" in told
    assert "Rehearse the evening" not in told
    assert client.get(reverse("evening-plan", args=[copy.pk])).url == where(real)
    answer = client.post(reverse("rehearsal-end", args=[real.evening.pk]), follow=True)
    assert "The rehearsal is thrown away." in words(answer)
    assert not Evening.objects.filter(pk=copy.pk).exists()
    again = client.post(reverse("rehearsal-end", args=[real.evening.pk]), follow=True)
    assert "This is already done." in words(again)


def test_a_rehearsal_that_cannot_be_is_refused_at_its_field(client, night):
    answer = start(client, night(0, Stage.CHECK_IN), players=0)
    assert answer.status_code == 422
    assert "This game needs at least" in words(answer)


@pytest.mark.parametrize(
    ("address", "where"),
    [("/evenings/{}/draw/", base_views), ("/api/v1/evenings/{}/seats-draw/", api_addresses)],
    ids=["page", "api"],
)
def test_who_writes_in_a_rehearsal_that_was_just_thrown_away_is_told(
    client, night, cast, monkeypatch, address, where
):
    """Its evening was found, and is gone when the service locks it."""
    real = night(12, Stage.CHECK_IN).evening
    copy = rehearsal_start(actor=cast.alice, evening=real.pk, speed=60)

    def found(*about, **how):
        there = find_user_evening(*about, **how)
        rehearsal_end(actor=cast.alice, evening=real.pk)
        return there

    monkeypatch.setattr(where, "find_user_evening", found)
    assert client.post(address.format(copy.pk), {}, content_type="application/json").status_code == 404
