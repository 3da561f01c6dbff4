"""A club's sets of prizes, and the groups for which prizes can be in them."""

from accounts.models import Group, User
from accounts.permissions import Right, right_of
from tournaments.models import PrizeSet


def sets_of(club: int, *, for_seasons: bool) -> list[PrizeSet]:
    """The club's sets for its evenings, or for its seasons, by name."""
    return list(PrizeSet.objects.filter(club=club, for_seasons=for_seasons))


def prize_set_for(user: User, pk: int) -> tuple[PrizeSet, Right] | None:
    """The set and the user's right in its club; None for a stranger."""
    found = PrizeSet.objects.filter(pk=pk).select_related("club").first()
    right = right_of(user.pk, found.club_id) if found else None
    return (found, right) if found and right else None


def groups_in(club: int) -> tuple[str, ...]:
    """The names of the club's groups."""
    return tuple(Group.objects.filter(club=club).values_list("name", flat=True))
