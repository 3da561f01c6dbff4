"""Accounts: the first one, and the address by which one signs in: one for each, whoever made it."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import IntegrityError
from django.urls import reverse

from accounts.account.services import address_ask, address_change, name_change
from accounts.clubs.services import first_account_create
from accounts.models import Membership, Role, User
from tests.cast import refused


def of(user):
    return sorted(EmailAddress.objects.filter(user=user).values_list("email", "primary", "verified"))


FIRST: dict[str, Any] = {
    "email": "Ann@Example.org",
    "name": " Ann ",
    "password": "a long sentence",
    "club": "C",
}


@pytest.mark.django_db
def test_the_first_account_owns_a_club_and_its_address_is_confirmed():
    owner, club = first_account_create(**FIRST)
    owner = User.objects.get(pk=owner.pk)
    assert (owner.email, owner.name, owner.is_superuser) == ("ann@example.org", "Ann", True)
    assert owner.check_password("a long sentence")
    assert (Membership.objects.get().role, club.name) == (Role.OWNER, "C")
    assert of(owner) == [("ann@example.org", True, True)]


@pytest.mark.django_db
@pytest.mark.parametrize(("changes", "field"), [({"name": ""}, "name"), ({"club": "x" * 200}, "club")])
def test_what_the_first_account_cannot_be(changes, field):
    with refused(field):
        first_account_create(**{**FIRST, **changes})


def test_once_there_is_an_account_there_is_no_first_one(cast):
    with refused("email", "The first account already exists."):
        first_account_create(**FIRST)


@pytest.mark.django_db
def test_an_address_is_one_however_it_is_written():
    user = User.objects.create_user("Ann@Example.ORG", "a long sentence", name="Ann")
    assert (user.email, str(user)) == ("ann@example.org", "Ann")
    assert User.objects.get_by_natural_key("ANN@example.org") == user
    assert not User.objects.create_user("ben@example.org").has_usable_password()
    with pytest.raises(IntegrityError):
        User.objects.create_user("ann@example.org")


@pytest.mark.django_db
def test_who_is_made_at_the_machine_has_one_too():
    call_command("createsuperuser", email="Ann@Example.org", interactive=False, verbosity=0)
    assert of(User.objects.get()) == [("ann@example.org", True, True)]


def test_who_is_made_or_changed_in_the_admin_has_the_one_that_was_given(client, cast):
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)
    typed = {"email": "Dora@Example.org", "name": "Dora", "usable_password": "false"}
    inline = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    assert client.post(reverse("admin:accounts_user_add"), typed | inline).status_code == 302
    dora = User.objects.get(name="Dora")
    assert of(dora) == [("dora@example.org", True, True)]
    changed = {"email": "Dot@example.org", "name": "Dora", "is_active": "on"}
    to = reverse("admin:accounts_user_change", args=[dora.pk])
    assert client.post(to, changed | inline).status_code == 302
    assert of(dora) == [("dot@example.org", True, True)]


def test_another_is_asked_for_and_the_last_one_asked_counts(cast):
    address_change(by=cast.alice, email="alice@example.com")
    cast.alice.refresh_from_db()
    address_ask(by=cast.alice, email="one@example.org")
    address_ask(by=cast.alice, email="two@example.org")
    assert of(cast.alice) == [("alice@example.com", True, False), ("two@example.org", False, False)]


def test_the_address_of_another_account_is_refused(cast):
    with refused("email", "Another account uses this e-mail."):
        address_change(by=cast.alice, email=cast.bob.email)


def test_a_name_is_changed_or_refused(cast):
    name_change(by=cast.alice, name=" Al  Ice ")
    assert User.objects.get(pk=cast.alice.pk).name == "Al Ice"
    with refused("name"):
        name_change(by=cast.alice, name=" ")
