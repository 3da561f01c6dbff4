"""The demo club's league: a season of some evenings whose results are recorded, and those of the demo."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from uuid import NAMESPACE_URL, uuid5

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import Club, User
from tournaments.core.chance import in_drawn_order
from tournaments.core.leagues.rules import Rules
from tournaments.core.results.elsewhere import Line
from tournaments.core.settings import Settings
from tournaments.models import Evening, Season
from tournaments.services.club.imported_results import Played, evening_record
from tournaments.services.seasons.journal import SeasonBy
from tournaments.services.seasons.leagues import league_create, season_create
from tournaments.services.seasons.seasons import evening_add
from tournaments.simulation.names import name

RULES = Rules(best=3, yellow=1)
RECORDED, REGULARS, STAYING_AWAY = 3, 28, 4
KEY = uuid5(NAMESPACE_URL, "headtable:demo")  # the season's lots are drawn by it


def demo_league(club: Club, owner: User, evenings: Iterable[Evening], last: date) -> Season:
    """A season for which these evenings count, and some recorded ones in the weeks before ``last``."""
    league = league_create(by=owner, club=club, name=gettext("Demo League"))
    season = season_create(by=owner, league=league, name=gettext("This season"), rules=RULES, key=KEY)
    recorded = [
        evening_record(actor=owner, club=club, played=_played(number, last)) for number in range(RECORDED)
    ]
    for evening in (*recorded, *evenings):
        evening_add(SeasonBy(season.pk, owner), evening=evening.pk)
    return season


def _played(number: int, last: date) -> Played:
    """The ``number``-th recorded evening, from 0."""
    held_on = last - timedelta(weeks=RECORDED - number)
    title = gettext("Evening of %(day)s") % {"day": date_format(held_on, gettext("j F"))}
    return Played(title, held_on, _lines(number))


def _lines(number: int) -> tuple[Line, ...]:
    """Everybody's result: whoever plays well does so more often than not; some are not there."""
    here = in_drawn_order(range(REGULARS), f"demo:here:{number}")[STAYING_AWAY:]
    luck = in_drawn_order(here, f"demo:luck:{number}")
    skill = in_drawn_order(range(REGULARS), "demo:skill")
    order = sorted(here, key=lambda who: (luck.index(who) + skill.index(who), luck.index(who)))
    settings = Settings()
    return tuple(
        Line(
            name(who),
            settings.roles[who % len(settings.roles)],
            place=place,
            counters=settings.stake + len(order) + 1 - 2 * place,
            yellow=max(0, 4 - place),
        )
        for place, who in enumerate(order, start=1)
    )
