"""The buttons of a round's clock."""

import pytest
from django.urls import reverse

from tests.services.timed import left, row
from tournaments.core.movement.clock import ClockHand
from tournaments.models import Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("round-clock", args=[night.evening.pk, round])


def hand(night):
    return row(night).clock.find_hand(Journal.objects.latest("pk").at)


@pytest.fixture
def tell(client):
    """Press a button; what the console says then."""

    def press(night, what, round=1, **more):
        return client.post(where(night, round), {"what": what, **more}, follow=True).content.decode()

    return press


def test_started_paused_given_more_time_and_gone_on(client, night, tell):
    night = night(8, minutes=10)
    answer = client.post(where(night), {"what": "start", "minutes": "10"})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    tell(night, "pause")
    assert hand(night) is ClockHand.PAUSED
    tell(night, "extend", minutes="5")
    assert left(night) == 15 * 60
    tell(night, "resume")
    assert hand(night) is ClockHand.RUNNING


def test_the_last_round_is_said_and_taken_back(night, tell):
    night = night(8, rounds=5)
    tell(night, "last")
    assert night.preview().is_last
    tell(night, "not_last")
    assert night.preview().rounds == 5


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "Choose one of these."),
        ({"what": "explode"}, "Choose one of these."),
        ({"what": "start", "minutes": "0"}, "Enter 1 to 240 minutes."),
        ({"what": "start", "minutes": "a while"}, "Enter 1 to 240 minutes."),
        ({"what": "start"}, "at most four hours"),
        ({"what": "extend", "minutes": "5"}, "No clock is running. Start one."),
    ],
)
def test_refusals_are_told_on_the_console(client, night, asked, says):
    night = night(8)
    seq = night.evening.seq
    shown = client.post(where(night), asked, follow=True).content.decode()
    assert '<p class="note refused"' in shown
    assert says in shown
    night.evening.refresh_from_db()
    assert night.evening.seq == seq


def test_at_fixed_tables_the_settings_say_how_many(night, tell):
    night = night(4, game="clag", format="fixed")
    assert "Change it in the settings" in tell(night, "last")
