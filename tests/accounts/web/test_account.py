"""One's own account: the name, the address, the clubs."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import Club, Membership, User
from tests.web.letters import link_sent
from tests.web.visitors import HOSTILE
from tests.web.wording import queries

PASSWORD = "seven yellow chips"


@pytest.fixture
def alice(client, cast):
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    client.force_login(cast.alice)
    return cast.alice


def of(user):
    """The user's addresses: which, the one in use, confirmed."""
    return sorted(EmailAddress.objects.filter(user=user).values_list("email", "primary", "verified"))


@pytest.mark.thorough
def test_it_shows_who_one_is(client, cast, alice):
    Club.objects.filter(pk=cast.club.pk).update(name=HOSTILE)
    page = client.get("/account/")
    assert "alice@example.org" in page.text
    assert HOSTILE not in page.text
    assert "owner" in page.text
    assert 'href="/account/"' in client.get("/games/").text


def test_its_queries_do_not_grow_with_clubs(client, cast, alice):
    before = queries(client.get, "/account/")
    for number in range(10):
        club = Club.objects.create(name=f"Club {number}")
        Membership.objects.create(user=alice, club=club, role="viewer")
    assert queries(client.get, "/account/") == before


def test_the_name_is_changed_or_refused_at_its_field(client, alice):
    assert client.post("/account/", {"name": " Alice  B. "}).headers["location"] == "/account/"
    refused = client.post("/account/", {"name": " "})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["name"]
    assert User.objects.get(pk=alice.pk).name == "Alice B."


# The address.


def change(client, email="New@example.org", password=PASSWORD):
    return client.post("/account/email/", {"action_add": "1", "email": email, "password": password})


def test_without_mail_another_address_counts_at_once(client, alice):
    assert client.get("/account/email/").status_code == 200
    assert change(client).headers["location"] == "/account/"
    assert User.objects.get(pk=alice.pk).email == "new@example.org"
    assert of(alice) == [("new@example.org", True, False)]
    client.post("/logout/")
    typed = {"login": "new@example.org", "password": PASSWORD}
    assert client.post("/login/", typed).headers["location"] == "/"


@pytest.mark.thorough
def test_with_mail_it_counts_once_it_is_confirmed(client, alice, mailing):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    assert change(client).headers["location"] == "/account/"
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"
    assert mail.outbox[0].to == ["new@example.org"]
    assert "not confirmed" in client.get("/account/").text
    page = client.get("/account/email/").text
    assert "A link was sent to new@example.org. Open it to confirm this address." in page
    assert client.post(link_sent()).headers["location"] == "/account/"
    assert User.objects.get(pk=alice.pk).email == "new@example.org"
    assert of(alice) == [("new@example.org", True, True)]


def test_an_address_that_nobody_confirmed_is_not_made_the_accounts(client, alice, mailing):
    """Neither the new one nor one that was given where no mail was sent: that stays one's own."""
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=False)
    assert "Send the link" in client.get("/account/email/").text
    change(client)
    assert of(alice) == [("alice@example.org", True, False), ("new@example.org", False, False)]
    for more in ({}, {"action_send": "1"}):
        asked = {"email": "new@example.org", "action_primary": "1"} | more
        assert client.post("/account/email/", asked).headers["location"] == "/account/email/"
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"


def test_a_change_is_sent_again_and_left(client, alice, mailing):
    change(client)
    pending = {"email": "new@example.org"}
    assert client.post("/account/email/", pending | {"action_send": "1"}).status_code == 302
    assert len(mail.outbox) == 1, "one a minute"
    assert client.post("/account/email/", pending | {"action_remove": "1"}).status_code == 302
    assert [email for email, *_ in of(alice)] == ["alice@example.org"]
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"


def test_the_address_of_another_is_refused_or_cannot_be_confirmed(client, cast, alice, settings):
    refused = change(client, "bob@example.org")
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["email"]
    settings.EMAIL_HOST, settings.ACCOUNT_EMAIL_VERIFICATION = "mail.example.org", "mandatory"
    assert change(client, "bob@example.org").status_code == 302, "it is not told who has an account"
    page = client.post(link_sent(), follow=True)
    assert "cannot be confirmed" in page.text
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"
    assert User.objects.get(pk=cast.bob.pk).email == "bob@example.org"


@pytest.mark.parametrize(
    ("email", "password", "field"),
    [
        ("new@example.org", "no", "password"),
        ("new@example.org", "", "password"),
        ("alice@example.org", PASSWORD, "email"),
        ("no address", PASSWORD, "email"),
    ],
)
def test_it_is_refused_at_its_field(client, alice, email, password, field):
    refused = change(client, email, password)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == [field]
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"
