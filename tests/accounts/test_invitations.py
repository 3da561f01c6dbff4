"""Invitations: made by whoever may, taken once, and good for nothing else."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from accounts.account.services import users_deactivate
from accounts.clubs import services as clubs_services
from accounts.clubs.selectors import find_invitation_by_number, find_invitation_by_token, preview_invitation
from accounts.clubs.services import (
    claim_ask,
    claim_decide,
    invitation_accept,
    invitation_make,
    invitation_revoke,
    member_change,
)
from accounts.errors import ForbiddenError, StaleError
from accounts.models import Invitation, Membership, Player, Role, User
from accounts.players.selectors import find_claiming_user, find_own_player
from accounts.players.services import player_merge
from tests.cast import refused
from tests.services.races.test_races import at_once


@pytest.fixture
def ada(cast):
    return Player.objects.create(club=cast.club, name="Ada")


def made(cast, role=Role.VIEWER, **more):
    return invitation_make(**{"by": cast.alice, "club": cast.club, "role": role, "days": 7, **more})[0]


def role(user, club):
    return Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()


def test_only_a_digest_is_kept(cast):
    invitation, token = invitation_make(by=cast.alice, club=cast.club, role=Role.SCORER, days=1)
    now = timezone.now()
    assert find_invitation_by_token(token, now) == invitation
    assert token not in str(Invitation.objects.values_list())
    assert len(token) == 32
    assert find_invitation_by_token(token, now + timedelta(days=1)) is None
    assert find_invitation_by_token(token + "a", now) is None


def test_an_organiser_invites_to_two_and_others_nobody(cast):
    for low in (Role.SCORER, Role.VIEWER):
        assert made(cast, low, by=cast.bob).made_by == cast.bob
    for by, role in (
        *((cast.bob, high) for high in (Role.OWNER, Role.ORGANISER)),
        *((who, Role.VIEWER) for who in (cast.sam, cast.vera, cast.charlie)),
    ):
        with refused("role", error=ForbiddenError):
            made(cast, role, by=by)


def test_what_cannot_be_made(cast, ada):
    theirs = Player.objects.create(club=cast.other_club, name="Zoe")
    gone = Player.objects.create(club=cast.club, name="–", forgotten_at=timezone.now())
    for field, wrong in (
        ("role", {"role": "king"}),
        ("days", {"days": 2}),
        ("player", {"player": theirs}),
        ("player", {"player": gone}),
    ):
        with refused(field):
            made(cast, **wrong)
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.vera, player=ada), granted=True)
    with refused("player", "Another account is already linked"):
        made(cast, player=ada)


def test_they_are_not_without_number(cast, monkeypatch):
    monkeypatch.setattr(clubs_services, "MOST_STANDING", 1)
    first = made(cast)
    with refused("role", "Revoke one"):
        made(cast)
    invitation_revoke(by=cast.alice, invitation=first)
    made(cast)


@pytest.mark.parametrize("to", Role)
def test_an_owner_invites_to_any_role_and_it_works_once(cast, dora, to):
    invitation = made(cast, to)
    invitation_accept(by=dora, invitation=invitation)
    invitation.refresh_from_db()
    assert (invitation.used_by, role(dora, cast.club)) == (dora, to)
    with refused("invitation", error=StaleError):
        invitation_accept(by=cast.charlie, invitation=invitation)
    assert find_invitation_by_number(invitation.pk, timezone.now()) is None


def test_revoked_or_too_old_it_brings_nobody_in(cast, dora):
    revoked, old = made(cast), made(cast)
    for _again in range(2):
        invitation_revoke(by=cast.bob, invitation=revoked)
    Invitation.objects.filter(pk=old.pk).update(expires=timezone.now())
    for invitation in (revoked, old):
        with refused("invitation", error=StaleError):
            invitation_accept(by=dora, invitation=invitation)


def test_who_comes_in_no_more_lets_nobody_in(cast, dora):
    invitation, token = invitation_make(by=cast.alice, club=cast.club, role=Role.OWNER, days=7)
    User.objects.filter(pk=cast.alice.pk).update(is_active=False)
    assert find_invitation_by_token(token, timezone.now()) is None
    with refused("invitation", error=StaleError):
        invitation_accept(by=dora, invitation=invitation)
    User.objects.filter(pk=cast.alice.pk).update(is_active=True)
    assert find_invitation_by_token(token, timezone.now()) == invitation
    member_change(by=cast.alice, club=cast.club, user=cast.bob.pk, role=Role.OWNER)
    users_deactivate(users=[cast.alice])
    User.objects.filter(pk=cast.alice.pk).update(is_active=True)
    assert find_invitation_by_token(token, timezone.now()) is None


def test_it_is_revoked_by_who_could_make_it(cast, dora):
    high, low = made(cast, Role.OWNER), made(cast)
    with refused("role", error=ForbiddenError):
        invitation_revoke(by=cast.bob, invitation=high)
    for who in (cast.sam, cast.vera, cast.charlie):
        with refused("role", error=ForbiddenError):
            invitation_revoke(by=who, invitation=low)
    invitation_accept(by=dora, invitation=low)
    with refused("invitation", error=StaleError):
        invitation_revoke(by=cast.alice, invitation=low)


def test_a_role_is_raised_and_never_lowered(cast):
    invitation_accept(by=cast.vera, invitation=made(cast, Role.SCORER))
    assert role(cast.vera, cast.club) == Role.SCORER
    lower = made(cast, Role.VIEWER)
    for who in (cast.vera, cast.bob, cast.alice):
        with refused("invitation", "already"):
            invitation_accept(by=who, invitation=lower)
    assert preview_invitation(cast.bob, lower).has == Role.ORGANISER


def test_it_says_who_of_the_list_one_is(cast, dora, ada):
    """A member takes it for the person alone, and two are not one person."""
    first, second = made(cast, player=ada), made(cast, player=ada)
    assert preview_invitation(cast.bob, first).role is None
    invitation_accept(by=cast.bob, invitation=first)
    claim, player = find_own_player(cast.bob.pk, cast.club.pk) or (None, None)
    assert (player, find_claiming_user(ada), role(cast.bob, cast.club)) == (ada, cast.bob.pk, Role.ORGANISER)
    assert claim is not None
    assert (claim.granted, claim.decided_by) == (True, cast.alice)
    with refused("invitation"):
        invitation_accept(by=cast.bob, invitation=first)
    with refused("player", "Another account"):
        invitation_accept(by=dora, invitation=second)
    ben = made(cast, player=Player.objects.create(club=cast.club, name="Ben"))
    with refused("player", "already"):
        invitation_accept(by=cast.bob, invitation=ben)


def test_an_entry_that_was_merged_is_who_stands(cast, dora, ada):
    before = Player.objects.create(club=cast.club, name="Ada B.")
    invitation = made(cast, player=before)
    player_merge(by=cast.alice, gone=before, kept_as=ada)
    assert made(cast, player=before).player == ada
    invitation_accept(by=dora, invitation=Invitation.objects.get(pk=invitation.pk))
    assert find_claiming_user(ada) == dora.pk


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite one writes at a time")
def test_of_many_at_once_one_joins(cast):
    guests = [User.objects.create(email=f"g{n}@example.org", name=f"G{n}", password="!") for n in range(4)]
    for _time in range(5):
        Membership.objects.filter(user__in=guests).delete()
        invitation = made(cast)
        answers = at_once([partial(invitation_accept, by=by, invitation=invitation) for by in guests])
        assert sum(isinstance(answer, StaleError) for answer in answers) == 3
        assert Membership.objects.filter(user__in=guests).count() == 1
