"""Two entries on a club’s list that are one person."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Merge, Player, User
from accounts.names import refuse_unshown
from accounts.permissions import Right, require, right_of
from accounts.players.selectors.claims import claimed_by
from accounts.players.selectors.players import kept, standing
from accounts.players.services.lists import list_changed, refuse_known
from accounts.refusals import ENTER_LESS, NAME_REMOVED, OTHER_CLUB, TWO_PLAYERS

ALREADY_MERGED = _("%(name)s is already merged with another entry.")

LONGEST_REASON = 200


@transaction.atomic
def player_merge(*, by: User, gone: Player, kept_as: Player, reason: str = "") -> Merge:
    """Two entries on the list are one person: ``gone`` is ``kept_as``, until ``player_unmerge``.

    Whoever calls has seen to it that both did not play in the same evening.
    """
    require(right_of(by.pk, kept_as.club_id), Right.RUN)
    if gone.club_id != kept_as.club_id:
        raise RuleError("gone", OTHER_CLUB)
    list_changed(kept_as.club_id)
    if gone.pk == kept_as.pk:
        raise RuleError("gone", TWO_PLAYERS)
    if Player.objects.filter(pk__in=(gone.pk, kept_as.pk)).exclude(forgotten_at=None).exists():
        raise StateError("gone", NAME_REMOVED)
    one = kept(kept_as.club_id)
    for player in (gone, kept_as):
        if player.pk in one:
            raise TakenError("gone", ALREADY_MERGED, name=player.name)
    if claimed_by(gone) is not None and claimed_by(kept_as) is not None:
        raise StateError("gone", _("Both players are linked to accounts. Unlink one of them first."))
    reason = " ".join(reason.split())
    refuse_unshown(reason, "reason")
    if len(reason) > LONGEST_REASON:
        raise RuleError("reason", ENTER_LESS, most=LONGEST_REASON)
    return Merge.objects.create(gone=gone, kept=kept_as, reason=reason, by=by)


@transaction.atomic
def player_unmerge(*, by: User, gone: Player) -> None:
    """They are two people after all: what each played is each one's again."""
    require(right_of(by.pk, gone.club_id), Right.RUN)
    list_changed(gone.club_id)
    others = standing(gone.club_id).exclude(pk=gone.pk)
    refuse_known(gone.name, others.values_list("name", flat=True))
    undone = Merge.objects.filter(gone=gone, undone_at=None).update(undone_at=timezone.now(), undone_by=by)
    if not undone:
        raise StateError("gone", _("%(name)s is not merged with another entry."), name=gone.name)
