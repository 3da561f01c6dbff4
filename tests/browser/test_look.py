"""Every page at every stage: axe finds nothing, nothing overflows, everything can be tapped with a thumb."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import served
from tests.browser.scenes import Scenes
from tests.browser.server import Site
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows

CLAG = {"bids.0": 1, "bids.1": 0, "bids.2": 1, "tricks.0": 1, "tricks.1": 0, "tricks.2": 1}
PUBLIC = {
    "front": "/",
    "sign in": "/login/",
    "join": "/join/",
    "games": "/games/",
    "game": "/games/clag/",
    "game with options": "/games/blackout/?players=7&options.hook=last",
    "game of counters": "/games/three-stake-brag/?options.limit=5",
    "score": "/games/kachuful/score/?players=10",
    "score, called": "/games/caller-clag/score/?call.ascending_madness=on",
    "scored": "/games/clag/score/?players=3&deal=2&" + urlencode(CLAG),
    "trick": "/games/jabberwocky/trick/?trump=H&trick=4C+AC+2H&hand=KC+3H+9D",
    "showdown": "/games/brag/showdown/?hands.0=AS+KD+KH&hands.1=9D+9S+2C&hands.3=7H+7C+7D",
    "settle": "/games/draw-poker/settle/",
    "three stakes": "/games/three-stake-brag/three-stakes/",
    "thirty-one": "/games/three-stake-brag/thirty-one/?players=8",
    "sheet": "/games/romanian-whist/print/?players=6",
    "find me": "/j/{check_in_code}/",
    "find me, empty": "/j/{empty_code}/",
    **{
        f"player, {stage}": f"/j/{{{stage}_code}}/me/{{{stage}_me}}/"
        for stage in (
            *("check_in", "seated", "playing", "waiting", "cutting", "ready", "settling", "finished"),
            *("running", "paused", "moving", "revealing"),
            *("bids", "bids_ready", "fixed", "fixed_over", "fixed_finished", "together"),
        )
    },
    **{
        f"hall, {stage}": f"/j/{{{stage}_code}}/hall/"
        for stage in (
            *("check_in", "seated", "playing", "waiting", "ready", "settling", "finished"),
            *("running", "paused", "moving", "revealing"),
            *("bids", "fixed", "fixed_over", "bids_finished"),
        )
    },
}
MEMBERS = {
    "home": "/",
    "club": "/clubs/{club}/",
    "new club": "/clubs/new/",
    "players": "/clubs/{club}/players/",
    "player on the list": "/clubs/{club}/players/{player}/",
    "new evening": "/clubs/{club}/evenings/new/",
    "a game to make their own": "/games/blackout/?options.hook=last",
    "house rules": "/clubs/{club}/house-rules/",
    "house rules, which game": "/clubs/{club}/house-rules/new/",
    "house rules, new": "/clubs/{club}/house-rules/new/?game=blackout&options.hook=last",
    "house rules, change": "/clubs/{club}/house-rules/{house}/",
    **{
        f"evening, {stage}": f"/evenings/{{{stage}}}/"
        for stage in (
            *("draft", "empty", "check_in", "seated", "playing", "waiting", "cutting", "ready"),
            *("running", "paused", "moving", "revealing"),
            *("settling", "counting", "uncounted", "finished"),
            *("bids", "bids_ready", "bids_finished", "fixed", "fixed_over", "together", "fixed_finished"),
        )
    },
    "what is played": "/clubs/{club}/evenings/new/?choose",
    "new evening of bids": "/clubs/{club}/evenings/new/?game=blackout&format=progressive",
    "new evening of house rules": "/clubs/{club}/evenings/new/?game=house-{house}&format=fixed",
    **{
        f"{page}, {scene}": f"/evenings/{{{scene}}}/{page}/"
        for page in ("people", "deals", "standings", "prizes", "settings", "undo")
        for scene in ("bids_ready", "fixed_over")
    },
    "person, bids": "/evenings/{bids}/people/{bids_me}/",
    "person, fixed": "/evenings/{fixed}/people/{fixed_me}/",
    "settings, draft": "/evenings/{draft}/settings/",
    "settings, playing": "/evenings/{playing}/settings/",
    "settings, finished": "/evenings/{finished}/settings/",
    "late": "/evenings/{playing}/check-in/",
    "people, check-in": "/evenings/{check_in}/people/",
    "people, playing": "/evenings/{playing}/people/",
    "person, playing": "/evenings/{playing}/people/{playing_me}/",
    "person, finished": "/evenings/{finished}/people/{finished_me}/",
    "deals": "/evenings/{playing}/deals/",
    "deal, entry": "/evenings/{playing}/rounds/{playing_round}/tables/{out}/deals/1/",
    "deal, standing": "/evenings/{playing}/rounds/{playing_round}/tables/{told}/deals/1/",
    "deal, corrected": "/evenings/{playing}/rounds/1/tables/2/deals/1/",
    "deal, after the bell": "/evenings/{waiting}/rounds/{waiting_round}/tables/{late}/deals/1/",
    "deal, counted at the end": "/evenings/{uncounted}/rounds/{uncounted_round}/tables/1/deals/1/",
    "count": "/evenings/{uncounted}/rounds/{uncounted_round}/tables/2/count/",
    "no result": "/evenings/{waiting}/rounds/{waiting_round}/tables/{late}/end/",
    "cut": "/evenings/{cutting}/rounds/{cutting_round}/cut/?{cut}",
    "undo": "/evenings/{playing}/undo/",
    "replay": "/evenings/{playing}/replay/",
    "another table": "/evenings/{uncounted}/tables/add/",
    "close a table": "/evenings/{uncounted}/tables/5/close/",
    "standings, playing": "/evenings/{playing}/standings/",
    "standings, finished": "/evenings/{finished}/standings/",
    "prizes, playing": "/evenings/{playing}/prizes/",
    "prizes, finished": "/evenings/{finished}/prizes/",
    "prizes, revealing": "/evenings/{revealing}/prizes/",
    **{
        f"journal, {scene}": f"/evenings/{{{scene}}}/journal/"
        for scene in ("draft", "playing", "finished", "bids_finished", "fixed_finished")
    },
    "journal, of results": "/evenings/{playing}/journal/?kind=results&before=30",
}

# A thumb needs 44 px. Links within a sentence are as high as its line (as WCAG 2.5.8 has it), and a
# small box is tapped by its label.
TOO_SMALL = """() => [
  ...document.querySelectorAll('a, button, input, select, textarea, summary')
].filter(item => {
  const box = item.getBoundingClientRect();
  if (!box.width || !box.height || box.right < 0) return false;
  if (!item.checkVisibility({visibilityProperty: true})) return false;
  const thumb = one => one.width > 43.5 && one.height > 43.5;
  if ([item, ...(item.labels ?? [])].some(part => thumb(part.getBoundingClientRect()))) return false;
  const sentence = item.parentElement.cloneNode(true);
  sentence.querySelectorAll('a, button, .button').forEach(other => other.remove());
  const within = getComputedStyle(item).display === 'inline' && /\\p{L}{2}/u.test(sentence.textContent);
  return !within;
}).map(item => {
  const box = item.getBoundingClientRect();
  return `${Math.round(box.width)}x${Math.round(box.height)} ${item.outerHTML.slice(0, 120)}`;
})"""
WIDER = """width => document.scrollingElement.scrollWidth <= width ? [] : [
  `${document.scrollingElement.scrollWidth} px wide`,
  ...[...document.querySelectorAll('main *')].filter(item => item.getBoundingClientRect().right > width + 1)
    .map(item => item.outerHTML.slice(0, 120)).slice(0, 4)]"""

SLIPS = ("..", "%(", "{{", "{%")


@pytest.fixture(scope="module")
def shared(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Scenes]]:
    """One server for the module, with an evening at each stage."""
    for site in served(migrated, tmp_path_factory.mktemp("scenes")):
        yield site, Scenes()


class Eyes:
    """One visitor's two windows: a wide one, and a phone."""

    def __init__(self, windows: Windows, places: dict[str, object], **who: Any) -> None:
        self.windows, self.places = windows, places
        self.wide, self.phone = windows.open(LAPTOP, **who), windows.open(PHONE, **who)
        self.axe = Axe()

    def look(self, address: str) -> list[str]:
        """What is wrong with the page, each with the size at which it is."""
        path = address.format(**self.places)
        self.windows.complaints.clear()
        return [*self.look_wide(path), *self.look_phone(path), *self.windows.errors()]

    def look_wide(self, path: str) -> Iterator[str]:
        self.wide.emulate_media(color_scheme="light")
        self.wide.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        answer = self.wide.goto(path)
        assert answer
        assert answer.status == 200, f"{path}: {answer.status}"
        text = self.wide.locator("body").inner_text()
        yield from (f"it says {slip}" for slip in SLIPS if slip in text)
        yield from self.find("laptop", self.wide)
        yield from overflow("laptop", self.wide, LAPTOP)
        self.wide.emulate_media(color_scheme="dark")
        yield from self.find("laptop, dark", self.wide, runOnly=["color-contrast"])
        self.wide.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
        yield from overflow("projector", self.wide, PROJECTOR)

    def look_phone(self, path: str) -> Iterator[str]:
        self.phone.goto(path)
        yield from overflow("phone", self.phone, PHONE)
        yield from (f"phone: too small to tap: {item}" for item in self.phone.evaluate(TOO_SMALL))

    def find(self, size: str, page: Page, **options: Any) -> Iterator[str]:
        """What axe finds."""
        found = self.axe.run(page, options={"resultTypes": ["violations"], **options})
        for violation in found.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"][:4]]
            yield f"{size}: axe: {violation['id']}: {violation['help']}: {nodes}"


def overflow(size: str, page: Page, viewport: tuple[int, int]) -> Iterator[str]:
    return (f"{size}: too wide: {item}" for item in page.evaluate(WIDER, viewport[0]))


@pytest.fixture(scope="module")
def stranger(browser: Browser, shared: tuple[Site, Scenes]) -> Iterator[Eyes]:
    windows = Windows(browser, shared[0].url)
    yield Eyes(windows, shared[1].places)
    windows.close()


@pytest.fixture(scope="module")
def owner(browser: Browser, shared: tuple[Site, Scenes]) -> Iterator[Eyes]:
    windows = Windows(browser, shared[0].url)
    yield Eyes(windows, shared[1].places, user=shared[1].owner)
    windows.close()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_page_for_everybody(stranger: Eyes, name: str):
    assert stranger.look(PUBLIC[name]) == []


@pytest.mark.parametrize("name", MEMBERS)
def test_a_page_for_members(owner: Eyes, name: str):
    assert owner.look(MEMBERS[name]) == []


def test_the_first_run(windows: Windows):
    assert Eyes(windows, {}).look("/start/") == []
