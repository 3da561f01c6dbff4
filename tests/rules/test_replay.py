"""The judge of a whole deal, card by card, with what was illegal in it named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK, Card, parse_cards
from games.rules.deals import Hand
from games.rules.schedules import find_orders, get_deal, plan_deals
from games.rules.scoring import score_deal
from games.rules.tricks import REASONS, Fault, Illegal, Trick, find_trick_winner, list_legal_plays, replay
from tests.rules.tables import dealt_tables, game, refused


def cards(text):
    return parse_cards(text.split())


def played_out(table, pick):
    """A deal's cards in the order of play, and the illegal ones: in which trick, whose, which card.

    ``pick`` chooses of a hand and its legal cards.
    """
    hands = [list(hand) for hand in table.dealt.hands]
    order = find_orders(table.game, table.players, table.dealer).playing
    trump = table.dealt.trump
    plays: list[Card] = []
    illegal: list[tuple[int, int, Card]] = []
    for number in range(1, table.deal.cards + 1):
        trick: list[Card] = []
        for seat in order:
            broken = trump in {card.suit for card in plays}
            allowed = list_legal_plays(table.game, table.deal, hands[seat], trick, trump, broken=broken)
            card = pick(hands[seat], allowed)
            if card not in allowed:
                illegal.append((number, seat, card))
            hands[seat].remove(card)
            trick.append(card)
            plays.append(card)
        winner = order[find_trick_winner(table.deal, trick, trump)]
        order = tuple((winner + place) % table.players for place in range(table.players))
    return plays, illegal


def replayed(table, plays):
    return replay(
        table.game,
        table.deal,
        dealer=table.dealer,
        hands=table.dealt.hands,
        trump=table.dealt.trump,
        plays=plays,
    )


@given(dealt_tables(), st.randoms(use_true_random=False))
def test_a_legal_deal_gives_tricks_that_total_the_cards(table, chance):
    plays, _none = played_out(table, lambda _hand, allowed: chance.choice(allowed))
    done = replayed(table, plays)
    assert done.illegal == ()
    assert not any(done.revokes)
    assert sum(done.won) == len(done.tricks) == table.deal.cards
    assert tuple(card for trick in done.tricks for card in trick.cards) == tuple(plays)
    assert sorted(number for took in done.took for number in took) == [*range(1, table.deal.cards + 1)]
    assert tuple(map(len, done.took)) == done.won
    leaders = [(table.dealer + 1) % table.players, *(trick.winner for trick in done.tricks)]
    assert [trick.leader for trick in done.tricks] == leaders[:-1]
    score_deal(table.game, table.deal, [done.build_hand(seat, 0) for seat in range(table.players)])


@given(dealt_tables(), st.randoms(use_true_random=False))
def test_any_order_of_play_is_judged(table, chance):
    """Cards picked without regard to the rules: just the illegal ones are named, tricks still total."""
    plays, illegal = played_out(table, lambda hand, _allowed: chance.choice(hand))
    done = replayed(table, plays)
    assert [(play.trick, play.seat, play.card) for play in done.illegal] == illegal
    assert sum(done.won) == table.deal.cards
    faults = [play.seat for play in done.illegal if play.fault is Fault.SUIT]
    assert done.revokes == tuple(faults.count(seat) for seat in range(table.players))


THREE = ("2C AD 9S", "3C KD TS", "4C QD JS")
JABBERWOCKY = game("jabberwocky")


def judged(plays, hands=THREE, key="jabberwocky", dealer=2, trump="S", deal=None, **changes):
    one = game(key)
    each = [cards(hand) for hand in hands]
    usual = deal or next(usual for usual in plan_deals(one, 3) if usual.cards == len(each[0]))
    return replay(one, replace(usual, **changes), dealer=dealer, hands=each, trump=trump, plays=cards(plays))


def test_a_deal_card_by_card():
    done = judged("AD KD QD 2C 3C 4C JS 9S TS")
    assert done.tricks == (
        Trick(1, 0, cards("AD KD QD"), 0),
        Trick(2, 0, cards("2C 3C 4C"), 2),
        Trick(3, 2, cards("JS 9S TS"), 2),
    )
    assert (done.won, done.took, done.revokes, done.illegal) == ((1, 0, 2), ((1,), (), (2, 3)), (0, 0, 0), ())
    assert done.build_hand(2, 1) == Hand(1, 2, (2, 3), 0)


def test_an_early_trump_lead_is_named_and_is_no_revoke():
    done = judged("9S TS JS 4C 2C 3C QD AD KD")
    assert done.illegal == (Illegal(1, 0, Card(9, "S"), Fault.EARLY),)
    assert done.illegal[0].reason == REASONS[Fault.EARLY]
    assert done.revokes == (0, 0, 0)


def test_a_trump_may_be_led_when_one_was_played():
    done = judged("2C TS 4C KD QD AD 9S 3C JS")
    assert [(play.trick, play.seat, str(play.card), play.fault) for play in done.illegal] == [
        (1, 1, "TS", Fault.SUIT)
    ], "the lead of the nine in the third trick is in order"
    assert done.won == (1, 1, 1)


def test_a_revoke_is_counted_and_play_goes_on():
    done = judged("2C KD 4C QD 9S 3C AD TS JS")
    assert [(play.trick, play.seat, play.fault) for play in done.illegal] == [
        (1, 1, Fault.SUIT),
        (2, 0, Fault.SUIT),
    ]
    assert done.revokes == (1, 1, 0)
    parts = [done.build_hand(seat, 1) for seat in range(3)]
    assert score_deal(JABBERWOCKY, get_deal(JABBERWOCKY, 3, {}, 1), parts) == (1 - 3, 0 - 3, 0)


def test_not_to_trump_is_named_where_trumping_is_a_duty():
    hands = ("9C AD", "KD TS", "QC JD")
    done = judged("9C KD QC JD AD TS", hands, "romanian-whist")
    assert [(play.seat, str(play.card), play.fault) for play in done.illegal] == [(1, "KD", Fault.TRUMP)]
    assert done.revokes == (0, 0, 0)
    assert judged("9C KD QC JD AD TS", hands, "clag").illegal == ()


def test_a_pile_out_of_order_is_named():
    done = judged("AD 3C 4C 2C KD QD 9S TS JS", pile=True)
    assert [(play.trick, play.seat, str(play.card), play.fault) for play in done.illegal] == [
        (1, 0, "AD", Fault.PILE)
    ]
    assert done.revokes == (0, 0, 0)


def test_the_pile_may_revoke():
    done = judged("2C KD 4C QD AD TS 3C JS 9S", ("2C AD 9S", "KD TS 3C", "4C QD JS"), pile=True)
    assert (done.illegal, done.won) == ((), (0, 1, 2))


def replay_three(**changed):
    given = {
        "dealer": 2,
        "hands": [cards(hand) for hand in THREE],
        "trump": "S",
        "plays": cards("AD KD QD 2C 3C 4C JS 9S TS"),
    }
    return replay(JABBERWOCKY, get_deal(JABBERWOCKY, 3, {}, 1), **given | changed)


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("plays", {"plays": cards("AD KD QD 2C 3C 4C JS 9S")}),
        ("plays", {"plays": cards("AD KD QD 2C 3C 4C JS 9S TS AH")}),
        ("plays", {"plays": (*cards("AD KD QD 2C 3C 4C JS 9S"), Card(14, "D"))}),
        ("plays.0", {"plays": cards("KD AD QD 2C 3C 4C JS 9S TS")}),
        ("plays.2", {"plays": cards("AD KD QH 2C 3C 4C JS 9S TS")}),
        ("plays.6", {"plays": cards("AD KD QD 2C 3C 4C 9S JS TS")}),
        ("players", {"hands": [cards(hand) for hand in THREE[:2]]}),
        ("hands", {"hands": None}),
        ("plays", {"plays": None}),
        ("hands.1", {"hands": [cards(hand) for hand in ("2C AD 9S", "3C KD", "4C QD JS")]}),
        ("hands.2", {"hands": [cards(hand) for hand in ("2C AD 9S", "3C KD TS", "4C QD TS")]}),
        ("hands.0", {"hands": ["2C", *(cards(hand) for hand in THREE[1:])]}),
        ("dealer", {"dealer": 3}),
        ("trump", {"trump": ""}),
        ("trump", {"trump": "X"}),
        ("trump", {"trump": None}),
    ],
)
def test_what_cannot_have_been_played(field, changed):
    assert replay_three().won == (1, 0, 2)
    refused(field, replay_three, **changed)


def test_a_card_that_the_pack_has_not():
    refused("hands.1", judged, "9C 8C QC", ("9C", "8C", "QC"), "romanian-whist")


def test_the_dealer_holds_the_trump_of_oh_well():
    """Their last card showed it, so they have one of the suit."""
    oh_well = game("oh-well")
    deal = plan_deals(oh_well, 4)[0]
    suits = [[card for card in PACK if card.suit == suit] for suit in "CDHS"]
    plays = [card for rank in zip(*suits, strict=True) for card in rank]
    done = replay(oh_well, deal, dealer=3, hands=suits, trump="S", plays=[*plays[:4], *_from_three(plays)])
    assert done.won == (0, 0, 0, 13)
    refused("trump", replay, oh_well, deal, dealer=3, hands=suits, trump="C", plays=plays)


def test_a_card_was_left_to_turn_up():
    """Of a suit that is in the hands whole no card was turned for trump."""
    dealt = PACK[::-1][:21]
    hands = [dealt[seat::3] for seat in range(3)]
    assert {card.suit for card in dealt[:13]} == {"S"}
    how = {"dealer": 0, "hands": hands, "plays": []}
    refused("trump", replay, game("clag"), get_deal(game("clag"), 3, {}, 7), **how, trump="S")
    refused("plays", replay, game("clag"), get_deal(game("clag"), 3, {}, 7), **how, trump="H")
    fixed = get_deal(game("kachuful"), 3, {}, 13)
    assert fixed.suit == "S"
    dealt = PACK[::-1][: 3 * fixed.cards]
    how["hands"] = [dealt[seat::3] for seat in range(3)]
    refused("plays", replay, game("kachuful"), fixed, **how, trump="S")


def _from_three(plays):
    """The later tricks, led by seat 3, who has trumped the first."""
    return [card for first in range(4, 52, 4) for card in (plays[first + 3], *plays[first : first + 3])]


def test_nothing_is_replayed_before_the_call():
    caller = game("caller-clag")
    hands = [cards(hand) for hand in THREE]
    uncalled = plan_deals(caller, 3)[0]
    refused("call", replay, caller, uncalled, dealer=0, hands=hands, trump="S", plays=[])
