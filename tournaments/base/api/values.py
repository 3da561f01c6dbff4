"""What shows the values of evenings and seasons in answers: figures, places, reasons, lengths of time."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

from rest_framework import serializers

from accounts.shared.api.values import FIELDS
from accounts.shared.api.values import answer as answer
from tournaments.base.api.answers import (
    At,
    Exact,
    Figure,
    FigureOrPlace,
    MetricFigure,
    Seconds,
    Somebody,
    Why,
)
from tournaments.base.words import Worded
from tournaments.core.movement.chairs import Place
from tournaments.evening.presenters import movers

FIELDS.update(
    {
        timedelta: Seconds,
        int | Fraction: Exact,
        Figure: MetricFigure,
        Figure | Place: FigureOrPlace,
        Worded: Why,
        Place: At,
        movers.Somebody: Somebody,
    }
)


class Ids(serializers.ListField):
    """The numbers of stored things, in place of all that is seen of them."""

    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> Any:
        return [one.id for one in value]


class ByName(serializers.ListField):
    """The names of people, in place of all that is seen of them."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> Any:
        return [one.name for one in value]
