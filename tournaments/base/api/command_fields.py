"""What commands are told: people by their entries' numbers, rounds and tables, lists of prizes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import NamesShown
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.fields import MISSING, Body, Flag, Id, OneOf, Text, Whole
from accounts.shared.api.fields import ByNumber as ByNumber
from tournaments.base.arguments import LAST_SEQ
from tournaments.base.services.book import LONGEST_REASON
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.ranking.metrics import METRICS, Best
from tournaments.core.ranking.prize_list import MOST_PLACES, MOST_STEPS, OWN, PRIZES


def numbered(what: Any, **how: Any) -> Whole:
    """The number of something that is stored: an entry, a player, an evening."""
    return Id(help_text=what, **how)


def entry(**how: Any) -> Whole:
    return numbered("Number of a player’s entry in the evening.", **how)


def counters(least: int = 0, **how: Any) -> Whole:
    return Whole(min_value=least, max_value=MOST_COUNTERS, **how)


def names_shown() -> OneOf:
    """Return the field for how visitors read names."""
    return OneOf(
        NamesShown.values,
        required=False,
        help_text="How visitors read players’ names. Left out: as before. The first time: `first`, or "
        "`initials` if the club shows initials.",
    )


PRIZE_STEP = {
    "type": "object",
    "required": ["metric"],
    "additionalProperties": False,
    "properties": {
        "metric": {"type": "string", "enum": [*METRICS]},
        "best": {"type": "string", "enum": [*map(str, Best)]},
    },
}
PRIZE_OBJECT = {
    "type": "object",
    "required": ["key"],
    "additionalProperties": False,
    "properties": {
        "key": {"type": "string", "pattern": f"^({'|'.join((*PRIZES, OWN.pattern))})$"},
        "title": {"type": "string", "maxLength": LONGEST},
        "steps": {"type": "array", "maxItems": MOST_STEPS, "items": PRIZE_STEP},
        "role": {"type": "string", "maxLength": LONGEST_ROLE},
        "group": {"type": "string", "maxLength": LONGEST_ROLE},
        "division": {"type": "string"},
        "places": {"type": "integer", "minimum": 1, "maximum": MOST_PLACES},
        "off": {"type": "boolean"},
    },
}


@extend_schema_field({"oneOf": [{"type": "string", "enum": [*PRIZES]}, PRIZE_OBJECT]})
class PrizeField(serializers.Field[Any, Any, Any, Any]):
    """A prize of a list: a usual one by its key, or an object. The list says what is wrong in it."""

    default_error_messages = {**MISSING, "invalid": _("This must be the key of a prize, or an object.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, (str, dict)):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Reasoned(Body):
    """What every command may be told: why."""

    reason = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Reason. It is kept in the journal.",
    )


class Plain(Reasoned):
    """A command of an evening."""

    seen = Whole(
        min_value=0,
        max_value=LAST_SEQ,
        required=False,
        help_text="The last journal line that you saw. If there is a newer line, the request is refused.",
    )


class Replayed(Plain):
    """A correction, after which the moves of the bell that followed may be made again: both, or neither."""

    replay = Flag(default=False, help_text="Also calculate the moves after the round again.")


class AtDeal(Plain):
    """A deal, which is named so that two who write it at once do not write two."""

    round = Whole(min_value=1, help_text="Round number.")
    table = Whole(min_value=1, help_text="Table number. 1 is the head table.")
    deal = Whole(min_value=1, help_text="Number of the deal at this table in this round.")


class OfEntry(Plain):
    entry = entry()
