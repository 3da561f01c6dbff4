"""A deal's call and its tricks on a phone: they score the deal at once."""

import re

import pytest

from tests.scoring.web.refusing import refuses
from tests.web.bid_form import (
    CALLER,
    COOPERATIVE,
    HOOKED,
    JABBER,
    bidders,
    bids,
    call_of,
    correction,
    seen,
    told,
    tricks,
    where,
)
from tests.web.correcting import said_yes
from tests.web.html import faults, shows
from tournaments.models import DealLine, DealVersion, OpenDeal

MAD = {"cards": 3, "ascending_madness": True}


@pytest.fixture
def party(night):
    return night(4, **HOOKED)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def test_it_works(client, party):
    party.bid(1, 1, 0, 0, 1)
    people = bidders(party)
    shows(client.get(where(party)), "Tap the number of tricks of each player.")
    answer = client.post(where(party), tricks(party, 1, "", "", 0, trump="D"))
    assert answer.url == where(party)
    assert told(party) == dict(zip(people, [(1, 1), (0, 0), (0, 0), (1, 0)], strict=True))
    shown = seen(client.get(answer.url))
    best = party.facts.names[people[0]]
    next_deal = f"Next: {best} deals 2 cards", where(party, 2)
    shows(shown, f"Winner: {best}", "♦ diamonds", "<strong>11</strong>", *next_deal)
    assert shown.count("<strong>10</strong>") == 2


@pytest.mark.thorough
def test_tricks_that_do_not_total_the_cards_stay_tapped(client, party):
    party.bid(1, 1, 0, 0, 1)
    answer = refuses(client, where(party), tricks(party, 1, 1, 0, 0), "total 2. They must total 1")
    assert len(re.findall(r'name="tricks-\d+" value="\d" checked', seen(answer))) == 4


@pytest.mark.parametrize("sent", ["x", "-1", "2", "1.5", str(10**30), "True"])
def test_what_is_no_number_of_tricks(sent, client, party):
    party.bid(1, 1, 0, 0, 1)
    refuses(client, where(party), tricks(party, sent, 1, 0, 0), "Enter a number from 0 to 1.")


def test_the_bids_come_first(client, party):
    says = "Enter the bids first.", "Your entry was not recorded"
    refuses(client, where(party), tricks(party, 1, 0, 0, 0), *says)


def test_two_phones(client, cast, party):
    party.bid(1, 1, 0, 0, 1)
    first, other = tricks(party, 1, 0, 0, 0), tricks(party, 0, 1, 0, 0)
    assert client.post(where(party), first).status_code == 302
    says = "This deal is already recorded.", "Your entry was not recorded"
    refuses(client, where(party), other, *says, status=409, never="Correct this result")
    client.force_login(cast.bob)
    ready_to_correct_by = f'name="tricks-{party.at(1, 1).list_bidders(1)[1]}" value="1" checked'
    refuses(client, where(party), other, ready_to_correct_by, status=409)


@pytest.mark.thorough
def test_at_misere_nothing_is_bid(client, night):
    night = night(3, game="clag", format="fixed")
    for _deal in range(11):
        night.score(1)
    asks = "Tap the number of tricks of each player."
    shows(client.get(where(night, 12)), "Misere: everybody bids zero.", asks)
    sent = {f"bids-{entry}": 0 for entry in bidders(night)}
    client.post(where(night, 12), {**tricks(night, 0, 0, 7), **sent})
    assert [*told(night, 12).values()].count((0, 0)) == 2


def test_revokes(client, night):
    night = night(3, **JABBER)
    night.bid(1, 1, 1, 0)
    _first, second, _third = bidders(night)
    shows(client.get(where(night)), "Did a player revoke? −3 points each")
    client.post(where(night), tricks(night, 1, 1, 1, **{f"revokes-{second}": 2}))
    shows(client.get(where(night)), "2 revokes", "−5")


def test_in_a_madness_it_counts_which_tricks(client, night):
    night = night(3, **CALLER)
    night.bid(1, 1, 1, 1, call=MAD)
    a, b, c = bidders(night)
    assert "Tap the number of each trick beside its winner." in seen(client.get(where(night)))
    shows(client.post(where(night), tricks(night, a, b)), "total 2. They must total 3.")
    client.post(where(night), tricks(night, a, b, c))
    assert dict(DealLine.objects.values_list("entry", "took")) == {a: [1], b: [2], c: [3]}


@pytest.mark.parametrize("sent", ["0", "x", "99999", "-1", str(10**30)])
def test_somebody_else_wins_no_trick(sent, client, night):
    night = night(3, **CALLER)
    night.bid(1, 1, 1, 1, call=MAD)
    a, b, _c = bidders(night)
    refuses(client, where(night), tricks(night, a, b, sent))


@pytest.mark.thorough
def test_a_round_that_is_won_together(client, night):
    night = night(3, **COOPERATIVE)
    shows(client.get(where(night)), "Round 1 of 17", "Rounds won: 0, in 0 deals.")
    client.post(where(night), bids(night, 0, 0, 1))
    client.post(where(night), tricks(night, 1, 0, 0))
    shows(client.get(where(night)), "Round 1 is not won", "Next: ", never=">Score</th>")
    shows(client.get(where(night, 2)), 'Round 1 of 17 again <span class="sub">Deal 2</span>')
    client.post(where(night, 2), bids(night, 0, 0, 1))
    client.post(where(night, 2), tricks(night, 0, 0, 1))
    shows(client.get(where(night, 2)), "Round 1 is won", "Rounds won: 1, in 2 deals.")


def test_the_race(client, night):
    night = night(4, game="oh-well", format="fixed")
    assert "The game ends at 100 points." in seen(client.get(where(night)))
    deal = 0
    while night.at(1).next_number:
        deal += 1
        night.score(1, bids=(13, 0, 0, 0))
    shows(
        client.get(where(night, deal)), "The game at this table is over.", "Winner:", "<meter", never="Next:"
    )
    assert "The game at this table is over." in seen(client.get(where(night, deal + 1)))


# Caller Clag: the dealer's call comes before the bids, and goes with them.


CALL = {"cards": 4, "blind_bid": "on", "nuloss": "on"}


@pytest.fixture
def callers(night):
    return night(4, **CALLER)


@pytest.mark.thorough
def test_a_call_goes_with_the_bids(client, callers):
    asks = f"Before dealing, {callers.facts.names[bidders(callers)[-1]]} calls the number of cards"
    shows(client.get(where(callers)), asks)
    refuses(client, where(callers), bids(callers, 0, 0, 0, 0), "calls the number of cards")
    shown = seen(client.get(where(callers), call_of(CALL)))
    said = "Bids are made before players look at their hands.", "Two is high, ace is low"
    shows(shown, *said, never='value="5"')
    assert shown.count('value="4"') > 4
    assert not OpenDeal.objects.exists()  # nothing is written before the bids are
    client.post(where(callers), bids(callers, 1, 1, 1, 4, call=CALL))
    assert OpenDeal.objects.get().call == {"cards": 4, "blind_bid": True, "nuloss": True}
    client.post(where(callers), tricks(callers, 1, 1, 1, 1))
    assert DealVersion.objects.get().call == {"cards": 4, "blind_bid": True, "nuloss": True}


def test_the_suits_in_an_order(client, callers):
    call = {"cards": 3, "suit_precedence": "on", "suits": "SHDC"}
    shows(client.get(where(callers), call_of(call)), "Suits, highest first", "♠ ♥ ♦ ♣", never='name="trump"')
    client.post(where(callers), bids(callers, 0, 0, 0, 3, call=call))
    assert callers.at(1).open.call == {"cards": 3, "suit_precedence": True, "suits": "SHDC"}
    del call["suit_precedence"]  # an order alone is left out
    base = callers.at(1).open.seq
    client.post(where(callers), bids(callers, 0, 0, 0, 3, call=call, base=base, reason="another call"))
    assert callers.at(1).open.call == {"cards": 3}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"cards": ""}, "Tap how many cards the dealer calls."),
        ({"cards": "x"}, "Enter a number from 3 to 7."),
        ({"cards": 3, "misere": "on", "ascending_madness": "on"}, "A misere cannot also be madness."),
        ({"cards": 3, "suit_precedence": "on", "suits": "SSSS"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_called(call, says, client, callers):
    answer = client.get(where(callers), call_of(call))
    shows(answer, says, status=422)
    assert faults(answer.content.decode()) == []
    refuses(client, where(callers), bids(callers, 0, 0, 0, 0, call=call))


@pytest.mark.thorough
def test_misere_is_not_bid_on(client, callers):
    call = call_of({"cards": 5, "misere": "on"})
    shows(client.get(where(callers), call), "This deal has no bids.")
    nothing = {f"bids-{entry}": 0 for entry in bidders(callers)}
    client.post(where(callers), {**tricks(callers, 2, 3, 0, 0), **nothing, **call})
    assert set(told(callers).values()) == {(0, 2), (0, 3), (0, 0)}


@pytest.mark.thorough
def test_another_call_with_other_bids(client, callers):
    client.post(where(callers), bids(callers, 1, 1, 1, 4, call=CALL))
    shows(client.get(where(callers)), "Change the call")
    shows(client.get(where(callers) + "?call"), 'name="call.blind_bid" value="on" data-switch checked')
    shows(client.get(where(callers), call_of({"cards": 3})), "Recorded bids")
    base = callers.at(1).open.seq
    anew = bids(callers, 1, 1, 1, 3, call={"cards": 3}, base=base, reason="another call")
    assert client.post(where(callers), anew).status_code == 302
    assert callers.at(1).open.call == {"cards": 3}


@pytest.mark.thorough
def test_the_tricks_go_with_the_call_that_stands(client, callers):
    callers.bid(1, 1, 1, 1, 3, call={"cards": 3, "no_trump": False})  # as an API may say it
    assert client.post(where(callers), tricks(callers, 1, 1, 1, 0)).status_code == 302


def test_the_call_of_a_scored_deal_is_corrected(client, cast, callers):
    callers.score(1, bids=(1, 1, 1, 0), call={"cards": 3})
    assert "?call" not in seen(client.get(where(callers)))  # Sam only scores
    assert "calls the number of cards" not in seen(client.get(where(callers) + "?call"))
    client.force_login(cast.alice)
    assert "Use this call" in seen(client.get(where(callers) + "?call"))
    call = {"cards": 4, "no_trump": "on"}
    shows(client.get(where(callers), call_of(call)), '<details id="correct" class="card" open>')
    people = [*told(callers)]
    said = dict(zip(people, [(1, 1), (1, 1), (1, 1), (0, 1)], strict=True))
    answer = said_yes(client, where(callers), correction(callers, 1, said, **call_of(call)))
    assert answer.status_code == 302
    assert DealVersion.objects.get(version=2).call == {"cards": 4, "no_trump": True}
    assert told(callers) == said
    back = client.get(where(callers), {"as": "1"})
    assert back.context["call"] == call_of({"cards": 3})
    assert {cell.value for row in back.context["form"].trick_rows() for cell in row.cells} == set("0123")
