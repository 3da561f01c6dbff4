"""No word of up to 30 letters is broken over two lines on a phone, wherever a name stands."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.boxes import BROKEN, SETTLED
from tests.browser.eyes import WIDER
from tests.browser.windows import PHONE, Windows
from tests.cast import Cast, Night, make_cast
from tests.linked_phones import link, linked
from tests.published import page_of, publish_all
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import Choice, check_in_open, evening_create
from tournaments.evening.services.journal import By
from tournaments.models import Evening
from tournaments.phones.selectors import token_of
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation.hall import name

WIDTHS = (320, 360, 390)
WORDS = (
    "Wolfeschlegelsteinhausenberger",
    "Elisabeth Zimmermann-Konstantinopolitanopoulos",
    "Maximiliana Hohenstein-Wittgenstein zu Berleburg",
    "Rhoshandiatellyneshiaunneveshe",
    "Dr. Bartholomäus Schwarzenbergermann",
    "Александр Константинопольскийский",
)
KINDS = {
    "counters": Choice(),
    "bids": Choice(game="blackout-family"),
    "fixed tables": Choice(game="jabberwocky", format="fixed"),
}


def long_named(cast: Cast, choice: Choice) -> Night:
    made = evening_create(
        actor=cast.alice, club=cast.club, name="Thursday", settings=Settings(), choice=choice
    )
    by = By(made.pk, cast.alice)
    check_in_open(by)
    people = [*WORDS, *(name(n) for n in range(6))]
    people_check_in(by, people=[Arrival(who, ("lady", "gentleman")[n % 2]) for n, who in enumerate(people)])
    seats_draw(by, seed="7")
    evening_start(by)
    publish_all(Evening.objects.filter(pk=made.pk), names="name")
    return linked(Night(made, cast.alice))


def pages(night: Night) -> Iterator[str]:
    code = night.evening.join_code
    me = {entry.name: entry.id for entry in night.facts.entries}
    yield reverse("find-me", args=[code])
    yield reverse("hall", args=[code])
    for who in WORDS[:2]:
        yield reverse("player", args=[code, me[who]])
    yield page_of(night.evening)


def broken(page: Page) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        page.evaluate(SETTLED)
        yield from (f"{width}, {page.url}: {found}" for found in page.evaluate(BROKEN))
        yield from (f"{width}, {page.url}: {found}" for found in page.evaluate(WIDER, width))


@pytest.mark.parametrize(
    "kind", ["counters", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in list(KINDS)[1:])]
)
def test_no_word_is_broken(windows: Windows, kind: str):
    night = long_named(make_cast(), KINDS[kind])
    page = windows.open(PHONE, reduced_motion="reduce")
    found: list[str] = []
    for path in pages(night):
        page.goto(path)
        found += broken(page)
    for table in night.tables:
        phone = windows.open(PHONE, reduced_motion="reduce")
        phone.goto(reverse("scan", args=[token_of(link(night, table))]))
        found += broken(phone)
        phone.goto("about:blank")
    night.play_round()
    night.finish()
    night.reveal()
    for path in pages(night):
        page.goto(path)
        found += broken(page)
    page.goto("about:blank")
    assert found == [], "\n".join(found)
