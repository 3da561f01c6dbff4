"""A club's lists of ratings, one for each game that is rated, and how sure a rating is, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from accounts.models import Club
from games.rules.registry import KNOWN
from tournaments.core.ranking.ratings import Rating
from tournaments.facts.club.ratings import Paths, ratings_of
from tournaments.facts.running.access import player_names


@dataclass(frozen=True)
class Rated:
    """Somebody on a list of ratings; ``told`` is how sure the number is."""

    place: int
    player: int
    name: str
    number: int
    settled: bool
    told: str


@dataclass(frozen=True)
class RatingList:
    """The ratings in one game, the highest first."""

    game: str
    title: str
    people: tuple[Rated, ...]


def rating_lists(club: Club) -> tuple[RatingList, ...]:
    """The club's ratings, the game that was played by most people first; nobody who is off the list."""
    found = ratings_of(club.pk)
    names = player_names(club=club, active=True)
    lists = (_listed(game, found[game], names) for game in found)
    return tuple(sorted((made for made in lists if made.people), key=lambda made: -len(made.people)))


def _listed(game: str, found: Paths, names: Mapping[int, str]) -> RatingList:
    last = {player: path[-1] for player, path in found.items() if player in names}
    order = sorted(last, key=lambda player: (-last[player].number, names[player].casefold(), player))
    numbers = [last[player].number for player in order]
    people = (
        Rated(
            numbers.index(last[player].number) + 1,
            player,
            names[player],
            last[player].number,
            last[player].settled,
            how_sure(last[player]),
        )
        for player in order
    )
    return RatingList(game, game_title(game), tuple(people))


def game_title(key: str) -> str:
    """A game's name; of one that is no more, its key."""
    return gettext(KNOWN[key].title) if key in KNOWN else key


def how_sure(rating: Rating) -> str:
    """A rating's uncertainty in words."""
    figures = {"n": rating.evenings}
    if rating.settled:
        return ngettext("%(n)s evening", "%(n)s evenings", rating.evenings) % figures
    return (
        ngettext("not reliable yet: %(n)s evening", "not reliable yet: %(n)s evenings", rating.evenings)
        % figures
    )
