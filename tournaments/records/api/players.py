"""People across evenings: one person's record, the club's ratings, two entries that are one person."""

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Merge
from accounts.names import LONGEST
from accounts.numbers import LARGEST_ID
from accounts.permissions import Right
from accounts.players.api.players import player_at
from accounts.players.services.merging import LONGEST_REASON, player_unmerge
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Id, Number, Text, read
from accounts.shared.api.keys import once
from accounts.shared.api.paging import query_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.values import answer
from tournaments.records.presenters.player_record import PlayerRecord, player_record
from tournaments.records.presenters.ratings import ClubRatings, rating_lists
from tournaments.records.services.forgetting import player_forget
from tournaments.records.services.people import players_merge
from tournaments.standings.selectors.people import Merging, merging

RECORD, RATINGS = answer(PlayerRecord), answer(ClubRatings)
MERGING, MERGE = answer(Merging), answer(Merge)


@described_for_members("player_record", "The record of a player", RECORD)
@member("GET")
def record(request: Request, pk: int, player: int) -> Response:
    """Evenings, records, tables, opponents and ratings of a player, with merged entries."""
    club, _right = club_at(request, pk)
    found = player_record(club, player)
    if found is None:
        raise Http404
    return Response(RECORD(found).data)


@described_for_members("ratings", "The ratings of all players", RATINGS)
@member("GET")
def ratings(request: Request, pk: int) -> Response:
    """The ratings of all players on the list, in each rated game, the highest first."""
    club, _right = club_at(request, pk)
    return Response(RATINGS(rating_lists(club)).data)


class MergingQuery(Body):
    gone = Number(min_value=1, max_value=LARGEST_ID)


class MergeBody(Body):
    gone = Id(help_text="Number of the other entry of this player.")
    reason = Text(max_length=LONGEST_REASON, allow_blank=True, default="")


@described_for_members(
    "players_merging",
    "Preview a merge",
    MERGING,
    parameters=[
        OpenApiParameter(
            "gone",
            {"type": "integer", "minimum": 1, "maximum": LARGEST_ID},
            required=True,
            description="Number of the other entry of this player.",
        )
    ],
    methods=["GET"],
)
@described_for_members(
    "players_merge",
    "Merge two entries of a player",
    MERGE,
    body=MergeBody,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def merge(request: Request, pk: int, player: int) -> Response:
    """The results of the other entry belong to this player, until the merge is undone."""
    club, _right = club_at(request, pk, Right.RUN)
    stays = player_at(club.pk, player)
    if request.method != "POST":
        goes = player_at(club.pk, read(MergingQuery, query_of(request))["gone"])
        return Response(MERGING(merging(stays, goes)).data)
    sent = read(MergeBody, request.data)
    goes = player_at(club.pk, sent["gone"])

    def act() -> Response:
        made = players_merge(by=user_of(request), stays=stays, goes=goes, reason=sent["reason"])
        return Response(MERGE(made).data)

    return once(request, act)


@described_for_members("player_unmerge", "Undo a merge", None, body=Body, status=204, writes=True)
@member("POST")
def unmerge(request: Request, pk: int, player: int) -> Response:
    """The merged entry becomes a player again. Each entry has its own results."""
    club, _right = club_at(request, pk, Right.RUN)
    gone = player_at(club.pk, player)
    read(Body, request.data)

    def act() -> Response:
        player_unmerge(by=user_of(request), gone=gone)
        return Response(status=204)

    return once(request, act)


class ForgetBody(Body):
    typed = Text(
        max_length=LONGEST, help_text="The name as on the player list. It prevents removal by mistake."
    )


@described_for_members(
    "player_forget", "Remove a name for good", None, body=ForgetBody, status=204, writes=True
)
@member("POST")
def forget(request: Request, pk: int, player: int) -> Response:
    """The name is removed from the list and from all history. Figures stay. This cannot be undone."""
    club, _right = club_at(request, pk, Right.RUN)
    person = player_at(club.pk, player)
    sent = read(ForgetBody, request.data)

    def act() -> Response:
        player_forget(by=user_of(request), player=person, typed=sent["typed"])
        return Response(status=204)

    return once(request, act)
