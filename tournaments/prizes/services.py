"""Services of prizes: changing the list, revealing, giving by hand, taking back; and a club's prize sets.

Every saved list is checked: its groups must exist, and the stored list must be unchanged meanwhile.
"""

from collections.abc import Collection, Sequence
from typing import Annotated

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Group, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, find_right, require
from accounts.players.selectors import list_roles
from accounts.players.services import list_lock
from accounts.refusals import CHOOSE_PLAYERS, ONLY_ONCE, TOO_MANY
from tournaments.base.arguments import LONGEST_KEY, MOST_PEOPLE, ArgumentLimits, Name
from tournaments.base.services import clean_reason
from tournaments.core.ranking.prize_list import (
    BY_HAND,
    GIVEN_BY_HAND,
    Prizes,
    expand_prize,
    from_json,
    refuse_list,
    to_json,
)
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.services.evenings import choose
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Award, EntryRow, PrizeSet
from tournaments.standings.selectors.standings import query_newest_awards
from tournaments.standings.services import rewrite_result

OfEntry = Annotated[int, ArgumentLimits("Number of an entry.", stored=True)]
Winners = Annotated[Sequence[OfEntry], ArgumentLimits("Who won it.", least=1, most=MOST_PEOPLE)]
GivenPrize = Annotated[
    str, ArgumentLimits("Key of a prize that was given by hand, such as `hand-1`.", most=LONGEST_KEY)
]

WITH_PEOPLE = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
MOST = 100
"""The maximum number of prizes by hand in an evening or a season."""


@journaled("prize_given", *WITH_PEOPLE, asks_reason=True, title="Give a prize by hand")
def prize_give(act: Act, *, title: Name, winners: Winners) -> None:
    """Give a prize by hand to these entries. RuleError at ``title`` or ``winners``."""
    entries = EntryRow.objects.filter(evening=act.evening, void=None).values_list("pk", flat=True)
    award = build_gift(act.evening.gifts.all(), title, winners, entries, act.line.reason)
    award.evening, award.revealed = act.evening, act.line
    award.save()
    award.winners.set(winners)
    act.note(prize=award.prize, title=award.title, winners=list(winners))


@journaled(
    "prize_taken_back", *WITH_PEOPLE, asks_reason=True, title="Take back a prize that was given by hand"
)
def prize_take_back(act: Act, *, prize: GivenPrize) -> None:
    """Take back a prize that was given by hand. RuleError at ``prize``."""
    award = withdraw_gift(act.evening.gifts.all(), prize)
    winners = list(award.winners.order_by("pk").values_list("pk", flat=True))
    act.note(prize=award.prize, title=award.title, winners=winners)


def build_gift(
    gifts: QuerySet[Award], title: str, winners: Sequence[int], people: Collection[int], reason: str
) -> Award:
    """Return the next prize by hand after ``gifts``, not yet stored. RuleError at ``title``, ``winners``."""
    title = clean_name(title, "title")
    if not winners:
        raise RuleError("winners", CHOOSE_PLAYERS)
    if len(set(winners)) != len(winners):
        raise RuleError("winners", ONLY_ONCE)
    if not set(winners) <= set(people):
        raise RuleError("winners", _("Choose players of this evening or season."))
    if (rank := gifts.count() + 1) > MOST:
        raise StateError("title", TOO_MANY, most=MOST)
    figures = {"reason": reason}
    return Award(rank=rank, prize=f"{BY_HAND}{rank}", title=title, why=GIVEN_BY_HAND, figures=figures)


def withdraw_gift(gifts: QuerySet[Award], prize: str) -> Award:
    """Withdraw the prize by hand with this key, and return it. RuleError at ``prize``."""
    award = gifts.filter(prize=prize).first()
    if award is None:
        raise StateError("prize", _("No prize given by hand has this key."))
    if award.withdrawn:
        raise StaleError("prize", _("This prize is already taken back."))
    award.withdrawn = True
    award.save(update_fields=["withdrawn"])
    return award


CHANGED = _("The prizes have changed since you opened the page. The list shows them as they are now.")


def refuse_unknown_groups(club: int, before: Prizes, after: Prizes) -> None:
    """Refuse at ``prizes`` new prizes for a group that does not exist; earlier ones may stay."""
    new = _list_groups(after) - _list_groups(before)
    if not new:
        return
    list_lock(club)
    if missing := sorted(new - {*Group.objects.filter(club=club).values_list("name", flat=True)}):
        raise RuleError(
            "prizes", _("The club has no group “%(name)s”. Choose another group."), name=missing[0]
        )


def refuse_unknown_roles(club: Club, before: Prizes, after: Prizes) -> None:
    """Refuse at ``prizes`` new prizes for a role that nobody in the club has."""
    new = {prize.role for prize in map(expand_prize, after)} - {
        prize.role for prize in map(expand_prize, before)
    }
    if unknown := sorted(new - {"", *list_roles(club)}):
        raise RuleError("prizes", _("The club has no role “%(name)s”. Choose another role."), name=unknown[0])


def _list_groups(prizes: Prizes) -> set[str]:
    return {prize.group for prize in map(expand_prize, prizes) if prize.group}


MOST_SETS = 50
"""The maximum number of a club's sets for evenings, and of its sets for seasons."""
NAME_TAKEN = _("Your club already has a set called “%(name)s”. Choose another name.")


@transaction.atomic
def prize_set_keep(
    *, by: User, club: Club, name: str, prizes: Prizes, for_seasons: bool = False, new: bool = False
) -> PrizeSet:
    """Save these prizes under a name; replace the prizes of an existing set with this name.

    ``new``: no set may have this name. RuleError at ``name`` or ``prizes``.
    """
    _begin(by, club.pk)
    name = clean_name(name)
    refuse_set(prizes, for_seasons=for_seasons)
    sets = PrizeSet.objects.filter(club=club, for_seasons=for_seasons)
    old_set = next((prize_set for prize_set in sets if name_key(prize_set.name) == name_key(name)), None)
    if old_set is not None and new:
        raise TakenError("name", NAME_TAKEN, name=old_set.name)
    refuse_unknown_groups(club.pk, from_json(old_set.prizes) if old_set else (), prizes)
    if old_set is None and len(sets) >= MOST_SETS:
        raise StateError(
            "name", _("A club can keep at most %(most)s prize sets. Delete one first."), most=MOST_SETS
        )
    prize_set = old_set or PrizeSet(club=club, for_seasons=for_seasons)
    prize_set.name, prize_set.prizes = name, to_json(prizes)
    prize_set.save()
    return prize_set


@transaction.atomic
def prize_set_change(
    *,
    by: User,
    prize_set: PrizeSet,
    before: Prizes | None = None,
    after: Prizes | None = None,
    name: str = "",
) -> PrizeSet:
    """Change the prizes or the name of a set; omitted values stay.

    ``before``: the prizes that the user saw; StaleError if they have changed since.
    """
    _begin(by, prize_set.club_id)
    set_row = PrizeSet.objects.get(pk=prize_set.pk)
    now = from_json(set_row.prizes)
    before, after = now if before is None else before, now if after is None else after
    if to_json(now) != to_json(before):
        raise StaleError("prizes", CHANGED)
    refuse_set(after, for_seasons=set_row.for_seasons)
    refuse_unknown_groups(prize_set.club_id, before, after)
    set_row.name, set_row.prizes = clean_name(name) if name else set_row.name, to_json(after)
    try:
        with transaction.atomic():
            set_row.save()
    except IntegrityError as error:
        raise TakenError("name", NAME_TAKEN, name=set_row.name) from error
    return set_row


@transaction.atomic
def prize_set_drop(*, by: User, prize_set: PrizeSet) -> None:
    """Delete a set. Evenings and seasons that took their prizes from it keep these prizes."""
    _begin(by, prize_set.club_id)
    PrizeSet.objects.filter(pk=prize_set.pk).delete()


def refuse_set(prizes: Prizes, *, for_seasons: bool) -> None:
    """Refuse with RuleError prizes that are impossible in every evening, or in every season."""
    if not prizes:
        raise RuleError("prizes", _("The list has no prizes. Add a prize first."))
    roles = {prize.role for prize in map(expand_prize, prizes)}
    refuse_list(prizes, roles=roles, season=for_seasons)


def _begin(by: User, club: int) -> None:
    """Check the right, and lock the club's sets against simultaneous changes."""
    require(find_right(by.pk, club), Right.RUN)
    list_lock(club)


PrizeKey = Annotated[str, ArgumentLimits("Key of the prize.", most=LONGEST_KEY)]


@journaled(
    "prizes_changed", *(stage for stage in Stage if stage is not Stage.CALLED_OFF), title="Change the prizes"
)
def prizes_change(
    act: Act, *, before: Prizes, after: Prizes, one_each: bool | None = None, deals: int | None = None
) -> None:
    """Replace the list of prizes. ``before``: the list that the user saw; it must be unchanged.

    ``one_each``: each player wins at most one prize. ``deals``: the least number of deals that a prize needs.
    Default: unchanged. A finished evening gets a new version of its result and needs a reason.
    """
    if act.stage is Stage.FINISHED:
        clean_reason(act.line.reason, is_required=True)
        if is_recorded(act.evening):
            raise StateError("prizes", _("This evening was played elsewhere. Its file tells its prizes."))
    if before != act.settings.prizes:
        raise StaleError("prizes", CHANGED)
    refuse_unknown_groups(act.evening.club_id, before, after)
    now = act.settings
    choose(
        act,
        prizes=after,
        one_prize_each=now.one_prize_each if one_each is None else one_each,
        prize_deals=now.prize_deals if deals is None else deals,
    )
    if act.stage is Stage.FINISHED:
        rewrite_result(act)


@journaled("prize_revealed", Stage.FINISHED, title="Announce a prize")
def prize_reveal(act: Act, *, prize: PrizeKey) -> None:
    """Announce the prize with this key in the hall. Refused if it is announced already."""
    award = next((award for award in query_newest_awards(act.evening) if award.prize == prize), None)
    if award is None:
        raise StateError("prize", _("This evening has no such prize."))
    if award.revealed_id:
        raise StaleError("prize", _("This prize is already announced."))
    _reveal(act, [award])


@journaled("prizes_revealed", Stage.FINISHED, title="Announce all prizes")
def prizes_reveal_all(act: Act) -> None:
    """Announce all remaining prizes in the hall. Refused if there are none."""
    hidden_awards = [award for award in query_newest_awards(act.evening) if not award.revealed_id]
    if not hidden_awards:
        raise StaleError("prize", _("All prizes are already announced."))
    _reveal(act, hidden_awards)


def _reveal(act: Act, awards: Sequence[Award]) -> None:
    Award.objects.filter(pk__in=[award.pk for award in awards]).update(revealed=act.line)
    act.note(prizes=[award.prize for award in awards])
