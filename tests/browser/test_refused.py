"""After a refused POST the first faulty field, or the text of the error, has the focus and is in view."""

from playwright.sync_api import Page

from tests.browser.looks import screens
from tests.browser.scenes import play_out
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Cast, Night, make_cast
from tests.web.addresses import address
from tests.web.test_matrix import ROWS
from tournaments.simulation.rounds import SimulationOrder, simulate

FORMS = [
    name for name, (_get, post) in ROWS.items() if post.split()[1] == "422" and not name.startswith("api-")
]
DAILY = ("line-back", "check-in", "season-settings", "account", "person-change")
LED_BACK = (
    "play-start",
    "draw",
    "check-in-open",
    "moves-apply",
    "settle",
    "finish",
    "round-clock",
    "prizes-reveal",
)
"""Rows that are refused by a message on the page before."""

SEND = """where => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = where;
  const token = document.createElement('input');
  token.name = 'csrfmiddlewaretoken';
  token.value = document.querySelector('[name=csrfmiddlewaretoken]').value;
  form.append(token);
  document.body.append(form);
  form.submit();
}"""

# What has the focus is what was refused, and its middle is seen: nothing covers it.
OUT_OF_VIEW = """() => {
  const at = document.activeElement;
  if (at === document.body) return 'the focus is on the body';
  const refused = '[aria-invalid=true], .errorlist, .note.refused, .errornote, [role=alert]';
  if (!at.matches(refused) && !at.closest('.field, .form-row, fieldset')?.querySelector(refused)) {
    return `not refused: ${at.outerHTML.slice(0, 160)}`;
  }
  const drawn = at.matches('.pick input') ? at.nextElementSibling : at;
  const box = drawn.getBoundingClientRect();
  const inside = box.width && box.bottom > 0 && box.top < innerHeight;
  if (!inside) return `out of view: ${at.outerHTML.slice(0, 160)}`;
  const x = Math.min(box.left + box.width / 2, innerWidth - 1);
  const y = Math.min(Math.max(box.top + Math.min(box.height, 40) / 2, 1), innerHeight - 1);
  const top = document.elementFromPoint(x, y);
  const same = top && (drawn.contains(top) || top.contains(drawn) || at.labels?.[0]?.contains(top));
  return same ? '' : `covered: ${at.outerHTML.slice(0, 160)}`;
}"""


def send_nothing(windows: Windows, page: Page, where: str) -> None:
    """Send the form of an address without anything in it."""
    with windows.refused(page), page.expect_navigation(wait_until="load"):
        page.evaluate(SEND, where)


def scene() -> tuple[Cast, Night]:
    """The cast with an evening of 8 whose first round is played, as in the matrix."""
    cast = make_cast()
    order = SimulationOrder("Thursday", 8, 1, seed="7", open=True)
    night = Night(simulate(order, club=cast.club, actor=cast.alice), cast.alice)
    play_out(night)
    return cast, night


@screens(FORMS, DAILY)
def test_what_was_refused_is_in_view(name: str, windows: Windows):
    cast, night = scene()
    where = address(name, cast, night)
    for size in (PHONE, LAPTOP):
        page = windows.open(size, user=cast.alice)
        page.goto("/account/")
        send_nothing(windows, page, where)
        assert page.evaluate(OUT_OF_VIEW) == "", size


@screens(("account_login", "account_signup", "account_reset_password"), ())
def test_so_it_is_for_those_who_are_not_signed_in(name: str, windows: Windows):
    cast, night = scene()
    for size in (PHONE, LAPTOP):
        page = windows.open(size)
        page.goto(address("account_login", cast, night))
        send_nothing(windows, page, address(name, cast, night))
        assert page.evaluate(OUT_OF_VIEW) == "", size


@screens(LED_BACK, ("draw",))
def test_the_message_of_a_refusal_that_leads_back_is_in_view(name: str, windows: Windows):
    cast, night = scene()
    for size in (PHONE, LAPTOP):
        page = windows.open(size, user=cast.alice)
        page.goto("/account/")
        with page.expect_navigation(wait_until="load"):
            page.evaluate(SEND, address(name, cast, night))
        assert page.evaluate("document.activeElement.matches('main > .note.refused')"), size
        assert page.evaluate(OUT_OF_VIEW) == "", size
