"""The demo club of a first run: an owner's login, a finished evening, one in its sixth round, a league."""

import secrets
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from accounts.clubs.services.clubs import club_create
from accounts.models import DEMO, DEMO_CLUB, Club, User
from tournaments.core.chance import in_drawn_order
from tournaments.core.leagues.rules import Rules
from tournaments.core.results.elsewhere import Line
from tournaments.core.settings import Settings, Unfinished
from tournaments.models import Evening, Season
from tournaments.seasons.services.journal import SeasonBy
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import evening_add
from tournaments.simulation import Login
from tournaments.simulation.evening import Order, Progress, simulate
from tournaments.simulation.names import name
from tournaments.transfer.services.imported_results import Played, evening_record

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read wrongly off a screen


def demo_make(progress: Callable[[str], Progress]) -> Login | None:
    """Make the demo, all of it or nothing; None where somebody has an account already.

    ``progress`` is called with each evening's name before it is played.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        login = Login(DEMO, new_password())
        owner = User.objects.create_user(login.email, login.password, name="Demo organiser")
        club = club_create(owner=owner, name=DEMO_CLUB)
        evenings = [
            simulate(order, club=club, actor=owner, progress=progress(order.name))
            for order in demo_evenings()
        ]
        demo_league(club, owner, evenings, last=evenings[0].held_on)
    return login


def demo_evenings() -> tuple[Order, ...]:
    """A whole evening of last week, and today's in its sixth round."""
    settings, today = Settings(unfinished=Unfinished.CUT), timezone.localdate()
    last_week = today - timedelta(days=7)
    return (
        Order("Last week's evening", rounds=20, seed="7", settings=settings, held_on=last_week),
        Order("Tonight, in its sixth round", rounds=6, seed="11", settings=settings, open=True),
    )


def new_password() -> str:
    """A password that can be read off a screen and typed: three groups of five, 74 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(5)) for _group in range(3))


RULES = Rules(best=3, yellow=1)
RECORDED, REGULARS, STAYING_AWAY = 3, 28, 4
KEY = uuid5(NAMESPACE_URL, "headtable:demo")  # the season's lots are drawn by it


def demo_league(club: Club, owner: User, evenings: Iterable[Evening], last: date) -> Season:
    """A season for which these evenings count, and some recorded ones in the weeks before ``last``."""
    league = league_create(by=owner, club=club, name="Demo League")
    season = season_create(by=owner, league=league, name="This season", rules=RULES, key=KEY)
    recorded = [
        evening_record(actor=owner, club=club, played=_played(number, last)) for number in range(RECORDED)
    ]
    for evening in (*recorded, *evenings):
        evening_add(SeasonBy(season.pk, owner), evening=evening.pk)
    return season


def _played(number: int, last: date) -> Played:
    """The ``number``-th recorded evening, from 0."""
    held_on = last - timedelta(weeks=RECORDED - number)
    title = "Evening of {day}".format(day=date_format(held_on, "MONTH_DAY_FORMAT"))
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
