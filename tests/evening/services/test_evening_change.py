from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.cast import FIXED, refused
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.core.settings import (
    AllCalled,
    BellBy,
    BoobyBy,
    Counting,
    Settings,
    Unfinished,
    from_json,
    to_json,
)
from tournaments.evening.services.evenings import evening_change
from tournaments.models import Evening

BODY: dict[str, Any] = {"name": "Friday", "held_on": date(2026, 1, 9)}
CASE = Case(
    evening_change,
    scene=lambda make: make(4, Stage.CHECK_IN),
    body=lambda night: {**BODY, "settings": Settings(stake=20)},
    stages=(Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING),
)


def roles(night):
    return [entry.role for entry in night.facts.entries]


def test_it_works(night):
    night = night(4, Stage.CHECK_IN)
    line = evening_change(night.by, **BODY, settings=Settings(stake=20))
    evening = Evening.objects.get()
    assert (evening.name, evening.held_on, evening.settings.stake) == ("Friday", BODY["held_on"], 20)
    assert (line.payload["before"]["stake"], line.payload["after"]["stake"]) == (50, 20)


@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
@pytest.mark.parametrize(
    "changes",
    [{"stake": 20}, {"counting": Counting.AT_THE_END}, {"deals": 2}, {"roles": ()}, {"roles": ("a", "b")}],
)
def test_what_seats_were_drawn_by_cannot_change_any_more(night, stage, changes):
    night = night(8, stage)
    with refused(next(iter(changes)), "The seats are already drawn"):
        evening_change(night.by, **BODY, settings=replace(Settings(), **changes))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "plays"), [("rounds", {}), ("games", {**FIXED, "game": "clag", "games": 3})]
)
def test_what_is_played_already_cannot_be_left_out(night, name, plays):
    night = night(4, **plays)
    night.next_round()
    settings = Evening.objects.get().settings
    fewer, same = from_json(to_json(settings) | {name: 1}), from_json(to_json(settings) | {name: 2})
    with refused(name, "2 have already started"):
        evening_change(night.by, **BODY, settings=fewer)
    evening_change(night.by, **BODY, settings=same)
    assert night.preview().is_last
    evening_change(night.by, **BODY, settings=replace(settings, rounds=0))


@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
def test_what_decides_later_things_can_change_while_playing(night, stage):
    night = night(8, stage)
    later = Settings(
        bell=BellBy.HAND,
        unfinished=Unfinished.CUT,
        all_called=AllCalled.FEWEST_GOES,
        prizes=("booby",),
        booby=BoobyBy.YELLOW,
        one_prize_each=True,
        leavers_win=True,
    )
    evening_change(night.by, **BODY, settings=later)
    assert Evening.objects.get().settings == later


def test_a_renamed_role_is_renamed_at_everybody(night):
    night = night(4, Stage.CHECK_IN)
    evening_change(night.by, **BODY, settings=Settings(roles=("gentleman", "lady")))
    assert roles(night) == ["gentleman", "lady"] * 2
    evening_change(night.by, **BODY, settings=Settings(roles=("red", "lady")))
    assert roles(night) == ["red", "lady"] * 2


def test_a_dropped_role_leaves_nobody_in_it(night):
    night = night(4, Stage.CHECK_IN)
    evening_change(night.by, **BODY, settings=Settings(roles=("lady",)))
    assert roles(night) == ["", "lady"] * 2


@pytest.mark.parametrize("name", ["", "x" * 200, "\x1b"])
def test_a_name_that_is_none_is_refused(night, name):
    night = night(4, Stage.CHECK_IN)
    with refused("name"):
        evening_change(night.by, name=name, held_on=BODY["held_on"], settings=Settings())
