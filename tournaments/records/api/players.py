"""People across evenings: one person's record, the club's ratings, two entries that are one person."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

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
from tournaments.base.api.answers import Answer, NamedEvening, NamedPlayer
from tournaments.records.presenters.player_record import PlayerRecord, Strength, player_record
from tournaments.records.presenters.ratings import rating_lists
from tournaments.records.services.forgetting import player_forget
from tournaments.records.services.people import players_merge
from tournaments.standings.selectors.people import merging


class EveningPlayed(NamedEvening):
    """An evening that was played, by which ``entry``: the place ``of`` how many, points or ``net``."""

    entry = serializers.IntegerField()
    game = serializers.CharField()
    place = serializers.IntegerField()
    of = serializers.IntegerField()
    net = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    yellow = serializers.IntegerField()
    prizes = serializers.IntegerField()


class ExactBids(Answer):
    exact = serializers.IntegerField()
    deals = serializers.IntegerField()
    percent = serializers.IntegerField()


class BestOf(Answer):
    """A record, and the evening in which it was reached."""

    title = serializers.CharField()
    figure = serializers.IntegerField(source="number")
    evening = serializers.IntegerField(source="evening.id")


class TablePlayed(Answer):
    table = serializers.IntegerField()
    rounds = serializers.IntegerField()
    deals = serializers.IntegerField()
    won = serializers.IntegerField()


class OpponentMet(NamedPlayer):
    """Somebody met: rounds at one table, and in how many evenings who came out ahead."""

    rounds = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    equal = serializers.IntegerField(source="level")


NOT_YET = "Ratings of evenings from this day on are not calculated yet. Null: all are."


class RatingThen(Answer):
    evening = serializers.IntegerField()
    held_on = serializers.DateField()
    number = serializers.IntegerField()


class RatingWay(Answer):
    """The rating in one game, how sure it is, and the way to it, the first evening first."""

    title = serializers.CharField()
    number = serializers.IntegerField()
    words = serializers.CharField(source="told")
    path = RatingThen(many=True)


class RecordAnswer(NamedPlayer):
    """All that somebody has played. ``podium``: how often first, second, third; ``exact`` null without bids.

    ``luckiest`` is the table where most deals were won.
    """

    also = serializers.ListField(child=serializers.CharField())
    evenings = EveningPlayed(many=True)
    best = serializers.IntegerField(allow_null=True)
    podium = serializers.ListField(child=serializers.IntegerField())
    prizes = serializers.IntegerField()
    yellow = serializers.IntegerField()
    exact = ExactBids(allow_null=True)
    records = BestOf(many=True)
    tables = TablePlayed(many=True)
    luckiest = TablePlayed(allow_null=True)
    opponents = OpponentMet(many=True)
    ratings = RatingWay(many=True)
    ratings_behind = serializers.DateField(source="behind", allow_null=True, help_text=NOT_YET)


def record_told(found: PlayerRecord) -> dict[str, Any]:
    """The record as ``RecordAnswer`` shows it."""
    ratings = [_way(strength) for strength in found.strengths]
    return vars(found) | {"player": found.player.pk, "name": found.player.name, "ratings": ratings}


def _way(strength: Strength) -> dict[str, Any]:
    path = [
        {"evening": line.id, "held_on": line.held_on, "number": rating.number}
        for line, rating in strength.path
    ]
    return {"title": strength.title, "number": strength.number, "told": strength.told, "path": path}


@described_for_members("player_record", "The record of a player", RecordAnswer)
@member("GET")
def record(request: Request, pk: int, player: int) -> Response:
    """Evenings, records, tables, opponents and ratings of a player, with merged entries."""
    club, _right = club_at(request, pk)
    found = player_record(club, player)
    if found is None:
        raise Http404
    return Response(RecordAnswer(record_told(found)).data)


class RatedPlayer(Answer):
    """Somebody's rating; ``words`` say how sure it is."""

    place = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    settled = serializers.BooleanField()
    words = serializers.CharField(source="told")


class RatingsOfGame(Answer):
    game = serializers.CharField()
    title = serializers.CharField()
    people = RatedPlayer(many=True)


class RatingsAnswer(Answer):
    """The ratings by game, the one that most people played first."""

    ratings = RatingsOfGame(many=True, source="lists")
    ratings_behind = serializers.DateField(source="behind", allow_null=True, help_text=NOT_YET)


@described_for_members("ratings", "The ratings of all players", RatingsAnswer)
@member("GET")
def ratings(request: Request, pk: int) -> Response:
    """The ratings of all players on the list, in each rated game, the highest first."""
    club, _right = club_at(request, pk)
    return Response(RatingsAnswer(rating_lists(club)).data)


class PlayedThen(NamedEvening):
    """An evening that was played."""


class SeasonTouched(Answer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    closed = serializers.BooleanField()


class MergingAnswer(Answer):
    """What a merge would bring together. Where they were ``both`` in an evening there is none."""

    stays = PlayedThen(many=True)
    goes = PlayedThen(many=True)
    both = PlayedThen(many=True)
    seasons = SeasonTouched(many=True)


class MergeAnswer(Answer):
    gone = serializers.IntegerField(source="gone_id")
    kept = serializers.IntegerField(source="kept_id")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class MergingQuery(Body):
    gone = Number(min_value=1, max_value=LARGEST_ID)


class MergeBody(Body):
    gone = Id(help_text="Number of the other entry of this player.")
    reason = Text(max_length=LONGEST_REASON, allow_blank=True, default="")


@described_for_members(
    "players_merging",
    "Preview a merge",
    MergingAnswer,
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
    MergeAnswer,
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
        return Response(MergingAnswer(merging(stays, goes)).data)
    sent = read(MergeBody, request.data)
    goes = player_at(club.pk, sent["gone"])

    def act() -> Response:
        made = players_merge(by=user_of(request), stays=stays, goes=goes, reason=sent["reason"])
        return Response(MergeAnswer(made).data)

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
