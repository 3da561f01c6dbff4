"""Every page of an evening, a club or a season stands in its frame, and marks the tab that it belongs to."""

import re

import pytest
from django.test import Client

from tests.cast import Cast, NightMaker
from tests.web.addresses import PARTS, address, addresses
from tournaments.core.record import Stage

FRAMED = re.compile(r"(evenings|clubs|seasons|leagues|prize-sets)/")
ALONE = {
    *("club-new", "player-claim"),  # of no club yet, and of somebody who is no member
}
"""Addresses whose pages have no tabs."""
BELOW = {
    "person": "Players",
    "pictures": "Standings",
    "prize-list": "Prizes",
    "certificates": "Prizes",
    "line-back": "Journal",
    "evening-plan": "Settings",
    "bell-undo": "Evening",
    "paper": "Evening",
    "season-close": "Standings",
    "league-publish": "Leagues",
}
"""Addresses of subpages, and the tab that they mark."""
CURRENT = re.compile(r'<a [^>]*aria-current="(?:page|true)"[^>]*>([^<]*)</a>')


def tabs(page: str) -> list[str] | None:
    """Return the tabs that are marked; None if the page has none."""
    (bar,) = re.findall(r'<nav class="tabs[^>]*>(.*?)</nav>', page, re.DOTALL) or [None]
    return None if bar is None else CURRENT.findall(bar)


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.FINISHED])
def test_each_page_marks_one_tab(client: Client, cast: Cast, night: NightMaker, stage: Stage):
    evening = night(0 if stage is Stage.DRAFT else 8, stage)
    if stage is Stage.PLAYING:
        for table in evening.tables:
            evening.play_table(table)
    client.force_login(cast.alice)
    found = dict[str, list[str] | None]()
    for name, route in addresses():
        if FRAMED.match(route) and name not in (*PARTS, *ALONE):
            answer = client.get(address(name, cast, evening))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                found[name] = tabs(answer.content.decode())
    assert {name: marked for name, marked in found.items() if marked is None or len(marked) != 1} == {}
    assert {name: found[name] for name in BELOW if name in found} == {
        name: [tab] for name, tab in BELOW.items() if name in found
    }
