"""Fixed tables: whole games, and nobody moves, on the pages from the draw to the prizes."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.cast import FIXED
from tests.scoring.web.test_bid_evening import COUNTERS
from tests.web.html import shows
from tests.web.wording import every_page, get, main, queries_of, said, words
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.console.presenters import Phase
from tournaments.core.record import Ending, Stage
from tournaments.evening.services.evenings import evening_change
from tournaments.hall.presenters.player import Now
from tournaments.scoring.services.deals import table_end

pytestmark = [pytest.mark.slow, pytest.mark.story]

GAME = {"game": "jabberwocky", **FIXED}
SHORT = {"game": "caller-clag", "options": {"deals": 2}, **FIXED}
POKER = {"game": "draw-poker", **FIXED}
MOVING = (
    *("head", "booby(?! prize)", "bells?", "chips?", "yellow", "rounds?"),
    *("moves (?:up|down|about)", "goes down", "keeps the seat"),
)


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def strange_words(client, night, *patterns):
    """What the evening's pages say that is none of theirs; nothing leads to the page that replays moves."""
    pages = dict(every_page(client, night))
    assert len(pages) >= 8
    pages.pop("moves-replay", None)
    return {name: found for name, text in pages.items() if (found := said(text, *patterns))}


@pytest.mark.sample(2)
@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_no_page_speaks_of_moving(stage, client, night):
    night = night(13, stage, games=2, **SHORT)
    if stage is Stage.PLAYING:
        night.score(2)
        night.bid(1)
    assert strange_words(client, night, *MOVING, *COUNTERS) == {}


def test_no_page_between_two_games_does(client, night):
    night = night(13, games=2, **SHORT)
    night.play_round()
    people_check_in(night.by, people=[Arrival("Lotte")])
    assert strange_words(client, night, *MOVING, *COUNTERS) == {}


def test_no_page_with_counters_speaks_of_moving(client, night):
    night = night(12, deals=2, games=2, **POKER)
    night.play(1)
    assert strange_words(client, night, *MOVING) == {}


@pytest.mark.thorough
def test_the_console_in_play(client, night):
    night = night(13, games=3, **GAME)
    told = main(client, night)
    shows(told, "Game 1 of 3 is being played", "All tables are still playing.")
    assert told.count("Deal 1 of 13: 3 cards") == 3
    assert "leads" not in told
    night.score(2)
    night.bid(2)
    shown = get(client, night)
    told, table = words(shown), shown.context["console"].tables[1]
    shows(told, "Deal 2 of 13: 4 cards", "leads", "Score sheet, Table 2")
    assert table.next_deal == 2
    best = max(seat.held for seat in table.seats)
    assert set(table.progress.best) == {seat.entry for seat in table.seats if seat.held == best}
    dealer = next(seat.entry for seat in table.seats if seat.deals)
    assert dealer == night.table(2)[night.at(2).find_dealer(2)]
    assert reverse("deal", args=[night.evening.pk, 1, 2, 2]) in shown.text
    assert reverse("table-sheet", args=[night.evening.pk, 1, 2]) in shown.text


@pytest.mark.thorough
def test_who_only_looks_may_see_the_score_sheet(client, night, cast):
    night = night(13, games=3, **GAME)
    night.score(2)
    client.force_login(cast.vera)
    shown = get(client, night).text
    sheet = reverse("table-sheet", args=[night.evening.pk, 1, 2])
    assert sheet in shown
    assert reverse("deal", args=[night.evening.pk, 1, 2, 2]) not in shown
    assert reverse("table-end", args=[night.evening.pk, 1, 2]) not in shown
    assert client.get(sheet).status_code == 200


def test_a_game_that_ends_at_a_target_says_so(client, night):
    assert "Deal 1, up to 100 points: 13 cards" in main(client, night(4, game="oh-well", **FIXED))


@pytest.mark.thorough
def test_called_deals(client, night):
    told = main(client, night(4, game="caller-clag", options={"deals": 5}, **FIXED))
    assert "Deal 1 of 5: dealer’s choice" in told


def test_when_every_table_is_done_the_next_game_begins(client, night):
    night = night(13, games=2, **SHORT)
    night.play_table(1)
    told = main(client, night)
    assert re.findall(r"Table (\d) done", told) == ["1"]
    assert "1 of 2 tables is still playing" in told
    night.play_table(2)
    people_check_in(night.by, people=[Arrival("Lotte")])
    shown = get(client, night)
    assert shown.context["console"].phase is Phase.READY
    for part in (
        "Game 1 is over",
        "Everybody keeps their seat.",
        "Start game 2",
        "Lotte (table 1, seat 7)",
    ):
        assert part in words(shown)
    answer = client.post(reverse("moves-apply", args=[night.evening.pk, 1]), follow=True)
    assert "Game 2 has started." in words(answer)
    assert "Game 2 of 2 is being played" in words(answer)
    assert "This is the last game." in words(answer)
    assert "Calculate the moves again" not in words(answer)
    held = {seat.held for table in answer.context["console"].tables for seat in table.seats}
    assert held == {0}, "each game begins at nothing"


@pytest.mark.thorough
def test_after_the_last_game_the_evening_is_settled(client, night):
    night = night(13, **SHORT)
    night.play_round()
    told = main(client, night)
    shows(told, "That was the last game", "Change the number of games", never="Start game 2")
    more = replace(night.evening.settings, games=2)
    evening_change(night.by, name="Thursday", held_on=night.evening.held_on, settings=more)
    assert "Start game 2" in main(client, night)
    client.post(reverse("settle", args=[night.evening.pk]), {"round": 1})
    told = main(client, night)
    shows(told, "The result is known", "Check the prizes below", never="Most yellow chips")


@pytest.mark.thorough
def test_a_table_stops_early(client, night):
    night = night(13, **GAME)
    night.score(1)
    assert "Stop the game, Table 1" in main(client, night)
    url = reverse("table-end", args=[night.evening.pk, 1, 1])
    assert client.get(url).status_code == 200
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    told = main(client, night)
    shows(told, "stopped early", "Over after 1 deal")
    assert "Table 1 stopped its game early." in main(client, night, "deals")


def test_everybody_stops(client, night):
    night = night(13, games=2, **GAME)
    for table in night.tables:
        night.score(table)
    assert "Stop all tables after this deal" in main(client, night)
    bell_ring(night.by, round=1)
    told = main(client, night)
    shows(told, "Play is stopped Waiting for tables 1, 2, 3", "End table 3 early", "Let the tables play on")
    assert "Finish your deal, then stop: tables 1, 2 and 3" in main(client, night, "hall")
    mine = main(client, night, "player", entry=night.table(1)[0])
    assert "Finish your deal, and stay seated." in mine
    undo = reverse("bell-undo", args=[night.evening.pk])
    answer = client.post(undo, {"reason": "too early", "bell": 1}, follow=True)
    assert "Game 1 is open again." in words(answer)


@pytest.mark.thorough
def test_the_end_of_a_game_is_undone(client, night):
    night = night(13, games=2, **SHORT)
    night.play_round()
    moves_apply(night.by, round=1)
    night.score(1)
    told = main(client, night, "bell-undo")
    assert "Undo the end of the game" in told
    assert "Game 1 is open again. Its results stay." in told
    assert "Game 2 already has a result at table 1. It will be lost." in told
    assert "discard the results of game 2" in told


def test_too_few_are_left(client, night):
    night = night(8, **SHORT)
    night.play_table(1)
    for entry in night.table(2)[:2]:
        player_drop(night.by, entry=entry)
    assert "Finish this game" in main(client, night)
    assert "Game 1 of 1: all results are in" in main(client, night, "hall")


@pytest.mark.thorough
def test_the_player(client, night):
    night = night(8, games=2, **GAME)
    entry = night.table(2)[0]
    night.score(2)
    mine = get(client, night, "player", entry=entry).context["me"]
    assert mine.deal == "Deal 2 of 13: 4 cards"
    assert (mine.way, mine.table.is_head, mine.table.is_booby) == (None, False, False)
    assert [mate.points for mate in mine.mates] == [
        str(next(line.score for line in night.facts.pools[0].lines if line.entry == mate))
        for mate in night.table(2)
    ]
    night.play_round()
    told = main(client, night, "player", entry=entry)
    shows(told, "Game 1 is over", "Everybody keeps their seat for the next game.")
    moves_apply(night.by, round=1)
    mine = get(client, night, "player", entry=entry).context["me"]
    assert (mine.now, mine.way) == (Now.MOVES, None)
    assert [step.sign for step in mine.path] == ["", ""]
    assert "My evening" in main(client, night, "player", entry=entry)


def test_the_hall_is_a_score_board(client, night):
    night = night(8, games=2, **GAME)
    night.score(2)
    hall = get(client, night, "hall").context["hall"]
    assert hall.state == "Game 1 of 2 is being played"
    [card] = (card for page in hall.pages for card in page.cards if card.number == 2)
    assert card.table.game.deal == "Deal 2 of 13"
    scores = [line.score for line in night.facts.pools[0].lines]
    assert [int(person.points) for person in card.lines] == scores
    assert [person.best for person in card.lines] == [score == max(scores) for score in scores]
    night.play_round()
    assert "Keep your seats for game 2." in main(client, night, "hall")


def test_the_draw(client, night):
    told = main(client, night(13, Stage.SEATED, **GAME))
    shows(told, "Players: 13, at tables of 3-5: 4-4-5.", never="counters, then start play")
    told = main(client, night(10, Stage.SEATED, game="seven-truf"))
    assert "10 players do not all fit at tables of 4. Seated: 4-4. Sitting out: 2." in told
    assert "They get a seat in the next round if a table has room." in told


@pytest.mark.slow
def test_queries_do_not_grow(client, night):
    asked = []
    for players, deals in ((10, 1), (50, 4)):
        evening = night(players, games=2, **GAME)
        for table in evening.tables:
            for _deal in range(deals):
                evening.score(table)
        evening.bid(1)
        asked.append(queries_of(client, evening))
    assert asked[0] == asked[1]
    assert max(asked[0].values()) <= 19


def test_a_finished_game_of_pools_cannot_be_stopped(client, night):
    """All its deals are played; and no table is a booby table where nobody moves."""
    night = night(8, **POKER, deals=2)
    sheet = reverse("table-sheet", args=[night.evening.pk, 1, 2])
    assert "booby" not in client.get(reverse("deal", args=[night.evening.pk, 1, 2, 1])).content.decode()
    night.play(2)
    assert "Stop the game" in client.get(sheet).content.decode()
    night.play(2, deal=2)
    assert "Stop the game" not in client.get(sheet).content.decode()
