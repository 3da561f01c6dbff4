"""A person on a club's list is somebody with an account: asked by the one, granted by the club."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import ForbiddenError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Claim, Membership, Player, Role, User
from accounts.permissions import Right, require, right_of
from accounts.players.selectors.claims import claimed_by, own_player, pending_claims, person_of
from accounts.players.services.lists import list_changed, list_lock
from accounts.players.services.players import clean_public
from accounts.refusals import DONE_ALREADY, LINKED_ALREADY, NAME_REMOVED


@transaction.atomic
def claim_ask(*, by: User, player: Player) -> Claim:
    """Say that this person on the list is oneself. Whoever runs the club decides.

    Of two that one asks for in a club the later counts. Whoever calls has seen to it that a stranger to the
    club came to the person by a page that is open to everybody.
    """
    list_lock(player.club_id)
    person = person_of(player)
    _refuse(by.pk, person)
    mine = pending_claims(player.club_id).filter(user=by)
    asked = mine.filter(player=person).first()
    mine.exclude(player=person).update(ended_at=timezone.now())
    return asked or Claim.objects.create(player=person, user=by)


@transaction.atomic
def claim_decide(*, by: User, claim: Claim, granted: bool) -> None:
    """Grant the claim, or refuse it. Who was a stranger to the club is a viewer in it from then on."""
    club = claim.player.club_id
    list_lock(club)
    require(right_of(by.pk, club), Right.RUN)
    asked = pending_claims(club).filter(pk=claim.pk).first()
    if asked is None:
        raise StaleError("claim", DONE_ALREADY)
    if granted:
        claim_grant(by=by, user=asked.user, player=asked.player, claim=asked)
    else:
        _decide(asked, by, granted=False)


def claim_grant(*, by: User | None, user: User, player: Player, claim: Claim | None = None) -> Claim:
    """The user is this person from now on; within a transaction that has locked the club's list."""
    person = person_of(player)
    _refuse(user.pk, person)
    pending = pending_claims(player.club_id).filter(user=user)
    claim = claim or pending.filter(player=person).first() or Claim(user=user)
    pending.exclude(pk=claim.pk).update(ended_at=timezone.now())
    claim.player = person
    _decide(claim, by, granted=True)
    Membership.objects.get_or_create(user=user, club_id=person.club_id, defaults={"role": Role.VIEWER})
    return claim


@transaction.atomic
def claim_end(*, by: User, claim: Claim) -> None:
    """They are two after all; or what was asked is taken back. By oneself, or by who runs the club."""
    list_lock(claim.player.club_id)
    if claim.user_id != by.pk:
        require(right_of(by.pk, claim.player.club_id), Right.RUN)
    standing = Claim.objects.filter(pk=claim.pk, ended_at=None).exclude(granted=False)
    if not standing.update(ended_at=timezone.now()):
        raise StaleError("claim", DONE_ALREADY)


@transaction.atomic
def claimed_name_change(*, by: User, player: Player, public: str, public_name: str) -> None:
    """How strangers read of oneself, chosen by oneself."""
    list_changed(player.club_id)
    mine = own_player(by.pk, player.club_id)
    if mine is None or mine[1].pk != player.pk:
        raise ForbiddenError("player", _("Your account is not linked to this player."))
    player.public, player.public_name = clean_public(public, public_name)
    player.save(update_fields=["public", "public_name"])


def _decide(claim: Claim, by: User | None, *, granted: bool) -> None:
    claim.granted, claim.decided_by, claim.decided_at = granted, by, timezone.now()
    claim.save()


def _refuse(user: int, person: Player) -> None:
    """One user is one person in a club at most, and one person one user."""
    if person.forgotten_at is not None:
        raise StateError("player", NAME_REMOVED)
    holder, mine = claimed_by(person), own_player(user, person.club_id)
    if holder is not None and holder != user:
        raise TakenError("player", LINKED_ALREADY)
    if mine is not None:
        raise TakenError("player", _("This account is already linked to another player. Unlink it first."))
