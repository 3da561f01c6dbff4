"""Tables of people: heads sort and stay in view, filters apply at once, and a laptop shows many rows."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Club
from tests.browser.evenings import begun, ona
from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP, PHONE, Windows, until
from tests.cast import Night
from tests.server import ROOT
from tournaments.core.leagues.rules import Rules
from tournaments.core.results.elsewhere import ResultLine
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

PEOPLE = 27
NAMES = [f"Wilhelmina Oberländer {number:02}" for number in range(PEOPLE)]
"""As long as a name usually is at most: 24 letters."""
IN_VIEW = """selector => [...document.querySelectorAll(selector)]
  .filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"""
PAGE = """<!doctype html><html lang="{language}"><table data-sort id="t">
<thead><tr><th>Name</th><th class="num">Points</th><th>Day</th></tr></thead>
<tbody>
<tr><td>Zoe</td><td>12</td><td data-value="2026-02-01">1 Feb</td></tr>
<tr><td>Ärmel</td><td>−4</td><td data-value="2025-11-09">9 Nov</td></tr>
<tr><td>Bach</td><td>1.350,5</td><td data-value="2026-01-30">30 Jan</td></tr>
<tr><td>Adam 10</td><td>–</td><td data-value="2026-03-01">1 Mar</td></tr>
<tr><td>Adam 9</td><td>12 of 20</td><td data-value="2025-12-31">31 Dec</td></tr>
</tbody></table></html>"""


def names(page: Page, selector: str = "tbody > tr:first-child > :first-child") -> list[str]:
    """Return the first words of each row, in the order of the page."""
    return [text.split("\n")[0].strip() for text in page.locator(selector).all_inner_texts()]


def head(page: Page, title: str) -> Locator:
    return page.locator("[data-sort] > thead th", has_text=re.compile(rf"^\s*{title}\s*$"))


def tap(page: Page, title: str) -> None:
    head(page, title).get_by_role("button").click()


def load(browser: Chromium, content: str) -> Page:
    """Return a page with the script, which needs no server."""
    page = Windows(browser, "http://127.0.0.1").open(LAPTOP)
    page.set_content(content)
    page.add_script_tag(path=ROOT / "static/js/base/sort.js")
    return page


def test_each_kind_of_value_is_sorted(browser: Chromium):
    page = load(browser, PAGE.format(language="de"))
    rows = "tbody tr > :first-child"
    as_it_was = names(page, rows)
    tap(page, "Name")
    assert names(page, rows) == ["Adam 9", "Adam 10", "Ärmel", "Bach", "Zoe"]
    expect(head(page, "Name")).to_have_attribute("aria-sort", "ascending")
    tap(page, "Name")
    assert names(page, rows) == ["Zoe", "Bach", "Ärmel", "Adam 10", "Adam 9"]
    expect(head(page, "Name")).to_have_attribute("aria-sort", "descending")
    tap(page, "Points")  # the largest first; equal ones as they were; what is no figure is last, both ways
    assert names(page, rows) == ["Bach", "Zoe", "Adam 9", "Ärmel", "Adam 10"]
    expect(page.locator("[aria-sort]")).to_have_count(1)
    tap(page, "Points")
    assert names(page, rows) == ["Ärmel", "Zoe", "Adam 9", "Bach", "Adam 10"]
    tap(page, "Day")
    assert names(page, rows) == ["Ärmel", "Adam 9", "Bach", "Zoe", "Adam 10"]
    tap(page, "Day")
    tap(page, "Day")
    assert names(page, rows) == as_it_was
    expect(page.locator("[aria-sort]")).to_have_count(0)
    page.context.close()


def test_names_are_sorted_as_the_language_does(browser: Chromium):
    page = load(browser, PAGE.format(language="sv"))
    tap(page, "Name")
    assert names(page, "tbody tr > :first-child") == ["Adam 9", "Adam 10", "Bach", "Zoe", "Ärmel"]
    page.context.close()


def test_fractions_count_and_nobody_is_last(browser: Chromium):
    lines = [("Ben", "5 1/3"), ("–", "5"), ("Ada", "5 2/3"), ("Cleo", "−5 1/3"), ("Dan", "1/3")]
    rows = "".join(f"<tr><td>{name}<td>{figure}" for name, figure in lines)
    page = load(
        browser, f"<html lang=en><table data-sort><thead><tr><th>Name<th class=num>Mean<tbody>{rows}</table>"
    )
    tap(page, "Mean")
    assert names(page, "tbody td:first-child") == ["Ada", "Ben", "–", "Dan", "Cleo"]
    tap(page, "Name")
    assert names(page, "tbody td:first-child") == ["Ada", "Ben", "Cleo", "Dan", "–"]
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:afterSwap'))")  # another part was renewed
    tap(page, "Name")
    tap(page, "Name")
    assert names(page, "tbody td:first-child") == ["Ben", "–", "Ada", "Cleo", "Dan"]
    page.context.close()


def test_rows_that_belong_together_stay_together(browser: Chromium):
    bodies = "".join(
        f"<tbody><tr><td>{name}</td><td>1</td></tr><tr><td>of {name}</td></tr></tbody>"
        for name in ("Ben", "Ada")
    )
    page = load(
        browser, f"<html lang=en><table data-sort><thead><tr><th>Name<th>Points</thead>{bodies}</table>"
    )
    head(page, "Name").get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert names(page, "td:first-child") == ["Ada", "of Ada", "Ben", "of Ben"]
    expect(head(page, "Name").get_by_role("button")).to_be_focused()
    page.context.close()


@pytest.fixture
def night(windows: Windows) -> Night:
    return begun(12)


def open_page(windows: Windows, night: Night, path: str, size: tuple[int, int] = LAPTOP) -> Page:
    page = windows.open(size, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/{path}/")
    page.wait_for_function("() => Live.working")
    page.evaluate("window.loaded = 1")
    return page


def figures(page: Page) -> list[int]:
    texts = page.locator("#by-player > tbody > tr:first-child > td:last-child").all_inner_texts()
    return [int(text) for text in texts]


def is_same_page(page: Page) -> bool:
    return bool(page.evaluate("window.loaded === 1"))


def test_a_live_update_keeps_order_focus_and_what_is_unfolded(windows: Windows, night: Night):
    night.play(1)
    page = open_page(windows, night, "ledger")
    tap(page, "Counters")
    first = page.locator("#by-player > tbody").first
    winner = first.get_attribute("id")
    first.locator("summary").click()
    before = figures(page)
    assert before == sorted(before, reverse=True)
    night.play(2)
    until(page, lambda: figures(page) != before)
    assert figures(page) == sorted(figures(page), reverse=True)
    expect(head(page, "Counters")).to_have_attribute("aria-sort", "descending")
    opened = page.locator("#by-player > tbody:has([open])")
    assert opened.evaluate_all("all => all.map(one => one.id)") == [winner]
    expect(opened.locator("summary")).to_be_focused()
    assert is_same_page(page)


def test_a_choice_in_the_ledger_applies_at_once_and_stays(windows: Windows, night: Night):
    night.play(1)
    page = open_page(windows, night, "ledger")
    who = night.facts.names[night.table(2)[0]]
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_hidden()
    page.get_by_label("Player", exact=True).select_option(who)
    expect(page.locator("#by-player > tbody")).to_have_count(1)
    expect(page.locator("#by-player .name")).to_have_text(who)
    expect(page).to_have_url(re.compile(rf"person={night.table(2)[0]}"))
    night.play(2)
    expect(page.locator("#by-player .ledger tbody tr")).to_have_count(2)
    expect(page.locator("#by-player > tbody")).to_have_count(1)
    assert is_same_page(page)
    page.go_back()
    expect(page.locator("#by-player > tbody")).to_have_count(12)
    expect(page.get_by_label("Player", exact=True)).to_have_value("")


def test_a_choice_in_the_journal_and_in_the_deals_applies_at_once(windows: Windows, night: Night):
    for table in (1, 2):
        night.play(table)
    page = open_page(windows, night, "journal")
    page.get_by_label("Table", exact=True).select_option("2")
    expect(page.locator(".journal .line")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"table=2"))
    expect(page.get_by_role("link", name="Show all")).to_be_visible()
    assert is_same_page(page)
    page = open_page(windows, night, "deals")
    expect(page.locator(".deals tbody tr")).to_have_count(2)
    page.get_by_label("Table", exact=True).select_option("1")
    expect(page.locator(".deals tbody tr")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"table=1"))
    assert is_same_page(page)


@pytest.mark.parametrize("fault", ["signed out", "broken"])
def test_a_choice_that_is_not_answered_by_the_list_opens_the_page(windows: Windows, night: Night, fault: str):
    night.play(1)
    page = open_page(windows, night, "deals")
    with windows.outage():
        if fault == "signed out":
            page.context.clear_cookies()
        else:
            page.route(
                "**/deals/?*",
                lambda route: route.abort() if "hx-request" in route.request.headers else route.continue_(),
            )
        page.get_by_label("Table", exact=True).select_option("1")
        where = r"/login/\?next=.*table%3D1" if fault == "signed out" else r"deals/\?table=1"
        expect(page).to_have_url(re.compile(where))
        expect(page.locator("#deals, .signing")).to_be_visible()
        until(page, lambda: not is_same_page(page))


def test_without_scripts_a_choice_is_sent(windows: Windows, night: Night):
    page = windows.open(LAPTOP, user=night.alice, java_script_enabled=False)
    page.goto(f"/evenings/{night.evening.pk}/journal/")
    page.get_by_label("Table", exact=True).select_option("2")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"table=2"))


def test_a_laptop_shows_fourteen_places_and_twelve_people(windows: Windows):
    night = begun(NAMES)
    page = open_page(windows, night, "people")
    assert page.evaluate(IN_VIEW, "#people tbody tr") >= 12
    night.finish()
    night.reveal()
    page.goto(f"/evenings/{night.evening.pk}/standings/")
    assert page.evaluate(IN_VIEW, "#standing tbody tr") >= 14
    title = head(page, "Name")
    page.mouse.wheel(0, 500)
    page.wait_for_function("scrollY > 300")
    box = title.bounding_box()
    assert box
    assert box["y"] == 0
    expect(title.get_by_role("button")).to_be_in_viewport(ratio=1)


def test_a_season_shows_fifteen_rows_and_keeps_name_and_head(windows: Windows):
    owner = ona()
    club = Club.objects.get()
    league = league_create(by=owner, club=club, name="League")
    season = season_create(by=owner, league=league, name="Winter", rules=Rules())
    for number in range(6):
        order = NAMES[number:] + NAMES[:number]
        lines = tuple(ResultLine(who, place=place, net=-place) for place, who in enumerate(order, start=1))
        result = ElsewhereResult(f"Evening {number}", date(2026, 1, 8) + timedelta(weeks=number), lines)
        evening = evening_record(actor=owner, club=club, result=result)
        evening_add(SeasonBy(season.pk, owner), evening=evening.pk)
    page = windows.open(LAPTOP, user=owner)
    page.goto(f"/seasons/{season.pk}/")
    assert page.evaluate(IN_VIEW, ".season tbody tr") >= 15
    assert page.locator(".shift.up, .shift.down").count() > 0
    assert "▲" not in page.locator("main").inner_text()

    phone = windows.open(PHONE, user=owner)
    phone.goto(f"/seasons/{season.pk}/")
    box, name = phone.locator(".sideways:has(> .season)"), phone.locator(".season tbody .who").nth(20)
    before = name.bounding_box()
    assert before
    box.evaluate("box => box.scrollTo(200, 400)")
    title, top = head(phone, "Name").bounding_box(), box.bounding_box()
    after = name.bounding_box()
    assert title
    assert top
    assert after
    assert (after["x"], title["y"]) == (before["x"], top["y"])
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    tap(phone, "Points")
    points = [float(text) for text in phone.locator(".season .points").all_inner_texts()]
    assert points == sorted(points, reverse=True)
    tap(phone, "Points")
    expect(head(phone, "Points")).to_have_attribute("aria-sort", "ascending")
