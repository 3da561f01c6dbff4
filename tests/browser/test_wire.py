"""What a device loads at first, with an empty cache: requests, bytes with their headers, and what first."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Request

from tests.browser.evenings import begun
from tests.browser.network import network
from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.server import ROOT, Site, serving
from tournaments.evening.services.evenings import GameChoice
from tournaments.phones.selectors import make_token

FIRST = 8_000
"""Milliseconds that are counted: after ten seconds pages ask again."""
MOST = {
    "player": (45_000, 8),
    "scorer": (55_000, 9),
    "scorer of bids": (55_000, 9),
    "console": (58_000, 9),
    "hall": (48_000, 10),
}
"""Bytes and requests of each page. The bytes vary by a hundred: what is compressed is padded at random."""
TYPEFACE = (28_500, 1)
"""What the typeface adds, once. A table's phone keeps the device's."""
SLOW = {"offline": False, "latency": 600, "downloadThroughput": 20_000, "uploadThroughput": 20_000}
"""A bad network: milliseconds, and bytes in a second."""
QUEUE_READY = """() => {
  const listen = EventTarget.prototype.addEventListener;
  window.addEventListener = function (name, ...rest) {
    if (name === 'submit') window.queueReady = performance.now();
    return listen.call(this, name, ...rest);
  };
}"""
PAINTED = "performance.getEntriesByName('first-paint')[0].startTime"


@pytest.fixture(scope="module")
def installed(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose static files are collected, as `manage.py up` does."""
    folder = tmp_path_factory.mktemp("installed")
    variables = {"HEADTABLE_DATA": str(folder), "COLLECTED_STATIC": "1"}
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"]
    subprocess.run(collect, cwd=ROOT, env={**os.environ, **variables}, check=True)
    with serving(Path(shutil.copy(migrated, folder)), **variables) as site:
        yield site


@pytest.fixture(scope="module")
def nights(installed: Site) -> tuple[Night, Night]:
    """An evening of pools, and one of bids."""
    poker = linked(begun(24))
    return poker, linked(begun(10, GameChoice("blackout"), owner=poker.alice))


def _note(requests: list[str], request: Request) -> None:
    requests.append(urlsplit(request.url).path)


def test_first_load(installed: Site, nights: tuple[Night, Night], browser: Chromium):
    server = urlsplit(installed.url)
    poker, bids = nights
    code, me = poker.evening.join_code, poker.table(2)[0]
    pages = {
        "player": (PHONE, reverse("player", args=[code, me])),
        "scorer": (PHONE, reverse("score-deal", args=[1, 1])),
        "scorer of bids": (PHONE, reverse("score-deal", args=[1, 1])),
        "console": (LAPTOP, reverse("evening", args=[poker.evening.pk])),
        "hall": (LAPTOP, reverse("hall", args=[code])),
    }
    scanned = {"scorer": link(poker), "scorer of bids": link(bids)}
    with ExitStack() as stack:
        networks, requests = {}, {name: list[str]() for name in pages}
        for name, (size, address) in pages.items():
            networks[name] = between = stack.enter_context(network(str(server.hostname), server.port or 0))
            windows = Windows(browser, between.url)
            stack.callback(windows.close)
            page = windows.open(size, user=poker.alice if name == "console" else None)
            if name in scanned:
                page.request.get(reverse("scan", args=[make_token(scanned[name])]), max_redirects=0)
                between.answered = 0
            page.on("request", partial(_note, requests[name]))
            page.goto(address)
            page.locator("h1, h2").first.wait_for()
        page.wait_for_timeout(FIRST)
        counted = {name: (networks[name].answered, len(requests[name])) for name in pages}
    over = {
        name: counted[name]
        for name in pages
        for more in [(0, 0) if name in scanned else TYPEFACE]
        if any(n > most + one for n, most, one in zip(counted[name], MOST[name], more, strict=True))
    }
    assert not over, {name: requests[name] for name in over}
    assert all(size > 20_000 for size, _ in counted.values()), "a page did not come"


def test_on_a_slow_network_nothing_is_shown_before_it_would_be_kept(
    installed: Site, nights: tuple[Night, Night], browser: Chromium
):
    """Whoever taps *Record* at once taps a form whose queue is ready: a pool's, and one of bids."""
    windows = Windows(browser, installed.url)
    for night in nights:
        page = windows.open(PHONE)
        page.request.get(reverse("scan", args=[make_token(link(night))]), max_redirects=0)
        page.add_init_script(f"({QUEUE_READY})()")
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
        page.goto(reverse("score-deal", args=[1, 1]))
        assert page.evaluate("window.queueReady") < page.evaluate(PAINTED)
    windows.close()
