from datetime import date

import pytest

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import pulse, wakes
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import round_last
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import evening_change
from tournaments.models import Evening
from tournaments.results.services import evening_settle
from tournaments.undo.services.undo import bell_undo

CASE = Case(round_last, scene=lambda make: make(8), body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def rounds() -> int:
    return Evening.objects.get().settings.rounds


@pytest.mark.parametrize("plays", [{}, {"game": "seven-truf"}], ids=["pools", "bids"])
def test_it_works(night, plays):
    night = night(8, **plays)
    night.next_round()
    line = round_last(night.by, round=2)
    assert (line.payload["before"]["rounds"], line.payload["after"]["rounds"]) == (0, 2)
    assert (line.payload["round"], line.payload["last"]) == (2, True)
    night.play_round()
    assert night.preview().is_last
    with refused("round", "last round"):
        moves_apply(night.by, round=2)
    evening_settle(night.by, round=2)


def test_it_is_taken_back(night):
    night = night(8)
    round_last(night.by, round=1)
    with refused("round", "already done", StaleError):
        round_last(night.by, round=1)
    round_last(night.by, round=1, last=False)
    assert rounds() == 0
    with refused("round", "already done", StaleError):
        round_last(night.by, round=1, last=False)
    night.next_round()


def test_then_so_many_follow_as_were_planned(night):
    night = night(8, rounds=8)
    for _again in range(2):
        round_last(night.by, round=1)
        assert rounds() == 1
        round_last(night.by, round=1, last=False)
        assert rounds() == 8


def test_the_last_one_of_those_that_were_planned(night):
    """One more than planned: nobody knows then how many."""
    night = night(8, rounds=1)
    with refused("round", "already done", StaleError):
        round_last(night.by, round=1)
    round_last(night.by, round=1, last=False)
    assert rounds() == 0
    night.next_round()


def test_after_its_bell(night):
    night = night(8, auto_moves=20)
    night.play_round()
    assert wakes(night, 0) == [1]
    round_last(night.by, round=1)
    assert pulse(night).moves_at is None
    assert wakes(night, 60) == [0], "nobody moves after the last round"
    round_last(night.by, round=1, last=False)
    assert (wakes(night, 0, 20), night.round) == ([1, 1], 2)


def test_undone_the_round_before_is_not_the_last(night):
    night = night(8)
    night.next_round()
    round_last(night.by, round=2)
    bell_undo(night.because("too early"))
    assert not night.preview().is_last
    night.decide()
    moves_apply(night.by, round=1)
    assert night.preview().is_last


def test_the_settings_may_say_the_same(night):
    night = night(8)
    night.next_round()
    day = date(2026, 1, 8)
    with refused("rounds", "have already started"):
        evening_change(night.by, name="x", held_on=day, settings=Settings(rounds=1))
    evening_change(night.by, name="x", held_on=day, settings=Settings(rounds=2))
    with refused("round", "already done", StaleError):
        round_last(night.by, round=2)
    night.play_round()
    with refused("round", "last round"):
        moves_apply(night.by, round=2)
    round_last(night.by, round=2, last=False)
    assert rounds() == 0


def test_a_round_after_the_last_was_undone(night):
    """Two bells are taken back: the last round that was said is still to come."""
    night = night(8)
    night.next_round()
    night.next_round()
    round_last(night.by, round=3)
    for _bell in range(2):
        bell_undo(night.because("too early"), discard=True)
    assert not night.preview().is_last
    round_last(night.by, round=1)
    assert rounds() == 1
    round_last(night.by, round=1, last=False)
    assert rounds() == 3


@pytest.mark.parametrize(("rounds", "last"), [(0, 22), (5, 5), (30, 22)])
def test_with_bids_the_schedule_is_the_most(night, rounds, last):
    night = night(8, game="seven-truf", rounds=rounds)
    assert night.preview().rounds == last
