"""Who is in a club, and as what: a club keeps an owner."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.account.services import user_change, users_deactivate
from accounts.clubs.selectors import format_account_name, load_club_members
from accounts.clubs.services import (
    claim_ask,
    claim_decide,
    invitation_make,
    member_change,
    member_leave,
    member_remove,
    membership_change,
    membership_end,
)
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.models import Claim, Invitation, Membership, Player, Role, User
from accounts.players.services import refuse_ownerless_clubs
from tests.cast import refused
from tests.services.races.test_races import at_once
from tests.web.admin_pages import root


def role(user, club):
    return Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()


def test_an_owner_changes_a_role_or_removes_somebody_and_anybody_leaves(cast):
    member_change(by=cast.alice, club=cast.club, user=cast.vera.pk, role=Role.ORGANISER)
    assert role(cast.vera, cast.club) == Role.ORGANISER
    member_remove(by=cast.alice, club=cast.club, user=cast.bob.pk)
    member_leave(by=cast.vera, club=cast.club)
    assert (role(cast.bob, cast.club), role(cast.vera, cast.club)) == (None, None)


def test_what_nobody_else_and_no_owner_may(cast):
    for act, more in ((member_change, {"role": Role.OWNER}), (member_remove, {})):
        for by in (cast.bob, cast.sam, cast.vera, cast.charlie):
            for user in (cast.alice, cast.vera):
                with refused("role", error=ForbiddenError):
                    act(by=by, club=cast.club, user=user.pk, **more)
        with refused("member", error=StaleError):
            act(by=cast.alice, club=cast.club, user=cast.charlie.pk, **more)
    with refused("role"):
        member_change(by=cast.alice, club=cast.club, user=cast.vera.pk, role="king")
    with refused("role", error=ForbiddenError):
        member_leave(by=cast.charlie, club=cast.club)


def test_the_last_owner_stays_one(cast):
    change = {"by": cast.alice, "club": cast.club}
    for act, more in (
        (member_leave, {}),
        (member_remove, {"user": cast.alice.pk}),
        (member_change, {"user": cast.alice.pk, "role": Role.VIEWER}),
    ):
        with refused("role", "needs an owner"):
            act(**change, **more)
    member_change(**change, user=cast.bob.pk, role=Role.OWNER)
    member_change(**change, user=cast.alice.pk, role=Role.VIEWER)
    assert role(cast.alice, cast.club) == Role.VIEWER


def test_an_owner_who_comes_in_no_more_is_none(cast):
    member_change(by=cast.alice, club=cast.club, user=cast.bob.pk, role=Role.OWNER)
    users_deactivate(users=[cast.bob])
    with refused("role", "needs an owner"):
        member_leave(by=cast.alice, club=cast.club)
    with refused("clubs", cast.club.name), transaction.atomic():
        refuse_ownerless_clubs(user=cast.alice)
    User.objects.filter(pk=cast.bob.pk).update(is_active=True)
    with transaction.atomic():
        refuse_ownerless_clubs(user=cast.alice)
    member_leave(by=cast.alice, club=cast.club)


def test_nobody_is_deactivated_where_a_club_would_have_no_owner(cast):
    """Neither the only owner, nor all owners at once, nor the only member; and nobody else with them."""
    boss = root()
    member_change(by=cast.alice, club=cast.club, user=cast.bob.pk, role=Role.OWNER)
    for users in ([cast.alice, cast.bob], [cast.charlie], [cast.vera, cast.charlie]):
        with refused("is_active", "would have no owner"):
            users_deactivate(users=users)
    with refused("is_active", f"no owner: {cast.club}, {cast.other_club}."):
        users_deactivate(users=[cast.alice, cast.bob, cast.charlie])
    assert User.objects.filter(is_active=True).count() == User.objects.count()
    users_deactivate(users=[cast.alice, cast.vera])
    with refused("is_active", cast.club.name):
        user_change(by=boss, user=cast.bob, is_active=False)
    assert User.objects.get(pk=cast.bob.pk).is_active


def test_a_membership_that_has_ended_is_not_changed(cast):
    gone, boss = Membership.objects.get(user=cast.vera), root()
    membership_end(by=boss, membership=gone)
    for act, more in ((membership_end, {}), (membership_change, {"role": Role.OWNER})):
        with refused("member", error=StaleError):
            act(by=boss, membership=gone, **more)


def test_what_hung_on_the_membership_goes_with_it(cast):
    """And who is an owner no more has invited nobody beyond."""
    member_change(by=cast.alice, club=cast.club, user=cast.bob.pk, role=Role.OWNER)
    claim = claim_ask(by=cast.bob, player=Player.objects.create(club=cast.club, name="Ada"))
    claim_decide(by=cast.alice, claim=claim, granted=True)

    def invite(by, role):
        return invitation_make(by=by, club=cast.club, role=role, days=7)[0].pk

    def standing():
        return {*Invitation.objects.filter(revoked_at=None).values_list("pk", flat=True)}

    high, low = invite(cast.bob, Role.OWNER), invite(cast.bob, Role.SCORER)
    theirs = invite(cast.alice, Role.VIEWER)
    assert standing() == {high, low, theirs}
    member_change(by=cast.alice, club=cast.club, user=cast.bob.pk, role=Role.ORGANISER)
    assert standing() == {low, theirs}
    member_leave(by=cast.bob, club=cast.club)
    assert standing() == {theirs}
    assert Claim.objects.get(pk=claim.pk).ended_at is not None


def test_the_list_of_members(cast, django_assert_num_queries):
    long_ago = timezone.now() - timedelta(days=900)
    Membership.objects.filter(user=cast.sam).update(since=long_ago)
    ada = Player.objects.create(club=cast.club, name="Ada")
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.vera, player=ada), granted=True)
    with django_assert_num_queries(3):
        found = load_club_members(cast.club.pk, emails=True)
    assert [(one.name, one.role) for one in found] == [
        ("Alice", Role.OWNER),
        ("Bob", Role.ORGANISER),
        ("Sam", Role.SCORER),
        ("Vera", Role.VIEWER),
    ]
    assert found[2].since == long_ago
    assert [one.player for one in found] == [None, None, None, ada]


def test_what_others_are_told_is_no_address(cast):
    cast.vera.name = ""
    assert "@" not in format_account_name(cast.vera)
    cast.vera.gone_at = timezone.now()
    assert format_account_name(cast.vera) == format_account_name(None) == "a former member"


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite one writes at a time")
def test_two_owners_who_step_down_at_once_leave_one(cast):
    owners = (cast.alice, cast.bob)
    for time in range(10):
        Membership.objects.filter(club=cast.club, user__in=owners).delete()
        for owner in owners:
            Membership.objects.create(club=cast.club, user=owner, role=Role.OWNER)

        def out(owner, other, time=time):
            if time % 3 == 0:
                return lambda: member_leave(by=owner, club=cast.club)
            if time % 3 == 1:
                return lambda: member_remove(by=owner, club=cast.club, user=other.pk)
            return lambda: member_change(by=owner, club=cast.club, user=owner.pk, role=Role.VIEWER)

        answers = at_once([out(cast.alice, cast.bob), out(cast.bob, cast.alice)])
        assert sum(isinstance(answer, RuleError) for answer in answers) == 1
        assert Membership.objects.filter(club=cast.club, role=Role.OWNER).count() == 1
