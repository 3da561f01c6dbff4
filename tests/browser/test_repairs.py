"""Repairs on the pages: they say before what they do, and are taken back where it was said.

The organiser's laptop or phone mends; a scorer's phone by its table's code, a player's phone and the
projector see it, and nobody loads a page for it.
"""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import begun
from tests.browser.hands import press, says, seating
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tournaments.core.settings import BellBy
from tournaments.phones.selectors import make_token

LATE = "Zora Q."
WHY = "sat down wrongly"
TAPS = """() => document.addEventListener('pointerdown', event => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


@dataclass
class Hall:
    """An evening of four tables that is being played, and who looks at it."""

    windows: Windows
    night: Night
    desk: Page
    screen: Page
    phones: dict[str, Page] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"/evenings/{self.night.evening.pk}/"

    def named(self, table: int, chair: int = 1) -> str:
        """Who sits there."""
        seats = {place: entry for entry, place in self.night.seats().items()}
        return self.night.facts.names[seats[table, chair]]

    def phone(self, who: str) -> Page:
        """The phone of somebody who plays, on the own page."""
        page = self.phones[who] = self.windows.open(PHONE)
        page.goto(f"/j/{self.night.evening.join_code}/me/{self.night.entry(who)}/")
        return page

    def scorer(self, table: int) -> Page:
        """The phone on a table, by its code."""
        page = self.windows.open(PHONE)
        page.goto(f"/s/{make_token(link(linked(self.night), table))}/")
        says(page, f"Table {table}")
        return page

    def sits(self, who: str, table: int, chair: int) -> None:
        """The player's phone and the projector say so by themselves."""
        expect(self.phones[who].locator(".place")).to_have_text(re.compile(rf"Table {table},\s+seat {chair}"))
        expect(self.htable(table)).to_contain_text(who)

    def htable(self, table: int) -> Locator:
        return self.screen.locator(".htable").nth(table - 1)

    def person(self, who: str) -> None:
        """From the page of all tables to somebody's page."""
        self.desk.goto(self.at)
        press(self.desk, who, within=self.desk.locator(".tcard"))
        expect(self.desk.get_by_role("heading", level=2)).to_have_text(who)

    def fold(self, title: str) -> Locator:
        """What a person's page keeps folded, opened."""
        fold = self.desk.locator("details", has=self.desk.locator("summary", has_text=title))
        fold.locator("summary").click()
        return fold

    def take_back(self, told: str) -> None:
        """What was just said is taken back where it is said."""
        message = self.desk.locator(".note.success")
        expect(message).to_contain_text(told)
        press(self.desk, "Undo", within=message)
        # Until the preview is there it may push the button away from under the click.
        expect(self.desk.locator(".look")).not_to_be_empty()
        press(self.desk, "Undo", within=self.desk.get_by_role("dialog"))
        expect(self.desk.locator(".note.success")).to_contain_text("Undone:")


@pytest.fixture
def hall(windows: Windows) -> Hall:
    night = begun(18, bell=BellBy.HAND)
    evening = night.evening
    desk, screen = windows.open(LAPTOP, user=night.alice), windows.open(PROJECTOR)
    desk.goto(f"/evenings/{evening.pk}/")
    screen.goto(f"/j/{evening.join_code}/hall/")
    return Hall(windows, night, desk, screen)


def way(told: Locator, who: str, start: str, end: str) -> None:
    """The preview says who goes from where to where."""
    row = told.locator("li", has=told.page.locator("strong.what", has_text=who))
    expect(row).to_contain_text(re.compile(rf"Seat\s+{start}\s+→ then\s+{end}"))


def test_the_last_bell_undone(hall: Hall):
    desk, night = hall.desk, hall.night
    before, chip = seating(desk), hall.named(1)
    winner = hall.named(2)
    hall.phone(winner)
    night.next_round()
    hall.sits(winner, 1, night.seats()[night.entry(winner)][1])
    scorer = hall.scorer(3)
    night.play(3)
    says(scorer, f"{hall.named(3)} won")
    desk.goto(hall.at)
    desk.get_by_text("More", exact=True).click()
    press(desk, "Undo the last bell")
    told = desk.locator(".changes")
    table, chair = night.seats()[night.entry(winner)]
    way(told, winner, f"table {table}, seat {chair}", "table 2, seat 1")
    expect(desk.get_by_role("dialog")).to_contain_text(f"Table 3, deal 1: won by {hall.named(3)}")
    desk.get_by_role("textbox", name="Reason").fill("table 3 was still playing")
    with hall.windows.refused(desk):
        press(desk, "Undo the last bell", within=desk.get_by_role("dialog"))
    says(desk, "Confirm that they are discarded")
    expect(desk.get_by_role("textbox", name="Reason")).to_have_value("table 3 was still playing")
    assert night.round == 2
    desk.get_by_label("Yes, discard the results of round 2").check()
    press(desk, "Undo the last bell")
    says(desk, "Round 1 is open again.")
    assert seating(desk) == before
    hall.sits(winner, 2, 1)
    expect(hall.htable(1)).to_contain_text(chip)
    expect(scorer.get_by_role("heading", level=1)).to_contain_text("round 1")


@pytest.mark.thorough
def test_somebody_moved(hall: Hall):
    desk = hall.desk
    one = hall.named(2)
    hall.phone(one)
    scorer = hall.scorer(1)
    expect(scorer.locator("main")).not_to_contain_text(one)
    hall.person(one)
    fold = hall.fold("Move to another table")
    way(fold.locator(".look"), one, "table 2, seat 1", "table 1, seat 5")
    fold.get_by_label("Table").select_option(label="Table 3, seats taken: 5")
    way(fold.locator(".look"), one, "table 2, seat 1", "table 3, seat 6")
    fold.get_by_label("Table").select_option(label="Table 1, seats taken: 4")
    fold.get_by_role("textbox", name="Reason").fill(WHY)
    press(desk, "Move", within=fold)
    hall.sits(one, 1, 5)
    says(scorer, one)
    hall.take_back(f"{one} was moved by the organiser.")
    hall.sits(one, 2, 1)
    expect(scorer.locator("main")).not_to_contain_text(one)


def test_late_waits_and_is_seated(hall: Hall):
    desk, night = hall.desk, hall.night
    press(desk, "Players", within=desk.locator(".tabs"))
    desk.get_by_text("Add a late player").click()
    desk.get_by_label("Name", exact=True).fill("Zorra")
    press(desk, "Add")
    phone = hall.phone("Zorra")
    with hall.windows.outage():
        hall.take_back("Checked in: 1.")
        expect(phone).to_have_url(re.compile(r"/j/\w+/\?names$"))  # to find the name as it is spelt
    expect(desk).to_have_url(re.compile("/people/$"))
    assert LATE not in night.facts.names.values()
    desk.get_by_text("Add a late player").click()
    desk.get_by_label("Name", exact=True).fill(LATE)
    press(desk, "Add")
    says(desk, "1 waits for a seat")
    hall.phone(LATE)
    says(hall.phones[LATE], "You are waiting for a seat")
    expect(hall.screen.locator(".htable", has_text="Waiting for a seat")).to_contain_text(LATE)
    night.play_round()
    desk.goto(hall.at)
    says(desk, f"New {LATE}")
    press(desk, "Start round 2")
    says(desk, "Round 2 has started.")
    table, chair = night.seats()[night.entry(LATE)]
    hall.sits(LATE, table, chair)
    says(hall.phones[LATE], "50")


# Taps


def counted(hall: Hall) -> Page:
    """The organiser's phone, on the page of all tables, counting what is tapped."""
    page = hall.windows.open(PHONE, user=hall.night.alice)
    page.add_init_script(f"({TAPS})()")
    page.goto(hall.at)
    page.evaluate("() => { sessionStorage.taps = 0 }")
    return page


def taps(page: Page) -> int:
    return int(page.evaluate("() => Number(sessionStorage.taps)"))


def in_sight(found: Locator) -> Locator:
    """It is there without scrolling or unfolding anything."""
    expect(found).to_be_in_viewport()
    return found


def test_a_late_arrival_takes_three_taps(hall: Hall):
    page = counted(hall)
    in_sight(page.locator(".tabs").get_by_role("link", name="Players")).tap()
    in_sight(page.get_by_text("Add a late player")).tap()
    page.keyboard.type(LATE)
    in_sight(page.get_by_role("button", name="Add")).tap()
    says(page, "Checked in: 1.")
    assert taps(page) == 3
    assert hall.night.entry(LATE)


@pytest.mark.parametrize(
    ("button", "said"),
    [("Goes home", "went home."), pytest.param("Pauses", "pauses.", marks=pytest.mark.thorough)],
)
def test_a_drop_out_and_a_pause_take_two(hall: Hall, button: str, said: str):
    page = counted(hall)
    one = hall.named(1)
    page.locator(".tcard").get_by_role("link", name=one).tap()
    in_sight(page.get_by_role("button", name=button)).tap()
    says(page, f"{one} {said}")
    assert taps(page) == 2
