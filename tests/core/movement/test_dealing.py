"""Which deal a table plays next, and when its round or its game is over."""

from dataclasses import replace

import pytest

from games.rules.deals import Hand
from games.rules.registry import RULESETS
from tests.core.bid_sheets import deal, evening, play
from tests.stories import second_bids
from tournaments.core.evening import Play
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.kinds.awaited import find_awaited_tables, find_tables_at_bell
from tournaments.core.kinds.counters import list_finished_deals, list_hands
from tournaments.core.movement.seating import find_next_dealers
from tournaments.core.record import Ending
from tournaments.core.settings import Settings

ONCE = Settings()
POKER_GAMES = play("draw-poker")


def _enough(play: Play) -> list[int]:
    return [players for players in range(14) if play.kind.can_play(play, players)]


def comes_next(played, *state):
    return played.kind.find_next_deal(played, *state)


def test_a_pool_takes_two_and_bids_as_many_as_the_game():
    assert _enough(POKER_EVENING) == list(range(2, 14))
    assert _enough(play("kachuful")) == list(range(3, 11))
    assert _enough(play("seven-truf", "progressive")) == [4]


def test_in_a_session_a_table_plays_one_deal_of_bids_or_so_many_pools():
    session, several = play("clag", "progressive"), Settings(deals=3)
    one = deal(1, "1:0/0 2:0/1 3:0/0")
    for settings in (ONCE, several):
        assert comes_next(session, settings, 7, 3, []) == 1
        assert comes_next(session, settings, 7, 3, [one]) == 0
    assert [comes_next(POKER_EVENING, several, 1, 5, [one] * n) for n in range(4)] == [1, 2, 3, 0]
    assert [comes_next(POKER_GAMES, several, 1, 5, [one] * n) for n in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("game", [key for key in second_bids.TABLE if RULESETS[key].progressive])
def test_in_a_session_round_k_plays_deal_k_and_past_the_end_the_last(game):
    for players in second_bids.TABLE[game]:
        expected = second_bids.schedule(game, players)
        session = play(game, "progressive")
        for number in (1, 2, len(expected), len(expected) + 1, len(expected) + 30):
            planned = session.format.plan_deal(session, number, players, [])
            assert planned is not None
            assert planned.number == number
            assert planned.cards == expected[min(number, len(expected)) - 1]["cards"]


def test_a_pool_is_no_deal_of_bids():
    assert POKER_GAMES.format.plan_deal(POKER_GAMES, 1, 5, []) is None
    assert list_finished_deals(POKER_GAMES, 5, [deal(1, "1:0/0 2:0/0")]) == ()


def test_a_whole_game_is_over_with_its_schedule():
    game = play("caller-clag", deals=2)
    done = [deal(n, "1:3/3 2:0/0 3:0/0", call={"cards": 3}) for n in (1, 2)]
    assert [comes_next(game, ONCE, 1, 3, done[:n]) for n in range(3)] == [1, 2, 0]


def test_the_schedule_stays_that_of_those_who_began():
    """Family Blackout by six begins with eight cards; when one has left it goes on with seven, not nine."""
    game = play("blackout-family")
    began = deal(1, " ".join(f"{n}:0/{8 * (n == 1)}" for n in range(1, 7)))
    after = deal(2, " ".join(f"{n}:0/{7 * (n == 1)}" for n in range(1, 6)))
    assert game.format.plan_deal(game, 1, 5, [began]).cards == 7  # type: ignore[union-attr]
    assert game.format.plan_deal(game, 1, 5, [began, after]).cards == 6  # type: ignore[union-attr]
    assert game.format.plan_deal(game, 1, 5, []).cards == 10  # type: ignore[union-attr]


def test_the_hands_of_a_game_are_of_those_who_are_still_in_it():
    game = play("blackout-family")
    deals = [deal(1, "1:1/1 2:2/2 3:5/5 4:0/2"), deal(2, "4:9/9 2:0/0 1:0/0")]
    first, second = list_finished_deals(game, 4, deals)
    assert first.hands == (Hand(0, 2), Hand(2, 2), Hand(1, 1))
    assert second.hands == (Hand(9, 9), Hand(0, 0), Hand(0, 0))
    assert (first.deal.cards, second.deal.cards) == (10, 9)
    assert list_finished_deals(game, 4, []) == ()


def test_oh_well_is_over_at_a_hundred():
    game = play("oh-well")
    big = [deal(n, "1:17/17 2:0/0 3:0/0") for n in (1, 2, 3, 4)]
    assert [comes_next(game, ONCE, 1, 3, big[:n]) for n in range(5)] == [1, 2, 3, 4, 0]
    small = [deal(n, "1:16/17 2:0/0 3:0/0") for n in range(1, 10)]  # seventeen and two tens a deal
    assert [comes_next(game, ONCE, 1, 3, small[:n]) for n in (5, 6)] == [6, 0]


def test_of_who_left_oh_well_asks_nothing_more():
    game = play("oh-well")
    deals = [deal(n, "1:13/13 2:0/0 3:0/0 4:0/0") for n in (1, 2, 3, 4)]
    assert comes_next(game, ONCE, 1, 4, deals[:3]) == 4
    assert comes_next(game, ONCE, 1, 3, [*deals[:3], deal(4, "2:0/0 3:0/0 4:13/13")]) == 5


def test_together_a_round_is_played_until_it_is_won():
    game = play("blackout-cooperative")
    lost, won = "1:1/0 2:0/1", "1:1/1 2:0/0"
    cards = [
        game.format.plan_deal(game, 1, 2, [deal(n, how) for n, how in enumerate(deals, start=1)]).cards  # type: ignore[union-attr]
        for deals in ([], [lost], [lost, lost], [lost, won], [won])
    ]
    assert cards == [1, 1, 1, 2, 2]


def test_a_deal_is_told_by_its_number_where_there_are_several():
    three = Settings(deals=3)
    assert POKER_EVENING.has_several_deals(three)
    assert not POKER_EVENING.has_several_deals(ONCE)
    assert POKER_GAMES.has_several_deals(ONCE)
    assert play("clag").has_several_deals(ONCE)
    assert not play("clag", "progressive").has_several_deals(three)


def test_hands_are_as_they_were_written():
    (line,) = (pool := deal(1, "7:2/3=-2")).lines
    marked = replace(pool, lines=(line._replace(took=(1, 3, 4), revokes=2),))
    assert list_hands(marked) == {7: Hand(2, 3, (1, 3, 4), 2)}


# How many rounds there are


def test_rounds_are_those_of_the_table_whose_schedule_is_shortest():
    facts = evening(play("kachuful", "progressive"), [], range(1, 6), range(6, 12))
    assert facts.round_count == 8  # five have ten deals, six eight
    assert replace(facts, play=play("clag", "progressive"), settings=ONCE).round_count == 20
    assert replace(facts, play=POKER_EVENING, settings=ONCE).round_count is None


def test_rounds_stay_though_tables_grow_and_shrink():
    facts = evening(play("kachuful", "progressive"), [], range(1, 6), range(6, 12))
    moved = tuple(seat._replace(round=2, position=1) for seat in facts.seats)
    assert replace(facts, seats=facts.seats + moved, settings=ONCE).round_count == 8


def test_a_table_that_the_game_does_not_know_gives_no_rounds():
    facts = evening(play("seven-truf", "progressive"), [], range(1, 5), range(5, 8))
    assert facts.round_count == 22
    assert replace(facts, seats=facts.seats[4:], settings=ONCE).round_count is None


def test_at_fixed_tables_rounds_are_the_games_agreed():
    facts = evening(play("clag"), [], range(1, 6))
    assert [replace(facts, settings=Settings(games=games)).round_count for games in (1, 3)] == [1, 3]
    assert replace(facts, play=POKER_GAMES, settings=Settings(games=2)).round_count == 2


# What is still out, and the tables at the bell


def test_a_table_is_out_until_its_game_is_over():
    game = play("caller-clag", deals=2)
    done = [deal(n, "1:3/3 2:0/0 3:0/0", call={"cards": 3}) for n in (1, 2)]
    for deals, out in (([], (1, 2)), (done[:1], (1, 2)), (done, (2,))):
        assert find_awaited_tables(evening(game, deals, (1, 2, 3), (4, 5, 6)), 1) == out


def test_a_table_too_small_is_not_waited_for():
    facts = evening(play("seven-truf", "progressive"), [], range(1, 5), range(5, 8))
    assert find_awaited_tables(facts, 1) == (1,)


def test_a_game_that_was_stopped_is_not_waited_for():
    facts = evening(play("clag"), [], (1, 2, 3), (4, 5, 6))
    ended = replace(facts, tables=(replace(facts.tables[0], ending=Ending.EARLY), facts.tables[1]))
    assert find_awaited_tables(ended, 1) == (2,)


def test_people_are_compared_by_their_running_total():
    facts = evening(
        play("blackout-family", "progressive"),
        [deal(1, "1:3/0=-3 2:0/0=5w 3:2/10=-2"), deal(1, "4:1/1=6w 5:2/9=-2", position=2, seq=102)],
        (1, 2, 3),
        (4, 5, 6),
    )
    head, booby = find_tables_at_bell(facts, 1)
    assert [player.counters for player in (*head.players, *booby.players)] == [-3, 5, -2, 6, -2, 0]
    assert (head.winners, head.in_call) == (frozenset({2}), frozenset({2}))


@pytest.mark.parametrize(("game", "dealers"), [("clag", [2, 3, 1]), ("la-podrida", [3, 2, 1])])
def test_the_deal_passes_on_by_the_games_turn(game, dealers):
    deals = [deal(n, "1:0/0 2:0/0 3:0/1") for n in (1, 2, 3)]
    played, chairs = play(game), {1: {1, 2, 3}}
    found = [
        find_next_dealers(evening(played, deals[:n], (1, 2, 3)), 1, chairs, to_right=played.to_right)[1]
        for n in (1, 2, 3)
    ]
    assert found == dealers
