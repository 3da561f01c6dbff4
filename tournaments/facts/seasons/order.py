"""Who of an evening stands where in a season."""

from accounts.selectors.players import kept
from tournaments.facts.seasons.counting import count_season
from tournaments.models import EntryRow, Evening, Season


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
