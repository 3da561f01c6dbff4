"""Fixed tables: whole games, at each table its own, until the last one is over."""

from random import Random
from typing import Any

import pytest

from accounts.errors import StaleError
from games.rules.registry import RULESETS
from tests.bids import taken, told
from tests.cast import FIXED, Night, refused
from tests.services.bid_hall import CALLS, as_read_again
from tests.services.refusals import Refusal, begun, done, every, is_refused, seat
from tests.stories import second_bids
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, player_return
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.kinds.points import scored
from tournaments.core.movement.seating import waiting
from tournaments.core.record import Ending, Line, Stage
from tournaments.core.results.standings import standing
from tournaments.core.settings import BellBy
from tournaments.models import Evening, Journal, OpenDeal, Result
from tournaments.results.services import evening_finish, evening_settle
from tournaments.scoring.services.bids import Bids, Taken, score_record
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import seat_move, seats_swap
from tournaments.standings.selectors.standings import reckoning
from tournaments.undo.services.undo import bell_undo, moves_replay

pytestmark = pytest.mark.slow

SHORT: dict[str, Any] = {"game": "caller-clag", "options": {"deals": 2}, **FIXED}
"""A game of two deals at each table."""


def by_chance(night: Night, table: int, chance: Random) -> None:
    """The table plays its game with any bids that are allowed and any tricks."""
    while number := (at := night.at(table)).next_number:
        by_call = at.plan is not None and at.plan.by_call
        said = told(at, call=chance.choice(CALLS) if by_call else {}, chance=chance)
        won = taken(at, said, chance=chance)
        score_record(night.by, round=night.round, table=table, deal=number, taken=won, told=said)


def sheet_of(night: Night, table: int) -> tuple[list[int], list[dict[str, object]]]:
    """A table's game in the round as the second reading takes it: who plays, by place, and the deals."""
    pools = [p for p in night.facts.pools if (p.round, p.position) == (night.round, table)]
    people = [line.entry for line in pools[0].lines]
    return people, [as_read_again(pool, people) for pool in pools]


GAMES = [key for key in second_bids.TABLE if key != "blackout-cooperative"]


@pytest.mark.thorough
@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_scored_as_by_the_second_reading(night, game):
    rules = RULESETS[game]
    options = {"deals": 5} if game == "caller-clag" else {}
    night = night(rules.fewest, game=game, options=options, **FIXED)
    seats = night.seats()
    by_chance(night, 1, Random(game))
    people, played = sheet_of(night, 1)
    assert second_bids.next_deal(game, len(people), options, played) is None
    assert second_bids.next_deal(game, len(people), options, played[:-1]) is not None
    totals = dict(zip(people, second_bids.totals(game, len(people), options, played), strict=True))
    assert {e: person.score for e, person in scored(night.facts).items()} == totals
    for pool in night.facts.pools:
        points = second_bids.scores(game, len(people), options, played, pool.deal)
        assert [line.score for line in pool.lines] == points
        bids, tricks = ([getattr(line, name) for line in pool.lines] for name in ("bid", "tricks"))
        best = [place for place, line in enumerate(pool.lines) if line.won]
        assert best == second_bids.best(points, bids, tricks)
    assert night.preview().rung
    assert night.preview().is_last
    assert night.seats() == seats
    with refused("round", "the last round. Settle up"):
        moves_apply(night.by, round=1)
    night.finish()
    places = {row.entry: row.place for row in standing(night.facts, {})}
    first = [people[place] for place in second_bids.winners(game, len(people), options, played)]
    assert {e for e in first if places[e] == 1} == {e for e, place in places.items() if place == 1}


@pytest.mark.thorough
def test_the_bell_rings_when_the_last_table_is_over(night):
    night = night(9, game="kachuful", bell=BellBy.HAND, **FIXED)  # at fixed tables nobody's hand is needed
    assert [len(night.table(table)) for table in night.tables] == [9]
    night.play_table(1)
    assert night.preview().rung


@pytest.mark.thorough
def test_each_table_plays_its_own_game(night):
    night = night(9, game="la-podrida", **FIXED)
    assert [len(night.table(table)) for table in night.tables] == [4, 5]
    night.play_table(1)
    assert len(night.facts.pools) == 9 + 4 + 9  # four players: from 13 cards to 5, each deals 4, and back
    assert night.preview().still_out == (2,)
    assert not night.preview().rung
    night.play_table(2)
    assert len(night.facts.pools) == 22 + 6 + 5 + 6
    assert Journal.objects.filter(verb="bell_rung").count() == 1
    assert night.preview().ready
    assert night.preview().cuts == ()
    assert night.preview().bell.moves == ()


@pytest.mark.thorough
def test_nobody_moves_and_nobody_takes_a_yellow_chip(night):
    night = night(9, game="blackout-family", games=2, **FIXED)
    seats, dealers = night.seats(), {t.position: t.dealer for t in night.facts.tables}
    night.next_round()
    assert (night.round, night.seats()) == (2, seats)
    after = {t.position: t.dealer for t in night.facts.tables if t.round == 2}
    size = {table: len(night.table(table)) for table in night.tables}
    assert {t: (dealers[t] - 1 + 10) % size[t] + 1 for t in size} == after  # ten deals on
    assert night.preview().chips.taken == ()
    assert {why.code for why in night.preview().bell.verdicts.values()} == {"last_round"}


@pytest.mark.thorough
def test_several_games_add_up(night):
    night = night(8, games=3, **SHORT)
    for game in (1, 2):
        for table in night.tables:
            by_chance(night, table, Random(game))
        moves_apply(night.by, round=game)
    for table in night.tables:
        by_chance(night, table, Random(3))
    assert night.preview().rounds == 3
    with refused("round", "the last one"):
        moves_apply(night.by, round=3)
    points = {entry: sum(p.score for p in lines) for entry, lines in lines_of(night).items()}
    assert {row.entry: row.score for row in standing(night.facts, {})} == points
    assert {len(lines) for lines in lines_of(night).values()} == {6}


def lines_of(night):
    """Everybody's lines of the evening."""
    found: dict[int, list[Line]] = {}
    for pool in night.facts.pools:
        for line in pool.lines:
            found.setdefault(line.entry, []).append(line)
    return found


# Games won together


def test_together_a_lost_round_is_dealt_again_by_the_next_dealer(night):
    night = night(3, game="blackout-cooperative", **FIXED)
    night.score(1, 1, 0, 0, bids=(1, 0, 0))
    at = night.at(1)
    assert (at.plan.number, at.plan.round, at.plan.cards) == (2, 2, 2)
    night.score(1, 1, 1, 0, bids=(2, 0, 0))
    again = night.at(1)
    assert (again.plan.number, again.plan.round, again.plan.cards, again.next_number) == (3, 2, 2, 3)
    assert again.bidders(3) == at.bidders(2)[1:] + at.bidders(2)[:1]


@pytest.mark.thorough
def test_together_all_win_with_their_hands_or_lose(night):
    night = night(14, game="blackout-cooperative", roles=(), **FIXED)
    one, other = night.tables
    assert [len(night.table(table)) for table in night.tables] == [7, 7]
    night.score(one, 1, *(0,) * 6, bids=(0,) * 6 + (1,))  # a round lost: one hand more
    night.play_table(one)
    night.play_table(other)
    hands = {row.entry: (row.hands, row.place) for row in standing(night.facts, {})}
    assert {hands[entry] for entry in night.table(other)} == {(7, 1)}
    assert {hands[entry] for entry in night.table(one)} == {(8, 8)}
    night.finish()
    result = Result.objects.get()
    awards = {award.prize: award for award in result.awards.all()}
    assert list(awards) == ["counters"]
    assert {e.pk for e in awards["counters"].winners.all()} == set(night.table(other))
    assert set(result.settlements.values_list("score", "hands")) == {(0, 7), (0, 8)}


def test_together_a_game_that_stops_is_lost(night):
    night = night(4, game="blackout-cooperative", **FIXED)
    night.score(1)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    reckoned = reckoning(night.facts)
    assert {row.hands for row in reckoned.standing} == {None}
    (award,) = reckoned.awards
    assert (award.winners, award.why.code) == ((), "prize_all_lost")
    night.finish()


# A game that stops


def test_a_game_stops_where_it_is(night):
    night = night(8, game="clag", **FIXED)
    night.score(1)
    night.bid(1)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert not OpenDeal.objects.filter(void=None).exists()
    assert night.preview().still_out == (2,)
    assert (night.at(1).next_number, night.preview().rung) == (0, False)
    for _twice in range(2):
        with refused("table", "already has its result", StaleError):
            table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    assert night.preview().rung
    assert len(night.facts.pools) == 1


SCORED = [lambda night: night.score(1)]
REFUSALS: dict[str, Refusal] = {
    "no other early end": (
        begun(8, game="clag", unfinished="cut", **FIXED), table_end, {"table": 1, "ending": Ending.VOID},
        "ending", "can only stop early",
    ),
    "a game that is over is not stopped": (
        begun(8, lambda night: night.play_table(1), **SHORT), table_end, {"table": 1, "ending": Ending.EARLY},
        "table", "already has its result", StaleError,
    ),
    "it does not settle in the middle of a game": (
        begun(8, *SCORED, game="clag", **FIXED), evening_settle, {}, "round", "Ring the bell first",
    ),
    "nor when the bell has rung": (
        begun(8, *SCORED, done(bell_ring), game="clag", **FIXED), evening_settle, {},
        "round", "missing at tables 1, 2",
    ),
    "nobody has stayed": (
        begun(4, *[done(player_drop, entry=seat(1, n)) for n in range(4)], done(bell_ring), **SHORT, games=2),
        moves_apply, {}, "round", "Nobody plays any more",
    ),
}  # fmt: skip


@every(REFUSALS)
def test_refusals(night, row):
    is_refused(night, *row)


@pytest.mark.thorough
def test_a_game_stopped_by_mistake_goes_on_once_its_bell_is_undone(night):
    night = night(8, **SHORT)
    night.score(1)
    for table in night.tables:
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    bell_undo(night.because("they are not tired at all"))
    assert night.preview().still_out == (1, 2)
    assert [night.at(table).next_number for table in night.tables] == [2, 1]
    night.play_round()
    assert len(night.facts.pools) == 4


def test_a_bell_by_hand_lets_each_table_finish_its_deal(night):
    night = night(8, game="clag", **FIXED)
    night.score(1)
    night.bid(1)
    bell_ring(night.by, round=1)
    assert night.preview().still_out == (1, 2)
    night.score(1)
    assert (night.at(1).next_number, night.preview().still_out) == (0, (2,))
    with refused("deal", "has played all its deals"):
        night.bid(1, 0, 0, 0, 0, deal=3, told=told(night.at(2)))
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    night.settle()


# Comings and goings


@pytest.mark.thorough
def test_who_leaves_in_the_middle_of_a_deal_calls_it_off(night):
    night = night(6, game="blackout-family", **FIXED)
    night.score(1)
    before = night.at(1)
    night.bid(1)
    gone = before.bidders(2)[2]
    player_pause(night.by, entry=gone)
    at = night.at(1)
    assert (at.open, at.next_number) == (None, 2)
    assert at.plan == before.plan  # six began: seven cards, though five would have nine
    assert set(at.places) == set(before.places) - {gone}
    night.bid(1)
    player_return(night.by, entry=gone)  # for the next game
    assert night.at(1).open is not None
    night.play_table(1)
    assert (len(night.facts.pools), night.preview().rung) == (8, True)
    assert len(lines_of(night)[gone]) == 1


def test_the_dealer_leaves_and_the_deal_passes_on(night):
    night = night(5, game="clag", **FIXED)
    night.score(1)
    at = night.at(1)
    dealer = at.places[at.dealer(2)]
    left = at.bidders(2)[0]
    player_drop(night.by, entry=dealer)
    assert night.at(1).places[night.at(1).dealer(2)] == left


@pytest.mark.thorough
def test_a_table_too_small_for_the_game_has_ended_it(night):
    night = night(8, games=2, **SHORT)
    night.score(1)
    night.play_table(2)
    for entry in night.table(1)[:2]:
        player_drop(night.by, entry=entry)
    assert night.preview().still_out == ()
    nothing = dict.fromkeys(night.table(1)[2:], 0)
    with refused("players", "This game is for 3–7 players. Table 1 has 2"):
        score_record(night.by, round=1, table=1, deal=2, told=Bids(nothing), taken=Taken(nothing))
    bell_ring(night.by, round=1)
    people_check_in(night.by, people=[Arrival("Nell")])
    assert night.preview().short == (1,)
    moves_apply(night.by, round=1)
    assert night.seats()[night.entry("Nell")][0] == 2
    assert night.preview().still_out == (2,)
    seat_move(night.because("they are two"), entry=night.entry("Nell"), table=1)
    assert night.preview().still_out == (1, 2)
    night.play_round()
    night.finish()


@pytest.mark.thorough
def test_late_people_wait_for_the_next_game(night):
    night = night(5, games=2, **SHORT)
    night.score(1)
    people_check_in(night.by, people=[Arrival("Nell"), Arrival("Ned"), Arrival("Nan")])
    assert len(night.at(1).places) == 5
    with refused("table", "has started its game"):
        seat_move(night.because("why wait"), entry=night.entry("Nell"), table=1)
    night.play_table(1)
    moves_apply(night.by, round=1)
    assert len(night.at(1).places) == 7
    assert waiting(night.facts, 2) == (night.entry("Nan"),)
    night.play_round()
    rows = {row.entry: row.score for row in standing(night.facts, {})}
    assert night.entry("Nell") in rows
    assert night.entry("Nan") not in rows  # never sat down


def test_a_table_that_everybody_left_is_gone_and_the_others_keep_their_numbers(night):
    night = night(15, game="clag", games=2, **FIXED)
    first, *others = night.tables
    for entry in night.table(first):
        player_drop(night.by, entry=entry)
    for table in others:
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    seats = night.seats()
    assert night.preview().rung
    moves_apply(night.by, round=1)
    assert night.tables == others
    assert night.seats() == {e: seat for e, seat in seats.items() if seat[0] != first}
    assert night.facts.rounds[-1].number == 2


@pytest.mark.thorough
def test_those_left_at_a_table_too_small_sit_elsewhere_for_the_next_game(night):
    night = night(15, games=2, **SHORT)
    assert [len(night.table(table)) for table in night.tables] == [5, 5, 5]
    for entry in night.table(1)[:3]:
        player_drop(night.by, entry=entry)
    for table in (2, 3):
        night.play_table(table)
    moves_apply(night.by, round=1)
    for entry, table in zip(night.table(1), (2, 3), strict=True):
        seat_move(night.because("they were two"), entry=entry, table=table)
    assert [len(night.table(table)) for table in (1, 2, 3)] == [0, 6, 6]
    night.play_table(2)
    night.play_table(3)
    assert night.preview().ready
    night.settle()


def test_everybody_has_left(night):
    night = night(4, game="clag", games=2, **FIXED)
    for entry in night.table(1):
        player_drop(night.by, entry=entry)
    bell_ring(night.by, round=1)
    evening_settle(night.by, round=1)
    evening_finish(night.by)


def test_seats_change_only_before_the_first_bids(night):
    night = night(8, game="clag", **FIXED)
    one, other = night.table(1)[0], night.table(2)[0]
    seats_swap(night.because("beside her friend"), first=one, second=other)
    night.bid(2)
    with refused("table", "has started its game"):
        seats_swap(night.because("back again"), first=one, second=other)
    night.score(2)
    with refused("table", "has started its game"):
        seats_swap(night.because("back again"), first=one, second=other)


# Undo, and the end


@pytest.mark.thorough
def test_the_next_game_is_taken_back(night):
    night = night(4, games=2, **SHORT)
    night.next_round()
    points = scored(night.facts)
    night.bid(1)
    bell_undo(night.because("one more of the first"))
    assert (night.round, night.preview().rung, scored(night.facts)) == (1, False, points)
    assert night.at(1).next_number == 0
    bell_ring(night.by, round=1)
    moves_apply(night.by, round=1)
    night.score(1)
    with refused("discard", "already has results"):
        bell_undo(night.because("again"))
    moves_replay(night.because("again"), discard=True)
    assert (night.at(1).next_number, scored(night.facts)) == (1, points)


@pytest.mark.thorough
def test_it_settles_between_two_games(night):
    night = night(4, games=5, **SHORT)
    night.next_round()
    evening_settle(night.by, round=2)
    evening_finish(night.by)
    assert Evening.objects.get().stage == Stage.FINISHED


def test_points_and_then_exact_bids_make_the_standing(night):
    """Jabberwocky: a point for an exact bid, three off for a revoke; so four exact bids can be one point."""
    night = night(3, game="jabberwocky", **FIXED)
    a, b, c = night.table(1)
    for deal, (won, revokes) in enumerate([((0, 0, 3), {b: 1}), *[((1, 0, n), {}) for n in (3, 4, 5)]], 1):
        order = night.at(1).bidders(deal)
        told_ = Bids(dict.fromkeys(order, 0))
        tricks = dict(zip((a, b, c), won, strict=True))
        score_record(night.by, round=1, table=1, deal=deal, told=told_, taken=Taken(tricks, revokes=revokes))
    rows = [(row.entry, row.score, row.exact, row.place) for row in standing(night.facts, {})]
    assert rows == [(b, 1, 4, 1), (a, 1, 1, 2), (c, 0, 0, 3)]


@pytest.mark.thorough
def test_the_prizes_of_fixed_tables(night):
    night = night(8, Stage.FINISHED, **SHORT)
    awards = {award.prize: award for award in Result.objects.get().awards.all()}
    assert list(awards) == ["counters-lady", "counters-gentleman", "booby"]
    points = {e: person.score for e, person in scored(night.facts).items()}
    for role in ("lady", "gentleman"):
        here = {e.id: points[e.id] for e in night.facts.entries if e.role == role}
        best = {e for e, score in here.items() if score == max(here.values())}
        assert {e.pk for e in awards[f"counters-{role}"].winners.all()} == best
    last = {e for e, score in points.items() if score == min(points.values())}
    assert {e.pk for e in awards["booby"].winners.all()} == last
