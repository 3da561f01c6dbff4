"""Two entries on a club's list become one person, unless both took part in the same evening."""

from __future__ import annotations

from django.db import transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Merge, Player, User
from accounts.permissions import Right, require, right_of
from accounts.services.lists import list_lock
from accounts.services.merging import player_merge
from tournaments.facts.club.merges import merging


@transaction.atomic
def players_merge(*, by: User, stays: Player, goes: Player, reason: str = "") -> Merge:
    """Whatever ``goes`` played is from now on ``stays``'s, also in evenings and seasons that are over.

    Refused where both were in one evening: then they are two people. ``accounts`` says what undoes it.
    """
    require(right_of(by.pk, stays.club_id), Right.RUN)
    list_lock(stays.club_id)  # nobody is checked in meanwhile
    if goes.pk != stays.pk and (both := merging(stays, goes).both):
        raise RuleError(
            "gone",
            _("%(one)s and %(other)s both took part in the same evening: %(evenings)s."),
            one=stays.name,
            other=goes.name,
            evenings=", ".join(f"{evening.name} ({evening.held_on})" for evening in both),
        )
    return player_merge(by=by, gone=goes, kept_as=stays, reason=reason)
