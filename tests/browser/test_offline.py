"""A table's phone and a network that is away: nothing typed is lost, and nothing counts twice."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import chromium
from tests.browser import hands
from tests.browser.conftest import opened
from tests.browser.hands import press, says
from tests.browser.listening import pass_time
from tests.browser.network import Mode, Network, network
from tests.browser.patience import MARK, Chromium
from tests.browser.test_scorer_link import Thursday, fill_in, recorded, send
from tests.browser.windows import PHONE, Windows, until
from tests.server import Site
from tournaments.attendance.services import player_drop
from tournaments.results.services import evening_call_off


class Hall(Thursday):
    """An evening whose phones come through a network of ours."""

    def __init__(self, windows: Windows, site: Site, between: Network) -> None:
        super().__init__(windows, site)
        self.network = between


@pytest.fixture
def hall(browser: Chromium, site: Site) -> Iterator[Hall]:
    address = urlsplit(site.url)
    with network(str(address.hostname), address.port or 0) as between:
        for windows in opened(browser, replace(site, url=between.url)):
            with windows.outage():
                yield Hall(windows, site, between)


@dataclass
class OwnBrowser:
    """A phone's browser with a folder of its own, which outlives it."""

    hall: Hall
    browser: Chromium
    folder: Path

    def start(self) -> Page:
        """The browser, opened anew, at the table's page."""
        context = self.browser.kind.launch_persistent_context(
            self.folder,
            executable_path=chromium.find(),
            args=[*chromium.arguments(), MARK],
            base_url=self.hall.network.url,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            has_touch=True,
            is_mobile=True,
        )
        return context.pages[0]

    def kill(self) -> None:
        for line in subprocess.check_output(["ps", "-A", "-ww", "-o", "pid=,args="], text=True).splitlines():
            pid, _, command = line.strip().partition(" ")
            if f"--user-data-dir={self.folder}" in command and " --type=" not in command:
                os.kill(int(pid), signal.SIGKILL)


@pytest.fixture
def own(hall: Hall, browser: Chromium, tmp_path: Path) -> Iterator[OwnBrowser]:
    own = OwnBrowser(hall, browser, tmp_path / "profile")
    yield own
    own.kill()


def is_filled(page: Page, people: list[str]) -> None:
    """What ``fill_in`` typed is in the form."""
    expect(page.locator("#step-winners").get_by_label(people[0])).to_be_checked()
    expect(page.locator("#step-callers").get_by_label(people[1])).to_be_checked()
    expect(hands.amount(page, people[0])).to_have_value("5")


def test_what_is_typed_survives_the_page(hall: Hall) -> None:
    """A reload after the first tap; another page and back; the other language."""
    night = hall.begin()
    phone, people = hall.scan(), hall.people()
    winner = phone.locator("#step-winners").get_by_label(people[0])
    hands.touch(phone, winner)
    hands.reload(phone)
    expect(winner).to_be_checked()
    hands.touch(phone, winner)
    fill_in(phone, people)
    phone.goto("/")
    phone.go_back()
    is_filled(phone, people)
    press(phone, re.compile("Deutsch"))
    press(phone, "Deutsch", within=phone.locator("main"))
    is_filled(phone, people)
    press(phone, "Ergebnis eintragen")
    until(phone, lambda: recorded(night) == [1])
    expect(phone.locator("#queue")).to_be_hidden()


def test_what_is_typed_survives_the_browser(hall: Hall, own: OwnBrowser) -> None:
    """Killed while it is typed, and killed while it waits to be sent."""
    night = hall.begin()
    phone, people = hall.scan(page=own.start()), hall.people()
    fill_in(phone, people)
    own.kill()
    phone = hall.scan(page=own.start())  # a browser keeps new cookies in its memory for half a minute
    is_filled(phone, people)
    hall.network.set("hole")
    send(phone)
    says(phone, "Kept on this phone, being sent")
    own.kill()
    hall.network.set("up")
    phone = hall.scan(page=own.start())
    says(phone, f"{people[0]} won")
    assert recorded(night) == [1]


@pytest.mark.parametrize("mode", ["refuse", "hole", "deaf"])
def test_each_way_to_be_cut_off(mode: Mode, hall: Hall) -> None:
    """It is said within ten seconds, with the entry in full; back again, it is recorded once."""
    night, phone, people = hall.filled()
    phone.clock.install()
    phone.wait_for_function("() => Live.working")
    hall.network.set(mode)
    send(phone)
    says(phone, "Kept on this phone, being sent")
    pass_time(phone, 11)
    expect(phone.locator("#offline")).to_be_visible()
    says(phone, "Waiting to be sent")
    says(phone, f"Who won the pool: {people[0]}")
    says(phone, f"Put in: {people[0]} 5, {people[1]} 5")
    hall.network.set("up")
    phone.clock.resume()
    says(phone, f"{people[0]} won")
    expect(phone.locator("#offline")).to_be_hidden()
    assert recorded(night) == [1]
    assert night.facts.pools[0].version == 1


def test_silence_is_said_after_ten_seconds_on_every_page(hall: Hall) -> None:
    """A hole swallows the stream, and says nothing; the page is told by what it does not hear."""
    night = hall.begin()
    code, player = night.evening.join_code, night.table(2)[0]
    pages = [hall.windows.open(PHONE), hall.windows.open(PHONE), hall.desk(), hall.scan()]
    addresses = [f"/j/{code}/hall/", f"/j/{code}/me/{player}/", "", ""]
    for page, address in zip(pages, addresses, strict=True):
        page.clock.install()
        page.goto(address or page.url)
        page.wait_for_function("() => Live.working")
    hall.network.set("hole")
    for page in pages:
        pass_time(page, 11)
        expect(page.locator("#offline, [data-lost]").first).to_be_visible()
    hall.network.set("up")
    for page in pages:
        page.clock.resume()
        expect(page.locator("#offline, [data-lost]").first).to_be_hidden()


def test_what_the_organiser_changed_meanwhile_stands_beside_it(hall: Hall) -> None:
    """Somebody left the table: the draft does not go into the other form by itself."""
    night, phone, people = hall.filled()
    player_drop(night.by, entry=night.table(2)[-1])
    hands.reload(phone)
    expect(phone.locator("#step-winners").get_by_label(people[0])).not_to_be_checked()
    says(phone, "Typed here and not sent")
    says(phone, f"Who won the pool: {people[0]}")
    press(phone, "Change: Table 2 · Round 1 · Deal 1")
    is_filled(phone, people)
    send(phone)
    until(phone, lambda: recorded(night) == [1])
    expect(phone.locator("#queue")).to_be_hidden()


def test_what_is_kept_ends_with_the_evening_and_after_a_day(hall: Hall) -> None:
    night, phone, _people = hall.filled()
    assert phone.evaluate("Kept.entries.length") == 1
    evening_call_off(night.because("The lights went out"))
    phone.wait_for_function("() => Kept.entries.length === 0")
    phone.evaluate(
        "Kept.put({key: 'old', of: '1-2', at: Date.now() - 25 * 60 * 60 * 1000, state: 'draft', lines: []})"
    )
    hands.reload(phone)
    phone.wait_for_function("() => Kept.ready.then(() => Kept.entries.length === 0)")
