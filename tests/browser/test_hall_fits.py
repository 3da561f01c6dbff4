"""Nothing on the hall's screen is outside of it or over another text: at every stage, with every note."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from playwright.sync_api import Page

from accounts.clubs.services import club_change
from tests.browser.boxes import wrong_in_the_hall
from tests.browser.test_hall_pages import evening, play
from tests.browser.windows import PROJECTOR, Windows
from tests.cast import Night
from tests.logos import png
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.models import Award, Evening, RoundRow
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.results.services import evening_finish
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation.hall import make_name
from tournaments.undo.services.undo import bell_undo

SCREENS = (PROJECTOR, (1920, 1080), (1024, 768))
CLUB = "Maximiliana-Theodora Bridge and Blackout Society of Berleburg"[:60]
TITLE = "The anniversary evening of the club, with guests from Hohenstein"[:60]
NAMES = (
    "Wolfeschlegelsteinhausenberger",
    "Alexander van der Bellen",
    "Anna-Lena Bartholomäus",
    "Katharine Knight",
    "William Fitzgerald III",
    "Konstantinopolitanopoulos Jr.",
)


REHEARSE = "aside => document.querySelector('main').insertAdjacentHTML('beforebegin', aside)"


def called(number: int) -> str:
    """Return a name: of every seventh person it is long."""
    return f"{NAMES[number // 7]}" if number % 7 == 0 and number // 7 < len(NAMES) else make_name(number)


def ends(night: Night, seconds: int) -> None:
    """Make the clock of the round end in so many seconds."""
    now = timezone.now()
    rows = RoundRow.objects.filter(evening=night.evening, void=None, number=night.round)
    rows.update(starts_at=now - timedelta(minutes=5), ends_at=now + timedelta(seconds=seconds))


def stages(people: int, club: str = CLUB, title: str = TITLE) -> Iterator[tuple[str, Night]]:
    """Yield an evening at each stage in turn."""
    night = evening(people, called)
    club_change(by=night.alice, club=night.evening.club, name=club, logo=png(1200, 400))
    Evening.objects.update(name=title)
    yield "check-in", night
    seats_draw(night.by, seed="7")
    yield "seated", night
    evening_start(night.by)
    yield "no clock", night
    clock_start(night.by, round=1, seconds=900)
    RoundRow.objects.update(starts_at=timezone.now() + timedelta(seconds=100))
    yield "clock waits", night
    ends(night, 600)
    yield "clock runs", night
    ends(night, 45)
    yield "last minute", night
    ends(night, 600)
    clock_pause(night.by, round=1)
    yield "clock paused", night
    play(night, night.tables[: len(night.tables) // 2])
    yield "half of the results", night
    clock_start(night.by, round=1)
    ends(night, -5)
    yield "time is up", night
    bell_ring(night.by, round=1)
    yield "bell, tables out", night
    play(night, list(night.preview().still_out))
    yield "bell, all results", night
    night.decide()
    yield "bell, moves checked", night
    RoundRow.objects.update(moves_at=timezone.now() + timedelta(seconds=300))
    yield "counting down", night
    RoundRow.objects.update(moves_at=None)
    moves_apply(night.by, round=1)
    clock_start(night.by, round=2, seconds=900)
    yield "round 2", night
    bell_undo(night.because("too early"))
    clock_start(night.by, round=1, seconds=900)
    yield "undone", night
    bell_ring(night.by, round=1)
    night.settle()
    yield "settling", night
    evening_finish(night.by)
    Award.objects.update(revealed=None)
    yield "prizes hidden", night
    prize_reveal(night.by, prize="booby")
    yield "one prize", night
    prizes_reveal_all(night.by)
    yield "all prizes", night


def look(page: Page, night: Night, language: str) -> Iterator[str]:
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        yield from (f"{size}: {found}" for found in wrong_in_the_hall(page))
    with translation.override(language):
        page.evaluate(REHEARSE, render_to_string("components/rehearsal.html", {"evening": night.evening}))
    page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
    yield from (f"rehearsal: {found}" for found in wrong_in_the_hall(page))


@pytest.mark.thorough
@pytest.mark.every_case
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("people", [8, 30, 48, 120])
def test_nothing_is_outside_or_over_another_text(windows: Windows, people: int, language: str):
    page = windows.open(PROJECTOR, locale=language, reduced_motion="reduce")
    wrong = []
    for stage, night in stages(people):
        page.goto(reverse("hall", args=[night.evening.join_code]))
        wrong += [f"{stage}, {found}" for found in look(page, night, language)]
    assert wrong == [], "\n".join(wrong)
