"""Response fields for values of evenings and seasons: figures, places, reasons, people, and durations."""

from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction
from typing import Any, TypeAlias

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.shared.api.values import FIELDS
from accounts.shared.api.values import answer as answer
from tournaments.base.words import Worded, describe_reason
from tournaments.core.movement.seating import TableSeat
from tournaments.core.ranking import metrics
from tournaments.core.reasons import Reason
from tournaments.evening.presenters import movers

Answer = serializers.Serializer[Any]


class Seconds(serializers.IntegerField):
    """A length of time in whole seconds."""

    def to_representation(self, value: Any) -> int:
        return int(value.total_seconds())


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+/\d+$"}]})
class Exact(serializers.Field[Any, Any, Any, Any]):
    """An exact figure: a whole number, or a fraction as text, such as “93/2”."""

    def to_representation(self, value: Any) -> int | str:
        return int(value) if value.denominator == 1 else str(value)


Figure: TypeAlias = metrics.Figure | None


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer"},
            {"type": "string", "pattern": r"^-?\d+/\d+$"},
            {"type": "array", "items": {"type": "integer"}},
            {"type": "null"},
        ]
    }
)
class MetricFigure(serializers.Field[Any, Any, Any, Any]):
    """A metric’s figure: a whole number, a fraction as text, several numbers, or null."""

    def to_representation(self, value: Figure) -> Any:
        if value is None or isinstance(value, tuple):
            return None if value is None else [*value]
        return int(value) if value.denominator == 1 else str(value)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer"},
            {"type": "string", "pattern": r"^-?\d+/\d+$"},
            {"$ref": "#/components/schemas/At"},
            {"type": "null"},
        ]
    }
)
class FigureOrPlace(MetricFigure):
    """A figure, a place at a table, or null."""

    def to_representation(self, value: Figure | TableSeat) -> Any:
        return At(value).data if isinstance(value, TableSeat) else super().to_representation(value)


@extend_schema_field({"type": ["boolean", "integer", "string", "array"], "items": {"type": "integer"}})
class KeyedValue(serializers.Field[Any, Any, Any, Any]):
    """The value of a key in a reason or a call: true or false, a number, a text, or several numbers."""

    def to_representation(self, value: Any) -> Any:
        return value


class OrNull(serializers.IntegerField):
    """A number; 0 means none and becomes null."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


class TextOrNull(serializers.CharField):
    """A text; an empty text becomes null."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


class Somebody(Answer):
    """A person of the evening, by entry number and shown name."""

    entry = serializers.IntegerField()
    name = serializers.CharField()


class NamedPlayer(Answer):
    """A player of the club's list."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class OfEvening(Answer):
    """The first fields of a response about an ``evening``."""

    id = serializers.IntegerField(source="evening.pk")
    name = serializers.CharField(source="evening.name")
    held_on = serializers.DateField(source="evening.held_on")
    format = serializers.CharField(source="evening.format")
    game = serializers.CharField(source="evening.game")
    stage = serializers.CharField(source="evening.stage")
    seq = serializers.IntegerField(source="evening.seq")


class Why(Answer):
    """A reason: its code, which never changes, and its words in the reader's language."""

    code = serializers.CharField()
    words = serializers.CharField()

    def to_representation(self, instance: Any) -> Any:
        """Return a reason with its code and words; null without a reason."""
        if isinstance(instance, str):
            return {"code": instance.code, "words": str(instance)} if isinstance(instance, Worded) else None
        return super().to_representation(instance)


class At(Answer):
    """A place. The chair is null until a cut or a count decides it."""

    table = serializers.IntegerField()
    chair = OrNull()


def serialize_reason(reason: Reason, names: Mapping[int, str]) -> dict[str, str]:
    """Return a reason in the form of ``Why``."""
    return {"code": reason.code, "words": describe_reason(reason, names)}


FIELDS.update(
    {
        timedelta: Seconds,
        int | Fraction: Exact,
        Figure: MetricFigure,
        Figure | TableSeat: FigureOrPlace,
        Worded: Why,
        TableSeat: At,
        movers.EntryName: Somebody,
    }
)


class Ids(serializers.ListField):
    """The ids of stored objects, instead of the objects."""

    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> Any:
        return [row.id for row in value]


class ByName(serializers.ListField):
    """The names of people, instead of the people."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> Any:
        return [person.name for person in value]
