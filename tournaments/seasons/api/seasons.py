"""A season for reading: its rules, its table with reasons, its prizes, its book; and all of it."""

from functools import partial

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import read
from accounts.shared.api.kept import kept
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_and_right, season_at
from tournaments.base.api.addresses import season_line
from tournaments.base.api.answers import NamedPlayer
from tournaments.base.api.documents import SEASON as DOCUMENT
from tournaments.base.api.documents import document
from tournaments.base.api.values import Ids, answer
from tournaments.checks.selectors.waiting import merges_wait
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season, SeasonLine
from tournaments.prizes.presenters.prizes import OF_SEASONS, Prize
from tournaments.seasons.api.commands import COMMANDS, RulesAnswer, SeasonChangeBody
from tournaments.seasons.presenters.details import SeasonDetails, season_details, season_today
from tournaments.seasons.presenters.journal import BookLine, lines_told
from tournaments.seasons.presenters.prizes import SeasonPrizes, season_prizes
from tournaments.seasons.presenters.table import EVENINGS, SeasonTable, season_table
from tournaments.seasons.selectors.access import season_tag
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.today import otherwise_today
from tournaments.transfer.presenters.season import season_document

SEASON = answer(SeasonDetails, rules=RulesAnswer)
TABLE = answer(SeasonTable, **dict.fromkeys(EVENINGS, Ids))
WINNERS = partial(NamedPlayer, many=True)
PRIZE = answer(Prize, OF_SEASONS, winners=WINNERS, removed_winners=WINNERS)
PRIZES = answer(SeasonPrizes, prizes=partial(PRIZE, many=True))
BOOK_LINE = answer(BookLine)


@described_for_members("season", "A season and its rules", SEASON, methods=["GET"])
@described_for_members(
    "season_update",
    "Change a season",
    SEASON,
    body=SeasonChangeBody,
    writes=True,
    methods=["PATCH"],
)
@member("GET", "PATCH")
def season(request: Request, pk: int) -> Response:
    """The rules as values and in words, and the divisions. Organisers can change name and rules."""
    if request.method == "PATCH":
        found = season_at(request, pk, CHANGE.known.right)
        season_line(request, CHANGE, found, read(CHANGE.sent, request.data))
    return Response(SEASON(_season(season_at(request, pk))).data)


CHANGE = COMMANDS[0]
"""What a PATCH does: the command that changes a season's name or rules."""


def _season(season: Season) -> SeasonDetails:
    closed = season.stage == SeasonStage.CLOSED
    found = otherwise_today(season, count_season(season, all_known=True)) if closed else None
    return season_details(season, season_today(found, merged=bool(merges_wait(season))) if found else None)


@described_for_members(
    "season_table",
    "How a season stands, and why",
    TABLE,
    kept=True,
)
@member("GET")
def table(request: Request, pk: int) -> HttpResponseBase:
    """Each division by place, each row with what sets the next below. Hidden prizes are waited for."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return kept(request, lambda: TABLE(season_table(season, all_known=runs)).data, season_tag(season), runs)


@described_for_members(
    "season_prizes",
    "Who wins what in a season, and why",
    PRIZES,
)
@member("GET")
def prizes(request: Request, pk: int) -> Response:
    """As they would be if the season ended now, or as they are at its end."""
    season, right = season_and_right(request, pk)
    return Response(PRIZES(season_prizes(season, all_known=right >= Right.RUN)).data)


@listed("season_book", "The journal of a season", BOOK_LINE)
@member("GET")
def book(request: Request, pk: int) -> Response:
    """Everything that was done in the season, newest first."""
    season = season_at(request, pk)
    rows = SeasonLine.objects.filter(season=season).select_related("actor").order_by("-seq")
    return page_of(request, rows, BOOK_LINE, told=lines_told)


@described_for_members(
    "season_export",
    "All of a season, to take away",
    document(DOCUMENT),
    kept=True,
)
@member("GET")
def export(request: Request, pk: int) -> HttpResponseBase:
    """The season as another Headtable can read it; evenings with hidden prizes only for who runs it."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return kept(request, lambda: season_document(season, all_known=runs), season_tag(season), runs)
