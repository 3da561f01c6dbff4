"""The scorer's page where the cards decide, and where three stakes are told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.services.evenings.test_pool_games import Table
from tests.web.deal_form import seen
from tests.web.html import shows


def address(table, deal=1):
    return reverse("deal", args=[table.evening.pk, 1, 1, deal])


def asked(client, cast, table, **sent):
    client.force_login(cast.sam)
    return client.post(address(table, len(table.facts.pools) + 1), sent)


@pytest.mark.thorough
def test_typed_cards_say_who_won(client, cast):
    table = Table(cast, "brag", 4)
    a, b, *_others = table.order
    sent = {f"cards-{a}": "ks kd 4c", f"cards-{b}": "AD 9S 4D", f"counters-{a}": "4", f"counters-{b}": "4"}
    answer = asked(client, cast, table, tally="stakes", **sent)
    assert answer.status_code == 302, seen(answer)
    assert table.net[a] == 4
    shows(client.get(address(table)), "K♠ K♦ 4♣", "A♦ 9♠ 4♦")


def test_cards_that_cannot_be_are_refused_at_their_field(client, cast):
    table = Table(cast, "brag", 4)
    a, b, *_others = table.order
    answer = asked(client, cast, table, tally="stakes", **{f"cards-{a}": "KS KD", f"cards-{b}": "AD 9S 4D"})
    shows(answer, f'name="cards-{a}"', status=422)
    assert "errorlist" in seen(answer).split(f'name="cards-{a}"')[1].split("</li>")[0]
    assert not table.facts.pools


def test_three_stakes_are_told(client, cast):
    table = Table(cast, "three-stake-brag", 5)
    a, b, c, *_others = table.order
    page = seen(client.get(address(table))) if client.force_login(cast.sam) is None else ""
    assert "Who won the second stake?" in page
    assert "head" not in page.split("<h1>")[1].split("</h1>")[0]
    sent = {
        "winners": b,
        "in_call": a,
        "tally": "three",
        "first": 2,
        "second": 1,
        "third": 2,
        "won_first": a,
        "won_third": c,
        f"counters-{a}": 5,
        f"counters-{b}": 5,
    }
    assert asked(client, cast, table, **{**sent, "won_third": ""}).status_code == 422
    assert not table.facts.pools
    assert asked(client, cast, table, **sent).status_code == 302
    assert table.net[c] == 5
    assert asked(client, cast, table, **{**sent, "won_third": 0}).status_code == 302
    page = seen(client.get(address(table, 3)))
    assert "2 of each wait in the third stake" in page


def test_where_nobody_counts_three_stakes_ask_who_won_most(client, night):
    """And who was in for the second; cards could not say who won most (rulebook 4)."""
    night = night(12, game="three-stake-brag", counting="at_the_end")
    client.force_login(night.alice)
    address = reverse("deal", args=[night.evening.pk, 1, 2, 1])
    shows(client.get(address), "Who won most on this deal?", never="Let the cards decide")
    answer = client.post(address, {"winners": [night.table(2)[0]]})
    assert answer.status_code == 422
    assert "Tap who was in for the second stake" in answer.text
