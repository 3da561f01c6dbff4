"""Counters that are counted only at the end: what is missing is shown while they are typed."""

from playwright.sync_api import expect

from tests.browser.evenings import simulated
from tests.browser.hands import press, says
from tests.browser.scenes import play_out
from tests.browser.windows import PHONE, Windows
from tournaments.core.settings import Counting, Settings
from tournaments.results.services import evening_settle


def test_all_counters_are_typed_in(windows: Windows):
    """Nine stakes make 450: half a count is not sent by a key, and with five too few nothing is finished."""
    night = simulated(
        players=9, rounds=1, seed="11", open=True, settings=Settings(counting=Counting.AT_THE_END)
    )
    play_out(night)
    night.decide()
    evening_settle(night.by, round=1)
    phone = windows.open(PHONE, user=night.alice)
    phone.goto(f"/evenings/{night.evening.pk}/")
    fields, left = phone.locator("#counts input[type=number]"), phone.locator("[data-left]")
    expect(fields).to_have_count(9)
    fields.first.fill("110")
    fields.first.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    for n in range(1, 9):
        fields.nth(n).fill("50" if n > 1 else "-10")
    expect(left).to_have_text("")  # a sum of 450 that is refused
    for n, counters in enumerate(("50", "45")):
        fields.nth(n).fill(counters)
    expect(left).to_have_text("5 too few")
    with windows.refused(phone):
        press(phone, "Save")
    expect(phone.locator(".note.refused")).to_contain_text("5 too few")
    expect(phone.get_by_role("button", name="Finish the evening")).to_have_count(0)
    fields.first.fill("55")
    expect(left).to_have_text("Difference 0")
    press(phone, "Save")
    says(phone, "Everything adds up")
