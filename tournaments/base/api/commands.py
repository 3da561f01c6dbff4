"""Commands as API addresses: the class, its shared fields and bodies, and refusals.

People are identified by their entry numbers. A refusal is in words, with people's names, at the field that
was sent.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from inspect import signature
from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.models import NamesShown
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.bodies import is_choice, make_fields, read_arguments
from accounts.shared.api.decorators import HEADER
from accounts.shared.api.fields import MISSING_MESSAGES, Body, Flag, Id, OneOf, Text, Whole
from accounts.shared.api.fields import ByNumber as ByNumber
from tournaments.base.arguments import LAST_SEQ
from tournaments.base.services import LONGEST_REASON, ServiceInfo
from tournaments.base.words import describe_refusal
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.ranking.metrics import METRICS, Best
from tournaments.core.ranking.prize_list import MOST_PLACES, MOST_STEPS, OWN, PRIZES
from tournaments.evening.selectors.access import load_names
from tournaments.models import Evening, Season
from tournaments.scoring.selectors import read_evening_state


def make_id_field(help_text: Any, **options: Any) -> Whole:
    """Return the field for the id of a stored object: an entry, a player, an evening."""
    return Id(help_text=help_text, **options)


def make_entry_field(**options: Any) -> Whole:
    return make_id_field("Number of a player’s entry in the evening.", **options)


def make_counters_field(least: int = 0, **options: Any) -> Whole:
    return Whole(min_value=least, max_value=MOST_COUNTERS, **options)


def make_names_field() -> OneOf:
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
    """A prize of a list: a usual prize by its key, or an object. The list validates it."""

    default_error_messages = {
        **MISSING_MESSAGES,
        "invalid": _("This must be the key of a prize, or an object."),
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, (str, dict)):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Reasoned(Body):
    """The field of every command: the reason."""

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
    """A correction. With ``replay``, the next bell’s moves are also made again. Both happen, or neither."""

    replay = Flag(default=False, help_text="Also calculate the moves after the round again.")


class AtDeal(Plain):
    """A deal by its number. So two people who record the same deal at once do not record two deals."""

    round = Whole(min_value=1, help_text="Round number.")
    table = Whole(min_value=1, help_text="Table number. 1 is the head table.")
    deal = Whole(min_value=1, help_text="Number of the deal at this table in this round.")


class OfEntry(Plain):
    entry = make_entry_field()


NOBODY: Mapping[int, str] = {}
SOMEBODYS = re.compile(r"-(?=\d+$)")


def word_refusal(
    error: RuleError, fields: Mapping[str, str], names: Mapping[int, str] = NOBODY, stands: object = None
) -> RuleError:
    """Return the refusal in words; ``fields``: the body's field names by the service's names."""
    refusal_in_words = type(error)(
        _map_field(error, fields), "%(words)s", words=describe_refusal(error, names)
    )
    if isinstance(refusal_in_words, StaleError):
        refusal_in_words.stands = stands
    return refusal_in_words


@contextmanager
def map_error_fields(fields: Mapping[str, str]) -> Iterator[None]:
    """Raise refusals from inside at the body's field."""
    try:
        yield
    except RuleError as error:
        raise word_refusal(error, fields) from error


def _map_field(error: RuleError, fields: Mapping[str, str]) -> str:
    """Return the body's field of an error: "counters-17" becomes "tally.amounts.17"."""
    if isinstance(error, ForbiddenError):
        return error.field
    first, dot, rest = SOMEBODYS.sub(".", error.field).partition(".")
    return {"request_key": HEADER, **fields}.get(first, first) + dot + rest


# ``POST /api/v1/evenings/<id>/<name>/`` runs the service of that name, and returns the line that it wrote.
# A repeated ``Idempotency-Key`` returns the same line and does nothing. ``…/<name>/look/`` returns
# what the command would change, and does nothing.

Sent = Mapping[str, Any]


class LineAnswer(serializers.Serializer[Any]):
    """The line that the command wrote. Its number increases, and never changes later."""

    seq = serializers.IntegerField()
    verb = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    payload = serializers.DictField()


@dataclass(frozen=True)
class Command:
    """A service under ``@journaled`` or ``@booked``, with an address of the same name.

    The body derives from the service's signature. For a different body, ``body`` defines it, and
    ``arguments`` converts the sent values to the service's arguments. ``body_fields``: the body's field names
    by the service's, if they differ. ``stands``: returns the current row if somebody else was faster;
    default: the evening's progress.
    """

    service: Callable[..., Any]
    body: type[Reasoned] | None = None
    arguments: Callable[[Any, Sent], dict[str, Any]] | None = None
    body_fields: Mapping[str, str] = field(default_factory=dict)
    stands: Callable[[Any, Sent], object] | None = None

    @property
    def info(self) -> ServiceInfo:
        return cast(ServiceInfo, self.service)

    @property
    def name(self) -> str:
        return self.service.__name__.replace("_", "-")

    @cached_property
    def look_body(self) -> type[Reasoned]:
        """Return the body for a preview of the command, which needs no reason."""
        if self.body is not None:
            return self.body
        base = Reasoned if self.info.of == "season" else Replayed if self.info.replays else Plain
        return self._make_body("Look" * self.info.asks_reason, (base,), make_fields(self.service))

    @cached_property
    def reasoned_body(self) -> type[Reasoned]:
        """Return the body with its reason, which is required if the service requires one."""
        if not self.info.asks_reason:
            return self.look_body
        reason = Text(
            max_length=LONGEST_REASON, allow_blank=True, help_text="Reason. It is kept in the journal."
        )
        return self._make_body("", (self.look_body,), {"reason": reason})

    def _make_body(
        self, more: str, bases: tuple[type[Reasoned], ...], fields: dict[str, Any]
    ) -> type[Reasoned]:
        return type(f"{self.service.__name__.title().replace('_', '')}{more}Body", bases, fields)

    def bind(self, owner: Evening | Season, data: Sent) -> partial[Any]:
        """Return the service with its arguments. RuleError if the sent values are not valid arguments."""
        body = {name: value for name, value in data.items() if name not in ("reason", "seen", "replay")}
        arguments = self.arguments(owner, body) if self.arguments else self._convert_choices(body)
        if "seen" in signature(self.service).parameters and "seen" in data:
            arguments["seen"] = data["seen"]
        return partial(self.service, **arguments)

    def _convert_choices(self, data: Sent) -> dict[str, Any]:
        """Return the sent values, with choices as enum members."""
        if self.body is not None:
            return dict(data)
        kinds = {
            name: kind for name, (kind, *_rest) in read_arguments(self.service).items() if is_choice(kind)
        }
        return {name: kinds[name](value) if name in kinds else value for name, value in data.items()}

    def describe_refusal(self, error: RuleError, owner: Evening | Season, data: Sent) -> RuleError:
        """Return the refusal in words, at the body's field. After a StaleError, add the current row."""
        names = load_names(owner) if isinstance(owner, Evening) else {}
        stands = self._find_standing(owner, data) if isinstance(error, StaleError) else None
        return word_refusal(error, self.body_fields, names, stands)

    def _find_standing(self, owner: Evening | Season, data: Sent) -> object:
        if self.stands is not None:
            return self.stands(owner, data)
        return read_evening_state(owner, data) if isinstance(owner, Evening) else None
