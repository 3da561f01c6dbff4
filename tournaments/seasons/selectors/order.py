"""Who of an evening stands where in a season."""

from dataclasses import dataclass

from accounts.players.selectors.players import kept
from tournaments.evening.selectors.access import names_of
from tournaments.models import EntryRow, Evening, Season
from tournaments.seasons.selectors.counting import count_season


def season_order(evening: Evening, season: Season) -> tuple[int, ...]:
    """The entries of those who stand in the season, the best first; divisions from the highest."""
    rows = count_season(season, all_known=False).rows
    ranks = {row.player: rank for rank, row in enumerate(rows)}
    into = kept(season.league.club_id)
    entries = EntryRow.objects.filter(evening=evening, void=None, player__isnull=False)
    players = {pk: into.get(player, player) for pk, player in entries.values_list("pk", "player")}
    return tuple(
        sorted((pk for pk, player in players.items() if player in ranks), key=lambda pk: ranks[players[pk]])
    )


@dataclass(frozen=True)
class Order:
    """A season and who is here of it, the best first; ``others`` do not stand in it, and sit below by lot."""

    season: int
    name: str
    people: tuple[str, ...]
    others: tuple[str, ...]


def orders_of(evening: Evening) -> tuple[Order, ...]:
    """The seasons for which the evening counts."""
    names = names_of(evening, withdrawn=False)
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
