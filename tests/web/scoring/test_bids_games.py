"""Every game of bids by its pages alone, without scripts: tap what is offered, and send it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.rules.deals import BidGame
from games.rules.registry import RULESETS
from tests.web.bid_form import seen, where
from tests.web.html import Element, Page, faults

pytestmark = [pytest.mark.slow, pytest.mark.story]

GAMES = [game for game in RULESETS.values() if isinstance(game, BidGame)]
DEALS = 2
CALL = {"call.cards": "3", "call.nuloss": "on"}


def page_of(answer) -> Element:
    html = answer.content.decode()
    assert faults(html) == []
    return Page(html).root


def form_of(page: Element, step: str) -> dict[str, str]:
    """What the step's form sends as it was rendered."""
    for form in page.all("form"):
        inputs = [one.attributes for one in form.all("input")]
        sent = {
            one["name"]: one.get("value", "")
            for one in inputs
            if one.get("type") == "hidden" or ("checked" in one and "disabled" not in one)
        }
        if sent.get("step") == step:
            return sent
    raise AssertionError(f"no form for {step}")


def offered(page: Element, part: str) -> dict[str, list[int]]:
    """The numbers that can be tapped, by the field's name."""
    found: dict[str, list[int]] = {}
    for one in page.all("input"):
        name = one.attributes.get("name", "")
        if name.startswith(f"{part}-") and one.attributes.get("type") == "radio":
            found.setdefault(name, [])
            if "disabled" not in one.attributes:
                found[name].append(int(one.attributes["value"]))
    return found


def bid_and_score(client, at: str, game: BidGame) -> None:
    answer = client.get(at, CALL if game.key == "caller-clag" else {})
    for _try in range(12):  # what is forbidden by the bids before is known to the page that refuses them
        page = page_of(answer)
        if not offered(page, "bids"):
            break
        sent = form_of(page, "bids")
        for name, numbers in offered(page, "bids").items():
            if sent.get(name) is None or int(sent[name]) not in numbers:
                sent[name] = str(numbers[0])
        answer = client.post(at, sent, follow=True)
    page = page_of(answer)
    tricks = offered(page, "tricks")
    first, *_others = tricks
    answer = client.post(at, {**form_of(page, "tricks"), first: str(tricks[first][-1])}, follow=True)
    assert "is scored." in seen(answer)
    page_of(answer)


@pytest.mark.thorough
@pytest.mark.sample(6)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_by_its_pages(game, most, client, cast, night):
    client.force_login(cast.alice)
    night = night(game.most if most else game.fewest, game=game.key, format="fixed")
    last = 13 if game.key == "clag" else DEALS
    for deal in range(1, last + 1):
        bid_and_score(client, where(night, deal), game)
    assert len(night.facts.pools) == last
    page_of(client.get(reverse("table-sheet", args=[night.evening.pk, 1, 1])))
