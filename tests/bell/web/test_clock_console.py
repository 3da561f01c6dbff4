"""What the console shows of a round's clock, and of moves that are made by the program."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.services.timed import later, left, wake
from tests.web.html import Page, shows
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_pause, clock_start, round_last
from tournaments.core.settings import BellBy
from tournaments.models import RoundRow

HOLD, LET_GO = "Stop the automatic start", "Allow the automatic start"
RING = "Ring the bell now"
CLOCK = ("Start the clock", "Pause", "Go on", "+1 min", "+5 min", RING, "Ring the bell")
BUTTONS = (*CLOCK, HOLD, LET_GO)


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def look(client):
    return lambda night: Page(client.get(reverse("evening", args=[night.evening.pk])).content.decode()).root


def words(page):
    return next(page.all("main")).words


def buttons(page):
    """Those of the clock, in order."""
    found = (*page.all("button"), *page.all("a"))
    return [button.words for button in found if button.words in BUTTONS]


def clock(page):
    return next(div for div in page.all("div") if "data-clock" in div.attributes)


def minutes(page):
    return next(field for field in page.all("input") if field.attributes.get("id") == "clock-minutes")


def _runs(_night):
    """As it began."""


def _waits(night):
    night.next_round()


def _is_paused(night):
    clock_pause(night.by, round=1)


def _has_nothing_left(night):
    """As the bell of the clock leaves it when it is undone: first it is given more time."""
    clock_pause(night.by, round=1)
    RoundRow.objects.filter(evening=night.evening).update(left=timedelta())


def _is_up(night):
    later(night, 601)


def _is_played(night):
    for table in night.tables:
        night.play(table)


def _has_rung(night):
    bell_ring(night.by, round=1)


TEN, MORE = {"minutes": 10}, ("+1 min", "+5 min")
BY_HAND, GAP = {**TEN, "bell": BellBy.HAND}, {**TEN, "gap": 60}
START, PAUSE = "Start the clock", "Pause"
STATES = {
    "no clock": ({}, _runs, START, [START, RING]),
    "running": (
        TEN,
        _runs,
        "rings when the time is up or the head table has its result",
        [PAUSE, *MORE, RING],
    ),
    "the organiser rings": (BY_HAND, _runs, "The bell rings when the time is up.", [PAUSE, *MORE, RING]),
    "paused": (TEN, _is_paused, "Clock paused at", ["Go on", *MORE, RING]),
    "nothing left": (TEN, _has_nothing_left, "Clock paused at", [*MORE, RING]),
    "seats are changed": (GAP, _waits, "Round 2 starts in", [PAUSE, START, RING]),
    "time is up": (TEN, _is_up, "Time is up", [*MORE, RING]),
    "every result is in": (BY_HAND, _is_played, "all results are in", [PAUSE, *MORE, "Ring the bell"]),
    "after the bell": (TEN, _has_rung, "Waiting for tables", []),
}


@pytest.mark.every_case
@pytest.mark.parametrize(("settings", "comes_to", "says", "offers"), STATES.values(), ids=STATES)
def test_what_is_offered(look, night, settings, comes_to, says, offers):
    night = night(14, **settings)
    comes_to(night)
    shown = look(night)
    assert says in words(shown)
    assert buttons(shown) == offers
    assert (START in words(shown)) is (START in offers)
    assert ("hidden" in clock(shown).attributes) is (comes_to is _has_rung or not settings)


@pytest.mark.thorough
def test_a_clock_that_is_started_has_the_evenings_minutes(look, night):
    assert minutes(look(night(8))).attributes["value"] == "15"
    night = night(8, minutes=7)
    RoundRow.objects.filter(evening=night.evening).update(starts_at=None, ends_at=None)
    assert minutes(look(night)).attributes["value"] == "7"


@pytest.mark.thorough
@pytest.mark.parametrize("comes_to", [_waits, _runs, _is_paused, _is_up])
def test_a_mistyped_clock_is_set_anew(client, look, night, comes_to):
    night = night(8, **GAP)
    comes_to(night)
    shown = look(night)
    anew = next(one for one in shown.all("details") if one.attributes.get("id") == "set-clock")
    assert "Set the clock" in anew.words
    assert not [one for one in shown.all("details") if one.attributes.get("id") == "start-clock"]
    form = next(anew.all("form"))
    sent = {field.attributes["name"]: field.attributes.get("value") for field in form.all("input")}
    assert sent["minutes"] == "10"
    client.post(form.attributes["action"], {**sent, "minutes": "25"})
    assert clock(look(night)).attributes["data-hand"] == "running"
    assert left(night) == 25 * 60


@pytest.mark.thorough
def test_only_who_runs_the_evening_has_its_buttons(client, cast, look, night):
    night = night(8, minutes=10)
    for member in (cast.sam, cast.vera):
        client.force_login(member)
        shown = look(night)
        assert "Round 1 ends in" in words(shown)
        assert buttons(shown) == []
        assert "last round" not in words(shown)


@pytest.mark.thorough
def test_the_last_round(look, night):
    make, night = night, night(8)
    assert "Make this the last round" in words(look(night))
    round_last(night.by, round=1)
    said = "Round 1 of 1 is being played", "This is the last round.", "Play more rounds"
    shows(words(look(night)), *said)
    night.play_round()
    shows(words(look(night)), "That was the last round", "Play more rounds")

    bids = words(look(make(4, game="romanian-whist", rounds=1)))
    assert "Play more rounds" in bids, "the game knows more deals"


def test_moves_that_come_by_themselves_and_are_held(client, cast, look, night):
    night = night(8, auto_moves=20)
    night.play_round()
    assert buttons(look(night)) == []
    wake(night)
    shown = look(night)
    shows(words(shown), "Next round starts in", "Start round 2")
    assert buttons(shown) == [HOLD]
    clock_pause(night.by, round=1)
    shown = look(night)
    shows(words(shown), "The automatic start is stopped.", "Start round 2")
    assert buttons(shown) == [LET_GO]
    client.force_login(cast.vera)
    shown = look(night)
    assert "The automatic start is stopped." in words(shown)
    assert buttons(shown) == []


@pytest.mark.thorough
def test_they_can_be_held_before_all_is_decided(look, night):
    night = night(14, auto_moves=20)
    night.play(1)
    assert buttons(look(night)) == [HOLD]
    clock_pause(night.by, round=1)
    assert buttons(look(night)) == [LET_GO]


@pytest.mark.thorough
def test_at_fixed_tables(look, night):
    night = night(8, game="clag", format="fixed", games=2, minutes=40, auto_moves=20)
    shown = words(look(night))
    assert "Game 1 ends in" in shown
    assert "When the time is up, every table stops after the deal in play." in shown
    assert "round" not in shown.lower()
    night.play_round()
    wake(night)
    assert "Next game starts in" in words(look(night))


@pytest.mark.thorough
def test_the_page_knows_how_the_evening_stands(client, look, night):
    """So that a bell that rings while the page is on its way is heard."""
    night = night(8)
    body = next(look(night).all("body"))
    assert body.attributes["data-live"] == reverse("live", args=[night.evening.join_code])
    assert f'"seq":{night.evening.seq}' in clock(look(night)).attributes["data-state"]
    clock_start(night.by, round=1, seconds=60)
    assert '"ends":null' not in clock(look(night)).attributes["data-state"]
