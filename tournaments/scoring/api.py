"""API of deals: record, correct and undo bids and pools, count or end a table, and read its deals."""

from functools import partial
from typing import Any

from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, BoundedList, Flag, NamedValues, OneOf, Text, Value, Whole
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from games.calculators.api.bodies import MOST_OPTIONS, MOST_SEATS
from tournaments.base.api.addresses import get_evening, make_evening_urls
from tournaments.base.api.answers import KeyedValue, TextOrNull, answer
from tournaments.base.api.commands import (
    AtDeal,
    ByNumber,
    Command,
    Replayed,
    Sent,
    make_counters_field,
    make_entry_field,
)
from tournaments.base.arguments import LAST_SEQ, MOST_AT_A_TABLE
from tournaments.models import RoundTable
from tournaments.scoring.presenters.deal_results import (
    DealWithVersions,
    RecordedDeal,
    ResultVersion,
    load_recorded_deals,
)
from tournaments.scoring.selectors import read_deal_state, read_table_state
from tournaments.scoring.services.bids import (
    SUITS,
    DealBids,
    TrickResult,
    bids_record,
    score_correct,
    score_record,
)
from tournaments.scoring.services.counts import Tally, TallyKind, Three, deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record, table_count, table_end

MOST_TRICKS = 52


def _make_tricks_field(**options: Any) -> Whole:
    return Whole(min_value=0, max_value=MOST_TRICKS, **options)


class AnnouncedBody(AtDeal):
    """A deal’s call and trump, in games that have them."""

    call = NamedValues(
        most=MOST_OPTIONS,
        child=Value(),
        default=dict,
        help_text="The dealer’s call, in games with calls.",
    )
    trump = OneOf(
        choices=[suit for suit in SUITS if suit], required=False, help_text="Trump suit, if it was recorded."
    )


class BidsRecordBody(AnnouncedBody):
    bids = ByNumber(child=_make_tricks_field(), most=MOST_SEATS)
    base = Whole(
        min_value=1,
        max_value=LAST_SEQ,
        required=False,
        help_text="Journal line of the bids that these bids replace.",
    )


class TakenBody(AnnouncedBody):
    """The tricks won, by entry."""

    tricks = ByNumber(child=_make_tricks_field(), most=MOST_SEATS)
    took = ByNumber(
        child=BoundedList(child=Whole(min_value=1, max_value=MOST_TRICKS), max_length=MOST_TRICKS),
        most=MOST_SEATS,
        default=dict,
        help_text="Numbers of the tricks won, from 1. Only where these matter.",
    )
    revokes = ByNumber(child=_make_tricks_field(), most=MOST_SEATS, default=dict)


class ScoreRecordBody(TakenBody):
    """The tricks; also the bids, if they were not recorded before."""

    bids = ByNumber(child=_make_tricks_field(), most=MOST_SEATS, required=False)


class CorrectedScoreBody(TakenBody, Replayed):
    """The whole deal with its correct values."""

    bids = ByNumber(child=_make_tricks_field(), most=MOST_SEATS)
    base_version = Whole(min_value=1, help_text="Version of the result that you saw.")


def _read_location(data: Sent) -> dict[str, Any]:
    names = ("round", "table", "deal", "base", "base_version")
    return {name: data[name] for name in names if name in data}


def _read_bids(data: Sent) -> DealBids:
    return DealBids(data.get("bids", {}), data["call"], data.get("trump", ""))


def _parse_bids(_evening: Any, data: Sent) -> dict[str, Any]:
    return {**_read_location(data), "bids": _read_bids(data)}


def _parse_score(_evening: Any, data: Sent) -> dict[str, Any]:
    """Return the result as service arguments. If only tricks are sent, the recorded bids stay."""
    bids = _read_bids(data) if "bids" in data else None
    return {
        **_read_location(data),
        "result": TrickResult(data["tricks"], data["took"], data["revokes"]),
        "bids": bids,
    }


BID_COMMANDS = (
    Command(bids_record, BidsRecordBody, _parse_bids, stands=read_deal_state),
    Command(score_record, ScoreRecordBody, _parse_score, stands=read_deal_state),
    Command(score_correct, CorrectedScoreBody, _parse_score, stands=read_deal_state),
)


LONGEST_HAND = 30


def _make_people_field(**options: Any) -> BoundedList:
    return BoundedList(child=make_entry_field(), max_length=MOST_AT_A_TABLE, **options)


class TallyBody(Body):
    """The counters of a deal, in one of the possible ways."""

    kind = OneOf(
        choices=[kind.value for kind in TallyKind],
        default=TallyKind.NONE.value,
        help_text=(
            "stakes: counters put in; counts: counters after the deal; net: counters won or lost; "
            "three: a game with three stakes; none: not counted."
        ),
    )
    amounts = ByNumber(child=make_counters_field(-1_000_000), most=MOST_AT_A_TABLE, default=dict)
    first = make_counters_field(
        default=0, help_text="In games with three stakes: counters from each player for the first stake."
    )
    second = make_counters_field(
        default=0, help_text="The same for the second stake. Its bets are in “amounts”."
    )
    third = make_counters_field(default=0, help_text="The same for the third stake.")
    won = BoundedList(
        child=Whole(min_value=1, max_value=2**53 - 1, allow_null=True),
        min_length=3,
        max_length=3,
        required=False,
        help_text="Winners of the three stakes. The third is null if nobody won it. Not with cards.",
    )


class DealRecordBody(AtDeal):
    """The winners, the callers, and the counters in the evening’s way of counting."""

    winners = _make_people_field(default=list)
    in_call = _make_people_field(default=list, help_text="Players who called, without the winners.")
    tally = TallyBody(default=dict)
    shown = ByNumber(
        child=Text(max_length=LONGEST_HAND),
        most=MOST_AT_A_TABLE,
        default=dict,
        help_text="The cards of each player who showed, such as “AS KD TC”. They decide who won.",
    )
    sure = Flag(
        default=False,
        help_text="Confirm that players did not call who put in as much as the winner, or all they had.",
    )


class CorrectedPoolBody(DealRecordBody, Replayed):
    """The whole pool with its correct values."""

    base_version = Whole(min_value=1, help_text="Version of the result that you saw.")


def _parse_pool(_evening: Any, data: Sent) -> dict[str, Any]:
    return {**data, "tally": _parse_tally(data["tally"])}


def _parse_tally(data: Sent) -> Tally | Three:
    kind, amounts = TallyKind(data.get("kind", TallyKind.NONE)), data.get("amounts", {})
    if kind is not TallyKind.THREE:
        return Tally(kind, amounts)
    winners = data.get("won")
    return Three(data["first"], data["second"], data["third"], amounts, tuple(winners) if winners else None)


FIELD_NAMES = {"counters": "tally.amounts", "broke": "tally.amounts", "cards": "shown", "won": "tally.won"}
COMMANDS = (
    Command(deal_record, DealRecordBody, _parse_pool, body_fields=FIELD_NAMES, stands=read_deal_state),
    Command(deal_correct, CorrectedPoolBody, _parse_pool, body_fields=FIELD_NAMES, stands=read_deal_state),
    Command(deal_withdraw, stands=read_deal_state),
    Command(table_count, body_fields={"counters": "counts"}),
    Command(table_end, stands=read_table_state),
)


VERSION = answer(ResultVersion, call=partial(serializers.DictField, child=KeyedValue()), trump=TextOrNull)
DEAL = answer(RecordedDeal, stands=VERSION)
WITH_VERSIONS = answer(DealWithVersions, stands=VERSION, versions=partial(VERSION, many=True))


@listed("deals", "A table's deals of a round", DEAL)
@member("GET")
def deals(request: Request, pk: int, round: int, table: int) -> Response:
    """The current results of a table, first to last. 404 if the round has no such table."""
    evening = get_evening(request, pk)
    records = load_recorded_deals(evening, round, table)
    filters = {"round__evening": evening, "round__number": round, "position": table}
    if not records and not RoundTable.objects.filter(**filters, void=None, round__void=None).exists():
        raise Http404
    return answer_page(request, records, DEAL)


@described_for_members("deal", "One deal with its versions", WITH_VERSIONS)
@member("GET")
def deal(request: Request, pk: int, round: int, table: int, deal: int) -> Response:
    """The recorded result and its corrections, with author and reason."""
    evening = get_evening(request, pk)
    result = next(
        (record for record in load_recorded_deals(evening, round, table) if record.deal == deal), None
    )
    if result is None:
        raise Http404
    return Response(WITH_VERSIONS(result).data)


AT_TABLE = "evenings/<num:pk>/rounds/<num:round>/tables/<num:table>/deals/"
OF_EVENINGS = (*COMMANDS, *BID_COMMANDS)
urlpatterns = [
    path(AT_TABLE, deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<num:deal>/", deal, name="api-evening-deal"),
    *make_evening_urls(OF_EVENINGS),
]
