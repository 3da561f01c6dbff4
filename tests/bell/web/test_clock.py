"""The buttons of a round's clock."""

import pytest
from django.urls import reverse

from tests.services.timed import left, pulse, row, wake
from tests.web.visitors import keeps_strangers_out
from tournaments.core.movement.clock import Hand
from tournaments.models import Journal

KEY = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("round-clock", args=[night.evening.pk, round])


def hand(night):
    return row(night).clock.hand(Journal.objects.latest("pk").at)


@pytest.fixture
def tell(client):
    """Press a button; what the console says then."""

    def press(night, what, round=1, **more):
        return client.post(where(night, round), {"what": what, **more}, follow=True).content.decode()

    return press


@pytest.mark.thorough
def test_it_works(client, night):
    night = night(8)
    answer = client.post(where(night), {"what": "start", "minutes": "12"})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert left(night) == 12 * 60


def test_it_validates_ownership(cast, night):
    night = night(8)
    start = {"what": "start", "minutes": "12"}
    keeps_strangers_out(where(night), cast, refused=[cast.vera, cast.sam], post=start)
    assert hand(night) is Hand.OFF


def test_paused_given_more_time_and_gone_on(night, tell):
    night = night(8, minutes=10)
    tell(night, "pause")
    assert hand(night) is Hand.PAUSED
    tell(night, "extend", minutes="5")
    assert left(night) == 15 * 60
    tell(night, "resume")
    assert hand(night) is Hand.RUNNING


@pytest.mark.thorough
def test_started_with_what_is_set_for_a_round(night, tell):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    assert hand(night) is Hand.WAITING
    tell(night, "start", round=2)
    assert (hand(night), left(night)) == (Hand.RUNNING, 600)


def test_the_last_round_is_said_and_taken_back(night, tell):
    night = night(8, rounds=5)
    tell(night, "last")
    assert night.preview().is_last
    tell(night, "not_last")
    assert night.preview().rounds == 5


@pytest.mark.thorough
def test_after_the_bell_the_program_waits(night, tell):
    night = night(8, auto_moves=20)
    night.play_round()
    wake(night)
    tell(night, "pause")
    assert (pulse(night).held, wake(night, 60)) == (True, 0)
    tell(night, "resume")
    wake(night)
    assert pulse(night).moves_at is not None


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "Choose one of these."),
        ({"what": "explode"}, "Choose one of these."),
        ({"what": "start", "minutes": "0"}, "Enter 1 to 240 minutes."),
        ({"what": "start", "minutes": "241"}, "Enter 1 to 240 minutes."),
        ({"what": "start", "minutes": "a while"}, "Enter 1 to 240 minutes."),
        ({"what": "start", "minutes": "9" * 40}, "Enter 1 to 240 minutes."),
        ({"what": "start"}, "at most four hours"),
        ({"what": "extend", "minutes": "5"}, "No clock is running. Start one."),
        ({"what": "extend"}, "at most four hours"),
        ({"what": "pause"}, "No clock is running. Start one."),
        ({"what": "resume"}, "The clock is not paused."),
        ({"what": "not_last"}, "This is already done. Reload the page."),
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


def test_a_round_that_is_not_played(night, tell):
    assert "Round 7 is over." in tell(night(8), "start", round=7, minutes="5")


def test_the_same_tap_twice_is_one(client, night):
    night = night(8, minutes=10)
    tap = {"what": "extend", "minutes": "5", "request_key": KEY}
    client.post(where(night), tap)
    assert "refused" not in client.post(where(night), tap, follow=True).content.decode()
    assert left(night) == 15 * 60


def test_at_fixed_tables_the_settings_say_how_many(night, tell):
    night = night(4, game="clag", format="fixed")
    assert "Change it in the settings" in tell(night, "last")
