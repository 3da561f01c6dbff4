"""Each repair once on the pages: it says before what it does, and is taken back where it was said.

The organiser's laptop or phone mends; a scorer's phone by its table's code, a player's phone and the
projector see it, and nobody loads a page for it.
"""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.clubs.services import club_create
from accounts.models import Membership, Role, User
from tests.browser.hands import press, says, seating
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import BellBy, Settings
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.models import Journal
from tournaments.phones.selectors import token_of
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation.hall import name

PEOPLE = [name(n) for n in range(18)]
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
        page.goto(f"/s/{token_of(link(linked(self.night), table))}/")
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
        press(self.desk, "Undo", within=self.desk.locator("main form"))
        expect(self.desk.locator(".note.success")).to_contain_text("Undone:")


@pytest.fixture
def hall(windows: Windows) -> Hall:
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club = club_create(owner=owner, name="Thursday Club")
    evening = evening_create(actor=owner, club=club, name="Thursday", settings=Settings(bell=BellBy.HAND))
    night = Night(evening, owner)
    check_in_open(night.by)
    people_check_in(night.by, people=[Arrival(who) for who in PEOPLE])
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    desk, screen = windows.open(LAPTOP, user=owner), windows.open(PROJECTOR)
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
    press(desk, "Undo the last bell")
    told = desk.locator(".changes")
    table, chair = night.seats()[night.entry(winner)]
    way(told, winner, f"table {table}, seat {chair}", "table 2, seat 1")
    says(desk, f"Table 3, deal 1: won by {hall.named(3)}")
    desk.get_by_label("Reason").fill("table 3 was still playing")
    with hall.windows.refused(desk):
        press(desk, "Undo the last bell")
    says(desk, "Confirm that they are discarded")
    expect(desk.get_by_label("Reason")).to_have_value("table 3 was still playing")
    assert night.round == 2
    desk.get_by_label("Yes, discard the results of round 2").check()
    press(desk, "Undo the last bell")
    says(desk, "Round 1 is open again.")
    assert seating(desk) == before
    hall.sits(winner, 2, 1)
    expect(hall.htable(1)).to_contain_text(chip)
    expect(scorer.get_by_role("heading", level=1)).to_contain_text("round 1")


@pytest.mark.thorough
def test_two_swapped(hall: Hall):
    desk = hall.desk
    one, other = hall.named(2), hall.named(3)
    hall.phone(one), hall.phone(other)
    hall.person(one)
    fold = hall.fold("Swap seats with …")
    fold.get_by_label("Swap with").select_option(label=f"{other} · Table 3, seat 1")
    way(fold.locator(".look"), one, "table 2, seat 1", "table 3, seat 1")
    way(fold.locator(".look"), other, "table 3, seat 1", "table 2, seat 1")
    fold.get_by_label("Reason").fill(WHY)
    press(desk, "Swap the seats")
    hall.sits(one, 3, 1)
    hall.sits(other, 2, 1)
    hall.take_back("The seats are swapped.")
    expect(desk).to_have_url(re.compile(r"/people/\d+/$"))
    hall.sits(one, 2, 1)
    hall.sits(other, 3, 1)


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
    fold.get_by_label("Reason").fill(WHY)
    press(desk, "Move", within=fold)
    hall.sits(one, 1, 5)
    says(scorer, one)
    hall.take_back(f"{one} was moved by the organiser.")
    hall.sits(one, 2, 1)
    expect(scorer.locator("main")).not_to_contain_text(one)


@pytest.mark.thorough
def test_what_a_look_would_refuse_is_said_before(hall: Hall):
    """A table is left with too few: the page says so, nothing is done, and it is refused if sent."""
    desk, night = hall.desk, hall.night
    for _goes in range(2):
        one = hall.named(2, night.seats()[night.table(2)[0]][1])
        hall.person(one)
        hall.fold("Move to another table").get_by_label("Reason").fill(WHY)
        press(desk, "Move", within=desk.locator("details[open]"))
        says(desk, f"{one} was moved by the organiser.")
    one = night.facts.names[night.table(2)[0]]
    hall.person(one)
    fold = hall.fold("Move to another table")
    expect(fold.locator(".look")).to_have_text(
        "After this, table 2 would have too few players. Swap two players instead."
    )
    fold.get_by_label("Reason").fill(WHY)
    with hall.windows.refused(desk):
        press(desk, "Move", within=fold)
    says(desk, "After this, table 2 would have too few players. Swap two players instead.")
    assert len(night.table(2)) == 3


def test_late_waits_and_is_seated(hall: Hall):
    desk, night = hall.desk, hall.night
    press(desk, "Players", within=desk.locator(".tabs"))
    desk.get_by_label("Add a late player").fill("Zorra")
    press(desk, "Add")
    phone = hall.phone("Zorra")
    with hall.windows.outage():
        hall.take_back("Checked in: 1.")
        expect(phone).to_have_url(re.compile(r"/j/\w+/$"))  # to find the name as it is spelt
    expect(desk).to_have_url(re.compile("/people/$"))
    assert LATE not in night.facts.names.values()
    desk.get_by_label("Add a late player").fill(LATE)
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


@pytest.mark.thorough
def test_a_pause_and_back(hall: Hall):
    desk = hall.desk
    one = hall.named(3)
    phone, scorer = hall.phone(one), hall.scorer(3)
    says(scorer, one)
    hall.person(one)
    says(desk, "The banker keeps 50 counters for this player.")
    press(desk, "Pauses")
    says(phone, "You are paused")
    expect(scorer.locator("main")).not_to_contain_text(one)
    hall.take_back(f"{one} pauses.")
    hall.sits(one, 3, 1)
    says(scorer, one)
    press(desk, "Pauses")
    says(desk, f"{one} pauses.")
    press(desk, "Is back")
    says(desk, f"{one} is back.")
    says(phone, "You are waiting for a seat")
    hall.night.next_round()
    table, chair = hall.night.seats()[hall.night.entry(one)]
    hall.sits(one, table, chair)


@pytest.mark.thorough
def test_a_drop_out_taken_back(hall: Hall):
    desk, night = hall.desk, hall.night
    one = hall.named(3)
    phone, scorer = hall.phone(one), hall.scorer(3)
    hall.person(one)
    says(desk, "The player takes 50 counters home.")
    press(desk, "Goes home")
    says(phone, "You have left")
    expect(scorer.locator("main")).not_to_contain_text(one)
    expect(desk.get_by_role("button", name="Goes home")).to_have_count(0)
    hall.take_back(f"{one} went home.")
    hall.sits(one, 3, 1)
    says(scorer, one)
    assert night.held()[night.entry(one)] == 50
    press(desk, "Journal", within=desk.locator(".tabs"))
    says(desk, f"Undone: {one} went home.")
    line = desk.locator(".journal .line", has_text=f"{one} went home").last
    expect(line).to_contain_text("undone at")


@pytest.mark.thorough
def test_somebody_who_has_left_leaves_once(hall: Hall):
    """Two laptops: on the second one the button is pressed when it is done already."""
    one = hall.named(3)
    other = hall.windows.open(LAPTOP, user=hall.night.alice)
    hall.person(one)
    other.goto(hall.desk.url)
    press(hall.desk, "Goes home")
    says(hall.desk, f"{one} went home.")
    with hall.windows.refused(other):
        press(other, "Goes home")
    says(other, f"{one} has already left.")
    assert Journal.objects.filter(verb="player_left").count() == 1


@pytest.mark.thorough
def test_a_kept_seat(hall: Hall):
    desk, night = hall.desk, hall.night
    one = hall.named(2)
    hall.phone(one)
    hall.person(one)
    hall.fold("Keeps the seat")
    press(desk, "Keeps the seat", within=desk.locator("details[open]"))
    hall.take_back(f"{one} now keeps the seat.")
    hall.person(one)
    hall.fold("Keeps the seat")
    press(desk, "Keeps the seat", within=desk.locator("details[open]"))
    says(desk, f"{one} now keeps the seat.")
    night.next_round()
    hall.sits(one, 2, 1)  # though the pool was won there


@pytest.mark.thorough
def test_a_table_added(hall: Hall):
    desk, night = hall.desk, hall.night
    people = [hall.named(3), hall.named(3, 2), hall.named(2)]  # as the page lists them, the last table first
    hall.phone(people[0])
    press(desk, "Players", within=desk.locator(".tabs"))
    press(desk, "Open another table")
    look = desk.locator(".look")
    for who in people:
        desk.get_by_label(who, exact=True).check()
    way(look, people[0], "table 3, seat 1", "table 5, seat 1")
    way(look, people[2], "table 2, seat 1", "table 5, seat 3")
    desk.get_by_label("Reason").fill("too full")
    press(desk, "Open another table")
    hall.sits(people[0], 5, 1)
    scorer = hall.scorer(5)
    hall.take_back("The new table is open.")
    hall.sits(people[0], 3, 1)
    expect(hall.screen.locator(".htable")).to_have_count(4)
    says(scorer, "There is no table 5")
    assert night.tables == [1, 2, 3, 4]


@pytest.mark.thorough
def test_a_table_closed(hall: Hall):
    """Not the head table; and who sat at the last one goes where it was said."""
    desk, night = hall.desk, hall.night
    one = hall.named(4)
    hall.phone(one)
    desk.goto(f"{hall.at}tables/1/close/")
    says(desk, "Only the last table can be closed. Choose table 4.")
    expect(desk.get_by_role("button", name="Close table 1")).to_have_count(0)
    desk.goto(hall.at)
    press(desk, "Players", within=desk.locator(".tabs"))
    press(desk, "Close table 4")
    said = desk.locator(".goes li", has_text=one).inner_text()
    table, chair = map(int, re.findall(r"\d+", said))
    desk.get_by_label("Reason").fill("they are few")
    press(desk, "Close table 4")
    hall.sits(one, table, chair)
    expect(hall.screen.locator(".htable")).to_have_count(3)
    hall.take_back("Table 4 is closed.")
    hall.sits(one, 4, 1)
    assert night.tables == [1, 2, 3, 4]


@pytest.mark.thorough
def test_a_deal_taken_back(hall: Hall):
    """Table 3's result was written at table 2, which has not decided a deal yet."""
    desk, night = hall.desk, hall.night
    winner = hall.named(2)
    phone, scorer = hall.phone(winner), hall.scorer(2)
    before = night.facts
    night.play(2, lose=7)
    says(scorer, f"{winner} won")
    says(phone, "78")
    desk.goto(hall.at)
    press(desk, re.compile("See the result"), within=desk.locator("article[aria-labelledby=t2]"))
    hall.fold("Undo this deal")
    press(desk, "Preview the changes")
    row = desk.locator(".changes li", has=desk.locator("strong.what", has_text=winner))
    expect(row).to_contain_text(re.compile(r"Counters\s+78\s+→ then\s+50"))
    desk.locator("#look-reason").fill("table 3 played it")
    press(desk, "Undo")
    says(desk, "Undone. You can record the deal again.")
    assert night.facts == before
    says(phone, "50")
    expect(scorer.locator("main")).not_to_contain_text(f"{winner} won")


@pytest.mark.thorough
def test_moves_are_not_replayed_over_results_unseen(hall: Hall):
    desk, night = hall.desk, hall.night
    winner, other = night.table(2)[:2]
    players = night.table(2)
    night.next_round()
    deal_correct(
        night.because("the other one won"),
        round=1,
        table=2,
        deal=1,
        base_version=1,
        winners=[other],
        in_call=[],
        tally=Tally(TallyKind.STAKES, dict.fromkeys(players, 1)),
    )
    night.play(3)
    desk.goto(f"{hall.at}replay/")
    way(desk.locator(".changes"), night.facts.names[winner], r"table 1, seat \d", r"table 2, seat \d")
    says(desk, f"Table 3, deal 1: won by {hall.named(3)}")
    desk.get_by_label("Reason").fill("a slip")
    with hall.windows.refused(desk):
        press(desk, re.compile("Replay"), within=desk.locator("main form"))
    says(desk, "Confirm that they are discarded")
    assert [pool.round for pool in night.facts.pools].count(2) == 1


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
    in_sight(page.get_by_label("Add a late player")).tap()
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


@pytest.mark.thorough
def test_a_scorer_can_mend_nothing(hall: Hall):
    """Who only scores sees whom it concerns, and no button for it."""
    sam = User.objects.create(email="sam@example.org", name="Sam", password="!")
    Membership.objects.create(user=sam, club=hall.night.evening.club, role=Role.SCORER)
    page = hall.windows.open(PHONE, user=sam)
    page.goto(f"{hall.at}people/{hall.night.table(2)[0]}/")
    says(page, hall.named(2))
    expect(page.locator("main form")).to_have_count(0)
