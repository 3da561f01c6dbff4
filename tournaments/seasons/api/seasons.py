"""API of a season: its rules, table, prizes, book, export, evenings, people, versions and questions."""

from functools import partial

from django.http import Http404, HttpResponseBase
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member, not_modified_or
from accounts.shared.api.fields import IdFilter, read
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import SEASON as DOCUMENT
from tournaments.base.api.addresses import document, season_and_right, season_at, season_line
from tournaments.base.api.answers import Ids, NamedPlayer, answer
from tournaments.base.api.commands import Command
from tournaments.checks.selectors import merges_wait
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season, SeasonLine, SeasonResult
from tournaments.prizes.presenters.prizes import OF_SEASONS, PrizeDisplay
from tournaments.seasons.api.commands import COMMANDS, RulesAnswer, SeasonChangeBody
from tournaments.seasons.presenters.journal import (
    BookLine,
    SeasonVersion,
    SeasonVersionDetails,
    describe_lines,
    describe_versions,
    season_written,
)
from tournaments.seasons.presenters.prizes import SeasonPrizes, season_prizes
from tournaments.seasons.presenters.row import Question, RowExplained, describe_questions, row_explained
from tournaments.seasons.presenters.rules import SeasonDetails, season_details, season_today
from tournaments.seasons.presenters.table import EVENINGS, SeasonTable, season_table
from tournaments.seasons.selectors.access import SeasonPerson, people_of, questions_open, season_tag
from tournaments.seasons.selectors.closing import otherwise_today
from tournaments.seasons.selectors.counting import EveningOf, count_season, evenings_of
from tournaments.seasons.services.results import row_question_answer, row_question_ask, row_question_close
from tournaments.transfer.presenters.tables import season_document

SEASON = answer(SeasonDetails, rules=RulesAnswer)
TABLE = answer(SeasonTable, **dict.fromkeys(EVENINGS, Ids))
WINNERS = partial(NamedPlayer, many=True)
PRIZE = answer(PrizeDisplay, OF_SEASONS, winners=WINNERS, removed_winners=WINNERS)
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
        season_row = season_at(request, pk, CHANGE.known.right)
        season_line(request, CHANGE, season_row, read(CHANGE.sent, request.data))
    return Response(SEASON(_season(season_at(request, pk))).data)


CHANGE = COMMANDS[0]
"""The command of a PATCH: change a season's name or rules."""


def _season(season: Season) -> SeasonDetails:
    is_closed = season.stage == SeasonStage.CLOSED
    differences = otherwise_today(season, count_season(season, all_known=True)) if is_closed else None
    return season_details(
        season, season_today(differences, merges_wait=bool(merges_wait(season))) if differences else None
    )


@described_for_members(
    "season_table",
    "How a season stands, and why",
    TABLE,
    revalidates=True,
)
@member("GET")
def table(request: Request, pk: int) -> HttpResponseBase:
    """Each division by place, with reasons. An evening with hidden prizes counts only for organisers."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return not_modified_or(
        request, lambda: TABLE(season_table(season, all_known=runs)).data, season_tag(season), runs
    )


@described_for_members(
    "season_prizes",
    "Who wins what in a season, and why",
    PRIZES,
)
@member("GET")
def prizes(request: Request, pk: int) -> Response:
    """The prizes as if the season ended now, or at its end."""
    season, right = season_and_right(request, pk)
    return Response(PRIZES(season_prizes(season, all_known=right >= Right.RUN)).data)


@listed("season_book", "The journal of a season", BOOK_LINE)
@member("GET")
def book(request: Request, pk: int) -> Response:
    """Every action in the season, the newest first."""
    season = season_at(request, pk)
    rows = SeasonLine.objects.filter(season=season).select_related("actor").order_by("-seq")
    return page_of(request, rows, BOOK_LINE, convert=describe_lines)


@described_for_members(
    "season_export",
    "All of a season, to take away",
    document(DOCUMENT),
    revalidates=True,
)
@member("GET")
def export(request: Request, pk: int) -> HttpResponseBase:
    """The season for another installation. Evenings with hidden prizes are only for organisers."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return not_modified_or(request, lambda: season_document(season, all_known=runs), season_tag(season), runs)


EVENING, PERSON, ROW = answer(EveningOf), answer(SeasonPerson), answer(RowExplained)


@listed(
    "season_evenings",
    "The evenings of a season",
    EVENING,
)
@member("GET")
def evenings(request: Request, pk: int) -> Response:
    """Evenings in order of time. An evening with hidden prizes counts only for organisers."""
    season, right = season_and_right(request, pk)
    rows = evenings_of(season, all_known=right >= Right.RUN)
    return page_of(request, rows, EVENING)


@listed(
    "season_people",
    "The people of a season",
    PERSON,
)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """Everybody who is on the season’s list or has played in it, by name."""
    return page_of(request, people_of(season_at(request, pk)), PERSON)


@described_for_members("season_row", "A row of a season explained", ROW)
@member("GET")
def row(request: Request, pk: int, player: int) -> Response:
    """Points of one player from each evening, whether each evening counts, and the reason for the place."""
    season, right = season_and_right(request, pk)
    explained = row_explained(season, player, all_known=right >= Right.RUN)
    if explained is None:
        raise Http404
    return Response(ROW(explained).data)


VERSION, VERSION_DETAILS = (
    answer(SeasonVersion),
    answer(SeasonVersionDetails, prizes=partial(PRIZE, many=True)),
)


@listed(
    "season_versions",
    "The versions of a season’s result",
    VERSION,
)
@member("GET")
def versions(request: Request, pk: int) -> Response:
    """Every written version of the result, the newest first."""
    season = season_at(request, pk)
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor").order_by("-version")
    return page_of(request, rows, VERSION, convert=describe_versions)


@described_for_members(
    "season_version",
    "A version of a season’s result",
    VERSION_DETAILS,
)
@member("GET")
def version(request: Request, pk: int, version: int) -> Response:
    """Standings and prizes of one written version."""
    details = season_written(season_at(request, pk), version)
    if details is None:
        raise Http404
    return Response(VERSION_DETAILS(details).data)


QUESTION = answer(Question)


class QuestionFilter(FilterSet):  # type: ignore[misc]
    player = IdFilter("player", label="Number of the player whose row it is about.")


@listed(
    "season_questions",
    "The open questions of a season",
    QUESTION,
    filters=QuestionFilter,
)
@member("GET")
def questions(request: Request, pk: int) -> Response:
    """Open questions about rows, the oldest first."""
    rows = questions_open(season_at(request, pk))
    return page_of(request, rows, QUESTION, filters=QuestionFilter, convert=describe_questions)


QUESTION_COMMANDS = (
    Command(row_question_ask),
    Command(row_question_answer),
    Command(row_question_close),
)
