"""Somebody goes in the middle of a deal: what they have in its pool stays in it (rulebook: drop-out)."""

import pytest

from accounts.errors import RuleError
from tests.cast import refused
from tournaments.core.counters import leaving, ledger
from tournaments.core.facts import Ending
from tournaments.core.settings import BellBy, Unfinished
from tournaments.models import DealLine
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.running.people import player_drop, player_pause, player_return
from tournaments.services.running.seats import table_close
from tournaments.services.scoring.counts import Tally, TallyKind
from tournaments.services.scoring.deals import deal_correct, deal_record
from tournaments.services.scoring.table_end import table_end


def gone_with_two_in_the_pool(night):
    """Table 2: its third player put 2 in, and takes 48 home."""
    players = night.table(2)
    player_drop(night.by, entry=players[2], counters=48)
    return players


def record(night, players, tally, **kwargs):
    deal_record(
        night.by, round=1, table=2, deal=1, winners=[players[0]], in_call=[players[1]], tally=tally, **kwargs
    )


def balances(night):
    return ledger.balances(night.facts, night.evening.settings)


def holds(night):
    facts, settings = night.facts, night.evening.settings
    known = [held for held in balances(night).values() if held is not None]
    return sum(known) == ledger.on_tables(facts, settings)


@pytest.mark.parametrize("kind", [TallyKind.STAKES, TallyKind.COUNTS, TallyKind.NET])
def test_the_pool_has_what_was_left_in_it(night, kind):
    night = night(12)
    first, second, gone, fourth = players = gone_with_two_in_the_pool(night)
    amounts = {
        TallyKind.STAKES: {first: 5, second: 5, fourth: 1},
        TallyKind.COUNTS: {first: 58, second: 45, fourth: 49},
        TallyKind.NET: {first: 8, second: -5, fourth: -1},
    }[kind]
    record(night, players, Tally(kind, amounts))
    held = balances(night)
    assert (held[first], held[second], held[fourth], held[gone]) == (58, 45, 49, 0)
    assert holds(night)
    assert DealLine.objects.get(entry=gone).counters == -2


def test_without_them_the_counters_do_not_add_up(night):
    night = night(12)
    first, second, _gone, fourth = players = gone_with_two_in_the_pool(night)
    with pytest.raises(RuleError, match="2 too few"):
        record(night, players, Tally(TallyKind.NET, {first: 6, second: -5, fourth: -1}))


def test_who_goes_between_deals_takes_everything(night):
    night = night(12)
    night.play(2)
    with pytest.raises(RuleError) as refused:
        player_drop(night.by, entry=night.table(2)[2], counters=10)
    assert refused.value.field == "counters"


def test_nobody_takes_more_than_they_have(night):
    night = night(12)
    with pytest.raises(RuleError) as refused:
        player_drop(night.by, entry=night.table(2)[2], counters=51)
    assert refused.value.field == "counters"


def test_a_correction_keeps_what_was_left(night):
    night = night(12)
    first, second, gone, fourth = players = gone_with_two_in_the_pool(night)
    record(night, players, Tally(TallyKind.STAKES, {first: 5, second: 5, fourth: 1}))
    deal_correct(
        night.because("the other one won"),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[second],
        in_call=[first],
        tally=Tally(TallyKind.STAKES, {first: 5, second: 5, fourth: 1}),
    )
    held = balances(night)
    assert (held[first], held[second], held[fourth], held[gone]) == (45, 58, 49, 0)
    assert holds(night)


def test_a_void_deal_gives_it_back(night):
    night = night(12, unfinished=Unfinished.CUT)
    gone = gone_with_two_in_the_pool(night)[2]
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert ledger.taken_away(night.facts) == {gone: 50}
    assert holds(night)
    assert not ledger.blockers(night.facts, night.evening.settings)
    bell_undo(night.because("rang too early"), round=1)
    assert ledger.taken_away(night.facts) == {gone: 48}
    assert leaving.left_in_pools(night.facts, 1) == {gone: 2}


def test_the_last_one_left_takes_the_pool(night):
    night = night(12)
    last, *others = night.table(2)
    for entry in others:
        player_drop(night.by, entry=entry, counters=48)
    night.play(1)
    assert 2 in night.preview().still_out
    deal_record(
        night.by,
        round=1,
        table=2,
        deal=1,
        winners=[last],
        in_call=[],
        tally=Tally(TallyKind.STAKES, {last: 2}),
    )
    assert balances(night)[last] == 56
    assert holds(night)


def test_a_table_with_a_pool_in_play_is_not_closed(night):
    night = night(12)
    player_drop(night.by, entry=night.table(3)[2], counters=48)
    with pytest.raises(RuleError, match="left counters in the pool"):
        table_close(night.because("small"), table=3)


def test_a_correction_of_an_earlier_deal_leaves_nothing_in_a_pool(night):
    night = night(12)
    for position in night.tables:
        night.play(position)
    player_drop(night.by, entry=night.table(2)[2])
    players = night.table(2)
    deal_correct(
        night.because("miscounted"),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[players[0]],
        in_call=[],
        tally=Tally(TallyKind.NET, {players[0]: 2, players[1]: -1, players[2]: 0, players[3]: -1}),
    )
    assert leaving.left_in_pools(night.facts, 1) == {}


def test_a_side_pool_is_not_settled_by_stakes(night):
    night = night(12)
    first, second, third, fourth = night.table(2)
    with pytest.raises(RuleError, match="side pool"):
        deal_record(
            night.by,
            round=1,
            table=2,
            deal=1,
            winners=[first],
            in_call=[second, third],
            tally=Tally(TallyKind.STAKES, {first: 5, second: 20, third: 20, fourth: 1}),
        )


def test_who_is_broke_and_pauses_comes_back_with_a_fresh_stake(night):
    night = night(12)
    players = night.table(2)
    net = dict.fromkeys(players, 0) | {players[0]: 50, players[1]: -50}
    deal_record(
        night.by,
        round=1,
        table=2,
        deal=1,
        winners=[players[0]],
        in_call=[players[1]],
        tally=Tally(TallyKind.NET, net),
    )
    player_pause(night.by, entry=players[1])
    for position in (1, 3):
        night.play(position)
    night.decide()
    moves_apply(night.by, round=1)
    player_return(night.by, entry=players[1])
    for position in night.tables:
        night.play(position)
    night.decide()
    moves_apply(night.by, round=2)
    assert balances(night)[players[1]] == 50
    assert ledger.fresh_stakes(night.facts) == {players[1]: 1}
    assert holds(night)


def test_the_last_one_leaves_no_pool_behind(night):
    """It was lost: nobody was there to record it."""
    night = night(12, bell=BellBy.HAND)
    first, *others, last = night.table(2)
    player_drop(night.by, entry=first, counters=47)
    for entry in others:
        player_drop(night.by, entry=entry)
    with refused("counters"):
        player_drop(night.by, entry=last)
