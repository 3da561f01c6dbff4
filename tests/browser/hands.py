"""What people do on the pages, said in one line each."""

import re
from collections.abc import Callable, Iterable, Mapping

from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

from tests.browser.windows import PHONE

SEATING = """() => [...document.querySelectorAll('.tcard')].map(card => [
  Number(card.querySelector('h3').id.slice(1)),
  [...card.querySelectorAll('.seats li')].map(li =>
    (li.querySelector('.name') ?? li.querySelector('.sitter > span').firstChild).textContent.trim()),
])"""

PATIENCE = 50
"""So often is something tried that Chromium refuses for the moment, so many milliseconds apart."""

NEW = """() => Live.working && [...document.querySelectorAll('[data-again]')]
  .every(part => Number(part.dataset.seq) === Live.state.seq)"""


def press(page: Page, words: str | re.Pattern[str], *, within: Locator | None = None) -> None:
    """Press a button or follow a link, by what it says: with a finger on a phone, else with the mouse."""
    at = within or page
    found = at.get_by_role("button", name=words).or_(at.get_by_role("link", name=words)).first
    touch(page, found)


def touch(page: Page, found: Locator) -> None:
    if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        found.tap()
    else:
        found.click()


def reload(page: Page) -> None:
    """Load the page anew."""
    _patiently(page, page.reload)


def go(page: Page, address: str) -> None:
    """Type the address of another page."""
    _patiently(page, lambda: page.goto(address))


def _patiently(page: Page, load: Callable[[], object]) -> None:
    """Chromium refuses to load a page while it goes to another by itself: then a little later."""
    for _patience in range(PATIENCE):
        try:
            load()
        except TimeoutError:
            raise
        except Error:
            page.wait_for_timeout(PATIENCE)
        else:
            return
    load()


def says(page: Page, words: str | re.Pattern[str]) -> None:
    """The page says so, in its content."""
    expect(page.locator("main")).to_contain_text(words)


def seating(page: Page) -> dict[int, list[str]]:
    """Who sits at each table, as the organiser's page shows it."""
    page.locator(".tcard").first.wait_for()
    return dict(page.evaluate(SEATING))


def table_of(page: Page, name: str) -> int:
    return next(table for table, names in seating(page).items() if name in names)


def sign_in(page: Page, email: str, password: str) -> None:
    page.goto("/login/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    press(page, "Sign in", within=page.locator("main form"))


def open_result(page: Page, table: int) -> None:
    """From the page of all tables to the form of one table's result."""
    touch(page, page.locator(f"article[aria-labelledby=t{table}] a.button:not(.quiet)"))
    expect(page.locator("#at-table")).to_contain_text(f"Table {table}")


def tap_people(page: Page, winners: Iterable[str], callers: Iterable[str]) -> None:
    """Tap who won and who called; no callers: nobody called."""
    for name in winners:
        touch(page, page.locator("#step-winners").get_by_label(name, exact=True))
    for name in list(callers) or ["Nobody called"]:
        touch(page, page.locator("#step-callers").get_by_label(name, exact=True))


def amount(page: Page, name: str) -> Locator:
    """The field for a person's counters."""
    return page.locator(".amounts li[data-entry]", has=page.get_by_text(name, exact=True)).locator("input")


def had(page: Page, name: str) -> int:
    """The person's counters before the deal, as the form shows them."""
    row = page.locator(".amounts li[data-entry]", has=page.get_by_text(name, exact=True))
    return int(row.get_attribute("data-had") or 0)


def put_in(page: Page, amounts: Mapping[str, int]) -> None:
    """Fill in the amounts, and 0 where nothing is filled in."""
    for name, counters in amounts.items():
        amount(page, name).fill(str(counters))
    for field in page.locator("[data-entry] input.count").all():
        if not field.input_value():
            field.fill("0")


def by_count(page: Page) -> None:
    """Counters are entered as what each has now."""
    touch(page, page.get_by_label("After this deal"))


def write_down(page: Page, table: int) -> None:
    """Record what is filled in; the page of all tables says that it is done."""
    press(page, "Record the result")
    says(page, f"Recorded: table {table}, deal 1.")


def record(
    page: Page, table: int, winners: list[str], callers: list[str], amounts: Mapping[str, int] | None = None
) -> None:
    """A table's whole result: without ``amounts`` the first puts in 9, and who folds 1, 2, 3 and so on."""
    people = seating(page)[table]
    open_result(page, table)
    tap_people(page, winners, callers)
    if amounts is None:
        others = [name for name in people if name not in (*winners, *callers)]
        amounts = {winners[0]: 9} | {name: n for n, name in enumerate(others, 1)}
    put_in(page, {name: counters for name, counters in amounts.items() if amount(page, name).count()})
    write_down(page, table)


def cut(page: Page, cards: Mapping[str, str]) -> None:
    """Enter the cards: "K", as the lists name them."""
    for name, card in cards.items():
        page.get_by_label(name, exact=True).select_option(label=card)
    press(page, "Record the cut")


def cut_whatever_must(page: Page) -> None:
    """Enter cards until no cut is needed: the first named cuts a king."""
    page.locator(".next").wait_for()
    while page.get_by_role("link", name="Enter the cards").count():
        press(page, "Enter the cards")
        names = page.locator("form .field label").all_inner_texts()
        cut(page, dict(zip(names, "K987654", strict=False)))
        says(page, "The cut is recorded.")


def movers(page: Page) -> dict[str, tuple[str, str]]:
    """Who moves by the preview: each one's sign, and why."""
    rows = page.locator(".next .move").all()
    read = [[row.locator(part).inner_text().strip() for part in (".who", ".sign", ".why")] for row in rows]
    return {who: (sign, why) for who, sign, why in read}


def look_again(page: Page) -> None:
    """The page is as new as what the stream has told it, without anybody doing anything."""
    page.wait_for_function(NEW)
