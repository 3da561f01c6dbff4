"""The projector, the laptop and a table's phone ask the browser to stay lit; a player's does not."""

from playwright.sync_api import Page

from tests.browser.listening import Live
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR
from tournaments.models import ScorerLink
from tournaments.phones.selectors import make_token
from tournaments.phones.services import links_make

ASKS = """() => {
  window.locks = 0;
  Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { window.locks += 1; } } });
}"""


def asked(page: Page, path: str) -> int:
    page.add_init_script(f"({ASKS})()")
    page.goto(path)
    page.wait_for_function("() => Live.working")
    return int(page.evaluate("() => window.locks"))


def test_who_stays_lit(live: Live) -> None:
    evening = live.night.evening
    assert asked(live.windows.open(PROJECTOR), f"/j/{evening.join_code}/hall/") == 1
    assert asked(live.windows.open(LAPTOP, user=live.night.alice), f"/evenings/{evening.pk}/") == 1
    assert asked(live.windows.open(PHONE), live.address) == 0
    links_make(live.night.by)
    token = make_token(ScorerLink.objects.get(evening=evening, table=1))
    assert asked(live.windows.open(PHONE), f"/s/{token}/") == 1
