"""Which results are refused, and what holds of all scores; those of each game are in the golden tables."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.bidding import list_legal_bids
from games.rules.deals import BidGame, DealPlan, Hand, Madness
from games.rules.schedules import apply_call, get_deal, plan_deals
from games.rules.scoring import find_best, score, score_deal
from tests.rules.tables import game, refused, tables


def caller(**said: object) -> tuple[BidGame, DealPlan]:
    one = game("caller-clag")
    return one, apply_call(one, plan_deals(one, 3)[0], {"cards": 5} | said)


def test_a_revoke_costs_nothing_but_in_jabberwocky():
    assert score(CLAG, SEVEN, Hand(3, 3, revokes=2)) == 16


# score_deal


CLAG = game("clag")
SEVEN = get_deal(CLAG, 3, {}, 7)


def hands(*parts):
    return [Hand(*part) for part in parts]


@pytest.mark.parametrize("many", [[3, 3, 0], [3, 4, 1], [0, 0, 0]])
def test_tricks_must_total_the_cards(many):
    reason = refused("tricks", score_deal, CLAG, SEVEN, [Hand(1, tricks) for tricks in many])
    assert f"The tricks total {sum(many)}. They must total 7." in reason


@pytest.mark.parametrize("wrong", [8, -1])
def test_each_number_is_in_range(wrong):
    for field, part in (
        ("bids.1", Hand(wrong, 4)),
        ("tricks.1", Hand(4, wrong)),
        ("revokes.1", Hand(4, 4, revokes=wrong)),
    ):
        refused(field, score_deal, CLAG, SEVEN, [Hand(3, 3), part, Hand(0, 0)])


@pytest.mark.parametrize("players", [0, 2, 8])
def test_the_number_of_players_fits(players):
    refused("players", score_deal, CLAG, SEVEN, [Hand(0, 7), *[Hand(0, 0)] * players][:players])


def test_a_misere_is_bid_zero():
    refused("bids.2", score_deal, CLAG, get_deal(CLAG, 3, {}, 12), hands((0, 3), (0, 4), (1, 0)))


def test_nothing_scores_before_the_call():
    one = game("caller-clag")
    refused("call", score_deal, one, plan_deals(one, 3)[0], hands((0, 0), (0, 0), (0, 0)))


MAD = caller(ascending_madness=True)


@pytest.mark.parametrize(
    ("field", "took"),
    [
        ("took.0", [(), (3, 4, 5), ()]),
        ("took.0", [(1, 2, 3), (4, 5), ()]),
        ("took.0", [(1, 1), (3, 4, 5), ()]),
        ("took.1", [(1, 2), (2, 4, 5), ()]),
        ("took.1", [(1, 2), (3, 4, 6), ()]),
        ("took.0", [(0, 2), (3, 4, 5), ()]),
        ("took.2", [(1, 2), (3, 4, 5), (1,)]),
        ("took.1", [(1, 2), None, ()]),
    ],
)
def test_each_trick_was_taken_once(field, took):
    parts = [Hand(2, tricks, which) for tricks, which in zip((2, 3, 0), took, strict=True)]
    refused(field, score_deal, *MAD, parts)


@st.composite
def results(draw):
    """A deal at any table, bid legally, each trick won by anybody."""
    table = draw(tables())
    winners = draw(
        st.lists(st.integers(0, table.players - 1), min_size=table.deal.cards, max_size=table.deal.cards)
    )
    bids: list[int] = []
    for _seat in range(table.players):
        bids.append(draw(st.sampled_from(list_legal_bids(table.game, table.deal, table.players, bids))))
    return table, [
        Hand(
            bid,
            winners.count(seat),
            tuple(number for number, winner in enumerate(winners, 1) if winner == seat),
            # Nobody revokes in the last trick, nor where they lead: after one won, and perhaps in the first.
            draw(st.integers(0, max(0, table.deal.cards - winners.count(seat) - 2))),
        )
        for seat, bid in enumerate(bids)
    ]


@given(results(), st.data())
def test_scores_go_with_the_hands_wherever_they_sit(result, data):
    table, parts = result
    order = data.draw(st.permutations(range(table.players)))
    scores = score_deal(table.game, table.deal, parts)
    assert score_deal(table.game, table.deal, [parts[seat] for seat in order]) == tuple(
        scores[seat] for seat in order
    )
    assert find_best([scores[seat] for seat in order], [parts[seat] for seat in order]) == tuple(
        place for place, seat in enumerate(order) if seat in find_best(scores, parts)
    )


@given(results())
def test_madness_gives_out_the_same_points_both_ways(result):
    """All tricks together earn cards × (cards + 1), beside the tens."""
    table, parts = result
    if table.deal.misere or not table.deal.by_call:
        return
    exact = sum(part.bid == part.tricks for part in parts)
    for madness in (Madness.ASCENDING, Madness.DESCENDING):
        deal = replace(table.deal, madness=madness)
        assert sum(score_deal(table.game, deal, parts)) == 10 * exact + deal.cards * (deal.cards + 1)


# find_best


@pytest.mark.parametrize(
    ("tricks", "revokes", "leader", "wrong"),
    [
        # A deal of three cards; in the last trick nobody revokes. Three tricks won: led to the second one.
        ((3, 0, 0), (1, 0, 0), 1, None),
        ((3, 0, 0), (1, 0, 0), 0, 0),
        ((3, 0, 0), (2, 0, 0), 1, 0),
        ((3, 0, 0), (0, 2, 0), 2, None),
        ((3, 0, 0), (0, 3, 0), 2, 1),
        ((3, 0, 0), (0, 2, 0), 1, 1),
        # Two of them won the last two tricks, and led to none of the first two.
        ((1, 1, 1), (2, 0, 0), 1, None),
        ((1, 1, 1), (2, 2, 0), 2, None),
        ((1, 1, 1), (2, 2, 1), 2, 0),
        ((1, 1, 1), (1, 1, 0), 0, None),
        # Nobody is left who can have led the first trick.
        ((3, 0, 0), (1, 2, 2), None, 0),
        ((3, 0, 0), (0, 2, 2), None, None),
    ],
)
def test_nobody_revokes_in_a_trick_to_which_they_lead(tricks, revokes, leader, wrong):
    one = game("jabberwocky")
    deal = plan_deals(one, 3)[0]
    hands = [Hand(1, won, revokes=times) for won, times in zip(tricks, revokes, strict=True)]
    if wrong is None:
        assert len(score_deal(one, deal, hands, leader)) == 3
    else:
        refused(f"revokes.{wrong}", score_deal, one, deal, hands, leader)
