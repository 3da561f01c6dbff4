"""An evening where everything is called by an attack, in Chromium: nothing runs, nothing spills over."""

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, Page

from accounts.clubs.services import club_create
from accounts.models import User
from tests.browser.eyes import WIDER
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Cast, Night
from tests.web.hostile import hostile_league, hostile_night


@pytest.fixture
def cast(windows: Windows) -> Cast:
    """Alice alone, with a club for the scene to take the place of."""
    alice = User.objects.create(email="alice@example.org", name="<b>Alice</b>", password="!")
    club = club_create(owner=alice, name="Before")
    return Cast(club, club, *[alice] * 5)


def pages(night: Night) -> dict[str, tuple[str, bool]]:
    """The main pages, and whether a member looks at them."""
    evening, club, code = night.evening.pk, night.evening.club_id, night.evening.join_code
    entry = night.facts.entries[0].id
    of_evening = ("evening", "people", "journal", "standings", "paper", "pictures", "ledger", "check-in")
    return {
        **{name: (reverse(name, args=[evening]), True) for name in of_evening},
        **{name: (reverse(name, args=[club]), True) for name in ("club", "players", "groups", "leagues")},
        "person": (reverse("person", args=[evening, entry]), True),
        "account": (reverse("account"), True),
        "find me": (reverse("find-me", args=[code]), False),
        "hall": (reverse("hall", args=[code]), False),
        **{
            f"player {one.id}": (reverse("player", args=[code, one.id]), False) for one in night.facts.entries
        },
    }


def look(page: Page, name: str, url: str, width: int, asked: list[str]) -> None:
    page.goto(url)
    assert page.evaluate("document.title") != "", name
    assert page.evaluate(WIDER, width) == [], (name, width)
    assert page.locator("img[src='x'], script:not([src])").count() == 0, name
    assert asked == [], name


def _dismissed(dialog: Dialog, asked: list[str]) -> None:
    asked.append(dialog.message)
    dialog.dismiss()


@pytest.mark.parametrize(
    "size",
    [PHONE, *(pytest.param(size, marks=pytest.mark.thorough) for size in (LAPTOP, PROJECTOR))],
    ids=["phone", "laptop", "projector"],
)
def test_nothing_runs_and_nothing_spills_over(size: tuple[int, int], windows: Windows, cast: Cast) -> None:
    """The windows are watched: any dialog, any word in the console and any report of the policy fails."""
    night = hostile_night(cast)
    night.play_round()
    night.finish()
    night.reveal()
    hostile_league(cast, night)
    member, stranger = windows.open(size, user=cast.alice), windows.open(size)
    asked: list[str] = []
    for page in (member, stranger):
        page.on("dialog", lambda dialog: _dismissed(dialog, asked))
    for name, (url, signed_in) in pages(night).items():
        look(member if signed_in else stranger, name, url, size[0], asked)
    assert windows.errors() == []
