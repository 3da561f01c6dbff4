"""A player's phone."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.seasons.services.test_seats_by_season import of_season, scene
from tests.web.html import Page, shows
from tests.web.test_every_member import CASES
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import (
    Arrival,
    entry_change,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
)
from tournaments.base.words import cards
from tournaments.bell.services.bell import cuts_draw, moves_apply
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.evening.selectors.access import find_evening_by_code
from tournaments.hall.presenters.player import Now
from tournaments.hall.presenters.published import AT_MOST, load_public_view
from tournaments.hall.presenters.tables import choose_sign
from tournaments.prizes.services import prize_reveal
from tournaments.seasons.services.seasons import seats_by_season
from tournaments.seating.services import seat_move
from tournaments.undo.services.undo import bell_undo


def page(client, night, entry, **headers):
    return client.get(reverse("player", args=[night.evening.join_code, entry]), headers=headers)


def me(client, night, entry):
    return page(client, night, entry).context["me"]


def words(client, night, entry):
    return next(Page(page(client, night, entry).content.decode()).root.all("main")).words


def test_it_works(client, night):
    night = night(12)
    entry = night.table(3)[1]
    entry_change(night.by, entry=entry, name=HOSTILE, role="")
    html = page(client, night, entry).content.decode()
    assert HOSTILE not in html
    shows(words(client, night, entry), "Table 3, seat 2", "Booby table", "What the words mean")
    mine = me(client, night, entry)
    assert mine.now is Now.PLAYING
    assert mine.mates[1].chair == mine.seat.chair
    assert {mate.name for mate in mine.mates} >= {HOSTILE}
    assert (mine.counters, mine.yellow, mine.broke, mine.fresh) == (50, 0, False, False)
    assert mine.way is None


@pytest.mark.thorough
def test_before_play(client, night):
    checked_in, seated = night(12, Stage.CHECK_IN), night(12, Stage.SEATED)
    told = words(client, checked_in, checked_in.entry("p01"))
    shows(told, "You are checked in", "You will get a seat soon")
    entry = seated.table(1)[0]
    shows(words(client, seated, entry), "Table 1, seat 1", "This is your seat.")
    assert me(client, seated, entry).path == ()


@pytest.mark.thorough
def test_the_bell_tells_nothing_provisional(client, night):
    night = night(12)
    winner = night.table(2)[0]
    night.play(2)
    night.play(1)
    mine = me(client, night, winner)
    assert mine.now is Now.BELL
    assert "Move UP" not in words(client, night, winner)
    night.play(3)
    cutting = night.preview().cuts[0][1].among
    assert me(client, night, winner).now is Now.BELL
    assert me(client, night, cutting[0]).now is Now.CUT
    assert "Cut now" in words(client, night, cutting[0])


@pytest.mark.thorough
def test_everybody_is_told_the_way_and_why(client, night):
    night = night(12)
    night.play_round()
    before = night.seats()
    for entry, (table, chair) in before.items():
        mine, told = me(client, night, entry), words(client, night, entry)
        assert mine.now is Now.CHECKED
        assert f"Table {table}, seat {chair}" in told
        assert "Stay seated. The organiser is checking the moves." in told
        assert "Move UP" not in told
    moves_apply(night.by, round=1)
    for entry, (table, chair) in night.seats().items():
        mine, told = me(client, night, entry), words(client, night, entry)
        start = before[entry][0]
        assert mine.now is Now.MOVES
        assert mine.way.reasons
        assert all(why in told for why in mine.way.reasons)
        assert mine.way.sign == choose_sign(start, table)
        assert ("Move UP" if table < start else "Go DOWN" if table > start else "Stay") in told
        assert f"Table {table}, seat {chair}" in told
        assert [step.table for step in mine.path] == [start, table]
    night.play(2)
    for entry in night.table(2):
        mine, told = me(client, night, entry), words(client, night, entry)
        assert mine.now is Now.PLAYING
        way = {"up": "You moved up from table", "down": "You went down from table"}
        assert way.get(mine.way.sign, "You stayed at this table.") in told


def test_the_way_back_is_told_when_the_bell_is_undone(client, night):
    night = night(12)
    night.next_round()
    away = night.seats()
    bell_undo(night.because("too early"))
    for entry, (table, chair) in night.seats().items():
        mine, told = me(client, night, entry), words(client, night, entry)
        assert mine.now is Now.BACK
        assert "The bell was undone." in told
        assert ("Stay at" if away[entry][0] == table else "Go back to") in told
        assert f"Table {table}, seat {chair}" in told


def test_a_late_player_is_told_the_seat_before_the_moves_are_made(client, night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Lotte")])
    entry = night.entry("Lotte")
    assert me(client, night, entry).now is Now.WAITING
    assert "from the next round" in words(client, night, entry)
    night.play_round()
    told = words(client, night, entry)
    moves_apply(night.by, round=1)
    mine = me(client, night, entry)
    assert (mine.now, mine.path[0].round) == (Now.MOVES, 2)
    assert "You arrived late" in mine.way.reasons[0]
    assert "Go to" in words(client, night, entry)
    table, chair = night.seats()[entry]
    shows(told, f"Table {table}, seat {chair}", "Wait until the moves are made.")


def test_a_cut_is_told_in_one_sentence(client, night):
    night = night(12)
    for table in night.tables:
        night.play(table, winners=tuple(night.table(table)))
    cuts_draw(night.by, seed="8")
    ups = [move for move in night.preview().bell.moves if move.why.code == "up_won_cut"]
    stays = next(entry for entry in night.table(3) if entry != ups[-1].entry)
    moves_apply(night.by, round=1)
    for move in ups:
        ((told,),) = [me(client, night, move.entry).way.reasons]
        assert told == f"You move up: the highest card in the cut, {cards(move.why.figures['card'])}."
    assert ups
    (told,) = me(client, night, stays).way.reasons
    assert told.startswith("You stay at this table: ")
    assert told.count(".") == 1


@pytest.mark.thorough
def test_who_is_broke_is_told_what_comes(client, night):
    night = night(12, stake=2, banker="Ruth <b>")
    night.play(2, winner=night.table(2)[0], lose=2)
    broke = night.table(2)[1]
    mine, told = me(client, night, broke), words(client, night, broke)
    assert mine.broke
    assert "The banker is Ruth <b>." in told
    assert "You are still in the game." in told
    assert "fresh stake of 2 counters" in told
    assert "booby table" in told
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    mine, told = me(client, night, broke), words(client, night, broke)
    assert mine.now is Now.MOVES
    assert mine.fresh
    assert mine.counters == 2
    assert "Get a fresh stake of 2 counters" in told
    night.play(night.seats()[broke][0])
    assert "You took a fresh stake" in words(client, night, broke)


@pytest.mark.thorough
def test_counters_that_nobody_counts(client, night):
    night = night(12, counting=Counting.AT_THE_END)
    night.play(1)
    entry = night.table(1)[0]
    assert me(client, night, entry).counters is None
    assert "My counters" not in words(client, night, entry)


def test_every_table_is_full(client, night):
    night = night(7)
    people_check_in(night.by, people=[Arrival("Lotte")])
    night.next_round()
    entry = night.entry("Lotte")
    assert me(client, night, entry).now is Now.FULL
    assert "Every table is full" in words(client, night, entry)


def test_back_from_a_pause_within_the_round(client, night):
    """The seat is given up, and the counters wait with the banker: nobody is called broke for that."""
    night = night(12)
    entry = night.table(2)[0]
    player_pause(night.by, entry=entry)
    player_return(night.by, entry=entry)
    told = words(client, night, entry)
    shows(told, "You are waiting for a seat", never=["Table 2, seat 1", "Out of counters"])


@pytest.mark.thorough
def test_pausing_and_leaving(client, night):
    night = night(12)
    for table in night.tables:
        night.play(table)
    pauses, leaves, stays = night.table(2)[1:]
    player_pause(night.by, entry=pauses)
    player_drop(night.by, entry=leaves)
    assert "You are paused" in words(client, night, pauses)
    assert "You have left" in words(client, night, leaves)
    assert len(me(client, night, stays).mates) == 2
    night.decide()
    moves_apply(night.by, round=1)
    assert me(client, night, pauses).path[-1].table is None
    player_return(night.by, entry=pauses)
    assert me(client, night, pauses).now is Now.WAITING


def test_a_reason_given_for_a_move_by_hand_is_not_told(client, night):
    night = night(13)
    night.next_round()
    entry = night.table(2)[0]
    seat_move(night.because("smells of onions"), entry=entry, table=3)
    told = words(client, night, entry)
    shows(told, "The organiser changed this seat.", never=["onions", "You moved up", "You stayed"])


@pytest.mark.thorough
@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_the_end(stage, client, night):
    night = night(12, stage)
    if stage is Stage.FINISHED:
        night.reveal()
    entry = night.entry("p01")
    told = words(client, night, entry)
    assert "Settling up" in told if stage is Stage.SETTLING else "Place" in told
    mine = me(client, night, entry)
    assert mine.settled.net == night.held()[entry]
    assert bool(mine.place) is (stage is Stage.FINISHED)


@pytest.mark.thorough
def test_prizes_are_told_to_their_winners(client, night):
    night = night(12, Stage.FINISHED).reveal()
    told = {entry.id: me(client, night, entry.id).prizes for entry in night.facts.entries}
    titles = [prize.title for prizes in told.values() for prize in prizes]
    assert {"Most yellow chips", "Most counters", "Booby prize"} == set(titles)
    for entry, prizes in told.items():
        for prize in prizes:
            assert entry in {winner.who for winner in prize.winners}
            assert prize.why in words(client, night, entry)


@pytest.mark.thorough
def test_prizes_are_told_when_they_are_revealed(client, night):
    """Each to its winner's phone, and nobody's place before the last."""
    night = night(12, Stage.FINISHED)
    people = [entry.id for entry in night.facts.entries]
    for entry in people:
        told = words(client, night, entry)
        shows(told, "The prizes are next", "4 prizes are not announced yet.", never=["Place", "No prize"])
    prize_reveal(night.by, prize="booby")
    won = [entry for entry in people if me(client, night, entry).prizes]
    assert {prize.title for entry in won for prize in me(client, night, entry).prizes} == {"Booby prize"}
    shows(words(client, night, won[0]), "You have won!", "3 prizes are not announced yet.")
    night.reveal()
    told = [words(client, night, entry) for entry in people]
    assert all("Place" in words for words in told)
    assert not any("not announced yet" in words for words in told)


@pytest.mark.thorough
def test_who_won_nothing_is_told_when_all_is_revealed(client, night):
    night = night(12, Stage.FINISHED, prizes=("yellow",))
    loser = next(e.id for e in night.facts.entries if e.id != night.preview().chips.taken[0].entry)
    shows(words(client, night, loser), "One prize is not announced yet.", never="No prize tonight")
    assert "No prize tonight" in words(client, night.reveal(), loser)


@pytest.mark.thorough
def test_the_part_that_changes(client, night):
    night = night(12)
    entry = night.table(1)[0]
    answer = page(client, night, entry, hx_request="true")
    html = answer.content.decode()
    assert "<html" not in html
    assert "csrf" not in html.lower()
    unchanged = {"hx_request": "true", "if_none_match": answer.headers["ETag"]}
    assert page(client, night, entry, **unchanged).status_code == 304
    night.play(1)
    assert page(client, night, entry, **unchanged).status_code == 200


def test_only_who_takes_part_has_a_page(client, cast, night):
    """The code is the key; one evening's code opens nothing of another."""
    other, night = night(6), night(6, Stage.SEATED)
    assert page(client, night, other.entry("p01")).status_code == 404
    assert client.get(reverse("player", args=["NOSUCH", night.entry("p01")])).status_code == 404
    entry = night.entry("p01")
    entry_withdraw(night.by, entry=entry)
    assert page(client, night, entry).status_code == 404
    client.force_login(cast.charlie)
    assert page(client, night, night.entry("p02")).status_code == 200


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (8, 120):
        made = night(players)
        made.next_round()
        entry = made.table(2)[0]
        with CaptureQueriesContext(connection) as queries:
            size = len(page(client, made, entry).content)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 19
    assert size < 15_000


@pytest.mark.thorough
def test_what_all_phones_have_in_common_is_read_once(client, night, django_assert_num_queries):
    """A whole hall asks after each result; the next line of the journal is heard of all the same."""
    night = night(12)
    night.next_round()
    first, second = night.table(2)[:2]
    assert me(client, night, first).yellow == 0
    with django_assert_num_queries(1):
        assert me(client, night, second).entry == second
    winner = night.table(1)[0]
    before = me(client, night, winner).yellow
    night.play(1, winner=winner)
    mine = me(client, night, winner)
    assert (mine.yellow, mine.path[-1].chips) == (before + 1, 1)


def as_visitors_reach_it(night):
    evening = find_evening_by_code(night.evening.join_code)
    assert evening
    return evening


@pytest.mark.thorough
def test_few_evenings_are_kept(client, night):
    evening = as_visitors_reach_it(night(8))
    kept = load_public_view(evening)
    assert load_public_view(evening) is kept
    for _evening in range(AT_MOST):
        load_public_view(as_visitors_reach_it(night(3, Stage.CHECK_IN)))
    assert load_public_view(evening) is not kept


@pytest.mark.parametrize(("format", "game"), CASES)
@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
def test_why_one_sits_at_the_first_seat(client, night, format, game, stage):
    rounds = 1 if format.length == "rounds" else 0
    night = night(12, stage, game=game, format=format.key, games=1, deals=1, rounds=rounds)
    shows(words(client, night, night.table(1)[0]), "by lot.")


def test_why_one_sits_at_the_first_seat_of_a_season(client, night):
    night = scene(night)
    seats_by_season(night.by, **of_season(night))
    shows(words(client, night, night.table(1)[0]), "by the standings of the season")
