"""The judge: which cards may be played, and who wins a trick, beside the golden tables."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK, Card, parse_cards
from games.rules.deals import DealPlan, Trump
from games.rules.schedules import get_deal, plan_deals
from games.rules.tricks import find_trick_winner, list_legal_plays
from tests.rules.tables import dealt_tables, game, refused

PLAIN = DealPlan(number=1, round=1, cards=5)
NO_TRUMP = replace(PLAIN, trump=Trump.NONE)


def cards(text):
    return parse_cards(text.split())


def legal(key, hand, trick="", trump="S", broken=False, deal=PLAIN):
    """The legal plays as text, by suit and rank."""
    played = list_legal_plays(game(key), deal, cards(hand), cards(trick), trump, broken=broken)
    return " ".join(map(str, sorted(played, key=lambda card: (card.suit, card.rank))))


# Legal plays


def test_of_a_pile_the_top_is_played_though_trumping_is_a_duty():
    assert legal("romanian-whist", "TD KC 9S", "AC", deal=replace(PLAIN, pile=True)) == "TD"


@pytest.mark.parametrize(
    ("field", "hand", "trick", "trump"),
    [
        ("hand", "", "", "S"),
        ("hand", "2C 3C 4C 5C 6C 7C", "", "S"),
        ("trick", "2C 3C", "4C 3C", "S"),
        ("trump", "2C", "", ""),
        ("trump", "2C", "", "s"),
        ("trump", "2C", "", "CD"),
        ("trump", "2C", "", "NT"),
        ("trump", "2C", "", None),
        ("trump", "2C", "", ["S"]),
    ],
)
def test_what_cannot_be_judged(field, hand, trick, trump):
    refused(field, list_legal_plays, game("clag"), PLAIN, cards(hand), cards(trick), trump, broken=False)


def test_cards_are_cards_and_there_once():
    two = Card(2, "C")
    for hand in ([two, two], ["2C"], [None], [Card(1, "C")], [(2, "C")], two, "2C", None, 2):
        refused("hand", list_legal_plays, game("clag"), PLAIN, hand, [], "S", broken=False)
    refused("trick", list_legal_plays, game("clag"), PLAIN, [two], ["3C"], "S", broken=False)


def test_the_trump_is_that_of_the_deal():
    kachuful = game("kachuful")
    refused(
        "trump", list_legal_plays, kachuful, get_deal(kachuful, 4, {}, 2), cards("2C"), [], "S", broken=False
    )
    assert legal("kachuful", "2C", trump="D", deal=get_deal(kachuful, 4, {}, 2)) == "2C"
    refused("trump", list_legal_plays, kachuful, NO_TRUMP, cards("2C"), [], "S", broken=False)


def test_nobody_plays_before_the_call():
    caller = game("caller-clag")
    refused("call", list_legal_plays, caller, plan_deals(caller, 4)[0], cards("2C"), [], "S", broken=False)


# The winner


def test_what_is_no_trick():
    refused("trick", find_trick_winner, PLAIN, [], "S")
    refused("trick", find_trick_winner, PLAIN, [*cards("2C"), *cards("2C")], "S")
    refused("trick", find_trick_winner, PLAIN, ["2C"], "S")
    refused("trump", find_trick_winner, PLAIN, cards("2C"), "")
    refused("trump", find_trick_winner, NO_TRUMP, cards("2C"), "S")


@given(dealt_tables(), st.permutations(PACK).map(lambda pack: pack[:4]), st.data())
def test_the_winner_is_a_card_and_not_a_place(table, trick, data):
    """Who else plays when does not matter: only the lead has its place."""
    others = data.draw(st.permutations(trick[1:]))
    again = [trick[0], *others]
    won = trick[find_trick_winner(table.deal, trick, table.dealt.trump)]
    assert again[find_trick_winner(table.deal, again, table.dealt.trump)] == won
    if table.dealt.trump and not table.deal.nuloss:
        trumps = [card for card in trick if card.suit == table.dealt.trump]
        assert won == max(trumps or [card for card in trick if card.suit == trick[0].suit])
