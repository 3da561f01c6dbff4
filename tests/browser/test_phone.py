"""A player's phone, in the hand: nothing is typed twice, and every word is explained one tap away."""

from playwright.sync_api import expect

from tests.browser.eyes import TOO_SMALL
from tests.browser.hands import press, says
from tests.browser.listening import Live
from tests.browser.windows import LAPTOP, PHONE
from tournaments.models import ScorerLink
from tournaments.phones.selectors import token_of
from tournaments.phones.services import links_make


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
    token = token_of(ScorerLink.objects.get(evening=night.evening, table=1))
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
    size = place.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert size >= PHONE[0] / 6
