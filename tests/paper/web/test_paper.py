"""The evening on paper: who sits where with what, how to go on by hand, and slips for what comes."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.cast import AT_THE_END, FIXED
from tests.evening.services.test_queries import LARGE, SMALL
from tests.web.html import Page, faults
from tests.web.wording import said, words
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, seat_keep
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_pause
from tournaments.core.counters import ledger
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import Unfinished
from tournaments.models import Evening
from tournaments.scoring.services.deals import table_end


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def get(client, night, **asked):
    return client.get(reverse("paper", args=[night.evening.pk]), asked)


def paper(client, night, **asked):
    """What the page was made from."""
    answer = get(client, night, **asked)
    assert answer.status_code == 200
    assert faults(answer.content.decode()) == []
    return answer.context["paper"]


def sheet(client, night, name, **asked):
    """The words of one of the sheets."""
    return section(get(client, night, **asked), name)


def section(answer, name):
    root = Page(answer.content.decode()).root
    return next(one.words for one in root.all("section") if one.attributes.get("aria-labelledby") == name)


def coming(made, table=1):
    return [(slip.round, slip.deal) for slip in made.slips if slip.table == table]


def named(slip):
    return [line.name for line in slip.lines]


def test_it_works(client, night):
    night = night(26)
    made = paper(client, night)
    seats = {s.entry: (s.position, s.chair) for s in night.facts.seats}
    shown = {one.person.entry: (t.table.table, one.seat.chair) for t in made.tables for one in t.seats}
    assert shown == seats
    assert {one.seat.name: one.person.role for t in made.tables for one in t.seats} == {
        entry.name: entry.role for entry in night.facts.entries
    }
    assert [(named.name, person.table, person.chair) for named, person in made.wall] == sorted(
        (entry.name, *seats[entry.id]) for entry in night.facts.entries
    )
    assert len(made.slips) == 3 * len(night.tables)


@pytest.mark.thorough
def test_its_figures_are_those_of_the_ledger(client, night):
    night = night(26)
    night.next_round()
    night.play(2, lose=7)
    made, held = paper(client, night), night.held()
    assert {one.person.entry: one.seat.held for t in made.tables for one in t.seats} == held
    assert made.total == ledger.count_on_tables(night.facts, night.evening.settings) == sum(held.values())
    assert sum(table.total for table in made.tables) == made.total
    assert sum(one.seat.yellow_chips for t in made.tables for one in t.seats) == 1
    assert f"{made.total} on all tables together" in sheet(client, night, "by-hand")


@pytest.mark.thorough
def test_it_says_of_which_line_it_is(client, night):
    night = night(12)
    answer, seq = get(client, night), Evening.objects.get(pk=night.evening.pk).seq
    made = answer.context["paper"]
    at = timezone.localtime(made.now).strftime("%H:%M")
    assert made.seq == seq
    for name in ("by-hand", "who-where", "wall"):
        assert f"at {at}, journal line {seq}" in section(answer, name)


@pytest.mark.thorough
def test_nobody_plays_twice(client, night):
    night = night(12)
    first, second, *_others = night.table(2)
    night.play(2, winner=first, callers=(second,))
    names = night.facts.names
    text = sheet(client, night, "who-where")
    assert f"The result is recorded: {names[first]} won. Called: {names[second]}" in text
    assert text.count("The result is recorded") == 1
    made = paper(client, night)
    assert coming(made, 1) == [(1, 0), (2, 0), (3, 0)]
    assert coming(made, 2) == [(2, 0), (3, 0)]
    assert "Tables still playing 1, 3" in sheet(client, night, "by-hand")


def test_the_present_rounds_slips_have_names_and_the_later_lines(client, night):
    night = night(12)
    now, later, _last = (slip for slip in paper(client, night).slips if slip.table == 2)
    names = night.facts.names
    assert named(now) == [names[entry] for entry in night.table(2)]
    assert [line.counters for line in now.lines] == [50] * 4
    assert [line.deals for line in now.lines].count(True) == 1
    assert named(later) == [""] * 5


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("asked", "slips", "status"),
    [("1", 1, 200), ("10", 10, 200), ("0", 3, 422), ("11", 3, 422), ("many", 3, 422), ("", 3, 200)],
)
def test_how_many_are_asked_for(client, night, asked, slips, status):
    night = night(12)
    answer = get(client, night, coming=asked)
    assert answer.status_code == status
    assert faults(answer.content.decode()) == []
    assert len(coming(answer.context["paper"])) == slips
    assert ("Enter a number from 1 to 10." in words(answer)) is (status == 422)


@pytest.mark.thorough
def test_no_slip_for_a_round_that_is_not_played(client, night):
    assert coming(paper(client, night(12, rounds=2))) == [(1, 0), (2, 0)]


@pytest.mark.thorough
def test_several_deals_a_round(client, night):
    night = night(12, deals=2)
    night.play(2, deal=1)
    made = paper(client, night, coming=2)
    assert coming(made, 1) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert coming(made, 2) == [(1, 2), (2, 1), (2, 2)]
    assert "Deal 1 is recorded:" in sheet(client, night, "who-where")
    night.play(1, deal=1)
    night.play(1, deal=2)  # the bell: table 3 finishes the deal in play, and no more
    assert coming(paper(client, night, coming=1), 3) == [(1, 1)]


@pytest.mark.thorough
def test_before_play(client, night):
    night = night(12, Stage.SEATED)
    made = paper(client, night)
    assert {one.seat.held for table in made.tables for one in table.seats} == {None}
    assert "Give each player 50 counters, then start play." in sheet(client, night, "by-hand")
    assert coming(made) == [(1, 0), (2, 0), (3, 0)]


def test_while_settling_up(client, night):
    night = night(12, Stage.SETTLING)
    made = paper(client, night)
    assert made.slips == ()
    assert {one.person.entry: one.seat.held for t in made.tables for one in t.seats} == night.held()
    assert "settling up" in sheet(client, night, "by-hand")
    assert "How to go on" not in words(get(client, night))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stage", "says"),
    [(Stage.DRAFT, "Draw the seats"), (Stage.CHECK_IN, "Draw the seats"), (Stage.FINISHED, "is over")],
)
def test_where_there_is_nothing_to_print(client, night, stage, says):
    night = night(0 if stage is Stage.DRAFT else 12, stage)
    answer = get(client, night)
    assert answer.status_code == 200
    assert says in words(answer)
    assert answer.context["paper"] is None


@pytest.mark.thorough
def test_the_moves_that_are_known(client, night):
    night = night(12)
    night.play_round()
    text = sheet(client, night, "by-hand")
    assert "everybody moves" in text
    names = night.facts.names
    for move in night.preview().bell.moves:
        assert f"{names[move.entry]}: table {move.start.table} to table {move.end.table}" in text
    assert "before the moves on the first sheet" in sheet(client, night, "wall")
    moves_apply(night.by, round=1)
    assert "everybody moves" not in sheet(client, night, "by-hand")


@pytest.mark.thorough
def test_cuts_to_be_made_and_made(client, night):
    night = night(12)
    for table in night.tables:
        night.play(table)
    need = night.preview().cuts[0][1]
    assert "The player with the highest card goes down to the booby table" in sheet(client, night, "by-hand")
    cards = dict(zip(need.among, ("KS", "9H", "8D"), strict=False))
    night.cut(need.purpose, need.table, cards)
    text = sheet(client, night, "by-hand")
    assert f"Table 1: {night.facts.names[need.among[0]]} K♠" in text
    assert "Decide now" not in text


@pytest.mark.thorough
def test_a_table_that_could_not_finish(client, night):
    night = night(12, unfinished=Unfinished.CUT)
    night.play(1)
    table_end(night.by, round=1, table=3, ending=Ending.VOID)
    assert "could not finish its deal" in sheet(client, night, "who-where")
    assert coming(paper(client, night), 3) == [(2, 0), (3, 0)]


@pytest.mark.thorough
def test_who_waits_pauses_keeps_and_has_gone(client, night):
    night = night(12)
    names = night.facts.names
    pauses, keeps, goes = night.table(2)[0], night.table(2)[1], night.table(3)[0]
    player_pause(night.by, entry=pauses)
    seat_keep(night.by, entry=keeps, keeps=True)
    player_drop(night.by, entry=goes, counters=45)
    people_check_in(night.by, people=[Arrival("Late Lia")])
    text = sheet(client, night, "by-hand")
    assert "Waits for a seat Late Lia" in text
    assert f"Pauses {names[pauses]}; the banker keeps 50 for {names[pauses]}" in text
    assert f"Keeps the seat {names[keeps]}" in text
    assert "If the winner keeps their seat" in text
    assert f"{names[goes]} has left with 5 in the pool" in sheet(client, night, "who-where")
    wall = sheet(client, night, "wall")
    assert "Late Lia waits for a seat" in wall
    assert names[goes] not in wall
    gone = next(slip for slip in paper(client, night).slips if slip.table == 3)
    assert names[goes] not in named(gone)


def test_the_clock(client, night):
    night = night(12, minutes=15)
    clock = paper(client, night).pulse.clock
    ends = timezone.localtime(clock.ends_at).strftime("%H:%M")
    text = sheet(client, night, "by-hand")
    assert re.search(rf"rings at {ends}, in 1[45]:\d\d minutes", text)
    assert "Ring the bell after 15 minutes." in text
    clock_pause(night.by, round=1)
    assert re.search(r"paused, 1[45]:\d\d minutes left", sheet(client, night, "by-hand"))


@pytest.mark.thorough
def test_counted_at_the_end(client, night):
    night = night(12, **AT_THE_END)
    night.next_round()
    made = paper(client, night)
    counts = {slip.table: slip.counts for slip in made.slips if slip.round == 2}
    assert counts == {1: True, 2: False, 3: True}
    text = words(get(client, night))
    assert "Counters are counted at the end" in text
    assert "Put in" not in text


@pytest.mark.thorough
def test_three_stakes(client, night):
    night = night(12, game="three-stake-brag")
    slip = sheet(client, night, "blank-slips", coming=1)
    for asked in ("First stake:", "Won the second", "Put into the second stake", "Won the first stake:"):
        assert asked in slip


def test_bids(client, night):
    night = night(12, game="romanian-whist")
    night.bid(1)
    made = paper(client, night)
    first, _second, third = (slip for slip in made.slips if slip.table == 1)
    assert (first.plan.cards, third.plan.round) == (1, 3)
    stand = night.at(1).open.bids
    assert [line.bid for line in first.lines] == [stand[entry] for entry in night.table(1)]
    text = words(get(client, night))
    assert "The last bid may not make all bids together equal the number of tricks" in text
    assert said(text, "counters", "fresh stakes?", "banker", "put in") == []


def test_a_whole_game(client, night):
    night = night(8, game="jabberwocky", format="fixed", games=2)
    for _deal in range(2):
        night.score(1)
    made = paper(client, night)
    assert coming(made, 1) == [(1, 3), (1, 4), (1, 5)]
    assert [slip.plan.cards for slip in made.slips if slip.table == 1] == [5, 6, 7]
    third, fourth, fifth = (slip for slip in made.slips if slip.table == 1)
    dealers = [[line.name for line in slip.lines if line.deals] for slip in (third, fourth, fifth)]
    assert all(len(dealer) == 1 for dealer in dealers)
    at = night.at(1)
    assert dealers[0] == [night.facts.names[at.places[at.find_dealer(3)]]]
    assert len({dealer for (dealer,) in dealers}) == 3
    assert named(fifth) == [night.facts.names[entry] for entry in night.table(1)]
    assert "2 deals are recorded." in sheet(client, night, "who-where")
    assert len(coming(paper(client, night, coming=30), 1)) == 11  # 13 in all
    text = words(get(client, night))
    assert said(text, "bell", "yellow", "booby table", "head table", "cards? cut") == []
    night.play_round()
    assert coming(paper(client, night), 1) == [(2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize("game", ["oh-well", "caller-clag", "blackout-cooperative"])
def test_games_whose_deals_are_not_known_beforehand(client, night, game):
    night = night(8, game=game, **FIXED)
    slips = [slip for slip in paper(client, night).slips if slip.table == 1]
    assert [slip.deal for slip in slips] == [1, 2, 3]
    known = [bool(slip.cards) for slip in slips]
    assert known == {"oh-well": [True] * 3, "caller-clag": [False] * 3}.get(game, [True, False, False])


def test_one_table_has_no_way_to_go(client, night):
    night = night(6)
    text = sheet(client, night, "by-hand")
    assert "takes a yellow chip and stays" in text
    assert said(text, "goes down", "goes up", "move together", "changes seats") == []


EQUAL, FEWER = (
    "With equal yellow chips, the most counters win.",
    "Players with fewer than 3 deals win no prize.",
)


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"prizes": ("yellow", "booby")}, [EQUAL]),
        ({"prizes": ("counters", "booby")}, []),
        ({"prizes": ("booby",), "prize_deals": 3}, [FEWER]),
    ],
)
def test_what_is_said_of_the_prizes(client, night, chosen, says):
    text = sheet(client, night(12, **chosen), "by-hand")
    assert "Booby prize" in text
    assert [one for one in (EQUAL, FEWER) if one in text] == says


def test_its_queries_do_not_grow(client, night):
    counts = []
    for players in (SMALL, LARGE):
        made = night(players)
        made.play(2)
        with CaptureQueriesContext(connection) as queries:
            assert get(client, made).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] < 30


@pytest.mark.thorough
def test_only_who_may_score_is_led_to_the_slips(client, night, cast):
    night = night(12)
    slips = reverse("slips", args=[night.evening.pk, 1])
    assert slips not in get(client, night).content.decode()
    client.force_login(cast.sam)
    assert slips in get(client, night).content.decode()


@pytest.mark.thorough
def test_it_is_reached_from_the_evenings_pages(client, night, cast):
    client.force_login(cast.alice)
    for made, pages in ((night(12), ("evening", "links")), (night(12, Stage.SEATED), ("evening", "links"))):
        for name in pages:
            page = client.get(reverse(name, args=[made.evening.pk])).content.decode()
            assert reverse("paper", args=[made.evening.pk]) in page, name
