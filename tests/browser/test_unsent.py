"""A session ends while somebody types: nothing of it is lost, and nothing is sent by itself."""

from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser.hands import press
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Cast, make_cast
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal

PASSWORD = "seven yellow chips"


def check_in(cast: Cast) -> Evening:
    """An evening that waits for people; two of them are there."""
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    evening = evening_create(actor=cast.alice, club=cast.club, name="Thursday", settings=Settings())
    check_in_open(RequestedBy(evening.pk, cast.alice))
    people_check_in(
        RequestedBy(evening.pk, cast.alice), people=[Arrival("Ann", "lady"), Arrival("Ben", "gentleman")]
    )
    return evening


def sign_in_again(page: Page, user: str) -> None:
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.locator("main")).to_contain_text("what you entered comes back")
    page.get_by_label("E-mail").fill(user)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in", within=page.locator("main form"))


def test_what_is_typed_comes_back(windows: Windows) -> None:
    """A form, and then a part that is sent by itself; the note is in view, and the field has its text."""
    cast = make_cast()
    evening = check_in(cast)
    for size in (PHONE, LAPTOP):
        page = windows.open(size, user=cast.alice)
        page.goto(f"/evenings/{evening.pk}/")
        names = page.get_by_label("Names, one per line")
        names.fill("Zoë “Zip” O’Hara\nYan")
        Session.objects.all().delete()
        page.get_by_role("button", name="Check in (2)").click()
        sign_in_again(page, cast.alice.email)
        expect(page).to_have_url(f"{windows.url}/evenings/{evening.pk}/")
        expect(names).to_have_value("Zoë “Zip” O’Hara\nYan")
        note = page.locator(".unsent")
        expect(note).to_contain_text("“Check in” was not done")
        expect(note).to_be_focused()
        expect(note).to_be_in_viewport()
        expect(page.get_by_role("button", name="Check in (2)")).to_be_visible()

        # The page is renewed as others change the evening; what came back stays.
        people_check_in(RequestedBy(evening.pk, cast.alice), people=[Arrival(f"Cid {size[0]}", "gentleman")])
        expect(page.locator("#here [aria-pressed=true]")).to_have_count(Evening.objects.get().entries.count())
        expect(names).to_have_value("Zoë “Zip” O’Hara\nYan")
        lines = Journal.objects.count()

        Session.objects.all().delete()
        page.get_by_role("button", name="Role of Ann: lady").click()
        sign_in_again(page, cast.alice.email)
        expect(page.locator(".unsent")).to_contain_text("was not done")
        expect(page.get_by_role("button", name="Role of Ann: lady")).to_be_visible()
        assert Journal.objects.count() == lines
