"""On https a worker opens a table's last page when the server does not answer."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import opened
from tests.browser.hands import press, says
from tests.browser.network import Mode, network
from tests.browser.patience import Chromium
from tests.browser.test_offline import (
    WRITTEN,
    Hall,
    OwnBrowser,
    bid,
    is_filled,
    plan_is_there,
    posts_are_lost,
    take_all,
)
from tests.browser.test_scorer_link import fill_in, recorded, send
from tests.browser.windows import until
from tests.scoring.services.test_deal_record import body
from tests.server import serving
from tournaments.evening.services.evenings import GameChoice
from tournaments.scoring.services.deals import deal_record

CERTIFICATE = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
TRUSTING = "--ignore-certificate-errors"
SCOPE = "navigator.serviceWorker.ready.then(({ scope }) => scope)"
KEPT = """async () => {
  for (const name of await caches.keys()) {
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    if (paths.includes('/score/plan/') && paths.includes(location.pathname)) return true;
  }
  return false;
}"""
"""The page that is open is kept, with its plan."""
INDEXED = 10000
"""Milliseconds after which Chromium has written which caches there are: a kill before it loses them."""


@pytest.fixture
def own(browser: Chromium, migrated: Path, tmp_path: Path) -> Iterator[OwnBrowser]:
    """A phone that comes by https through a network of ours. It takes our certificate."""
    key, signed = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run([*CERTIFICATE.split(), "-keyout", key, "-out", signed], check=True, capture_output=True)
    database = Path(shutil.copy(migrated, tmp_path))
    with serving(database, UVICORN_SSL_KEYFILE=str(key), UVICORN_SSL_CERTFILE=str(signed)) as site:
        address = urlsplit(site.url)
        with network(str(address.hostname), address.port or 0) as between:
            between.url = between.url.replace("http:", "https:")
            for windows in opened(browser, replace(site, url=between.url)):
                own = OwnBrowser(Hall(windows, site, between), browser, tmp_path / "profile")
                yield own
                own.kill()


def is_kept(phone: Page) -> None:
    plan_is_there(phone)
    phone.wait_for_function(KEPT)


def test_a_reload_without_a_server(own: OwnBrowser) -> None:
    """What was typed is there; after an entry the next deal is; the browser may be killed, too."""
    hall = own.hall
    night = hall.begin(deals=3)
    phone, people = hall.scan(page=own.start(TRUSTING)), hall.people()
    is_kept(phone)
    modes: tuple[Mode, ...] = ("refuse", "hole", "deaf")
    for deal, mode in enumerate(modes, 1):
        fill_in(phone, people)
        phone.wait_for_timeout(WRITTEN)
        hall.network.set(mode)
        if mode == "hole":
            own.kill()
            phone = own.start(TRUSTING)
        phone.goto("/score/")  # the worker leads to the page that it has
        expect(phone).to_have_url(re.compile("/score/1/1/$"))
        is_filled(phone, people)
        send(phone)
        if deal < 3:
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal + 1}")
    hall.network.set("up")
    hall.scan(page=phone)  # a browser keeps new cookies in its memory for half a minute
    until(phone, lambda: recorded(night) == [1, 1, 1])
    assert {pool.version for pool in night.facts.pools} == {1}


def test_the_server_answers_first_and_a_release_forgets_the_one_before(own: OwnBrowser) -> None:
    """What was recorded elsewhere is on the page that was kept without it. Only a table's pages are kept."""
    hall = own.hall
    night = hall.begin(deals=3)
    phone = hall.scan(page=own.start(TRUSTING))
    is_kept(phone)
    assert phone.evaluate(SCOPE) == f"{hall.network.url}/score/"
    deal_record(night.by, **body(night, 2))
    phone.goto("/score/1/1/")
    says(phone, " won")
    phone.wait_for_function("() => Live.working && Kept.entries")  # its scripts come through the worker, too
    phone.evaluate("navigator.serviceWorker.register('/score/worker.js?next')")
    phone.wait_for_function("async () => (await caches.keys()).join() === 'headtable-?next'")


@pytest.mark.thorough
def test_ten_deals_in_three_browsers(own: OwnBrowser) -> None:
    """Off before the first tap. The browser is killed twice, and shows the other language once."""
    hall = own.hall
    night = hall.begin(GameChoice("blackout", {}, "fixed"), players=5)
    phone = hall.scan(1, own.start(TRUSTING))
    is_kept(phone)
    phone.wait_for_timeout(INDEXED)
    hall.network.set("refuse")
    for deal in range(1, 11):
        bid(phone)
        if deal in (4, 8):
            phone.wait_for_timeout(WRITTEN)
            own.kill()
            phone = own.start(TRUSTING)
            phone.goto("/score/")
        take_all(phone)
        if deal == 6:
            with posts_are_lost(phone):
                hall.network.set("up")
                hall.scan(1, phone)  # a browser keeps new cookies in its memory for half a minute
                press(phone, re.compile("Deutsch"))
                press(phone, "Deutsch", within=phone.locator("main"))
                expect(phone.locator("#goes-on h2")).to_contain_text("7")
                is_kept(phone)
                hall.network.set("refuse")
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    assert recorded(night, 1) == []
    hall.network.set("up")
    hall.scan(1, phone)
    until(phone, lambda: len(night.facts.pools) == 10)
    expect(phone.locator("#queue")).to_be_hidden()
    pools: list[Any] = sorted(night.facts.pools, key=lambda pool: pool.seq)
    assert [(pool.deal, pool.version) for pool in pools] == [(deal, 1) for deal in range(1, 11)]
