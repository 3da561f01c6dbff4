"""A table's phone: nothing is sent half, nothing is lost, and everything can be read on a narrow one."""

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.rules.registry import RULESETS
from tests.browser import hands
from tests.browser.boxes import SETTLED
from tests.browser.eyes import WIDER
from tests.browser.hands import press, says
from tests.browser.test_scorer_link import Thursday, fill_in, lose_what_is_sent, recorded, send, thursday
from tests.browser.windows import PHONE
from tests.scoring.services.test_deal_record import body
from tournaments.bell.services.bell import moves_apply
from tournaments.evening.services.evenings import Choice
from tournaments.models import DealVersion, EntryRow
from tournaments.scoring.services.deals import deal_record

__all__ = ["thursday"]

BROKEN = """() => {
  const broken = [], walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.checkVisibility({visibilityProperty: true})) continue;
    if (node.parentElement.closest('.visually-hidden, script, style, template, option')) continue;
    for (const {0: word, index} of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1 && word.length <= 30) broken.push(`${word}: ${node.data.trim()}`);
    }
  }
  return broken;
}"""
"""The words that do not stand on one line."""
NAMES = ["Elisabeth Zimmermann", "Alexander Schmidt", "Bartholomäus Schwarzenberger", "Maximiliane Hohenlohe"]
WIDTHS = (320, 360, 390)


def reads_well(page: Page) -> None:
    """Every word stands on one line, and nothing is wider than a phone."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(SETTLED)  # names get smaller with the next picture
        assert page.evaluate(BROKEN) == [], (page.url, width)
        assert page.evaluate(WIDER, width) == [], page.url


def drop_answers(page: Page, statuses: list[int]) -> None:
    """The server handles what is sent to the deal, and its answer is lost."""

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            statuses.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/score/1/1/", lose)


def test_a_changed_entry_is_another_request(thursday: Thursday):
    """The first was recorded and its answer lost: the change is told apart, and the phone goes on."""
    night = thursday.begin(deals=2)
    phone, people = thursday.scan(), thursday.people()
    fill_in(phone, people)
    statuses: list[int] = []
    with thursday.windows.outage():
        drop_answers(phone, statuses)
        send(phone)
        press(phone, "Change: Table 2 · Round 1 · Deal 1")
        phone.unroute("**/score/1/1/")
        hands.put_in(phone, {people[0]: 6})
        send(phone)
        says(phone, "This deal is already recorded.")
        says(phone, "Your entry was not recorded")
    thursday.windows.excused += 1
    assert statuses[0] == 200
    says(phone, f"{people[0]} won")
    expect(phone.locator("#queue")).to_be_hidden()
    (pool,) = night.facts.pools
    assert pool.version == 1
    phone.locator("#ask button").click()
    says(phone, "Sent to the organiser.")
    press(phone, "Enter deal 2")
    fill_in(phone, people)
    send(phone)
    says(phone, f"{people[0]} won")
    assert DealVersion.objects.count() == 2


def test_what_was_not_changed_is_the_same_request(thursday: Thursday):
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    fill_in(phone, people)
    with thursday.windows.outage():
        drop_answers(phone, [])
        send(phone)
        press(phone, "Change: Table 2 · Round 1 · Deal 1")
        phone.unroute("**/score/1/1/")
        send(phone)
        says(phone, f"{people[0]} won")
    assert "already recorded" not in phone.content()
    assert recorded(night) == [1]


def test_back_to_a_form_that_was_sent(thursday: Thursday):
    """The browser brings back the form at the desk: changed, it is not the request of before."""
    thursday.begin()
    desk, people = thursday.desk(), thursday.people()
    press(desk, re.compile("Enter the result"), within=desk.locator("article", has=desk.locator("#t2")))
    fill_in(desk, people)
    key = desk.locator("form.deal [name=request_key]")
    keys = []
    for amount in (5, 5, 6):
        hands.put_in(desk, {people[0]: amount})
        desk.locator("form.deal").evaluate(
            """form => {
              form.addEventListener("submit", event => event.preventDefault(), {once: true});
              form.requestSubmit();
            }"""
        )
        keys.append(key.input_value())
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(("game", "fields"), [("draw-poker", 4), ("three-stake-brag", 11)])
def test_enter_sends_nothing_half(game: str, fields: int, thursday: Thursday):
    """Enter goes to the next empty number, round and round, and sends only what has all of them."""
    thursday.begin(Choice(game=game), players=12 if game == "draw-poker" else 15)
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    numbers = phone.locator("form.deal input.count:visible")
    numbers.first.focus()
    phone.keyboard.type("9")
    names = numbers.evaluate_all("fields => fields.map(field => field.name)")
    seen = set()
    for _press in range(3 * len(names)):
        phone.keyboard.press("Enter")
        assert phone.evaluate("document.activeElement.value") == ""
        seen.add(phone.evaluate("document.activeElement.name"))
    assert 1 < len(seen) < len(names) == fields
    phone.locator("#step-winners input").first.press("Enter")
    expect(numbers.first).to_have_value("9")
    assert DealVersion.objects.count() == 0


def test_enter_with_all_numbers_sends(thursday: Thursday):
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    for who in people:
        field = hands.amount(phone, who)
        if field.input_value() == "":
            field.fill("2")
    hands.amount(phone, people[0]).press("Enter")
    says(phone, f"{people[0]} won")
    assert recorded(night) == [1]


def test_enter_at_the_bells_count(thursday: Thursday):
    """A count of some is sent by its button alone."""
    night = thursday.begin(counting="at_the_end")
    head, names = night.table(1), night.facts.names
    phone = thursday.scan(1)
    hands.tap_people(phone, [names[head[0]]], [names[head[1]]])
    hands.amount(phone, names[head[0]]).fill("60")
    hands.amount(phone, names[head[0]]).press("Enter")
    assert phone.evaluate("document.activeElement.value") == ""
    assert recorded(night, 1) == []


def test_earlier_deals_can_be_reached(thursday: Thursday):
    thursday.begin(deals=3)
    phone, people = thursday.scan(), thursday.people()
    for deal in (1, 2):
        fill_in(phone, people)
        send(phone)
        press(phone, f"Enter deal {deal + 1}")
    press(phone, "See deal 1")
    says(phone, f"{people[0]} won")
    says(phone, "Is it wrong?")
    expect(phone.get_by_role("link", name="See deal 1")).to_have_count(0)
    press(phone, "See deal 2")
    press(phone, "Enter deal 3")


def test_a_late_result_stands_beside_what_is_recorded(thursday: Thursday):
    """The desk recorded another result meanwhile: the console shows both, and leads to the deal."""
    night = thursday.begin(unfinished="cut")
    phone, people = thursday.scan(), thursday.people()
    fill_in(phone, people)
    with thursday.windows.outage():
        lose_what_is_sent(phone)
        send(phone)
        says(phone, "Waiting to be sent")
        night.play_round()
        moves_apply(night.by, round=1)
        phone.unroute("**/score/1/1/")
        says(phone, "The organiser sees what you typed.")
    thursday.windows.excused += 1
    desk = thursday.desk()
    asks = desk.locator(".asks")
    expect(asks).to_contain_text(f"Won: {people[0]}")
    expect(asks.locator("dd").last).to_contain_text("won:")
    press(desk, re.compile("Open the deal"), within=asks)
    says(desk, "Correct this result")


def test_an_odd_drop_is_asked(thursday: Thursday):
    """All counters are in and nobody called: it is asked, and the answer stands with the deal."""
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], [])
    hands.put_in(phone, dict.fromkeys(people, 50) | {people[-1]: 49})
    with thursday.windows.refused(phone):
        send(phone)
        question = phone.get_by_label("Yes, they did not call")
        expect(question).to_be_visible()
    thursday.windows.excused += 1
    says(phone, f"{people[1]} and {people[2]} did not call")
    assert recorded(night) == []
    question.check()
    send(phone)
    says(phone, f"Confirmed: {people[1]}, {people[2]} did not call.")


def live_check(page: Page) -> str:
    return page.locator("[data-tally]").inner_text()


def test_no_tick_beside_what_is_refused(thursday: Thursday):
    """The total alone is no promise: the winner must win, and who called must have lost as much."""
    night = thursday.begin()
    deal_record(night.by, **body(night, 2))
    desk, people = thursday.desk(), thursday.people()
    desk.goto(reverse("deal", args=[night.evening.pk, 1, 2, 1]))
    desk.get_by_text("Correct this result").click()
    tally = desk.locator("[data-tally]")
    expect(tally).to_have_text("✓ Adds up")
    desk.locator("#step-winners").get_by_label(people[0]).click()
    for who in people[2:]:
        desk.locator("#step-winners").get_by_label(who).check(force=True)
        expect(tally).to_have_text("The total is right")
        desk.locator("#step-winners").get_by_label(who).click()
    desk.locator("#step-winners").get_by_label(people[0]).check(force=True)
    hands.put_in(desk, dict(zip(people, (51, 51, 49, 49), strict=True)))
    expect(tally).to_have_text("The total is right")
    hands.put_in(desk, dict(zip(people, (150, 49, 0, 1), strict=True)))
    expect(tally).to_have_text("The total is right")


def phone_pages(thursday: Thursday, game: str) -> Iterator[Page]:
    """Every page that a German table's phone shows in a deal of the game."""
    rules = RULESETS[game]
    choice = Choice(game=game, format="progressive" if rules.progressive else "fixed")
    night = thursday.begin(choice, players=rules.fewest * (2 if rules.progressive else 1))
    for number, entry in enumerate(EntryRow.objects.filter(evening=night.evening).order_by("pk")):
        entry.name = NAMES[number % len(NAMES)] + (f" {number}" if number >= len(NAMES) else "")
        entry.save()
    phone = thursday.scan(1, thursday.windows.open(PHONE, locale="de-DE"))
    yield phone
    if rules.stakes:
        pool = body(night, 1, in_call=night.table(1))
        steps = {"/score/1/1/": lambda: deal_record(night.by, **pool), "/score/": None}
    else:
        steps = {"/score/": lambda: night.bid(1), "/score/1/1/": lambda: night.score(1)}
        steps["/score/1/sheet/"] = None
    for address, step in steps.items():
        hands.go(phone, "about:blank")
        if step:
            step()
        hands.go(phone, address)
        yield phone


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", RULESETS)
def test_long_words_on_narrow_phones(game: str, thursday: Thursday):
    for page in phone_pages(thursday, game):
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        reads_well(page)
