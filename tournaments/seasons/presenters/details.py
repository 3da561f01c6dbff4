"""A season as programs read it: its rules, its divisions, and what it would be today."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.answers import answers
from tournaments.base.words import prize_title
from tournaments.core.leagues.otherwise import Otherwise
from tournaments.core.leagues.rules import from_json, to_json
from tournaments.models import Season
from tournaments.seasons.presenters.rules import RuleSaid, rules_said
from tournaments.seasons.selectors.access import SeasonName, season_name
from tournaments.seasons.selectors.people import DivisionLine, divisions_of


@answers("title", "was", "now")
@dataclass(frozen=True)
class PrizeToday:
    """A prize that others would win: players by their numbers."""

    title: str
    was: tuple[int, ...]
    now: tuple[int, ...]


@answers("players", "prizes", "merged", component="TodayAnswer")
@dataclass(frozen=True)
class Today:
    """What today's results and merges would make of a closed season, which stays as it was closed.

    ``players``: whose place or points would be others. ``merged``: whether merges since the closing wait for
    a decision; false once somebody left them as they are.
    """

    players: tuple[int, ...]
    prizes: tuple[PrizeToday, ...]
    merged: bool


@answers(
    *("id", "club", "league", "league_name", "name", "stage", "seq", "follows"),
    *("rules", "rules_said", "divisions", "today"),
    component="SeasonAnswer",
)
@dataclass(frozen=True)
class SeasonDetails(SeasonName):
    """A season. ``rules`` are as docs/leagues.md has them, ``rules_said`` the same in words.

    ``seq`` counts its book; ``follows`` is the season before. ``today``: null where nothing would differ.
    """

    seq: int
    follows: int | None
    rules: Mapping[str, Any]
    rules_said: tuple[RuleSaid, ...]
    divisions: tuple[DivisionLine, ...]
    today: Today | None


def season_details(season: Season, today: Today | None) -> SeasonDetails:
    """Return the season in one query; ``today``: what it would be, as ``season_today`` says."""
    rules = from_json(season.rules)
    return SeasonDetails(
        **vars(season_name(season)),
        seq=season.seq,
        follows=season.follows_id,
        rules=to_json(rules),
        rules_said=rules_said(rules),
        divisions=divisions_of(season),
        today=today,
    )


def season_today(found: Otherwise, *, merged: bool) -> Today:
    """Return what a closed season would be; ``merged``: merges wait for a decision."""
    prizes = (PrizeToday(prize_title(prize), was, now) for prize, (was, now) in found.prizes.items())
    return Today(tuple(found.people), tuple(prizes), merged)
