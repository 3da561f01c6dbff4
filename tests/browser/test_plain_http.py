"""In the hall phones come by plain http: no service worker, no randomUUID, no wake lock; everything works."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import opened
from tests.browser.listening import live_of
from tests.browser.patience import Chromium
from tests.browser.test_scorer_link import fill_in, offline, recorded, send
from tests.browser.windows import PHONE, PROJECTOR, Windows
from tests.chromium import HALL
from tests.linked_phones import link, linked
from tests.server import Site
from tournaments.bell.services.bell import bell_ring
from tournaments.phones.selectors import make_token

UNTRUSTED = (
    "() => [isSecureContext, typeof crypto.randomUUID, 'serviceWorker' in navigator, 'wakeLock' in navigator]"
)


@pytest.fixture
def hall(browser: Chromium, site: Site) -> Iterator[Windows]:
    """Windows onto the server by a name that browsers do not trust."""
    yield from opened(browser, replace(site, url=site.url.replace("127.0.0.1", HALL)))


def look(page: Page, path: str) -> Page:
    page.goto(path)
    page.wait_for_function("() => Live.working")
    assert page.evaluate(UNTRUSTED) == [False, "undefined", False, False]
    return page


def test_clock_bell_scan_and_queue_work_by_plain_http(hall: Windows) -> None:
    live: Any = live_of(hall)
    night = linked(live.night)
    code, table = night.evening.join_code, night.preview().still_out[-1]
    names = night.facts.names
    people = [names[entry] for entry in night.table(table)]
    screen = look(hall.open(PROJECTOR), f"/j/{code}/hall/")
    player = look(hall.open(PHONE), f"/j/{code}/me/{night.table(table)[0]}/")
    phone = look(hall.open(PHONE), f"/s/{make_token(link(night, table))}/")
    fill_in(phone, people)
    bell_ring(night.by, round=night.round)
    for page in (screen, player):
        expect(page.locator("main")).to_contain_text("bell")
    hands.says(phone, "The bell has rung. This is the last deal here.")
    with hall.outage():
        offline(phone)
        send(phone)
        expect(phone.locator("#queue")).to_contain_text("Waiting to be sent")
        offline(phone, away=False)
        hands.says(phone, f"{people[0]} won")
    assert recorded(night, table) == [night.round]
