"""A player's phone, in the hand: nothing is typed twice, and every word is explained one tap away."""

import re
from collections import Counter

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.evenings import simulated
from tests.browser.eyes import TOO_SMALL
from tests.browser.hands import look_again, press, says, touch
from tests.browser.listening import Live
from tests.browser.windows import LAPTOP, PHONE, Windows
from tournaments.models import EntryRow, ScorerLink
from tournaments.phones.selectors import make_token, select_open_claims
from tournaments.phones.services import links_make, phone_claim_decide, phone_code_show


def test_the_words_are_one_tap_away(live: Live):
    phone = live.phone()
    expect(phone.get_by_text("The last table. Players who go down")).to_be_hidden()
    press(phone, "Words")
    expect(phone.get_by_text("The last table. Players who go down")).to_be_in_viewport()
    expect(phone.get_by_text("A player stayed in to the showdown")).to_be_visible()


def test_who_opens_it_anew_is_led_back_to_the_own_seat(live: Live):
    """The program on the phone's first screen opens where one types a code."""
    phone = live.phone()
    name = phone.locator("h1").inner_text()
    phone.goto("/join/")
    expect(phone.locator("#last h2")).to_have_text(name)
    press(phone, "Go to your seat")
    expect(phone).to_have_url(live.windows.url + live.address)


def test_who_sits_here_and_back_to_the_table(live: Live):
    """A tap is answered without the network, and told later. The page for codes leads back to the table."""
    night = live.night
    links_make(night.by)
    token = make_token(ScorerLink.objects.get(evening=night.evening, table=1))
    phone, desk = live.windows.open(PHONE), live.windows.open(LAPTOP, user=night.alice)
    phone.goto(f"/s/{token}/")
    says(phone, "Who sits here?")
    assert phone.evaluate(TOO_SMALL) == []
    with live.windows.outage():
        phone.context.set_offline(True)
        press(phone, "Somebody else")
        says(phone, "The organiser sees that other people sit here.")
        phone.context.set_offline(False)
        phone.wait_for_function("() => localStorage.getItem('headtable.seats') === null")
    desk.goto(f"/evenings/{night.evening.pk}/")
    says(desk, "Other people sit at table 1 than the program says.")
    press(phone, "We sit here")
    expect(phone.get_by_text("Who sits here?")).to_be_hidden()
    for page in ("/join/", "/"):
        phone.goto(page)
        press(phone, "Go to your table")
        expect(phone.locator("h1")).to_contain_text("Table 1")


def test_an_evening_of_long_ago_is_not_offered(live: Live):
    phone = live.windows.open(PHONE)
    phone.clock.install()
    phone.goto(live.address)
    phone.clock.fast_forward(19 * 60 * 60 * 1000)
    phone.goto("/join/")
    expect(phone.locator("#last")).to_be_hidden()


def test_what_is_to_be_done_is_read_at_arms_length(live: Live):
    """Table and seat are at least a twelfth of the phone's width high, and on the first screen."""
    place = live.phone().locator(".place")
    expect(place).to_be_in_viewport(ratio=1)
    size = place.locator("b").first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert size >= PHONE[0] / 6


def test_a_few_letters_find_the_own_name(live: Live):
    """Names of which a part begins so come first; Enter takes the only one, and nobody of several."""
    names = sorted(live.night.facts.names.values())
    phone = live.windows.open(PHONE)
    phone.goto(f"/j/{live.night.evening.join_code}/")
    field, left = phone.get_by_label("Type the start of your name"), phone.locator("#names a:visible .who")
    field.fill("a")
    first = [name for name in names if " a" in f" {name.lower()}"]
    rest = [name for name in names if "a" in name.lower() and name not in first]
    assert len(first) > 1
    assert rest
    expect(left).to_have_text([*first, *rest])
    field.press("Enter")
    expect(phone.locator("#known")).to_be_hidden()
    field.fill(names[-1][:-1].upper())
    expect(left).to_have_text([names[-1]])
    field.press("Enter")
    expect(phone.locator("h1")).to_have_text(names[-1])


def test_this_is_me_takes_two_taps_six_keys_and_one_load(live: Live):
    phone, loads = live.phone(), list[str]()
    entry = EntryRow.objects.select_related("evening__club").get(pk=live.night.table(2)[0])
    code = phone_code_show(by=live.night.alice, entry=entry, now=timezone.now())
    phone.on("load", lambda page: loads.append(page.url))
    touch(phone, phone.get_by_text("This is me", exact=True))
    phone.keyboard.type(code)
    press(phone, "Go to your seat")
    expect(phone.locator(".claim")).to_have_text("This phone remembers you this evening.")
    expect(phone.locator(".place")).to_be_in_viewport()
    assert loads == [live.windows.url + live.address]


def test_what_the_organiser_answers_is_said_once(live: Live):
    """The page changes by itself, and what was typed in the meantime stays."""
    phone = live.phone()
    touch(phone, phone.get_by_text("This is me", exact=True))
    press(phone, "Without a code: ask the organiser")
    touch(phone, phone.get_by_text("This is me", exact=True))
    phone.keyboard.type("123")
    [claim] = select_open_claims(live.night.evening.pk)
    phone_claim_decide(by=live.night.alice, evening=live.night.evening, claims=[claim.pk], granted=False)
    expect(phone.locator("#told")).to_have_text(
        "The organiser did not confirm that this is you. Ask them for a code."
    )
    expect(phone.locator("input.code")).to_have_value("123")
    expect(phone.locator("input.code")).to_be_focused()


def test_the_organiser_agrees_at_one_tap(live: Live):
    """The claim comes to the console by itself, and stays there while the evening goes on around it."""
    phone, desk = live.phone(), live.windows.open(LAPTOP, user=live.night.alice)
    desk.goto(f"/evenings/{live.night.evening.pk}/")
    touch(phone, phone.get_by_text("This is me", exact=True))
    press(phone, "Without a code: ask the organiser")
    expect(desk.locator("#claims summary")).to_have_text("“This is me” requests: 1")
    with desk.expect_response(lambda answer: "?seq=" in answer.url):
        live.start(600)
    look_again(desk)
    assert desk.locator("#claims summary").count() == 1
    press(desk, re.compile("^Confirm"), within=desk.locator("#claims"))
    expect(phone.locator("#told")).to_have_text("This phone remembers you this evening.")


APART = """() => [...document.querySelectorAll('.path li')].flatMap(tile => {
  const boxes = [...tile.querySelectorAll('.step > *, .soft.small')].map(one => {
    const words = new Range();
    words.selectNodeContents(one);
    return (one.parentElement === tile ? words : one).getBoundingClientRect();
  });
  return boxes.filter((one, n) => one.height > 32 || boxes.slice(n + 1).some(other =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
}).length"""
ROWS = """() => Object.values(Object.groupBy([...document.querySelectorAll('.tiles > div')],
  tile => tile.getBoundingClientRect().top))
  .map(row => row.map(tile => tile.querySelector('dd').getBoundingClientRect().bottom))"""
"""Where the figures stand, row by row."""


@pytest.mark.parametrize(("wide", "rows"), [(360, 2), (390, 1)])
def test_figures_of_rounds_lie_apart_and_those_of_tiles_in_a_line(windows: Windows, wide: int, rows: int):
    night = simulated(rounds=4, seed="7", game="clag", open=True)
    holders = Counter(chip.entry for chip in night.facts.chips.taken)
    page = windows.open((wide, 844))
    page.goto(reverse("player", args=[night.evening.join_code, holders.most_common()[0][0]]))
    expect(page.locator(".path .chip").first).to_be_visible()
    assert page.evaluate(APART) == 0
    assert [len(set(row)) for row in page.evaluate(ROWS)] == [1] * rows
