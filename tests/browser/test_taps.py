"""Each task takes so many taps, keys and loads as docs/taps.md says."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.evenings import begun, ona, opened
from tests.browser.hands import says, touch
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked, phone
from tournaments.evening.services.evenings import GameChoice
from tournaments.phones.selectors import make_token
from tournaments.phones.services import correction_ask, entry_late
from tournaments.scoring.services.counts import TallyKind
from tournaments.simulation.hall import make_name

TABLE = Path(settings.BASE_DIR) / "docs" / "taps.md"
PASTE = """(field, words) => {
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def goals() -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield each task of the table, with its taps, keys and loads."""
    for line in TABLE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[-1].isdigit():
            yield cells[0], (int(cells[2]), int(cells[3]), int(cells[4]))


@dataclass
class Hands:
    """Somebody at a page: what they do is counted, and the pages that come."""

    page: Page
    taps: int = 0
    keys: int = 0
    loads: int = 0

    def begin(self, address: str) -> None:
        """Open the page where the task begins; it counts from there."""
        self.page.goto(address)
        self.page.on("request", self._loads)

    def _loads(self, request: Request) -> None:
        self.loads += request.is_navigation_request() and request.redirected_from is None

    def tap(self, what: Locator) -> None:
        self.taps += 1
        touch(self.page, what)

    def button(self, words: str) -> None:
        self.tap(
            self.page.get_by_role("button", name=words).or_(self.page.get_by_role("link", name=words)).first
        )

    def type(self, words: str) -> None:
        self.keys += len(words)
        self.page.keyboard.type(words)

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    @property
    def counted(self) -> tuple[int, int, int]:
        return self.taps, self.keys, self.loads


def scorer(windows: Windows, night: Night) -> Hands:
    hands = Hands(windows.open(PHONE))
    hands.page.goto(f"/s/{make_token(link(night, 1))}/")
    hands.begin(hands.page.url)
    return hands


def console(windows: Windows, night: Night) -> Hands:
    hands = Hands(windows.open(LAPTOP, user=night.alice))
    hands.begin(f"/evenings/{night.evening.pk}/")
    return hands


def record_pool(windows: Windows) -> Hands:
    """The caller's counters follow from the others'."""
    hands = scorer(windows, linked(begun(6)))
    page = hands.page
    hands.tap(page.locator("#step-winners .pick input").first)
    hands.tap(page.locator("#step-callers .pick input").nth(1))
    for n in (0, 2, 3, 4, 5):
        hands.tap(page.locator(".amounts input.count").nth(n))
        hands.type("4" if n == 0 else "1")
    hands.button("Record the result")
    page.locator("#stands").wait_for()
    return hands


def record_bids(windows: Windows) -> Hands:
    """The last taker's tricks follow from the others'."""
    hands = scorer(windows, linked(begun(5, GameChoice("blackout"))))
    page = hands.page
    for row in page.locator("[data-bidder]").all():
        hands.tap(row.locator(".strip input:enabled").first)
    hands.button("Record the bids")
    page.locator("[data-taker]").first.wait_for()
    for row in page.locator("[data-taker]").all()[:4]:
        hands.tap(row.locator(".strip input").first)
    hands.button("Record the tricks")
    page.locator("#score-title").wait_for()
    return hands


def correct_winner(windows: Windows) -> Hands:
    night = linked(begun(8))
    first, second, *others = night.table(2)
    counts = {first: 59, second: 47, others[0]: 47, others[1]: 47}
    night.record(2, [first], counts, in_call=[second, *others], kind=TallyKind.COUNTS)
    correction_ask(phone(night), round=1, table=2, deal=1, version=1, words="the other one won")
    hands = console(windows, night)
    page = hands.page
    hands.button("Open the deal")
    for entry in (first, second):
        hands.tap(page.locator(f"#step-winners input[value='{entry}']"))
    for entry, count in ((first, "47"), (second, "59")):
        hands.tap(page.locator(f"#id_counters-{entry}"))
        hands.type(count)
    hands.tap(page.get_by_label("slip was read wrongly"))
    hands.button("Correct it")
    says(page, "The result is corrected.")
    expect(page.get_by_text("From the tables")).to_have_count(0)
    return hands


def correct_tricks(windows: Windows) -> Hands:
    night = linked(begun(4, GameChoice("blackout")))
    night.score(1)
    correction_ask(phone(night, 1), round=1, table=1, deal=1, version=1, words="somebody else took it")
    hands = console(windows, night)
    page = hands.page
    hands.button("Open the deal")
    rows = page.locator("#correction [data-taker]")
    taken = [int(row.locator(":checked").get_attribute("value") or 0) for row in rows.all()]
    most, none = taken.index(max(taken)), taken.index(0)
    hands.tap(rows.nth(most).locator(f"input[value='{max(taken) - 1}']"))
    hands.tap(rows.nth(none).locator("input[value='1']"))
    hands.tap(page.get_by_label("typing error"))
    hands.button("Correct it")
    says(page, "The result is corrected.")
    return hands


def open_late(windows: Windows) -> Hands:
    """The form stands filled in, beside what the table sent."""
    night = linked(begun(12))
    night.next_round()
    entry_late(phone(night), round=1, table=2, deal=1, typed=["Won: p02"])
    hands = console(windows, night)
    hands.button("Open the deal")
    expect(hands.page.get_by_role("button", name="Preview the changes")).to_be_visible()
    return hands


def add_late(windows: Windows) -> Hands:
    hands = console(windows, begun(8))
    hands.tap(hands.page.get_by_text("Add a late player"))
    hands.type("Tilda Berg")
    hands.press("Enter")
    says(hands.page, "Checked in: 1.")
    return hands


def begin_evening(windows: Windows) -> Hands:
    """The names are pasted with one key, where the page has put the cursor."""
    hands = Hands(windows.open(LAPTOP, user=ona()))
    hands.begin("/")
    hands.button("New evening")
    hands.button("Open check-in")
    names = hands.page.get_by_label("Names, one per line")
    expect(names).to_be_focused()
    names.evaluate(PASTE, "\n".join(make_name(n) for n in range(26)))
    hands.keys += 1
    hands.button("Check in (26)")
    hands.button("Draw the seats")
    hands.button("Start play")
    says(hands.page, "Round 1 is being played")
    return hands


def tap_player(windows: Windows) -> Hands:
    hands = console(windows, opened([], owner=begun(24).alice))
    hands.button(make_name(7))
    says(hands.page, f"{make_name(7)} is checked in.")
    return hands


TASKS = {
    "Record a pool of 6 with one caller": record_pool,
    "Record a deal of Blackout with 5": record_bids,
    "Correct who won a pool": correct_winner,
    "Correct who took a trick": correct_tricks,
    "Open a late result": open_late,
    "Add a late player of ten letters": add_late,
    "Plan an evening, check in 26 pasted names, begin": begin_evening,
    "Check in a player on a list of 24": tap_player,
}


def test_the_table_has_each_task():
    assert [task for task, _goal in goals()] == list(TASKS)


@pytest.mark.parametrize("task", TASKS)
def test_it_takes_no_more(task: str, windows: Windows):
    assert TASKS[task](windows).counted == dict(goals())[task]
