"""The Chromium that tests share, and an end to a test's patience with it.

Playwright waits for some answers for ever, that of a page which is closed while it goes to the next among
them. So Chromium is ended under a test that takes far too long: whatever that waits for fails, and who opens
a window after it is given a new Chromium.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType

from tests.waits import HUNG

SECONDS = 2 * HUNG
"""For a whole test, in which one wait may last for ``HUNG``."""
MARK = f"--headtable={os.getpid()}"
"""A switch by which our Chromium is known among those of others."""


class Chromium:
    """One for all, started when it is first needed and whenever it is gone."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._browser: Browser | None = None

    def new_context(self, **options: Any) -> BrowserContext:
        return self._running().new_context(**options)

    @property
    def kind(self) -> BrowserType:
        """What starts another one beside it."""
        return self._running().browser_type

    def _running(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._launch()
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


@contextmanager
def patience(seconds: float = SECONDS) -> Iterator[None]:
    """What is done within has so long; then Chromium is ended."""
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end() -> None:
    """End our Chromium with all that it started: Playwright gave it a group of its own."""
    for line in subprocess.check_output(["ps", "-A", "-ww", "-o", "pid=,args="], text=True).splitlines():
        pid, _, command = line.strip().partition(" ")
        if MARK in command and " --type=" not in command:
            with suppress(ProcessLookupError):  # what a script has started is in the script's group
                os.killpg(int(pid), signal.SIGKILL)
