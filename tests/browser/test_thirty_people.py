"""A whole evening of 26 people and one who comes late, each with a phone of their own in the hall.

Beside their phones there are the organiser's laptop, the projector and the head table's phone: 30 windows.
No phone and no projector loads a page to know more. At every stage they are compared with where people must
sit: that is worked out from what was typed in (``typed_in``), never from a page.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser import hands
from tests.browser.eyes import violations
from tests.browser.hands import press, says
from tests.browser.story import Story
from tests.browser.typed_in import Round, Seats, TypedIn, all_in, divided, tie, usual
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.stories.second_tables import table_sizes
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.models import CutRow
from tournaments.phones.selectors import token_of
from tournaments.simulation.hall import name

ROLES = ("lady", "gentleman")
PEOPLE = {name(n): ROLES[n % 2] for n in range(26)}
LATE = "Zora Q."
BY_HAND = 3
"""So many type the join code and their name; the others scan the code and tap their name."""
TITLES = {
    "booby": "Booby prize",
    "counters-gentleman": "Most counters: gentleman",
    "counters-lady": "Most counters: lady",
    "yellow": "Most yellow chips",
}
"""The prizes in the order in which they are announced."""
CHECKED = "The bell! Stay seated. The moves are being checked."


@pytest.fixture
def story(windows: Windows) -> Story:
    """The doors are open, and the desk has the list of who comes."""
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club = club_create(owner=owner, name="Thursday Club")
    night = Night(evening_create(actor=owner, club=club, name="Thursday", settings=Settings()), owner)
    check_in_open(night.by)
    people_check_in(night.by, people=[Arrival(*person) for person in PEOPLE.items()])
    desk, screen = windows.open(LAPTOP, user=owner), windows.open(PROJECTOR)
    desk.goto(f"/evenings/{night.evening.pk}/")
    screen.goto(f"/j/{night.evening.join_code}/hall/")
    return Story(windows, night, desk, screen)


@pytest.mark.thorough
def test_an_evening_with_everybodys_phone(story: Story):
    check_in(story)
    draw_and_start(story)
    first_round(story)
    the_bell_undone(story)
    a_correction_replayed(story)
    second_round(story)
    two_cut(story)
    a_correction_without_moves(story)
    last_round(story)
    finished(story, {})
    reopened(story)
    can_be_read_by_all(story)


def check_in(story: Story) -> None:
    for n, who in enumerate(PEOPLE):
        story.enters(who, by_hand=n < BY_HAND)
    story.phones_say("You are checked in")
    says(story.screen, "26 players are here")
    sizes = [str(size) for size in table_sizes(len(PEOPLE))]
    expect(story.desk.locator(".sizes strong")).to_have_text(sizes)


def draw_and_start(story: Story) -> None:
    """Everybody is told the seat that was drawn; the tables have their sizes and as even roles as can be."""
    desk, night = story.desk, story.night
    desk.locator("summary", has_text="Draw with a word from the hall").click()
    desk.get_by_label("Seed").fill("seven")
    press(desk, "Draw the seats")
    story.hall_says("Find your table. Play begins soon.")
    names = night.facts.names
    drawn = {names[entry]: place for entry, place in night.seats().items()}
    story.typed = TypedIn(drawn, PEOPLE)
    tables = [story.table(table) for table in night.tables]
    assert [len(people) for people in tables] == table_sizes(len(PEOPLE))
    for people in tables:
        ladies = sum(PEOPLE[who] == "lady" for who in people)
        assert abs(2 * ladies - len(people)) <= 1
    story.all_sit(drawn)
    story.phones_say("This is your seat. Play begins soon.")
    press(desk, "Start play")
    story.hall_says("Round 1 is being played")
    story.all_sit(drawn)
    story.head = story.windows.open(PHONE)
    story.head.goto(f"/s/{token_of(link(linked(night), 1))}/")


def first_round(story: Story) -> None:
    """The head table's phone rings the bell by its result; the desk types in the last table's."""
    seats = story.seats()
    for table in (2, 4, 5):
        story.by_service(table, usual(story.table(table)))
    story.hall_says("Round 1. Still playing: tables 1 and 3")
    story.by_page(story.head, 1, usual(story.table(1)))
    story.hall_says("The bell! Still playing: table 3")
    story.phones_say(re.compile("Stay seated. Still playing: table 3.|Finish your deal, and stay seated."))
    story.all_sit(seats)
    story.at_desk(3, usual(story.table(3)))
    checked(story)
    story.start()


def checked(story: Story, *, waiting: str = "") -> None:
    """Until the moves are made everybody is told to stay, and nobody of a new seat."""
    story.hall_says(CHECKED)
    seats = story.seats()
    for who in seats:
        says(story.phones[who], "Stay seated. The organiser is checking the moves.")
    expect(story.screen.locator(".movers")).to_have_count(0)
    story.all_sit(seats, waiting=waiting)


def the_bell_undone(story: Story) -> None:
    """Everybody is sent back; rung again, and sent where they were sent before."""
    desk, away = story.desk, story.seats()
    story.typed.rounds.pop()
    press(desk, "Undo the last bell")
    desk.get_by_label("Reason").fill("rang too early")
    press(desk, "Undo the last bell")
    says(desk, "Round 1 is open again.")
    story.all_go_back(away, story.seats(), 1)
    press(desk, "Ring the bell")
    checked(story)
    story.start()
    assert story.seats() == away


def mark(page: Page) -> Locator:
    return page.locator("#moves-corrected li")


def otherwise(made: Seats, again: Seats) -> list[str]:
    """What the mark says of everybody whose move would be another."""
    others = sorted(who for who in made | again if made.get(who) != again.get(who))
    return [
        "With this result {} would have moved to table {}, seat {}.".format(who, *again[who])
        if who in again
        else f"With this result {who} would not have moved."
        for who in others
    ]


def a_correction_replayed(story: Story) -> None:
    """Table 3 was won by another: console and deals say what follows; replayed, everybody is sent anew."""
    desk, before, made = story.desk, story.seats(), story.typed.moves(1)
    story.correct(1, 3)
    press(desk, "Correct the result only")
    says(desk, "The result is corrected.")
    words = otherwise(made, story.typed.moves(1))
    assert words
    story.all_sit(before)  # nobody has moved yet
    press(desk, "Deals", within=desk.locator(".tabs"))
    expect(mark(desk)).to_have_text(words)
    story.console()
    expect(mark(desk)).to_have_text(words)
    press(desk, "Calculate the moves again")
    desk.get_by_label("Reason").fill("the slip was read wrongly")
    press(desk, "Calculate the moves again", within=desk.locator("main form"))
    story.all_are_sent(story.typed.seats(1), story.seats())
    assert story.seats() != before
    story.console()
    expect(mark(desk)).to_have_count(0)


def second_round(story: Story) -> None:
    """Somebody comes late, and is told to wait; somebody loses all; at two tables people must cut."""
    desk, typed = story.desk, story.typed
    press(desk, "Players", within=desk.locator(".tabs"))
    desk.get_by_label("Add a late player").fill(LATE)
    desk.get_by_label("Role").select_option(label="lady")
    press(desk, "Add a player")
    says(desk, "1 waits for a seat")
    typed.rounds[-1].late.append(LATE)
    typed.roles = {**PEOPLE, LATE: "lady"}
    story.enters(LATE)
    says(story.phones[LATE], "You are waiting for a seat")
    story.all_sit(story.seats(), waiting=LATE)
    held = typed.held(2)
    story.by_service(2, usual(story.table(2)))
    lost, broke = all_in(story.table(3), held)
    story.by_service(3, lost)
    says(story.phones[broke], "Out of counters? You are still in the game.")
    story.by_service(4, divided(story.table(4)))
    story.by_service(5, usual(story.table(5)))
    pool, equal = tie(story.table(1), held)
    story.by_page(story.head, 1, pool)
    story.hall_says("The bell! Cut the cards: tables 1 and 4")
    for who in (*equal, *typed.rounds[-1].pools[4].winners):
        says(story.phones[who], "Cut now: each of you takes a card.")
    for who in typed.seats(2).keys() - {*equal, *typed.rounds[-1].pools[4].winners}:
        expect(story.phones[who].locator("main")).not_to_contain_text("Cut now")


def two_cut(story: Story) -> None:
    """At the head table two cut and the cards are entered; the other cut is drawn by lot."""
    desk, rounds = story.desk, story.typed.rounds
    story.console()
    _pool, equal = tie(story.table(1), story.typed.held(2))
    cards = rounds[-1].cards
    cards["down", 1] = dict(zip(equal, ("KS", "7H"), strict=True))
    press(desk, "Enter the cards", within=desk.locator(".todo li", has_text=equal[0]))
    hands.cut(desk, dict(zip(equal, ("K", "7"), strict=True)))
    says(desk, "The cut is recorded.")
    press(desk, "Draw by lot")
    says(desk, re.compile(r"Drawn: .*Seed: "))
    drawn = CutRow.objects.filter(round__evening=story.night.evening, position=4, void=None)
    cards["up", 4] = {row.entry.name: row.card for row in drawn.select_related("entry")}
    checked(story, waiting=LATE)
    rounds.append(Round())
    table, chair = story.seats()[LATE]
    rounds.pop()
    expect(story.screen.locator(".htable .seat")).to_have_text(f"→ {table}, seat {chair}")
    expect(story.phones[LATE].locator(".place")).to_have_text(f"Table {table}, seat {chair}")
    says(story.phones[LATE], "This will be your seat. Wait until the moves are made.")
    story.start()


def a_correction_without_moves(story: Story) -> None:
    """Table 2 was won by another: the mark stays until the desk leaves the moves as they are."""
    desk, made, seats = story.desk, story.typed.moves(2), story.seats()
    story.typed.kept[3] = seats
    story.correct(2, 2)
    press(desk, "Correct the result only")
    says(desk, "The result is corrected.")
    words = otherwise(made, story.typed.moves(2))
    assert words
    story.console()
    expect(mark(desk)).to_have_text(words)
    press(desk, "Leave the moves as they are")
    expect(mark(desk)).to_have_count(0)
    story.all_sit(seats)


def last_round(story: Story) -> None:
    desk = story.desk
    press(desk, "Make this the last round")
    press(desk, "Yes, this is the last round")
    says(desk, "This is the last round.")
    for table in (2, 3, 4, 5):
        story.by_service(table, usual(story.table(table)))
    story.by_page(story.head, 1, usual(story.table(1)))
    story.hall_says("The bell! That was the last round.")
    story.all_sit(story.seats())
    press(desk, "Settle up")
    settling(story)
    hands.go(story.head, "about:blank")  # its code ends with the evening


def settling(story: Story) -> None:
    """Everybody is told to settle up; what each has is what was typed in."""
    story.hall_says("Play is over. Settling up comes next.")
    story.phones_say("Pay back your fresh stakes")
    for who, own in story.typed.owned().items():
        figures = [own.counters, -own.owes, own.net, own.yellow] if own.owes else [own.counters, own.yellow]
        in_words = [str(figure).replace("-", "−") for figure in figures]
        expect(story.phones[who].locator("td.num")).to_have_text(in_words)
    says(story.desk, "Everything adds up")


def finished(story: Story, known: dict[str, list[str]]) -> None:
    """Prizes that the hall does not know yet are announced one by one; the result is what was typed in."""
    desk, prizes = story.desk, story.typed.prizes()
    press(desk, "Finish the evening")
    story.hall_says("Play is over.")
    for key, title in TITLES.items():
        if key not in known:
            says(story.phones[prizes[key][0]], "not announced yet")
            press(desk, f"Announce “{title}”")
            expect(story.screen.locator(".giant .winner")).to_have_text(", ".join(prizes[key]))
    result(story)


def result(story: Story) -> None:
    """Hall and phones tell everybody's place and prizes."""
    places, prizes = story.typed.places(), story.typed.prizes()
    rows = story.screen.locator(".standing tbody tr")
    expect(rows).to_have_count(len(places))
    for who, place in places.items():
        row = rows.filter(has=story.screen.get_by_text(who, exact=True))
        expect(row.locator(".num").first).to_have_text(str(place))
        page = story.phones[who]
        expect(page.locator(".place")).to_have_text(f"Place {place} of {len(places)}")
        won = [TITLES[key].split(":")[0] for key in TITLES if who in prizes.get(key, ())]
        titles = page.locator(".prize h2")
        expect(titles).to_have_count(len(won))
        for title in won:
            expect(titles.filter(has_text=title)).to_have_count(1)


def reopened(story: Story) -> None:
    """Nobody sees a result meanwhile; a pool of the last round was another's, and a prize changes hands."""
    desk, typed, before = story.desk, story.typed, story.typed.prizes()
    story.console()
    press(desk, "Reopen the evening")
    desk.get_by_label("Reason").fill("a slip was found")
    press(desk, "Reopen the evening", within=desk.locator("main form"))
    says(desk, "The evening is reopened.")
    settling(story)
    for page in story.phones.values():
        expect(page.locator(".prize")).to_have_count(0)
    table = next(table for table in typed.rounds[-1].pools if changes_a_prize(typed, table))
    story.correct(3, table)
    press(desk, "Correct it")
    says(desk, "The result is corrected.")
    story.console()
    settling(story)
    assert typed.prizes() != before
    finished(story, before)
    says(desk, "a slip was found")


def changes_a_prize(typed: TypedIn, table: int) -> bool:
    """Whether another gets a prize if the caller won the table's last pool."""
    pools, before = typed.rounds[-1].pools, typed.prizes()
    pool = pools[table]
    pools[table] = pool.other_winner()
    found = typed.prizes() != before
    pools[table] = pool
    return found


def can_be_read_by_all(story: Story) -> None:
    winner = story.typed.prizes()["yellow"][0]
    for page in (story.screen, story.desk, story.phones[LATE], story.phones[winner]):
        assert violations(page) == []
