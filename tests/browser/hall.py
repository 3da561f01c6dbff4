"""The hall of a whole evening: whose windows are open, and how they come to be, by the pages alone."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from accounts.models import Club, Membership, Role, User
from accounts.names import one_stop
from tests.browser import hands
from tests.browser.hands import press, says, seating
from tests.browser.windows import PHONE, PROJECTOR, Windows
from tournaments.simulation.hall import name

PASSWORD = "correct horse battery"
ROLES = ("lady", "gentleman")
PEOPLE = [name(n) for n in range(26)]


@dataclass
class Hall:
    """The windows that are open in the hall, and what they have shown so far."""

    desk: Page
    scorer: Page
    phone: Page
    screen: Page
    tables: dict[int, list[str]] = field(default_factory=dict)

    def everywhere_again(self) -> None:
        """Everybody looks again: nothing is lost by it."""
        for page in (self.desk, self.scorer):
            hands.reload(page)
        for page in (self.phone, self.screen):
            hands.look_again(page)

    def look(self) -> dict[int, list[str]]:
        self.tables = seating(self.desk)
        return self.tables

    def find(self, name: str) -> None:
        """The player's phone finds a name."""
        self.phone.goto(self.phone.url.split("/me/")[0].rstrip("/") + "/")
        self.phone.get_by_label("Type the start of your name").fill(name[:3])
        press(self.phone, re.compile(re.escape(name)), within=self.phone.locator("#names"))
        expect(self.phone.get_by_role("heading", level=1)).to_have_text(name)


def first_account(desk: Page) -> None:
    desk.goto("/")
    expect(desk).to_have_url(re.compile("/start/$"))
    for label, text in (("Club name", "Thursday Club"), ("Your name", "Ona"), ("E-mail", "ona@example.org")):
        desk.get_by_label(label).fill(text)
    desk.get_by_label("Password", exact=True).fill(PASSWORD)
    desk.get_by_label("Repeat the password").fill(PASSWORD)
    press(desk, "Create the account and the club")
    says(desk, "You can plan your first evening now.")


def plan(desk: Page) -> None:
    press(desk, "New evening")
    desk.get_by_label("Name").fill("Thursday at nine")
    press(desk, "Plan the evening")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Thursday at nine")
    press(desk, "Open check-in")
    says(desk, "Check-in is open.")


def check_in(windows: Windows, desk: Page) -> None:
    """26 names are pasted; one of them is there twice, is noticed at once, and refused if sent."""
    lines = [f"{who}, {ROLES[n % 2]}" for n, who in enumerate(PEOPLE)]
    names = desk.get_by_label("Names, one per line")
    names.fill("\n".join([*lines[:-1], lines[0]]))
    expect(desk.locator("#noticed")).to_have_text(one_stop(f"Twice in your list: {PEOPLE[0]}."))
    button = desk.locator("#paste button")
    with windows.refused(desk):
        button.click()
    says(desk, one_stop(f"These names appear twice: {PEOPLE[0]}."))
    expect(names).to_be_focused()
    names.fill("\n".join(lines))
    expect(desk.locator("#noticed")).to_be_hidden()
    expect(button).to_have_text("Check in (26)")
    button.click()
    says(desk, "Checked in: 26.")
    hands.reload(desk)
    expect(desk.locator("#here li")).to_have_count(26)
    expect(desk.get_by_label(f"Role of {PEOPLE[1]}")).to_have_value("gentleman")
    expect(desk.locator(".sizes strong")).to_have_text(["4", "6", "6", "6", "4"])


def scorer(windows: Windows) -> Page:
    """Sam may only score; she signs in on her phone."""
    sam = User.objects.create_user("sam@example.org", PASSWORD, name="Sam")
    Membership.objects.create(user=sam, club=Club.objects.get(), role=Role.SCORER)
    page = windows.open(PHONE)
    hands.sign_in(page, "sam@example.org", PASSWORD)
    press(page, re.compile("Open the evening"))
    expect(page.get_by_role("button", name="Draw the seats")).to_have_count(0)
    return page


def phone(windows: Windows, desk: Page) -> Page:
    """A player has no account: the code leads to the own name."""
    page = windows.open(PHONE)
    page.clock.install()
    page.goto("/join/")
    page.get_by_label("Join code").fill(desk.locator(".code-word").inner_text().lower())
    press(page, "Find your name")
    press(page, re.compile(re.escape(PEOPLE[0])), within=page.locator("#names"))
    says(page, "You are checked in")
    return page


def projector(windows: Windows, desk: Page) -> Page:
    page = windows.open(PROJECTOR)
    page.clock.install()
    page.goto(desk.get_by_role("link", name="Projector", exact=True).get_attribute("href") or "")
    says(page, "26 players are here")
    return page
