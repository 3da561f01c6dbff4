"""Names that somebody gives to break in, to break a page, or because people are called so."""

from accounts.account.services import token_create
from accounts.clubs.services import club_create
from accounts.models import Club, Player
from accounts.players.services import group_create
from games.house.services import house_rules_create
from tests.cast import Cast, Night
from tests.played_seasons import a_season, by
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import League, PrizeSet
from tournaments.seasons.services.seasons import evening_add
from tournaments.seating.services import evening_start, seats_draw

SCRIPT = "<script>alert(1)</script>"
NAMES = (
    SCRIPT,
    '"><img src=x onerror=alert(1)>',
    '\'"&amp;{{7*7}}{% now "Y" %}',
    '=HYPERLINK("http://x","y")',
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "\r\n+2+2",
    "مرحبا بالعالم",
    "👩‍👩‍👧‍👦 Ünïcödé 🏳️‍🌈",
    "W" * 60,
    "%(name)s %s %d %%",
    "C:\\new\\table $(rm) `id`",
    "two\u2028lines",
    "</title></style></textarea>--> ]]>",
)
"""Names that are allowed: white space is tidied, and everything else is shown as it was typed."""


def shown(name: str) -> str:
    return " ".join(name.split())


def hostile_night(cast: Cast, stage: Stage = Stage.PLAYING) -> Night:
    """An evening, that is played, of a club where everything is called by an attack."""
    Club.objects.filter(pk=cast.club.pk).delete()
    club = club_create(owner=cast.alice, name=SCRIPT)
    settings = Settings(roles=("<b>lady</b>", '"gentle" man'))
    evening = evening_create(
        actor=cast.alice, club=club, name=NAMES[1], settings=settings, choice=GameChoice(rules_name=NAMES[2])
    )
    act = RequestedBy(evening.pk, cast.alice)
    check_in_open(act)
    roles = settings.roles
    people_check_in(act, people=[Arrival(name, roles[at % 2]) for at, name in enumerate(NAMES)])
    if stage is not Stage.CHECK_IN:
        seats_draw(act, seed="7")
    if stage is Stage.PLAYING:
        evening_start(act)
    return Night(evening, cast.alice)


def hostile_league(cast: Cast, night: Night) -> None:
    """The evening counts in a season; a group, house rules, prizes and a token have such names too."""
    club = night.evening.club
    season = a_season(cast_at(cast, club), name=NAMES[1])
    League.objects.filter(pk=season.league_id).update(name=SCRIPT)
    evening_add(by(cast, season), evening=night.evening.pk)
    group = group_create(by=cast.alice, club=club, name="<i onclick=x()>juniors")
    group.players.add(Player.objects.filter(club=club).earliest("pk"))
    house_rules_create(by=cast.alice, club=club, game="blackout", name=NAMES[2], options={"hook": "last"})
    PrizeSet.objects.create(club=club, name=NAMES[1], prizes=["booby"])
    token_create(by=cast.alice, name=SCRIPT, role="viewer")


def cast_at(cast: Cast, club: Club) -> Cast:
    return Cast(**{**vars(cast), "club": club})
