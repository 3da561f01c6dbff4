"""An evening game by game: places at the table, wins, shares, strength, and how far a knockout went."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core import bid_sheets, score_sheets
from tests.core.bid_sheets import play
from tests.core.score_sheets import AT_THE_END, EACH_DEAL, Sheet, shuffled
from tournaments.core.evening import Facts, Play
from tournaments.core.ranking.metrics import Deeds
from tournaments.core.record import Pool, Presence
from tournaments.core.results.standings import (
    WHOLE,
    add_games,
    find_usual_ranking,
    list_games,
    list_metrics,
    list_ranking_steps,
    rank_evening,
    settle_people,
)
from tournaments.core.settings import Settings

TWO_DEALS = {"deals": 2}
GAMES = play("caller-clag", "swiss", **TWO_DEALS)
deal = partial(bid_sheets.deal, call={"cards": 3})
POKER_GAMES = play("draw-poker")
TWO_POOLS = Settings(deals=2)


def evening(played: Play, deals: Iterable[Pool], *rounds: Mapping[int, Iterable[int]]) -> Facts:
    """Everybody came first; in each round these people sat at these tables."""
    people = sorted({entry for tables in rounds for at_table in tables.values() for entry in at_table})
    sheet = Sheet(Facts(play=played, seed="draw")).start(*people)
    for number, tables in enumerate(rounds, start=1):
        sheet.open(number)
        for position, at_table in tables.items():
            sheet.seat(number, position, *at_table)
    stakes = sheet.facts.stakes if played.kind.stakes else ()
    return replace(sheet.facts, stakes=stakes, pools=tuple(deals))


def deeds(facts: Facts, settings: Settings = EACH_DEAL) -> dict[int, Deeds]:
    facts = replace(facts, settings=settings)
    settled = add_games(facts, settle_people(facts, {}))
    return {entry: person.deeds for entry, person in settled.items()}


#   game 1        game 2
#   table 1       table 1        1 won both games, 4 the first at their table
#   1  12 +  4    1  20 +  0     2 and 3 are equal in the first, and share the second place
#   2   5 +  5    4  10 +  5
#   3  10 +  0    2   0 +  1
#   table 2
#   4  30 - 10
#   5   6 +  6
#   6   0 -  3
SWISS = [
    deal(1, "1:1/1=12w 2:1/0=5 3:1/0=10"),
    deal(2, "1:1/1=4 2:1/0=5w 3:1/0=0"),
    deal(1, "4:1/1=30w 5:1/0=6 6:1/0=0", position=2),
    deal(2, "4:1/1=-10 5:1/0=6w 6:1/0=-3", position=2),
    deal(1, "1:1/1=20w 4:1/0=10 2:1/0=0", round=2),
    deal(2, "1:1/1=0 4:1/0=5w 2:1/0=1", round=2),
]
SAT = ({1: (1, 2, 3), 2: (4, 5, 6)}, {1: (1, 4, 2)})


def test_games_of_bids():
    played = list_games(evening(GAMES, SWISS, *SAT))
    assert [(game.round, game.table, dict(game.gained), dict(game.places)) for game in played] == [
        (1, 1, {1: 16, 2: 10, 3: 10}, {1: 1, 2: 2, 3: 2}),
        (1, 2, {4: 20, 5: 12, 6: -3}, {4: 1, 5: 2, 6: 3}),
        (2, 1, {1: 20, 4: 15, 2: 1}, {1: 1, 4: 2, 2: 3}),
    ]


def test_what_games_add_to_the_settlement():
    found = deeds(evening(GAMES, SWISS, *SAT))
    assert {entry: (one.deals, one.wins, one.best) for entry, one in found.items()} == {
        1: (4, 2, 20),
        2: (4, 0, 5),
        3: (2, 0, 10),
        4: (4, 1, 30),
        5: (2, 0, 6),
        6: (2, 0, 0),
    }
    # Of 36 at table 1, of 32 at table 2 (below nothing is nothing), of 36 in game 2; to the nearest part
    shares = {entry: one.share for entry, one in found.items()}
    assert shares[1] == WHOLE * 36 // 72 == 5000
    assert shares[4] == round(WHOLE * 35 / 68) == 5147
    assert shares[6] == 0


def test_strength_is_what_the_opponents_have_at_the_end():
    """Each opponent of each game; 1 and 2 met twice, and count twice for each other."""
    found = deeds(evening(GAMES, SWISS, *SAT))
    final = {1: 36, 2: 11, 3: 10, 4: 35, 5: 12, 6: -3}
    assert found[1].strength == 2 * final[2] + final[3] + final[4]
    assert found[6].strength == final[4] + final[5]


def test_a_game_that_is_not_over_does_not_count():
    facts = evening(GAMES, SWISS[:-1], *SAT)
    assert [(game.round, game.table) for game in list_games(facts)] == [(1, 1), (1, 2)]
    assert deeds(facts)[1].wins == 1


def test_whoever_goes_home_during_a_game_comes_after_all_who_finish_it():
    pools = [deal(1, "1:1/1=40w 2:1/0=5 3:1/0=10"), deal(2, "2:1/1=4 3:1/0=0")]
    facts = evening(GAMES, pools, {1: (1, 2, 3)})
    facts = Sheet(facts, 500).say(1, 1, Presence.LEFT).facts
    (game,) = list_games(facts)
    assert game.places == {3: 1, 2: 2, 1: 3}


#            pool 1   pool 2    each gains
#   1          +6       -2          4
#   2          -3       +8          5
#   3          -3       -6         -9
def pools() -> Facts:
    facts = evening(POKER_GAMES, [], {1: (1, 2, 3)})
    sheet = Sheet(facts, 10).deal(1, 1, {1: 6, 2: -3, 3: -3}, 1).deal(1, 1, {1: -2, 2: 8, 3: -6}, 2)
    return sheet.ring(1).facts


def test_games_of_counters():
    found = deeds(pools(), TWO_POOLS)
    assert [(found[e].wins, found[e].best, found[e].share) for e in (1, 2, 3)] == [
        (0, 6, 4444),
        (1, 8, 5556),
        (0, -3, 0),
    ]


def test_a_single_game_that_is_counted_at_the_end_has_shares_and_no_places():
    uncounted = Sheet(pools())
    lines = [replace(p, lines=tuple(x._replace(counters=None) for x in p.lines)) for p in pools().pools]
    uncounted.facts = replace(uncounted.facts, pools=tuple(lines))
    at_the_end = replace(AT_THE_END, deals=2)
    before = deeds(uncounted.facts, at_the_end)[2]
    assert (before.wins, before.best, before.share, before.results) == (None, None, None, {})
    uncounted.final(1, {1: 54, 2: 55, 3: 41})
    after = deeds(uncounted.facts, at_the_end)
    assert [after[e].share for e in (1, 2, 3)] == [4444, 5556, 0]
    assert after[2].wins is None


def test_where_people_move_pools_are_won_and_the_share_is_of_the_hall():
    sheet = Sheet().start(1, 2, 3, 4).open(1).seat(1, 1, 1, 2).seat(1, 2, 3, 4)
    sheet.deal(1, 1, {1: 3, 2: -3}, 1).deal(1, 2, {3: 1, 4: 0}, 3, 4)
    sheet.deal(1, 2, {3: -1, 4: 0}, 4).ring(1)
    found = deeds(sheet.facts)
    assert [(found[e].wins, found[e].share) for e in (1, 2, 3, 4)] == [(1, WHOLE), (0, 0), (1, 0), (2, 0)]
    assert [[*found[e].results.values()] for e in (1, 2, 3, 4)] == [[1], [2], [2], [1]]


KNOCKOUT = play("caller-clag", "knockout", **TWO_DEALS)


#   game 1 at two tables; the best two of each play the final at table 1, the others for consolation
def knockout() -> Facts:
    final = [
        deal(1, "1:1/1=5w 2:1/0=4 4:1/0=3 5:1/0=0", round=2),
        deal(2, "1:1/1=0 2:1/0=4w 4:1/0=0 5:1/0=0", round=2),
        deal(1, "3:1/1=90w 6:1/0=1", round=2, position=2),
        deal(2, "3:1/1=90w 6:1/0=1", round=2, position=2),
    ]
    facts = evening(KNOCKOUT, [*SWISS[:4], *final], SAT[0], {1: (1, 2, 4, 5), 2: (3, 6)})
    return replace(facts, rounds=(facts.rounds[0], replace(facts.rounds[1], main=1)))


def test_who_came_too_late_for_a_knockout_and_got_no_seat_has_reached_nothing():
    """They took a stake, and so are not merely uncounted: who wins the knockout does not wait for them."""
    sheet = Sheet(evening(play("draw-poker", "knockout"), [], {1: (1, 2, 3)}), 10).start(9, round=2)
    assert {entry: one.reached for entry, one in deeds(sheet.facts).items()} == {1: 1, 2: 1, 3: 1, 9: 0}


def test_how_far_a_knockout_went():
    """The best of the final is first, however many points the consolation brings."""
    found = deeds(knockout())
    assert {entry: (one.reached, one.stage) for entry, one in found.items()} == {
        1: (2, 5),
        2: (2, 8),
        3: (1, 10),
        4: (2, 3),
        5: (2, 0),
        6: (1, -3),
    }
    rows = rank_evening(knockout(), {})
    assert [(row.entry, row.place) for row in rows] == [(2, 1), (1, 2), (4, 3), (5, 4), (3, 5), (6, 6)]


# Which metrics


@pytest.mark.parametrize(
    ("played", "usual"),
    [
        (play("draw-poker", "progressive"), ("net", "yellow")),
        (play("draw-poker"), ("net",)),
        (play("clag", "progressive"), ("score", "exact")),
        (play("blackout-cooperative"), ("hands",)),
        (GAMES, ("score", "strength", "exact")),
        (KNOCKOUT, ("reached", "stage", "score", "exact")),
    ],
)
def test_what_an_evening_goes_by(played, usual):
    assert find_usual_ranking(played) == usual
    assert set(usual) <= set(list_metrics(played))
    assert tuple(step.metric for step in list_ranking_steps(played, Settings())) == usual
    assert tuple(step.metric for step in list_ranking_steps(played, Settings(ranking=("lot",)))) == ("lot",)
    unfit = next(key for key in ("exact", "net") if key not in list_metrics(played))
    assert tuple(step.metric for step in list_ranking_steps(played, Settings(ranking=(unfit,)))) == usual


def test_wins_can_come_first():
    """Who won most games, then head to head: 1 won twice, 4 once; the others never, and 5 was ahead of 6."""
    rows = rank_evening(
        replace(evening(GAMES, SWISS, *SAT), settings=Settings(ranking=("wins", "head_to_head"))), {}
    )
    assert [(row.entry, row.place, row.figures) for row in rows[:2]] == [(1, 1, (2, None)), (4, 2, (1, None))]
    assert {row.entry: row.figures[1] for row in rows[2:]} == {2: 0, 3: 0, 5: 1, 6: -1}


# Properties

evenings = st.randoms(use_true_random=False).map(score_sheets.play)


@given(evenings)
def test_shares_come_to_a_whole(played):
    shares = [one.share or 0 for one in deeds(played.facts).values()]
    assert sum(shares) == 0 or abs(sum(shares) - WHOLE) <= len(shares) / 2


@given(evenings, st.randoms(use_true_random=False))
def test_order_and_names_change_nothing(played, random):
    assert deeds(shuffled(played.facts, random)) == deeds(played.facts)
