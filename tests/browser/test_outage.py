"""The database cannot be written: phones keep what they have, pages say so, and all goes on by itself."""

from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.browser.hands import says
from tests.browser.test_scorer_link import Thursday, looks_well, send
from tests.browser.test_scorer_link import thursday as thursday
from tests.browser.windows import LAPTOP


def test_it_is_not_tried_again_before_the_server_has_asked_for_it(thursday: Thursday):
    """The queue sends every few seconds and at each message of the stream, whatever the server asked for."""
    _night, phone, people = thursday.filled()
    sent: list[str] = []

    def busy(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.url)
        return route.fulfill(status=503, headers={"Retry-After": "600"}, json={"status": "unavailable"})

    with thursday.windows.outage():
        phone.route("**/score/1/1/", busy)
        send(phone)
        expect(phone.locator("#queue")).to_contain_text("Waiting to be sent")
        for _again in range(3):
            phone.evaluate("document.dispatchEvent(new CustomEvent('live:state'))")
            phone.wait_for_timeout(100)
        assert len(sent) == 1
        phone.unroute("**/score/1/1/")
        phone.evaluate(
            "window.dispatchEvent(new Event('online'))"
        )  # the network came back: that may have been it
        says(phone, f"{people[0]} won")


def test_the_page_of_an_outage_comes_back_by_itself(thursday: Thursday):
    night = thursday.begin()
    desk = thursday.desk()
    where = reverse("evening", args=[night.evening.pk])
    aside = thursday.site.database.with_suffix(".aside")
    with thursday.windows.outage():
        thursday.site.database.rename(aside)
        thursday.site.database.mkdir()
        try:
            answer = desk.goto(where)
            assert answer is not None
            assert answer.status == 503
            says(desk, "The database does not answer.")
            looks_well(desk, LAPTOP[0])
        finally:
            thursday.site.database.rmdir()
            aside.rename(thursday.site.database)
        expect(desk.locator("main")).to_contain_text("Round 1")
