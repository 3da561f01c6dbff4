"""An evening of three rounds with everybody's window open at once, and nobody loads a page to know more.

The organiser's laptop, a scorer's phone at each of the two tables by its code, three players' phones and
the projector; a broker and a worker ring the clock.
"""

import re
from dataclasses import dataclass
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounts.names import drop_double_stop
from tests.browser import hands
from tests.browser.hands import press, says, seating
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tournaments.bell.services.clock import clock_start
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Deal, Evening, Journal, RoundRow

PASSWORD = "correct horse battery"
PEOPLE = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo"]
LATE = timedelta(seconds=5)
"""A bell is never later."""
RANG = re.compile("The bell has rung")


@dataclass
class Everybody:
    """The windows of a hall of two tables."""

    windows: Windows
    desk: Page
    scorers: dict[int, Page]
    phones: dict[str, Page]
    screen: Page

    @property
    def all(self) -> list[Page]:
        return [self.desk, *self.scorers.values(), *self.phones.values(), self.screen]

    def everywhere(self, desk: str, phone: str | re.Pattern[str], screen: str) -> None:
        """Organiser, players and projector read this, without doing anything."""
        says(self.desk, desk)
        for page in self.phones.values():
            says(page, phone)
        says(self.screen, screen)


def record(scorer: Page, people: list[str], *, by_taps: int) -> None:
    """The first wins, the second called; what they put in, so that each table's sums differ."""
    fill(scorer, people, by_taps)
    press(scorer, "Record the result")


def fill(scorer: Page, people: list[str], stake: int) -> None:
    hands.tap_people(scorer, people[:1], people[1:2])
    hands.put_in(scorer, {people[0]: stake, people[2]: 1})


def recorded(scorer: Page, winner: str) -> None:
    says(scorer, f"{winner} won")


@pytest.fixture
def hall(windows: Windows, ringing: None) -> Everybody:
    desk = windows.open(LAPTOP)
    first_account(desk)
    press(desk, "New evening")
    press(desk, "Plan the evening")
    press(desk, "Open check-in")
    check_in(windows, desk)
    phones = {name: phone(windows, Evening.objects.get().join_code, name) for name in PEOPLE[:3]}
    screen = windows.open(PROJECTOR)
    screen.goto(desk.get_by_role("link", name="Projector", exact=True).get_attribute("href") or "")
    says(screen, "8 players are here")
    press(desk, "Draw the seats")
    says(desk, "The seats are drawn.")
    for name, page in phones.items():
        table = hands.table_of(desk, name)
        expect(page.locator(".place")).to_contain_text(f"Table {table},")
    scorers = {table: scorer(windows, desk, table) for table in (1, 2)}
    desk.goto(f"/evenings/{Evening.objects.get().pk}/")
    return Everybody(windows, desk, scorers, phones, screen)


def first_account(desk: Page) -> None:
    desk.goto("/")
    expect(desk).to_have_url(re.compile("/start/$"))
    for label, text in (("Club name", "Thursday Club"), ("Your name", "Ona"), ("E-mail", "ona@example.org")):
        desk.get_by_label(label).fill(text)
    desk.get_by_label("Password", exact=True).fill(PASSWORD)
    desk.get_by_label("Repeat the password").fill(PASSWORD)
    press(desk, "Create the account and the club")
    says(desk, "You can plan your first evening now.")


def check_in(windows: Windows, desk: Page) -> None:
    """A name that is pasted twice is noticed at once, and refused if it is sent."""
    lines = [f"{name}, {('lady', 'gentleman')[n % 2]}" for n, name in enumerate(PEOPLE)]
    names, button = desk.get_by_label("Names, one per line"), desk.locator("#paste button")
    names.fill("\n".join([*lines[:-1], lines[0]]))
    expect(desk.locator("#noticed")).to_have_text(drop_double_stop(f"Twice in your list: {PEOPLE[0]}."))
    with windows.refused(desk):
        button.click()
    says(desk, drop_double_stop(f"These names appear twice: {PEOPLE[0]}."))
    expect(names).to_be_focused()
    names.fill("\n".join(lines))
    expect(desk.locator("#noticed")).to_be_hidden()
    expect(button).to_have_text("Check in (8)")
    button.click()
    says(desk, "Checked in: 8.")


def phone(windows: Windows, code: str, name: str) -> Page:
    page = windows.open(PHONE)
    page.goto(f"/j/{code}/")
    page.get_by_label("Type the start of your name").fill(name[:2])
    expect(page.locator("#names a:visible")).to_have_count(1)
    press(page, re.compile(name), within=page.locator("#names"))
    says(page, "You are checked in")
    return page


def scorer(windows: Windows, desk: Page, table: int) -> Page:
    """A phone that scans the code on its table."""
    desk.goto(f"/evenings/{Evening.objects.get().pk}/links/")
    if desk.locator(".link-card").count() == 0:
        press(desk, re.compile("Make codes for 2 tables"))
    page = windows.open(PHONE)
    page.goto(desk.locator(f"#table-{table} .address").inner_text())
    expect(page).to_have_url(re.compile("/score/$"))
    says(page, "Play has not started yet")
    return page


def test_three_rounds_with_every_window_open(hall: Everybody):
    begins(hall)
    first_round_with_the_network_away(hall)
    second_round_by_the_clock(hall)
    last_round(hall)
    prizes(hall)
    evening = Evening.objects.get()
    assert Deal.objects.filter(round__evening=evening, void=None).count() == 6
    assert Journal.objects.filter(evening=evening, verb="bell_rung").count() == 3


def begins(hall: Everybody) -> None:
    """The desk begins; everybody's page follows by itself."""
    press(hall.desk, "Start play")
    says(hall.screen, "Round 1 is being played")
    for page in hall.scorers.values():
        expect(page.get_by_role("button", name="Record the result")).to_be_visible()
    says(hall.screen, "Round 1 is being played")


def first_round_with_the_network_away(hall: Everybody) -> None:
    """Table 2 records without a network: it waits on the phone, and is sent once. The head table rings."""
    tables = seating(hall.desk)
    away = hall.scorers[2]
    with hall.windows.outage():
        away.context.set_offline(True)
        record(away, tables[2], by_taps=4)
        expect(away.locator("#queue")).to_contain_text("Waiting to be sent")
        assert not Deal.objects.exists()
        record(hall.scorers[1], tables[1], by_taps=5)
        recorded(hall.scorers[1], tables[1][0])
        hall.everywhere("Waiting for table 2", RANG, "still playing")
        hands.reload(hall.desk)
        away.context.set_offline(False)
        recorded(away, tables[2][0])
        expect(away.locator("#queue")).to_be_hidden()
    assert Deal.objects.count() == 2
    moves(hall, 2)


def second_round_by_the_clock(hall: Everybody) -> None:
    """The desk starts a clock, pauses it and goes on; the worker rings it, and everybody knows at once."""
    desk = hall.desk
    desk.get_by_text("More", exact=True).click()
    desk.locator("#start-clock summary").click()
    desk.get_by_label("Minutes", exact=True).fill("15")
    press(desk, "Start", within=desk.locator("#start-clock"))
    for page in hall.all:
        expect(page.locator("[data-time]").first).to_have_text(re.compile("1[45]:[0-5][0-9]"))
    press(desk, "Pause")
    for page in hall.all:
        expect(page.locator("[data-clock]").first).to_have_attribute("data-hand", "paused")
    press(desk, "Go on")
    tables = seating(desk)
    fill(hall.scorers[1], tables[1], 3)
    fill(hall.scorers[2], tables[2], 2)
    evening = Evening.objects.get()
    clock_start(RequestedBy(evening.pk), round=2, seconds=3)
    hall.everywhere("The bell has rung", RANG, "still playing")
    rang = RoundRow.objects.get(evening=evening, number=2)
    assert rang.rung is not None
    assert rang.ends_at is not None
    assert rang.ends_at <= rang.rung.at <= rang.ends_at + LATE
    for table, page in hall.scorers.items():
        says(page, "The bell has rung. This is the last deal here.")
        expect(hands.amount(page, tables[table][2])).to_have_value("1")  # what was typed is still there
    for page in hall.scorers.values():
        page.get_by_role("button", name="Record the result").tap()
    for table, page in hall.scorers.items():
        recorded(page, tables[table][0])
    moves(hall, 3)


def moves(hall: Everybody, opens: int) -> None:
    """Whatever must be cut is cut; everybody stays seated, and then every phone says where to go."""
    desk = hall.desk
    hands.cut_whatever_must(desk)
    says(desk, f"Ready for round {opens}")
    moved = hands.movers(desk)
    hall.everywhere(f"Ready for round {opens}", "Stay seated.", "Stay seated for a moment.")
    press(desk, f"Start round {opens}")
    says(hall.screen, f"Round {opens} is being played")
    tables = seating(desk)
    for name, page in hall.phones.items():
        sign = moved[name][0] if name in moved else "Stay"
        words = {"up": "Move UP", "down": "Go DOWN", "Stay": "Stay"}[sign]
        expect(page.locator(".place")).to_contain_text(words)
    ups = sum(sign == "up" for sign, _why in moved.values())
    expect(hall.screen.locator(".htable .go.up")).to_have_count(ups)
    for name, page in hall.phones.items():
        table = next(number for number, people in tables.items() if name in people)
        expect(page.locator(".place")).to_contain_text(f"Table {table},")
    for page in hall.scorers.values():
        expect(page.get_by_role("button", name="Record the result")).to_be_visible()


def last_round(hall: Everybody) -> None:
    """The desk says that it is the last; after its bell everything is settled."""
    desk = hall.desk
    desk.get_by_text("More", exact=True).click()
    press(desk, "Make this the last round")
    press(desk, "Yes, this is the last round")
    says(desk, "This is the last round.")
    tables = seating(desk)
    for table in (2, 1):
        record(hall.scorers[table], tables[table], by_taps=3)
        recorded(hall.scorers[table], tables[table][0])
    says(desk, "That was the last round")
    press(desk, "Settle up")
    says(hall.screen, "Settling up comes next.")


def prizes(hall: Everybody) -> None:
    """The scorers' phones have done their work; the prizes are revealed one at a time, each by the desk."""
    desk, screen = hall.desk, hall.screen
    for page in hall.scorers.values():
        says(page, "Settling up has started.")
        hands.go(page, "about:blank")  # not closed: Chromium forgets to close a page that goes to the next
    hall.scorers.clear()
    press(desk, "Finish the evening")
    says(screen, "Play is over.")
    expect(screen.get_by_text("not announced yet")).to_have_count(4)
    for to_come in ("3 prizes to come", "2 prizes to come", "1 prize to come"):
        press(desk, re.compile("^Announce “"))
        expect(screen.locator(".to-come")).to_have_text(to_come)
        expect(screen.locator(".standing")).to_have_count(0)
    press(desk, re.compile("^Announce “"))
    expect(screen.locator(".standing .name")).to_have_count(len(PEOPLE))
