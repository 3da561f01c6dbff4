"""Browser windows: one for each person and device, all watched for errors and for strangers' addresses."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request

from accounts.models import User
from tests.browser.patience import Chromium
from tests.sessions import ticket
from tests.waits import HUNG

PHONE, LAPTOP, PROJECTOR = (390, 844), (1366, 768), (1280, 720)
SIZES = {"phone": PHONE, "laptop": LAPTOP, "projector": PROJECTOR}
TIMEOUT = 1000 * HUNG
"""Milliseconds after which a page will never do what is waited for."""
PAUSE = 50
"""Milliseconds between two looks at what a page does not tell by itself."""
AWAY = "Failed to load resource|htmx:(send(Error|Abort)|afterRequest|responseError)|Response Status Error"


@dataclass
class Windows:
    """Opens windows, and gathers what goes wrong in them."""

    browser: Chromium
    url: str
    complaints: list[str] = field(default_factory=list)
    excused: int = 0
    _contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, size: tuple[int, int], *, user: User | None = None, **options: Any) -> Page:
        """A window of a device of its own: nobody is signed in, or ``user`` is."""
        phone = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        width, height = size
        context = self.browser.new_context(
            base_url=self.url, viewport={"width": width, "height": height}, **{**phone, **options}
        )
        context.set_default_timeout(TIMEOUT)
        context.on("console", self._listen)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("request", self._look)
        if user:
            cookie = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": cookie, "value": ticket(user), "url": self.url}])
        self._contexts.append(context)
        return context.new_page()

    @contextmanager
    def refused(self, page: Page, status: int = 422) -> Iterator[None]:
        """What is sent within is refused; Chromium's complaint about that answer is none."""
        with page.expect_response(lambda answer: answer.status == status):
            yield
        self.excused += 1

    @contextmanager
    def outage(self) -> Iterator[None]:
        """The network or the server is away for a while; that the browser says so is no complaint."""
        before = len(self.complaints)
        try:
            yield
        finally:
            told = self.complaints[before:]
            self.complaints[before:] = [one for one in told if not re.search(AWAY, one)]

    def errors(self) -> list[str]:
        """What went wrong, apart from what was meant to be refused."""
        refusals = [told for told in self.complaints if re.search(r"status of 4(09|22)", told)]
        excused = refusals[: self.excused]
        return [told for told in self.complaints if told not in excused]

    def close(self) -> None:
        """Close all windows. Chromium can forget to close one that is on its way to another page."""
        for context in self._contexts:
            for page in context.pages:
                with suppress(Error):
                    page.goto("about:blank")
            context.close()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.page and message.page.url}: {message.type}: {message.text}")

    def _look(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "about") and address.netloc != urlsplit(self.url).netloc:
            self.complaints.append(f"asked somebody else: {request.url}")


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until it holds, while the page goes on."""
    for _look in range(round(TIMEOUT / PAUSE)):
        if holds():
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"it never held: {holds}")
