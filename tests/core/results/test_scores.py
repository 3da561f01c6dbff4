"""Points, exact bids, and games that a table wins or loses together."""

from dataclasses import replace

from tests.core.bid_sheets import deal, evening, play
from tests.core.score_sheets import awarded
from tournaments.core.evening import Facts
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.kinds.points import BidTally, count_hands_used, tally_bids
from tournaments.core.results.prizes import list_prizes
from tournaments.core.results.standings import rank_evening, settle_people
from tournaments.core.settings import BoobyBy, Settings

ROUNDS = [
    deal(1, "1:1/1=12w 2:0/0=10 3:1/0=0"),
    deal(1, "1:1/2=0 2:2/2=14w 3:0/0=10", round=2),
    deal(1, "1:3/3=16w 2:1/0=0", round=3),
]
CLAG = play("clag", "progressive")


def test_points_and_exact_bids_are_summed_up():
    facts = Facts(play=CLAG, pools=tuple(ROUNDS))
    assert tally_bids(facts) == {1: BidTally(28, 2, 3), 2: BidTally(24, 2, 3), 3: BidTally(10, 1, 2)}
    assert tally_bids(facts, 2) == {1: BidTally(12, 1, 2), 2: BidTally(24, 2, 2), 3: BidTally(10, 1, 2)}
    assert tally_bids(facts, 0) == {}
    assert tally_bids(Facts(play=CLAG)) == {}


def test_pools_of_counters_have_no_points():
    pool = replace(ROUNDS[0], lines=tuple(line._replace(bid=None, score=None) for line in ROUNDS[0].lines))
    assert set(tally_bids(Facts(play=POKER_EVENING, pools=(pool,))).values()) == {BidTally(0, 0, 1)}


COOPERATIVE = play("blackout-cooperative")
SEVEN = range(1, 8)


def game(people, lost=0, rounds=7, position=1, round=1):
    """A game by seven, who play seven rounds, the first ``lost`` times in vain."""
    first, *others = people
    deals = []
    for number in range(1, lost + rounds + 1):
        cards = max(1, number - lost)
        missed = number <= lost
        won = f"{first}:{cards}/{cards - missed}=0"
        rest = [f"{e}:0/{int(missed and e == others[0])}=0" for e in others]
        deals.append(deal(number, " ".join([won, *rest]), round=round, position=position))
    return deals


def test_together_a_table_has_used_so_many_hands_or_has_lost():
    tables = [range(1, 8), range(8, 15), range(15, 22)]
    deals = [*game(tables[0]), *game(tables[1], lost=3, position=2), *game(tables[2], rounds=6, position=3)]
    hands = count_hands_used(evening(COOPERATIVE, deals, *tables))
    assert [{hands[entry] for entry in table} for table in tables] == [{7}, {10}, {None}]


def test_together_who_left_before_the_end_has_lost():
    whole = game(SEVEN)
    left = [replace(pool, lines=pool.lines[:-1]) if pool.deal == 7 else pool for pool in whole]
    hands = count_hands_used(evening(COOPERATIVE, left, SEVEN))
    assert 7 not in hands
    facts = evening(COOPERATIVE, left, SEVEN)
    assert settle_people(facts, {})[7].hands is None
    assert settle_people(facts, {})[1].hands == 7


def test_together_games_add_up_and_one_lost_is_all_lost():
    one, two = game(SEVEN, lost=1), game(SEVEN, round=2)
    facts = evening(COOPERATIVE, [*one, *two], SEVEN)
    assert set(count_hands_used(facts).values()) == {8 + 7}
    assert set(count_hands_used(replace(facts, pools=facts.pools[:-1])).values()) == {None}


# The standing and the prizes


def test_the_standing_is_by_points_then_exact_bids():
    deals = [deal(1, "1:0/0=5 2:1/2=5 3:2/2=7w 4:0/1=-1")]
    facts = evening(play("romanian-whist"), deals, (1, 2, 3, 4), (5, 6, 7))
    rows = rank_evening(facts, {})
    assert [(row.entry, row.place, row.score, row.exact) for row in rows] == [
        (3, 1, 7, 1), (1, 2, 5, 1), (2, 3, 5, 0), (5, 4, 0, 0), (6, 4, 0, 0), (7, 4, 0, 0), (4, 7, -1, 0),
    ]  # fmt: skip
    assert {row.counters for row in rows} == {None}
    above = rows[1].why
    assert above is not None
    assert (above.code, above.figures["metric"]) == ("above_tie_break", "exact")


def test_who_never_sat_down_is_not_in_it():
    facts = evening(CLAG, [], (1, 2, 3))
    facts = replace(facts, entries=(*facts.entries, replace(facts.entries[0], id=9)))
    assert {row.entry for row in rank_evening(facts, {})} == {1, 2, 3}


def test_together_the_fewest_hands_stand_first_and_the_losers_last():
    tables = [range(1, 8), range(8, 15), range(15, 22)]
    deals = [*game(tables[0], lost=2), *game(tables[1], position=2), *game(tables[2], rounds=1, position=3)]
    rows = rank_evening(evening(COOPERATIVE, deals, *tables), {})
    places = {row.entry: (row.place, row.hands) for row in rows}
    assert {places[entry] for entry in tables[1]} == {(1, 7)}
    assert {places[entry] for entry in tables[0]} == {(8, 9)}
    assert {places[entry] for entry in tables[2]} == {(15, None)}
    assert rows[13].why is not None
    assert rows[13].why.code == "above_lost"


def keys(settings, played):
    return [prize.key for prize in list_prizes(settings, played)]


def test_which_prizes_there_are():
    everything = ["yellow", "counters-lady", "counters-gentleman", "booby"]
    assert keys(Settings(), CLAG) == everything
    assert keys(Settings(), play("clag")) == everything[1:]  # no head table gives a yellow chip
    assert keys(Settings(), play("draw-poker")) == everything[1:]
    assert keys(Settings(), COOPERATIVE) == ["counters"]
    assert keys(Settings(roles=()), play("clag")) == ["counters", "booby"]
    assert keys(Settings(prizes=("yellow",)), play("clag")) == []


def test_in_a_knockout_the_rulebooks_first_prize_is_for_its_winner():
    """One for everybody, not for each role, and by the final first; the booby prize is as ever."""
    for game, figures in (("clag", ["score", "exact"]), ("draw-poker", ["net"])):
        first, last = list_prizes(Settings(), play(game, "knockout"))
        assert (first.key, first.title, first.role) == ("counters", "Winner of the knockout", None)
        assert [step.metric for step in first.steps] == ["reached", "stage", *figures]
        assert [(step.metric, step.highest) for step in last.steps] == [(figures[0], False)]


def test_prizes_are_for_points():
    facts = evening(CLAG, ROUNDS, (1, 2, 3))
    chips = {1: 2, 2: 1}
    settled = settle_people(facts, chips)
    for booby, last in ((BoobyBy.COUNTERS, 3), (BoobyBy.YELLOW, 3)):
        settings = Settings(roles=(), booby=booby)
        awards = awarded(list_prizes(settings, CLAG), settled, facts.entries, {1, 2, 3})
        won = {made.prize.key: made.winners for made in awards}
        assert won == {"yellow": (1,), "counters": (1,), "booby": (last,)}
    assert awards[1].why.figures["metric"] == "score"
    assert awards[1].prize.title == "Most points"


def test_equal_yellow_chips_are_parted_by_points():
    facts = evening(CLAG, ROUNDS, (1, 2, 3))
    settled = settle_people(facts, {1: 1, 2: 1})
    first, *_others = awarded(list_prizes(Settings(), CLAG), settled, facts.entries, {1, 2, 3})
    assert (first.winners, first.why.code, first.why.figures["tie_break"]) == (
        (1,),
        "prize_tie_break",
        "score",
    )


def test_at_fixed_tables_the_booby_prize_is_for_the_fewest_points():
    facts = evening(play("clag"), ROUNDS, (1, 2, 3))
    settled = settle_people(facts, {})
    settings = Settings(prizes=("booby",), booby=BoobyBy.YELLOW)
    (made,) = awarded(list_prizes(settings, facts.play), settled, facts.entries, {1, 2, 3})
    assert (made.winners, made.why.figures["metric"]) == ((3,), "score")


def test_where_all_tables_lost_nobody_wins():
    facts = evening(COOPERATIVE, game(SEVEN, rounds=2), SEVEN)
    (made,) = awarded(
        list_prizes(Settings(), COOPERATIVE), settle_people(facts, {}), facts.entries, set(SEVEN)
    )
    assert (made.winners, made.why.code) == ((), "prize_all_lost")
