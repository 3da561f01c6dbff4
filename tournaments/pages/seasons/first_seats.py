"""In which order people would be seated by the standing of a season."""

from dataclasses import dataclass

from tournaments.facts.seasons.order import season_order
from tournaments.models import EntryRow, Evening, Season


@dataclass(frozen=True)
class Order:
    """A season and who is here of it, the best first; ``others`` do not stand in it, and sit below by lot."""

    season: int
    name: str
    people: tuple[str, ...]
    others: tuple[str, ...]


def orders_of(evening: Evening) -> tuple[Order, ...]:
    """The seasons for which the evening counts."""
    names = dict(EntryRow.objects.filter(evening=evening, void=None).values_list("pk", "name"))
    found = []
    for season in Season.objects.filter(evenings__evening=evening).select_related("league"):
        order = season_order(evening, season)
        others = tuple(name for entry, name in names.items() if entry not in order)
        found.append(
            Order(
                season.pk,
                f"{season.league.name} · {season.name}",
                tuple(names[entry] for entry in order),
                others,
            )
        )
    return tuple(found)
