"""A table's phone and a network that is away: nothing typed is lost, and nothing counts twice."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
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
from tournaments.bell.services.bell import bell_ring
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.evening.selectors.tables import find_version
from tournaments.evening.services.evenings import GameChoice
from tournaments.phones.selectors import load_open_asks
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

    def start(self, *switches: str) -> Page:
        """The browser, opened anew, at the table's page."""
        context = self.browser.kind.launch_persistent_context(
            self.folder,
            executable_path=chromium.find(),
            args=[*chromium.arguments(), MARK, *switches],
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


@contextmanager
def posts_are_lost(phone: Page) -> Iterator[None]:
    """Nothing can be sent; pages can be loaded."""
    where = "**/score/**"
    phone.route(where, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    yield
    phone.unroute(where)


WRITTEN = 1000
"""Milliseconds after which what is typed is on the disk: nothing survives a kill before it."""


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
    phone.wait_for_timeout(WRITTEN)
    own.kill()
    phone = hall.scan(page=own.start())  # a browser keeps new cookies in its memory for half a minute
    is_filled(phone, people)
    hall.network.set("hole")
    send(phone)
    says(phone, "Kept on this phone, being sent")
    phone.wait_for_timeout(WRITTEN)
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


def plan_is_there(page: Page) -> None:
    page.wait_for_function("() => Table.ready")


@pytest.mark.parametrize("mode", ["refuse", "hole", "deaf"])
def test_pools_to_the_end_of_the_round(mode: Mode, hall: Hall) -> None:
    """Three pools with the server cut off; they arrive in order, once each."""
    night = hall.begin(deals=3)
    phone, people = hall.scan(), hall.people()
    plan_is_there(phone)
    hall.network.set(mode)
    for deal in (1, 2, 3):
        fill_in(phone, people)
        send(phone)
        if deal < 3:
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal + 1}")
    expect(phone.locator("#queue li .what")).to_have_text(
        [f"Table 2 · Round 1 · Deal {deal}" for deal in (1, 2, 3)]
    )
    assert mode == "deaf" or recorded(night) == []
    hall.network.set("up")
    until(phone, lambda: recorded(night) == [1, 1, 1])
    expect(phone.locator("#queue")).to_be_hidden()
    assert {pool.version for pool in night.facts.pools} == {1}


def test_a_whole_game_of_bids(hall: Hall) -> None:
    """Bids and tricks of every deal with the server off: orders, forbidden totals and points are right."""
    night = hall.begin(GameChoice("blackout", {}, "fixed"), players=8)
    phone = hall.scan()
    plan_is_there(phone)
    hall.network.set("refuse")
    orders = list[list[int]]()
    deals = len(night.evening.play.format.plan_schedule(night.evening.play, 4))
    for deal in range(1, deals + 1):
        orders.append(bid(phone))
        take_all(phone)
        if deal < deals:
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal + 1}")
            phone.locator("form.sheet-form:visible [data-bidder]").first.wait_for()
    points = phone.locator("#queue .typed-lines li", has_text="Points: ")
    expect(points).to_have_count(deals)
    shown = points.all_inner_texts()
    hall.network.set("up")
    until(phone, lambda: len(night.facts.pools) == deals)
    for pool, line in zip(sorted(night.facts.pools, key=lambda pool: pool.deal), shown, strict=True):
        scores = {f"{night.facts.names[part.entry]} {part.score}" for part in pool.lines}
        assert set(line.removeprefix("Points: ").split(", ")) == scores
    expect(phone.locator("#queue")).to_be_hidden()
    assert [pool.deal for pool in sorted(night.facts.pools, key=lambda pool: pool.seq)] == list(
        range(1, deals + 1)
    )
    for deal, order in enumerate(orders, 1):
        assert list(load_bid_table(night.evening, 1, 2, deal).list_bidders(deal)) == order


@pytest.mark.parametrize(
    "game", ["blackout-cooperative", "caller-clag", "jabberwocky", "oh-well", "kachuful"]
)
def test_deals_of_each_way_to_play(game: str, hall: Hall) -> None:
    """Three deals with the server off: a round that is lost and repeated, a call, a madness, a target."""
    night = hall.begin(GameChoice(game, {}, "fixed"), players=4)
    phone = hall.scan(1)
    if game == "caller-clag":
        call(phone, "Ascending madness")
    plan_is_there(phone)
    hall.network.set("refuse")
    for deal in (1, 2, 3):
        if deal > 1:
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal}")
        if game == "caller-clag" and deal > 1:
            call(phone, "Misere" if deal == 2 else "No trump")
        if game != "caller-clag" or deal != 2:  # a misere has no bids
            bid(phone)
        taker = phone.locator("form.sheet-form:visible [data-taker]").first
        taker.wait_for()
        cells = taker.locator(".strip label").all()
        for cell in cells if game == "caller-clag" and deal == 1 else cells[-1:]:
            hands.touch(phone, cell)
        press(phone, "Record the tricks")
    hall.network.set("up")
    until(phone, lambda: len(night.facts.pools) == 3)
    expect(phone.locator("#queue")).to_be_hidden()


def bid(phone: Page) -> list[int]:
    """Everybody bids the lowest that is allowed; return who bids in which order."""
    rows = phone.locator("form.sheet-form:visible [data-bidder]")
    rows.first.wait_for()
    for row in rows.all():
        hands.touch(phone, row.locator(".strip label:has(input:not([disabled]))").first)
    order = [int(row.get_attribute("data-bidder") or 0) for row in rows.all()]
    hands.touch(phone, phone.locator("form.sheet-form:visible .finish button"))
    return order


def take_all(phone: Page) -> None:
    """The first takes all tricks."""
    taker = phone.locator("form.sheet-form:visible [data-taker]").first
    taker.wait_for()
    hands.touch(phone, taker.locator(".strip label").last)
    hands.touch(phone, phone.locator("form.sheet-form:visible .finish button"))


def call(phone: Page, kind: str) -> None:
    """The dealer calls four cards and a kind of deal."""
    form = phone.locator("form[data-call]:visible")
    hands.touch(phone, form.locator(".strip label", has_text="4"))
    hands.touch(phone, form.locator("label.pick", has_text=kind))
    press(phone, "Use this call", within=form)
    form.wait_for(state="detached")


@pytest.mark.parametrize("bell", [False, True])
def test_three_stakes_and_the_bell(hall: Hall, bell: bool) -> None:
    """After a bell the first deal is the one in play; the later ones stand with the organiser."""
    night = hall.begin(GameChoice("three-stake-brag"), players=15, deals=3)
    phone, people = hall.scan(), hall.people()
    plan_is_there(phone)
    hall.network.set("refuse")
    if bell:
        bell_ring(night.by, round=1)
    for deal in (1, 2, 3):
        if deal > 1:
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal}")
        hands.tap_people(phone, people[:1], people[1:2])
        hands.by_count(phone)
        lost = 2 * deal  # each deal the winner gains two counters of each other player
        hands.put_in(phone, dict.fromkeys(people, 50 - lost) | {people[0]: 50 + lost * (len(people) - 1)})
        send(phone)
    hall.network.set("up")
    if not bell:
        until(phone, lambda: recorded(night) == [1, 1, 1])
        return
    until(phone, lambda: len(load_open_asks(night.evening.pk)) == 2)
    hall.windows.excused += 2
    assert recorded(night) == [1]
    assert [(ask.deal, ask.late) for ask in load_open_asks(night.evening.pk)] == [(2, True), (3, True)]
    says(phone, "The organiser sees what you typed.")


def test_questions_and_confirmations_wait_too(hall: Hall) -> None:
    night, phone, people = hall.filled(deals=2, confirm=True)
    send(phone)
    says(phone, f"{people[0]} won")
    hall.network.set("refuse")
    press(phone, f"Confirm as {people[1]}")
    says(phone, "Confirmation")
    expect(phone.locator("#queue")).to_contain_text(f"Confirm as {people[1]}")
    hall.network.set("up")
    until(phone, lambda: find_version(night.evening, 1, 2, 1) == (1, True))


def test_a_change_of_what_waits_after_a_reload(hall: Hall) -> None:
    """It is a draft again, in its turn: the deal after it is sent after it."""
    night = hall.begin(deals=3)
    phone, people = hall.scan(), hall.people()
    plan_is_there(phone)
    with posts_are_lost(phone):
        for deal in (1, 2):
            fill_in(phone, people)
            send(phone)
            expect(phone.locator("#goes-on h2")).to_have_text(f"Deal {deal + 1}")
        hands.reload(phone)
        press(phone, "Change: Table 2 · Round 1 · Deal 1")
        is_filled(phone, people)
        expect(phone.locator("#goes-on h2")).to_have_text("Deal 1")
        hands.put_in(phone, {people[0]: 7, people[1]: 7})
        says(phone, "Waiting for the entry above")
        hands.reload(phone)
        expect(hands.amount(phone, people[0])).to_have_value("7")
    says(phone, "Waiting for the entry above")
    assert recorded(night) == []
    send(phone)
    until(phone, lambda: recorded(night) == [1, 1])
    first, second = sorted(night.facts.pools, key=lambda pool: pool.deal)
    assert first.seq < second.seq
    assert [max(line.counters or 0 for line in pool.lines) for pool in (first, second)] == [7, 5]


def test_a_call_survives_a_reload(hall: Hall) -> None:
    """The dealer of the second deal called while nothing could be sent, and nobody has bid yet."""
    night = hall.begin(GameChoice("caller-clag", {}, "fixed"), players=4)
    phone = hall.scan(1)
    call(phone, "Misere")
    plan_is_there(phone)
    with posts_are_lost(phone):
        take_all(phone)
        call(phone, "No trump")
        bids = phone.locator("#goes-on [data-bidder]")
        bids.first.wait_for()
        hands.reload(phone)
        bid(phone)
        take_all(phone)
    until(phone, lambda: len(night.facts.pools) == 2)
    assert [pool.deal for pool in night.facts.pools] == [1, 2]
