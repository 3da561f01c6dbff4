"""Where the focus is on the organiser's pages, and what is said to who does not see them."""

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.evenings import begun
from tests.browser.hands import look_again
from tests.browser.listening import Live
from tests.browser.windows import LAPTOP, Windows
from tests.cast import Night
from tournaments.bell.services.bell import bell_ring
from tournaments.evening.services.evenings import GameChoice

SPOKEN = """() => {
  window.spoken = [];
  const said = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const part = target.nodeType === 3 ? target.parentElement : target;
      const region = part?.closest('[role=status], [aria-live]');
      const words = region && !region.closest('[aria-hidden=true]') ? region.textContent.trim() : '';
      if (words && !window.spoken.includes(words)) window.spoken.push(words);
    }
  });
  said.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
}"""
GLYPHS = """() => [...document.querySelectorAll('*')]
  .flatMap((one) => ['::before', '::after'].map((part) => getComputedStyle(one, part).content))
  .filter((words) => /[^\\x00-\\x7f]/u.test(words) && !words.includes('/'))"""


STUCK = """() => [...document.querySelectorAll('main *')]
  .filter((one) => /sticky|fixed/.test(getComputedStyle(one).position) && one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().height > 0)
  .map((one) => one.outerHTML.slice(0, 80))"""
CURRENT = """() => {
  const ground = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll('.tabs a')]
    .filter((one) => getComputedStyle(one).borderBottomColor !== ground)
    .map((one) => one.textContent.trim());
}"""
ENLARGED = (320, 256)
"""What is left of 1280 by 1024 at 400 %."""


def console(windows: Windows, night: Night) -> Page:
    page = windows.open(LAPTOP, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    return page


def test_the_next_step_has_the_focus_and_the_skip_link_leads_there(windows: Windows):
    page = console(windows, begun(8))
    expect(page.locator("#now")).to_be_focused()
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#now")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.next') !== null")
    assert page.evaluate(GLYPHS) == []


def test_a_control_that_is_gone_gives_the_focus_to_the_next_step(live: Live):
    """It does not come to lie on another control, which the next press of Enter would do."""
    page = console(live.windows, live.night)
    page.get_by_role("link", name="Ring the bell now").focus()
    while out := live.night.preview().still_out:
        live.night.play(out[-1])
    live.night.decide()
    look_again(page)
    expect(page.locator("#now")).to_be_focused()


def test_what_happens_is_said_once(live: Live):
    """On the console a new step is said, and in the hall the bell once."""
    desk, hall = console(live.windows, live.night), live.hall()
    for page in (desk, hall):
        look_again(page)
        page.evaluate(SPOKEN)
    desk.get_by_role(
        "link", name="Players", exact=True
    ).focus()  # a heading that has the focus is read by itself
    bell_ring(live.night.by, round=live.night.round)
    expect(desk.locator("#voice")).to_contain_text("Waiting for table")
    expect(hall.locator("#told")).to_contain_text("bell", ignore_case=True)
    expect(hall.locator("[data-bell]")).to_have_attribute("aria-hidden", "true")
    assert len([words for words in hall.evaluate("spoken") if "bell" in words.lower()]) == 1


def test_a_late_player_is_one_tap_away(windows: Windows):
    """The field knows the club's list, which is asked for only then; Escape folds it again."""
    night = begun(8)
    page = console(windows, night)
    page.get_by_text("Add a late player").click()
    field = page.locator("#late-name")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#late summary")).to_be_focused()
    expect(field).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.type("Tilda Berg")
    page.keyboard.press("Enter")
    expect(page.locator("#voice")).to_contain_text("Checked in: 1.")
    assert "Tilda Berg" in {entry.name for entry in night.evening.entries.all()}


def test_enlarged_nothing_sticks_over_the_content(windows: Windows):
    pool, bids = begun(8), begun(4, GameChoice("blackout"), owner=User.objects.get())
    page = windows.open(ENLARGED, user=pool.alice)
    for night, paths in ((pool, ("", "deals/1/", "people/")), (bids, ("deals/1/", "sheet/"))):
        for path in paths:
            table = "rounds/1/tables/1/" if path[:1] in ("d", "s") else ""
            page.goto(f"/evenings/{night.evening.pk}/{table}{path}")
            assert page.evaluate(STUCK) == []


def test_forced_colours_tell_the_open_page_and_a_chosen_bid(windows: Windows):
    night = begun(4, GameChoice("blackout"))
    page = windows.open(LAPTOP, user=night.alice, forced_colors="active")
    page.goto(f"/evenings/{night.evening.pk}/")
    assert page.evaluate(CURRENT) == ["Evening"]
    page.goto(f"/evenings/{night.evening.pk}/rounds/1/tables/1/deals/1/")
    grounds = "cells => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    page.locator(".strip input:enabled").first.check(force=True)
    chosen = page.locator(".strip input:checked + span").first.evaluate_all(grounds)
    others = page.locator(".strip input:not(:checked) + span").first.evaluate_all(grounds)
    assert chosen != others
