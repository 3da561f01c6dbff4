"""Cuts: highest is picked, the ace is low, only the rank counts, only equal highest cut again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.cards import PACK
from tests.rules.tables import refused
from tournaments.core.movement.cuts import CutNeed, check_attempt, draw_cut, find_highest_people, settle
from tournaments.core.record import Cut, Purpose

UP = Purpose.UP
NEED = CutNeed(UP, 3, (1, 2, 3))


def cut(*attempts: dict[int, str], purpose: Purpose = UP, position: int = 3, deal: int = 0) -> Cut:
    return Cut(1, position, purpose, tuple(tuple(a.items()) for a in attempts), deal)


@pytest.mark.parametrize(
    ("attempts", "goes"),
    [
        ([{1: "KD", 2: "4S", 3: "TC"}], 1),  # king over ten over four
        ([{1: "2H", 2: "AS", 3: "3H"}], 3),  # the ace is low
        ([{1: "AS", 2: "2C", 3: "AD"}], 2),  # a two is higher than two aces
        ([{1: "JC", 2: "QC", 3: "9C"}], 2),  # queen over jack over nine
        ([{1: "TS", 2: "9S", 3: "8S"}], 1),  # the ten is T
        ([{1: "KD", 2: "KS", 3: "4C"}, {1: "3D", 2: "7C"}], 2),  # only the equal highest cut again
    ],
)
def test_the_highest_cut_goes_and_the_ace_is_low(attempts, goes):
    assert settle(UP, 3, {1, 2, 3}, 0, [cut(*attempts)]) == goes


def test_only_the_rank_counts_and_only_the_equal_highest_cut_again():
    need = settle(UP, 3, {1, 2, 3}, 0, [cut({1: "KD", 2: "KS", 3: "4C"})])
    assert need == CutNeed(UP, 3, (1, 2), 0, (((1, "KD"), (2, "KS"), (3, "4C")),))


def test_one_person_needs_no_cut_and_several_need_one_that_is_recorded():
    assert settle(UP, 3, {9}, 0, []) == 9
    assert settle(UP, 3, {3, 1, 2}, 0, []) == NEED


@pytest.mark.parametrize(
    "other",
    [
        cut({1: "KD", 2: "4S"}),  # other people
        cut({1: "KD", 2: "4S", 3: "2C"}, purpose=Purpose.EXCHANGE),
        cut({1: "KD", 2: "4S", 3: "2C"}, position=2),
        cut({1: "KD", 2: "4S", 3: "2C"}, deal=1),
    ],
)
def test_a_cut_serves_only_its_own_purpose_table_deal_and_people(other):
    assert settle(UP, 3, {1, 2, 3}, 0, [other]) == NEED


def test_a_replay_reuses_the_cut_where_the_same_people_tie():
    cuts = [cut({1: "KD", 2: "4S"}), cut({2: "5S", 3: "9H", 1: "2C"})]
    assert settle(UP, 3, [3, 2, 1], 0, cuts) == 3


def test_an_attempt_by_people_who_are_not_equal_is_not_counted():
    # 1 and 2 are equal, but 1 and 3 cut again: that attempt is nobody's
    made = cut({1: "KD", 2: "KS", 3: "4C"}, {1: "3D", 3: "7C"})
    need = settle(UP, 3, {1, 2, 3}, 0, [made])
    assert isinstance(need, CutNeed)
    assert (need.among, len(need.attempts)) == ((1, 2), 1)


def test_equal_highest():
    assert find_highest_people(((5, "QS"), (2, "QD"), (9, "AS"))) == (2, 5)
    assert find_highest_people(((5, "AS"), (2, "2D"))) == (2,)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ({1: "KD", 2: "4S"}, "3 must cut too"),
        ({1: "KD", 2: "4S", 3: "5S", 4: "6S"}, "4 does not cut here"),
        ({1: "KD", 2: "4S", 3: "1S"}, "not a card"),
        ({1: "KD", 2: "4S", 3: ""}, "not a card"),
        ({1: "KD", 2: "4S", 3: "KD"}, "KD"),
        ({1: "KD", 2: "4S", 3: "kd"}, "KD"),
        ({1: "KD", 2: "4S", 3: "KW"}, "not a card"),
    ],
)
def test_an_attempt_that_cannot_be_is_refused(cards, says):
    assert says in refused("cards", check_attempt, NEED, cards)


def test_a_good_attempt_is_written_in_capitals_and_in_order():
    assert check_attempt(NEED, {3: "td", 1: "KD", 2: "4s"}) == ((1, "KD"), (2, "4S"), (3, "TD"))


def test_a_rank_alone_will_do():
    attempt = check_attempt(NEED, {1: "K", 2: "k", 3: "4S"})
    assert attempt == ((1, "KW"), (2, "KX"), (3, "4S"))
    assert find_highest_people(attempt) == (1, 2)


@pytest.mark.parametrize("cards", [["K"] * 5, ["KD", "K", "K", "K", "K"]])
def test_a_pack_has_four_of_a_rank(cards):
    need = CutNeed(UP, 3, (1, 2, 3, 4, 5))
    with pytest.raises(RuleError, match="only four"):
        check_attempt(need, dict(enumerate(cards, start=1)))


def test_the_programs_cut_can_be_repeated_by_anybody():
    # The lots are SHA-256 of "hall/up/3/0/1/1-2-3:<card>"; lowest first: 00b2… TC, 00c7… 2S, 029c… JH.
    assert draw_cut(NEED, "hall") == draw_cut(NEED, "hall")
    assert draw_cut(NEED, "hall") == ((1, "TC"), (2, "2S"), (3, "JH"))


def test_one_seed_serves_every_cut_of_a_bell():
    again = CutNeed(UP, 3, (1, 2), 0, (((1, "KD"), (2, "KS")),))
    others = [CutNeed(UP, 2, (1, 2)), CutNeed(Purpose.DOWN, 3, (1, 2)), CutNeed(UP, 3, (1, 2), 5)]
    needs = [CutNeed(UP, 3, (1, 2)), *others, again]
    assert len({draw_cut(need, "hall") for need in needs}) == len(needs)


def test_a_cut_among_those_who_are_left_is_drawn_afresh():
    cards = [[card for _, card in draw_cut(CutNeed(UP, 3, people), "hall")] for people in ((1, 2, 3), (2, 3))]
    assert cards[1] != cards[0][:2]


@given(st.sets(st.integers(1, 500), min_size=2, max_size=7), st.text(max_size=8))
def test_drawn_cuts_are_good_attempts_and_settle_in_the_end(people, seed):
    need = settle(UP, 3, people, 0, [])
    cards = {str(card) for card in PACK}
    for _attempt in range(30):
        assert isinstance(need, CutNeed)
        made = draw_cut(need, seed)
        assert {card for _, card in made} <= cards
        assert check_attempt(need, dict(made)) == made
        need = settle(UP, 3, people, 0, [Cut(1, 3, UP, (*need.attempts, made))])
        if isinstance(need, int):
            break
    assert need in people


@given(st.permutations([(1, "KD"), (2, "KS"), (3, "4C"), (4, "AC")]))
def test_the_order_in_which_the_cards_are_written_changes_nothing(attempt):
    need = settle(UP, 3, {1, 2, 3, 4}, 0, [Cut(1, 3, UP, (tuple(attempt),))])
    assert need == CutNeed(UP, 3, (1, 2), 0, (((1, "KD"), (2, "KS"), (3, "4C"), (4, "AC")),))
