"""Caller Clag: the dealer's call comes before the bids, and goes with them."""

import pytest

from tests.cast import everything
from tests.web.bid_form import CALLER, bidders, bids, call_of, correction, seen, told, tricks, where
from tests.web.correcting import said_yes
from tests.web.html import faults, shows
from tournaments.models import DealVersion, OpenDeal

CALL = {"cards": 4, "blind_bid": "on", "nuloss": "on"}


@pytest.fixture
def party(night):
    return night(4, **CALLER)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


@pytest.mark.thorough
def test_it_works(client, party):
    shown = seen(client.get(where(party)))
    dealer = party.facts.names[bidders(party)[-1]]
    assert f"Before the deal {dealer} says how many cards" in shown
    answer = client.get(where(party), call_of(CALL))
    shown = seen(answer)
    shows(shown, "Bids are made before the hand is looked at.", "two is high, ace is low")
    assert shown.count('value="4"') > 4
    assert 'value="5"' not in shown
    assert not OpenDeal.objects.exists()  # nothing is written before the bids are
    client.post(where(party), bids(party, 1, 1, 1, 4, call=CALL))
    assert OpenDeal.objects.get().call == {"cards": 4, "blind_bid": True, "nuloss": True}
    client.post(where(party), tricks(party, 1, 1, 1, 1))
    assert DealVersion.objects.get().call == {"cards": 4, "blind_bid": True, "nuloss": True}


def test_the_suits_in_an_order(client, party):
    call = {"cards": 3, "suit_precedence": "on", "suits": "SHDC"}
    shows(client.get(where(party), call_of(call)), "Suits, highest first", "♠ ♥ ♦ ♣", never='name="trump"')
    client.post(where(party), bids(party, 0, 0, 0, 3, call=call))
    assert OpenDeal.objects.get().call == {"cards": 3, "suit_precedence": True, "suits": "SHDC"}


def test_an_order_without_precedence_is_left_out(client, party):
    client.post(where(party), bids(party, 0, 0, 0, 3, call={"cards": 3, "suits": "SHDC"}))
    assert OpenDeal.objects.get().call == {"cards": 3}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"cards": ""}, "How many cards does the dealer call?"),
        ({"cards": "8"}, "From 3 to 7 cards."),
        ({"cards": "x"}, "From 3 to 7 cards."),
        ({"cards": str(10**30)}, "From 3 to 7 cards."),
        ({"cards": 3, "misere": "on", "ascending_madness": "on"}, "A misere cannot be madness too."),
        (
            {"cards": 3, "ascending_madness": "on", "descending_madness": "on"},
            "Madness either ascends or descends.",
        ),
        (
            {"cards": 3, "suit_precedence": "on", "bid_before_trump": "on"},
            "With suit precedence no trump is turned",
        ),
        ({"cards": 3, "suit_precedence": "on", "suits": "SSSS"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_called(call, says, client, party):
    answer = client.get(where(party), call_of(call))
    shows(answer, says, status=422)
    assert faults(answer.content.decode()) == []
    before = everything()
    answer = client.post(where(party), bids(party, 0, 0, 0, 0, call=call))
    assert answer.status_code == 422
    assert everything() == before


def test_bids_without_a_call(client, party):
    shows(client.post(where(party), bids(party, 0, 0, 0, 0)), "says how many cards", status=422)


@pytest.mark.thorough
def test_misere_is_not_bid_on(client, party):
    call = call_of({"cards": 5, "misere": "on"})
    shows(client.get(where(party), call), "There is nothing to bid.")
    nothing = {f"bids-{entry}": 0 for entry in bidders(party)}
    client.post(where(party), {**tricks(party, 2, 3, 0, 0), **nothing, **call})
    assert set(told(party).values()) == {(0, 2), (0, 3), (0, 0)}


@pytest.mark.thorough
def test_another_call_with_other_bids(client, party):
    client.post(where(party), bids(party, 1, 1, 1, 4, call=CALL))
    shows(client.get(where(party)), "Change the call")
    shows(client.get(where(party) + "?call"), 'name="call.blind_bid" value="on" data-switch checked')
    shows(client.get(where(party), call_of({"cards": 3})), "These bids stand")
    base = party.at(1).open.seq
    anew = bids(party, 1, 1, 1, 3, call={"cards": 3}, base=base, reason="another call")
    assert client.post(where(party), anew).status_code == 302
    assert party.at(1).open.call == {"cards": 3}


@pytest.mark.thorough
def test_the_tricks_go_with_the_call_that_stands(client, party):
    party.bid(1, 1, 1, 1, 3, call={"cards": 3, "no_trump": False})  # as an API may say it
    assert client.post(where(party), tricks(party, 1, 1, 1, 0)).status_code == 302


def test_the_call_of_a_scored_deal_is_corrected(client, cast, party):
    party.score(1, bids=(1, 1, 1, 0), call={"cards": 3})
    assert "?call" not in seen(client.get(where(party)))  # Sam only scores
    assert "says how many cards" not in seen(client.get(where(party) + "?call"))
    client.force_login(cast.alice)
    assert "Correct the deal with this call" in seen(client.get(where(party) + "?call"))
    call = {"cards": 4, "no_trump": "on"}
    shows(client.get(where(party), call_of(call)), '<details id="correct" class="card" open>')
    people = [*told(party)]
    said = dict(zip(people, [(1, 1), (1, 1), (1, 1), (0, 1)], strict=True))
    answer = said_yes(client, where(party), correction(party, 1, said, **call_of(call)))
    assert answer.status_code == 302
    assert DealVersion.objects.get(version=2).call == {"cards": 4, "no_trump": True}
    assert told(party) == said
    back = client.get(where(party), {"as": "1"})
    assert back.context["call"] == call_of({"cards": 3})
    assert {cell.value for row in back.context["form"].trick_rows() for cell in row.cells} == set("0123")
