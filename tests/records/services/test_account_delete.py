"""An account is deleted: nothing of it is left but a row without a name, for it wrote lines of journals."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group as Permissions
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.account.services import token_create
from accounts.models import Answer, Claim, Invitation, Membership, Player, Role, Token, User
from tests.cast import Cast, refused
from tests.records.services.test_player_forget import held, logged
from tournaments.core.record import Stage
from tournaments.models import Journal
from tournaments.records.services.people import account_delete

pytestmark = pytest.mark.postgresql

PASSWORD = "correct horse battery"


@pytest.fixture
def gone(cast: Cast, night) -> User:
    """Bob, who ran an evening and played in it, with all that an account can have."""
    user = cast.bob
    User.objects.filter(pk=user.pk).update(
        name="Bobby Wexford", email="bobby@example.org", password=make_password(PASSWORD, hasher="md5")
    )
    user.refresh_from_db()
    night = night(8, Stage.FINISHED)
    Journal.objects.filter(evening=night.evening, seq__lt=4).update(actor=user)
    Claim.objects.create(user=user, player=Player.objects.get(name="p03"), granted=True)
    EmailAddress.objects.get_or_create(user=user, email=user.email, primary=True)
    token_create(by=user, name="Wexford's program", role=Role.VIEWER)
    Answer.objects.create(user=user, key="7f3d0c1e-aaaa-4bbb-8ccc-0123456789ab", digest="d")
    soon = timezone.now() + timedelta(days=1)
    for number, taken in enumerate((None, user)):
        Invitation.objects.create(
            club=cast.club, role=Role.VIEWER, made_by=user, used_by=taken, digest=str(number), expires=soon
        )
    user.groups.add(Permissions.objects.create(name="helpers"))
    LogEntry.objects.create(user=user, object_repr="Bobby Wexford", action_flag=CHANGE)
    return user


@pytest.fixture(autouse=True)
def quick(settings):
    """A digest that is made at once: most of these tests check a password."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def delete(user: User, password: str = PASSWORD) -> None:
    account_delete(user=User.objects.get(pk=user.pk), password=password)


def test_nothing_is_left_but_a_row_without_a_name(gone):
    """The lines that were written stay, and what the person played; the address can be taken again."""
    lines = list(Journal.objects.filter(actor=gone).values_list("pk", flat=True))
    player = Player.objects.get(name="p03")
    entry = player.entries.get()
    delete(gone)
    for row in (gone, player, entry):
        row.refresh_from_db()
    assert (gone.name, gone.email) == ("", f"gone-{gone.pk}@deleted.invalid")
    assert str(gone) == Journal.objects.get(pk=lines[0]).author == "a former member"
    can = (gone.is_active, gone.is_staff, gone.is_superuser, gone.has_usable_password(), gone.groups.exists())
    assert not any(can)
    for model in (Membership, Token, Claim, Answer, EmailAddress):
        assert not model.objects.filter(user=gone).exists(), model
    assert not Invitation.objects.exists()
    found = held()
    for name in ("Wexford", "bobby@", "p03"):
        assert name not in found, name
    assert lines == list(Journal.objects.filter(actor=gone).values_list("pk", flat=True))
    assert entry.name == player.name == "A former player"
    assert entry.settlements.exists()
    assert User.objects.create_user("bobby@example.org", "another one").pk != gone.pk


def test_every_session_ends_and_none_is_kept(gone, cast):
    """A session holds the address by which it was begun, or was to be begun."""
    here, there = Client(), Client()
    for client, user in ((here, gone), (there, gone), (Client(), cast.alice)):
        client.force_login(user)
        assert client.get(reverse("home")).status_code == 200
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "email": user.email}]
        session.save()
    begun = SessionStore()
    begun["login"] = {"email": gone.email}
    begun.save()
    delete(gone)
    for client in (here, there):
        assert client.get(reverse("account")).status_code == 302
    assert [one.get_decoded()["_auth_user_id"] for one in Session.objects.all()] == [str(cast.alice.pk)]


def test_the_admins_log_of_what_went_tells_no_name(gone, cast):
    """Nor do answers that others' programs were given."""
    rows = [model.objects.get(user=gone) for model in (Membership, Token, Claim, EmailAddress)]
    for row in rows:
        logged(cast, row, str(row))
    kept = logged(cast, Membership.objects.get(user=cast.vera), "Vera, viewer: Thursday Club")
    Answer.objects.create(
        user=cast.alice, key="7f3d0c1e-bbbb-4bbb-8ccc-0123456789ab", digest="d",
        body={"id": gone.pk, "name": gone.name, "email": gone.email},
    )  # fmt: skip
    delete(gone)
    found = held()
    for name in ("Wexford", "bobby@"):
        assert name not in found, name
    called = LogEntry.objects.exclude(pk=kept.pk).values_list("object_repr", flat=True)
    assert sorted(called) == ["A former player", *["a former member"] * 3]
    kept.refresh_from_db()
    assert kept.object_repr.startswith("Vera")


def test_who_alone_owns_a_club_of_others_hands_it_over_first(gone, cast):
    """The last administrator stays too; and a wrong password deletes nothing."""
    with refused("password", "not your password"):
        delete(gone, "guessed")
    Membership.objects.filter(user=gone).update(role=Role.OWNER)
    Membership.objects.filter(user=cast.alice).update(role=Role.ORGANISER)
    with refused("clubs", "Thursday Club"):
        delete(gone)
    Membership.objects.filter(user=cast.alice).update(role=Role.OWNER)
    User.objects.filter(pk=gone.pk).update(is_superuser=True, is_staff=True)
    with refused("clubs", "only administrator"):
        delete(gone)
    User.objects.filter(pk=cast.alice.pk).update(is_superuser=True)
    delete(gone)


def test_who_is_at_a_table_waits_until_the_evening_is_finished(gone, night):
    night(8)
    with refused("clubs", "not finished"):
        delete(gone)


def test_a_club_of_nobody_else_stays(gone, cast):
    Membership.objects.filter(club=cast.club).exclude(user=gone).delete()
    Membership.objects.filter(user=gone).update(role=Role.OWNER)
    delete(gone)
    cast.club.refresh_from_db()
    assert not cast.club.memberships.exists()
