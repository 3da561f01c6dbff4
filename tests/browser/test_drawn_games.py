"""Evenings for whose games seats are drawn anew, as the organiser, a player and the hall see them."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser import hands
from tests.browser.hands import press, says
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.services.evenings.test_knockout import played
from tests.services.evenings.test_ladder import cut
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.models import Evening
from tournaments.simulation.hall import name

LATE = "Zora Q."


def planned(windows: Windows, format: str, people: int) -> tuple[Page, Night]:
    """An evening of poker in the format, planned and begun on the pages; a game is one deal."""
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club_create(owner=owner, name="Thursday Club")
    desk = windows.open(LAPTOP, user=owner)
    desk.goto("/")
    press(desk, re.compile("^New evening"))
    press(desk, "Change game or format")
    press(desk, re.compile(rf"^Choose\s*: {format}$"))
    expect(desk.locator("li", has_text=format).first).to_contain_text("✓ chosen")
    press(desk, re.compile(r"^Choose\s*: Draw Poker$"))
    desk.get_by_label("Deals in a game").fill("1")
    if format == "Knockout":
        expect(desk.get_by_label("Games", exact=True)).to_have_count(0)
        desk.get_by_label("Consolation: players who are out play on at separate tables").check()
    else:
        desk.get_by_label("Games", exact=True).fill("3")
    press(desk, "Plan the evening")
    press(desk, "Open check-in")
    desk.get_by_label("Names, one per line").fill("\n".join(name(n) for n in range(people)))
    press(desk, re.compile("^Check in"))
    says(desk, f"{people} players are here")
    press(desk, "Draw the seats")
    press(desk, "Start play")
    says(desk, re.compile("Game 1.* is being played"))
    return desk, Night(Evening.objects.get(), owner)


def phone_of(windows: Windows, night: Night, entry: int) -> Page:
    phone = windows.open(PHONE)
    phone.goto(f"/j/{night.evening.join_code}/me/{entry}/")
    return phone


def hall_of(windows: Windows, night: Night) -> Page:
    screen = windows.open(PROJECTOR)
    screen.goto(f"/j/{night.evening.join_code}/hall/")
    return screen


def shown(desk: Page) -> dict[int, list[str]]:
    """Who sits at each table of the next game, as the organiser's page shows it."""
    return {
        int((table.get_attribute("aria-labelledby") or "").removeprefix("next-")): table.locator(
            "strong"
        ).all_inner_texts()
        for table in desk.locator(".ntable").all()
    }


def seated(night: Night) -> dict[int, list[str]]:
    names = night.facts.names
    return {table: [names[entry] for entry in night.table(table)] for table in night.tables}


@pytest.mark.thorough
def test_a_rotation(windows: Windows):
    desk, night = planned(windows, "Rotation", 12)
    somebody = night.table(1)[0]
    phone, screen = phone_of(windows, night, somebody), hall_of(windows, night)
    people_check_in(night.by, people=[Arrival(LATE)])
    played(night)
    hands.reload(desk)
    says(desk, "Game 2: these are the new seats.")
    says(desk, "Met before, at this table:")
    says(desk, re.compile(rf"{LATE}\s*(D\s*)?New"))  # the lot may make her the dealer
    next_game = shown(desk)
    assert sum(map(len, next_game.values())) == 13
    place = night.preview().bell.seats[somebody]
    hands.reload(phone)
    says(phone, "Stay seated.")
    says(phone, "Game 1 is over")
    hands.reload(screen)
    expect(screen.locator(".state")).to_have_text("Stay seated. The tables of game 2 are being checked.")
    press(desk, "Start game 2")
    says(desk, "Game 2 has started.")
    assert seated(night) == next_game
    assert hands.seating(desk) == next_game
    hands.reload(phone)
    expect(phone.locator(".place")).to_have_text(re.compile(rf"Table {place.table},\s+seat {place.chair}"))
    hands.reload(screen)
    expect(screen.locator(".htable").first).to_contain_text(next_game[1][0])


@pytest.mark.thorough
def test_a_knockout(windows: Windows):
    desk, night = planned(windows, "Knockout", 18)
    best, worst = night.table(1)[0], night.table(1)[-1]
    played(night)
    hands.reload(desk)
    says(desk, "Place 6 at table 1. Is knocked out.")
    titles = desk.locator(".ntable h3").all_inner_texts()
    assert [title.split()[-1] for title in titles] == ["Final", "Consolation", "Consolation"]
    next_game = shown(desk)
    press(desk, "Start game 2")
    says(desk, "Game 2 has started.")
    assert hands.seating(desk) == next_game
    first, second, screen = (
        phone_of(windows, night, best),
        phone_of(windows, night, worst),
        hall_of(windows, night),
    )
    expect(first.locator(".here .tag", has_text="Final")).to_be_visible()
    says(first, "Place 1 at table 1. Stays in the knockout.")
    expect(second.locator(".here .tag", has_text="Consolation")).to_be_visible()
    expect(screen.locator(".htable", has_text="Final")).to_have_count(1)
    expect(screen.locator(".htable", has_text="Consolation")).to_have_count(2)
    played(night)
    hands.reload(desk)
    says(desk, "The final is played.")
    hands.reload(screen)
    expect(screen.locator(".state")).to_have_text("The final is over.")
    winner = night.facts.names[night.table(1)[0]]
    press(desk, "Settle up")
    press(desk, "Finish the evening")
    desk.goto(f"/evenings/{night.evening.pk}/standings/")
    expect(desk.locator("tbody tr").first).to_contain_text(winner)


def test_a_ladder_tells_everybody_up_or_down(windows):
    """Equals cut first; then the desk, the hall and the phones show who goes where, and why."""
    desk, night = planned(windows, "Ladder", 14)
    winner = night.table(2)[0]
    phone, hall = phone_of(windows, night, winner), hall_of(windows, night)
    for table in night.tables:
        night.play(table, lose=1)
    says(desk, re.compile("are equal at table 1. The player with the highest card gets the higher place"))
    cut(night)
    says(desk, "Game 2: these are the new seats.")
    says(desk, "Place 1 at table 2. Moves up one table.")
    says(phone, "Stay seated.")
    press(desk, "Start game 2")
    says(phone, "Move UP")
    says(phone, "You move up one table.")
    expect(hall.locator(".go.up").first).to_be_visible()
