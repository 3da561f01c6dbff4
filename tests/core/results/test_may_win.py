"""Everybody that a prize is for is in its ranking, or is told why not; who has won with few deals."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.bid_sheets import deal, evening
from tests.core.bid_sheets import play as of_bids
from tests.core.score_sheets import Sheet, play, said
from tournaments.core.evening import Facts
from tournaments.core.formats.registry import PLANNED, build_play
from tournaments.core.ranking.metrics import Best, build_all_figures
from tournaments.core.ranking.places import Step
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence
from tournaments.core.results.prizes import (
    Belongs,
    Exclusion,
    PlayedLittle,
    Prize,
    PrizeAward,
    award,
    count_deals,
    explain_barred,
    find_played_little,
    list_prizes,
)
from tournaments.core.results.standings import settle_people
from tournaments.core.settings import Settings

OURS = Settings(roles=("L", "G"))
YELLOW = Prize("yellow", "Most yellow chips", (Step("yellow"), Step("net")))
GENTLEMEN = Prize("counters-G", "Most counters", (Step("net"),), role="G")
BOOBY = Prize("booby", "Booby prize", (Step("net", Best.LOWEST),))


#            round 1      round 2      after it       settles
#   1 G      +20          +20                         90
#   2 G      -10          -10                         30
#   3 G      -10                       left in 1      40
#   4 L                   -10                         40
#   5 G                                came too late  50
def a_gentleman_who_left() -> Facts:
    sheet = Sheet().start(1, 2, 3, 4, roles="GGGL").open(1).seat(1, 1, 1, 2, 3, 4)
    sheet.deal(1, 1, {1: 20, 2: -10, 3: -10}, 1).ring(1).say(3, 1, Presence.LEFT)
    sheet.open(2).seat(2, 1, 1, 2, 4).deal(2, 1, {1: 20, 2: -10, 4: -10}, 1).ring(2)
    return sheet.start(5, round=3, roles="G").facts


def given_for(facts: Facts, *prizes: Prize, settings: Settings = OURS, **how) -> tuple[PrizeAward, ...]:
    belongs = {entry.id: Belongs(entry.role) for entry in facts.entries}
    people = build_all_figures(settle_people(replace(facts, settings=settings), {1: 2}))
    return award(prizes, people, belongs, explain_barred(replace(facts, settings=settings)), **how)


def told(made: PrizeAward) -> dict[int, str]:
    return {one.who: said(one.why) for one in made.out}


def test_who_left_stands_below_the_ranking_with_figures():
    (made,) = given_for(a_gentleman_who_left(), GENTLEMEN)
    assert [line.who for line in made.ranking] == [1, 2]
    assert made.out == (
        Exclusion(5, Reason("out_late"), (50,)),
        Exclusion(3, Reason("out_left", {"round": 1}), (40,)),
    )
    assert told(made) == {3: "Left in round 1.", 5: "Arrived after the last bell."}


def test_nobody_is_out_of_a_prize_that_is_not_for_them():
    (made,) = given_for(a_gentleman_who_left(), replace(GENTLEMEN, role="L"))
    assert (made.winners, made.out) == ((4,), ())


def test_where_leavers_win_nobody_is_out():
    (made,) = given_for(a_gentleman_who_left(), GENTLEMEN, settings=replace(OURS, leavers_win=True))
    assert [line.who for line in made.ranking] == [1, 5, 3, 2]
    assert made.out == ()


def test_who_has_a_prize_already():
    _yellow, made = given_for(a_gentleman_who_left(), YELLOW, GENTLEMEN, one_prize_each=True)
    assert made.winners == (2,)
    assert told(made) == {1: "Already has a prize.", 3: "Left in round 1.", 5: "Arrived after the last bell."}


def test_who_won_a_higher_place_of_the_same_prize_is_in_its_ranking():
    places = [replace(GENTLEMEN, key=f"own-{at}", place=at, series="own-1", role=None) for at in (1, 2)]
    first, second = given_for(a_gentleman_who_left(), *places, one_prize_each=True)
    assert [made.winners for made in (first, second)] == [(1,), (4,)]
    assert second.out == first.out


def test_the_least_number_of_deals():
    facts = a_gentleman_who_left()
    (made,) = given_for(facts, BOOBY)
    assert made.winners == (2,)
    few = replace(OURS, prize_deals=2)
    assert explain_barred(replace(facts, settings=few)).keys() == {3, 4, 5}
    (made,) = given_for(facts, BOOBY, settings=few)
    assert told(made)[4] == "Played 1 of 2 deals. A prize needs 2."
    assert told(made)[3] == "Left in round 1."
    (made,) = given_for(facts, BOOBY, settings=replace(few, leavers_win=True))
    assert told(made)[3] == "Played 1 of 2 deals. A prize needs 2."
    (made,) = given_for(facts, BOOBY, settings=replace(OURS, prize_deals=3))
    assert (made.winners, made.why.code, len(made.out)) == ((), "prize_nobody", 5)


def test_who_pauses():
    sheet = Sheet().start(1, 2).open(1).seat(1, 1, 1, 2).say(2, 1, Presence.PAUSED).ring(1)
    assert said(explain_barred(replace(sheet.facts, settings=OURS))[2]) == "Paused since round 1."


@pytest.mark.parametrize("format", PLANNED)
def test_a_whole_game_is_no_round(format):
    sheet = (
        Sheet(Facts(play=build_play("draw-poker", {}, format.key))).start(1, 2, 3).open(1).seat(1, 1, 1, 2, 3)
    )
    sheet.say(2, 1, Presence.LEFT).say(3, 1, Presence.PAUSED).ring(1).start(4, round=2)
    game = "" if "moving" in format.names else "_game"
    assert {who: why.code for who, why in explain_barred(replace(sheet.facts, settings=OURS)).items()} == {
        2: f"out_left{game}",
        3: f"out_paused{game}",
        4: f"out_late{game}",
    }


def test_deals_are_counted_where_counters_are_not_and_where_bids_are_played_for():
    facts = play(Random(3)).at_the_end()
    assert count_deals(facts) == count_deals(play(Random(3)).facts)
    bids = evening(of_bids("blackout"), [deal(1, "1:2/3 2:1/1"), deal(2, "1:0/0 2:1/2 3:1/1")], [1, 2, 3])
    assert count_deals(bids) == {1: 2, 2: 2, 3: 1}
    assert explain_barred(replace(bids, settings=Settings(prize_deals=2))) == {
        3: Reason("out_deals", {"figure": 1, "most": 2, "least": 2})
    }


def test_a_step_that_compares_equals_says_nothing_of_those_who_are_out():
    prize = replace(BOOBY, steps=(Step("net"), Step("lot", Best.LOWEST), Step("yellow")))
    (made,) = given_for(a_gentleman_who_left(), prize)
    assert [one.figures for one in made.out] == [(50, None, 0), (40, None, 0)]


def test_who_wins_with_less_than_half_of_the_deals():
    made = PrizeAward(BOOBY, (1, 2), Reason("prize_nobody"))
    played = {1: (5, 12), 2: (6, 12)}
    assert find_played_little([made], played) == (PlayedLittle(BOOBY, 1, 5, 12),)
    assert find_played_little([replace(made, winners=())], played) == ()


@given(st.randoms(use_true_random=False).map(play), st.booleans(), st.booleans(), st.integers(0, 3))
def test_nobody_is_silently_missing(played, one, leavers, deals):
    settings = replace(OURS, leavers_win=leavers, prize_deals=deals)
    facts = played.facts
    for made in given_for(facts, *list_prizes(settings, facts.play), settings=settings, one_prize_each=one):
        such = {entry.id for entry in facts.entries if made.prize.role in (None, entry.role)}
        considered, out = {line.who for line in made.ranking}, {one.who for one in made.out}
        assert considered | out == such & {*facts.starters}
        assert not considered & out
        assert set(made.winners) <= considered
        assert all(said(one.why) for one in made.out)
