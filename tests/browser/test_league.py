"""The rules of a season, whose fields follow what is chosen, and its table on paper and on a phone."""

import re

from playwright.sync_api import Page, expect

from accounts.models import Club
from tests.browser.evenings import ona
from tests.browser.hands import press, says
from tests.browser.season_scenes import SeasonScenes
from tests.browser.windows import LAPTOP, PHONE, Windows


def sheets(page: Page) -> int:
    """How many sheets of paper the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_rules_ask_for_what_the_scheme_needs_and_the_table_is_one_sheet(windows: Windows):
    owner = ona()
    scenes = SeasonScenes(owner, Club.objects.get(), "Longest Name")
    desk = windows.open(LAPTOP, user=owner)
    desk.goto("/seasons/{season}/settings/".format(**scenes.places))
    table = desk.get_by_label("Points by place", exact=True).last
    expect(table).to_be_visible()
    desk.get_by_label(re.compile("place as points")).check()
    expect(table).to_be_hidden()
    with windows.refused(desk):
        press(desk, "Save")
    says(desk, "The fewest points win, so a missed evening must cost points.")
    expect(desk.get_by_label("Nothing", exact=True)).to_be_focused()
    desk.get_by_label(re.compile("place after the last of the evening")).check()
    press(desk, "Save")
    says(desk, "the fewest points win")
    desk.emulate_media(media="print")
    for shown in (desk.locator("h1"), desk.locator("table.season").first, desk.locator(".gist span")):
        expect(shown).to_be_visible()
    for hidden in (desk.locator("nav.tabs"), desk.locator("[data-print]"), desk.locator(".acts")):
        expect(hidden).to_be_hidden()
    assert sheets(desk) == 1
    desk.goto("/seasons/{season}/?evenings=all".format(**scenes.places))
    assert sheets(desk) == 1

    phone = windows.open(PHONE, user=owner)
    phone.goto("/seasons/{season}/?evenings=all".format(**scenes.places))
    place, last = (phone.locator(f"tbody tr:first-child .{what}").first for what in ("place", "played"))
    before = place.bounding_box()
    last.scroll_into_view_if_needed()
    assert place.bounding_box() == before
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE[0]
