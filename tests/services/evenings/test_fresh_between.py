"""Several deals a round: who is broke after one takes a fresh stake before the next.

See docs/rules.md#several-deals.
"""

import pytest

from tests.cast import refused
from tests.web import journal
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import Ending, StakeKind
from tournaments.core.settings import BellBy, Counting, Unfinished
from tournaments.scoring.services.counts import Tally, TallyKind, deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record, table_end
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo

BOTH = pytest.mark.parametrize("counting", list(Counting))
WHY = "a slip"


def two_deals(make, **settings):
    """An evening of two deals a round, and the people of table 2."""
    night = make(12, **{"deals": 2, "bell": BellBy.HAND, "stake": 10, **settings})
    return night, *night.table(2)


def body(night, table, deal, winner, broke=(), **more):
    """The winner takes one counter of everybody, and all that the ``broke`` have; they called."""
    held, players = night.held(), night.table(table)
    told = {"round": night.round, "table": table, "deal": deal, "winners": [winner], "in_call": list(broke)}
    if night.evening.settings.counting is Counting.AT_THE_END:
        tally = Tally(TallyKind.COUNTS, dict.fromkeys(broke, 0)) if broke else Tally()
        return {**told, "tally": tally, **more}
    net = {entry: -(held[entry] if entry in broke else 1) for entry in players if entry != winner}
    return {**told, "tally": Tally(TallyKind.NET, {**net, winner: -sum(net.values())}), **more}


def plays(night, deal, winner, broke=(), table=2):
    return deal_record(night.by, **body(night, table, deal, winner, broke))


def given(night):
    return [(s.entry, s.round) for s in night.facts.stakes if s.kind is StakeKind.FRESH]


def decided(night, but=()):
    """Every other table plays its two deals, without anybody broke."""
    for table in night.tables:
        if table not in but:
            for deal in (1, 2):
                plays(night, deal, night.table(table)[0], table=table)
    night.decide()


def is_staked(entry, night, line, client, cast):
    """They have a fresh stake of the line, which says so."""
    assert (given(night), night.held()[entry], line.payload["fresh"]) == ([(entry, 1)], 10, [entry])
    client.force_login(cast.alice)
    assert "Fresh stake: " in journal.told(client, night)


@BOTH
def test_who_is_broke_after_a_deal_plays_the_next_with_a_fresh_stake(client, cast, night, counting):
    night, first, second, *_others = two_deals(night, counting=counting)
    line = plays(night, 1, first, [second])
    is_staked(second, night, line, client, cast)
    plays(night, 2, second, [first] if counting == "at_the_end" else [])
    # Nothing is given after the last deal before the bell.
    assert given(night) == [(second, 1)]


def test_after_the_bell_no_deal_follows_so_the_bell_gives_the_stake(night):
    night, first, second, *_others = two_deals(night)
    bell_ring(night.by, round=1)
    plays(night, 1, first, [second])
    assert given(night) == []
    for table in (1, 3):
        plays(night, 1, night.table(table)[0], table=table)
    night.decide()
    assert night.preview().bell.fresh == (second,)


@BOTH
def test_an_undone_bell_lets_them_play_on_with_a_fresh_stake(client, cast, night, counting):
    night, first, second, *_others = two_deals(night, counting=counting)
    bell_ring(night.by, round=1)
    plays(night, 1, first, [second])
    line = bell_undo(night.because("rung too soon"))
    is_staked(second, night, line, client, cast)
    plays(night, 2, first)
    decided(night, but=[2])
    assert [broke for broke, _partner in night.preview().bell.exchanges] == [second]
    moves_apply(night.by, round=1)
    bell_undo(night.because("once more"))
    assert given(night) == [(second, 1)]


def test_a_round_that_ends_early_after_the_deal(night):
    """No deal follows after all: the stake was taken, and the change of seats is made."""
    night, first, second, *_others = two_deals(night)
    plays(night, 1, first, [second])
    for table in (1, 3):
        plays(night, 1, night.table(table)[0], table=table)
    bell_ring(night.by, round=1)
    for table in night.tables:
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    night.decide()
    bell = night.preview().bell
    assert (bell.fresh, [broke for broke, _partner in bell.exchanges]) == ((), [second])


def test_a_deal_taken_back_takes_the_stake_with_it(night):
    night, first, second, third, _fourth = two_deals(night)
    before = night.facts
    told = body(night, 2, 1, first, [third])
    plays(night, 1, first, [second])
    deal_correct(night.because(WHY), **told, base_version=1)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    assert night.facts == before


@BOTH
def test_a_correction_gives_the_stake_to_who_was_broke_and_leaves_what_was_taken(night, counting):
    night, first, second, third, _fourth = two_deals(night, counting=counting)
    told = body(night, 2, 1, first, [third])
    plays(night, 1, first, [second])
    deal_correct(night.because(WHY), **told, base_version=1)
    assert given(night) == [(second, 1), (third, 1)]
    deal_correct(night.because(WHY), **told, base_version=2)
    assert given(night) == [(second, 1), (third, 1)]
    # What the banker did not give after all is struck by hand; a first stake of the round forbids nothing.
    stake_correct(night.because(WHY), entry=second, round=1, given=False)
    assert given(night) == [(third, 1)]
    assert ledger.find_imbalance(night.facts, night.evening.settings) is None


def test_a_correction_after_the_next_deal_gives_nothing(night):
    night, first, second, third, _fourth = two_deals(night, deals=3)
    told = body(night, 2, 1, first, [third])
    plays(night, 1, first, [second])
    plays(night, 2, first)
    deal_correct(night.because(WHY), **told, base_version=1)
    assert given(night) == [(second, 1)]


def test_who_goes_with_nothing_takes_no_stake(night):
    night, first, second, *_others = two_deals(night)
    player_drop(night.by, entry=second, counters=8)
    net = dict.fromkeys(night.table(2)[2:], -1) | {first: 4}
    night.record(2, [first], net)
    assert given(night) == []


def test_with_one_deal_a_round_nothing_is_given_between(night):
    night, first, second, *_others = two_deals(night, deals=1)
    plays(night, 1, first, [second])
    assert given(night) == []
    with refused("round", "not out of counters"):
        stake_correct(night.because(WHY), entry=second, round=1, given=True)


def test_who_is_broke_since_a_correction_of_an_earlier_round_takes_no_stake_as_a_bell_is_undone(night):
    """Nor when an early end is: no deal of this round made them broke. A replay gives it, or the ledger."""
    night, *_table = two_deals(night, unfinished=Unfinished.CUT)
    night.next_round()
    pool = next(pool for pool in night.facts.pools if (pool.round, pool.position, pool.deal) == (1, 2, 2))
    broke = next(line.entry for line in pool.lines if not line.won)
    winner = next(line.entry for line in pool.lines if line.won)
    net = {line.entry: -1 for line in pool.lines if line.entry != winner} | {broke: -9}
    net[winner] = -sum(net.values())
    night.correct(2, [winner], net, deal=2, round=1)
    assert night.held()[broke] == 0
    before = night.facts
    bell_ring(night.by, round=2)
    rung = night.facts
    table, _chair = night.seats()[broke]
    line = table_end(night.by, round=2, table=table, ending=Ending.VOID)
    line_take_back(night.by, line=line.seq)
    assert night.facts == rung
    bell_undo(night.because(WHY), round=2)
    assert night.facts == before
