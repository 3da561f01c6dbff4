"""Pages in a real browser whose evening is no longer there; and what was said of a round that is over."""

import re

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.listening import Live, Traffic
from tests.browser.test_live import console, scorer
from tests.browser.windows import LAPTOP
from tournaments.bell.services.bell import bell_ring
from tournaments.models import Evening
from tournaments.results.services import evening_call_off


def test_every_page_of_a_removed_evening_says_so_and_asks_no_more(live: Live):
    pages = {"hall": live.hall(), "console": console(live), "phone": live.phone(), "table": scorer(live)}
    traffic = {name: Traffic(page) for name, page in pages.items()}
    for page in pages.values():
        page.wait_for_function("() => Live.working")
    with live.windows.outage():
        Evening.objects.filter(pk=live.night.evening.pk).delete()
        for page in pages.values():
            page.evaluate("() => window.dispatchEvent(new Event('online'))")
            expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("has ended|is over"))
            expect(page.locator("main")).to_contain_text("removed")
        asked = [len(one.parts) for one in traffic.values()]
        pages["hall"].wait_for_timeout(2500)  # nothing has happened: a page that asks does so in two seconds
        assert [len(one.parts) for one in traffic.values()] == asked


def test_every_page_of_an_evening_that_is_called_off_says_so_at_once(live: Live):
    pages = {"hall": live.hall(), "console": console(live), "phone": live.phone(), "table": scorer(live)}
    for page in pages.values():
        page.wait_for_function("() => Live.working")
    evening_call_off(live.night.because("The lights went out"))
    for name, page in pages.items():
        said = "This evening is over" if name == "table" else "This evening was called off."
        expect(page.locator("main")).to_contain_text(said)


def test_a_message_ends_with_its_round(live: Live):
    desk = live.windows.open(LAPTOP, user=live.night.alice)
    desk.goto(reverse("evening", args=[live.night.evening.pk]))
    desk.wait_for_function("() => Live.working")
    desk.evaluate("""() => {
      const said = document.createElement('p');
      said.dataset.flash = '';
      said.textContent = 'Round 1: 3 players moved.';
      document.querySelector('main').prepend(said);
    }""")
    expect(desk.get_by_text("3 players moved.")).to_be_visible()
    bell_ring(live.night.by, round=1)
    expect(desk.get_by_text("3 players moved.")).to_have_count(0)
