"""A table's phone: the code is scanned, deals are sent, whatever the bell and the network do meanwhile."""

import re
from typing import Any, Literal

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route, expect

from accounts.names import drop_double_stop
from tests.browser import hands
from tests.browser.evenings import POKER, begun
from tests.browser.eyes import TOO_SMALL, WIDER, violations
from tests.browser.hands import press, says
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night
from tests.linked_phones import link, linked
from tests.scoring.services.test_deal_record import body
from tests.server import Site
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Ending
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import DealVersion, Journal
from tournaments.phones.selectors import load_open_asks, make_token
from tournaments.phones.services import link_revoke
from tournaments.scoring.services.deals import deal_record, table_end

FORBID = """() => Object.defineProperty(window, 'indexedDB', { get() { throw new Error('forbidden'); } })"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
}"""


@pytest.fixture
def thursday(windows: Windows, site: Site) -> "Thursday":
    return Thursday(windows, site)


class Thursday:
    """An evening of twelve people with a code on each table, and its organiser's laptop."""

    def __init__(self, windows: Windows, site: Site) -> None:
        self.windows, self.site = windows, site

    def begin(self, choice: GameChoice = POKER, players: int = 12, **settings: Any) -> Night:
        self.night = linked(begun(players, choice, **settings))
        return self.night

    def scan(self, table: int = 2, page: Page | None = None) -> Page:
        """A phone that has scanned the table's code."""
        phone = page or self.windows.open(PHONE)
        hands.go(phone, reverse("scan", args=[make_token(link(self.night, table))]))
        if phone.url.endswith(f"{make_token(link(self.night, table))}/"):
            press(phone, f"Switch to table {table}")  # it was at another table
        return phone

    def filled(self, **settings: Any) -> tuple[Night, Page, list[str]]:
        """Table 2's phone, on which a result is filled in and not sent."""
        self.begin(**settings)
        phone, people = self.scan(), self.people()
        fill_in(phone, people)
        return self.night, phone, people

    def desk(self) -> Page:
        page = self.windows.open(LAPTOP, user=self.night.alice)
        page.goto(reverse("evening", args=[self.night.evening.pk]))
        return page

    def people(self, table: int = 2) -> list[str]:
        names = self.night.facts.names
        return [names[entry] for entry in self.night.table(table)]


def fill_in(page: Page, people: list[str]) -> None:
    """The first wins five of the second."""
    hands.tap_people(page, people[:1], people[1:2])
    hands.put_in(page, {people[0]: 5})


def send(page: Page) -> None:
    press(page, "Record the result")


def offline(page: Page, away: bool = True) -> None:
    context: BrowserContext = page.context
    context.set_offline(away)


def recorded(night: Night, table: int = 2) -> list[int]:
    """The rounds in which the table has a result."""
    return [pool.round for pool in night.facts.pools if pool.position == table]


def looks_well(page: Page, width: int) -> None:
    """Nothing for axe to find, light and dark; nothing too wide; on a phone nothing too small to tap."""
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], (page.url, scheme)
    assert page.evaluate(WIDER, width) == []
    assert width != PHONE[0] or page.evaluate(TOO_SMALL) == []


def close_without(night: Night, table: int) -> None:
    """The bell rings, the table has no result, and everybody moves."""
    for other in reversed([one for one in night.tables if one != table]):
        for deal in range(1, night.evening.settings.deals + 1):
            deal_record(night.by, **body(night, other, deal=deal))
    table_end(night.by, round=night.round, table=table, ending=Ending.VOID)
    night.decide()
    moves_apply(night.by, round=night.round)


def send_in_vain(page: Page) -> None:
    """The network takes no result; everything else goes through."""
    page.route(
        "**/score/1/1/",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    send(page)
    says(page, "Waiting to be sent")


def test_scanned_scored_and_on_to_the_next_round(thursday: Thursday):
    """From the code to the result; the page waits for the bell, and goes on when everybody has moved."""
    night = thursday.begin(confirm=True)
    phone, people = thursday.scan(), thursday.people()
    expect(phone).to_have_url(re.compile("/score/1/1/$"))
    fill_in(phone, people)
    expect(phone.locator("[data-tally]")).to_have_text("Pool: 10")
    send(phone)
    says(phone, f"{people[0]} won")
    says(phone, "Entered by the phone of table 2")
    press(phone, f"Confirm as {people[2]}")
    says(phone, drop_double_stop(f"Confirmed by {people[2]}."))
    says(phone, "Wait for the bell.")
    for table in (1, 3):
        deal_record(night.by, **body(night, table))
    night.decide()
    moves_apply(night.by, round=1)
    expect(phone).to_have_url(re.compile("/score/2/1/$"))
    for who in thursday.people():
        says(phone, who)
    log = thursday.site.logged
    assert "GET /s/***/" in log
    assert make_token(link(night)) not in log


def test_everybody_moves_while_it_is_filled_in(thursday: Thursday):
    """The organiser did not wait: what was typed is kept and explained, and is on the console at once."""
    night, phone, people = thursday.filled(unfinished="cut")
    close_without(night, 2)
    says(phone, "Round 1 is over. The tables now play round 2.")
    expect(hands.amount(phone, people[0])).to_have_value("5")
    expect(phone).to_have_url(re.compile("/score/1/1/$"))
    with thursday.windows.refused(phone, 409):
        send(phone)
    says(phone, "The organiser sees what you typed.")
    says(phone, f"Won: {people[0]}")
    assert recorded(night) == []
    says(thursday.desk(), "Table 2 sent deal 1 of round 1 too late.")
    press(phone, "Go on")
    expect(phone).to_have_url(re.compile("/score/2/1/$"))
    thursday.windows.excused += 1  # it was asked for as JSON, then shown as a page


def test_without_the_network_it_waits_and_is_sent_once(thursday: Thursday):
    night, phone, people = thursday.filled()
    with thursday.windows.outage():
        offline(phone)
        send(phone)
        waiting = phone.locator("#queue")
        expect(waiting).to_contain_text("Table 2 · Round 1 · Deal 1")
        expect(waiting).to_contain_text(re.compile(r"Waiting to be sent, since \d"))
        expect(phone.locator("form.deal")).to_be_hidden()
        assert recorded(night) == []
        offline(phone, away=False)
        says(phone, f"{people[0]} won")
    assert recorded(night) == [1]
    assert Journal.objects.filter(verb="deal_recorded").count() == 1
    expect(phone.locator("#queue")).to_be_hidden()


def test_an_answer_that_is_lost_on_the_way(thursday: Thursday):
    """The server wrote it down, the phone never heard: it asks again by the same key, and hears it then."""
    _night, phone, people = thursday.filled()
    lost: list[int] = []

    def lose(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    with thursday.windows.outage():
        phone.route("**/score/1/1/", lose)
        send(phone)
        says(phone, f"{people[0]} won")
    assert lost == [200]
    assert DealVersion.objects.count() == 1
    assert Journal.objects.filter(verb="deal_recorded").count() == 1


def test_two_taps_send_once(thursday: Thursday):
    night, phone, people = thursday.filled()
    sent: list[str] = []
    phone.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    phone.locator("form.deal button.go").evaluate(
        "button => { button.click(); button.click(); button.click(); }"
    )
    says(phone, f"{people[0]} won")
    assert len(sent) == 1
    assert recorded(night) == [1]


def test_it_waits_through_a_reload_and_another_page(thursday: Thursday):
    """What waits is on the phone, not on the page; a page that is loaded later sends it."""
    night, phone, people = thursday.filled()
    with thursday.windows.outage():
        send_in_vain(phone)
        hands.reload(phone)
        says(phone, "Waiting to be sent")
        assert recorded(night) == []
        hands.go(phone, "about:blank")  # until it loads the other page, nothing is sent
        phone.unroute("**/score/1/1/")
        hands.go(phone, "/score/")
        expect(phone.locator("#queue")).to_be_hidden()
    says(phone, f"{people[0]} won")
    assert recorded(night) == [1]


@pytest.mark.parametrize("storage", [FORBID, FULL])
def test_where_the_browser_keeps_nothing(storage: str, thursday: Thursday):
    """A browser that forbids storage, or has none left: the page itself remembers, while it is open."""
    night = thursday.begin()
    phone = thursday.windows.open(PHONE)
    phone.add_init_script(f"({storage})()")
    thursday.scan(page=phone)
    fill_in(phone, thursday.people())
    with thursday.windows.outage():
        offline(phone)
        send(phone)
        says(phone, "Waiting to be sent")
        offline(phone, away=False)
        says(phone, f"{thursday.people()[0]} won")
    assert recorded(night) == [1]


def test_refused_and_the_page_that_says_so_never_comes(thursday: Thursday):
    """What was typed stays on the phone until the page that shows it is there."""
    night, phone, people = thursday.filled()
    hands.put_in(phone, {people[1]: 400})

    def only_by_script(route: Route) -> None:
        asks = "application/json" in route.request.headers["accept"]
        route.abort() if route.request.method == "POST" and not asks else route.continue_()

    with thursday.windows.outage():
        phone.route("**/score/1/1/", only_by_script)
        with phone.expect_event("requestfailed"):
            send(phone)
        hands.go(phone, "about:blank")
        phone.unroute("**/score/1/1/")
        phone.goto("/score/1/1/")
    says(phone, "Not recorded:")
    expect(hands.amount(phone, people[1])).to_have_value("400")  # back in its form
    hands.put_in(phone, {people[1]: 5})
    send(phone)
    says(phone, f"{people[0]} won")
    expect(phone.locator("#queue")).to_be_hidden()
    assert recorded(night) == [1]


def test_two_phones_at_a_table(thursday: Thursday):
    """The second sees what stands beside what was typed."""
    night = thursday.begin()
    first, second, people = thursday.scan(), thursday.scan(), thursday.people()
    fill_in(first, people)
    fill_in(second, people[::-1])
    send(first)
    says(first, f"{people[0]} won")
    says(second, "This deal was recorded or changed elsewhere.")
    expect(second).to_have_url(re.compile("/score/1/1/$"))
    with thursday.windows.refused(second, 409):
        send(second)
    thursday.windows.excused += 1
    says(second, f"{people[0]} won")
    says(second, f"{people[-2]} 5, {people[-1]} 5")
    assert len(night.facts.pools) == 1


def test_late_by_the_network(thursday: Thursday):
    """Queued for a round that was closed meanwhile: late here and for the organiser, recorded nowhere."""
    night, phone, people = thursday.filled(unfinished="cut")
    with thursday.windows.outage():
        send_in_vain(phone)
        close_without(night, 2)
        phone.goto("/score/")
        says(phone, "Waiting to be sent")
        phone.unroute("**/score/1/1/")
        says(phone, "Too late:")
        says(phone, f"Won: {people[0]}")
    thursday.windows.excused += 1
    expect(phone).to_have_url(re.compile("/score/2/1/$"))
    assert recorded(night) == []
    assert [ask.late for ask in load_open_asks(night.evening.pk)] == [True]
    press(phone, "OK: Table 2 · Round 1 · Deal 1")
    expect(phone.locator("#queue")).to_be_hidden()


def test_another_tables_code_on_the_same_phone(thursday: Thursday):
    """What waits for table 2 is not sent as table 3's; when table 2's code is scanned again, it is."""
    night, phone, people = thursday.filled()
    with thursday.windows.outage():
        send_in_vain(phone)
        hands.go(phone, "about:blank")
        phone.unroute("**/score/1/1/")
        thursday.scan(3, phone)
        says(phone, "Scan the code of that table to send this entry.")
        phone.wait_for_timeout(300)
        assert night.facts.pools == ()
        thursday.scan(2, phone)
        says(phone, f"{people[0]} won")
    assert recorded(night, 2) == [1]
    assert recorded(night, 3) == []


@pytest.mark.thorough
def test_sent_while_another_tables_code_was_scanned_in_a_second_tab(thursday: Thursday):
    """The server refuses it as another table's; with its own table's code it is sent, and read again."""
    night, phone, people = thursday.filled()
    beside = phone.context.new_page()
    thursday.scan(3, beside)
    with thursday.windows.outage():
        send(phone)
        says(phone, "Scan the code of that table to send this entry.")
    assert night.facts.pools == ()
    phone.goto("about:blank")
    thursday.scan(2, beside)
    says(beside, f"{people[0]} won")
    assert recorded(night, 2) == [1]
    assert recorded(night, 3) == []


@pytest.mark.thorough
def test_what_waits_is_drawn_anew_only_when_it_changes(thursday: Thursday):
    """A button that is held by the keyboard stays so, however often the phone tries to send."""
    thursday.begin()
    phone = thursday.scan()
    fill_in(phone, thursday.people())
    with thursday.windows.outage():
        offline(phone)
        send(phone)
        says(phone, "Waiting to be sent")
        phone.get_by_role("button", name="Discard").focus()
        phone.wait_for_timeout(5500)  # a try and a beat later
        expect(phone.get_by_role("button", name="Discard")).to_be_focused()
        offline(phone, away=False)
        says(phone, f"{thursday.people()[0]} won")


def test_taken_back_while_it_is_filled_in(thursday: Thursday):
    """The phone says that its code does not stand any more; nothing typed is lost, and nothing recorded."""
    night, phone, people = thursday.filled()
    with thursday.windows.outage():
        link_revoke(night.by, table=2, renew=True)
        says(phone, "The organiser ended this table’s code.")
        send(phone)
        says(phone, "Not sent: The organiser ended this table’s code.")
        expect(hands.amount(phone, people[0])).to_have_value("5")
        assert night.facts.pools == ()
        thursday.scan(2, phone)
        says(phone, f"{people[0]} won")
    assert recorded(night) == [1]


def test_bids_and_tricks(thursday: Thursday):
    """A whole deal of bids by the phone: bids without the network, then the tricks."""
    night = thursday.begin(GameChoice("seven-truf", {}, "fixed"), players=8)
    phone = thursday.scan()
    rows = phone.locator("[data-bidder]")
    for row in rows.all():
        hands.touch(phone, row.locator(".strip label:has(input:not([disabled]))").first)
    with thursday.windows.outage():
        offline(phone)
        press(phone, "Record the bids")
        says(phone, "Table 2 · Game 1 · Deal 1 · Bids")
        offline(phone, away=False)
        expect(phone.get_by_role("button", name="Record the tricks")).to_be_visible()
    at = night.at(2)
    assert at.open is not None
    cards = at.plan.cards if at.plan else 0
    first = phone.locator("[data-taker]").first
    hands.touch(phone, first.locator(".strip label", has_text=re.compile(rf"^\s*{cards}\s*$")))
    press(phone, "Record the tricks")
    says(phone, "Entered by the phone of table 2")
    assert len(night.at(2).decided) == 1
    press(phone, "Yes")
    expect(phone).to_have_url(re.compile("/score/1/2/$"))


def test_the_cards_are_made_and_printed(thursday: Thursday):
    """The organiser's page: a code for each table, one card to a sheet of paper."""
    night = thursday.begin()
    link_revoke(night.by, table=2)
    desk = thursday.desk()
    press(desk, "Phones", within=desk.locator(".tabs"))
    press(desk, "Make a code for the table")
    expect(desk.locator(".link-card")).to_have_count(3)
    looks_well(desk, LAPTOP[0])
    desk.emulate_media(media="print")
    expect(desk.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(desk.get_by_text("Replace or cancel this code").first).to_be_hidden()
    expect(desk.locator(".tabs")).to_be_hidden()
    desk.emulate_media(media="screen")
    phone = thursday.windows.open(PHONE)
    phone.goto(desk.locator("#table-2 .address").inner_text())
    expect(phone).to_have_url(re.compile("/score/1/1/$"))


def test_what_was_refused_while_it_waited_is_changed_and_sent(thursday: Thursday):
    """Sent without the network, refused for its sum: back in its form with the reason, and sent anew."""
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    hands.by_count(phone)
    hands.put_in(phone, dict.fromkeys(people, 50) | {people[0]: 51})
    with thursday.windows.outage():
        send_in_vain(phone)
        phone.goto("/score/")
        phone.unroute("**/score/1/1/")
        says(phone, "Not recorded:")
        says(phone, f"After this deal: {people[0]} 51")
    thursday.windows.excused += 1
    press(phone, "Change: Table 2 · Round 1 · Deal 1")
    expect(hands.amount(phone, people[0])).to_have_value("51")
    hands.reload(phone)
    expect(hands.amount(phone, people[0])).to_have_value("51")
    hands.put_in(phone, {people[1]: 49})
    send(phone)
    says(phone, f"{people[0]} won")
    expect(phone.locator("#queue")).to_be_hidden()
    assert recorded(night) == [1]


def test_what_cannot_be_recorded_is_asked_or_thrown_away(thursday: Thursday):
    """The other phone was faster: what waited here is kept with the reason, until somebody decides."""
    night = thursday.begin()
    first, second, people = thursday.scan(), thursday.scan(), thursday.people()
    fill_in(second, people[::-1])
    with thursday.windows.outage():
        send_in_vain(second)
        fill_in(first, people)
        send(first)
        says(first, f"{people[0]} won")
        second.goto("/score/")
        second.unroute("**/score/1/1/")
        says(second, "Not recorded: This deal is already recorded.")
        says(second, f"Won: {people[-1]}")
    thursday.windows.excused += 1
    press(second, "Ask the organiser: Table 2 · Round 1 · Deal 1")
    says(second, "Sent to the organiser.")
    expect(second.locator("#queue li")).to_have_count(0)
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.table, ask.version, ask.typed[0]) == (2, 1, f"Won: {people[-1]}")
    assert len(night.facts.pools) == 1
