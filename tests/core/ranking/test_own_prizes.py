"""Prizes of a club’s own: any metric, highest or lowest, for some only, several places, shared or by lot."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.score_sheets import all_but, said
from tournaments.core.ranking.metrics import METRICS, Best, PersonFigures
from tournaments.core.ranking.places import Step, rank_people
from tournaments.core.ranking.prize_list import FIRST, Listed
from tournaments.core.reasons import Reason
from tournaments.core.results import prizes as results_prizes
from tournaments.core.results.prizes import Belongs, Prize, PrizeAward, list_own_prizes

LOWEST = Best.LOWEST
LOT = Step("lot", LOWEST)
WINS = Prize("own-1", "Wins", (Step("wins"),), own=True)
THREE = list_own_prizes(Listed("own-2", "Wins", (Step("wins"), Step("net")), places=3), METRICS)


def award(prizes, people, belongs, able, **how) -> tuple[PrizeAward, ...]:
    """All others were not there at the last bell."""
    people = list(people)
    return results_prizes.award(prizes, people, belongs, all_but(able, (one.who for one in people)), **how)


#   written as (wins, net) by player: 1, 2, 3 …
def given_to(prizes, *figures, belongs=None, able=None, **how) -> tuple[PrizeAward, ...]:
    people = [
        PersonFigures(who, {"wins": wins, "net": net}) for who, (wins, net) in enumerate(figures, start=1)
    ]
    able = range(1, len(figures) + 1) if able is None else able
    return award(prizes, people, belongs or {}, able, **how)


def winners(awards):
    return [made.winners for made in awards]


def test_the_lowest_wins_where_that_is_best():
    fewest = replace(WINS, steps=(Step("wins", LOWEST), Step("net")))
    (made,) = given_to([fewest], (2, 10), (0, 30), (0, 40))
    assert made.winners == (3,)
    assert said(made.why) == "Wins: 0 (equal with P2). Counters after settling up decided: 40 against 30."


def test_where_nobody_has_any_nobody_wins():
    (made,) = given_to([WINS], (0, 10), (0, 30))
    assert (made.winners, made.why) == ((), Reason("prize_none_given", {"metric": "wins"}))


def test_a_prize_for_a_group_and_one_for_a_division():
    belongs = {1: Belongs(groups=frozenset({"Juniors"}), division="B"), 2: Belongs(division="A")}
    prizes = [replace(WINS, group="Juniors"), replace(WINS, key="own-2", division="A")]
    assert winners(given_to(prizes, (1, 0), (2, 0), (3, 0), belongs=belongs)) == [(1,), (2,)]
    nobody = given_to(prizes, (1, 0), (2, 0))
    assert [said(made.why) for made in nobody] == [
        "Nobody in the group “Juniors” can win.",
        "Nobody in the division “A” can win.",
    ]


# Several places


#   player     1        2        3        4
#   wins       3        1        2        1
#   net                10                20
def test_first_second_and_third():
    awards = given_to(THREE, (3, 0), (1, 10), (2, 0), (1, 20))
    assert [(made.prize.key, made.winners) for made in awards] == [
        ("own-2", (1,)),
        ("own-2-2", (3,)),
        ("own-2-3", (4,)),
    ]
    assert [said(made.why) for made in awards] == [
        "Wins: 3. The next player has 2.",
        "Wins: 2. The next player has 1.",
        "Wins: 1 (equal with P2). Counters after settling up decided: 20 against 10.",
    ]


def test_who_shares_a_place_takes_up_the_next():
    """1-1-3, as in the standing."""
    awards = given_to(THREE, (3, 5), (3, 5), (1, 0))
    assert winners(awards) == [(1, 2), (), (3,)]
    assert said(awards[1].why) == "Several players share a higher place, so there is no place 2."


def test_where_there_are_fewer_people_than_places():
    awards = given_to(THREE, (3, 0), (1, 0))
    assert winners(awards) == [(1,), (2,), ()]
    assert said(awards[2].why) == "Nobody is left for place 3."


def test_one_prize_each_counts_all_places_as_one_prize():
    """Places are those among people who had no prize before; the second is not made the first by it."""
    awards = given_to([WINS, *THREE], (3, 0), (2, 0), (1, 0), (1, 5), one_prize_each=True)
    assert winners(awards) == [(1,), (2,), (4,), (3,)]
    assert awards[1].why.figures["whom"] == (1,)
    assert awards[3].why.code == "prize_last_passed"


# Lots


def test_equals_draw_lots_where_the_list_says_so():
    by_lot = replace(WINS, steps=(Step("wins"), LOT))
    (made,) = given_to([by_lot], (2, 0), (2, 0), (1, 0), seed="7")
    assert len(made.winners) == 1
    (other,) = {1, 2} - set(made.winners)
    assert made.why == Reason(
        "prize_lot", {"metric": "wins", "figure": 2, "others": (other,), "seed": "7:own-1"}
    )
    assert said(made.why) == f"Wins: 2 (equal with P{other}). The lot decided, seed “7:own-1”."
    assert given_to([by_lot], (2, 0), (2, 0), (1, 0), seed="7") == (made,)


def test_each_prize_has_lots_of_its_own():
    prizes = [Prize(f"own-{n}", "", (Step("wins"), LOT), own=True) for n in range(1, 21)]
    assert set(winners(given_to(prizes, (2, 0), (2, 0), seed="7"))) == {(1,), (2,)}


def test_of_those_who_draw_lots_for_places_each_has_one():
    prizes = list_own_prizes(Listed("own-1", "Wins", (Step("wins"), LOT), places=3), METRICS)
    awards = given_to(prizes, (2, 0), (2, 0), (2, 0), seed="7")
    assert sorted(winners(awards)) == [(1,), (2,), (3,)]
    assert [made.why.code for made in awards] == ["prize_lot", "prize_lot", "prize_last"]


# Any metric


def test_tie_breaks_by_results():
    """Of equals the one who was first more often; then who came in ahead where they met."""
    results = {1: {(1, 1): 1, (2, 1): 3}, 2: {(1, 1): 2, (2, 1): 2}}
    people = [PersonFigures(who, {"wins": 1}, results[who]) for who in results]
    for tie, winner in (("countback", 1), ("last", 2)):
        prize = replace(WINS, steps=(Step("wins"), Step(tie, METRICS[tie].best)))
        (made,) = award([prize], people, {}, {1, 2})
        assert (made.winners, made.why.figures["tie_break"]) == ((winner,), tie)
        assert said(made.why)


def test_parts_of_a_whole_are_told_exactly():
    people = [PersonFigures(1, {"points": Fraction(33, 2)}), PersonFigures(2, {"points": Fraction(16, 3)})]
    (made,) = award([replace(WINS, steps=(Step("points"),))], people, {}, {1, 2})
    assert said(made.why) == "Points of the season: 16.5. The next player has 5 1/3."


@pytest.mark.parametrize("best", list(Best))
@pytest.mark.parametrize("metric", sorted(FIRST))
def test_every_metric_can_decide(metric, best):
    figures = {1: 3, 2: 5, 3: 4}
    people = [PersonFigures(who, {metric: figure}) for who, figure in figures.items()]
    (made,) = award([replace(WINS, steps=(Step(metric, best),))], people, {}, {1, 2, 3})
    assert made.winners == ((2,) if best is Best.HIGHEST else (1,))
    wins, then = ("5", "4") if best is Best.HIGHEST else ("3", "4")
    assert said(made.why) == f"{METRICS[metric].title}: {wins}. The next player has {then}."


# A game that a table wins together


#   player    1   2   3   4
#   wins      1   1   0   0
#   hands     7   7   -   -      3 and 4 have lost
HANDS = Step("hands", LOWEST)


def given_hands(prizes, *figures):
    people = [
        PersonFigures(who, {"wins": wins, "hands": hands}) for who, (wins, hands) in enumerate(figures, 1)
    ]
    return award(prizes, people, {}, range(1, len(people) + 1))


@pytest.mark.parametrize("places", range(1, 11))
def test_places_by_hands_end_with_the_tables_that_have_won(places):
    prizes = list_own_prizes(Listed("own-1", "Hands", (HANDS,), places=places), METRICS)
    awards = given_hands(prizes, (1, 7), (1, 7), (0, None), (0, None))
    assert winners(awards) == [(1, 2), *[()] * (places - 1)]
    codes = ["prize_shared", "prize_place_shared", *["prize_place_empty"] * 8]
    assert [made.why.code for made in awards] == codes[:places]


@pytest.mark.parametrize("places", range(1, 11))
def test_hands_part_no_equals_who_have_all_lost(places):
    steps = (Step("wins", LOWEST), HANDS)
    prizes = list_own_prizes(Listed("own-1", "Wins", steps, places=places), METRICS)
    awards = given_hands(prizes, (1, 8), (1, 7), (0, None), (0, None))
    assert winners(awards) == [(3, 4), (), (2,), (1,), *[()] * 6][:places]
    assert said(awards[0].why) == "Wins: 0 each. The winners are equal in everything that counts: P3, P4."


def test_of_equals_who_has_won_is_before_who_has_lost():
    (made,) = given_hands([replace(WINS, steps=(Step("wins"), HANDS))], (1, None), (1, 9), (0, None))
    assert made.winners == (2,)
    assert said(made.why) == "Wins: 1 (equal with P1). Deals needed decided: 9 against –."


# A knockout


def test_a_bye_in_the_last_game_is_behind_those_who_played_it():
    """Nor is it undecided for that: in the standing it is behind them, too."""
    people = [
        PersonFigures(1, {"reached": 2}),
        PersonFigures(2, {"reached": 2, "stage": -3}),
        PersonFigures(3, {"reached": 1}),
    ]
    (made,) = award([replace(WINS, steps=(Step("reached"), Step("stage")))], people, {}, {1, 2, 3})
    assert made.winners == (2,)
    assert made.why.figures["by"] == -3
    (made,) = award([replace(WINS, steps=(Step("reached"), Step("stage")))], people, {}, {1, 3})
    assert (made.winners, said(made.why)) == ((1,), "Games reached: 2. The next player has 1.")


# Properties


steps = st.lists(
    st.sampled_from([Step("wins"), Step("net"), Step("best", LOWEST), LOT, Step("wins", LOWEST)]),
    min_size=1,
    max_size=3,
    unique_by=lambda step: step.metric,
).filter(lambda steps: steps[0].metric != "lot")
chosen = st.builds(
    Listed,
    key=st.just("own-1"),
    title=st.just("A prize"),
    steps=steps.map(tuple),
    role=st.sampled_from(["", "L"]),
    group=st.sampled_from(["", "Juniors"]),
    places=st.integers(1, 3),
)
lists = st.lists(chosen, min_size=1, max_size=4).map(
    lambda prizes: tuple(
        prize
        for number, one in enumerate(prizes, start=1)
        for prize in list_own_prizes(replace(one, key=f"own-{number}"), METRICS)
    )
)
figure = st.one_of(st.none(), st.integers(0, 2))
sheets = st.lists(st.tuples(figure, st.integers(0, 2), st.integers(-2, 2)), min_size=1, max_size=6)


def people_of(sheet):
    names = ("wins", "best", "net")
    return [PersonFigures(who, dict(zip(names, row, strict=True))) for who, row in enumerate(sheet, start=1)]


def belongs_of(sheet):
    young = frozenset({"Juniors"})
    return {
        who: Belongs("LG"[who % 2], young if who % 3 else frozenset()) for who in range(1, len(sheet) + 1)
    }


@given(lists, sheets, st.booleans(), st.data())
def test_the_order_of_people_changes_nothing(prizes, sheet, one, data):
    people, belongs = people_of(sheet), belongs_of(sheet)
    able = data.draw(st.sets(st.sampled_from([person.who for person in people])))
    mixed = data.draw(st.permutations(people))
    how = {"one_prize_each": one, "seed": "s"}
    assert award(prizes, mixed, belongs, able, **how) == award(prizes, people, belongs, able, **how)


@given(lists, sheets, st.booleans())
def test_each_prize_has_winners_or_the_reason_why_nobody(prizes, sheet, one):
    people, belongs = people_of(sheet), belongs_of(sheet)
    awards = award(prizes, people, belongs, range(1, len(sheet) + 1), one_prize_each=one, seed="s")
    assert tuple(made.prize for made in awards) == prizes
    for made in awards:
        assert said(made.why)
        considered = {line.who: line.place for line in made.ranking}
        assert set(made.winners) <= considered.keys()
        assert {considered[who] for who in made.winners} <= {max(made.prize.place, 1)}
        assert all(belongs[who].may_win(made.prize) for who in made.winners)
        assert bool(made.winners) != made.why.code.startswith(
            ("prize_no", "prize_uncounted", "prize_others_only", "prize_all", "prize_place")
        )


@given(lists, sheets)
def test_one_prize_each_never_gives_two(prizes, sheet):
    """Nor does it leave a prize with nobody as long as somebody could have it."""
    people, belongs = people_of(sheet), belongs_of(sheet)
    able = set(range(1, len(sheet) + 1))
    awards = award(prizes, people, belongs, able, one_prize_each=True, seed="s")
    won = [who for made in awards for who in made.winners]
    assert len(won) == len(set(won))
    for made in awards:
        if made.why.code == "prize_all_have_one":
            before = {w for other in awards[: awards.index(made)] for w in other.winners}
            assert {who for who in able if belongs[who].may_win(made.prize)} <= before


@given(lists, sheets)
def test_a_place_is_the_place_in_the_ranking(prizes, sheet):
    people, belongs = people_of(sheet), belongs_of(sheet)
    awards = award(prizes, people, belongs, range(1, len(sheet) + 1), seed="s")
    for made in awards:
        free = [person for person in people if belongs[person.who].may_win(made.prize)]
        places = rank_people(free, made.prize.steps, f"s:{made.prize.series or made.prize.key}")
        if made.winners:
            assert set(made.winners) == {
                line.who for line in places if line.place == max(made.prize.place, 1)
            }
