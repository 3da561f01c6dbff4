"""The hall as a show: one system of type, enough contrast, a still head, and names that travel."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.boxes import BROKEN, SETTLED, SHOW, TELL
from tests.browser.evenings import begun, simulated
from tests.browser.eyes import violations
from tests.browser.listening import pass_time
from tests.browser.test_hall_pages import evening, follows, play, screen
from tests.browser.windows import PHONE, PROJECTOR, Windows
from tests.cast import Night
from tournaments.base.words import describe_tables
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_start
from tournaments.console.services import run_due_tasks
from tournaments.hall.presenters.layout import SIZES
from tournaments.models import Award
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.results.services import evening_finish
from tournaments.seating.services import evening_start, seats_draw

TYPE = """() => {
  const found = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), item = walker.currentNode.parentElement;
    if (!words || item.closest('.visually-hidden, script, style, noscript, .sound, .skip, svg')) continue;
    const style = getComputedStyle(item);
    if (!item.checkVisibility({visibilityProperty: true}) || item.getClientRects().length === 0) continue;
    const hidden = at => getComputedStyle(at).clipPath !== 'none' || getComputedStyle(at).fontSize === '0px';
    if ([item, item.parentElement].some(hidden)) continue;
    found[style.fontSize] ??= `${item.className} "${words.slice(0, 40)}"`;
  }
  return found;
}"""
"""Each size of type that is seen, with a text that has it."""
BOX = "() => JSON.stringify(document.querySelector('.hall-head').getBoundingClientRect())"
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => list.getEntries().forEach(entry => entry.sources.forEach(
    source => window.shifts.push(source.node?.parentElement?.outerHTML.slice(0, 120)))))
    .observe({type: 'layout-shift'});
}"""
LISTEN = """() => {
  window.travels = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.travels.push([this.textContent, timing.duration]);
    return animate.call(this, frames, timing);
  };
}"""


def stages(people: int) -> Iterator[tuple[str, Night]]:
    """Yield an evening at each stage that shows other pages."""
    night = evening(people)
    yield "check-in", night
    seats_draw(night.by, seed="7")
    yield "seated", night
    evening_start(night.by)
    clock_start(night.by, round=1, seconds=900)
    yield "playing", night
    play(night, night.tables[:2])
    yield "some results", night
    bell_ring(night.by, round=1)
    yield "bell", night
    play(night, list(night.preview().still_out))
    yield "cuts", night
    night.decide()
    yield "decided", night
    moves_apply(night.by, round=1)
    clock_start(night.by, round=2, seconds=900)
    yield "moves", night
    play(night, night.tables)
    bell_ring(night.by, round=2)
    night.decide()
    night.settle()
    yield "settling", night
    evening_finish(night.by)
    Award.objects.update(revealed=None)
    yield "prizes hidden", night
    prize_reveal(night.by, prize="booby")
    yield "a prize", night
    prizes_reveal_all(night.by)
    yield "all prizes", night


@pytest.mark.every_case
@pytest.mark.parametrize("people", [12, 30])
def test_all_text_has_one_of_six_sizes_and_contrast(windows: Windows, people: int):
    pages = [
        windows.open(PROJECTOR, color_scheme="light", reduced_motion="reduce"),
        windows.open(PROJECTOR, color_scheme="dark", locale="de", reduced_motion="reduce"),
    ]
    wrong, heads = [], set[str]()
    for stage, night in stages(people):
        for page in pages:
            page.goto(reverse("hall", args=[night.evening.join_code]))
            heads.add(page.evaluate(BOX))
            for index in range(max(1, page.locator(".hall-page").count())):
                page.evaluate(SHOW, index)
                page.evaluate(SETTLED)
                sizes = page.evaluate(TYPE)
                wrong += [
                    f"{stage}, page {index}: {size} {text}"
                    for size, text in sizes.items()
                    if float(size.removesuffix("px")) not in SIZES
                ]
            found = violations(page, "main", runOnly=["color-contrast-enhanced"])
            wrong += [f"{stage}: {node['html'][:90]}" for one in found for node in one["nodes"]]
    assert wrong == [], "\n".join(wrong)
    assert len(heads) == 1, "the head moves"


def test_the_clock_can_be_read_on_the_bells_yellow(windows: Windows):
    night = begun(8, auto_moves=600)
    play(night, night.tables)
    night.decide()
    run_due_tasks(timezone.now(), night.evening.pk)
    page = windows.open(PROJECTOR, color_scheme="dark")
    page.goto(reverse("hall", args=[night.evening.join_code]))
    state, *clock = (
        page.locator(part).evaluate("one => getComputedStyle(one).color")
        for part in (".rung .state", "[data-hand=moves] .clock-says", "[data-hand=moves] .clock-time")
    )
    assert clock == [state, state]


def test_the_names_from_a_to_z_come_first_after_the_draw(windows: Windows):
    night = evening(26)
    seats_draw(night.by, seed="7")
    page = screen(windows, night)
    names, tables = page.locator(".names-list"), page.locator(".hall-page:not(.list)")
    expect(names).to_be_visible()
    expect(tables).to_be_hidden()
    shown = page.evaluate("""() => [...document.querySelectorAll('.names-list tbody tr')]
      .map(row => [...row.cells].map(cell => cell.textContent.trim()))""")
    assert [name for name, _table, _seat in shown] == sorted(name for name, _table, _seat in shown)
    assert sorted((int(table), int(seat)) for _name, table, seat in shown) == sorted(night.seats().values())
    pass_time(page, 11)
    expect(tables).to_be_visible()
    expect(names).to_be_hidden()


def test_on_a_phone_the_result_has_one_head_and_no_broken_word(windows: Windows):
    night = simulated(players=12, rounds=2, seed="7", game="clag")
    page = windows.open(PHONE)
    page.goto(reverse("hall", args=[night.evening.join_code]))
    expect(page.locator(".places")).to_have_count(2)
    expect(page.locator(".places thead").filter(visible=True)).to_have_count(1)
    assert page.evaluate(BROKEN) == []


def test_nothing_shifts_while_a_round_goes(windows: Windows):
    night = evening(12)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    clock_start(night.by, round=1, seconds=900)
    page = screen(windows, night)
    page.evaluate(SHIFTS)
    for table in night.tables[:-1]:
        play(night, [table])
        waiting = describe_tables(night.tables[table:])
        follows(page, f"Round 1. Still playing: {waiting}")
        expect(page.locator(".hall-dots .done")).to_have_count(table)
        pass_time(page, 10)
    page.evaluate(TELL, "minute")
    pass_time(page, 1)
    assert page.evaluate("() => window.shifts") == []


@pytest.mark.every_case
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_name_travels_to_its_table(windows: Windows, motion: str):
    night = evening(12)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    play(night, night.tables)
    bell_ring(night.by, round=1)
    night.decide()
    page = screen(windows, night)
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    moves_apply(night.by, round=1)
    follows(page, "Round 2 is being played")
    page.evaluate(LISTEN)
    pass_time(page, 10)
    expect(page.locator(".movers")).to_be_hidden()
    travels = dict(page.evaluate("() => window.travels"))
    movers = set(page.locator(".mover .name").all_text_contents())
    if motion == "reduce":
        assert travels == {}
    else:
        assert travels.keys() == movers
        assert all(0 < duration <= 400 for duration in travels.values())
