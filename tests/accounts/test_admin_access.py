"""Users, tokens, invitations and claims in the administration: never their secrets, and shut out."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts.account.services import token_create
from accounts.models import Claim, Club, Invitation, Membership, Player, Token, User
from tests.web.admin_pages import chosen, root, staff, where


@pytest.fixture
def boss(client, cast):
    user = root()
    client.force_login(user)
    return user


@pytest.fixture
def token(cast):
    return token_create(by=cast.alice, name="Script", role="organiser")


@pytest.fixture
def invitation(cast):
    later = timezone.now() + timedelta(days=7)
    return Invitation.objects.create(club=cast.club, role="viewer", digest="d" * 64, expires=later)


def form(user):
    """What a user's page sends, with every box empty."""
    sent = {"email": user.email, "name": user.name}
    return sent | {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}


@pytest.mark.usefixtures("boss")
def test_users_are_found_and_nothing_of_their_passwords_is_shown(client, cast):
    cast.alice.set_password("correct horse battery")
    cast.alice.save()
    found = client.get(where(User), {"q": "alice", "is_active__exact": "1"}).context["cl"].result_list
    assert list(found) == [cast.alice]
    shown = client.get(where(User, "change", cast.alice.pk)).text
    for secret in ("argon2", "pbkdf2", "salt", cast.alice.password):
        assert secret not in shown
    assert reverse("admin:auth_user_password_change", args=[cast.alice.pk]) in shown
    assert client.get(reverse("admin:auth_user_password_change", args=[cast.alice.pk])).status_code == 200
    assert client.get(where(User, "add")).status_code == 200


def test_users_come_in_no_more(client, cast, boss):
    answer = client.post(where(User), chosen("deactivate", cast.sam, boss), follow=True)
    cast.sam.refresh_from_db()
    boss.refresh_from_db()
    assert (cast.sam.is_active, boss.is_active) == (False, True)
    told = [str(message) for message in answer.context["messages"]]
    assert told[0] == "Changed: 1."
    assert "yourself" in told[1]
    assert LogEntry.objects.get().object_id == str(cast.sam.pk)
    client.force_login(cast.sam)
    assert client.get(reverse("club", args=[cast.club.pk])).status_code == 302


@pytest.mark.usefixtures("boss")
def test_users_and_clubs_that_have_played_are_not_deleted(client, cast, night):
    assert client.post(where(User, "delete", cast.sam.pk), {"post": "yes"}).status_code == 403
    night(4)
    assert client.post(where(Club, "delete", cast.club.pk), {"post": "yes"}).status_code == 403
    client.post(where(Club), chosen("delete_selected", cast.club, post="yes"))
    assert Club.objects.filter(pk=cast.club.pk).exists()


def test_nobody_gives_oneself_more(client, cast):
    """Whoever may change users only does not make superusers, nor change one."""
    stella, boss = staff("view_user", "change_user"), root()
    client.force_login(stella)
    sent = {"email": cast.sam.email, "name": "Sam", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    sent |= {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    assert client.post(where(User, "change", cast.sam.pk), sent).status_code == 302
    cast.sam.refresh_from_db()
    assert (cast.sam.is_staff, cast.sam.is_superuser) == (False, False)
    assert client.post(where(User, "change", boss.pk), sent).status_code == 403
    assert client.post(reverse("admin:auth_user_password_change", args=[boss.pk]), {}).status_code == 403
    client.post(where(User), chosen("deactivate", boss))
    boss.refresh_from_db()
    assert boss.is_active


def test_tokens_and_invitations_are_looked_at_and_revoked(client, token, invitation):
    """Looking is not revoking: whoever may only look is not offered it."""
    rows = {Token: token[0], Invitation: invitation}
    client.force_login(staff("view_token", "view_invitation"))
    for model, row in rows.items():
        shown = client.get(where(model)).text + client.get(where(model, "change", row.pk)).text
        for secret in (token[1], row.digest):
            assert secret not in shown
        assert 'value="revoke"' not in shown
        client.post(where(model), chosen("revoke", row))
        row.refresh_from_db()
        assert row.revoked_at is None
    client.force_login(root())
    assert client.get(where(Token)).text.count(rows[Token].hint)
    assert client.post(where(Token, "change", rows[Token].pk), {"name": "Mine"}).status_code == 403
    for model, row in rows.items():
        for said in ("Changed: 1.", "Changed: 0."):
            answer = client.post(where(model), chosen("revoke", row), follow=True)
            assert [str(message) for message in answer.context["messages"]] == [said]
        row.refresh_from_db()
        assert row.revoked_at is not None


@pytest.mark.usefixtures("boss")
def test_claims_and_memberships_are_listed(client, cast):
    player = Player.objects.create(club=cast.club, name="Sam")
    claim = Claim.objects.create(player=player, user=cast.sam)
    assert client.get(where(Claim), {"q": "sam"}).context["cl"].result_count == 1
    assert client.get(where(Claim, "change", claim.pk)).status_code == 200
    assert client.get(where(Membership), {"club": "thursday", "q": "sam"}).context["cl"].result_count == 1
    assert client.get(where(Membership), {"club": cast.other_club.pk}).context["cl"].result_count == 1


def test_addresses_are_written_with_their_users_only():
    """Who could write one on its own would have the password of anybody sent there."""
    assert not admin.site.is_registered(EmailAddress)
    ours = {"accounts", "auth", "games", "tournaments"}
    others = {str(model._meta) for model in admin.site._registry if model._meta.app_label not in ours}
    assert others <= {"admin.logentry"}
    assert {str(model._meta) for model in admin.site._registry if model._meta.app_label == "auth"} == {
        "auth.group"
    }


def test_only_superusers_say_what_a_group_may_do(client, db):
    stella = staff("view_group", "add_group", "change_group", "delete_group")
    helpers = Powers.objects.create(name="helpers")
    stella.groups.add(helpers)
    sent = {"name": "helpers", "permissions": [Permission.objects.get(codename="change_user").pk]}
    for user, status, few in ((stella, 403, 0), (root(), 302, 1)):
        client.force_login(user)
        assert client.post(where(Powers, "change", helpers.pk), sent).status_code == status
        assert helpers.permissions.count() == few
        assert client.post(where(Powers, "add"), {"name": "more"}).status_code == status
    client.force_login(stella)
    assert client.post(where(Powers, "delete", helpers.pk), {"post": "yes"}).status_code == 403


def test_only_superusers_change_those_who_come_in_here(client, cast):
    stella, other = staff("view_user", "change_user"), staff("change_evening", name="Otto")
    client.force_login(stella)
    for user, status in ((cast.sam, 200), (other, 403), (stella, 403)):
        assert client.get(reverse("admin:auth_user_password_change", args=[user.pk])).status_code == status
    assert client.post(where(User, "change", other.pk), form(other)).status_code == 403
    client.post(where(User), chosen("deactivate", other, cast.sam))
    other.refresh_from_db()
    cast.sam.refresh_from_db()
    assert (other.is_active, cast.sam.is_active) == (True, False)
    client.force_login(root())
    assert client.get(reverse("admin:auth_user_password_change", args=[other.pk])).status_code == 200


@pytest.mark.parametrize("kept", ["is_active", "is_superuser"])
def test_the_last_superuser_stays_one(client, boss, kept):
    sent = {**form(boss), "is_staff": "on", kept: "on"}
    answer = client.post(where(User, "change", boss.pk), sent, follow=True)
    assert "You are the only administrator" in answer.text
    boss.refresh_from_db()
    assert boss.is_active
    assert boss.is_superuser
    root("Second")
    client.post(where(User, "change", boss.pk), sent)
    boss.refresh_from_db()
    assert not (boss.is_active and boss.is_superuser)


@pytest.mark.usefixtures("boss")
def test_nobody_revives_a_deleted_account(client, cast):
    User.objects.filter(pk=cast.sam.pk).update(gone_at=timezone.now(), is_active=False)
    assert client.get(where(User, "change", cast.sam.pk)).status_code == 200
    sent = {**form(cast.sam), "is_active": "on"}
    assert client.post(where(User, "change", cast.sam.pk), sent).status_code == 403
    password = reverse("admin:auth_user_password_change", args=[cast.sam.pk])
    assert client.post(password, {}).status_code == 403
    cast.sam.refresh_from_db()
    assert not cast.sam.is_active


@pytest.mark.usefixtures("boss")
def test_who_is_made_inactive_on_the_page_has_invited_nobody(client, cast, invitation):
    Invitation.objects.update(made_by=cast.bob)
    assert client.post(where(User, "change", cast.bob.pk), form(cast.bob)).status_code == 302
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    cast.bob.refresh_from_db()
    assert not cast.bob.is_active


@pytest.mark.usefixtures("boss")
def test_a_club_keeps_an_owner_here_too(client, cast):
    owner = Membership.objects.get(user=cast.alice)
    page = where(Membership, "change", owner.pk)
    for asked, sent in (
        (page, {"role": "viewer"}),
        (where(Membership, "delete", owner.pk), {"post": "yes"}),
    ):
        answer = client.post(asked, sent, follow=True)
        assert "A club needs an owner." in answer.text
        owner.refresh_from_db()
        assert owner.role == "owner"
    assert not LogEntry.objects.exists()
    client.post(where(Membership), chosen("delete_selected", owner, post="yes"))
    assert Membership.objects.filter(pk=owner.pk).exists()
    sent = {"user": str(root("Second").pk), "club": str(cast.club.pk), "role": "owner"}
    assert client.post(where(Membership, "add"), sent).status_code == 302
    assert client.post(page, {"role": "viewer"}).status_code == 302
    owner.refresh_from_db()
    assert owner.role == "viewer"


@pytest.mark.usefixtures("boss")
def test_deactivating_leaves_no_club_without_an_owner(client, cast):
    """On the list and on the page of the user; what is refused changes nobody."""
    asked = chosen("deactivate", cast.sam, cast.charlie)
    for answer in (
        client.post(where(User), asked, follow=True),
        client.post(where(User, "change", cast.charlie.pk), form(cast.charlie), follow=True),
    ):
        assert f"would have no owner: {escape(cast.other_club.name)}." in answer.text
    assert User.objects.filter(is_active=False).count() == 0
    assert not LogEntry.objects.exists()


@pytest.mark.usefixtures("boss")
def test_what_hung_on_a_membership_goes_with_it_here_too(client, cast, invitation):
    Invitation.objects.update(made_by=cast.bob, role="scorer")
    player = Player.objects.create(club=cast.club, name="Bob")
    claim = Claim.objects.create(player=player, user=cast.bob, granted=True)
    bob = Membership.objects.get(user=cast.bob)
    sent = {"user": cast.vera.pk, "club": cast.other_club.pk, "role": "scorer"}
    assert client.post(where(Membership, "change", bob.pk), sent).status_code == 302
    bob.refresh_from_db()
    assert (bob.user, bob.club, bob.role) == (cast.bob, cast.club, "scorer")
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    assert client.post(where(Membership, "delete", bob.pk), {"post": "yes"}).status_code == 302
    claim.refresh_from_db()
    assert claim.ended_at is not None
    assert not Membership.objects.filter(user=cast.bob).exists()


@pytest.mark.usefixtures("boss")
def test_memberships_are_looked_at_on_a_users_page(client, cast):
    """And a club that never played still goes with its owner."""
    charlie = Membership.objects.get(user=cast.charlie)
    assert escape(cast.other_club.name) in client.get(where(User, "change", cast.charlie.pk)).text
    sent = {**form(cast.charlie), "is_active": "on", "memberships-TOTAL_FORMS": 1}
    sent |= {"memberships-INITIAL_FORMS": 1, "memberships-0-id": charlie.pk, "memberships-0-DELETE": "on"}
    assert client.post(where(User, "change", cast.charlie.pk), sent).status_code == 302
    assert Membership.objects.filter(pk=charlie.pk).exists()
    assert client.post(where(Club, "delete", cast.other_club.pk), {"post": "yes"}).status_code == 302
    assert not Membership.objects.filter(pk=charlie.pk).exists()


@pytest.mark.usefixtures("boss")
def test_lists_take_as_many_queries_however_long(client, cast):
    def queries():
        found = []
        for page in (*map(where, (User, Club, Membership, Player)), where(Club, "change", cast.club.pk)):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(page).status_code == 200
            found.append(len(captured))
        return found

    Player.objects.create(club=cast.club, name="One")
    before = queries()
    users = User.objects.bulk_create(User(email=f"u{n}@example.org", password="!") for n in range(70))
    Membership.objects.bulk_create(Membership(user=user, club=cast.club, role="viewer") for user in users)
    Player.objects.bulk_create(Player(club=cast.club, name=f"P{n}") for n in range(70))
    assert all(now <= few for now, few in zip(queries(), before, strict=True))
    shown = client.get(where(Club, "change", cast.club.pk)).text
    assert "u40@example.org" in shown
    assert "u60@example.org" not in shown
