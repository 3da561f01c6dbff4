"""A deal's bids on a phone: the forbidden ones shown before they are made, and refused all the same."""

import re

import pytest

from games.rules.cards import SUITS
from tests.scoring.web.refusing import refuses
from tests.web.bid_form import COOPERATIVE, HOOKED, JABBER, bidders, bids, seen, tricks, where
from tests.web.html import Page, faults, shows
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import entry_change, player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.settings import BellBy
from tournaments.models import BidRow, OpenDeal
from tournaments.scoring.forms.bids import SUIT_SIGNS

KEY = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"


@pytest.fixture
def party(night):
    return night(4, **HOOKED)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def cells(answer, name):
    """The cells of a field: number by number, whether it can be tapped and is."""
    inputs = Page(answer.content.decode()).root.all("input")
    found = [one.attributes for one in inputs if one.attributes.get("name") == name]
    return {one["value"]: ("disabled" not in one, "checked" in one) for one in found}


def off(answer, entry):
    """The bids that somebody cannot tap."""
    return [number for number, (on, _checked) in cells(answer, f"bids-{entry}").items() if not on]


def test_it_works(client, party):
    shows(
        client.get(where(party)),
        *("Deal 1 of 13", "turned up", "The last bid may not make all bids"),
    )
    sent = bids(party, 1, 0, 0, 1, trump="H", request_key=KEY)
    answer = client.post(where(party), sent)
    assert answer.url == client.post(where(party), sent).url == where(party)  # sent twice, done once
    row = OpenDeal.objects.get()
    assert (row.trump, row.call) == ("H", {})
    made = list(BidRow.objects.values_list("entry", "bid"))
    assert made == list(zip(bidders(party), (1, 0, 0, 1), strict=True))
    shown = seen(client.get(answer.url))
    shows(shown, "The bids are recorded.", "♥ hearts")
    assert shown.count("Bid <b>1</b>") == 2


@pytest.mark.thorough
def test_the_order_the_dealer_and_what_follows_are_said(client, night):
    night = night(4, **JABBER)
    shown = seen(client.get(where(night)))
    names = night.facts.names
    said = re.findall(r'data-name="(\w+)"', shown)
    assert said == [names[entry] for entry in bidders(night)]
    assert f"<dd>{said[-1]}</dd>" in shown  # the dealer bids last
    assert f"Next: {said[0]} deals 4 cards" in shown


def test_a_forbidden_bid_is_shown_before_it_is_made(client, night):
    night = night(4, game="blackout", options={"hook": "running"}, format="fixed")
    answer = client.get(where(night))
    first, second, *_others = bidders(night)
    assert off(answer, first) == ["1"]  # with one card the first bid would total it
    assert off(answer, second) == []  # who knows what is bid before?
    assert "Not 1: the bids may not total 1, the number of tricks." in seen(answer)


@pytest.mark.thorough
def test_it_is_refused_all_the_same_and_what_was_typed_stays(client, party):
    refuses(client, where(party), {}, "Tap the bid of p")
    sent = bids(party, 1, 0, 0, 0, trump="S")
    answer = refuses(client, where(party), sent, "Hook: the bids may not total 1")
    first, *_between, last = bidders(party)
    assert off(answer, last) == ["0"]
    assert cells(answer, f"bids-{first}")["1"] == (True, True)
    assert cells(answer, "trump")["S"] == (True, True)


@pytest.mark.thorough
def test_a_sixth_zero_running_cannot_be_tapped(client, night):
    night = night(6, game="kachuful", format="fixed")
    for _deal in range(5):
        night.score(1, bids=(0,) * 6)
    answer = client.get(where(night, 6))
    assert all(off(answer, entry) == ["0"] for entry in bidders(night))
    says = "Not 0: this player bid zero in the last 5 deals."
    shows(answer, says, "All bid at once", never="from top to bottom")


def test_together_the_bids_total_the_cards(client, night):
    night = night(3, **COOPERATIVE)
    for cards in (1, 2):
        night.score(1, bids=(0, 0, cards))
    says = "At most 1: all bids must total 3.", "Only 1: all bids must total 3."
    answer = refuses(client, where(night, 3), bids(night, 2, 0, 0), *says)
    assert [off(answer, entry) for entry in bidders(night)] == [[], ["2", "3"], ["0", "2", "3"]]


@pytest.mark.parametrize("sent", ["", "x", "-1", "2", "1.5", "true", str(10**30), "१"])
def test_what_is_no_bid_is_refused_at_the_person(sent, client, party):
    refuses(client, where(party), bids(party, sent, 0, 0, 0), "errorlist")


@pytest.mark.thorough
def test_two_phones(client, party):
    client.post(where(party), bids(party, 1, 0, 0, 1))
    says = "The bids of this deal are already recorded", "Recorded bids", 'name="base"'
    answer = refuses(client, where(party), bids(party, 0, 0, 0, 0), *says, status=409)
    assert all(cells(answer, f"bids-{entry}")["0"] == (True, True) for entry in bidders(party)[:3])
    assert BidRow.objects.filter(deal__void=None).count() == 4


@pytest.mark.thorough
def test_bids_are_written_anew_with_a_reason(client, party):
    client.post(where(party), bids(party, 1, 0, 0, 1))
    shown = client.get(where(party) + "?bids")
    (base,) = re.findall(r'name="base" value="(\d+)"', seen(shown))
    assert cells(shown, f"bids-{bidders(party)[0]}")["1"] == (True, True)
    anew = bids(party, 0, 0, 0, 0, base=base)
    shows(client.post(where(party), anew), "Enter a reason", status=422)
    assert client.post(where(party), {**anew, "reason": "heard wrongly"}).status_code == 302
    assert set(party.at(1).open.bids.values()) == {0}


def test_the_dealer_may_change_where_the_game_lets_him(client, night):
    night = night(4, game="blackout-family", format="fixed")
    client.post(where(night), bids(night, 3, 3, 3, 3))
    shows(
        client.get(where(night) + "?bids"), "bid last and may change this bid until the first card is played."
    )
    base = night.at(1).open.seq
    assert client.post(where(night), bids(night, 3, 3, 3, 2, base=base)).status_code == 302


@pytest.mark.parametrize("deal", [0, 3, 99, 2**53 - 1])
def test_another_deal_comes_next(deal, client, party):
    party.score(1)
    says = "This table plays deal 2 next."
    shows(client.get(where(party, deal)), says, where(party, 2))
    refuses(client, where(party, deal), bids(party, 1, 0, 0, 1), says)


@pytest.mark.thorough
def test_a_deal_that_was_scored_meanwhile(client, party):
    sent = bids(party, 1, 0, 0, 1)
    party.score(1)
    says = "This deal is already recorded.", "Your entry was not recorded"
    for body in (sent, {**sent, "bids-0": "x"}, {"step": "bids"}):
        refuses(client, where(party), body, *says, status=409)


def test_too_few_to_play(client, night):
    night = night(4, **COOPERATIVE)
    for entry in night.table(1)[:3]:
        player_drop(night.because("gone home"), entry=entry)
    shows(client.get(where(night)), "This game needs 2 to 7 players. This table has 1.")
    refuses(client, where(night), {"step": "bids"}, "This game is for 2–7 players. Table 1 has 1.")


@pytest.mark.thorough
def test_in_a_session_a_round_is_a_deal(client, night):
    night = night(10, game="blackout", options={"hook": "last"}, bell=BellBy.HAND)
    page = where(night, table=2)
    shows(client.get(page), "Round 1 of", "Table 2, booby")
    client.post(page, bids(night, 0, 0, 0, 1, 1, table=2))
    bell_ring(night.by, round=1)
    shows(client.get(page), "The bell has rung. This is the last deal here.")
    client.post(page, tricks(night, 1, 0, 0, 0, 0, table=2))
    shows(client.get(page), "deal 1.", never="Next:")


def test_names_stay_names(client, cast, party):
    for entry in party.table(1):
        entry_change(party.by, entry=entry, name=f"{HOSTILE} {entry}", role="")
    client.force_login(cast.alice)
    wrong, right = bids(party, 1, 0, 0, 0), bids(party, 1, 0, 0, 1)
    pages = [client.get(where(party)), client.post(where(party), wrong)]
    client.post(where(party), right)
    pages += [client.get(where(party)), client.get(where(party) + "?bids"), client.post(where(party), wrong)]
    pages.append(client.post(where(party), tricks(party, 1, 1, 0, 0)))
    client.post(where(party), tricks(party, 1, 0, 0, 0))
    pages += [client.get(where(party)), client.post(where(party), {"step": "correct"})]
    assert [page for page in pages if HOSTILE in page.text or faults(page.text)] == []


def test_its_queries_do_not_grow(client, night):
    """As many at a table of four at its first deal as at one of seven at its sixth."""
    counts = []
    for players, deals in ((4, 1), (7, 5)):
        made = night(players, **HOOKED)
        for _deal in range(deals):
            made.score(1)
        counts.append(queries(client.get, where(made, deals + 1)))
    assert counts[0] == counts[1] <= 17


def test_suits_are_those_of_the_pack():
    assert "".join(suit for suit, _sign in SUIT_SIGNS) == SUITS
