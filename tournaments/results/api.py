"""API of the standings, the prizes, the counters' ledger, the end of an evening and imported results.

The API shows the same standings and prizes as the page shows to the same reader.
"""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.permissions import Right
from accounts.shared.api.decorators import member, not_modified_or
from accounts.shared.api.fields import Body, BoundedList, Text, Whole
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import get_evening_and_right, make_evening_urls, refuse_secret
from tournaments.base.api.answers import Answer, OrNull, Somebody, answer
from tournaments.base.api.commands import Command, Plain, Sent
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.core.counters.ledger import LedgerLine
from tournaments.core.ranking.prize_list import MOST_PRIZES
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine, ResultPrize, judge_lines
from tournaments.core.results.standings import CALLED, COLUMNS, Column
from tournaments.evening.selectors.access import make_evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_prizes_page, load_gifts
from tournaments.results.presenters.ledger import CounterBalance, Ledger, PersonsLedger, build_ledger
from tournaments.results.presenters.standing import StandingTable, load_standing
from tournaments.results.services import (
    evening_call_off,
    evening_finish,
    evening_reopen,
    evening_settle,
    final_count,
)
from tournaments.transfer.services.imported_results import result_record

LINE = answer(LedgerLine, table=OrNull, deal=OrNull)
LAW = answer(CounterBalance, uncounted=partial(Somebody, many=True))
PERSON = answer(PersonsLedger, lines=partial(LINE, many=True))
LEDGER = answer(Ledger, law=LAW, people=partial(PERSON, many=True))


@described_for_members("ledger", "The ledger of an evening", LEDGER, revalidates=True)
@member("GET")
def ledger(request: Request, pk: int) -> HttpResponseBase:
    """Whether the counters add up, and the lines of each player. 404 if the game has no counters."""
    evening, right = get_evening_and_right(request, pk)
    if not evening.play.kind.stakes:
        raise Http404
    refuse_secret(evening, right)

    def read() -> object:
        return LEDGER(build_ledger(evening, load_facts(evening.pk))).data

    return not_modified_or(request, read, make_evening_tag(evening), right)


ENDING = (
    Command(evening_settle),
    Command(final_count, body_fields={"counters": "counts"}),
    Command(evening_finish, body_fields={"cards": "body", "counters": "body"}),
    Command(evening_reopen, body_fields={"format": "body"}),
    Command(evening_call_off),
)


class ResultLineBody(Body):
    """One person’s result: the name and the known figures. A missing place is calculated from the figures."""

    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")

    def get_fields(self) -> dict[str, Any]:
        figures = {CALLED.get(column.key, column.key): _build_figure_field(column) for column in COLUMNS}
        return {**super().get_fields(), **figures}


def _build_figure_field(column: Column) -> Whole:
    column_of = {"source": column.key} if column.key in CALLED else {}
    return Whole(min_value=min(column.least, 0), max_value=column.most, required=False, **column_of)


class PrizeToldBody(Body):
    """A prize with the names of its winners."""

    title = Text(max_length=LONGEST)
    winners = BoundedList(child=Text(max_length=LONGEST), max_length=MOST_PEOPLE)


class ResultRecordBody(Plain):
    """Everybody's result. A person without a result did not take part."""

    lines = BoundedList(child=ResultLineBody(), min_length=1, max_length=MOST_PEOPLE)
    prizes = BoundedList(
        child=PrizeToldBody(), max_length=MOST_PRIZES, required=False, help_text="Default: the prizes stay."
    )
    not_removed = BoundedList(
        child=Text(max_length=LONGEST),
        max_length=MOST_PEOPLE,
        default=list,
        help_text="New names with the place and figures of a removed player, but of somebody else. Other "
        "such lines stay without the name.",
    )


def _read_lines(evening: Evening, body: Sent) -> dict[str, Any]:
    """Return everybody’s line. RuleError at ``lines.<place>.<figure>``."""
    lines = [ResultLine(**line) for line in body["lines"]]
    for wrong in () if evening.play.format.planned else judge_lines(lines, evening.play)[1]:
        field = f"lines.{wrong.index}.{CALLED.get(wrong.error.field, wrong.error.field)}"
        raise RuleError(field, wrong.error.message, **wrong.error.figures)
    prizes_sent = body.get("prizes")
    prizes = (
        None
        if prizes_sent is None
        else [ResultPrize(prize["title"], tuple(prize["winners"])) for prize in prizes_sent]
    )
    return {"lines": lines, "prizes": prizes, "not_removed": body["not_removed"]}


COMMANDS = (Command(result_record, ResultRecordBody, _read_lines),)


STANDING = answer(StandingTable)
WINNERS = partial(Somebody, many=True)
PRIZE = answer(PrizeDisplay, winners=WINNERS, removed_winners=WINNERS)


class EveningPrizesAnswer(Answer):
    """The prizes, the highest first: as if the evening ended now, or as written in ``version``.

    ``hidden``: the number of prizes not announced yet; ``next``: the key of the prize to be announced next.
    """

    version = serializers.IntegerField(allow_null=True)
    hidden = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    prizes = PRIZE(many=True)


@described_for_members("standing", "The standings of an evening", STANDING, revalidates=True)
@member("GET")
def standing(request: Request, pk: int) -> HttpResponseBase:
    """All players by place, with reasons. Until all prizes are announced, only organisers see the end."""
    evening, right = get_evening_and_right(request, pk)
    refuse_secret(evening, right)
    return not_modified_or(
        request, lambda: STANDING(load_standing(evening)).data, make_evening_tag(evening), right
    )


@described_for_members("evening_prizes", "The prizes of an evening", EveningPrizesAnswer)
@member("GET")
def evening_prizes(request: Request, pk: int) -> Response:
    """The prizes so far, or at the end. Only organisers see prizes that are not announced yet."""
    evening, right = get_evening_and_right(request, pk)
    return Response(EveningPrizesAnswer(_build_prizes(evening, runs=right >= Right.RUN)).data)


def _build_prizes(evening: Evening, *, runs: bool) -> dict[str, Any]:
    facts = load_facts(evening.pk)
    page = build_prizes_page(evening, facts, runs=runs)
    is_finished = page.announced is not None
    return {
        "version": page.announced.version if page.announced else None,
        "hidden": page.hidden if is_finished or evening.stage == Stage.SETTLING else 0,
        "next": page.next.key if runs and is_finished and page.next else None,
        "prizes": (*page.prizes, *load_gifts(evening)),
    }


OF_EVENINGS = (*ENDING, *COMMANDS)
urlpatterns = [
    path("evenings/<num:pk>/ledger/", ledger, name="api-evening-ledger"),
    path("evenings/<num:pk>/standing/", standing, name="api-evening-standing"),
    path("evenings/<num:pk>/prizes/", evening_prizes, name="api-evening-prizes"),
    *make_evening_urls(OF_EVENINGS),
]
