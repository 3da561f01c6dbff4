"""A wrong result is corrected on the pages: they say before what it changes, and everybody sees it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.clubs.services import club_create
from accounts.errors import RuleError
from accounts.models import Membership, Role, User
from tests.browser.eyes import TOO_SMALL, WIDER, violations
from tests.browser.hands import amount, press, says, touch
from tests.browser.listening import Live, live_of
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, SIZES, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tournaments.base.views import rehearse
from tournaments.bell.services.bell import moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import Pool
from tournaments.models import DealVersion
from tournaments.phones.selectors import token_of
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct
from tournaments.simulation.rounds import Order, simulate
from tournaments.undo.presenters import Changes

WHY = "the slip was read wrongly"


@dataclass(frozen=True)
class Mistake:
    """A pool was another's: what everybody has won then, what each held before, and what it changes."""

    pool: Pool
    winner: int
    net: Mapping[int, int]
    held: Mapping[int, int | None]
    changes: Changes

    def has(self, entry: int) -> int:
        """Counters after the deal."""
        had = self.held[entry] or 0
        return had + self.net[entry]


def mistakes(night: Night, round: int, table: int = 0) -> Iterator[Mistake]:
    """Whoever else could have won a pool of the round, of one table or of all."""
    for pool in night.facts.pools:
        if pool.round == round and table in (0, pool.position) and len(pool.winners) == 1:
            yield from _of(night, pool)


def _of(night: Night, pool: Pool) -> Iterator[Mistake]:
    held = ledger.balances(night.facts, night.evening.settings, upto_seq=pool.seq - 1)
    net = {line.entry: line.counters or 0 for line in pool.lines}
    [was] = pool.winners
    for other in net:
        swapped = {**net, was: net[other], other: net[was]}
        if other == was or any((held[entry] or 0) + won < 0 for entry, won in swapped.items()):
            continue
        correct = partial(
            deal_correct,
            round=pool.round,
            table=pool.position,
            deal=pool.deal,
            base_version=pool.version,
            winners=[other],
            in_call=[line.entry for line in pool.lines if line.in_call and line.entry != other],
            tally=Tally(TallyKind.NET, swapped),
        )
        with suppress(RuleError):  # somebody would have fewer than no counters later
            yield Mistake(pool, other, swapped, held, rehearse(night.because(WHY), correct))


def fill_in(desk: Page, night: Night, found: Mistake) -> None:
    """From the list of deals to the correction, until it is shown what it changes."""
    pool, names = found.pool, night.facts.names
    press(desk, "Deals")
    folded = desk.locator(
        "details.round", has=desk.get_by_role("heading", name=f"Round {pool.round}", exact=True)
    )
    if folded.get_attribute("open") is None:
        touch(desk, folded.locator("summary"))
    press(desk, f"Round {pool.round} · Table {pool.position} · Deal {pool.deal}")
    touch(desk, desk.get_by_text("Correct this result"))
    [was] = pool.winners
    for entry in (was, found.winner):
        touch(desk, desk.locator("#step-winners").get_by_label(names[entry], exact=True))
    if not any(line.in_call and not line.won and line.entry != found.winner for line in pool.lines):
        box = desk.locator("#step-callers").get_by_label("Nobody called")
        if not box.is_checked():
            touch(desk, box)
    for entry in (was, found.winner):
        amount(desk, names[entry]).fill(str(found.has(entry)))
    expect(desk.locator("[data-tally]")).to_have_text("✓ Adds up")
    press(desk, "Preview the changes")
    says(desk, "Changes")


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
    found = next(mistakes(night, 1, table=3))
    [was], names, before = found.pool.winners, night.facts.names, night.seats()
    desk, hall = windows.open(LAPTOP, user=night.alice), moved.hall()
    player, scorer = windows.open(PHONE), windows.open(PHONE)
    desk.goto(f"/evenings/{night.evening.pk}/")
    player.goto(f"/j/{night.evening.join_code}/me/{found.winner}/")
    scorer.goto(f"/s/{token_of(link(night, 3))}/")
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
    desk.get_by_label("Reason").fill(WHY)
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


@pytest.fixture
def finished(windows: Windows) -> Night:
    """Eight rounds are played, and every prize is known."""
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club = club_create(owner=owner, name="Thursday Club")
    return Night(simulate(Order("Thursday", rounds=8, seed="7", quiet=True), club=club, actor=owner), owner)


@pytest.mark.thorough
def test_a_result_of_three_rounds_ago_after_the_prizes_were_announced(windows: Windows, finished: Night):
    """A prize changes hands: hall and phones show the new winner, the page says what changed for whom."""
    night = finished
    found = next(mistake for mistake in mistakes(night, night.round - 3) if mistake.changes.prizes)
    prize, names = found.changes.prizes[0], night.facts.names
    loser, winner = night.entry(prize.before), night.entry(prize.after)
    sam = User.objects.create(email="sam@example.org", name="Sam", password="!")
    Membership.objects.create(user=sam, club=night.evening.club, role=Role.SCORER)
    desk, scorer = windows.open(LAPTOP, user=night.alice), windows.open(PHONE, user=sam)
    hall, new, old = windows.open(PROJECTOR), windows.open(PHONE), windows.open(PHONE)
    for page in (desk, scorer):
        page.goto(f"/evenings/{night.evening.pk}/")
    hall.goto(f"/j/{night.evening.join_code}/hall/")
    for page, who in ((new, winner), (old, loser)):
        page.goto(f"/j/{night.evening.join_code}/me/{who}/")
    title = prize.what.partition(":")[0]
    expect(old.locator(".prize h2", has_text=title)).to_have_count(1)
    expect(new.locator(".prize h2", has_text=title)).to_have_count(0)

    fill_in(desk, night, found)
    look = desk.locator("#look")
    expect(line_of(look, prize.what)).to_contain_text(re.compile(rf"{prize.before}\s+→ then\s+{prize.after}"))
    assert night.evening.results.count() == 1
    desk.get_by_label("Reason").fill(WHY)
    press(desk, "Correct it")
    says(desk, f"Changed prizes: {prize.what}: {prize.before} → {prize.after}")
    expect(desk.locator("main")).not_to_contain_text("..")

    expect(new.locator(".prize h2", has_text=title)).to_have_count(1)
    expect(old.locator(".prize h2", has_text=title)).to_have_count(0)
    expect(hall.locator("#now")).to_contain_text(prize.after)
    says(scorer, f"Reason: {WHY}")
    press(desk, "What the correction changed")
    for page in (desk, scorer):
        if page is scorer:
            press(page, "What the correction changed")
        changed = page.locator("#changed")
        expect(changed).to_contain_text(WHY)
        expect(changed).to_contain_text("by Ona")
        expect(line_of(changed, prize.what)).to_contain_text(prize.after)
        for person in found.changes.figures:
            row = line_of(changed, person.name)
            for change in person.figures:
                expect(row).to_contain_text(change.what)
                expect(row).to_contain_text(change.after)
    press(desk, "Journal")
    says(desk, f"{prize.what}: {prize.before} → {prize.after}")
    assert names[found.winner] in desk.locator(".journal .line").first.inner_text()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ("phone", "dark"),
        pytest.param("laptop", "light", marks=pytest.mark.thorough),
        pytest.param("phone", "light", marks=pytest.mark.thorough),
        pytest.param("laptop", "dark", marks=pytest.mark.thorough),
    ],
)
def test_how_it_looks(moved: Live, size: str, scheme: Literal["light", "dark"]):
    """The page that shows what changes, with both ways to do it; and refused, with the form unfolded."""
    night = moved.night
    page = moved.windows.open(SIZES[size], user=night.alice)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"/evenings/{night.evening.pk}/")
    fill_in(page, night, next(mistakes(night, 1, table=3)))
    looks_well(page)
    with moved.windows.refused(page):
        press(page, "Correct the result only")
    touch(page, page.get_by_text("Change your entry"))
    looks_well(page)


def looks_well(page: Page) -> None:
    assert violations(page) == []
    assert page.viewport_size
    assert page.evaluate(WIDER, page.viewport_size["width"]) == []
    if page.viewport_size["width"] == PHONE[0]:
        assert page.evaluate(TOO_SMALL) == []
