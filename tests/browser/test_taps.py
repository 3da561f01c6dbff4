"""Each task takes so many taps, keys and loads as docs/taps.md says."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.evenings import begun, ona, opened
from tests.browser.hands import says, touch
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked, phone
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import EntryRow
from tournaments.phones.selectors import make_token
from tournaments.phones.services import correction_ask, entry_late, phone_code_show
from tournaments.scoring.services.counts import TallyKind
from tournaments.scoring.services.deals import deal_record
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


def scorer(windows: Windows, night: Night, address: str = "") -> Hands:
    hands = Hands(windows.open(PHONE))
    hands.page.goto(f"/s/{make_token(link(night, 1))}/")
    hands.begin(address or hands.page.url)
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


def record_three_stakes(windows: Windows) -> Hands:
    """Two stayed in, of whom the loser put in as much as the winner."""
    night = linked(begun(5, GameChoice("three-stake-brag", {}, "fixed")))
    hands = scorer(windows, night)
    page = hands.page
    hands.tap(page.locator("#step-winners .pick input").first)
    hands.tap(page.locator("#step-callers .pick input").nth(1))
    for stake in ("First", "Second", "Third"):
        hands.tap(page.get_by_label(f"{stake} stake", exact=True))
        hands.type("2")
    for stake in ("first", "third"):
        hands.tap(page.get_by_role("group", name=f"Won the {stake} stake").locator("input").first)
    hands.tap(page.locator(".amounts input.count").first)
    hands.type("6")
    hands.button("Record the result")
    page.locator("#stands").wait_for()
    return hands


def correct_at_table(windows: Windows) -> Hands:
    """One put in less than was typed. The form is filled as it was entered."""
    night = linked(begun(6, deals=2))
    first, second, *others = night.table(1)
    stakes = dict.fromkeys([first, second, *others], 3)
    deal = night.told(1, [first], stakes, in_call=[second], kind=TallyKind.STAKES)
    deal_record(phone(night, 1), **deal)
    hands = scorer(windows, night, "/score/1/1/")
    page = hands.page
    hands.tap(page.locator("#correct > summary"))
    hands.tap(page.locator(f"#id_counters-{others[0]}"))
    hands.type("2")
    hands.button("Record the result")
    says(page, "Corrected: “corrected at the table”")
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


def put_in_late(windows: Windows) -> Hands:
    """The table meant another winner than the one that the organiser recorded meanwhile."""
    night = linked(begun(12))
    night.next_round()
    (pool,) = (one for one in night.facts.pools if one.position == 2)
    (was,) = pool.winners
    other = next(line.entry for line in pool.lines if not line.won)
    entry_late(phone(night), round=1, table=2, deal=1, typed=[f"Won: {night.facts.names[other]}"])
    hands = console(windows, night)
    page = hands.page
    hands.button("Open the deal")
    for entry in (was, other):
        hands.tap(page.locator(f"#step-winners input[value='{entry}']"))
    hands.tap(page.get_by_label("slip was read wrongly"))
    hands.button("Preview the changes")
    hands.button("Correct the result only")
    says(page, "The result is corrected")
    return hands


def find_seat(windows: Windows) -> Hands:
    night = begun(26)
    hands = Hands(windows.open(PHONE))
    hands.begin(f"/j/{night.evening.join_code}/")
    page = hands.page
    name = make_name(4)
    hands.tap(page.get_by_label("Type the start of your name"))
    hands.type(name[:3])
    expect(page.locator("#names a:visible")).to_have_count(1)
    hands.press("Enter")
    expect(page.locator("h1")).to_have_text(name)
    return hands


def claim_seat(windows: Windows) -> Hands:
    """The organiser says six digits."""
    night = begun(8)
    entry = EntryRow.objects.select_related("evening__club").get(pk=night.table(1)[0])
    code = phone_code_show(by=night.alice, entry=entry, now=timezone.now())
    hands = Hands(windows.open(PHONE))
    page = hands.page
    page.goto(f"/j/{night.evening.join_code}/")
    hands.begin(page.locator("#names").get_by_role("link", name=entry.name).get_attribute("href") or "")
    hands.tap(page.get_by_text("This is me", exact=True))
    hands.type(code)
    hands.button("Go to your seat")
    expect(page.locator(".claim")).to_have_text("This phone remembers you this evening.")
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
    "Record a deal of three-stake Brag with 5": record_three_stakes,
    "Record a deal of Blackout with 5": record_bids,
    "Correct a figure at the table": correct_at_table,
    "Correct who won a pool": correct_winner,
    "Correct who took a trick": correct_tricks,
    "Open a late result": open_late,
    "Put in a late result, another winner": put_in_late,
    "Find the own seat by typing": find_seat,
    "Say “This is me” with a code": claim_seat,
    "Add a late player of ten letters": add_late,
    "Plan an evening, check in 26 pasted names, begin": begin_evening,
    "Check in a player on a list of 24": tap_player,
}


def test_the_table_has_each_task():
    assert [task for task, _goal in goals()] == list(TASKS)


@pytest.mark.parametrize("task", TASKS)
def test_it_takes_no_more(task: str, windows: Windows):
    assert TASKS[task](windows).counted == dict(goals())[task]
