"""Nothing moves by itself on a page that stays open through a whole round: its layout shifts are 0."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.evenings import opened
from tests.browser.test_hall_pages import play
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_start
from tournaments.core.settings import BellBy
from tournaments.phones.selectors import make_token
from tournaments.seating.services import evening_start, seats_draw

WATCH = """
  window.shifts = [];
  const place = box => [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
  const name = node => {
    const item = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    return item?.cloneNode?.().outerHTML?.slice(0, 120) ?? "";
  };
  new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push({
    value: entry.value,
    caused: entry.hadRecentInput,
    moved: entry.sources.map(({node, previousRect, currentRect}) =>
      `${name(node)}: ${place(previousRect)} to ${place(currentRect)}`),
  }))).observe({ type: "layout-shift", buffered: true });
"""
"""Notes each shift: its value, whether a person has just touched the page, and what moved."""
KNOWS = """seq => typeof Live !== "undefined" && Live.state?.seq >= seq
  && [...document.querySelectorAll("[data-again]")].every(part => Number(part.dataset.seq) >= seq)"""
QUIET = """() => new Promise(done =>
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 300))"""
TAKE = "() => window.shifts.splice(0)"


@dataclass
class Watched:
    """The windows of an evening, and what moved in them."""

    windows: Windows
    night: Night
    pages: dict[str, Page] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)

    def open(self, name: str, size: tuple[int, int], path: str, **options: object) -> None:
        page = self.windows.open(size, **options)  # type: ignore[arg-type]
        page.add_init_script(WATCH)
        page.goto(path)
        self.pages[name] = page

    def look(self, step: str) -> None:
        """Wait until every page shows the evening as it stands, and note what moved on the way."""
        self.night.evening.refresh_from_db()
        for page in self.pages.values():
            page.wait_for_function(KNOWS, arg=self.night.evening.seq)
        for name, page in self.pages.items():
            page.evaluate(QUIET)
            self.moved += [f"{step}, {name}: {json.dumps(shift)}" for shift in page.evaluate(TAKE)]


def test_nothing_moves_through_a_round(windows: Windows):
    night = opened(26, bell=BellBy.HAND)
    seats_draw(night.by, seed="7")
    linked(night)
    watched, code = Watched(windows, night), night.evening.join_code
    watched.open("hall", PROJECTOR, reverse("hall", args=[code]))
    watched.open("console", LAPTOP, reverse("evening", args=[night.evening.pk]), user=night.alice)
    watched.open("player", PHONE, reverse("player", args=[code, night.table(2)[0]]))
    for table in (2, 5):
        watched.open(f"table {table}", PHONE, reverse("scan", args=[make_token(link(night, table))]))
    for step in a_round(night):
        watched.look(step)
    with windows.outage():
        for page in watched.pages.values():
            page.route("**/live/**", lambda route: route.abort())
            page.evaluate("dispatchEvent(new Event('online'))")
        console = watched.pages["console"]
        console.locator("[data-lost]").wait_for()
        watched.look("no network")
        for page in watched.pages.values():
            page.unroute("**/live/**")
            page.evaluate("dispatchEvent(new Event('online'))")
        console.locator("[data-lost]").wait_for(state="hidden")
        watched.look("network")
    assert watched.moved == [], "\n".join(watched.moved)


def a_round(night: Night) -> Iterator[str]:
    """Yield what happens, one after the other: a round, and the next one's begin."""
    yield "seats drawn"
    evening_start(night.by)
    yield "play begins"
    clock_start(night.by, round=1, seconds=602)  # soon a figure less: 9:59
    yield "clock"
    for table in night.tables[:-2]:
        play(night, [table])
        yield f"result {table}"
    clock_pause(night.by, round=1)
    yield "paused"
    clock_start(night.by, round=1)
    yield "goes on"
    clock_extend(night.by, round=1, seconds=60)
    yield "extended"
    people_check_in(night.by, people=[Arrival("Late Lotte")])
    yield "late player"
    bell_ring(night.by, round=1)
    yield "bell"
    for table in night.tables[-2:]:
        play(night, [table])
        yield f"result {table} after the bell"
    night.decide()
    yield "cuts"
    moves_apply(night.by, round=1)
    yield "moves"
    clock_start(night.by, round=2, seconds=900)
    yield "clock of round 2"
    play(night, [1])
    yield "result of round 2"
