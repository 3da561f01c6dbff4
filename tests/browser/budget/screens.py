"""The screens of the budget: where each is, who looks, and on what."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.browser.budget.limits import Kind

DEAL = {"bids.0": 1, "bids.1": 0, "bids.2": 1, "tricks.0": 1, "tricks.1": 0, "tricks.2": 1}
ROUND = "/evenings/{playing}/rounds/{playing_round}/"


def tap_bids(page: Page) -> None:
    """Choose a bid for each of the first players."""
    for place, bid in enumerate((1, 0, 2)):
        page.locator("#bids .seat").nth(place).get_by_role("radio", name=str(bid), exact=True).tap()


def fill_in_pool(page: Page) -> None:
    """Choose who won, and what two put in."""
    page.locator("#step-winners label").first.tap()
    for place, counters in enumerate((6, 2)):
        page.locator("[data-entry] input.count").nth(place).fill(str(counters))


def open_form(page: Page) -> None:
    """Unfold the form of a correction."""
    page.get_by_text("Correct this result").click()


@dataclass(frozen=True)
class Screen:
    """A path with the words of ``Thursday.places``; ``who`` has a window of their own."""

    path: str
    kind: Kind = Kind.DESK
    who: str = "owner"
    act: Callable[[Page], object] | None = None
    seat: bool = False
    """The player's seat is on it, in figures of its own size."""
    within: str = "body"
    """What is ours of it."""


SCREENS = {
    "start": Screen("/", who="visitor"),
    "sign in": Screen("/login/", who="visitor"),
    "home": Screen("/"),
    "club": Screen("/clubs/{club}/"),
    "empty club": Screen("/clubs/{empty}/"),
    "members": Screen("/clubs/{club}/members/"),
    "players": Screen("/clubs/{club}/players/"),
    "new evening": Screen("/clubs/{club}/evenings/new/"),
    "new knockout": Screen("/clubs/{club}/evenings/new/?game=brag&format=knockout"),
    "settings": Screen("/evenings/{draft}/settings/"),
    "check-in": Screen("/evenings/{check_in}/", who="host"),
    "draw": Screen("/evenings/{seated}/", who="host"),
    "console": Screen("/evenings/{playing}/"),
    "console at the bell": Screen("/evenings/{ready}/", who="host"),
    "console in the last round": Screen("/evenings/{last}/", who="host"),
    "entry": Screen(ROUND + "tables/{out}/deals/1/"),
    "correction": Screen(ROUND + "tables/{told}/deals/1/", act=open_form),
    "slips": Screen(ROUND + "slips/"),
    "cut": Screen("/evenings/{cutting}/rounds/{cutting_round}/cut/?{cut}", who="host"),
    "settle up": Screen("/evenings/{settling}/", who="host"),
    "standings": Screen("/evenings/{finished}/standings/"),
    "prizes": Screen("/evenings/{finished}/prizes/"),
    "ledger": Screen("/evenings/{finished}/ledger/"),
    "deals": Screen("/evenings/{finished}/deals/"),
    "journal": Screen("/evenings/{finished}/journal/"),
    "person": Screen("/clubs/{club}/players/{player}/record/"),
    "season": Screen("/seasons/{season}/"),
    "ratings": Screen("/clubs/{club}/ratings/"),
    "library": Screen("/games/", who="visitor"),
    "calculator": Screen("/games/clag/score/?players=3&deal=2&" + urlencode(DEAL), who="visitor"),
    "judge": Screen("/games/brag/showdown/?hands.0=AS+KD+KH&hands.1=9D+9S+2C", who="visitor"),
    "published evening": Screen("/public/evenings/public-{finished}/", who="visitor"),
    "administrator's prizes": Screen(
        "/admin/tournaments/evening/{finished}/prizes/", who="admin", within="#content"
    ),
    "administrator's standings": Screen("/admin/tournaments/award/", who="admin", within="#content"),
    "administrator's evenings": Screen("/admin/tournaments/evening/", who="admin", within="#content"),
    "administrator's player": Screen(
        "/admin/accounts/player/{player}/change/", who="admin", within="#content"
    ),
    "undo": Screen("/evenings/{ready}/undo/", who="host"),
    "prize by hand": Screen("/evenings/{finished}/prizes/give/"),
    "level the tables": Screen("/evenings/{playing}/tables/level/"),
    "pictures": Screen("/evenings/{finished}/pictures/"),
    "end of the season": Screen("/seasons/{season}/close/"),
    "rules": Screen("/games/oh-well/", who="visitor"),
    "join": Screen("/join/", who="visitor"),
    "names": Screen("/j/{playing_code}/", who="visitor"),
    "account": Screen("/account/"),
    "API": Screen("/api/"),
    "player's phone": Screen("/j/{moved_code}/me/{moved_me}/", Kind.PHONE, "player", seat=True),
    "scorer's phone, pool": Screen("/s/{link}/", Kind.PHONE, "scorer", fill_in_pool),
    "scorer's phone, bids": Screen("/s/{bids_link}/", Kind.PHONE, "scorer of bids", tap_bids),
    "hall at the draw": Screen("/j/{seated_code}/hall/", Kind.HALL, "hall"),
    "hall in play": Screen("/j/{playing_code}/hall/", Kind.HALL, "hall"),
    "hall at the bell": Screen("/j/{moved_code}/hall/", Kind.HALL, "hall"),
    "hall with prizes": Screen("/j/{revealing_code}/hall/", Kind.HALL, "hall"),
}
