"""A season's list of prizes is changed, while the season is under way."""

from __future__ import annotations

from dataclasses import replace

from accounts.errors import StaleError
from tournaments.core.leagues.rules import SeasonStage, from_json, to_json
from tournaments.core.ranking.prize_list import Prizes
from tournaments.services.saved_prizes import CHANGED, groups_named
from tournaments.services.seasons.journal import SeasonAct, booked


@booked("season_changed", SeasonStage.OPEN)
def season_prizes_change(
    act: SeasonAct, *, before: Prizes, after: Prizes, one_each: bool | None = None
) -> None:
    """The prizes and their order. ``before``: as they were seen; StaleError if they are not so.

    ``one_each``: whether whoever has one leaves the others to the next; nothing said: as it was.
    """
    rules = from_json(act.season.rules)
    if rules.prizes != before:
        raise StaleError("prizes", CHANGED)
    groups_named(act.season.league.club_id, before, after)
    each = rules.one_prize_each if one_each is None else one_each
    act.note(before=act.season.rules, after=to_json(replace(rules, prizes=after, one_prize_each=each)))
    act.season.rules = act.line.payload["after"]
