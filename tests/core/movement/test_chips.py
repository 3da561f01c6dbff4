"""Yellow chips: every pool of the head table earns one, whoever divides a pool cuts for it."""

import pytest

from tests.core.bell_sheets import cut, ring
from tournaments.core.movement.bell import Chip, CutNeed, find_yellow_chips
from tournaments.core.record import Cut, DealPart, Pool, Purpose

CHIP = Purpose.CHIP


def pool(round_number: int, deal: int, *winners: int, position: int = 1) -> Pool:
    lines = tuple(DealPart(entry, won=entry in winners) for entry in (11, 12, 13, 14))
    return Pool(round_number, position, deal, lines, seq=10 * round_number + deal)


def test_every_head_pool_earns_a_yellow_chip_and_no_other_tables():
    chips = find_yellow_chips(
        [pool(2, 1, 12), pool(1, 2, 11), pool(1, 1, 13), pool(1, 1, 14, position=2)], []
    )
    assert chips.taken == (Chip(1, 1, 13), Chip(1, 2, 11), Chip(2, 1, 12))
    assert chips.needs == ()


def test_all_divided_pools_without_a_cut_are_asked_for_at_once():
    chips = find_yellow_chips([pool(1, 1, 11, 12), pool(1, 2, 13), pool(2, 1, 11, 12)], [])
    assert chips.taken == (Chip(1, 2, 13),)
    assert chips.needs == ((1, CutNeed(CHIP, 1, (11, 12), 1)), (2, CutNeed(CHIP, 1, (11, 12), 1)))


def test_a_cut_counts_for_its_own_round_and_deal_only():
    made = Cut(2, 1, CHIP, (((11, "4S"), (12, "9S")),), deal=1)
    chips = find_yellow_chips([pool(1, 1, 11, 12), pool(2, 1, 11, 12), pool(2, 2, 11, 12)], [made])
    assert chips.taken == (Chip(2, 1, 12),)
    assert [round_number for round_number, _need in chips.needs] == [1, 2]


@pytest.mark.parametrize(
    ("winners", "gone", "cuts", "taken", "asked"),
    [
        ((11,), {11}, [], 11, None),  # dropped out after winning: the chip stays theirs
        ((11, 12), {11}, [], 12, None),  # the other one takes it without a cut
        ((11, 12, 13), {11}, [], None, (12, 13)),
        ((11, 12), {11}, ["11 KS, 12 9S"], 11, None),  # they cut before they left
        ((11, 12), {11, 12}, [], None, (11, 12)),  # both have gone: the program may draw for them
    ],
)
def test_who_has_left_does_not_cut_for_a_chip(winners, gone, cuts, taken, asked):
    made = [cut(CHIP, 1, attempt, deal=1) for attempt in cuts]
    chips = find_yellow_chips([pool(1, 1, *winners)], made, {1: gone})
    assert [chip.entry for chip in chips.taken] == ([taken] if taken else [])
    assert [need.among for _round, need in chips.needs] == ([asked] if asked else [])


def test_who_keeps_his_seat_can_win_a_chip():
    assert ring("11:80wk 12:60 13:31 14:29").chip == 11


def test_the_bell_and_the_chips_ask_for_the_same_cut():
    rung = ring("11:80w 12:60w 13:31wx 14:29 \n 21:70w 22:50 23:40 24:40")
    chips = find_yellow_chips([pool(1, 1, 11, 12, 13)], [], {1: {13}})
    assert [(1, need) for need in rung.needs] == list(chips.needs)
