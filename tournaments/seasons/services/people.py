"""Where people stand in a season, said of several at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.models import Player
from accounts.names import name_key
from accounts.players.selectors.players import called, kept
from accounts.players.services.lists import list_lock
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Division, Season, SeasonLine, SeasonPlayer
from tournaments.seasons.services.journal import SeasonAct, SeasonBy, booked
from tournaments.seasons.services.seasons import NO_DIVISION, NO_PLAYER


@dataclass(frozen=True)
class Standing:
    """On the season's list, in a division or in none, perhaps as a guest; or not ``listed`` at all."""

    listed: bool = True
    division: int | None = None
    guest: bool = False


@booked("people_placed", SeasonStage.OPEN, title="Place several people")
def people_place(act: SeasonAct, *, people: Mapping[int, Standing]) -> None:
    """Each of these players stands so: all of it or nothing. Whoever goes off the list goes by every entry.

    RuleError at ``player`` or ``division``.
    """
    club = act.season.league.club_id
    list_lock(club)
    one = kept(club)
    stands = {one.get(player, player): standing for player, standing in people.items()}
    found = Player.objects.filter(club=club).in_bulk(list(stands))
    if stands.keys() - found.keys():
        raise RuleError("player", NO_PLAYER)
    divisions = dict(Division.objects.filter(season=act.season).values_list("pk", "name"))
    if {standing.division for standing in stands.values()} - {None, *divisions}:
        raise RuleError("division", NO_DIVISION)
    off = {player for player, standing in stands.items() if not standing.listed}
    entries = [*off, *(gone for gone, stays in one.items() if stays in off)]
    SeasonPlayer.objects.filter(season=act.season, player__in=entries).delete()
    SeasonPlayer.objects.bulk_create(
        [
            SeasonPlayer(
                season=act.season,
                player_id=player,
                division_id=standing.division,
                guest=standing.guest,
            )
            for player, standing in stands.items()
            if standing.listed
        ],
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=["division", "guest"],
    )
    act.note(
        people=[
            {
                "player": player,
                "name": found[player].name,
                "listed": standing.listed,
                "division": divisions.get(standing.division or 0, ""),
                "guest": standing.guest,
            }
            for player, standing in stands.items()
        ]
    )


def person_add(by: SeasonBy, *, name: str, standing: Standing) -> SeasonLine:
    """Somebody of the club's list, by any name there, is on the season's. RuleError at ``name``."""
    club = Season.objects.select_related("league").get(pk=by.season).league.club_id
    found = called(club).get(name_key(" ".join(name.split())))
    if found is None:
        raise RuleError("name", NO_PLAYER)
    return people_place(by, people={found.pk: standing})
