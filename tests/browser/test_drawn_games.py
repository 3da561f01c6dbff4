"""Evenings for whose games seats are drawn anew, as the organiser, a player and the hall see them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.evenings import ona
from tests.browser.hands import press, says
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tests.services.evenings.test_ladder import cut
from tournaments.models import Evening
from tournaments.simulation.hall import make_name


def planned(windows: Windows, people: int) -> tuple[Page, Night]:
    """A ladder of poker, planned and begun on the pages; a game is one deal."""
    owner = ona()
    desk = windows.open(LAPTOP, user=owner)
    desk.goto("/")
    press(desk, re.compile("^New evening"))
    press(desk, "Change game or format")
    press(desk, re.compile(r"^Choose\s*: Ladder$"))
    expect(desk.locator("li", has_text="Ladder").first).to_contain_text("chosen")
    press(desk, re.compile(r"^Choose\s*: Draw Poker$"))
    desk.get_by_label("Deals in a game").fill("1")
    desk.get_by_label("Games", exact=True).fill("3")
    press(desk, "Plan the evening")
    press(desk, "Open check-in")
    desk.get_by_label("Names, one per line").fill("\n".join(make_name(n) for n in range(people)))
    press(desk, re.compile("^Check in"))
    says(desk, f"{people} players are here")
    press(desk, "Draw the seats")
    press(desk, "Start play")
    says(desk, re.compile("Game 1.* is being played"))
    return desk, Night(Evening.objects.get(), owner)


def test_a_ladder_tells_everybody_up_or_down(windows):
    """Equals cut first; then the desk, the hall and the phones show who goes where, and why."""
    desk, night = planned(windows, 14)
    phone, hall = windows.open(PHONE), windows.open(PROJECTOR)
    phone.goto(f"/j/{night.evening.join_code}/me/{night.table(2)[0]}/")
    hall.goto(f"/j/{night.evening.join_code}/hall/")
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
