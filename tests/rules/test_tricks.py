"""The judge: which cards may be played, and who wins a trick."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK, Card, parse_cards
from games.rules.deals import Deal, Trump
from games.rules.schedules import deal_of, schedule
from games.rules.tricks import legal_plays, trick_winner
from tests.rules.tables import dealt_tables, game, refused

PLAIN = Deal(number=1, round=1, cards=5)
NO_TRUMP = replace(PLAIN, trump=Trump.NONE)


def cards(text):
    return parse_cards(text.split())


def legal(key, hand, trick="", trump="S", broken=False, deal=PLAIN):
    """The legal plays as text, by suit and rank."""
    played = legal_plays(game(key), deal, cards(hand), cards(trick), trump, broken=broken)
    return " ".join(map(str, sorted(played, key=lambda card: (card.suit, card.rank))))


# Legal plays


def test_the_leader_plays_any_card():
    assert legal("clag", "2C 3D 4S") == "2C 3D 4S"


def test_suit_is_followed():
    assert legal("clag", "2C 9C 3D 4S", "KC AD") == "2C 9C"
    assert legal("clag", "2C 9C 3D 4S", "KS") == "4S"


def test_who_cannot_follow_plays_any_card():
    assert legal("clag", "2C 3D 4S", "KH") == "2C 3D 4S"
    assert legal("clag", "2C 3D 4S", "KH", trump="", deal=NO_TRUMP) == "2C 3D 4S"


@pytest.mark.parametrize("key", ["romanian-whist", "la-podrida"])
def test_who_cannot_follow_must_trump_but_not_overtrump(key):
    assert legal(key, "9C TD QS KS", "KH JS") == "QS KS"
    assert legal(key, "9C TD 9S", "KH JS") == "9S"
    assert legal(key, "9C TD", "KH JS") == "9C TD"
    assert legal(key, "9C TH QS", "KH JS") == "TH"
    assert legal(key, "9C TD QS", "KH", trump="", deal=NO_TRUMP) == "9C TD QS"


def test_in_jabberwocky_trumps_wait_to_be_led():
    assert legal("jabberwocky", "2C 3D 4S") == "2C 3D"
    assert legal("jabberwocky", "2C 3D 4S", broken=True) == "2C 3D 4S"
    assert legal("jabberwocky", "4S 5S") == "4S 5S"
    assert legal("jabberwocky", "2C 3D 4S", "KH") == "2C 3D 4S", "only the lead waits"


def test_a_pile_is_played_from_the_top():
    pile = replace(PLAIN, pile=True)
    assert legal("clag", "4S 2C KC", "AC", deal=pile) == "4S"
    assert legal("romanian-whist", "TD KC 9S", "AC", deal=pile) == "TD"


def test_suit_precedence_and_nuloss_change_nothing_in_following():
    precedence = replace(NO_TRUMP, precedence="HCDS", nuloss=True)
    assert legal("caller-clag", "2C 9C 3H", "KC", trump="", deal=precedence) == "2C 9C"
    assert legal("caller-clag", "2C 9C 3H", "KS", trump="", deal=precedence) == "2C 9C 3H"


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
    refused(field, legal_plays, game("clag"), PLAIN, cards(hand), cards(trick), trump, broken=False)


def test_cards_are_cards_and_there_once():
    two = Card(2, "C")
    for hand in ([two, two], ["2C"], [None], [Card(1, "C")], [(2, "C")], two, "2C", None, 2):
        refused("hand", legal_plays, game("clag"), PLAIN, hand, [], "S", broken=False)
    refused("trick", legal_plays, game("clag"), PLAIN, [two], ["3C"], "S", broken=False)


def test_the_trump_is_that_of_the_deal():
    kachuful = game("kachuful")
    refused("trump", legal_plays, kachuful, deal_of(kachuful, 4, {}, 2), cards("2C"), [], "S", broken=False)
    assert legal("kachuful", "2C", trump="D", deal=deal_of(kachuful, 4, {}, 2)) == "2C"
    refused("trump", legal_plays, kachuful, NO_TRUMP, cards("2C"), [], "S", broken=False)


def test_nobody_plays_before_the_call():
    caller = game("caller-clag")
    refused("call", legal_plays, caller, schedule(caller, 4)[0], cards("2C"), [], "S", broken=False)


# The winner


@pytest.mark.parametrize(
    ("trick", "trump", "wins"),
    [
        ("2C KC AD 9C", "S", "KC"),
        ("2C KC 2S AC", "S", "2S"),
        ("2C 9S 2S AC", "S", "9S"),
        ("2S KS AD", "S", "KS"),
        ("2C AD AH AS", "", "2C"),
        ("2C KC AS", "", "KC"),
        ("7H", "S", "7H"),
    ],
)
def test_who_wins(trick, trump, wins):
    played = cards(trick)
    deal = PLAIN if trump else NO_TRUMP
    assert str(played[trick_winner(deal, played, trump)]) == wins


@pytest.mark.parametrize(
    ("trick", "trump", "wins"),
    [("AC 2C 9C", "S", "2C"), ("2C KS 3S", "S", "3S"), ("AC 2D KC", "S", "KC"), ("2S AS KD", "S", "2S")],
)
def test_in_nuloss_the_ranks_are_reversed(trick, trump, wins):
    played = cards(trick)
    assert str(played[trick_winner(replace(PLAIN, nuloss=True), played, trump)]) == wins


def test_suit_precedence_beats_the_suit_led():
    played = cards("AS KS 2D 3D QC")
    precedence = replace(NO_TRUMP, precedence="HCDS")
    assert str(played[trick_winner(precedence, played, "")]) == "QC"
    assert str(played[trick_winner(replace(precedence, precedence="SDCH"), played, "")]) == "AS"


def test_in_nuloss_the_order_of_the_suits_stays():
    played = cards("AS 3D 2S 2D")
    deal = replace(NO_TRUMP, precedence="HCDS", nuloss=True)
    assert str(played[trick_winner(deal, played, "")]) == "2D"


def test_what_is_no_trick():
    refused("trick", trick_winner, PLAIN, [], "S")
    refused("trick", trick_winner, PLAIN, [*cards("2C"), *cards("2C")], "S")
    refused("trick", trick_winner, PLAIN, ["2C"], "S")
    refused("trump", trick_winner, PLAIN, cards("2C"), "")
    refused("trump", trick_winner, NO_TRUMP, cards("2C"), "S")


@given(dealt_tables(), st.permutations(PACK).map(lambda pack: pack[:4]), st.data())
def test_the_winner_is_a_card_and_not_a_place(table, trick, data):
    """Who else plays when does not matter: only the lead has its place."""
    others = data.draw(st.permutations(trick[1:]))
    again = [trick[0], *others]
    won = trick[trick_winner(table.deal, trick, table.dealt.trump)]
    assert again[trick_winner(table.deal, again, table.dealt.trump)] == won
    if table.dealt.trump and not table.deal.nuloss:
        trumps = [card for card in trick if card.suit == table.dealt.trump]
        assert won == max(trumps or [card for card in trick if card.suit == trick[0].suit])
