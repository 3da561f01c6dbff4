"""What holds of each list of prizes that is saved: its groups are there, and nobody changed it meanwhile."""

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Group
from accounts.players.selectors.players import roles_in
from accounts.players.services.lists import list_lock
from tournaments.core.ranking.prize_list import Prizes, listed

CHANGED = _("The prizes have changed since you opened the page. The list shows them as they are now.")


def groups_named(club: int, before: Prizes, after: Prizes) -> None:
    """Refuse prizes at ``prizes`` that are newly for a group that is gone; what is there stays meanwhile."""
    new = _groups(after) - _groups(before)
    if not new:
        return
    list_lock(club)
    if missing := sorted(new - {*Group.objects.filter(club=club).values_list("name", flat=True)}):
        raise RuleError(
            "prizes", _("The club has no group “%(name)s”. Choose another group."), name=missing[0]
        )


def roles_known(club: Club, before: Prizes, after: Prizes) -> None:
    """Refuse prizes at ``prizes`` that are newly for a role that nobody of the club has."""
    new = {prize.role for prize in map(listed, after)} - {prize.role for prize in map(listed, before)}
    if unknown := sorted(new - {"", *roles_in(club)}):
        raise RuleError("prizes", _("The club has no role “%(name)s”. Choose another role."), name=unknown[0])


def _groups(prizes: Prizes) -> set[str]:
    return {prize.group for prize in map(listed, prizes) if prize.group}
