"""The clock on every page of an evening, as it is before the page's script counts it down."""

import json
import re
from datetime import timedelta

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils import timezone

from tests.web.html import Page
from tournaments.base.words import format_clock
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.core.movement.clock import count_shown_seconds as seconds_shown
from tournaments.core.record import Stage
from tournaments.evening.selectors.evening import load_live_state
from tournaments.models import RoundRow


def clock(night):
    """The clock's element, by itself."""
    night.evening.refresh_from_db()
    shown = Template("{% load headtable %}{% clock pulse %}")
    html = shown.render(Context({"evening": night.evening, "pulse": load_live_state(night.evening)}))
    return next(Page(html).root.all("div"))


def says(night):
    """What is to be read: the words and the time; nothing where no clock is shown."""
    found = clock(night)
    return "" if "hidden" in found.attributes else found.words


def set_row(night, **values):
    RoundRow.objects.filter(evening=night.evening, number=1).update(**values)


def runs_for(seconds):
    return lambda night: clock_start(night.by, round=1, seconds=seconds)


def is_paused(night):
    runs_for(600)(night)
    clock_pause(night.by, round=1)


def is_set(starts, ends):
    """The clock starts and ends so many seconds from now."""
    times = {"starts_at": timedelta(seconds=starts), "ends_at": timedelta(seconds=ends)}
    return lambda night: set_row(night, **{name: timezone.now() + wait for name, wait in times.items()})


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("comes_to", "told", "hand"),
    [
        (lambda _night: None, "", "off"),
        (runs_for(754), "Round 1 ends in 12:3[34]", "running"),
        (is_set(40, 600), "Round 1 starts in 0:(40|39)", "waiting"),
        (is_paused, "Clock paused at (10:00|9:5[89])", "paused"),
        (is_set(-540, -1), "Time is up 0:00", "up"),  # before anybody rings
    ],
    ids=["no clock", "it runs", "it waits for the round", "it stands", "it is up"],
)
def test_what_it_says(night, comes_to, told, hand):
    night = night(8)
    comes_to(night)
    assert re.fullmatch(told, says(night))
    assert clock(night).attributes["data-hand"] == hand


def test_after_the_bell_it_counts_down_to_the_new_seats(night):
    night = night(8)
    clock_start(night.by, round=1, seconds=600)
    bell_ring(night.by, round=1)
    assert says(night) == ""
    night.evening.refresh_from_db()
    set_row(night, moves_at=timezone.now() + timedelta(seconds=30), looked=night.evening.seq)
    assert re.fullmatch("Next round starts in 0:(30|29)", says(night))


def test_at_fixed_tables_a_round_is_a_game(night):
    night = night(8, format="fixed")
    clock_start(night.by, round=1, seconds=600)
    assert says(night).startswith("Game 1 ends in")
    words = json.loads(clock(night).attributes["data-words"])
    assert not re.search("(?i)round|bell|seats", " ".join(words.values()))


def test_the_script_is_told_the_same_as_by_the_stream(night):
    night = night(8)
    clock_start(night.by, round=1, seconds=600)
    told = json.loads(clock(night).attributes["data-state"])
    figures = load_live_state(night.evening).serialize(timezone.now())
    assert told.keys() == figures.keys()
    assert {**told, "now": 0} == {**figures, "now": 0}
    assert 0 <= figures["now"] - told["now"] < 5000


@pytest.mark.parametrize(
    ("left", "shown"),
    [(0, "0:00"), (0.001, "0:01"), (59.2, "1:00"), (60, "1:00"), (3600, "60:00"), (-3, "0:00")],
)
def test_minutes(left, shown):
    assert format_clock(seconds_shown(timedelta(seconds=left))) == shown


@pytest.mark.thorough
@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
@pytest.mark.parametrize("page", ["hall", "player"])
def test_public_pages_listen_to_the_stream(page, stage, client, night):
    night = night(8, stage)
    entry = {"entry": night.entry("p01")} if page == "player" else {}
    html = client.get(reverse(page, kwargs={"code": night.evening.join_code, **entry})).content.decode()
    root = Page(html).root
    body = next(root.all("body")).attributes
    assert body["data-live"] == reverse("live", args=[night.evening.join_code])
    parts = [element.attributes["data-seq"] for element in root.all() if "data-again" in element.attributes]
    assert parts == [body["data-seq"]] == [str(night.evening.seq)]


def test_the_list_of_names_does_not(client, night):
    """It changes nothing by itself, so it holds no stream open."""
    html = client.get(reverse("find-me", args=[night(8).evening.join_code])).content.decode()
    assert "data-live" not in html
    assert "live.js" not in html


def test_where_no_stream_can_be_had(client, night):
    night = night(8)
    answer = client.get(reverse("live", args=[night.evening.join_code]))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "15"
    assert client.get(reverse("live", args=["NOSUCH"])).status_code == 404
