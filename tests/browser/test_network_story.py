"""What happens to a table's phone as the network comes and goes; the other rows are in ``test_offline``."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.hands import press, says
from tests.browser.listening import HIDE
from tests.browser.network import Mode
from tests.browser.test_offline import Hall, hall, plan_is_there
from tests.browser.test_scorer_link import close_without, fill_in, recorded, send
from tests.browser.windows import until
from tests.scoring.services.test_deal_record import body
from tournaments.models import Journal
from tournaments.phones.selectors import load_open_asks
from tournaments.scoring.services.deals import deal_record

__all__ = ["hall"]

FIVE_MINUTES = 5 * 60 * 1000
"""Milliseconds, of the page's own clock."""


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["refuse", "hole", "deaf"])
@pytest.mark.parametrize("cut_before", ["entry", "sending", "answer"])
def test_five_minutes_and_a_reload(cut_before: str, mode: Mode, hall: Hall) -> None:
    """The page is loaded in vain, as plain http has no worker, and again when the network is back."""
    night = hall.begin(deals=2)
    phone, people = hall.scan(), hall.people()
    phone.clock.install()
    hands.reload(phone)
    plan_is_there(phone)
    if cut_before == "entry":
        hall.network.set(mode)
    fill_in(phone, people)
    hall.network.set("deaf" if cut_before == "answer" else mode)
    send(phone)
    if cut_before == "answer":
        until(phone, lambda: recorded(night) == [1])
        hall.network.set(mode)
    phone.clock.run_for(FIVE_MINUTES)
    expect(phone.locator("#offline")).to_be_visible()
    expect(phone.locator("#goes-on h2")).to_have_text("Deal 2")
    says(phone, "Waiting to be sent")
    assert recorded(night) == ([1] if mode == "deaf" or cut_before == "answer" else [])
    phone.evaluate("location.reload()")
    hall.network.set("up")
    phone.clock.resume()
    hands.go(phone, "/score/")
    until(phone, lambda: recorded(night) == [1])
    expect(phone.locator("#queue")).to_be_hidden()
    assert Journal.objects.filter(verb="deal_recorded").count() == 1


def test_questions_wait_in_their_turn(hall: Hall) -> None:
    """Asked without the network, between two deals: each is sent once, in the order in which it was typed."""
    night = hall.begin(deals=3)
    for deal in (1, 2):
        deal_record(night.by, **body(night, deal=deal))
    phone, people = hall.scan(), hall.people()
    press(phone, "See deal 1")
    plan_is_there(phone)
    before = Journal.objects.count()
    hall.network.set("refuse")
    hands.touch(phone, phone.get_by_text("Is it wrong?"))
    phone.get_by_label("What is wrong?").fill("It was a pair")
    press(phone, "Ask the organiser", within=phone.locator("#ask"))
    expect(phone.locator("#goes-on h2")).to_have_text("Deal 3")
    fill_in(phone, people)
    send(phone)
    title = "Table 2 · Round 1 · Deal"
    expect(phone.locator("#queue li .what")).to_have_text([f"{title} 1 · Ask the organiser", f"{title} 3"])
    hall.network.set("up")
    until(phone, lambda: recorded(night) == [1, 1, 1])
    expect(phone.locator("#queue")).to_be_hidden()
    verbs = Journal.objects.order_by("seq").values_list("verb", flat=True)[before:]
    assert list(verbs) == ["correction_asked", "deal_recorded"]
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.deal, ask.words) == (1, "It was a pair")


def test_a_question_about_what_was_not_recorded_waits_too(hall: Hall) -> None:
    """Another phone was faster, and then the network is away."""
    night, phone, people = hall.filled(deals=2)
    plan_is_there(phone)
    hall.network.set("refuse")
    send(phone)
    expect(phone.locator("#goes-on h2")).to_have_text("Deal 2")
    deal_record(night.by, **body(night))
    hall.network.set("up")
    says(phone, "Not recorded: This deal is already recorded.")
    hall.windows.excused += 1
    expect(phone).to_have_url(re.compile("/score/1/2/$"))
    phone.wait_for_function("() => Live.working")
    hall.network.set("refuse")
    press(phone, "Ask the organiser: Table 2 · Round 1 · Deal 1")
    says(phone, "Waiting to be sent")
    hall.network.set("up")
    until(phone, lambda: len(load_open_asks(night.evening.pk)) == 1)
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.table, ask.version, ask.typed[0]) == (2, 1, f"Won: {people[0]}")
    expect(phone.locator("#queue li")).to_have_count(0)


@pytest.mark.thorough
def test_asleep_for_a_round(hall: Hall) -> None:
    """A deal waits and the next is half typed: the first is told to the organiser, both stay in sight."""
    night = hall.begin(deals=2, unfinished="cut")
    phone, people = hall.scan(), hall.people()
    plan_is_there(phone)
    hall.network.set("hole")
    fill_in(phone, people)
    send(phone)
    expect(phone.locator("#goes-on h2")).to_have_text("Deal 2")
    fill_in(phone, people)
    phone.evaluate(HIDE, True)
    close_without(night, 2)
    hall.network.set("up")
    phone.evaluate(HIDE, False)
    until(phone, lambda: len(load_open_asks(night.evening.pk)) == 1)
    expect(phone).to_have_url(re.compile("/score/2/1/$"))
    hands.reload(phone)
    says(
        phone, "Too late: The round was over. The result was not recorded. The organiser sees what you typed."
    )
    press(phone, "OK: Table 2 · Round 1 · Deal 1")
    says(phone, "Typed here and not sent")
    press(phone, "Ask the organiser: Table 2 · Round 1 · Deal 2")
    says(phone, "Sent to the organiser.")
    assert [(ask.deal, ask.late) for ask in load_open_asks(night.evening.pk)] == [(1, True), (2, False)]
    fill_in(phone, hall.people())
    send(phone)
    until(phone, lambda: recorded(night) == [2])
    expect(phone.locator("#queue")).to_be_hidden()
