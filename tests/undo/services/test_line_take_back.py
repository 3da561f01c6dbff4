"""What a line wrote is void, and what it made void stands again: the facts are those before it."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.errors import StaleError
from tests.bids import told
from tests.cast import AT_THE_END, FIXED, refused
from tests.services.cases import Case, correct_deal, do, named, seat, seats
from tests.services.races.test_repair_races import corrected, everybody_sits_once
from tournaments.attendance.services import (
    Arrival,
    entry_change,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, moves_apply
from tournaments.core.kinds.awaited import find_awaited_tables
from tournaments.core.movement.seating import find_presence, list_waiting
from tournaments.core.record import Ending, Presence, Purpose, Stage
from tournaments.core.settings import BellBy, Unfinished
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import EntryRow, OpenDeal
from tournaments.results.services import final_count
from tournaments.scoring.services.bids import bids_record
from tournaments.scoring.services.counts import Tally, TallyKind, deal_withdraw
from tournaments.scoring.services.deals import table_count, table_end
from tournaments.seating.services import (
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo

pytestmark = pytest.mark.postgresql


def dropped(make):
    night = make(12)
    player_drop(night.by, entry=night.table(2)[0])
    return night


CASE = Case(
    line_take_back,
    scene=dropped,
    body=lambda night: {"line": last(night)},
    stages=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING),
)
WHY = "a slip"


def last(night):
    return night.evening.journal.order_by("-seq")[0].seq


def back(night, line):
    line_take_back(night.by, line=line.seq)


def back_again(night, act):
    """What ``act`` did is taken back: the facts are as before it, and so is the evening's stage."""
    before, stage = night.facts, night.evening.stage
    line = act()
    assert night.facts != before
    back(night, line)
    night.evening.refresh_from_db()
    assert (night.facts, night.evening.stage) == (before, stage)
    return line


def late(night, *names):
    return people_check_in(night.by, people=[Arrival(name) for name in names or ("Nell",)])


def of(players=12, *args, first=None, **settings):
    """A scene of so many players, in which this has happened first."""

    def scene(make):
        night = make(players, *args, **settings)
        if first:
            first(night)
        return night

    return scene


def drop(table=2, place=0, **counters):
    return do(player_drop, entry=seat(table, place), **counters)


def swap(table, other):
    return do(seats_swap, first=seat(table), second=seat(other))


def close(table):
    return do(table_close, table=table)


def play_all(night):
    for table in night.tables:
        night.play(table)


def nell_waits(night):
    """A table too full for one more, who waits since the bell."""
    late(night)
    night.next_round()
    assert night.entry("Nell") in list_waiting(night.facts, night.round)


def cut_short(night):
    night.play(3)
    bell_ring(night.by, round=1)


def counted_once(night):
    play_all(night)
    table_count(night.by, round=1, table=1, counts=dict.fromkeys(night.table(1), 40))


def three_have_gone(night):
    for entry in night.table(2)[:3]:
        player_drop(night.by, entry=entry)


def a_chip_to_cut_for(night):
    night.play(1, winners=tuple(night.table(1)[:2]))
    for table in night.tables[1:]:
        night.play(table)
    bell_ring(night.by, round=1)
    night.settle()


def next_round(night):
    night.play_round()
    return moves_apply(night.by, round=1)


def bidding(make, **more):
    night = make(10, game="clag", bell=BellBy.HAND, **more)
    night.bid(2)
    return night


def bid_again(night):
    bids_record(night.by, round=1, table=2, deal=1, bids=told(night.at(2)))


CHECK_IN, SEATED = of(12, Stage.CHECK_IN), of(12, Stage.SEATED)
UNCOUNTED = of(**AT_THE_END, first=lambda night: night.play(2))
SETTLING = of(12, Stage.SETTLING, **AT_THE_END)
CHIP = of(bell=BellBy.HAND, first=a_chip_to_cut_for)
CUT_SHORT = of(unfinished=Unfinished.CUT, deals=2, first=cut_short)
CUTTING = of(unfinished=Unfinished.CUT, first=do(bell_ring, round=1))
COUNTED = of(**AT_THE_END, first=counted_once)
GAME = of(8, game="seven-truf", **FIXED)
COME = do(people_check_in, people=[Arrival("Nell"), Arrival("Ned")])
OFF_THE_LIST = do(entry_withdraw, entry=named("p03"))
KEEPS, KEEPS_NOT = (do(seat_keep, entry=named("p03"), keeps=keeps) for keeps in (True, False))
VOID = do(table_end, round=1, table=2, ending=Ending.VOID)
EARLY = do(table_end, round=1, table=3, ending=Ending.EARLY)
ONE_HAS_30 = do(table_count, round=1, table=1, counts=lambda night: {night.table(1)[0]: 30})
TWO_HAVE_7 = do(final_count, counts=lambda night: dict.fromkeys(night.table(1)[:2], 7))

RESTORED = {
    "who was checked in by mistake": (CHECK_IN, COME),
    "who was checked in by mistake after the draw": (SEATED, COME),
    "who was checked in by mistake during a round": (of(), COME),
    "who was taken off the list": (CHECK_IN, OFF_THE_LIST),
    "who was taken off the list after the draw": (SEATED, OFF_THE_LIST),
    "who went": (of(), drop()),
    "who paused": (of(), do(player_pause, entry=seat(2))),
    "who went from a pool": (of(), drop(counters=47)),
    "who went where counters are not known": (UNCOUNTED, drop(counters=47)),
    "who went while settling": (of(12, Stage.SETTLING), drop()),
    "who waited and went": (of(7, first=nell_waits), do(player_drop, entry=named("Nell"))),
    "who keeps the seat at the draw": (CHECK_IN, KEEPS),
    "who keeps the seat at the start": (SEATED, KEEPS),
    "who keeps the seat": (of(), KEEPS),
    "who keeps it no more": (of(first=KEEPS), KEEPS_NOT),
    "a swap before the start": (SEATED, swap(1, 2)),
    "a swap": (of(), swap(1, 2)),
    "a move": (of(18), do(seat_move, entry=seat(2), table=1)),
    "a table that was added": (of(18), do(table_add, entries=seats(2, 2, 3))),
    "a table that was closed": (of(16, first=drop(4)), close(4)),
    "tables that were levelled": (of(18, first=three_have_gone), do(tables_level)),
    "a round without a deal": (CUT_SHORT, VOID),
    "a round that ended early": (CUT_SHORT, EARLY),
    "counts": (COUNTED, ONE_HAS_30),
    "final counts": (SETTLING, TWO_HAVE_7),
    "a cut": (of(first=play_all), do(cut_draw, round=1, purpose=Purpose.DOWN, table=1)),
    "a cut while settling": (CHIP, do(cut_draw, round=1, purpose=Purpose.CHIP, table=1, deal=1)),
}


@pytest.mark.every_case
@pytest.mark.parametrize(("scene", "act"), RESTORED.values(), ids=RESTORED)
def test_the_facts_are_those_before_it(night, scene, act):
    """And it can be done again."""
    night = scene(night)
    night.evening.refresh_from_db()
    back_again(night, lambda: act(night))
    act(night)


def last_game(night):
    """Who left table 2 made it too small: it is not awaited, and no deal begins at it after the end."""
    night.play_table(1)
    assert night.preview().rung


PLAYED_ON, GAME_OVER = "Play has gone on since then", "The last game has ended since then"
LATER = {
    "the evening has gone on": (of(), drop(), next_round, "line", "has gone on since"),
    "seats were drawn": (CHECK_IN, COME, do(seats_draw), "line", "has gone on since"),
    "the bell has rung": (of(), swap(1, 2), do(bell_ring, round=1), "line", "Play has gone on since then"),
    "the table has played": (
        of(),
        drop(),
        lambda night: night.play(2, winner=seat(2, 1)(night)),
        "line",
        PLAYED_ON,
    ),
    "bids were made": (bidding, drop(), bid_again, "line", PLAYED_ON),
    "a table too small was left out": (GAME, drop(), last_game, "line", GAME_OVER),
    "counters are in the pool": (
        of(),
        swap(2, 3),
        drop(3, 1, counters=47),
        "table",
        "the pool of table 3",
    ),
}


@pytest.mark.every_case
@pytest.mark.parametrize(("scene", "first", "then", "field", "says"), LATER.values(), ids=LATER)
def test_not_after_what_rests_on_it(night, scene, first, then, field, says):
    night = scene(night)
    line = first(night)
    then(night)
    with refused(field, says):
        back(night, line)


SOMETHING, OTHER_TABLE = "has a later change", "was added or closed since"
CUT_UP = do(cut_draw, round=1, purpose=Purpose.UP, table=2)
IN_TURN = {
    "a cut after an end": (CUTTING, VOID, CUT_UP, "A later change depends on this"),
    "a table that one had left was closed": (of(16), drop(4), close(4), SOMETHING),
    "a table that one was moved from was closed": (
        of(18),
        do(seat_move, entry=seat(4), table=3),
        close(4),
        f"Table 4 {OTHER_TABLE}",
    ),
    "somebody new at an added table": (
        of(18),
        do(table_add, entries=seats(2, 2, 3)),
        do(seat_move, entry=seat(4), table=5),
        SOMETHING,
    ),
    "a closed table and an added one": (
        of(30),
        close(6),
        do(table_add, entries=seats(2, 3, 4)),
        f"Table 6 {OTHER_TABLE}",
    ),
    "a person who was swapped again": (of(), swap(2, 3), swap(3, 1), "A later change depends on this"),
    "a person who was swapped and went": (of(), swap(2, 3), drop(2), SOMETHING),
    "final counts of somebody who went": (SETTLING, TWO_HAVE_7, drop(1, counters=7), SOMETHING),
}


@pytest.mark.every_case
@pytest.mark.parametrize(("scene", "first", "then", "says"), IN_TURN.values(), ids=IN_TURN)
def test_the_later_of_two_goes_first(night, scene, first, then, says):
    night = scene(night)
    before = night.facts
    one = first(night)
    other = then(night)
    with refused("line", says):
        back(night, one)
    back(night, other)
    back(night, one)
    assert night.facts == before


def test_who_is_on_the_list_anew_is_not_there_twice(night):
    night = night(12, Stage.CHECK_IN)
    line = entry_withdraw(night.by, entry=night.entry("p03"))
    late(night, "P03")
    with refused("line", "p03 is checked in again"):
        back(night, line)
    entry_change(night.by, entry=night.entry("P03"), name="Ada", role="")
    with refused("line", "p03 is checked in again"):  # the same player, by another name tonight
        back(night, line)


def test_who_is_back_has_no_role_that_the_evening_has_not(night):
    night = night(12, Stage.CHECK_IN)
    line = entry_withdraw(night.by, entry=night.entry("p02"))
    for other in list(EntryRow.objects.filter(evening=night.evening, void=None, role="lady")):
        entry_change(night.by, entry=other.pk, name=other.name, role="")
    evening = night.evening
    settings = replace(evening.settings, roles=("gentleman",))
    evening_change(night.by, name=evening.name, held_on=evening.held_on, settings=settings)
    back(night, line)
    assert EntryRow.objects.get(pk=night.entry("p02")).role == ""


def test_who_paused_and_went(night):
    night = night(12)
    paused = night.table(2)[0]
    player_pause(night.by, entry=paused)
    back_again(night, lambda: player_drop(night.by, entry=paused))
    back_again(night, lambda: player_return(night.by, entry=paused))
    night.next_round()
    back_again(night, lambda: player_return(night.by, entry=paused))


def test_what_is_said_of_the_next_bell_rests_on_nothing_else(night):
    """Their table may play on, and they may change seats by hand."""
    night = night(12)
    keeps, paused = night.table(2)[0], night.table(3)[0]
    kept = seat_keep(night.by, entry=keeps, keeps=True)
    player_pause(night.by, entry=paused)
    returned = player_return(night.by, entry=paused)
    seats_swap(night.because(WHY), first=keeps, second=night.table(3)[1])
    for table in night.tables:
        night.play(table)
    back(night, kept)
    back(night, returned)
    assert find_presence(night.facts, keeps, 2) is Presence.HERE
    assert find_presence(night.facts, paused, 2) is Presence.PAUSED


def test_somebody_was_seated(night):
    """Who waited waits again, and the first stake is with the banker."""
    night = of(7, first=nell_waits)(night)
    nell = night.entry("Nell")
    back_again(night, lambda: table_add(night.because(WHY), entries=[nell, *night.table(1)[:3]]))
    assert nell in list_waiting(night.facts, night.round)


def test_cuts(night):
    night = night(12)
    play_all(night)
    people = night.table(1)[1:]  # the fewest are equal: three of them cut
    where: dict[str, Any] = {"round": 1, "purpose": Purpose.DOWN, "table": 1}
    first = cut_record(night.by, **where, cards=dict(zip(people, ("KS", "KH", "2C"), strict=True)))
    again = cut_record(night.by, **where, cards=dict(zip(people[:2], ("3S", "4H"), strict=True)))
    with refused("line", "A later change depends on this"):
        back(night, first)
    back(night, again)
    cut_record(night.by, **where, cards=dict(zip(people[:2], ("5S", "4H"), strict=True)))
    assert night.preview().ready
    assert [len(cut.attempts) for cut in night.facts.cuts] == [2]


# Games of bids


@pytest.mark.parametrize("go", [player_drop, player_pause])
def test_a_called_off_deals_bids_stand_again(night, go):
    night = bidding(night)
    bids = night.at(2).open.bids
    back_again(night, lambda: go(night.by, entry=night.table(2)[0]))
    assert night.at(2).open.bids == bids
    night.score(2)


def test_bids_of_whom_has_gone_since_do_not_stand_again(night):
    """Two leave a deal that was bid on: when the first is back, it is still dealt anew without the other."""
    night = bidding(night)
    one, other, *_stay = night.table(2)
    first, second = player_drop(night.by, entry=one), player_drop(night.by, entry=other)
    back(night, first)
    assert night.at(2).open is None
    back(night, second)
    assert night.at(2).open is None
    night.score(2)
    assert {line.entry for line in night.facts.pools[0].lines} == set(night.table(2))


def test_nor_where_somebody_else_sits_by_now(night):
    night = bidding(night)
    gone, stays, *_others = night.table(2)
    line = player_drop(night.by, entry=gone)
    seats_swap(night.because(WHY), first=stays, second=night.table(1)[0])
    back(night, line)
    assert night.at(2).open is None
    assert gone in night.at(2).places


# Fixed tables


def test_a_game_that_was_stopped(night):
    night = night(10, game="clag", **FIXED)
    night.score(2)
    night.bid(2)
    back_again(night, lambda: table_end(night.by, round=1, table=2, ending=Ending.EARLY))
    assert night.at(2).open


def test_a_stop_that_ended_the_last_game_is_undone_as_its_end(night):
    night = night(10, game="clag", **FIXED)
    first = table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    second = table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    for line in (first, second):
        with refused("line", "The last game has ended since then"):
            back(night, line)
    bell_undo(night.because(WHY))
    assert find_awaited_tables(night.facts, 1) == (1, 2)


# Refused


def test_what_is_no_such_line(night):
    night = night(12)
    night.play(2)
    for line in (0, -1, 1, last(night), last(night) + 1, 10**30):
        with refused("line", "cannot be undone here"):
            line_take_back(night.by, line=line)


def test_another_evenings_line(night, cast):
    mine, theirs = night(12), night(12, club=cast.other_club)
    line = player_drop(RequestedBy(theirs.evening.pk), entry=theirs.table(2)[0])
    with refused("line", "cannot be undone here"):
        back(mine, line)


def test_twice(night):
    night = dropped(night)
    line = last(night)
    line_take_back(night.by, line=line)
    with refused("line", "already undone", StaleError):
        line_take_back(night.by, line=line)
    with refused("line", "cannot be undone here"):
        line_take_back(night.by, line=last(night))


def test_a_seat_at_a_table_with_a_result(night):
    night = night(12)
    line = seats_swap(night.because(WHY), first=night.table(2)[0], second=night.table(3)[0])
    night.play(3)
    with refused("table", "Table 3 has started its deal"):
        back(night, line)
    deal_withdraw(night.because(WHY), round=1, table=3, deal=1)
    back(night, line)


def test_a_table_that_one_of_them_has_left_before_is_no_matter(night):
    night = night(18)
    first, second, gone = night.table(2)[0], night.table(3)[0], night.table(2)[1]
    seats_swap(night.because(WHY), first=first, second=second)
    again = seats_swap(night.because(WHY), first=first, second=night.table(4)[0])
    player_drop(night.by, entry=gone, counters=47)
    night.play(2, winner=second, lose=3)
    back(night, again)


def test_nobody_goes_back_to_a_chair_that_is_taken(night):
    night = night(18)
    (one, *_rest), (other, *_more) = night.table(2), night.table(3)
    chair = night.seats()[one][1]
    line = seat_move(night.because(WHY), entry=one, table=1)
    seat_move(night.because(WHY), entry=other, table=2, chair=chair)
    with refused("line", f"Seat {chair} at table 2 is taken"):
        back(night, line)


def test_no_table_is_left_with_too_few(night):
    """Who came made it possible that somebody went."""
    night = night(16)
    came = seat_move(night.because(WHY), entry=night.table(2)[0], table=1)
    while len(night.table(1)) > 3:
        seat_move(night.because(WHY), entry=night.table(1)[0], table=3)
    with refused("line", "table 1 would have too few"):
        back(night, came)


def test_nobody_goes_back_to_another_table_of_that_number(night):
    """Three sat at a table that was not there: it had been closed, and another one added and taken back."""
    night = night(18)
    three = [night.table(table)[0] for table in (1, 2, 3)]
    for entry in three:
        seat_move(night.because(WHY), entry=entry, table=4)  # chairs 5, 6, 7
    gone = [
        seat_move(night.because(WHY), entry=entry, table=table)
        for table, entry in zip((1, 2, 3), three, strict=True)
    ]
    closed = table_close(night.because(WHY), table=4)
    others = [next(e for e in night.table(table) if e not in three) for table in (1, 2, 3)]
    added = table_add(night.because(WHY), entries=others)  # another table 4, chairs 1, 2, 3
    with refused("line", "Table 4 was added or closed since then"):
        back(night, gone[0])
    for line in (added, closed, *reversed(gone)):
        back(night, line)
    everybody_sits_once(night)


def test_a_closed_table_whose_number_another_one_has(night):
    """There were two of one number: an error of the database."""
    night = night(18)
    four = night.table(4)
    for chair, entry in zip((5, 6, 7), four, strict=False):
        seat_move(night.because(WHY), entry=entry, table=4, chair=chair)
    first = table_close(night.because(WHY), table=4)
    others = [next(e for e in night.table(table) if e not in four) for table in (1, 2, 3)]
    table_add(night.because(WHY), entries=others)  # chairs 1, 2, 3
    second = table_close(night.because(WHY), table=4)
    back(night, first)
    with refused("line"):  # an IntegrityError
        back(night, second)


def test_bids_of_a_deal_that_does_not_come_next(night):
    """They stood again though the deal before had been withdrawn."""
    night = night(10, game="clag", **FIXED)
    night.score(2)
    night.bid(2)
    gone = player_drop(night.by, entry=night.table(2)[0])
    deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    back(night, gone)
    assert not OpenDeal.objects.filter(void=None).exists()
    seats_swap(night.because(WHY), first=night.table(2)[0], second=night.table(1)[0])
    night.score(2)
    assert night.at(2).open is None


def test_bids_that_were_made_in_another_order(night):
    """They stood again though two had swapped seats, and no result could be recorded."""
    night = night(10, game="blackout", options={"hook": "running"}, bell=BellBy.HAND)
    night.next_round()
    one, other, *rest = night.at(2).list_bidders(1)
    night.bid(2, 1, 2, *[0] * len(rest))  # so far 1, then 3, of 2 tricks
    line = player_drop(night.by, entry=rest[-1])
    seats_swap(night.because(WHY), first=one, second=other)
    back(night, line)  # so far 2, which the hook forbids
    night.score(2)


def test_a_fresh_stake_of_a_deal_that_was_withdrawn(night):
    """Somebody who never was broke had it again."""
    night = night(12, deals=2)
    loser = night.table(2)[1]
    night.play(2, lose=50)
    struck = stake_correct(night.because(WHY), entry=loser, round=1, given=False)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    with refused("line"):
        back(night, struck)
    assert night.held()[loser] == 50


def test_who_went_by_mistake_comes_back_after_a_correction(night):
    """The correction writes anew what they took along, and could not be taken back."""
    night = night(12, deals=2)
    night.play(2)
    gone = player_drop(night.by, entry=night.table(2)[1])
    corrected(night, 2, 1)()
    back(night, gone)
    assert night.agrees()


def test_a_game_that_goes_on_after_all_gives_its_fresh_stake(night):
    """It had been stopped when its deal was corrected, so that somebody was broke."""
    night = night(10, deals=3, **FIXED)
    one, broke, *rest = night.table(2)
    night.play(2)
    end = table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    net = {one: 50, broke: -50} | dict.fromkeys(rest, 0)
    correct_deal(night, one, Tally(TallyKind.NET, net), table=2)
    back(night, end)
    assert night.held()[broke] == 50
