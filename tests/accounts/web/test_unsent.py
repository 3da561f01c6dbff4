"""A form that meets an ended session comes back after signing in: filled, not sent, to the same user."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import PasswordInput
from django.test import Client
from django.utils import timezone

from accounts.models import Club, Player
from accounts.sessions import SECRET, SessionStore
from accounts.shared.forms import PlainForm
from accounts.shared.services import delete_sessions
from tests.sessions import ticket
from tests.web.addresses import address
from tests.web.forms import (
    PASSWORD,
    expire,
    form_on,
    forms,
    note,
    other_values,
    send,
    sign_in,
    targets,
    token,
    values,
)
from tests.web.html import Element
from tests.web.test_every_member import CASES as EVENINGS
from tests.web.test_matrix import BODIES, ROWS
from tournaments.core.record import Stage
from tournaments.models import Journal

POSTS = [name for name, (_get, post) in ROWS.items() if post.split()[0] == "login"]
"""Every form of members, as the matrix of rights has it."""


@pytest.fixture
def people(cast):
    for user in (cast.alice, cast.bob, cast.charlie):
        user.set_password(PASSWORD)
        user.save()
    return cast


@pytest.fixture
def browser(people):
    """Alice's browser, signed in, with the check of forged requests."""
    client = Client(enforce_csrf_checks=True)
    client.cookies[django_settings.SESSION_COOKIE_NAME] = ticket(people.alice)
    return client


@pytest.mark.sample(24)
@pytest.mark.parametrize("name", POSTS)
def test_every_form_comes_back(name, people, night, browser):
    """As the same page, filled with what was entered, with a sentence that names what was not done."""
    body: dict[str, object] = dict(BODIES.get(name, {}))
    for stage, play in (
        (Stage.PLAYING, True),
        (Stage.CHECK_IN, False),
        (Stage.SEATED, False),
        (Stage.SETTLING, False),
    ):
        evening = night(8, stage)
        for table in evening.tables if play else ():
            evening.play_table(table)
        url = address(name, people, evening)
        page, form = page_of(browser, url)
        if form:
            body = {**body, **other_values(form)}
            break
    expire()
    lines = Journal.objects.count()
    answer = send(browser, page, url, body)
    assert parse_qs(urlsplit(answer["Location"]).query)["next"] == [page]
    back = sign_in(browser, people.alice, answer["Location"])
    assert back.status_code == 200
    assert Journal.objects.count() == lines
    assert note(back).startswith(
        "You were signed out, so “" if form else "You were signed out, so nothing was done."
    )
    if form:
        found = values(form_on(back.text, page, url))
        assert {key: found.get(key) for key in body} == body
    else:
        assert all(str(value) in note(back) for value in body.values())
    assert "no-store" in back.headers["Cache-Control"]
    again = browser.get(back.request["PATH_INFO"])
    assert note(again) == ""


PAGES = (
    "evening",
    "evening-settings",
    "deal",
    "slips",
    "table-count",
    "table-end",
    "person",
    "draw",
    "settle",
)


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(("format", "game"), EVENINGS)
def test_every_form_of_every_format_and_kind_comes_back(format, game, people, night, browser):
    evening = night(8, game=game, format=format.key)
    compared = 0
    for page in {address(name, people, evening) for name in PAGES}:
        answer = browser.get(page)
        for form in forms(answer.text) if answer.status_code == 200 else ():
            url, body = urljoin(page, form.attributes.get("action", "")), other_values(form)
            if url == "/logout/":
                continue
            lines = Journal.objects.count()
            expire()
            back = sign_in(browser, people.alice, send(browser, page, url, body)["Location"])
            same = [values(one) for one in forms(back.text) if urlsplit(url).path in targets(one, page)]
            assert any(body.items() <= one.items() for one in same), (url, body)
            assert "readonly" not in note(back)
            assert Journal.objects.count() == lines
            compared += bool(body)
    assert compared >= 2


def page_of(browser, url: str) -> tuple[str, Element | None]:
    """The page with the form that is sent to the address: there, or above it."""
    page, best = url, ""
    while page:
        answer = browser.get(page, follow=True)
        if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            real = answer.redirect_chain[-1][0] if answer.redirect_chain else page
            best = best or real
            if form := form_on(answer.text, real, url):
                return real, form
        page = urlsplit(page).path.rstrip("/").rpartition("/")[0]
        page = f"{page}/" if page else ""
    return best, None


NEW_CLUB = "/clubs/new/"


def sign_out_in_another_tab(client, user) -> None:
    page = client.get("/account/")
    client.post("/logout/", {"csrfmiddlewaretoken": token(page)})


def change_the_password(client, user) -> None:
    user.set_password(PASSWORD)  # with another salt
    user.save()


def clear_sessions(client, user) -> None:
    Session.objects.all().delete()


def let_the_cookie_end(client, user) -> None:
    """Let the browser drop the session's cookie, which is two weeks old."""
    expire()
    del client.cookies["sessionid"]


ENDS = (sign_out_in_another_tab, change_the_password, clear_sessions, let_the_cookie_end)


def enter_a_club(browser, **headers: str):
    browser.get(NEW_CLUB)
    return send(browser, NEW_CLUB, NEW_CLUB, {"name": "Zoë’s Club"}, **headers)


@pytest.mark.every_case
@pytest.mark.parametrize("end", ENDS)
def test_however_the_session_ended(end, people, browser):
    browser.get(NEW_CLUB)
    end(browser, people.alice)
    answer = send(browser, NEW_CLUB, NEW_CLUB, {"name": "Zoë’s Club"})
    signing_in = browser.get(answer["Location"])
    assert "Sign in, and what you entered comes back" in signing_in.text
    assert "Zoë" not in signing_in.text
    back = sign_in(browser, people.alice, answer["Location"])
    assert values(form_on(back.text, NEW_CLUB, NEW_CLUB))["name"] == ["Zoë’s Club"]
    assert "“Create the club” was not done" in note(back)
    assert not Club.objects.filter(name="Zoë’s Club").exists()
    assert Session.objects.get(
        session_key=browser.session.session_key
    ).expire_date > timezone.now() + timedelta(13)


@pytest.mark.every_case
@pytest.mark.parametrize("end", ENDS)
def test_another_user_gets_nothing_of_it(end, people, browser):
    browser.get(NEW_CLUB)
    end(browser, people.alice)
    answer = send(browser, NEW_CLUB, NEW_CLUB, {"name": "Zoë’s Club"})
    back = sign_in(browser, people.bob, answer["Location"])
    assert "Zoë" not in back.text
    assert note(back) == (
        "Before you signed in, “Create the club” was pressed here. It was not done. "
        "What was entered is lost: Club name."
    )
    assert not any("Zoë" in str(session.get_decoded()) for session in Session.objects.all())
    assert note(browser.get(NEW_CLUB)) == ""
    browser.get("/account/")
    sign_out_in_another_tab(browser, people.bob)
    assert "Zoë" not in sign_in(browser, people.alice, answer["Location"]).text


def test_what_nobody_known_sent_is_not_stored(people):
    """A browser that was never signed in writes no row, and nobody gets what it sent."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/login/")
    before = Session.objects.count()
    answer = enter_a_club(browser)
    assert Session.objects.count() == before
    assert "What you entered is lost" in browser.get(answer["Location"]).text
    back = sign_in(browser, people.alice, answer["Location"])
    assert "Zoë" not in back.text
    assert "What was entered is lost: Club name." in note(back)


def test_a_forged_cookie_is_nobody(people):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/login/")
    browser.cookies["headtable_user"] = f"{people.bob.pk}:forged"
    enter_a_club(browser)
    assert not any("unsent" in session.get_decoded() for session in Session.objects.all())


def test_a_day_later_it_is_lost(people, browser):
    browser.get(NEW_CLUB)
    expire()
    answer = enter_a_club(browser)
    kept = browser.cookies["sessionid"]
    assert kept["max-age"] == browser.cookies["unsent"]["max-age"] == 24 * 3600
    expire()
    back = sign_in(browser, people.alice, answer["Location"])
    assert "Zoë" not in back.text
    assert "What was entered is lost" in note(back)


def test_a_page_of_an_earlier_sign_in(people, browser):
    """After a sign-in in another tab this one's token is old. The same user has the form back at once."""
    old = token(browser.get(NEW_CLUB))
    entered = {"name": "Zoë’s Club", "csrfmiddlewaretoken": old}
    sign_out_in_another_tab(browser, people.alice)
    answer = browser.post(NEW_CLUB, entered, headers={"Referer": f"http://testserver{NEW_CLUB}"})
    sign_in(browser, people.alice)
    answer = browser.post(NEW_CLUB, entered, headers={"Referer": f"http://testserver{NEW_CLUB}"})
    assert answer["Location"] == NEW_CLUB
    back = browser.get(NEW_CLUB)
    assert values(form_on(back.text, NEW_CLUB, NEW_CLUB))["name"] == ["Zoë’s Club"]
    assert not Club.objects.filter(name="Zoë’s Club").exists()
    end = Session.objects.get(session_key=browser.session.session_key).expire_date
    assert end > timezone.now() + timedelta(days=13)

    sign_out_in_another_tab(browser, people.alice)
    sign_in(browser, people.bob)
    answer = browser.post(NEW_CLUB, entered, headers={"Referer": f"http://testserver{NEW_CLUB}"})
    back = browser.get(answer["Location"])
    assert "Zoë" not in back.text
    assert "What was entered is lost: Club name." in note(back)


def test_a_forged_request_is_refused(people, browser):
    browser.get(NEW_CLUB)
    for forged in ("", "1" * 64, "ü" * 64):
        answer = browser.post(NEW_CLUB, {"name": "Zoë’s Club", "csrfmiddlewaretoken": forged})
        assert answer.status_code == 403
    assert note(browser.get(NEW_CLUB)) == ""


def test_files_and_passwords_are_never_stored(people, browser):
    url = f"/clubs/{people.club.pk}/import/"
    browser.get(url)
    expire()
    file = SimpleUploadedFile("secret.csv", b"name\nSecret Sue\n", "text/csv")
    answer = send(browser, url, url, {"file": file, "what": "people", "reason": "Typo"})
    assert not any("Secret Sue" in str(session.get_decoded()) for session in Session.objects.all())
    back = sign_in(browser, people.alice, answer["Location"])
    assert values(form_on(back.text, url, url))["what"] == ["people"]
    assert "Files and passwords are not stored. Enter them again: File." in note(back)
    assert "reason: Typo" in note(back)
    expire()
    page = "/account/delete/"
    answer = send(browser, page, page, {"password": "seven secret words"})
    assert not any("seven secret" in str(session.get_decoded()) for session in Session.objects.all())
    back = sign_in(browser, people.alice, answer["Location"])
    assert "Enter them again: Your password." in note(back)
    assert "seven secret" not in back.text


def test_every_field_for_a_password_is_known():
    def of(kind: Any) -> set[Any]:
        return {kind} | {one for sub in kind.__subclasses__() for one in of(sub)}

    named = {
        name
        for form in of(PlainForm)
        for name, field in form.base_fields.items()
        if isinstance(field.widget, PasswordInput)
    } - {"again"}  # of the first run, which needs no session
    assert "password" in named
    assert all(SECRET.search(name) for name in named | {"oldpassword", "password1", "password2"})


def test_what_is_larger_than_a_megabyte_is_lost(people):
    browser = Client()  # a browser's request is refused sooner: the page says that it is too large
    browser.cookies["sessionid"] = ticket(people.alice)
    url = f"/clubs/{people.club.pk}/import/"
    browser.get(url)
    expire()
    large = browser.post(url, {"text": "x" * (1024 * 1024 - 2000), "name": "Large"})
    assert "x" * 1000 in sign_in(browser, people.alice, large["Location"]).text
    expire()
    larger = browser.post(url, {"text": "x" * (1024 * 1024 + 1)})
    back = sign_in(browser, people.alice, larger["Location"])
    assert "xxxx" not in back.text
    assert "What was entered is lost" in note(back)


def test_a_request_of_a_part_leads_the_whole_page_to_sign_in(people, night, browser):
    evening = night(8, Stage.CHECK_IN)
    page = f"/evenings/{evening.evening.pk}/"
    url = f"/evenings/{evening.evening.pk}/people/{evening.facts.entries[0].id}/rename/"
    browser.get(page)
    expire()
    htmx = {
        "HX-Request": "true",
        "HX-Current-URL": f"http://testserver{page}",
        "Referer": "http://testserver/",
    }
    answer = send(browser, page, url, {"name": "Zoë", "next": "evening"}, **htmx)
    assert (answer.status_code, answer.content) == (200, b"")
    to = answer["HX-Redirect"]
    assert to.startswith("/login/?next=%2Fevenings")
    back = sign_in(browser, people.alice, to)
    assert back.redirect_chain == [(page, 302)]
    assert values(form_on(back.text, page, url))["name"] == ["Zoë"]


@pytest.mark.every_case
@pytest.mark.parametrize(
    "page",
    ["https://elsewhere.example/clubs/new/", "//elsewhere.example/", "http://testserver//elsewhere.example/"],
)
def test_it_leads_nowhere_else(page, people, browser):
    browser.get(NEW_CLUB)
    expire()
    answer = enter_a_club(browser, Referer=page)
    back = sign_in(browser, people.alice, answer["Location"])
    assert all(urlsplit(to).netloc == "" for to, _status in back.redirect_chain)


def test_a_page_that_the_browser_has_is_sent_anew(people, night, browser):
    page = f"/evenings/{night(8).evening.pk}/"
    tag = browser.get(page)["ETag"]
    expire()
    url = f"/evenings/{page.split('/')[2]}/rounds/1/clock/"
    answer = send(browser, page, url, {})
    to = sign_in(browser, people.alice, answer["Location"]).redirect_chain[-1][0]
    assert to == page
    expire()
    answer = send(browser, page, url, {})
    browser.post(
        "/login/", {"login": people.alice.email, "password": PASSWORD, "csrfmiddlewaretoken": csrf(browser)}
    )
    back = browser.get(page, headers={"If-None-Match": tag})
    assert back.status_code == 200
    assert "“Start the clock” was not done" in note(back)
    assert "ETag" not in back.headers


def csrf(browser) -> Any:
    return browser.cookies["csrftoken"].value


def test_the_administration_too(people, browser):
    people.alice.is_staff = people.alice.is_superuser = True
    people.alice.save()
    player = Player.objects.create(club=people.club, name="Ann")
    page = "/admin/accounts/player/add/"
    assert browser.get(page).status_code == 200
    expire()
    answer = send(browser, page, page, {"name": "Zoë", "club": str(people.club.pk)})
    back = sign_in(browser, people.alice, answer["Location"])
    assert values(form_on(back.text, page, page))["name"] == ["Zoë"]
    assert "“Save” was not done" in note(back)
    assert list(Player.objects.filter(club=people.club)) == [player]


def test_it_is_said_in_german(people, browser):
    browser.get(NEW_CLUB)
    expire()
    answer = enter_a_club(browser, **{"Accept-Language": "de"})
    browser.cookies["django_language"] = "de"
    back = sign_in(browser, people.alice, answer["Location"])
    assert "darum wurde „Club anlegen“ nicht ausgeführt" in note(back)


def test_an_account_that_is_deleted_takes_it_along(people, browser):
    browser.get(NEW_CLUB)
    expire()
    enter_a_club(browser)
    stored = SessionStore(browser.cookies["sessionid"].value)
    assert stored["unsent"]["fields"] == {"name": ["Zoë’s Club"]}
    delete_sessions(people.alice)
    assert not Session.objects.exists()


def test_cookies_are_for_the_server_alone(people, browser):
    answer = browser.get(NEW_CLUB)
    assert answer.cookies["headtable_user"]["httponly"]
    assert "headtable_user" not in browser.get(NEW_CLUB).cookies
    for public in ("/", "/join/", "/manifest.json", "/colours/7a1f3d.css"):
        got = Client().get(public)
        assert "headtable_user" not in got.cookies
        assert "sessionid" not in got.cookies
    assert "headtable_user" not in browser.get("/colours/7a1f3d.css").cookies
