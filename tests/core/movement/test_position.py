"""What the facts say of a round: presence, what is still out, the tables as the bell rang."""

from dataclasses import replace

import pytest

from tests.core.score_sheets import AT_THE_END, Sheet
from tournaments.core.kinds.awaited import find_awaited_tables, find_tables_at_bell
from tournaments.core.movement.seating import (
    SeatedPlayer,
    SeatedTable,
    find_presence,
    list_playing,
    list_presences,
    list_waiting,
)
from tournaments.core.record import Ending, Presence, StakeKind
from tournaments.core.settings import Settings


#            head table (1)           booby table (2)
#   chair    1    2    3              1    2    3
#   player   1    2    3              4    5    6
#   round 1  +30 called -20  -10      -50 called  won +60  -10
def one_round() -> Sheet:
    sheet = Sheet().start(1, 2, 3, 4, 5, 6).open(1).seat(1, 1, 1, 2, 3).seat(1, 2, 4, 5, 6)
    sheet.deal(1, 1, {1: 30, 2: -20, 3: -10}, 1, called=[2]).ring(1)
    return sheet.deal(1, 2, {4: -50, 5: 60, 6: -10}, 5, called=[4])


def test_the_tables_as_the_bell_rang():
    head, booby = find_tables_at_bell(one_round().facts, 1)
    assert head == SeatedTable(
        (SeatedPlayer(1, 1, 80), SeatedPlayer(2, 2, 30), SeatedPlayer(3, 3, 40)),
        frozenset({1}),
        frozenset({1, 2}),
        deal=1,
    )
    assert booby == SeatedTable(
        (SeatedPlayer(4, 1, 0), SeatedPlayer(5, 2, 110), SeatedPlayer(6, 3, 40)),
        frozenset({5}),
        frozenset({4, 5}),
        deal=1,
    )


def test_counters_at_the_bell_are_without_the_fresh_stakes_that_it_brings():
    sheet = one_round().stake(2, StakeKind.FRESH, {4: 50}).open(2).seat(2, 1, 1, 2, 5).seat(2, 2, 4, 3, 6)
    assert find_tables_at_bell(sheet.facts, 1) == find_tables_at_bell(one_round().facts, 1)
    assert [p.counters for p in find_tables_at_bell(sheet.facts, 2)[1].players] == [50, 40, 40]


def test_players_come_in_chair_order_whatever_the_order_of_the_facts():
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 3, 1, 2)
    (head,) = find_tables_at_bell(sheet.facts, 1)
    assert [(player.chair, player.entry) for player in head.players] == [(1, 3), (2, 1), (3, 2)]


def test_uncounted_counters_are_known_where_somebody_counted_or_has_not_played():
    sheet = Sheet().start(1, 2, 3, 4).open(1).seat(1, 1, 1, 2, 3, 4)
    sheet.deal(1, 1, dict.fromkeys((1, 2, 3)), 1).count(1, {1: 100, 3: 0})
    (head,) = find_tables_at_bell(replace(sheet.facts, settings=AT_THE_END), 1)
    assert [player.counters for player in head.players] == [100, None, 0, 50]
    sheet.stake(2, StakeKind.FRESH, {3: 50}).open(2).seat(2, 1, 1, 2, 3, 4)
    (head,) = find_tables_at_bell(replace(sheet.facts, settings=AT_THE_END), 2)
    assert [player.counters for player in head.players] == [100, None, 50, 50]


def test_a_final_count_is_not_known_at_the_bell():
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3).deal(1, 1, dict.fromkeys((1, 2, 3)), 1)
    sheet.final(1, {1: 50, 2: 50, 3: 50})
    (head,) = find_tables_at_bell(replace(sheet.facts, settings=AT_THE_END), 1)
    assert [player.counters for player in head.players] == [None, None, None]


def test_of_several_deals_the_last_says_who_won_and_who_was_in_the_call():
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3)
    sheet.deal(1, 1, {1: 5, 2: -5, 3: 0}, 1, called=[2]).deal(1, 1, {1: 0, 2: -5, 3: 5}, 3)
    (head,) = find_tables_at_bell(sheet.facts, 1)
    assert (head.winners, head.in_call, head.deal) == (frozenset({3}), frozenset({3}), 2)


def test_a_table_that_could_not_finish_is_void():
    sheet = Sheet().start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3).ring(1).end(1, 1, Ending.VOID)
    (head,) = find_tables_at_bell(sheet.facts, 1)
    assert (head.void, head.winners) == (True, frozenset())
    sheet.end(1, 1, Ending.EARLY)
    assert not find_tables_at_bell(sheet.facts, 1)[0].void


@pytest.mark.parametrize(
    ("state", "keeps_seat", "left"),
    [
        (Presence.HERE, False, False),
        (Presence.KEEPS_SEAT, True, False),
        (Presence.PAUSED, False, True),
        (Presence.LEFT, False, True),
    ],
)
def test_who_drops_out_during_the_round_has_left_by_its_bell(state, keeps_seat, left):
    facts = one_round().say(5, 1, state).facts
    player = find_tables_at_bell(facts, 1)[1].players[1]
    assert (player.entry, player.keeps_seat, player.has_left) == (5, keeps_seat, left)


def test_who_goes_from_the_next_round_on_is_still_there_at_this_bell():
    facts = one_round().say(5, 2, Presence.LEFT).facts
    assert not find_tables_at_bell(facts, 1)[1].players[1].has_left
    assert find_presence(facts, 5, 1) is Presence.HERE
    assert find_presence(facts, 5, 2) is Presence.LEFT


def test_the_last_word_on_somebody_counts():
    sheet = one_round().say(5, 2, Presence.LEFT).say(5, 2, Presence.HERE)
    assert find_presence(sheet.facts, 5, 2) is Presence.HERE


def test_who_has_not_come_is_not_here():
    sheet = one_round().start(7, round=3)
    assert find_presence(sheet.facts, 7, 2) is Presence.LEFT
    assert find_presence(sheet.facts, 99, 2) is Presence.LEFT
    assert 7 not in list_presences(sheet.facts, 2)
    assert find_presence(sheet.facts, 7, 3) is Presence.HERE


def test_who_plays_and_who_waits():
    sheet = one_round().start(8, round=1).start(7, round=1).say(2, 1, Presence.PAUSED)
    assert list_playing(sheet.facts, 1) == (1, 3, 4, 5, 6)
    assert list_waiting(sheet.facts, 1) == (8, 7)
    assert list_waiting(sheet.facts, 2) == (1, 3, 4, 5, 6, 8, 7)


# What is still out


def test_a_table_is_out_until_its_deal_is_decided():
    sheet = Sheet().start(1, 2, 3, 4, 5, 6).open(1).seat(1, 1, 1, 2, 3).seat(1, 2, 4, 5, 6)
    assert find_awaited_tables(sheet.facts, 1) == (1, 2)
    sheet.deal(1, 1, {1: 1, 2: -1, 3: 0}, 1).ring(1)
    assert find_awaited_tables(sheet.facts, 1) == (2,)
    assert find_awaited_tables(one_round().facts, 1) == ()


@pytest.mark.parametrize("ending", Ending)
def test_a_table_is_done_with_an_ending(ending):
    sheet = Sheet().start(1, 2, 3, 4, 5, 6).open(1).seat(1, 1, 1, 2, 3).seat(1, 2, 4, 5, 6)
    assert find_awaited_tables(sheet.ring(1).end(1, 2, ending).facts, 1) == (1,)


def test_of_several_deals_the_one_finished_after_the_bell_is_the_last():
    """The bell rings while table 2 plays its second of three deals; table 3 is between two."""
    three = Settings(deals=3)
    sheet = Sheet().start(*range(1, 10)).open(1).seat(1, 1, 1, 2, 3).seat(1, 2, 4, 5, 6).seat(1, 3, 7, 8, 9)
    for _deal in range(3):
        sheet.deal(1, 1, {1: 1, 2: -1, 3: 0}, 1)
    sheet.deal(1, 2, {4: 1, 5: -1, 6: 0}, 4).deal(1, 3, {7: 1, 8: -1, 9: 0}, 7)
    assert find_awaited_tables(replace(sheet.facts, settings=three), 1) == (2, 3)
    assert find_awaited_tables(replace(sheet.ring(1).facts, settings=three), 1) == (2, 3)
    assert find_awaited_tables(
        replace(sheet.deal(1, 2, {4: 1, 5: -1, 6: 0}, 4).facts, settings=three), 1
    ) == (3,)
    assert find_awaited_tables(replace(sheet.end(1, 3, Ending.EARLY).facts, settings=three), 1) == ()
