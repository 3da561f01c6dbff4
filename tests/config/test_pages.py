"""Django works on so many requests at a time, and a probe waits for none of them."""

import asyncio
import threading
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse

from config.server.pages import PageHandler
from tests.live.listening import looped
from tests.waits import HUNG


class Site:
    """A site whose pages are ready when it is told so."""

    def __init__(self, at_once: int) -> None:
        self.pages = PageHandler()
        self.pages._turns = asyncio.Semaphore(at_once)
        vars(self.pages)["_middleware_chain"] = self.work
        self.now = self.most = 0
        self.threads: set[str] = set()
        self.lock, self.go = threading.Lock(), threading.Event()

    def work(self, _request: ASGIRequest) -> HttpResponse:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            self.threads.add(threading.current_thread().name)
        self.go.wait(HUNG)
        with self.lock:
            self.now -= 1
        return HttpResponse()

    async def ask(self, path: str = "/") -> Any:
        scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
        return await self.pages.run_get_response(ASGIRequest(scope, BytesIO()))


async def begun(site: Site, count: int) -> None:
    async with asyncio.timeout(HUNG):
        while site.now < count:
            await asyncio.sleep(0.001)


@looped
async def test_so_many_at_a_time_and_all_in_turn():
    site = Site(3)
    asked = [asyncio.ensure_future(site.ask()) for _ in range(10)]
    await begun(site, 3)
    probe = asyncio.ensure_future(site.ask("/healthz"))
    await begun(site, 4)
    site.go.set()
    await asyncio.gather(*asked, probe)
    assert site.most == 4, "three pages, and the probe"


@looped
async def test_a_client_that_goes_gives_its_turn_back_when_its_work_is_done():
    site = Site(1)
    gone = asyncio.ensure_future(site.ask())
    await begun(site, 1)
    gone.cancel()
    after = asyncio.ensure_future(site.ask())
    for _ in range(20):
        await asyncio.sleep(0.001)
    assert site.now == 1, "its thread cannot be stopped: the next one waits"
    site.go.set()
    await after
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert site.most == 1


@looped
async def test_a_client_that_goes_before_its_turn_takes_none():
    site = Site(1)
    first = asyncio.ensure_future(site.ask())
    await begun(site, 1)
    waits = asyncio.ensure_future(site.ask())
    await asyncio.sleep(0)
    waits.cancel()
    site.go.set()
    await first
    await site.ask()


@looped
async def test_requests_share_a_few_threads():
    """And their connections to the database: no request gets a thread of its own."""
    site = Site(8)
    site.go.set()
    threads = site.pages._threads._max_workers
    for _ in range(3 * threads):
        await site.ask()
    assert len(site.threads) <= threads
    assert all(name.startswith("page") for name in site.threads)
