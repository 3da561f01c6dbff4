"""A club's sets of prizes, and for whom prizes can be in it."""

from dataclasses import dataclass

from accounts.models import Group, User
from accounts.permissions import Right, right_of
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.prize_json import from_json
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.settings import Settings
from tournaments.models import PrizeSet
from tournaments.pages.results.prize_lists import usual_of
from tournaments.words import prize_told


@dataclass(frozen=True)
class SavedSet:
    """Prizes under a name, for evenings or for seasons; ``told``: each in words."""

    id: int
    name: str
    for_seasons: bool
    prizes: Prizes

    @property
    def told(self) -> tuple[str, ...]:
        usual = usual_of(Settings(), POKER_EVENING)
        return tuple(
            prize_told(prize) if prize.own else prize.title or usual[prize.key]
            for prize in given(self.prizes)
        )


def prize_sets(club: int, *, for_seasons: bool = False) -> tuple[SavedSet, ...]:
    """The club's sets of prizes for its evenings, or for its seasons, by name."""
    return tuple(saved(one) for one in PrizeSet.objects.filter(club=club, for_seasons=for_seasons))


def prize_set_for(user: User, pk: int) -> tuple[PrizeSet, Right] | None:
    """The set and the user's right in its club; None for a stranger."""
    found = PrizeSet.objects.filter(pk=pk).select_related("club").first()
    right = right_of(user.pk, found.club_id) if found else None
    return (found, right) if found and right else None


def groups_in(club: int) -> tuple[str, ...]:
    """The names of the club's groups."""
    return tuple(Group.objects.filter(club=club).values_list("name", flat=True))


def saved(one: PrizeSet) -> SavedSet:
    """The set as it is read."""
    return SavedSet(one.pk, one.name, one.for_seasons, from_json(one.prizes))
