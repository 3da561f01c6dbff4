"""A table's phone: nothing is sent half, nothing is lost, and what is wrong is said while it is typed."""

import re

from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser import hands
from tests.browser.hands import press, says, touch
from tests.browser.test_scorer_link import Thursday, fill_in, recorded, send, thursday
from tests.scoring.services.test_deal_record import body
from tournaments.evening.services.evenings import GameChoice
from tournaments.models import DealVersion
from tournaments.scoring.services.deals import deal_record

__all__ = ["thursday"]


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
    night, phone, people = thursday.filled(deals=2)
    statuses: list[int] = []
    with thursday.windows.outage():
        drop_answers(phone, statuses)
        send(phone)
        press(phone, "Change: Table 2 · Round 1 · Deal 1")
        phone.unroute("**/score/1/1/")
        hands.put_in(phone, {people[0]: 6})
        send(phone)
        says(phone, "Not recorded: This deal is already recorded.")
    thursday.windows.excused += 1
    assert statuses[0] == 200
    (pool,) = night.facts.pools
    assert pool.version == 1
    press(phone, "Ask the organiser: Table 2 · Round 1 · Deal 1")
    says(phone, "Sent to the organiser.")
    says(phone, "Deal 2 of 2")
    fill_in(phone, people)
    send(phone)
    says(phone, f"{people[0]} won")
    assert DealVersion.objects.count() == 2


def test_what_was_not_changed_is_the_same_request(thursday: Thursday):
    night, phone, people = thursday.filled()
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


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name ?? ''"))


def test_enter_goes_to_the_next_figure_and_the_last_one_sends(thursday: Thursday):
    """It sends nothing half: from the last figure it goes back to an empty one."""
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    figures = phone.locator("form.deal input.count:visible")
    names = figures.evaluate_all("fields => fields.map(field => field.name)")
    figures.first.focus()
    phone.keyboard.type("9")  # what the caller put in follows from it
    for name in (names[2], names[3], names[2]):
        phone.keyboard.press("Enter")
        assert focused(phone) == name
    phone.keyboard.type("1")
    phone.locator("#step-winners input").first.press("Enter")
    assert DealVersion.objects.count() == 0
    figures.nth(2).focus()
    phone.keyboard.press("Enter")
    phone.keyboard.type("2")
    phone.keyboard.press("Enter")
    says(phone, f"{people[0]} won")
    assert sorted(line.counters or 0 for line in night.facts.pools[0].lines) == [-9, -2, -1, 12]


def test_a_figure_is_selected_so_that_typing_replaces_it(thursday: Thursday):
    thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    field = hands.amount(phone, people[0])
    assert field.get_attribute("enterkeyhint") == "next"
    field.fill("76")
    phone.locator("h1").tap()
    field.tap()
    expect(field).to_be_focused()
    phone.wait_for_function("() => getSelection().toString() === '76'")
    phone.keyboard.type("40")
    expect(field).to_have_value("40")


def test_the_last_figure_follows_from_the_sum(thursday: Thursday):
    """It is filled in until somebody types otherwise; what was left out is said until it is tapped."""
    thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.by_count(phone)
    for who, has in zip(people[:3], (60, 45, 48), strict=True):
        hands.amount(phone, who).fill(str(has))
    last = hands.amount(phone, people[3])
    expect(last).to_have_value("47")
    hands.amount(phone, people[2]).fill("50")
    expect(last).to_have_value("45")
    last.fill("44")
    hands.amount(phone, people[2]).fill("51")
    expect(last).to_have_value("44")
    expect(phone.locator("[data-tally]")).to_have_text("The total is right")
    with thursday.windows.refused(phone):
        send(phone)
        says(phone, "Tap the winner of the pool.")
    thursday.windows.excused += 1
    touch(phone, phone.locator("#step-winners").get_by_label(people[0], exact=True))
    expect(phone.get_by_text("Tap the winner of the pool.")).to_have_count(0)
    says(phone, "Tap the players who called")


def test_three_stakes_add_up_while_they_are_typed(thursday: Thursday):
    """The sum of each pool, what each wins or loses, and whose counters do not suffice."""
    night = thursday.begin(GameChoice("three-stake-brag", {}, "fixed"), players=5, deals=2)
    phone, people = thursday.scan(1), thursday.people(1)
    hands.tap_people(phone, people[:1], people[1:2])
    for stake, counters in (("First", "2"), ("Second", "5"), ("Third", "3")):
        phone.get_by_label(f"{stake} stake", exact=True).fill(counters)
    for stake, winner in (("first", people[0]), ("third", "Nobody")):
        of_stake = phone.get_by_role("group", name=f"Won the {stake} stake")
        touch(phone, of_stake.get_by_label(winner, exact=True))
    hands.amount(phone, people[0]).fill("12")
    expect(hands.amount(phone, people[1])).to_have_value("12")  # who called put in as much
    expect(live := phone.locator("[data-tally]")).to_have_text("Pool: 10 + 39 + 15")
    won = phone.locator("[data-outcome]")
    expect(won).to_have_text(["+35", "−14", "−7", "−7", "−7"])
    hands.amount(phone, people[0]).fill("46")
    expect(live).to_have_text(f"{people[0]} has only 50")
    hands.amount(phone, people[0]).fill("12")
    expect(hands.amount(phone, people[1])).to_have_value("12")
    hands.amount(phone, people[0]).press("Enter")  # nobody else is asked for a bet
    says(phone, f"{people[0]} won")
    assert [line.counters for line in night.facts.pools[0].lines] == [35, -14, -7, -7, -7]
    press(phone, "Enter deal 2")
    expect(phone.get_by_label("Second stake", exact=True)).to_have_value("5")


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


def test_the_table_corrects_its_slip(thursday: Thursday):
    """*No, change it* unfolds the filled form beside *Yes*; what is recorded is shown at once."""
    night = thursday.begin(deals=2)
    phone, people = thursday.scan(), thursday.people()
    fill_in(phone, people)
    send(phone)
    says(phone, f"{people[0]} won")
    yes, no = phone.get_by_role("link", name="Yes"), phone.locator("#correct > summary")
    left, right = (found.evaluate("one => one.getBoundingClientRect().top") for found in (yes, no))
    assert left == right, "beside each other"
    touch(phone, no)
    hands.by_count(phone)
    before = hands.amount(phone, people[0]).input_value()
    for name, more in ((people[0], 1), (people[1], -1)):
        field = hands.amount(phone, name)
        field.fill(str(int(field.input_value()) + more))
    press(phone, "Record the result")
    says(phone, "Corrected: “corrected at the table”")
    expect(hands.amount(phone, people[0])).to_have_value(str(int(before) + 1))
    (pool,) = night.facts.pools
    assert pool.version == 2
    press(phone, "Yes")
    expect(phone).to_have_url(re.compile("/score/1/2/$"))


def test_a_wrong_sum_is_shown_while_it_is_typed(thursday: Thursday):
    """It is refused when it is sent, keeps what was typed, and is mended."""
    night = thursday.begin()
    phone, people = thursday.scan(), thursday.people()
    hands.tap_people(phone, people[:1], people[1:2])
    hands.by_count(phone)
    hands.put_in(phone, dict.fromkeys(people, 48) | {people[0]: 57})
    tally = phone.locator("[data-tally]")
    expect(tally).to_have_text("1 too many")
    expect(tally).to_have_class(re.compile("wrong"))
    with thursday.windows.refused(phone):
        send(phone)
    thursday.windows.excused += 1
    expect(hands.amount(phone, people[0])).to_have_value("57")
    expect(phone.locator("#step-winners").get_by_label(people[0])).to_be_checked()
    hands.put_in(phone, {people[0]: 55})
    expect(tally).to_have_text("1 too few")
    hands.put_in(phone, {people[0]: 56})
    expect(tally).to_have_text("Adds up")
    send(phone)
    says(phone, f"{people[0]} won")
    assert recorded(night) == [1]


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
    hands.by_count(desk)
    tally = desk.locator("[data-tally]")
    expect(tally).to_have_text("Adds up")
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
