"""A club's lists of ratings, one for each game that is rated, and how sure a rating is, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.models import Club
from accounts.names import name_order
from games.rules.registry import KNOWN
from tournaments.core.ranking.ratings import Rating
from tournaments.evening.selectors.access import player_names
from tournaments.records.selectors.ratings import as_of, last_ratings


@answers("place", "player", "name", "number", "settled", "words")
@dataclass(frozen=True)
class RatedPlayer:
    """Somebody's rating; ``words`` say how sure it is."""

    place: int
    player: int
    name: str
    number: int
    settled: bool
    words: str


@answers("game", "title", "people")
@dataclass(frozen=True)
class RatingsOfGame:
    """The ratings in one game, the highest first."""

    game: str
    title: str
    people: tuple[RatedPlayer, ...]


@answers("ratings", "ratings_behind", component="RatingsAnswer")
@dataclass(frozen=True)
class ClubRatings:
    """The ratings by game, the one that most people played first.

    Those of evenings from the day ``ratings_behind`` on are not calculated yet. Null: all are.
    """

    ratings: tuple[RatingsOfGame, ...]
    ratings_behind: date | None


def rating_lists(club: Club) -> ClubRatings:
    """The club's ratings, the game that was played by most people first; nobody who is off the list."""
    at = as_of(club.pk)
    names = player_names(club=club, active=True)
    lists = (_listed(game, found, names) for game, found in last_ratings(club.pk, at).items())
    order = sorted((made for made in lists if made.people), key=lambda made: (-len(made.people), made.game))
    return ClubRatings(tuple(order), at.behind)


def _listed(game: str, found: Mapping[int, Rating], names: Mapping[int, str]) -> RatingsOfGame:
    last = {player: rating for player, rating in found.items() if player in names}
    order = sorted(last, key=lambda player: (-last[player].number, name_order(names[player]), player))
    places = dict[int, int]()
    for place, player in enumerate(order, start=1):
        places.setdefault(last[player].number, place)
    people = (
        RatedPlayer(
            places[last[player].number],
            player,
            names[player],
            last[player].number,
            last[player].settled,
            how_sure(last[player]),
        )
        for player in order
    )
    return RatingsOfGame(game, game_title(game), tuple(people))


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
