"""Somebody goes in the middle of a deal: what they have in its pool stays in it.

See docs/rules.md#coming-and-going.
"""

import pytest

from tests.cast import refused
from tests.services.refusals import begun, done, is_refused, played, seat
from tournaments.attendance.services import player_drop, player_pause, player_return
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.record import Ending
from tournaments.core.settings import BellBy, Unfinished
from tournaments.models import DealLine
from tournaments.scoring.services.counts import TallyKind
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import table_close
from tournaments.undo.services.undo import bell_undo


def two_left_in_the_pool(make, **settings):
    """Table 2: its third player put 2 in, and takes 48 home."""
    night = begun(12, done(player_drop, entry=seat(2, 2), counters=48), **settings)(make)
    return night, night.table(2)


def balances(night):
    return ledger.compute_balances(night.facts, night.evening.settings)


@pytest.mark.parametrize(
    ("kind", "amounts"),
    [(TallyKind.STAKES, (5, 5, 1)), (TallyKind.COUNTS, (58, 45, 49)), (TallyKind.NET, (8, -5, -1))],
)
def test_the_pool_has_what_was_left_in_it_also_when_it_is_corrected(night, kind, amounts):
    night, (first, second, gone, fourth) = two_left_in_the_pool(night)
    night.record(
        2, [first], dict(zip((first, second, fourth), amounts, strict=True)), in_call=[second], kind=kind
    )
    in_play = dict.fromkeys(night.seats(), 50) | {gone: 0, fourth: 49}
    assert balances(night) == {**in_play, first: 58, second: 45}
    assert DealLine.objects.get(entry=gone).counters == -2
    stakes = {first: 5, second: 5, fourth: 1}
    night.correct(2, [second], stakes, in_call=[first], kind=TallyKind.STAKES)
    assert balances(night) == {**in_play, first: 45, second: 58}
    assert night.agrees()


def test_without_them_the_counters_do_not_add_up(night):
    night, (first, second, _gone, fourth) = two_left_in_the_pool(night)
    with refused("counters*", "2 too few"):
        night.record(2, [first], {first: 6, second: -5, fourth: -1}, in_call=[second])


@pytest.mark.parametrize(
    ("acts", "counters"),
    [([played(2)], 10), ([], 51)],
    ids=["who goes between deals takes everything", "nobody takes more than they have"],
)
def test_counters_that_cannot_be_taken_home_are_refused(night, acts, counters):
    is_refused(night, begun(12, *acts), player_drop, {"entry": seat(2, 2), "counters": counters}, "counters")


def test_a_void_deal_gives_it_back(night):
    night, (_first, _second, gone, _fourth) = two_left_in_the_pool(night, unfinished=Unfinished.CUT)
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert ledger.count_taken_away(night.facts) == {gone: 50}
    assert night.agrees()
    assert not night.facts.play.kind.find_blockers(night.facts)
    bell_undo(night.because("rang too early"), round=1)
    assert ledger.count_taken_away(night.facts) == {gone: 48}
    assert count_left_in_pools(night.facts, 1) == {gone: 2}


def test_the_last_one_left_takes_the_pool(night):
    night = night(12)
    last, *others = night.table(2)
    for entry in others:
        player_drop(night.by, entry=entry, counters=48)
    night.play(1)
    assert 2 in night.preview().still_out
    night.record(2, [last], {last: 2}, kind=TallyKind.STAKES)
    assert balances(night)[last] == 56
    assert night.agrees()


def test_a_table_with_a_pool_in_play_is_not_closed(night):
    left = done(player_drop, entry=seat(3, 2), counters=48)
    is_refused(
        night, begun(12, left), table_close, {"table": 3}, "*", "the counters of this player are in the pool"
    )


def test_a_side_pool_is_not_settled_by_stakes(night):
    night = night(12)
    first, *callers, _fourth = night.table(2)
    stakes = dict(zip(night.table(2), (5, 20, 20, 1), strict=True))
    with refused("*", "side pool"):
        night.record(2, [first], stakes, in_call=callers, kind=TallyKind.STAKES)


def test_who_is_broke_and_pauses_comes_back_with_a_fresh_stake(night):
    night = night(12)
    winner, broke, *others = night.table(2)
    night.record(2, [winner], {winner: 50, broke: -50, **dict.fromkeys(others, 0)}, in_call=[broke])
    player_pause(night.by, entry=broke)
    played(1, 3)(night)
    night.decide()
    moves_apply(night.by, round=1)
    player_return(night.by, entry=broke)
    night.next_round()
    assert balances(night)[broke] == 50
    assert ledger.count_fresh_stakes(night.facts) == {broke: 1}
    assert night.agrees()


def test_the_last_one_leaves_no_pool_behind(night):
    """It was lost: nobody was there to record it."""
    night = night(12, bell=BellBy.HAND)
    first, *others, last = night.table(2)
    player_drop(night.by, entry=first, counters=47)
    for entry in others:
        player_drop(night.by, entry=entry)
    with refused("counters"):
        player_drop(night.by, entry=last)
