"""A player's page as the API tells it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.answers import Answer
from tournaments.pages.club.player_record import PlayerRecord, Strength


class EveningPlayed(Answer):
    """An evening that was played: the place ``of`` how many, and the result in words."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    held_on = serializers.DateField()
    game = serializers.CharField()
    place = serializers.IntegerField()
    of = serializers.IntegerField()
    result = serializers.CharField()
    yellow = serializers.IntegerField()
    prizes = serializers.IntegerField()


class ExactBids(Answer):
    exact = serializers.IntegerField()
    deals = serializers.IntegerField()
    percent = serializers.IntegerField()


class BestOf(Answer):
    """A record in words, and the evening in which it was reached."""

    title = serializers.CharField()
    figure = serializers.CharField()
    evening = serializers.IntegerField(source="evening.id")


class TablePlayed(Answer):
    table = serializers.IntegerField()
    rounds = serializers.IntegerField()
    deals = serializers.IntegerField()
    won = serializers.IntegerField()


class OpponentMet(Answer):
    """Somebody met: rounds at one table, and in how many evenings who came out ahead."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    rounds = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    level = serializers.IntegerField()


class RatingThen(Answer):
    evening = serializers.IntegerField()
    held_on = serializers.DateField()
    number = serializers.IntegerField()


class RatingWay(Answer):
    """The rating in one game, how sure it is, and the way to it, the first evening first."""

    title = serializers.CharField()
    number = serializers.IntegerField()
    told = serializers.CharField()
    path = RatingThen(many=True)


class RecordAnswer(Answer):
    """All that somebody has played. ``podium``: how often first, second, third; ``exact`` null without bids.

    ``luckiest`` is the table where most deals were won.
    """

    player = serializers.IntegerField()
    name = serializers.CharField()
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
