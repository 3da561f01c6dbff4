import pytest

from tests.cast import AT_THE_END, FIXED, refused
from tests.services.cases import Case, correct_deal
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.kinds.points import tally_bids
from tournaments.core.record import Ending, Purpose, Stage
from tournaments.core.settings import BellBy
from tournaments.evening.selectors.tables import find_left_counters, find_third_stake, load_scorer_table
from tournaments.models import Deal, OpenDeal
from tournaments.scoring.services.counts import Tally, TallyKind, Three, deal_withdraw
from tournaments.scoring.services.deals import deal_record, table_count, table_end
from tournaments.undo.services.revert import line_take_back
from tournaments.undo.services.undo import bell_undo


def played(make, **more):
    night = make(8, game="clag", **more)
    night.score(2)
    return night


CASE = Case(
    deal_withdraw,
    scene=played,
    body=lambda night: {"round": 1, "table": 2, "deal": 1},
    stages=(Stage.PLAYING,),
    asks_reason=True,
)
WHY = "the other table's"


def two_games(make, **more):
    night = make(8, game="clag", **FIXED, **more)
    for _deal in range(3):
        night.score(2)
    return night


def test_it_works(night):
    night = played(night)
    line = deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    assert (night.facts.pools, tally_bids(night.facts)) == ((), {})
    assert night.at(2).next_number == 1
    assert night.preview().still_out == (1, 2)
    assert line.payload == {"round": 1, "table": 2, "deal": 1}
    assert Deal.objects.get().void == line


def test_it_is_recorded_anew(night):
    night = two_games(night)
    before = night.at(2)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=3)
    assert night.at(2).next_number == 3
    assert night.at(2).find_dealer(3) == night.at(2).places.index(before.list_bidders(3)[-1])
    night.score(2)
    again = night.at(2)
    assert (again.next_number, again.totals, again.find_dealer(4)) == (
        4,
        before.totals,
        before.find_dealer(4),
    )
    assert [(pool.deal, pool.version) for pool in again.decided] == [(1, 1), (2, 1), (3, 1)]


@pytest.mark.thorough
def test_bids_on_the_deal_after_it_go_too(night):
    night = two_games(night)
    night.bid(2)
    night.bid(1)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=3)
    assert (night.at(2).next_number, night.at(2).open) == (3, None)
    assert OpenDeal.objects.get(void=None).position == 1


@pytest.mark.thorough
@pytest.mark.parametrize("deal", [1, 2])
def test_only_the_last_deal_of_a_table(night, deal):
    night = two_games(night)
    with refused("deal", "Only the last"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=deal)
    with refused("deal", "Only the last"):
        deal_withdraw(night.because(WHY), round=1, table=1, deal=max(deal, 0))


def test_after_the_bell_it_is_refused(night):
    night = played(night)
    night.score(1)
    for table in (1, 2):
        with refused("round", "Undo the bell first"):
            deal_withdraw(night.because(WHY), round=1, table=table, deal=1)
    bell_undo(night.because("too early"))
    deal_withdraw(night.because(WHY), round=1, table=1, deal=1)
    night.score(1)
    assert night.preview().rung


def test_a_table_that_stopped_is_refused(night):
    night = two_games(night)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    with refused("table", "game of this table is over"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=3)


def test_who_has_left_since_is_not_dealt_in_again(night):
    night = played(night, bell=BellBy.HAND)
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    night.score(2)
    assert gone not in {line.entry for line in night.facts.pools[0].lines}
    bell_ring(night.by, round=1)


def pools(make, **more):
    return make(12, **{"bell": BellBy.HAND, **more})


def body(night, table=2, deal=1):
    return {"round": night.round, "table": table, "deal": deal}


def counts(night):
    """What was counted at the bell, and by whom it was told does not matter."""
    return {(count.entry, count.counters) for count in night.facts.counts}


def test_a_pool(night):
    night = pools(night)
    before = night.facts
    night.play(2, lose=7)
    line = deal_withdraw(night.because(WHY), **body(night))
    assert night.facts == before
    assert line.payload == body(night)
    night.play(2)
    assert [(pool.position, pool.deal, pool.version) for pool in night.facts.pools] == [(2, 1, 1)]


def test_a_pool_that_was_corrected(night):
    night = pools(night)
    before = night.facts
    night.play(2)
    people = night.table(2)
    correct_deal(night, people[1], Tally(TallyKind.STAKES, dict.fromkeys(people, 2)), table=2)
    deal_withdraw(night.because(WHY), **body(night))
    assert night.facts == before


def told(night, deal, counted, winner):
    """A pool where deals are not counted: who won it, and what some have now."""
    deal_record(
        night.by,
        **body(night, deal=deal),
        winners=[winner],
        in_call=[],
        tally=Tally(TallyKind.COUNTS, counted),
    )


def test_counts_at_the_bell_are_those_before_the_pool(night):
    """Who was counted before it has that again; who was counted after it has not."""
    night = pools(night, deals=2, **AT_THE_END)
    first, second, third, *_others = night.table(2)
    told(night, 1, {}, third)
    table_count(night.by, round=1, table=2, counts={first: 0, second: 80})
    before = night.facts
    told(night, 2, {second: 0}, first)
    assert counts(night) == {(second, 0)}
    table_count(night.by, round=1, table=2, counts={first: 9, third: 3})
    deal_withdraw(night.because(WHY), **body(night, deal=2))
    assert night.facts == before
    assert counts(night) == {(first, 0), (second, 80)}


def test_what_a_correction_of_an_earlier_pool_says_of_counts_holds(night):
    night = pools(night, deals=3, **AT_THE_END)
    first, second, third, *_others = night.table(2)
    told(night, 1, {first: 0}, third)
    told(night, 2, {second: 70}, third)
    correct_deal(night, third, Tally(TallyKind.COUNTS, {second: 0}), table=2)
    deal_withdraw(night.because(WHY), **body(night, deal=2))
    assert counts(night) == {(second, 0)}


def test_fresh_stakes_between_the_deals_of_a_game(night):
    night = night(8, game="draw-poker", **FIXED, deals=3, stake=2)
    night.play(1)
    before = night.facts
    night.play(1, deal=2)
    assert any(stake.kind == "fresh" for stake in night.facts.stakes)
    deal_withdraw(night.because(WHY), **body(night, 1, deal=2))
    assert night.facts == before


def test_a_cut_for_its_yellow_chip_goes_too(night):
    night = pools(night, deals=2)
    pair = tuple(night.table(1)[:2])
    night.play(1)
    before = night.facts
    night.play(1, winners=pair, deal=2)
    night.cut(Purpose.CHIP, 1, dict(zip(pair, ("KS", "QS"), strict=True)), deal=2)
    deal_withdraw(night.because(WHY), **body(night, 1, deal=2))
    assert night.facts == before


def test_a_third_stake_that_waited(night):
    night = night(6, game="three-stake-brag", **FIXED, deals=4)
    three = Three(2, 2, 2, {}, (night.table(1)[0], night.table(1)[0], None))
    deal_record(
        night.by,
        **body(night, 1),
        winners=[night.table(1)[0]],
        in_call=night.table(1),
        tally=three,
    )
    deal_withdraw(night.because(WHY), **body(night, 1))
    assert find_third_stake(load_scorer_table(night.evening, 1, 1), 2) == 0


def test_whoever_has_gone_since_took_counters_along(night):
    night = pools(night)
    night.play(2)
    gone = night.table(2)[0]
    line = player_drop(night.by, entry=gone)
    with refused("deal", "left after this deal"):
        deal_withdraw(night.because(WHY), **body(night))
    line_take_back(night.by, line=line.seq)
    deal_withdraw(night.because(WHY), **body(night))
    assert set(night.held().values()) == {50}


def test_what_lay_in_the_pool_lies_there_again(night):
    night = pools(night)
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone, counters=47)
    before = night.facts
    night.play(2, winner=night.table(2)[1], lose=3)
    deal_withdraw(night.because(WHY), **body(night))
    assert night.facts == before
    assert find_left_counters(night.evening, load_scorer_table(night.evening, 1, 2)) == {gone: 3}
