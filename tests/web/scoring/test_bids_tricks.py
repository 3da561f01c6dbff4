"""A deal's tricks on a phone: they total the cards, and score the deal at once."""

import pytest

from tests.cast import everything
from tests.web.bid_form import (
    CALLER,
    COOPERATIVE,
    HOOKED,
    JABBER,
    bidders,
    bids,
    seen,
    told,
    tricks,
    where,
)
from tests.web.html import faults, shows
from tournaments.models import BidRow, Deal, DealLine
from tournaments.services.scoring.bids import Bids, bids_record

KEY = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a02"
MAD = {"cards": 3, "ascending_madness": True}


@pytest.fixture
def party(night):
    return night(4, **HOOKED)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


@pytest.mark.thorough
def test_it_works(client, party):
    party.bid(1, 1, 0, 0, 1)
    people = bidders(party)
    shows(client.get(where(party)), "Tap how many tricks each has won.")
    answer = client.post(where(party), tricks(party, 1, "", "", 0, trump="D"))
    assert answer.url == where(party)
    assert told(party) == dict(zip(people, [(1, 1), (0, 0), (0, 0), (1, 0)], strict=True))
    shown = seen(client.get(answer.url))
    names = party.facts.names
    shows(shown, f"Best: {names[people[0]]}", "♦ diamonds")
    assert shown.count("<strong>10</strong>") == 2
    shows(shown, "<strong>11</strong>", f"Next: {names[people[0]]} deals 2 cards", where(party, 2))


@pytest.mark.thorough
@pytest.mark.parametrize(("won", "says"), [((1, 1, 0, 0), "total 2 and not 1"), ((), "total 0 and not 1")])
def test_tricks_that_do_not_total_the_cards(won, says, client, party):
    party.bid(1, 1, 0, 0, 1)
    before = everything()
    answer = client.post(where(party), tricks(party, *won))
    shows(answer, says, status=422)
    assert seen(answer).count(" checked") == len(won)  # what was tapped
    assert everything() == before


@pytest.mark.parametrize("sent", ["x", "-1", "2", "1.5", str(10**30), "True"])
def test_what_is_no_number_of_tricks(sent, client, party):
    party.bid(1, 1, 0, 0, 1)
    shows(client.post(where(party), tricks(party, sent, 1, 0, 0)), "From 0 to 1.", status=422)
    assert not Deal.objects.exists()


def test_the_bids_come_first(client, party):
    answer = client.post(where(party), tricks(party, 1, 0, 0, 0))
    assert answer.status_code == 422
    assert "The bids come first." in seen(answer)
    assert "What you typed" in seen(answer)


@pytest.mark.thorough
def test_bids_that_changed_meanwhile(client, party):
    party.bid(1, 1, 0, 0, 1)
    sent, base = tricks(party, 1, 0, 0, 0), party.at(1).open.seq
    first, *others = bidders(party)
    bids_record(
        party.because("heard wrongly"),
        round=1,
        table=1,
        deal=1,
        told=Bids({first: 0, **dict.fromkeys(others, 0)}),
        base=base,
    )
    answer = client.post(where(party), sent)
    shows(answer, "look at them", status=409)
    assert not Deal.objects.exists()
    assert "bid <b>0</b>" in seen(answer)


def test_two_phones(client, cast, party):
    party.bid(1, 1, 0, 0, 1)
    first, other = tricks(party, 1, 0, 0, 0), tricks(party, 0, 1, 0, 0)
    assert client.post(where(party), first).status_code == 302
    answer = client.post(where(party), other)
    shows(answer, "This deal was recorded already.", "What you typed", status=409)
    assert "Correct this result" not in seen(answer)  # Sam only scores
    client.force_login(cast.bob)
    answer = client.post(where(party), other)
    assert answer.status_code == 409
    html = answer.content.decode()
    second = party.at(1, 1).bidders(1)[1]
    assert faults(html) == []
    assert f'name="tricks-{second}" value="1" checked' in html  # typed, and ready to correct by


@pytest.mark.thorough
def test_at_misere_nothing_is_bid(client, night):
    night = night(3, game="clag", format="fixed")
    for _deal in range(11):
        night.score(1)
    shows(client.get(where(night, 12)), "Misere: everybody bids zero.", "Tap how many tricks each has won.")
    sent = {f"bids-{entry}": 0 for entry in bidders(night)}
    client.post(where(night, 12), {**tricks(night, 0, 0, 7), **sent})
    assert [*told(night, 12).values()].count((0, 0)) == 2
    scored = DealLine.objects.filter(version__deal__number=12).values_list("score", flat=True)
    assert list(scored.order_by("score")) == [-14, 10, 10]


def test_revokes(client, night):
    night = night(3, **JABBER)
    night.bid(1, 1, 1, 0)
    _first, second, _third = bidders(night)
    shows(client.get(where(night)), "Did somebody revoke? −3 points each time")
    client.post(where(night), tricks(night, 1, 1, 1, **{f"revokes-{second}": 2}))
    shows(client.get(where(night)), "2 revokes", "−5")


def test_in_a_madness_it_counts_which_tricks(client, night):
    night = night(3, **CALLER)
    night.bid(1, 1, 1, 1, call=MAD)
    a, b, c = bidders(night)
    assert "Tap who won each trick, by its number." in seen(client.get(where(night)))
    shows(client.post(where(night), tricks(night, a, b)), "total 2 and not 3")
    client.post(where(night), tricks(night, a, b, c))
    lines = dict(DealLine.objects.values_list("entry", "took"))
    assert lines == {a: [1], b: [2], c: [3]}
    assert dict(DealLine.objects.values_list("entry", "score")) == {a: 12, b: 14, c: 16}


@pytest.mark.parametrize("sent", ["0", "x", "99999", "-1", str(10**30)])
def test_somebody_else_wins_no_trick(sent, client, night):
    night = night(3, **CALLER)
    night.bid(1, 1, 1, 1, call=MAD)
    a, b, _c = bidders(night)
    answer = client.post(where(night), tricks(night, a, b, sent))
    assert answer.status_code == 422
    assert not Deal.objects.exists()


@pytest.mark.thorough
def test_a_round_that_is_won_together(client, night):
    night = night(3, **COOPERATIVE)
    shows(client.get(where(night)), "Round 1 of 17", "No round is won yet.")
    client.post(where(night), bids(night, 0, 0, 1))
    client.post(where(night), tricks(night, 1, 0, 0))
    shows(client.get(where(night)), "✗ Round 1 is not won", "The same round again", never=">Score</th>")
    shows(client.get(where(night, 2)), 'Round 1 of 17 again <span class="sub">hand 2</span>')
    client.post(where(night, 2), bids(night, 0, 0, 1))
    client.post(where(night, 2), tricks(night, 0, 0, 1))
    shows(client.get(where(night, 2)), "✓ Round 1 is won", "1 round is won so far.")


def test_the_race(client, night):
    night = night(4, game="oh-well", format="fixed")
    assert "The race is to 100 points." in seen(client.get(where(night)))
    deal = 0
    while night.at(1).next_number:
        deal += 1
        night.score(1, bids=(13, 0, 0, 0))
    shows(client.get(where(night, deal)), "The game is over. Winner:", "<meter", never="Next:")
    assert "The game at this table is over." in seen(client.get(where(night, deal + 1)))


@pytest.mark.thorough
def test_no_deal_after_the_last(client, night):
    night = night(3, **{**CALLER, "options": {"deals": 1}})
    night.score(1)
    answer = client.post(where(night, 2), bids(night, 1, 1, 1, call={"cards": 3}))
    assert answer.status_code == 422
    assert "has played its deals" in seen(answer)
    assert not BidRow.objects.exists()
