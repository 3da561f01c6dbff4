"""Whole stakes too many or too few: whose, as far as the facts show it."""

import pytest

from tests.core.score_sheets import AT_THE_END, EACH_DEAL, Sheet
from tournaments.core.counters.checks import Clue, find_hints
from tournaments.core.counters.ledger import find_imbalance
from tournaments.core.evening import Facts
from tournaments.core.record import StakeKind
from tournaments.core.settings import Settings


def found(facts: Facts, settings: Settings = EACH_DEAL) -> list[tuple[int, Clue, int]]:
    """Who, by which clue, and in which round."""
    broken = find_imbalance(facts, settings)
    assert broken is not None
    return [(hint.entry, hint.clue, hint.round) for hint in find_hints(facts, settings, broken)]


#            round 1   has   round 2   counted
#   1        +20        70     -3        67
#   2        -50         0     (nobody noted a fresh stake)   50
#   3        +30        80     +3        83
def test_who_had_nothing_left_and_was_counted_with_a_stake():
    sheet = Sheet().start(1, 2, 3).deal(1, 1, {1: 20, 2: -50, 3: 30}, 3).deal(2, 1, {1: -3, 3: 3}, 3)
    sheet.final(2, {1: 67, 2: 50, 3: 83})
    assert found(sheet.facts) == [(2, Clue.BROKE, 1)]


#            round 1   as corrected   has   round 2   has   counted
#   1        -45           -50          0     -4      -4       46
#   2        +45           +50        100     +4     104      104
def test_who_played_on_with_nothing_left_as_a_correction_shows():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: -45, 2: 45}, 2).deal(2, 1, {1: -4, 2: 4}, 2)
    sheet.correct(1, 1, 1, {1: -50, 2: 50})
    sheet.final(2, {1: 46, 2: 104})
    assert found(sheet.facts) == [(1, Clue.BROKE, 1)]


def test_whose_fresh_stake_is_noted_has_it():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: -50, 2: 50}, 2).stake(2, StakeKind.FRESH, {1: 50})
    sheet.deal(2, 1, {1: 10, 2: -10}, 1).final(2, {1: 60, 2: 140})
    assert found(sheet.facts) == [(2, Clue.MORE, 2)]


@pytest.mark.parametrize(
    ("counted", "who"), [(100, [(1, Clue.MORE, 1)]), (150, [(1, Clue.MORE, 1)]), (99, [])]
)
def test_who_was_counted_whole_stakes_more(counted, who):
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 0, 2: 0}, 1).final(1, {1: counted, 2: 50})
    assert found(sheet.facts) == who


@pytest.mark.parametrize(
    ("counts", "who"), [({1: 10, 2: 90, 3: 50}, [(1, Clue.FEWER, 2)]), ({1: 60, 2: 90, 3: 0}, [])]
)
def test_who_was_counted_a_stake_fewer_than_with_the_fresh_stake_that_is_noted(counts, who):
    sheet = Sheet().start(1, 2, 3).deal(1, 1, {1: -50, 2: 50, 3: 0}, 2).stake(2, StakeKind.FRESH, {1: 50})
    sheet.deal(2, 1, {1: 10, 2: -10, 3: 0}, 1).final(2, counts)
    assert found(sheet.facts) == who


def test_where_nobody_can_say_every_fresh_stake_that_is_noted_is_named():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 2).count(1, {1: 0})
    sheet.stake(2, StakeKind.FRESH, {1: 50}).deal(2, 1, {1: None, 2: None}, 1).final(2, {1: 20, 2: 80})
    assert found(sheet.facts, AT_THE_END) == [(1, Clue.NOTED, 2)]
    sheet.final(2, {1: 20, 2: 81})
    assert found(sheet.facts, AT_THE_END) == []


def test_who_went_away_or_came_back_with_nothing_is_not_named():
    sheet = Sheet().start(1, 2, 3).deal(1, 1, {1: -50, 2: 50, 3: 0}, 2).stake(1, StakeKind.DEPARTURE, {1: 0})
    sheet.deal(2, 1, {2: 10, 3: -10}, 2).final(2, {2: 110, 3: 90})
    assert found(sheet.facts) == [(3, Clue.MORE, 2)]
