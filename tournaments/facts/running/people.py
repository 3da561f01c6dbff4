"""Who is at an evening, and who of its club's list may still come."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from accounts.selectors.players import kept, standing
from tournaments.models import EntryRow, Evening

Person = tuple[int, str, str]
"""An entry or a player, the name and the role."""


@dataclass(frozen=True)
class People:
    """The entries that are here, the players on the club's list, and those ``taken``: here already."""

    here: Sequence[Person]
    listed: Sequence[Person]
    taken: Collection[int]


def load_people(evening: Evening) -> People:
    """In two queries, and one more where somebody is on the list twice."""
    rows = EntryRow.objects.filter(evening=evening, void=None).values_list("id", "name", "role", "player")
    here = [(entry, name, role) for entry, name, role, _player in rows]
    taken = {player for *_row, player in rows if player}
    stands = standing(evening.club_id).filter(active=True)
    listed = list(stands.values_list("id", "name", "role"))
    if taken - {player for player, *_row in listed}:
        one = kept(evening.club_id)
        taken = {one.get(player, player) for player in taken}
    return People(here, listed, taken)
