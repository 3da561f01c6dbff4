"""Every page of a game of bids, looked at: nothing for axe to find, nothing too wide, nothing too small."""

from collections.abc import Iterator

import pytest

from tests.browser.evenings import begun, ona
from tests.browser.eyes import Eyes
from tests.browser.patience import Chromium
from tests.browser.windows import Windows
from tests.server import Site
from tournaments.evening.services.evenings import GameChoice

SCENES = {
    "bids": ("blackout", 4, {"hook": "last"}, 6, "deals/7/"),
    "many cards": ("kachuful", 3, {}, 16, "deals/17/"),
    "many players": ("kachuful", 10, {}, 2, "deals/3/"),
    "tricks": ("jabberwocky", 4, {}, 3, "deals/4/"),
    "call": ("caller-clag", 4, {}, 1, "deals/2/"),
    "call refused": ("caller-clag", 4, {}, 1, "deals/2/?call.cards=3&call.nuloss=on"),
    "together": ("blackout-cooperative", 4, {}, 3, "deals/4/"),
    "scored": ("oh-well", 5, {}, 3, "deals/3/"),
    "change": ("blackout-family", 4, {}, 2, "deals/3/?bids"),
    "not now": ("clag", 4, {}, 2, "deals/5/"),
    "sheet": ("up-and-down-the-river", 5, {}, 7, "sheet/"),
    "stop": ("blackout-cooperative", 3, {}, 2, "end/"),
}
IN_PLAY = ("tricks", "change")
AGAIN = ("many cards", "call refused", "together", "change", "not now")
"""Scenes whose templates others show, too."""


@pytest.fixture(scope="module")
def eyes(browser: Chromium, stage: Site) -> Iterator[Eyes]:
    owner = ona()
    places: dict[str, object] = {}
    for name, (game, players, options, played, _page) in SCENES.items():
        people = [f"Player {n} Nguyen-Featherstonehaugh" for n in range(players)]
        night = begun(people, GameChoice(game, options, "fixed"), owner=owner)
        for _deal in range(played):
            night.score(1)
        if name in IN_PLAY:
            night.bid(1)
        places[name] = night.evening.pk
    windows = Windows(browser, stage.url)
    yield Eyes(windows, places, user=owner)
    windows.close()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] if name in AGAIN else []) for name in SCENES],
)
def test_it_looks_right(eyes: Eyes, name: str):
    page = SCENES[name][-1]
    assert eyes.look(f"/evenings/{eyes.places[name]}/rounds/1/tables/1/{page}") == []
