"""A club's prize sets: kept under a name, changed, and given up."""

from django.db import IntegrityError, transaction

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, require, right_of
from accounts.players.services.lists import list_lock
from tournaments.core.ranking.prize_json import from_json, to_json
from tournaments.core.ranking.prize_list import Prizes, listed, refuse_list
from tournaments.models import PrizeSet
from tournaments.prizes.services.saved_prizes import CHANGED, groups_named

MOST = 50
"""Sets that a club may keep for its evenings, and for its seasons."""
TAKEN = _("Your club already has a set called “%(name)s”. Choose another name.")


@transaction.atomic
def prize_set_keep(
    *, by: User, club: Club, name: str, prizes: Prizes, for_seasons: bool = False, new: bool = False
) -> PrizeSet:
    """Keep these prizes under a name; what was kept under it before, these take the place of.

    ``new``: there must be none. RuleError at ``name`` or ``prizes``.
    """
    _begin(by, club.pk)
    name = clean_name(name)
    refuse_set(prizes, for_seasons=for_seasons)
    sets = PrizeSet.objects.filter(club=club, for_seasons=for_seasons)
    known = next((one for one in sets if name_key(one.name) == name_key(name)), None)
    if known is not None and new:
        raise TakenError("name", TAKEN, name=known.name)
    groups_named(club.pk, from_json(known.prizes) if known else (), prizes)
    if known is None and len(sets) >= MOST:
        raise StateError(
            "name", _("A club can keep at most %(most)s prize sets. Delete one first."), most=MOST
        )
    one = known or PrizeSet(club=club, for_seasons=for_seasons)
    one.name, one.prizes = name, to_json(prizes)
    one.save()
    return one


@transaction.atomic
def prize_set_change(
    *,
    by: User,
    prize_set: PrizeSet,
    before: Prizes | None = None,
    after: Prizes | None = None,
    name: str = "",
) -> PrizeSet:
    """Other prizes in a set, or another name; what is not said stays.

    ``before``: as they were seen; StaleError if they are not.
    """
    _begin(by, prize_set.club_id)
    one = PrizeSet.objects.get(pk=prize_set.pk)
    now = from_json(one.prizes)
    before, after = now if before is None else before, now if after is None else after
    if to_json(now) != to_json(before):
        raise StaleError("prizes", CHANGED)
    refuse_set(after, for_seasons=one.for_seasons)
    groups_named(prize_set.club_id, before, after)
    one.name, one.prizes = clean_name(name) if name else one.name, to_json(after)
    try:
        with transaction.atomic():
            one.save()
    except IntegrityError as error:
        raise TakenError("name", TAKEN, name=one.name) from error
    return one


@transaction.atomic
def prize_set_drop(*, by: User, prize_set: PrizeSet) -> None:
    """Give up a set: evenings and seasons that took their prizes from it keep them."""
    _begin(by, prize_set.club_id)
    PrizeSet.objects.filter(pk=prize_set.pk).delete()


def refuse_set(prizes: Prizes, *, for_seasons: bool) -> None:
    """RuleError for prizes that no evening, or no season, could have."""
    if not prizes:
        raise RuleError("prizes", _("The list has no prizes. Add a prize first."))
    roles = {prize.role for prize in map(listed, prizes)}
    refuse_list(prizes, roles=roles, season=for_seasons)


def _begin(by: User, club: int) -> None:
    """Check the right, and let one at a time look through the club's sets and change them."""
    require(right_of(by.pk, club), Right.RUN)
    list_lock(club)
