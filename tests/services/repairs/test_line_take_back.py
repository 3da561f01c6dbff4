"""What a line wrote is void, and what it made void stands again: the facts are those before it."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.errors import StaleError
from tests.bids import told
from tests.cast import AT_THE_END, FIXED, refused
from tests.services.cases import Case
from tests.services.races.test_repair_races import corrected, everybody_sits_once
from tournaments.core.facts import Ending, Presence, Purpose, Stage
from tournaments.core.movement.position import presence_of, still_out, waiting
from tournaments.core.settings import BellBy, Unfinished
from tournaments.models import EntryRow, OpenDeal
from tournaments.services.journal import By
from tournaments.services.repairs.revert import line_take_back
from tournaments.services.repairs.stakes import stake_correct
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.repairs.withdraw import deal_withdraw
from tournaments.services.results.results import final_count
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.running.cuts import cut_draw, cut_record
from tournaments.services.running.evenings import evening_change
from tournaments.services.running.people import (
    Arrival,
    entry_change,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.services.running.seats import (
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)
from tournaments.services.scoring.bids import bids_record
from tournaments.services.scoring.counts import Tally, TallyKind
from tournaments.services.scoring.deals import deal_correct
from tournaments.services.scoring.table_end import table_count, table_end

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


def seated_late(night):
    """The evening with a table too full for one more, who waits since the bell."""
    late(night, "Nell")
    night.next_round()
    assert night.entry("Nell") in waiting(night.facts, night.round)


# Comings and goings


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING])
def test_who_was_checked_in_by_mistake(night, stage):
    night = night(12, stage)
    back_again(night, lambda: late(night, "Nell", "Ned"))
    late(night, "Nell")
    assert night.entry("Nell")


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED])
def test_who_was_taken_off_the_list(night, stage):
    night = night(12, stage)
    back_again(night, lambda: entry_withdraw(night.by, entry=night.entry("p03")))


def test_who_is_on_the_list_anew_is_not_there_twice(night):
    night = night(12, Stage.CHECK_IN)
    line = entry_withdraw(night.by, entry=night.entry("p03"))
    late(night, "P03")
    with refused("line", "p03 is checked in anew"):
        back(night, line)
    entry_change(night.by, entry=night.entry("P03"), name="Ada", role="")
    with refused("line", "p03 is checked in anew"):  # the same player, by another name tonight
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


@pytest.mark.parametrize("go", [player_drop, player_pause])
def test_who_went(night, go):
    night = night(12)
    gone = night.table(2)[0]
    back_again(night, lambda: go(night.by, entry=gone))
    night.play(2, winner=gone)


def test_who_left_counters_in_a_pool(night):
    night = night(12)
    back_again(night, lambda: player_drop(night.by, entry=night.table(2)[0], counters=47))


def test_who_went_where_counters_are_not_known(night):
    night = night(12, **AT_THE_END)
    night.play(2)
    back_again(night, lambda: player_drop(night.by, entry=night.table(2)[0], counters=47))


def test_who_went_while_settling(night):
    night = night(12, Stage.SETTLING)
    back_again(night, lambda: player_drop(night.by, entry=night.table(2)[0]))


def test_who_waited_and_went(night):
    night = night(7)
    seated_late(night)
    back_again(night, lambda: player_drop(night.by, entry=night.entry("Nell")))


def test_who_paused_and_went(night):
    night = night(12)
    paused = night.table(2)[0]
    player_pause(night.by, entry=paused)
    back_again(night, lambda: player_drop(night.by, entry=paused))
    back_again(night, lambda: player_return(night.by, entry=paused))
    night.next_round()
    back_again(night, lambda: player_return(night.by, entry=paused))


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING])
def test_who_keeps_the_seat(night, stage):
    night = night(12, stage)
    entry = night.entry("p03")
    back_again(night, lambda: seat_keep(night.by, entry=entry, keeps=True))
    seat_keep(night.by, entry=entry, keeps=True)
    back_again(night, lambda: seat_keep(night.by, entry=entry, keeps=False))


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
    assert presence_of(night.facts, keeps, 2) is Presence.HERE
    assert presence_of(night.facts, paused, 2) is Presence.PAUSED


# Seats and tables


@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
def test_a_swap(night, stage):
    night = night(12, stage)
    back_again(
        night,
        lambda: seats_swap(night.because(WHY), first=night.table(1)[0], second=night.table(2)[0]),
    )


def test_a_move(night):
    night = night(18)
    back_again(night, lambda: seat_move(night.because(WHY), entry=night.table(2)[0], table=1))


def test_somebody_was_seated(night):
    """Who waited waits again, and the first stake is with the banker."""
    night = night(7)
    seated_late(night)
    nell, gone = night.entry("Nell"), night.table(1)[0]
    seats = night.table(1)
    back_again(night, lambda: table_add(night.because(WHY), entries=[nell, *seats[:3]]))
    assert nell in waiting(night.facts, night.round)
    assert gone in night.seats()


def test_a_table_was_added(night):
    night = night(18)
    line = back_again(
        night, lambda: table_add(night.because(WHY), entries=night.table(2)[:2] + night.table(3)[:1])
    )
    assert line.payload["table"] == 5


def test_a_table_was_closed(night):
    night = night(16)
    gone = night.table(4)[0]
    player_drop(night.by, entry=gone)
    back_again(night, lambda: table_close(night.because(WHY), table=4))
    assert gone in night.seats()


def test_tables_were_levelled(night):
    night = night(18)
    for entry in night.table(2)[:3]:
        player_drop(night.by, entry=entry)
    back_again(night, lambda: tables_level(night.by))


# At the bell


def test_an_early_end(night):
    night = night(12, unfinished=Unfinished.CUT, deals=2)
    night.play(3)
    bell_ring(night.by, round=1)
    for table, ending in ((2, Ending.VOID), (3, Ending.EARLY)):
        back_again(night, lambda: table_end(night.by, round=1, table=table, ending=ending))  # noqa: B023
    night.play(2)


def test_a_cut_after_an_end_goes_first(night):
    """They would cut again for something else, and be told that they have."""
    night = night(12, unfinished=Unfinished.CUT)
    bell_ring(night.by, round=1)
    line = table_end(night.by, round=1, table=2, ending=Ending.VOID)
    cut = cut_draw(night.by, round=1, purpose=Purpose.UP, table=2)
    with refused("line", "Table 2 has cut cards since"):
        back(night, line)
    back(night, cut)
    back(night, line)
    assert still_out(night.facts, night.evening.settings, 1) == (1, 2, 3)


def test_counts(night):
    night = night(12, **AT_THE_END)
    for table in night.tables:
        night.play(table)
    people = night.table(1)
    first: dict[str, Any] = {"round": 1, "table": 1, "counts": dict.fromkeys(people, 40)}
    table_count(night.by, **first)
    back_again(night, lambda: table_count(night.by, **{**first, "counts": {people[0]: 30}}))
    table_count(night.by, **{**first, "counts": dict.fromkeys(people, 20)})


def test_final_counts(night):
    night = night(12, Stage.SETTLING, **AT_THE_END)
    people = night.table(1)
    back_again(night, lambda: final_count(night.by, counts=dict.fromkeys(people[:2], 7)))
    gone = final_count(night.by, counts=dict.fromkeys(people[:2], 7))
    player_drop(night.by, entry=people[0], counters=7)
    with refused("line", "Something was done with"):
        back(night, gone)


def equals(night):
    """The head table's fewest are equal: three of them cut."""
    for table in night.tables:
        night.play(table)
    return night.table(1)[1:]


def test_cuts(night):
    night = night(12)
    people = equals(night)
    where: dict[str, Any] = {"round": 1, "purpose": Purpose.DOWN, "table": 1}
    back_again(night, lambda: cut_draw(night.by, **where))
    first = cut_record(night.by, **where, cards=dict(zip(people, ("KS", "KH", "2C"), strict=True)))
    again = cut_record(night.by, **where, cards=dict(zip(people[:2], ("3S", "4H"), strict=True)))
    with refused("line", "They have cut again"):
        back(night, first)
    back(night, again)
    cut_record(night.by, **where, cards=dict(zip(people[:2], ("5S", "4H"), strict=True)))
    assert night.preview().ready
    assert [len(cut.attempts) for cut in night.facts.cuts] == [2]


def test_a_cut_for_a_chip_while_settling(night):
    night = night(12, bell=BellBy.HAND)
    pair = tuple(night.table(1)[:2])
    night.play(1, winners=pair)
    for table in night.tables[1:]:
        night.play(table)
    bell_ring(night.by, round=1)
    night.settle()
    night.evening.refresh_from_db()
    back_again(night, lambda: cut_draw(night.by, round=1, purpose=Purpose.CHIP, table=1, deal=1))


# Games of bids


def bidding(make, **more):
    night = make(10, game="clag", bell=BellBy.HAND, **more)
    night.bid(2)
    return night


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


def test_bids_made_since_stand(night):
    night = bidding(night)
    line = player_drop(night.by, entry=night.table(2)[0])
    at = night.at(2)
    bids_record(night.by, round=1, table=2, deal=1, told=told(at))
    with refused("line", "Table 2 has played on since"):
        back(night, line)


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
        with refused("line", "The last game is over since"):
            back(night, line)
    bell_undo(night.because(WHY))
    assert still_out(night.facts, night.evening.settings, 1) == (1, 2)


def test_a_table_that_could_not_play_on_when_the_others_ended(night):
    """Who left it made it too small: it was not awaited, and no deal begins at it after the end."""
    night = night(8, game="seven-truf", **FIXED)
    gone = player_drop(night.by, entry=night.table(2)[0])
    night.play_table(1)
    assert night.preview().rung
    with refused("line", "The last game is over since"):
        back(night, gone)


# Refused


def test_what_is_no_such_line(night):
    night = night(12)
    night.play(2)
    for line in (0, -1, 1, last(night), last(night) + 1, 10**30):
        with refused("line", "nothing that can be taken back"):
            line_take_back(night.by, line=line)


def test_another_evenings_line(night, cast):
    mine, theirs = night(12), night(12, club=cast.other_club)
    line = player_drop(By(theirs.evening.pk), entry=theirs.table(2)[0])
    with refused("line", "nothing that can be taken back"):
        back(mine, line)


def test_twice(night):
    night = dropped(night)
    line = last(night)
    line_take_back(night.by, line=line)
    with refused("line", "taken back already", StaleError):
        line_take_back(night.by, line=line)
    with refused("line", "nothing that can be"):
        line_take_back(night.by, line=last(night))


def test_it_is_done_again_after_that(night):
    night = dropped(night)
    gone = night.table(2)[0]
    line_take_back(night.by, line=last(night))
    back_again(night, lambda: player_drop(night.by, entry=gone))


def test_once_the_evening_has_gone_on(night):
    night = dropped(night)
    line = last(night)
    night.play_round()
    moves_apply(night.by, round=1)
    with refused("line", "has gone on since"):
        line_take_back(night.by, line=line)


def test_a_seat_once_the_bell_has_rung(night):
    night = night(12)
    line = seats_swap(night.because(WHY), first=night.table(1)[0], second=night.table(2)[0])
    bell_ring(night.by, round=1)
    with refused("line", "The bell has rung since"):
        back(night, line)


def test_a_seat_at_a_table_with_a_result(night):
    night = night(12)
    line = seats_swap(night.because(WHY), first=night.table(2)[0], second=night.table(3)[0])
    night.play(3)
    with refused("table", "Table 3 has a result"):
        back(night, line)
    deal_withdraw(night.because(WHY), round=1, table=3, deal=1)
    back(night, line)


def test_a_seat_where_somebody_left_counters_in_the_pool(night):
    night = night(12)
    line = seats_swap(night.because(WHY), first=night.table(2)[0], second=night.table(3)[0])
    player_drop(night.by, entry=night.table(3)[1], counters=47)
    with refused("table", "left counters in the pool of table 3"):
        back(night, line)


def test_a_table_that_one_of_them_has_left_before_is_no_matter(night):
    night = night(18)
    first, second, gone = night.table(2)[0], night.table(3)[0], night.table(2)[1]
    seats_swap(night.because(WHY), first=first, second=second)
    again = seats_swap(night.because(WHY), first=first, second=night.table(4)[0])
    player_drop(night.by, entry=gone, counters=47)
    night.play(2, winner=second, lose=3)
    back(night, again)


def test_a_departure_once_the_table_has_played(night):
    night = dropped(night)
    line = last(night)
    night.play(3)
    night.play(2, winner=night.table(2)[1])
    with refused("line", "Table 2 has played on since"):
        line_take_back(night.by, line=line)


def test_the_last_thing_about_a_person_comes_first(night):
    night = night(12)
    first, second = night.table(2)[0], night.table(3)[0]
    swap = seats_swap(night.because(WHY), first=first, second=second)
    again = seats_swap(night.because(WHY), first=first, second=night.table(1)[0])
    with refused("line", "or part of it"):
        back(night, swap)
    back(night, again)
    gone = player_drop(night.by, entry=second)
    with refused("line", "Something was done with"):
        back(night, swap)
    back(night, gone)
    back(night, swap)


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
    with refused("line", "Table 1 would have too few"):
        back(night, came)


def test_who_left_a_table_that_was_closed_has_no_seat_to_go_back_to(night):
    night = night(16)
    gone = player_drop(night.by, entry=night.table(4)[0])
    closed = table_close(night.because(WHY), table=4)
    with refused("line", "Something was done with"):
        back(night, gone)
    back(night, closed)
    back(night, gone)


def test_nobody_goes_back_to_a_table_that_was_closed(night):
    """A move back to it left people at a table that was not there."""
    night = night(18)
    moved = seat_move(night.because(WHY), entry=night.table(4)[0], table=3)
    closed = table_close(night.because(WHY), table=4)
    with refused("line", "Table 4 was added or closed since"):
        back(night, moved)
    back(night, closed)
    back(night, moved)


def test_a_table_with_somebody_new_at_it_stays(night):
    night = night(18)
    added = table_add(night.because(WHY), entries=[*night.table(2)[:2], night.table(3)[0]])
    moved = seat_move(night.because(WHY), entry=night.table(4)[0], table=5)
    with refused("line", "Something was done with"):
        back(night, added)
    back(night, moved)
    back(night, added)


def test_tables_are_taken_back_in_turn(night):
    night = night(30)
    assert len(night.tables) == 6
    six = table_close(night.because(WHY), table=6)
    five = table_add(
        night.because(WHY), entries=[*night.table(2)[:1], *night.table(3)[:1], *night.table(4)[:1]]
    )
    with refused("line", "Table 6 was added or closed since"):
        back(night, six)
    back(night, five)
    back(night, six)
    assert night.tables == [1, 2, 3, 4, 5, 6]


def test_the_draw_is_no_such_thing(night):
    night = night(12, Stage.CHECK_IN)
    came = late(night)
    seats_draw(night.by)
    with refused("line", "has gone on since"):
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
    with refused("line", "Table 4 was added or closed since"):
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
    one, other, *rest = night.at(2).bidders(1)
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


def test_bids_of_a_later_deal_stand_again(night):
    night = night(10, game="clag", **FIXED)
    night.score(2)
    night.bid(2)
    gone = player_drop(night.by, entry=night.table(2)[0])
    assert night.at(2).open is None
    back(night, gone)
    assert night.at(2).open is not None


def test_a_game_that_goes_on_after_all_gives_its_fresh_stake(night):
    """It had been stopped when its deal was corrected, so that somebody was broke."""
    night = night(10, deals=3, **FIXED)
    one, broke, *rest = night.table(2)
    night.play(2)
    end = table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    net = {one: 50, broke: -50} | dict.fromkeys(rest, 0)
    deal_correct(
        night.because(WHY),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[one],
        in_call=[],
        tally=Tally(TallyKind.NET, net),
    )
    back(night, end)
    assert night.held()[broke] == 50
