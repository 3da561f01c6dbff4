"""Windows that listen to an evening: what they ask for, what their clock shows, and what they sound."""

from dataclasses import dataclass, field

from django.utils import timezone
from playwright.sync_api import Page, Request

from tests.browser.evenings import simulated
from tests.browser.windows import PHONE, PROJECTOR, Windows, until
from tests.cast import Night
from tournaments.bell.services.clock import clock_start

SLACK = 0.4
"""Seconds between what is shown and what is known: a tick of the page."""

LISTEN = """() => {
  window.strokes = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (when) {
    window.strokes.push(Math.round((when - this.context.currentTime) * 10 - 0.2) / 10);
    return start.call(this, when);
  };
}"""
TOLD = """() => {
  window.told = 0;
  document.addEventListener('live:state', () => { window.told += 1; });
}"""
MOVES = "() => document.getAnimations().length"
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@dataclass
class Traffic:
    """What a window asks for by itself: its stream, and the part that changes."""

    page: Page
    parts: list[str] = field(default_factory=list)
    streams: list[Request] = field(default_factory=list)
    ended: list[Request] = field(default_factory=list)
    answered: int = 0

    def __post_init__(self) -> None:
        self.page.on("request", self._asked)
        self.page.on("requestfailed", self._ended)
        self.page.on("requestfinished", self._ended)

    @property
    def open(self) -> int:
        return len(self.streams) - len(self.ended)

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return self.answered < len(self.parts)

    def _asked(self, request: Request) -> None:
        if "/live/" in request.url:
            self.streams.append(request)
        elif request.headers.get("hx-request"):
            self.parts.append(request.url)

    def _ended(self, request: Request) -> None:
        if "/live/" in request.url:
            self.ended.append(request)
        elif request.headers.get("hx-request"):
            self.answered += 1


@dataclass
class Live:
    """An evening with a phone and the projector."""

    night: Night
    windows: Windows

    @property
    def address(self) -> str:
        """The page of somebody at table 2."""
        return f"/j/{self.night.evening.join_code}/me/{self.night.table(2)[0]}/"

    def phone(self) -> Page:
        page = self.windows.open(PHONE)
        page.goto(self.address)
        return page

    def hall(self) -> Page:
        page = self.windows.open(PROJECTOR)
        page.goto(f"/j/{self.night.evening.join_code}/hall/")
        return page

    @property
    def seq(self) -> int:
        self.night.evening.refresh_from_db()
        return self.night.evening.seq

    def start(self, seconds: int) -> None:
        clock_start(self.night.by, round=self.night.round, seconds=seconds)


def live_of(windows: Windows) -> Live:
    return Live(simulated(players=14, rounds=1, open=True), windows)


def seconds(page: Page) -> int:
    """What the clock shows."""
    minutes, _, rest = page.locator("[data-time]").inner_text().partition(":")
    return 60 * int(minutes) + int(rest)


def left(live: Live, later: int) -> float:
    """Seconds that are left on the clock, so many seconds from now."""
    ends = live.night.evening.rounds.get(number=1).ends_at
    assert ends
    return (ends - timezone.now()).total_seconds() - later


def agrees(page: Page, live: Live, later: int = 0) -> None:
    """The clock comes to show what the server knows, the second that runs included."""

    def holds() -> bool:
        before, shown, after = left(live, later), seconds(page), left(live, later)
        return after - SLACK <= shown <= before + 1 + SLACK

    until(page, holds)


def pass_time(page: Page, seconds: int, traffic: Traffic | None = None) -> None:
    """Let the page's time go by, second by second, and answers come meanwhile."""
    for _second in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(50)
        if traffic:
            until(page, lambda: not traffic.waits)


def beats(page: Page, times: int = 2) -> None:
    """Wait until the stream has told the page how the evening stands, so many times more."""
    page.evaluate(TOLD)
    page.wait_for_function("times => window.told >= times", arg=times)


def strokes(page: Page) -> list[float]:
    return list(page.evaluate("() => [...new Set(window.strokes)]"))
