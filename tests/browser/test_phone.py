"""A player's phone, in the hand: nothing is typed twice, and every word is explained one tap away."""

from playwright.sync_api import expect

from tests.browser.hands import press
from tests.browser.listening import Live
from tests.browser.windows import PHONE


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
    expect(phone.locator("#last-name")).to_have_text(name)
    press(phone, "Go to your seat")
    expect(phone).to_have_url(live.windows.url + live.address)


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
    size = place.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert size >= PHONE[0] / 6
