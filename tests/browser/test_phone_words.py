"""No word of up to 30 letters is broken over two lines on a phone, wherever a name stands."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from games.rules.registry import RULESETS
from tests.browser import hands
from tests.browser.boxes import BROKEN, SETTLED
from tests.browser.evenings import begun
from tests.browser.eyes import WIDER
from tests.browser.windows import PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.published import page_of, publish_all
from tests.scoring.services.test_deal_record import body
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import Evening
from tournaments.phones.selectors import make_token
from tournaments.scoring.services.deals import deal_record
from tournaments.simulation.hall import make_name

WIDTHS = (320, 360, 390)
WORDS = (
    "Wolfeschlegelsteinhausenberger",
    "Elisabeth Zimmermann-Konstantinopolitanopoulos",
    "Maximiliana Hohenstein-Wittgenstein zu Berleburg",
    "Rhoshandiatellyneshiaunneveshe",
    "Dr. Bartholomäus Schwarzenbergermann",
    "Александр Константинопольскийский",
)
NAMES = ("Elisabeth Zimmermann", "Alexander Schmidt", "Bartholomäus Schwarzenberger", "Maximiliane Hohenlohe")
KINDS = {
    "counters": GameChoice(),
    "bids": GameChoice(game="blackout-family"),
    "fixed tables": GameChoice(game="jabberwocky", format="fixed"),
}


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
    night = linked(begun([*WORDS, *(make_name(n) for n in range(6))], KINDS[kind]))
    publish_all(Evening.objects.all(), names="name")
    page = windows.open(PHONE, reduced_motion="reduce")
    found: list[str] = []
    for path in pages(night):
        page.goto(path)
        found += broken(page)
    for table in night.tables:
        phone = windows.open(PHONE, reduced_motion="reduce")
        phone.goto(reverse("scan", args=[make_token(link(night, table))]))
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


def phone_pages(page: Page, night: Night, game: str) -> Iterator[None]:
    """Open every page that a table's phone shows in a deal of its game, with all that is folded."""
    rules = RULESETS[game]
    steps: dict[str, Callable[[], object]] = {
        reverse("scan", args=[make_token(link(night, 1))]): lambda: None
    }
    if rules.stakes:
        pool = body(night, 1, in_call=night.table(1))
        steps |= {"/score/1/1/": lambda: deal_record(night.by, **pool), "/score/": lambda: None}
    else:
        steps |= {"/score/": lambda: night.bid(1), "/score/1/1/": lambda: night.score(1)}
        steps["/score/1/sheet/"] = lambda: None
    for address, step in steps.items():
        hands.go(page, "about:blank")
        step()
        hands.go(page, address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        yield


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", RULESETS)
def test_no_word_of_a_game_is_broken_in_german(windows: Windows, game: str):
    format = "progressive" if RULESETS[game].progressive else "fixed"
    people = [f"{NAMES[n % len(NAMES)]} {n or ''}".strip() for n in range(12)]
    night = linked(begun(people, GameChoice(game=game, format=format)))
    page = windows.open(PHONE, locale="de-DE", reduced_motion="reduce")
    found = [wrong for _page in phone_pages(page, night, game) for wrong in broken(page)]
    assert found == [], "\n".join(found)
