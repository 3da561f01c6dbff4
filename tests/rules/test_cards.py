"""The pack and the two-character text of its cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.cards import PACK, Card, parse_card, parse_cards, refuse_repeats
from tests.rules.tables import refused


def test_the_pack_has_fifty_two_cards_in_a_fixed_order():
    assert len(set(PACK)) == len(PACK) == 52
    assert " ".join(map(str, PACK[:13])) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    assert [str(card) for card in PACK[12::13]] == ["AC", "AD", "AH", "AS"]


@given(st.sampled_from(PACK))
def test_a_card_reads_back_from_its_text(card):
    assert parse_card(str(card)) == card
    assert parse_card(f" {str(card).lower()} ") == card


def test_a_card_has_rank_and_suit():
    assert parse_card("TD") == Card(10, "D")
    assert parse_card("AS") == Card(14, "S")


@pytest.mark.parametrize("text", ["", "T", "10D", "1D", "DT", "TX", "T D", "TDD", "♠A", "٣D", "x" * 500])
def test_not_a_card(text):
    with pytest.raises(RuleError) as refusal:
        parse_card(text, "trump")
    assert refusal.value.field == "trump"
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("given", [None, 7, True, ["TD"], {"T": "D"}, b"TD"])
def test_no_text_is_no_card(given):
    with pytest.raises(RuleError, match="is not a card"):
        parse_card(given)


@pytest.mark.parametrize("given", [None, 7, "TD", "TD AS"])
def test_no_list_is_no_hand(given):
    assert "This must be a list" in refused("hands.2", parse_cards, given, "hands.2")


def test_a_card_twice():
    with pytest.raises(RuleError, match="The card TD is entered twice"):
        parse_cards(["TD", "AS", "td"], "hand")
    assert parse_cards(["TD", "AS"]) == (Card(10, "D"), Card(14, "S"))


def test_repeats_name_the_field():
    refused("fresh", refuse_repeats, [Card(2, "C"), Card(2, "C")], "fresh")
    refuse_repeats(PACK)
