"""The evening printed, and typed in again from its slips with nothing but the keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.evenings import begun
from tests.browser.hands import press, says, seating
from tests.browser.paper import MM, PAPERS, UPRIGHT, cut, printed, room, whole
from tests.browser.scenes import LONG
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import EntryRow

# The rows of boxes on a sheet: how high each is, in millimetres.
ROWS = """([boxes, mm]) => {
  const rows = new Map();
  for (const box of document.querySelectorAll(boxes)) {
    const at = box.getBoundingClientRect(), top = Math.round(at.top);
    rows.set(top, Math.max(rows.get(top) ?? 0, at.height / mm));
  }
  return [...rows.values()];
}"""
INKED = """() => [...document.querySelectorAll('body, main, .paper, .paper *')].filter(item => {
  const [r, g, b, a] = getComputedStyle(item).backgroundColor.match(/[\\d.]+/g).map(Number);
  return a !== 0 && Math.min(r, g, b) < 255;
}).map(item => item.outerHTML.slice(0, 120))"""

WALL = """n => {
  const wall = document.querySelector('.wall'), people = [...wall.children];
  wall.replaceChildren(...Array.from({length: n}, (_, at) => people[at % people.length].cloneNode(true)));
}"""
LETTERS = "parseFloat(getComputedStyle(document.querySelector('.wall')).fontSize) * 72 / 96"
BOTTOM = "document.querySelector('.wall').parentElement.getBoundingClientRect().height"


def paper_of(night: Night) -> str:
    return f"/evenings/{night.evening.pk}/paper/"


def slips_of(night: Night) -> str:
    return f"/evenings/{night.evening.pk}/rounds/{night.round}/slips/"


def rows(page: Page, boxes: str) -> list[float]:
    """The heights of the rows of boxes, in millimetres."""
    found: list[float] = page.evaluate(ROWS, [boxes, MM])
    return found


def pages_of(heights: list[float], room: float) -> int:
    """How many pages rows take that are never cut."""
    pages, left = 1, room
    for height in heights:
        if height > left:
            pages, left = pages + 1, room
        left -= height
    return pages


@pytest.mark.parametrize(
    ("game", "paper"),
    [
        ("draw-poker", "A4"),
        ("blackout-family", "Letter"),
        *(
            pytest.param(game, paper, marks=pytest.mark.thorough)
            for game, paper in (
                *(("draw-poker", "Letter"), ("blackout-family", "A4")),
                *(("three-stake-brag", paper) for paper in PAPERS),
            )
        ),
    ],
)
def test_it_prints_and_no_slip_is_cut_by_a_page(windows: Windows, game: str, paper: str):
    night = begun(30, GameChoice(game=game))
    EntryRow.objects.filter(pk=night.table(2)[0]).update(name=LONG)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"{paper_of(night)}?coming=5")
    assert cut(page, paper) == []
    height = room(paper)[1] / MM
    assert page.evaluate(INKED) == []
    for hidden in (".bar", ".tabs", ".screen", "form", "button"):
        expect(page.locator(f"{hidden}:visible")).to_have_count(0)
    slips, blocks = rows(page, ".slip"), rows(page, ".block")
    assert len(slips) == -(-5 * len(night.tables) // 2)
    assert max(*slips, *blocks) < height, "each fits a page"

    sheets = len(printed(page, paper))
    for _sheet in range(3):
        page.evaluate("document.querySelector('.sheet').remove()")
        rest = len(printed(page, paper))
        assert rest < sheets, "each sheet begins a page of its own"
        sheets = rest
    assert sheets == pages_of(slips, height)


def test_the_list_for_the_wall_uses_the_page(windows: Windows):
    """The fewer people, the larger: at least so many points, on one page."""
    night = begun(30)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(paper_of(night))
    page.evaluate("document.querySelectorAll('.sheet:not(:has(.wall))').forEach(sheet => sheet.remove())")
    for people, points in ((8, 26), (16, 20), (24, 13), (30, 15), (48, 13), (64, 10), (96, 10), (120, 8)):
        page.evaluate(WALL, people)
        assert whole(page) == [[UPRIGHT]] * len(PAPERS), people
        assert round(page.evaluate(LETTERS), 1) >= points, people
    page.evaluate(WALL, 24)
    cut(page, "A4")
    assert page.evaluate(BOTTOM) > 0.9 * room("A4")[1]
    page.evaluate("name => { document.querySelectorAll('.wall .name')[3].textContent = name; }", LONG)
    assert cut(page, "A4") == []


def test_the_button_prints_it(windows: Windows):
    night = begun(20)
    page = windows.open(PHONE, user=night.alice)
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; }")
    page.goto(f"/evenings/{night.evening.pk}/")
    page.get_by_text("More", exact=True).tap()
    press(page, "On paper")
    page.get_by_label("Slips for how many rounds").fill("2")
    press(page, "Make the slips")
    expect(page.locator(".slip")).to_have_count(2 * len(night.tables))
    hands.touch(page, page.get_by_role("button", name="Print", exact=True))
    assert page.evaluate("window.printed") == 1


def test_a_round_is_typed_in_with_the_keyboard(windows: Windows):
    """Four tables from their slips, then the bell and the moves on the page of all tables."""
    night = begun(20)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    people = seating(page)
    assert len(people) == 4
    tab_to(page, page.get_by_role("link", name="Enter slips"))
    page.keyboard.press("Enter")
    says(page, "4 tables have no result yet")
    tab_to(page, page.locator(".typing input[type=checkbox]").first)
    for table in people:
        type_slip(page, [9 - n for n in range(len(people[table]))])
    expect(page.get_by_role("button", name="Record all slips")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Recorded for tables: 1, 2, 3, 4.")

    says(page, "Ready for round 2")
    movers = hands.movers(page)
    assert {people[table][0] for table in (2, 3, 4)} <= movers.keys()
    assert people[1][0] not in movers
    tab_to(page, page.get_by_role("button", name="Start round 2"))
    page.keyboard.press("Enter")
    says(page, "Round 2 has started.")
    assert seating(page)[1][0] == people[1][0]


def type_slip(page: Page, amounts: list[int]) -> None:
    """The first at the table won, nobody called, and so much was put in. The focus is on its first box."""
    page.keyboard.press("Space")
    for counters in amounts:
        for key in ("Enter", "Enter"):
            page.keyboard.press(key)
        page.keyboard.type(str(counters))
        page.keyboard.press("Enter")
    page.keyboard.press("Space")  # nobody called
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # they are what each put in


def test_what_is_refused_is_led_to_and_put_right(windows: Windows):
    night = begun(12)
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(slips_of(night))
    page.locator(".typing input[type=checkbox]").first.focus()
    type_slip(page, [60, 60, 1, 0])
    for _table in (2, 3):
        type_slip(page, [4, 3, 2, 1])
    with windows.refused(page):
        press(page, "Record all")
    says(page, "Recorded for tables: 2, 3.")
    expect(page.locator(".typing.refused")).to_have_count(1)
    wrong = page.locator("input[aria-invalid=true]").first
    expect(wrong).to_be_focused()
    expect(wrong).to_have_value("60")
    page.keyboard.type("5")  # what stood there is selected
    page.keyboard.press("ArrowUp")
    page.keyboard.type("6")
    press(page, "Record all slips")
    says(page, "Recorded for tables: 1.")
    says(page, "Ready for round 2")


def test_nobody_and_a_caller_put_each_other_out(windows: Windows):
    night = begun(8)
    page = windows.open(PHONE, user=night.alice)
    page.goto(slips_of(night))
    slip = page.locator(".typing").first
    nobody = slip.get_by_label("Nobody called")
    caller = slip.get_by_label(re.compile(": Called$")).first
    nobody.check()
    caller.check()
    expect(nobody).not_to_be_checked()
    nobody.check()
    expect(caller).not_to_be_checked()
