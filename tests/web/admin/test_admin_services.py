"""The administration writes by services alone, whatever model it is of."""

import ast
from inspect import getsourcefile, signature
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.test import RequestFactory

from accounts.account.services import password_set, powers_add, user_add, user_change
from accounts.admin.base import ByServices
from accounts.clubs.services import (
    club_change,
    club_delete,
    membership_add,
    membership_change,
    membership_end,
)
from accounts.errors import ForbiddenError
from accounts.models import Club, Group, Membership, Player, User
from accounts.players.services import group_create, player_add, player_change, player_delete
from tests.cast import refused
from tests.played_seasons import an_evening, by, played
from tests.web.admin_pages import root, staff, where
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.records.services.people import group_drop, group_set
from tournaments.seasons.services.seasons import season_prizes_change


@pytest.fixture
def boss(client, cast):
    user = root()
    client.force_login(user)
    return user


def asked_by(user: User) -> Any:
    request = RequestFactory().get("/admin/")
    request.user = user
    return request


def writable(of: Any, request: Any, row: Any) -> set[str]:
    """The fields that the page of a row lets a superuser write; those of a new row where there is none."""
    fields = of.get_form(request, row, change=row is not None).base_fields
    return {name for name, field in fields.items() if not field.disabled}


# Every model that is registered


def test_each_field_that_can_be_written_has_its_service(cast, boss):
    """A model names the service for whatever its pages let somebody write, make or delete."""
    request, written = asked_by(boss), set()
    for model, of in admin.site._registry.items():
        row = model._default_manager.first() or model(pk=1)
        services = of.services if isinstance(of, ByServices) else None
        for may, at, service in (
            (of.has_add_permission(request), None, services.add if services else None),
            (of.has_change_permission(request, row), row, services.change if services else None),
        ):
            if may:
                assert services is not None, f"{model} is written without a service"
                assert service is not None, f"{model} is written without a service"
                fields = writable(of, request, at) - services.form_only
                assert fields
                assert {services.names.get(name, name) for name in fields} <= {*signature(service).parameters}
                written.add(model)
        assert not of.has_delete_permission(request, row) or (services and services.delete), model
        assert "delete_selected" not in of.get_actions(request), model
        assert not of.list_editable, model
    assert written == {Club, Membership, Player, Group, User, Powers}


def test_rows_within_a_page_are_looked_at_only(boss):
    request = asked_by(boss)
    for of in admin.site._registry.values():
        for inline in of.inlines:
            made = inline(of.model, admin.site)
            assert not made.has_add_permission(request, None)
            assert not made.has_change_permission(request, None)
            assert not made.has_delete_permission(request, None)


def test_only_services_are_called_to_write():
    """What Django does to write a row is replaced once, and by no other class of ours."""
    for of in admin.site._registry.values():
        if isinstance(of, ByServices):
            for name in ("save_model", "save_related", "delete_model", "delete_queryset"):
                assert getattr(type(of), name) is getattr(ByServices, name), (of, name)


def test_the_administration_calls_no_method_that_writes_rows():
    """A page or an action of ours that wrote a row itself would go past the services."""
    ways = {"save", "delete", "update", "create", "bulk_create", "bulk_update"}
    ways |= {"get_or_create", "update_or_create", "save_m2m", "aupdate", "asave"}
    modules = {
        Path(str(getsourcefile(kind)))
        for of in admin.site._registry.values()
        for kind in type(of).__mro__
        if kind.__module__.split(".")[0] in {"accounts", "games", "tournaments"}
    }
    files = {
        path
        for module in modules
        for path in (module.parent.glob("*.py") if module.parent.name == "admin" else [module])
    }
    assert {path.name for path in files} >= {"base.py", "clubs.py", "users.py", "leagues.py", "mending.py"}
    found = [
        f"{path.name}:{node.lineno} {node.func.attr}"
        for path in sorted(files)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ways
    ]
    assert found == []


# What went past the services


@pytest.mark.usefixtures("boss")
def test_names_are_checked_as_on_the_pages(client, cast):
    anna = Player.objects.create(club=cast.club, name="Anna")
    Player.objects.create(club=cast.club, name="Ada")
    for name, why in (("ADA", "is already on the list"), ("A\u202ena", "cannot be shown")):
        for page, sent in (
            (where(Player, "change", anna.pk), {"name": name, "active": "on"}),
            (where(Player, "add"), {"club": cast.club.pk, "name": name}),
        ):
            assert why in client.post(page, sent, follow=True).text
    assert {*Player.objects.values_list("name", flat=True)} == {"Anna", "Ada"}


@pytest.mark.thorough
@pytest.mark.usefixtures("boss")
def test_a_group_takes_nobody_of_another_club(client, cast):
    group = Group.objects.create(club=cast.club, name="Juniors")
    ours, theirs = (Player.objects.create(club=club, name="Ada") for club in (cast.club, cast.other_club))
    page = where(Group, "change", group.pk)
    answer = client.post(page, {"name": "Juniors", "players": [theirs.pk]})
    assert (answer.status_code, list(group.players.all())) == (200, [])
    sent = {"name": "Juniors", "players": [ours.pk], "club": cast.other_club.pk}
    assert client.post(page, sent).status_code == 302
    group.refresh_from_db()
    assert (group.club, list(group.players.all())) == (cast.club, [ours])


@pytest.mark.usefixtures("boss")
def test_a_group_in_use_keeps_its_name_and_stays(client, cast):
    season = played(cast, ("Ada", "Ben"))
    group = Group.objects.create(club=cast.club, name="Juniors")
    prize = Listed("own-1", "Best junior", (Step("wins"),), group="Juniors")
    season_prizes_change(by(cast, season), before=(), after=(prize,))
    for page, sent in (
        (where(Group, "delete", group.pk), {"post": "yes"}),
        (where(Group, "change", group.pk), {"name": "Seniors"}),
    ):
        assert (
            "The group “Juniors” has a prize in: Winter. Delete that prize first."
            in client.post(page, sent, follow=True).text
        )
    group.refresh_from_db()
    assert group.name == "Juniors"
    season_prizes_change(by(cast, season), before=(prize,), after=())
    assert client.post(where(Group, "delete", group.pk), {"post": "yes"}).status_code == 302
    assert not Group.objects.exists()


@pytest.mark.usefixtures("boss")
def test_a_club_begins_with_an_owner(client, cast):
    assert client.post(where(Club, "add"), {"name": "New"}).status_code == 200
    sent = {"name": " New  club ", "owner": cast.sam.pk}
    assert client.post(where(Club, "add"), sent).status_code == 302
    club = Club.objects.get(name="New club")
    assert [(one.user, one.role) for one in club.memberships.all()] == [(cast.sam, "owner")]


def test_what_has_played_stays_whatever_was_asked_before(client, cast, boss):
    """The services ask again, for somebody may have played since the page was shown."""
    an_evening(cast, 1)
    ada = Player.objects.get(name="Ada")
    with refused("name", "has played"):
        club_delete(by=boss, club=cast.club)
    with refused("name", "has played"):
        player_delete(by=boss, player=ada)
    assert client.post(where(Club, "delete", cast.club.pk), {"post": "yes"}).status_code == 403


def test_roles_are_a_list_of_words(client, cast, boss):
    page = where(Club, "change", cast.club.pk)
    sent: dict[str, object] = {"name": "Ours", "public": "initials", "bell": "gong", "roles": "5"}
    sent |= {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    assert "Enter a list of texts." in client.post(page, sent, follow=True).text
    assert client.post(page, sent | {"roles": '["page", "knight"]'}).status_code == 302
    cast.club.refresh_from_db()
    assert (cast.club.name, cast.club.public, cast.club.roles) == ("Ours", "initials", ["page", "knight"])


def test_outside_of_the_administration_these_ask_for_a_right(cast):
    """A member's page cannot say that it is the administration: an owner has no permission of Django's."""
    ada = Player.objects.create(club=cast.club, name="Ada")
    group = Group.objects.create(club=cast.club, name="Juniors")
    member = Membership.objects.get(user=cast.vera)
    for ask in (
        lambda: club_change(by=cast.alice, club=cast.club, name="X", admin=True),
        lambda: club_delete(by=cast.alice, club=cast.club),
        lambda: player_add(by=cast.alice, club=cast.club, name="X", admin=True),
        lambda: player_change(by=cast.alice, player=ada, name="X", admin=True),
        lambda: player_delete(by=cast.alice, player=ada),
        lambda: group_create(by=cast.alice, club=cast.club, name="X", admin=True),
        lambda: group_set(by=cast.alice, group=group, name="X", admin=True),
        lambda: group_drop(by=cast.alice, group=group, admin=True),
        lambda: membership_add(by=cast.alice, user=cast.charlie, club=cast.club, role="viewer"),
        lambda: membership_change(by=cast.alice, membership=member, role="owner"),
        lambda: membership_end(by=cast.alice, membership=member),
        lambda: user_add(by=cast.alice, email="new@example.org"),
        lambda: user_change(by=cast.alice, user=cast.vera, name="X"),
        lambda: password_set(by=cast.alice, user=cast.vera, password="x"),
        lambda: powers_add(by=cast.alice, name="X"),
    ):
        with refused("role", error=ForbiddenError):
            ask()


def test_who_may_change_users_only_gives_nobody_more(cast, boss):
    stella = staff("change_user", "add_user")
    user_change(by=stella, user=cast.sam, name="Samuel")
    powers: tuple[dict[str, Any], ...] = ({"is_staff": True}, {"is_superuser": True}, {"groups": []})
    for told in (*powers, {"user_permissions": []}):
        with refused("role", error=ForbiddenError):
            user_change(by=stella, user=cast.sam, **told)
    with refused("role", error=ForbiddenError):
        password_set(by=stella, user=boss, password="x")


@pytest.mark.usefixtures("boss")
def test_a_membership_is_begun_once_and_not_for_a_deleted_account(client, cast):
    sent: dict[str, object] = {"user": cast.charlie.pk, "club": cast.club.pk, "role": "viewer"}
    assert client.post(where(Membership, "add"), sent).status_code == 302
    assert client.post(where(Membership, "add"), sent).status_code == 200
    assert Membership.objects.filter(user=cast.charlie, club=cast.club).count() == 1
    gone = User.objects.create(email="gone@example.org", password="!", is_active=False)
    answer = client.post(where(Membership, "add"), sent | {"user": gone.pk}, follow=True)
    assert "is deactivated" in answer.text
    assert not Membership.objects.filter(user=gone).exists()


@pytest.mark.postgresql
@pytest.mark.usefixtures("boss")
def test_users_are_made_and_given_passwords(client, cast):
    sent = {"email": "New@Example.org", "name": " New  one ", "usable_password": "true"}
    words = {"password1": "correct horse battery", "password2": "correct horse battery"}
    assert client.post(where(User, "add"), sent | words).status_code == 302
    made = User.objects.get(email="new@example.org")
    assert (made.name, made.check_password(words["password1"]), made.is_staff) == ("New one", True, False)
    page = where(User, "change", made.pk).replace("/change/", "/password/")
    other = {"password1": "another horse battery", "password2": "another horse battery"}
    assert client.post(page, other | {"usable_password": "true"}).status_code == 302
    made.refresh_from_db()
    assert made.check_password(other["password1"])
    assert client.post(page, {"usable_password": "false", "unset-password": "1"}).status_code == 302
    made.refresh_from_db()
    assert not made.has_usable_password()


@pytest.mark.usefixtures("boss")
def test_powers_are_given_and_taken(client, cast):
    change = Permission.objects.get(codename="change_user")
    sent = {"name": "helpers", "permissions": [change.pk]}
    assert client.post(where(Powers, "add"), sent).status_code == 302
    helpers = Powers.objects.get()
    assert list(helpers.permissions.all()) == [change]
    inline = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    sent = {"email": cast.sam.email, "name": "Sam", "is_active": "on", "is_staff": "on"}
    page = where(User, "change", cast.sam.pk)
    assert client.post(page, sent | inline | {"groups": [helpers.pk]}).status_code == 302
    assert User.objects.get(pk=cast.sam.pk).has_perm("accounts.change_user")
    assert client.post(where(Powers, "change", helpers.pk), {"name": "none"}).status_code == 302
    assert not User.objects.get(pk=cast.sam.pk).has_perm("accounts.change_user")
    assert client.post(where(Powers, "delete", helpers.pk), {"post": "yes"}).status_code == 302
    assert not Powers.objects.exists()
