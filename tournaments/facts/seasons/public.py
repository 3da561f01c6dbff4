"""Leagues and seasons as everybody with the address reaches them, and what they read there."""

from collections.abc import Iterable
from itertools import starmap

from accounts.models import Player
from accounts.names import as_called, public_names
from tournaments.core.record import Stage
from tournaments.models import Evening, League, Season


def published_league(address: str) -> League | None:
    """The league of the address with its club, if everybody may read it."""
    return League.objects.filter(public_address=address).select_related("club").first()


def published_season(address: str, pk: int) -> Season | None:
    """A season of the league of the address, with league and club, if everybody may read them."""
    seasons = Season.objects.filter(pk=pk, league__public_address=address)
    return seasons.select_related("league__club").first()


def newest_season(league: League) -> Season | None:
    """The league's newest season with league and club."""
    return Season.objects.filter(league=league).select_related("league__club").order_by("-pk").first()


def public_addresses(season: Season) -> dict[int, str | None]:
    """By evening of the season whose hall is open: the address of its page for everybody, if it has one."""
    opened = Evening.objects.filter(seasons__season=season).exclude(stage=Stage.DRAFT)
    return dict(opened.values_list("pk", "public_address"))


def players_called(season: Season, players: Iterable[int], shown: str) -> dict[int, str]:
    """The names for visitors of these players, in one query; ``shown``: how the page calls people."""
    people = Player.objects.filter(pk__in=players).order_by("pk")
    rows = people.values_list("pk", "name", "public", "public_name", "forgotten_at")
    return public_names(starmap(as_called, rows), season.league.club.public, shown)
