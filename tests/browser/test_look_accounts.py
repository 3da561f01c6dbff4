"""Pages that are reached by a form or a link with a secret, and refusals: looked at as all others are."""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from playwright.sync_api import Page

from accounts.account.services import token_create
from accounts.clubs.services import claim_ask, club_create, invitation_make
from accounts.models import Membership, Player, Role, User
from accounts.players.selectors import make_claim_ticket
from tests.browser.conftest import watched
from tests.browser.eyes import Act, Eyes
from tests.browser.patience import Chromium
from tests.browser.scenes import LONG
from tests.browser.windows import Windows
from tests.server import Site

PASSWORD = "seven tables and a bell"


def fill(label: str, text: str) -> Act:
    return lambda page: page.get_by_label(label).first.fill(text)


def press(name: str, *first: Act) -> Act:
    def act(page: Page) -> None:
        for one in first:
            one(page)
        page.get_by_role("button", name=name).first.click()

    return act


def unfold(page: Page) -> None:
    for summary in page.locator("main details:not(.menu, .ask, .menu *) > summary").all():
        summary.click()
    page.locator(".menu:has(.ask) > summary").first.click()


MADE: dict[str, tuple[str, str, Act | None]] = {
    "a token is made": ("owner", "/account/tokens/", press("Create the token", fill("Name", LONG))),
    "an invitation is made": ("owner", "/clubs/{club}/invitations/", press("Create the link")),
    "the name is saved": ("owner", "/account/", press("Save")),
    "members, unfolded": ("owner", "/clubs/{club}/members/", unfold),
    "members, for a viewer": ("viewer", "/clubs/{club}/members/", None),
    "club, asked": ("owner", "/clubs/{club}/", None),
    "my password": ("owner", "/account/password/", None),
    "my e-mail, to be confirmed": ("owner", "/account/email/", None),
    "home, asked": ("viewer", "/", None),
    "home of nobody’s club": ("guest", "/", None),
    "this is me": ("owner", "/clubs/{club}/players/{player}/claim/", None),
    "this is me, of a guest": ("guest", "/clubs/{club}/players/{player}/claim/?token={ticket}", None),
    "an invitation": ("nobody", "/i/{invitation}/", None),
    "an invitation, signed in": ("guest", "/i/{invitation}/", None),
    "an invitation for a person": ("guest", "/i/{named}/", None),
    "an invitation, in the club already": ("owner", "/i/{invitation}/", None),
    "the e-mail is confirmed": ("nobody", "/account/email/confirm/{key}/", None),
    "a new password": ("nobody", "/password/new/{reset}/", None),
}
REFUSED: dict[str, tuple[int, str, str]] = {
    "nothing there": (404, "nobody", "/nothing/"),
    "an invitation that is gone": (404, "nobody", "/i/nonsense/"),
    "a link to confirm that is old": (404, "nobody", "/account/email/confirm/nonsense/"),
    "a link to a password that is old": (404, "nobody", "/password/new/1-nonsense/"),
    "not allowed": (403, "viewer", "/clubs/{club}/settings/"),
}
FORMS: dict[str, tuple[str, str, Act]] = {
    "sign in": (
        "nobody",
        "/login/",
        press("Sign in", fill("E-mail", "x@example.org"), fill("Password", "x")),
    ),
    "my e-mail": (
        "owner",
        "/account/email/",
        press("Save", fill("New e-mail", "x@example.org"), fill("Your password", "x")),
    ),
    "delete the account": ("owner", "/account/delete/", press("Delete", fill("Your password", "x"))),
    "forget": (
        "owner",
        "/clubs/{club}/players/{player}/forget/",
        press("Remove the name", fill("The name", "x")),
    ),
}


AGAIN = {
    *("members, for a viewer", "club, asked", "home, asked", "home of nobody’s club", "this is me"),
    *("an invitation, signed in", "an invitation, in the club already", "an invitation for a person"),
    *("an invitation that is gone", "the name is saved", "my e-mail", "delete the account"),
}
"""Pages whose templates others show, too."""


def once(pages: Iterable[str]) -> list[object]:
    """The pages; those of ``AGAIN`` are thorough."""
    return [pytest.param(name, marks=[pytest.mark.thorough] if name in AGAIN else []) for name in pages]


@dataclass
class People:
    """Who looks, each in a window of their own."""

    nobody: Eyes
    owner: Eyes
    viewer: Eyes
    guest: Eyes


@pytest.fixture(scope="module")
def closed(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server where an account needs an invitation, and mail is sent."""
    database = Path(shutil.copy(migrated, tmp_path_factory.mktemp("closed")))
    yield from watched(database, SIGN_UP="invited", EMAIL_HOST="mail.invalid")


@pytest.fixture(scope="module")
def people(browser: Chromium, closed: Site) -> Iterator[People]:
    owner = User.objects.create_user("ona@example.org", PASSWORD, name=LONG)
    viewer = User.objects.create_user("vera@example.org", PASSWORD, name="Vera")
    guest = User.objects.create_user("gus@example.org", PASSWORD, name="Gus")
    club = club_create(owner=owner, name="Donaudampfschifffahrtsgesellschaft and friends")
    Membership.objects.create(user=viewer, club=club, role=Role.VIEWER)
    vera, player = (Player.objects.create(club=club, name=name) for name in ("Vera V.", LONG))
    claim_ask(by=viewer, player=vera)
    token_create(by=owner, name=LONG, role=Role.SCORER, club=club, days=30)
    asked = EmailAddress.objects.create(user=owner, email=f"{'ona' * 15}@example.org")
    invited = partial(invitation_make, by=owner, club=club, days=7)
    places: dict[str, object] = {
        "club": club.pk,
        "player": player.pk,
        "ticket": make_claim_ticket(player.pk),
        "invitation": invited(role=Role.SCORER)[1],
        "named": invited(role=Role.VIEWER, player=player)[1],
        "key": EmailConfirmationHMAC.create(asked).key,
        "reset": f"{user_pk_to_url_str(owner)}-{default_token_generator.make_token(owner)}",
    }
    windows = Windows(browser, closed.url)
    eyes = [Eyes(windows, places, **({"user": who} if who else {})) for who in (None, owner, viewer, guest)]
    yield People(*eyes)
    windows.close()


@pytest.mark.parametrize("name", once(MADE))
def test_a_page_that_is_made(people: People, name: str):
    who, address, act = MADE[name]
    assert getattr(people, who).look(address, act=act) == []


@pytest.mark.parametrize("name", once(REFUSED))
def test_a_refusal(people: People, name: str):
    status, who, address = REFUSED[name]
    assert getattr(people, who).look(address, status=status) == []


def test_sign_up_by_invitation_only(browser: Chromium, people: People, closed: Site):
    """In a window that opened no invitation before."""
    windows = Windows(browser, closed.url)
    assert Eyes(windows, {}).look("/signup/", status=403) == []
    windows.close()


@pytest.mark.parametrize("name", once(FORMS))
def test_a_form_that_is_refused(people: People, name: str):
    who, address, act = FORMS[name]
    eyes: Eyes = getattr(people, who)
    eyes.windows.excused = 1
    assert eyes.look(address, act=act) == []
    assert eyes.page.locator(".errorlist").count() > 0, "it says why"
