"""A wrong result is corrected on the pages: they say before what it changes, and everybody sees it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import amount, by_count, press, says, touch
from tests.browser.listening import Live, live_of
from tests.browser.test_scorer_link import looks_well
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Pool
from tournaments.models import DealVersion
from tournaments.phones.selectors import make_token

WHY = "the slip was read wrongly"


@dataclass(frozen=True)
class Mistake:
    """A pool was another's: what both have after it, by who has won then."""

    pool: Pool
    winner: int
    has: Mapping[int, int]


def mistake(night: Night) -> Mistake:
    """At table 3 it was the first who lost, in the first round: everybody had a stake."""
    pool = next(pool for pool in night.facts.pools if (pool.round, pool.position) == (1, 3))
    [was], stake = pool.winners, night.evening.settings.stake
    net = {line.entry: line.counters or 0 for line in pool.lines}
    other = next(entry for entry in net if entry != was)
    return Mistake(pool, other, {was: stake + net[other], other: stake + net[was]})


def fill_in(desk: Page, night: Night, found: Mistake) -> None:
    """From the list of deals to the correction, until it is shown what it changes."""
    names = night.facts.names
    press(desk, "Deals")
    folded = desk.locator("details.round", has=desk.get_by_role("heading", name="Round 1", exact=True))
    if folded.get_attribute("open") is None:
        touch(desk, folded.locator("summary"))
    press(desk, "Round 1 · Table 3 · Deal 1")
    touch(desk, desk.get_by_text("Correct this result"))
    for entry in found.has:
        touch(desk, desk.locator("#step-winners").get_by_label(names[entry], exact=True))
    if not any(line.in_call and not line.won and line.entry != found.winner for line in found.pool.lines):
        box = desk.locator("#step-callers").get_by_label("Nobody called")
        if not box.is_checked():
            touch(desk, box)
    by_count(desk)
    for entry, counters in found.has.items():
        amount(desk, names[entry]).fill(str(counters))
    expect(desk.locator("[data-tally]")).to_have_text("Adds up")
    expect(desk.locator("#look")).to_be_visible()
    expect(desk.get_by_role("button", name="Preview the changes")).to_be_hidden()


def line_of(shown: Locator, name: str) -> Locator:
    return shown.locator("li", has=shown.page.locator(".what", has_text=re.compile(f"^{re.escape(name)}$")))


@pytest.fixture
def moved(windows: Windows) -> Live:
    """Round 2 has just begun."""
    live = live_of(windows)
    linked(live.night)
    while out := live.night.preview().still_out:
        live.night.play(out[-1])
    live.night.decide()
    moves_apply(live.night.by, round=1)
    return live


def test_the_round_just_closed_is_corrected_and_its_moves_replayed(moved: Live):
    """The new winner moves up after all, and the other goes back: desk, hall and both phones show it."""
    night, windows = moved.night, moved.windows
    found = mistake(night)
    [was], names, before = found.pool.winners, night.facts.names, night.seats()
    desk, hall = windows.open(LAPTOP, user=night.alice), moved.hall()
    player, scorer = windows.open(PHONE), windows.open(PHONE)
    desk.goto(f"/evenings/{night.evening.pk}/")
    player.goto(f"/j/{night.evening.join_code}/me/{found.winner}/")
    scorer.goto(f"/s/{make_token(link(night, 3))}/")
    expect(player.locator(".place")).to_have_text(re.compile(r"Table 3,"))
    expect(scorer.locator("#step-winners")).to_contain_text(names[found.winner])

    fill_in(desk, night, found)
    assert DealVersion.objects.filter(version=2).count() == 0
    look = desk.locator("#look")
    scores, replayed = look.locator(".changes").nth(0), look.locator(".changes").nth(1)
    expect(scores).not_to_contain_text("Seat")
    told = f"Seat table {before[found.winner][0]}, seat {before[found.winner][1]} → then table 2, seat"
    expect(line_of(replayed, names[found.winner])).to_contain_text(re.compile(told.replace(" ", r"\s+")))
    with windows.refused(desk):
        press(desk, "Correct the result and calculate the moves again")
    says(desk, "Enter a reason")
    desk.get_by_role("textbox", name="Reason").fill(WHY)
    press(desk, "Correct the result and calculate the moves again")
    says(desk, "The result is corrected and the moves are calculated again.")

    after = night.seats()
    assert (after[found.winner][0], after[was][0]) == (2, 3)
    table, chair = after[found.winner]
    expect(player.locator(".place")).to_have_text(re.compile(rf"Table {table},\s+seat {chair}"))
    expect(hall.locator(".htable").nth(1)).to_contain_text(names[found.winner])
    expect(hall.locator(".htable").nth(2)).to_contain_text(names[was])
    expect(scorer.locator("#step-winners")).to_contain_text(names[was])
    expect(scorer.locator("#step-winners")).not_to_contain_text(names[found.winner])


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.thorough)], ids=str)
def test_how_it_looks(moved: Live, size: tuple[int, int]):
    """The page that shows what changes, with both ways to do it; and refused, with the form unfolded."""
    night = moved.night
    page = moved.windows.open(size, user=night.alice, reduced_motion="reduce")
    page.goto(f"/evenings/{night.evening.pk}/")
    fill_in(page, night, mistake(night))
    looks_well(page, size[0])
    with moved.windows.refused(page):
        press(page, "Correct the result only")
    touch(page, page.get_by_text("Change your entry"))
    looks_well(page, size[0])
