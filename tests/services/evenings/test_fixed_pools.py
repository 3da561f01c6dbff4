"""Pools at fixed tables: so many deals are a game, and who is broke between two of them is staked at once."""

from typing import Any

import pytest

from accounts.errors import StaleError
from tests.cast import AT_THE_END, FIXED, refused
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import Ending
from tournaments.models import CountRow, Result
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.scoring.services.counts import TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record, table_end
from tournaments.undo.services.undo import bell_undo


def table_of(make, players=4, deals=3, **more):
    return make(players, deals=deals, stake=10, **FIXED, **more)


def body(night, net, deal=1, table=1, **changes):
    """A deal by what each won or lost, in seat order; the most won it."""
    players = night.table(table)
    amounts = dict(zip(players, net, strict=True))
    winner = max(players, key=lambda entry: amounts[entry])
    return {**night.told(table, [winner], amounts, deal=deal), **changes}


def play(night, *nets):
    for deal, net in enumerate(nets, start=1):
        line = deal_record(night.by, **body(night, net, deal))
    return line


def fresh(night):
    return ledger.count_fresh_stakes(night.facts)


def test_who_is_broke_takes_a_fresh_stake_between_the_deals_and_at_the_bell(night):
    night = table_of(night, games=2)
    a, b, c, d = night.table(1)
    play(night, (20, -10, -10, 0))
    assert fresh(night) == {b: 1, c: 1}
    deal_record(night.by, **body(night, (-30, 30, 0, 0), deal=2))
    assert fresh(night) == {a: 1, b: 1, c: 1}
    line = deal_record(night.by, **body(night, (0, 0, 10, -10), deal=3))
    assert "fresh" not in line.payload  # the bell brings it
    assert night.preview().bell.fresh == (d,)
    moves_apply(night.by, round=1)
    assert fresh(night) == dict.fromkeys((a, b, c, d), 1)
    assert night.held() == {a: 10, b: 40, c: 20, d: 10}
    assert night.agrees()


def test_a_deal_needs_what_people_have_by_now(night):
    night = table_of(night)
    play(night, (10, -10, 0, 0))
    with refused("counters-*", "cannot lose 11"):
        deal_record(night.by, **body(night, (11, -11, 0, 0), deal=2))
    deal_record(night.by, **body(night, (10, -10, 0, 0), deal=2))


def test_a_correction_leaves_the_stakes_that_were_taken(night):
    night = table_of(night)
    a, b, _c, _d = night.table(1)
    play(night, (10, -10, 0, 0))
    deal_correct(night.because("five"), **body(night, (5, -5, 0, 0), base_version=1))
    assert (night.held()[a], night.held()[b], fresh(night)) == (15, 15, {b: 1})
    assert night.agrees()


def test_the_game_that_the_bell_opened_is_taken_back_with_its_stakes(night):
    night = table_of(night, games=2, deals=2)
    play(night, (10, -10, 0, 0), (0, 0, 10, -10))
    before = night.held()
    moves_apply(night.by, round=1)
    play(night, (-20, 20, 0, 0))
    bell_undo(night.because("one more"), discard=True)
    assert night.held() == before
    assert sorted(fresh(night).values()) == [1]
    assert night.agrees()


def test_a_game_stops_between_two_deals(night):
    night = table_of(night)
    play(night, (10, -10, 0, 0))
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    with refused("table", "already has its result", StaleError):
        table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert night.preview().rung
    bell_undo(night.because("not yet"))
    deal_record(night.by, **body(night, (10, -10, 0, 0), deal=2))


def test_who_goes_leaves_counters_in_the_pool_and_the_others_play_on(night):
    night = table_of(night, games=2)
    a, b, c, d = night.table(1)
    player_drop(night.by, entry=a, counters=7)
    with refused("ending", "the counters of this player are in the pool"):
        table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    night.record(1, [b], {b: 10, c: 10, d: 0}, in_call=[c], kind=TallyKind.STAKES)
    assert (night.held()[b], fresh(night)) == (23, {c: 1})
    for entry in (b, c):
        player_drop(night.by, entry=entry)
    assert night.preview().still_out == ()
    bell_ring(night.by, round=1)
    people_check_in(night.by, people=[Arrival("Nell")])
    moves_apply(night.by, round=1)
    assert set(night.table(1)) == {d, night.entry("Nell")}
    assert night.agrees()


def test_where_deals_are_not_counted_who_is_told_to_be_broke_is_staked_too(night):
    night = table_of(night, games=2, **AT_THE_END)
    a, b, c, d = night.table(1)
    night.record(1, [a], {b: 0}, kind=TallyKind.COUNTS)
    assert fresh(night) == {b: 1}
    assert not CountRow.objects.filter(void=None).exists()  # b has ten again
    rows: list[tuple[Any, str]] = [({b: 51}, "counters"), ({a: 0}, "winners")]
    for bad, field in [*rows, ({d: -1}, "counters-*"), ({d: "1"}, "counters-*")]:
        with refused(field):
            night.record(1, [a], bad, kind=TallyKind.COUNTS, deal=2)
    night.record(1, [a], deal=2)
    night.record(1, [a], {c: 0}, kind=TallyKind.COUNTS, deal=3)
    assert night.preview().bell.fresh == (c,)
    moves_apply(night.by, round=1)
    assert fresh(night) == {b: 1, c: 1}
    evening_settle(night.by, round=2)
    final_count(night.by, counts={a: 40, b: 5, c: 10, d: 5})
    evening_finish(night.by)
    net = dict(Result.objects.get().settlements.values_list("entry", "net"))
    assert net == {a: 40, b: -5, c: 0, d: 5}


@pytest.mark.thorough
def test_a_correction_of_an_uncounted_deal_says_nothing_of_the_bell(night):
    night = table_of(night, games=2, **AT_THE_END)
    a, b, _c, _d = night.table(1)
    night.play_table(1)
    for deal, fresh_at_the_bell in ((1, ()), (3, (b,))):
        night.correct(1, [a], {b: 0}, kind=TallyKind.COUNTS, deal=deal)
        assert night.preview().bell.fresh == fresh_at_the_bell
