"""All tables read at once say the same as each read by itself."""

from typing import Any

import pytest

from tests.cast import AT_THE_END, FIXED, Night
from tournaments.attendance.services import player_drop, player_pause
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Ending
from tournaments.core.settings import Counting, Unfinished
from tournaments.evening.selectors.tables import ScorerTable, load_scorer_table, load_tables
from tournaments.scoring.presenters.deals import load_deal_sheet
from tournaments.scoring.presenters.sheets import load_bid_sheet
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.deals import deal_record, table_end


def all_tables(night: Night) -> dict[int, ScorerTable]:
    return load_tables(night.evening.pk, night.facts, night.round)


def agrees(night: Night) -> None:
    """Of every table, what is read of it, and the sheet of the deal that comes next."""
    night.evening.refresh_from_db()
    made, play = all_tables(night), night.evening.play
    assert list(made) == night.tables
    for table, at in made.items():
        alone = load_scorer_table(night.evening, night.round, table)
        if night.evening.settings.counting is Counting.EACH_DEAL:
            assert at == alone
        where = (night.evening, night.round, table, alone.deals + 1)
        if play.kind.stakes:
            assert load_deal_sheet(*where, state=at) == load_deal_sheet(*where)
        else:
            here, there = load_bid_sheet(*where, state=at), load_bid_sheet(*where)
            assert here == there
            assert here.bidders == there.bidders
            assert here.next_number == there.next_number


def test_pools(night):
    night = night(26, deals=2, unfinished=Unfinished.CUT)
    agrees(night)
    night.play(2, lose=7)
    player_pause(night.by, entry=night.table(3)[1])
    agrees(night)
    bell_ring(night.by, round=1)
    table_end(night.because("they were slow"), round=1, table=4, ending=Ending.VOID)
    agrees(night)
    night.play(3)
    agrees(night)


def test_after_some_rounds(night):
    night = night(12)
    night.next_round()
    agrees(night)


def test_who_left_in_the_middle_of_a_deal(night):
    night = night(12)
    gone = night.table(2)[3]
    player_drop(night.by, entry=gone, counters=45)
    (sitter,) = load_deal_sheet(night.evening, 1, 2, 1, state=all_tables(night)[2]).leavers
    assert (sitter.entry, sitter.had) == (gone, 5)
    agrees(night)


def test_counters_counted_at_the_end(night):
    night = night(12, **AT_THE_END)
    agrees(night)
    first, *others = night.table(1)
    has = Tally(TallyKind.COUNTS, {first: 80, **dict.fromkeys(others, 40)})
    where: dict[str, Any] = {"round": 1, "table": 1, "deal": 1}
    deal_record(night.by, **where, winners=[first], in_call=others[:1], tally=has)
    sitters = load_deal_sheet(night.evening, 1, 1, 2, state=all_tables(night)[1]).sitters
    assert {sitter.entry: sitter.bell_count for sitter in sitters} == has.amounts
    agrees(night)


@pytest.mark.parametrize("game", ["blackout", "seven-truf"])
def test_bids(night, game):
    night = night(12, game=game)
    night.bid(1)
    agrees(night)
    night.next_round()
    night.bid(2)
    night.score(1)
    agrees(night)


@pytest.mark.parametrize("game", ["jabberwocky", "caller-clag"])
def test_whole_games(night, game):
    night = night(12, game=game, **FIXED)
    for table in (1, 1, 2):
        night.score(table)
        agrees(night)


def test_a_third_stake_that_waits(night):
    night = night(12, game="three-stake-brag", **FIXED, deals=4)
    first, *_others = everybody = night.table(1)
    three = Three(2, 2, 2, {}, (first, first, None))
    where: dict[str, Any] = {"round": 1, "table": 1, "deal": 1}
    deal_record(night.by, **where, winners=[first], in_call=everybody, tally=three)
    assert load_deal_sheet(night.evening, 1, 1, 2, state=all_tables(night)[1]).waiting_stake == 2
    agrees(night)
