"""Settling up and the evening's standing."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.score_sheets import AT_THE_END, Played, Sheet, play, said
from tournaments.core.ranking.metrics import METRICS, Best, SettledPerson, build_figures
from tournaments.core.ranking.places import Step, explain_above, rank_people
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, StakeKind
from tournaments.core.results.standings import rank_evening, settle_people

evenings = st.randoms(use_true_random=False).map(play)


#            round 1   fresh   round 2   goes with   has   fresh   settles   yellow
#   1        +60               -20                    90    0        90        1
#   2        -50       50      +30                    80    1        30        1
#   3        -10               -10       30           30    0        30        0
def evening() -> Sheet:
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3)
    sheet.deal(1, 1, {1: 60, 2: -50, 3: -10}, 1).ring(1).stake(2, StakeKind.FRESH, {2: 50})
    sheet.open(2).seat(2, 1, 1, 2, 3).deal(2, 1, {1: -20, 2: 30, 3: -10}, 2).ring(2)
    return sheet.say(3, 2, Presence.LEFT).stake(2, StakeKind.DEPARTURE, {3: 30})


CHIPS = {1: 1, 2: 1}


def test_a_fresh_stake_is_charged_when_settling_up():
    """Doc 002: those who have been provided with an extra stake must be charged with it."""
    assert settle_people(evening().facts, CHIPS) == {
        1: SettledPerson(1, 90, 0, 90, 1),
        2: SettledPerson(2, 80, 1, 30, 1),
        3: SettledPerson(3, 30, 0, 30, 0),
    }


def test_who_settles_below_nothing_owes_the_banker():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: -50, 2: 50}, 2).stake(2, StakeKind.FRESH, {1: 50})
    assert settle_people(sheet.deal(2, 1, {1: -40, 2: 40}, 2).facts, {})[1].net == 10 - 50


def test_a_late_player_is_not_charged_for_the_first_stake():
    sheet = evening().start(4, round=2)
    assert settle_people(sheet.facts, CHIPS)[4] == SettledPerson(4, 50, 0, 50, 0)


def test_who_pauses_settles_with_what_waits_at_the_banker():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 8, 2: -8}, 1).stake(1, StakeKind.DEPARTURE, {2: 42})
    assert settle_people(sheet.facts, {})[2].counters == 42
    sheet.stake(2, StakeKind.RETURN, {2: 42}).deal(2, 1, {1: -3, 2: 3}, 2)
    assert settle_people(sheet.facts, {})[2].counters == 45
    sheet.stake(2, StakeKind.DEPARTURE, {2: 45})
    assert settle_people(sheet.facts, {})[2].counters == 45


def test_nothing_is_settled_before_it_is_counted():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1)
    assert settle_people(replace(sheet.facts, settings=AT_THE_END), {1: 1})[1] == SettledPerson(
        1, None, 0, None, 1
    )


def test_the_standing():
    rows = rank_evening(evening().facts, CHIPS)
    assert [(row.place, row.entry, row.net, row.yellow, row.table) for row in rows] == [
        (1, 1, 90, 1, 1),
        (2, 2, 30, 1, 1),
        (3, 3, 30, 0, None),
    ]
    assert [row.why for row in rows] == [
        Reason("above", {"metric": "net", "figure": 90, "next": 30, "whom": 2}),
        Reason("above_tie_break", {"metric": "yellow", "figure": 1, "next": 0, "whom": 3}),
        None,
    ]


def test_only_chips_rank_as_long_as_somebody_is_not_counted():
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3)
    sheet.deal(1, 1, dict.fromkeys((1, 2, 3)), 2).count(1, {3: 0})
    rows = rank_evening(replace(sheet.facts, settings=AT_THE_END), {2: 1})
    assert [(row.place, row.entry, row.net) for row in rows] == [(1, 2, None), (2, 1, None), (2, 3, 0)]
    assert rows[0].why == Reason("above", {"metric": "yellow", "figure": 1, "next": 0, "whom": 1})


def test_an_evening_that_has_not_begun_has_no_standing():
    assert rank_evening(Sheet().facts, {}) == ()


@pytest.mark.parametrize(
    ("best", "order"), [(Best.HIGHEST, [(2, 1), (1, 2), (3, 3)]), (Best.LOWEST, [(1, 1), (2, 2), (3, 3)])]
)
def test_the_unknown_is_below_all_others(best, order):
    people = [SettledPerson(1, 0, 0, -4, 0), SettledPerson(2, 0, 0, 6, 0), SettledPerson(3, None, 0, None, 0)]
    ranked = rank_people(map(build_figures, people), (Step("net", best),))
    assert [(line.who, line.place) for line in ranked] == order
    assert explain_above(ranked[1], ranked[2], (Step("net", best),)).code == "above_uncounted"


def test_every_metric_is_named_by_its_key():
    assert all(key == metric.key and metric.title for key, metric in METRICS.items())


# Properties


@given(evenings)
def test_all_net_counters_come_to_the_first_stakes(played: Played):
    """What one won another lost: in sum everybody has the first stake again."""
    settled = settle_people(played.facts, played.chips)
    assert sum(person.net or 0 for person in settled.values()) == 50 * len(settled)
    assert {e: person.fresh for e, person in settled.items() if person.fresh} == played.fresh


@given(evenings)
def test_both_ways_of_counting_settle_alike(played: Played):
    assert settle_people(replace(played.at_the_end(), settings=AT_THE_END), played.chips) == settle_people(
        played.facts, played.chips
    )


@given(
    st.lists(st.tuples(st.one_of(st.none(), st.integers(-2, 3)), st.integers(0, 2)), max_size=8),
    st.tuples(st.sampled_from(Best), st.sampled_from(Best)),
)
def test_a_place_is_one_more_than_the_number_of_those_above(figures, bests):
    steps = (Step("net", bests[0]), Step("yellow", bests[1]))
    people = [SettledPerson(entry, net, 0, net, yellow) for entry, (net, yellow) in enumerate(figures)]
    ranked = rank_people(map(build_figures, people), steps)

    def worth(line):
        net, yellow = line.figures
        return (net is not None, steps[0].weigh(net or 0), steps[1].weigh(yellow or 0))

    assert [line.place for line in ranked] == [
        1 + sum(worth(other) > worth(line) for other in ranked) for line in ranked
    ]
    for upper, lower in pairwise(ranked):
        why = explain_above(upper, lower, steps)
        assert (why.code == "equal") == (upper.place == lower.place)
        assert said(why)
