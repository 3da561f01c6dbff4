"""API of a season: its rules, table, prizes, book, export, evenings, people, versions and questions."""

from functools import partial

from django.http import Http404, HttpResponseBase
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member, not_modified_or
from accounts.shared.api.fields import IdFilter, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import SEASON as DOCUMENT
from tournaments.base.api.addresses import (
    get_season,
    get_season_and_right,
    make_document_ref,
    run_season_command,
)
from tournaments.base.api.answers import Ids, NamedPlayer, answer
from tournaments.base.api.commands import Command
from tournaments.checks.selectors import has_waiting_merges
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
    find_season_version,
)
from tournaments.seasons.presenters.prizes import SeasonPrizes, load_season_prizes
from tournaments.seasons.presenters.row import Question, RowExplained, describe_questions, explain_row
from tournaments.seasons.presenters.rules import SeasonDetails, describe_season, describe_today
from tournaments.seasons.presenters.table import EVENINGS, SeasonTable, load_season_table
from tournaments.seasons.selectors.access import (
    SeasonPerson,
    load_season_people,
    load_season_tag,
    query_open_questions,
)
from tournaments.seasons.selectors.closing import compare_with_today
from tournaments.seasons.selectors.counting import EveningOf, count_season, load_season_evenings
from tournaments.seasons.services.results import row_question_answer, row_question_ask, row_question_close
from tournaments.transfer.presenters.tables import build_season_document

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
        season_row = get_season(request, pk, CHANGE.info.right)
        run_season_command(request, CHANGE, season_row, read(CHANGE.reasoned_body, request.data))
    return Response(SEASON(_build_details(get_season(request, pk))).data)


CHANGE = COMMANDS[0]
"""The command of a PATCH: change a season's name or rules."""


def _build_details(season: Season) -> SeasonDetails:
    is_closed = season.stage == SeasonStage.CLOSED
    differences = compare_with_today(season, count_season(season, all_known=True)) if is_closed else None
    return describe_season(
        season,
        describe_today(differences, merges_wait=bool(has_waiting_merges(season))) if differences else None,
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
    season, right = get_season_and_right(request, pk)
    runs = right >= Right.RUN
    return not_modified_or(
        request, lambda: TABLE(load_season_table(season, all_known=runs)).data, load_season_tag(season), runs
    )


@described_for_members(
    "season_prizes",
    "Who wins what in a season, and why",
    PRIZES,
)
@member("GET")
def prizes(request: Request, pk: int) -> Response:
    """The prizes as if the season ended now, or at its end."""
    season, right = get_season_and_right(request, pk)
    return Response(PRIZES(load_season_prizes(season, all_known=right >= Right.RUN)).data)


@listed("season_book", "The journal of a season", BOOK_LINE)
@member("GET")
def book(request: Request, pk: int) -> Response:
    """Every action in the season, the newest first."""
    season = get_season(request, pk)
    rows = SeasonLine.objects.filter(season=season).select_related("actor").order_by("-seq")
    return answer_page(request, rows, BOOK_LINE, convert=describe_lines)


@described_for_members(
    "season_export",
    "All of a season, to take away",
    make_document_ref(DOCUMENT),
    revalidates=True,
)
@member("GET")
def export(request: Request, pk: int) -> HttpResponseBase:
    """The season for another installation. Evenings with hidden prizes are only for organisers."""
    season, right = get_season_and_right(request, pk)
    runs = right >= Right.RUN
    return not_modified_or(
        request, lambda: build_season_document(season, all_known=runs), load_season_tag(season), runs
    )


EVENING, PERSON, ROW = answer(EveningOf), answer(SeasonPerson), answer(RowExplained)


@listed(
    "season_evenings",
    "The evenings of a season",
    EVENING,
)
@member("GET")
def evenings(request: Request, pk: int) -> Response:
    """Evenings in order of time. An evening with hidden prizes counts only for organisers."""
    season, right = get_season_and_right(request, pk)
    rows = load_season_evenings(season, all_known=right >= Right.RUN)
    return answer_page(request, rows, EVENING)


@listed(
    "season_people",
    "The people of a season",
    PERSON,
)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """Everybody who is on the season’s list or has played in it, by name."""
    return answer_page(request, load_season_people(get_season(request, pk)), PERSON)


@described_for_members("season_row", "A row of a season explained", ROW)
@member("GET")
def row(request: Request, pk: int, player: int) -> Response:
    """Points of one player from each evening, whether each evening counts, and the reason for the place."""
    season, right = get_season_and_right(request, pk)
    explained = explain_row(season, player, all_known=right >= Right.RUN)
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
    season = get_season(request, pk)
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor").order_by("-version")
    return answer_page(request, rows, VERSION, convert=describe_versions)


@described_for_members(
    "season_version",
    "A version of a season’s result",
    VERSION_DETAILS,
)
@member("GET")
def version(request: Request, pk: int, version: int) -> Response:
    """Standings and prizes of one written version."""
    details = find_season_version(get_season(request, pk), version)
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
    rows = query_open_questions(get_season(request, pk))
    return answer_page(request, rows, QUESTION, filters=QuestionFilter, convert=describe_questions)


QUESTION_COMMANDS = (
    Command(row_question_ask),
    Command(row_question_answer),
    Command(row_question_close),
)
