"""In which of the club's groups people are, where a prize is for one of them."""

from collections.abc import Collection, Mapping

from accounts.models import Group
from accounts.players.selectors.players import kept
from tournaments.core.evening import Facts
from tournaments.core.ranking.prize_list import given
from tournaments.core.results.awarding import Belongs
from tournaments.models import EntryRow, Result

Groups = Mapping[str, Collection[int]]
NO_GROUPS: Groups = {}


def groups_of(facts: Facts) -> Groups:
    """Of each group for which the evening has a prize, who is in it: by entry.

    Once a result is written, as it was then: whoever leaves a group later has been in it that evening.
    Without such a prize nothing is read.
    """
    names = {prize.group for prize in given(facts.settings.prizes) if prize.group}
    if not names or not facts.entries:
        return NO_GROUPS
    rows = EntryRow.objects.filter(pk=facts.entries[0].id).values_list("evening", "evening__club")
    evening, club = rows[0]
    written = _written(evening)
    if names <= set(written):
        return {name: written[name] for name in sorted(names)}
    people = EntryRow.objects.filter(evening=evening, void=None).exclude(player=None)
    entries = dict(people.order_by("id").values_list("id", "player"))
    of = players_in(club, names)
    one = kept(club)
    now = {
        name: [entry for entry, player in entries.items() if one.get(player, player) in of[name]]
        for name in sorted(names)
    }
    return {name: written.get(name, now[name]) for name in now}


def _written(evening: int) -> Groups:
    """Who was in each group when a result was first written that had a prize for it."""
    lines = (
        Result.objects.filter(evening=evening).order_by("-version").values_list("journal__payload", flat=True)
    )
    found: dict[str, Collection[int]] = {}
    for payload in lines:
        found |= payload.get("groups", NO_GROUPS)
    return found


def players_in(club: int, names: Collection[str]) -> dict[str, frozenset[int]]:
    """The players of each of these groups of the club, two merged ones as one; nobody where there is none."""
    one = kept(club)
    found: dict[str, set[int]] = {name: set() for name in names}
    rows = Group.objects.filter(club=club, name__in=names).exclude(players=None)
    for name, player in rows.values_list("name", "players"):
        found[name].add(one.get(player, player))
    return {name: frozenset(players) for name, players in found.items()}


def belonging(facts: Facts, groups: Groups) -> dict[int, Belongs]:
    """What everybody is, by entry."""
    members = {name: frozenset(people) for name, people in groups.items()}
    return {
        entry.id: Belongs(entry.role, frozenset(name for name in members if entry.id in members[name]))
        for entry in facts.entries
    }
