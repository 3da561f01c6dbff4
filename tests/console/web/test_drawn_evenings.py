"""Evenings for whose games seats are drawn anew, on the pages from the draw to the prizes."""

import pytest

from tests.console.web.test_fixed_evening import MOVING
from tests.scoring.web.test_bid_evening import COUNTERS
from tests.services.evenings.test_knockout import on as knockout_on
from tests.services.evenings.test_knockout import played as knockout_played
from tests.web.html import shows
from tests.web.wording import every_page, get, main, queries_of, said, words
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage

pytestmark = [pytest.mark.slow, pytest.mark.story]

DRAWN = ("rotation", "swiss", "knockout", "ladder")
SHORT = {"game": "caller-clag", "options": {"deals": 2}, "games": 3}
FIXED_WORDS = (
    *("fixed tables", "(?:keep|keeps|kept) (?:table|(?:your|the|their) seats?)", "for the evening\\."),
    *("[Nn]obody moves", "[Ee]verybody stays", "same (?:seat|table)"),
)


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def strange_words(client, night):
    """What is said of bells, counters or staying. At a ladder people do go down a table, or keep a seat."""
    of_ladder = {one for one in (*MOVING, *FIXED_WORDS) if "down" in one or "keep" in one}
    patterns = {*MOVING, *COUNTERS, *FIXED_WORDS} - (of_ladder if night.evening.format == "ladder" else set())
    pages = dict(every_page(client, night))
    assert len(pages) >= 8
    return {name: found for name, text in pages.items() if (found := said(text, *patterns))}


@pytest.mark.sample(4)
@pytest.mark.parametrize("format", DRAWN)
@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_no_page_speaks_of_moving_or_of_staying(stage, format, client, night):
    night = night(13, stage, format=format, **SHORT)
    if stage is Stage.PLAYING:
        night.score(2)
        night.bid(1)
    assert strange_words(client, night) == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("format", DRAWN)
def test_no_page_between_two_games_does_nor_in_the_second(client, night, format):
    night = night(13, format=format, **SHORT)
    night.play_round()
    people_check_in(night.by, people=[Arrival("Lotte")])
    assert strange_words(client, night) == {}
    moves_apply(night.by, round=1)
    assert strange_words(client, night) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("format", ["rotation", "swiss", "ladder"])
def test_the_console_shows_the_next_game_before_it_begins(client, night, format):
    night = night(13, format=format, **SHORT)
    assert "The next game follows when every table is done." in main(client, night)
    people_check_in(night.by, people=[Arrival("Lotte")])
    night.play_round()
    told = get(client, night)
    text, drawn = words(told), told.context["console"].next_draw
    assert "The tables of game 2 are being checked." in words(get(client, night, "hall"))
    shows(text, "Game 2: these are the new seats.", "Start game 2")
    assert sorted(seat.name for table in drawn.tables for seat in table.seats) == sorted(
        night.facts.names.values()
    )
    assert "Lotte New" in text
    assert text.count("from table") == 13
    client.post(f"/evenings/{night.evening.pk}/rounds/1/apply/")
    now = {seat.name: (table.number, seat.chair) for table in drawn.tables for seat in table.seats}
    names = night.facts.names
    assert {names[entry]: place for entry, place in night.seats().items()} == now
    assert "Game 2 of 3 is being played" in main(client, night)


@pytest.mark.thorough
def test_the_reasons_are_told_to_each_on_the_phone(client, night):
    night = night(12, format="swiss", **SHORT)
    first = night.table(1)[0]
    assert "Stay seated" not in main(client, night, "player", entry=first)
    night.play_round()
    people_check_in(night.by, people=[Arrival("Lotte")])
    before, lotte = night.seats()[first], night.entry("Lotte")
    place = night.preview().bell.seats[lotte]
    told = main(client, night, "player", entry=first)
    shows(told, "Game 1 is over", "Stay seated.", f"Table {before[0]}, seat {before[1]}")
    assert f"Table {place.table}, seat {place.chair}" in main(client, night, "player", entry=lotte)
    moves_apply(night.by, round=1)
    table, chair = night.seats()[first]
    told = main(client, night, "player", entry=first)
    assert ("Stay" if table == before[0] else "Go to") in told
    shows(told, f"Table {table}, seat {chair}", "Number ")
    assert "Go to" in main(client, night, "player", entry=lotte)


def test_who_sits_out_is_told_so(client, night):
    night = night(10, game="seven-truf", format="rotation", games=3)
    waits = next(entry.id for entry in night.facts.entries if entry.id not in night.seats())
    assert "You sit out this game" in main(client, night, "player", entry=waits)
    night.play_round()
    drawn = night.preview().next_game
    [one, other] = drawn.sits_out
    assert "Sits out this game" in main(client, night)
    moves_apply(night.by, round=1)
    for name in ("evening", "hall"):
        text = main(client, night, name)
        assert night.facts.names[one] in text
        assert night.facts.names[other] in text
    told = main(client, night, "player", entry=one)
    shows(told, "You sit out this game", "You have sat out the fewest games")
    assert "Waiting for a seat" in main(client, night, "hall")


def test_a_knockout_names_its_final_and_its_consolation(client, night):
    night = night(18, format="knockout", consolation=True)
    knockout_played(night)
    for name in ("evening", "paper"):
        text = main(client, night, name)
        assert "Final" in text, name
        assert "Consolation" in text, name
    moves_apply(night.by, round=1)
    for name in ("evening", "hall", "paper"):
        text = main(client, night, name)
        assert "Final" in text, name
        assert "Consolation" in text, name
    assert "Final" in main(client, night, "player", entry=night.table(1)[0])
    assert "Consolation" in main(client, night, "player", entry=night.table(2)[0])
    knockout_played(night)
    text = main(client, night)
    shows(text, "The final is played.", never="Change the number of games")
    assert "The final is over." in main(client, night, "hall")
    assert "Nobody moves." in main(client, night, "player", entry=night.table(1)[0])


def test_who_is_out_is_told_so_everywhere(client, night):
    night = night(18, format="knockout")
    people_check_in(night.by, people=[Arrival("Lotte")])
    out, stays = night.table(1)[-1], night.table(1)[0]
    assert "started before you arrived" in main(client, night, "player", entry=night.entry("Lotte"))
    knockout_played(night)
    assert "Out of the knockout" in main(client, night)
    moves_apply(night.by, round=1)
    assert "You are out of the knockout" in main(client, night, "player", entry=out)
    assert "Place 6 at table 1. You are knocked out." in main(client, night, "player", entry=out)
    assert "You are out of the knockout" in main(client, night, "player", entry=night.entry("Lotte"))
    for name in ("evening", "hall"):
        assert "Out of the knockout" in main(client, night, name), name
    shows(main(client, night, "people"), "out of the knockout", never="waits for a seat")
    assert "Out of the knockout" in main(client, night, "paper")
    assert "Place 1 at table 1. You stay in the knockout." in main(client, night, "player", entry=stays)
    path = main(client, night, "player", entry=out)
    assert "sat out" not in path
    assert "Late players join the consolation, or you seat them by hand" in main(client, night, "check-in")


def test_a_bye_is_told(client, night):
    night = night(11, game="seven-truf", format="knockout")
    waits = next(entry.id for entry in night.facts.entries if entry.id not in night.seats())
    told = main(client, night, "player", entry=waits)
    assert "You have a bye" in told
    assert "With a bye" in main(client, night)
    assert "has a bye" in main(client, night, "people")
    night.play_round()
    moves_apply(night.by, round=1)
    bye = night.facts.rounds[-1].byes[0]
    told = main(client, night, "player", entry=bye)
    shows(told, "You have a bye", "players do not fit at the tables.")


@pytest.mark.thorough
def test_the_seats_can_be_drawn_again_from_corrected_results(client, night):
    night = night(18, format="knockout")
    knockout_on(night)
    text = main(client, night, "moves-replay")
    shows(text, "Calculate the moves into game 2 again", "The corrected results give the same moves.")
    assert "Everybody goes back to their seat in game 1" in main(client, night, "bell-undo")


def test_the_journal_tells_who_was_drawn_where(client, night):
    night = night(18, format="knockout")
    knockout_on(night)
    text = main(client, night, "journal")
    names = night.facts.names
    shows(text, "New seats for game 2.", "Tables: ", "Without a seat: ")
    assert names[night.table(1)[0]] in text


def test_rulings_on_paper(client, night):
    night = night(12, format="swiss", **SHORT)
    text = main(client, night, "paper")
    assert "Write the standings" in text
    night.play_round()
    text = main(client, night, "paper")
    assert "Game 2: the drawn seats" in text


@pytest.mark.sample(1)
@pytest.mark.parametrize("format", DRAWN)
def test_pages_need_no_more_queries_for_more_people(client, night, format):
    few, many = (night(n, format=format, deals=1, games=3) for n in (8, 40))
    for evening in (few, many):
        knockout_played(evening)
    assert queries_of(client, few) == queries_of(client, many)
    moves_apply(few.by, round=1)
    moves_apply(many.by, round=1)
    assert queries_of(client, few) == queries_of(client, many)


@pytest.mark.thorough
@pytest.mark.parametrize("format", DRAWN)
def test_a_club_sees_the_format_in_its_list(client, night, format, cast):
    night(0, Stage.DRAFT, format=format, **SHORT)
    assert f"Caller Clag, {format.title()}" in words(client.get(f"/clubs/{cast.club.pk}/"))
