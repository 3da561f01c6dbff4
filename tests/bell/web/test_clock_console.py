"""What the console shows of a round's clock, and of moves that are made by the program."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.services.timed import later, left, row, wake
from tests.web.html import Page
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_pause, clock_start, round_last
from tournaments.core.settings import BellBy

HOLD, LET_GO = "Stop the automatic start", "Allow the automatic start"
RING = "Ring the bell now"
CLOCK = ("Start the clock", "Pause the clock", "Go on", "+1 min", "+5 min", RING, "Ring the bell")
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


def test_without_a_clock_one_can_be_started(look, night):
    shown = look(night(8))
    assert "hidden" in clock(shown).attributes
    assert buttons(shown) == ["Start the clock", RING]
    assert "Start the clock" in words(shown)
    assert minutes(shown).attributes["value"] == "15"


@pytest.mark.thorough
def test_an_evening_of_whose_clock_it_stands_offers_its_minutes(look, night):
    night = night(8, minutes=7)
    row(night)
    assert "Start the clock" not in words(look(night))
    changed = row(night)
    changed.starts_at = changed.ends_at = None
    changed.save()
    assert minutes(look(night)).attributes["value"] == "7"


@pytest.mark.thorough
def test_running(look, night):
    night = night(8, minutes=10)
    shown = look(night)
    assert clock(shown).attributes["data-hand"] == "running"
    assert clock(shown).words in ("◷ Round 1 ends in 10:00", "Round 1 ends in 10:00", "Round 1 ends in 9:59")
    assert buttons(shown) == ["Pause the clock", "+1 min", "+5 min", RING]
    assert "rings when the time is up or the head table has its result" in words(shown)
    assert "Start the clock" not in words(shown)


def test_where_the_organiser_rings(look, night):
    shown = look(night(8, minutes=10, bell=BellBy.HAND))
    assert "The bell rings when the time is up." in words(shown)
    assert buttons(shown) == ["Pause the clock", "+1 min", "+5 min", RING]


def test_paused(look, night):
    night = night(8, minutes=10)
    clock_pause(night.by, round=1)
    shown = look(night)
    assert "Clock paused at" in words(shown)
    assert buttons(shown) == ["Go on", "+1 min", "+5 min", RING]
    assert "time is up" not in words(shown)


def test_paused_with_nothing_left(look, night):
    """As the bell of the clock leaves it when it is undone: first it is given more time."""
    night = night(8, minutes=10)
    clock_pause(night.by, round=1)
    changed = row(night)
    changed.left = timedelta()
    changed.save()
    assert buttons(look(night)) == ["+1 min", "+5 min", RING]


def _waits(night):
    night.next_round()


def _runs(night):
    return None


def _is_paused(night):
    clock_pause(night.by, round=1)


def _is_up(night):
    later(night, 601)


@pytest.mark.thorough
@pytest.mark.parametrize("comes_to", [_waits, _runs, _is_paused, _is_up])
def test_a_mistyped_clock_is_set_anew(client, look, night, comes_to):
    night = night(8, minutes=10, gap=60)
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
def test_while_seats_are_changed(look, night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    shown = look(night)
    assert "Round 2 starts in" in words(shown)
    assert buttons(shown) == ["Start the clock", "Pause the clock", RING]


@pytest.mark.thorough
def test_time_is_up(look, night):
    night = night(8, minutes=10)
    later(night, 601)
    shown = look(night)
    assert "Time is up" in words(shown)
    assert buttons(shown) == ["+1 min", "+5 min", RING]


def test_every_result_is_in_before_the_time_is_up(look, night):
    night = night(8, minutes=10, bell=BellBy.HAND)
    for table in night.tables:
        night.play(table)
    shown = look(night)
    assert "all results are in" in words(shown)
    assert buttons(shown) == ["Pause the clock", "+1 min", "+5 min", "Ring the bell"]


@pytest.mark.thorough
def test_after_the_bell_there_is_no_clock(look, night):
    night = night(14, minutes=10)
    bell_ring(night.by, round=1)
    shown = look(night)
    assert "hidden" in clock(shown).attributes
    assert buttons(shown) == []


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
    night = night(8)
    assert "Make this the last round" in words(look(night))
    round_last(night.by, round=1)
    shown = words(look(night))
    assert "Round 1 of 1 is being played" in shown
    assert "This is the last round." in shown
    assert "Play more rounds" in shown
    night.play_round()
    shown = words(look(night))
    assert "That was the last round" in shown
    assert "Play more rounds" in shown


@pytest.mark.thorough
def test_the_last_deal_of_the_game_cannot_be_taken_back(look, night):
    night = night(4, game="romanian-whist", rounds=1)
    assert "Play more rounds" in words(look(night))


@pytest.mark.thorough
def test_moves_that_come_by_themselves(look, night):
    night = night(8, auto_moves=20)
    night.play_round()
    assert buttons(look(night)) == []
    wake(night)
    shown = look(night)
    assert "Next round starts in" in words(shown)
    assert buttons(shown) == ["Stop the automatic start"]
    assert "Start round 2" in words(shown)


def test_moves_that_wait(look, night):
    night = night(8, auto_moves=20)
    night.play_round()
    wake(night)
    clock_pause(night.by, round=1)
    shown = look(night)
    assert "The automatic start is stopped." in words(shown)
    assert "Start round 2" in words(shown)
    assert buttons(shown) == ["Allow the automatic start"]


def test_who_only_looks_on_reads_who_holds_them(client, cast, look, night):
    night = night(8, auto_moves=20)
    night.play_round()
    clock_pause(night.by, round=1)
    client.force_login(cast.vera)
    shown = look(night)
    assert "The automatic start is stopped." in words(shown)
    assert buttons(shown) == []


@pytest.mark.thorough
def test_they_can_be_held_before_all_is_decided(look, night):
    night = night(14, auto_moves=20)
    night.play(1)
    assert buttons(look(night)) == ["Stop the automatic start"]
    clock_pause(night.by, round=1)
    shown = look(night)
    assert buttons(shown) == ["Allow the automatic start"]
    assert "The automatic start is stopped." in words(shown)


@pytest.mark.thorough
def test_at_fixed_tables(look, night):
    night = night(8, game="clag", format="fixed", games=2, minutes=40, auto_moves=20)
    shown = words(look(night))
    assert "Game 1 ends in" in shown
    assert "When the time is up, every table stops after the deal in play." in shown
    assert "round" not in shown.lower()
    night.play_round()
    wake(night)
    shown = look(night)
    assert "Next game starts in" in words(shown)
    assert buttons(shown) == [HOLD]
    clock_pause(night.by, round=1)
    shown = look(night)
    assert "The automatic start is stopped." in words(shown)
    assert buttons(shown) == [LET_GO]


@pytest.mark.thorough
def test_the_page_knows_how_the_evening_stands(client, look, night):
    """So that a bell that rings while the page is on its way is heard."""
    night = night(8)
    body = next(look(night).all("body"))
    assert body.attributes["data-live"] == reverse("live", args=[night.evening.join_code])
    assert f'"seq":{night.evening.seq}' in clock(look(night)).attributes["data-state"]
    clock_start(night.by, round=1, seconds=60)
    assert '"ends":null' not in clock(look(night)).attributes["data-state"]
