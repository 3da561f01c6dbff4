"""Random deals of every Blackout game, bid, played and scored by the program and by the second reading,
which must agree at every step: bids, plays, tricks, what was illegal, revokes and scores."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.bidding import list_legal_bids
from games.rules.cards import parse_cards
from games.rules.clag import MODIFIERS
from games.rules.schedules import apply_call, find_orders, plan_deals
from games.rules.scoring import score_deal
from games.rules.tricks import list_legal_plays, replay
from tests.rules.golden_rows import READ_TWICE, rows, said
from tests.stories import second_bids

pytestmark = pytest.mark.slow

SCHEDULES = [row.values[0] for row in rows("schedules")]


def any_deal(game, rng):
    """A deal of any schedule in the table, called at random if it is called: ours and the second's."""
    row = rng.choice([row for row in SCHEDULES if row["game"] == game.key])
    players, options = int(row["players"]), said(row["options"])
    at = rng.randrange(int(row["deals"]))
    deal = plan_deals(game, players, options)[at]
    second = second_bids.schedule(game.key, players, options)[at]
    while deal.by_call and not deal.cards:
        call = {"cards": rng.randint(3, 7)} | {key: True for key in MODIFIERS if rng.random() < 0.3}
        if call.get("suit_precedence"):
            call["suits"] = "".join(rng.sample("CDHS", 4))
        if second_bids.may_call(call):
            deal, second = apply_call(game, deal, call), second_bids.called(second, call)
    return players, deal, second


def bid(game, players, deal, second, rng):
    made: list[int] = []
    for zeros in (rng.choice([0, 0, 4, 5]) for _ in range(players)):
        legal = second_bids.legal_bids(game.key, second, players, made, zeros)
        assert list(list_legal_bids(game, deal, players, made, zeros)) == legal
        assert legal
        made.append(rng.choice(legal))
    return made


def play(game, deal, second, hands, trump, dealer, rng):
    """Play the hands out, one card in ten without regard to the rules; by the second reading's judge."""
    held, leader, broken = [list(hand) for hand in hands], (dealer + 1) % len(hands), False
    plays: list[str] = []
    illegal: list[tuple[int, int, str, bool]] = []
    took: list[list[int]] = [[] for _ in hands]
    for number in range(1, deal.cards + 1):
        trick: list[str] = []
        for seat in [(leader + step) % len(hands) for step in range(len(hands))]:
            legal = second_bids.playable(game.key, second, held[seat], trick, trump, broken)
            ours = list_legal_plays(
                game, deal, parse_cards(held[seat]), parse_cards(trick), trump, broken=broken
            )  # fmt: skip
            assert sorted(map(str, ours)) == sorted(legal)
            card = rng.choice(held[seat] if rng.random() < 0.1 else legal)
            if card not in legal:
                follow = any(one[1] == trick[0][1] for one in held[seat]) if trick else False
                illegal.append((number, seat, card, follow and "P" not in second["marks"]))
            held[seat].remove(card)
            trick.append(card)
        broken = broken or any(card[1] == trump for card in trick)
        plays += trick
        leader = (leader + second_bids.taker(second, trick, trump)) % len(hands)
        took[leader].append(number)
    return plays, illegal, took


@pytest.mark.parametrize("key", READ_TWICE)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_both_judges_agree_on_a_random_deal(key, seed):
    game, rng = READ_TWICE[key], Random(seed)
    players, deal, second = any_deal(game, rng)
    dealer = rng.randrange(players)
    bids = bid(game, players, deal, second, rng)
    pack = [str(card) for card in game.pack(players)]
    rng.shuffle(pack)
    hands = [pack[seat * deal.cards : (seat + 1) * deal.cards] for seat in range(players)]
    source = second["trump"]
    trump = {"none": "", "last": hands[dealer][-1][1]}.get(
        source, source if source in "CDHS" else pack[-1][1]
    )
    plays, illegal, took = play(game, deal, second, hands, trump, dealer, rng)

    played = replay(
        game, deal, dealer=dealer, hands=list(map(parse_cards, hands)), trump=trump, plays=parse_cards(plays)
    )
    assert [list(which) for which in played.took] == took
    leaders = [trick.leader for trick in played.tricks]
    assert leaders == [(dealer + 1) % players, *(trick.winner for trick in played.tricks[:-1])]
    assert [(one.trick, one.seat, str(one.card)) for one in played.illegal] == [one[:3] for one in illegal]
    revokes = [sum(seat == one[1] and one[3] for one in illegal) for seat in range(players)]
    assert list(played.revokes) == revokes

    places = find_orders(game, players, dealer).bidding
    assert list(places) == second_bids.orders(key, players, dealer)[1]
    by_seat = [bids[places.index(seat)] for seat in range(players)]
    ours = score_deal(game, deal, [played.build_hand(seat, by_seat[seat]) for seat in range(players)])
    lines = zip(by_seat, map(len, took), took, revokes, strict=True)
    assert list(ours) == [second_bids.score(key, second, *line) for line in lines]
