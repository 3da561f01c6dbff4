"""The stream in a real browser: who hears asks for nothing, and who does not hear asks."""

import shutil
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browser.listening import HIDE, LISTEN, Live, Traffic, beats, live_of, pass_time
from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP, PHONE, Windows, until
from tests.linked_phones import link, linked
from tests.server import serving
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_start
from tournaments.phones.selectors import make_token

AT_THE_BELL = """() => document.addEventListener('live:bell', () => {
  window.atTheBell = document.getElementById('now').dataset.seq;
})"""
"""Keep which line of the journal the page shows when the bell is told."""


def console(live: Live) -> Page:
    desk = live.windows.open(LAPTOP, user=live.night.alice)
    desk.goto(reverse("evening", args=[live.night.evening.pk]))
    return desk


def scorer(live: Live) -> Page:
    """The phone that scanned its table's code."""
    phone = live.windows.open(PHONE)
    phone.goto(reverse("scan", args=[make_token(link(linked(live.night)))]))
    return phone


@pytest.mark.thorough
def test_no_page_asks_where_the_stream_tells(live: Live):
    """For longer than a page waits that is told nothing; then each asks once for what it is told of."""
    pages = [visit(live) for visit in (Live.phone, Live.hall, console, scorer)]
    addresses = [page.url for page in pages]
    for page in pages:
        page.goto("about:blank")
    traffic = [Traffic(page) for page in pages]
    for page, address in zip(pages, addresses, strict=True):
        page.goto(address)
    for page in pages:
        page.wait_for_function("() => Live.working")
    pages[0].wait_for_timeout(17_000)
    assert [(one.parts, one.open) for one in traffic] == [([], 1)] * len(pages)
    live.start(600)
    for page in pages:
        expect(page.locator("[data-says]").first).to_have_text("Round 1 ends in")
    pages[0].wait_for_timeout(1000)  # nobody asks twice
    assert [len(one.parts) for one in traffic] == [1] * len(pages)


def test_a_page_that_sleeps_is_quiet_and_right_when_it_wakes(live: Live):
    live.start(600)
    phone = live.windows.open(PHONE)
    phone.clock.install()
    traffic = Traffic(phone)
    phone.goto(live.address)
    phone.evaluate(LISTEN)
    phone.get_by_role("button", name="Sound").tap()
    phone.wait_for_function("() => Live.working && window.strokes.length")
    phone.evaluate(HIDE, True)
    until(phone, lambda: traffic.open == 0)
    asked = len(traffic.parts)
    clock_pause(live.night.by, round=1)
    pass_time(phone, 40)
    assert (len(traffic.parts), len(traffic.streams)) == (asked, 1)
    phone.evaluate(HIDE, False)
    expect(phone.locator("[data-says]")).to_have_text("Clock paused at")
    expect(phone.locator(f"#now[data-seq='{live.seq}']")).to_have_count(1)
    assert len(traffic.parts) == asked + 1
    phone.wait_for_function("() => Live.working")
    assert traffic.open == 1


@pytest.mark.thorough
def test_what_fails_is_asked_for_again_and_never_twice_at_a_time(live: Live):
    page = live.phone()
    traffic, waiting = Traffic(page), list[Route]()
    page.wait_for_function("() => Live.working")
    page.route("**/me/**", lambda route: waiting.append(route))
    with live.windows.outage():
        live.start(600)
        until(page, lambda: bool(waiting))
        clock_extend(live.night.by, round=1, seconds=60)
        beats(page)
        assert len(traffic.parts) == len(waiting) == 1
        waiting[0].fulfill(status=503)
        page.unroute("**/me/**")
        expect(page.locator(f"#now[data-seq='{live.seq}']")).to_have_count(1)
        assert len(traffic.parts) == 2
        expect(page.locator("#offline")).to_be_hidden()


def test_where_the_stream_is_lost_the_page_asks(live: Live):
    """The server refuses streams; then it lets them in again."""
    page = live.windows.open(PHONE)
    traffic = Traffic(page)
    page.clock.install()
    page.clock.pause_at(timezone.now() + timedelta(minutes=1))  # else a busy machine's seconds count, too
    page.route("**/live/**", lambda route: route.fulfill(status=503))
    with live.windows.outage():
        page.goto(live.address)
        page.wait_for_timeout(500)
        assert traffic.parts == []
        live.start(600)
        pass_time(page, 13, traffic)
        assert traffic.parts == []
        pass_time(page, 3, traffic)
        expect(page.locator("[data-says]")).to_have_text("Round 1 ends in")
        pass_time(page, 45, traffic)
        assert len(traffic.parts) == 4
        assert len(traffic.streams) > 3
        page.unroute("**/live/**")
        while not traffic.open:
            pass_time(page, 1, traffic)
        page.wait_for_function("() => Live.working")
    asked = len(traffic.parts)
    assert asked <= 6
    expect(page.locator("#offline")).to_be_hidden()
    beats(page, 1)
    assert (len(traffic.parts), traffic.open) == (asked, 1)


@pytest.mark.thorough
def test_on_a_slow_network_the_bell_comes_first(live: Live):
    """Every answer takes three seconds: the stream alone shows clock and bell, and the rest follows."""
    live.start(600)
    phone = live.windows.open(PHONE)
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 3000, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
    network.send("Network.emulateNetworkConditions", slow)
    phone.goto(live.address, wait_until="commit")
    expect(phone.locator(".place")).to_contain_text("seat")
    phone.wait_for_function("() => typeof Live !== 'undefined' && Live.working")
    asked = phone.locator("#now").get_attribute("data-seq")
    phone.evaluate(AT_THE_BELL)
    bell_ring(live.night.by, round=1)
    expect(phone.locator("[data-bell]")).to_have_text("The bell!")
    assert phone.evaluate("() => window.atTheBell") == asked
    expect(phone.locator("#now")).to_contain_text("The bell has rung")


@pytest.mark.thorough
def test_the_server_comes_back(migrated: Path, tmp_path: Path, browser: Chromium):
    """It dies and is there again: the page says so, and then is right by itself."""
    database = Path(shutil.copy(migrated, tmp_path))
    with ExitStack() as windows:
        with serving(database) as site:
            live = live_of(windows.enter_context(closing(Windows(browser, site.url))))
            phone = live.phone()
            phone.wait_for_function("() => Live.working")
        with live.windows.outage():
            expect(phone.locator("#offline")).to_be_visible()
            with serving(database, port=site.url.rpartition(":")[2]):
                clock_start(live.night.by, round=1, seconds=600)
                expect(phone.locator("[data-says]")).to_have_text("Round 1 ends in")
                expect(phone.locator("#offline")).to_be_hidden()
                phone.wait_for_function("() => Live.working")
        assert live.windows.errors() == []
