"""A whole game: which deal comes next, when it is over, and who has won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.bidding import check_bids, list_legal_bids
from games.rules.deals import DealPlan, End, Hand
from games.rules.game import FinishedDeal, Outcome, count_zeros, find_next_deal, find_outcome
from games.rules.schedules import apply_call, find_orders, plan_deals
from games.rules.scoring import score_deal
from tests.rules.tables import GAMES, game, options_of, refused


def follows(key: str, players: int, played: list[FinishedDeal], **options: object) -> DealPlan:
    """The next deal of a game that is not over."""
    deal = find_next_deal(game(key), players, options, played)
    assert deal is not None
    return deal


def play(key, players, *deals, **options):
    """A game of these hands, each deal as ``bid/tricks`` by place."""
    one = game(key)
    played: list[FinishedDeal] = []
    for hands in deals:
        deal = follows(key, players, played, **options)
        pairs = [hand.split("/") for hand in hands.split()]
        parts = tuple(Hand(int(bid), int(tricks)) for bid, tricks in pairs)
        score_deal(one, deal, parts)
        played.append(FinishedDeal(deal, parts))
    return played


def stands(key, players, *deals, stopped=False, **options):
    return find_outcome(game(key), players, options, play(key, players, *deals, **options), stopped=stopped)


def test_a_game_that_has_not_begun():
    assert stands("clag", 3) == Outcome((0, 0, 0), (), False, 0, 0, None)
    assert find_next_deal(game("clag"), 3, {}, []) == plan_deals(game("clag"), 3)[0]


def test_the_schedule_is_played_to_its_end():
    one = game("up-and-down-the-river")
    played: list[FinishedDeal] = []
    for expected in plan_deals(one, 4):
        deal = find_next_deal(one, 4, None, played)
        assert deal == expected
        assert not find_outcome(one, 4, None, played).over
        played.append(FinishedDeal(deal, (Hand(deal.cards, deal.cards), Hand(0, 0), Hand(1, 0), Hand(0, 0))))
    assert find_next_deal(one, 4, None, played) is None
    assert find_outcome(one, 4, None, played) == Outcome((190 + 100, 95, -19, 95), (0,), True, 0, 19, None)


def test_of_a_game_that_is_stopped_the_highest_win_together():
    stopped = stands("clag", 3, "1/1 0/0 1/0", "0/0 1/1 1/1", stopped=True)
    assert (stopped.totals, stopped.winners, stopped.over) == ((22, 22, 12), (0, 1), True)


def test_less_below_zero_wins_too():
    lost = stands(
        "romanian-whist", 3, "0/1 1/0 1/0", "0/1 1/0 1/0", "1/0 1/0 0/1", "2/1 2/1 2/0", stopped=True
    )
    assert (lost.totals, lost.winners) == ((-4, -4, -5), (0, 1))


def test_oh_well_repeats_its_one_deal():
    """Who missed takes all ten tricks: 10 for everybody."""
    tenth = follows("oh-well", 5, play("oh-well", 5, *["5/10 0/0 0/0 0/0 0/0"] * 9))
    assert (tenth.number, tenth.round, tenth.cards) == (10, 1, 10)


def test_stopped_before_all_lose():
    done = stands("blackout-cooperative", 2, "1/1 0/0", stopped=True)
    assert (done.over, done.all_win, done.winners, done.rounds_won) == (True, False, (), 1)


# The zero run


def test_zeros_are_counted_backwards():
    played = play(
        "kachuful", 6, "0/0 1/1 0/0 0/0 0/0 0/0", "0/2 0/0 2/0 0/0 0/0 0/0", "0/3 0/0 0/0 1/0 0/0 0/0"
    )
    assert [running(played, place) for place in range(6)] == [3, 2, 1, 0, 3, 3]
    assert count_zeros([]) == 0


def running(played, place):
    return count_zeros([one.hands[place].bid for one in played])


# Refusals


@pytest.mark.parametrize("act", [find_next_deal, find_outcome])
def test_what_is_no_game(act):
    refused("players", act, game("clag"), 8, {}, [])
    refused("players", act, game("clag"), None, {}, [])
    refused("options.grand", act, game("clag"), 4, {"grand": True}, [])


def test_every_deal_has_a_hand_for_each():
    deals = plan_deals(game("clag"), 3)
    three, two = (Hand(0, 0), Hand(0, 0), Hand(0, 1)), (Hand(0, 0), Hand(0, 1))
    refused(
        "hands",
        find_outcome,
        game("clag"),
        3,
        {},
        [FinishedDeal(deals[0], three), FinishedDeal(deals[1], two)],
    )
    refused("hands", find_outcome, game("clag"), 3, {}, [FinishedDeal(deals[0], ())])
    refused("hands", find_outcome, game("clag"), 3, {}, [FinishedDeal(deals[0], (*three, Hand(0, 0)))])


def test_who_left_is_left_out_and_the_schedule_stays():
    deals = plan_deals(game("kachuful"), 4)
    played = [FinishedDeal(deals[0], (Hand(0, 0), Hand(1, 1), Hand(0, 0)))]
    assert find_outcome(game("kachuful"), 4, {}, played).totals == (10, 11, 10)
    assert find_next_deal(game("kachuful"), 4, {}, played) == deals[1]


@st.composite
def whole_games(draw):
    """A game of any kind to its end, or to 30 deals of it: legal bids in turn, and tricks as they fall."""
    one = draw(st.sampled_from(GAMES))
    players = draw(st.integers(one.fewest, one.most))
    options = draw(options_of(one))
    chance = draw(st.randoms(use_true_random=False))
    played: list[FinishedDeal] = []
    dealer = chance.randrange(players)
    while len(played) < 30:
        deal = find_next_deal(one, players, options, played)
        if deal is None:
            break
        if deal.by_call:
            deal = apply_call(one, deal, {"cards": chance.randint(3, 7), "misere": chance.random() < 0.2})
        order = find_orders(one, players, dealer)
        zeros = [running(played, seat) for seat in order.bidding]
        bids: list[int] = []
        for run in zeros:
            bids.append(chance.choice(list_legal_bids(one, deal, players, bids, run)))
        check_bids(one, deal, bids, zeros)
        bid_of = dict(zip(order.bidding, bids, strict=True))
        winners = [chance.randrange(players) for _trick in range(deal.cards)]
        if chance.random() < 0.7 and sum(bids) == deal.cards:
            winners = [seat for seat in range(players) for _trick in range(bid_of[seat])]
        hands = tuple(Hand(bid_of[seat], winners.count(seat)) for seat in range(players))
        played.append(FinishedDeal(deal, hands))
        dealer = order.next_dealer
    return one, players, options, played


@given(whole_games())
def test_whole_games(whole):
    """Totals are the sums of the deals' scores; the winners have the most; it ends when it must."""
    one, players, options, played = whole
    result = find_outcome(one, players, options, played)
    scores = [score_deal(one, deal.deal, deal.hands) for deal in played]
    assert result.totals == tuple(map(sum, zip(*scores, strict=True)))
    assert [deal.deal.number for deal in played] == [*range(1, len(played) + 1)]
    assert result.hands_used == len(played)
    if one.end is End.ALL_DEALS:
        assert result.over == (len(played) == len(plan_deals(one, players, options)))
    if one.end is End.TARGET:
        assert result.over == (max(result.totals) >= 100)
        before = find_outcome(one, players, options, played[:-1])
        assert max(before.totals) < 100
    if one.end is End.ALL_ROUNDS_WON:
        assert result.rounds_won == sum(deal.all_exact for deal in played)
        assert result.all_win is (True if result.over else None)
    best = [place for place, total in enumerate(result.totals) if total == max(result.totals)]
    assert [*result.winners] == (best if result.over else [])


@given(whole_games(), st.randoms(use_true_random=False))
def test_places_may_be_named_in_any_order(whole, chance):
    one, players, options, played = whole
    order = chance.sample(range(players), players)
    turned = [FinishedDeal(one.deal, tuple(one.hands[place] for place in order)) for one in played]
    result = find_outcome(one, players, options, played)
    again = find_outcome(one, players, options, turned)
    assert again.totals == tuple(result.totals[place] for place in order)
    assert {order[place] for place in again.winners} == {*result.winners}
