"""A command of an evening or a season as an address: what is sent, which service does it, what is answered.

``POST /api/v1/evenings/<id>/<name>/`` does what the service of that name does, and answers with the line
that it wrote. The same ``Idempotency-Key`` again is answered with the same line, and nothing is done.
``…/<name>/look/`` tells what it would change, and does nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from inspect import signature
from typing import Any, cast

from rest_framework import serializers

from accounts.errors import RuleError, StaleError
from accounts.permissions import Right
from accounts.shared.api.fields import Body, Flag, Text, Whole
from tournaments.base.api.refusals import told
from tournaments.base.services.book import LONGEST_REASON, Known
from tournaments.deals.selectors.conflicts import evening_standing
from tournaments.evening.selectors.access import names_of
from tournaments.models import Evening, Season

Sent = Mapping[str, Any]
LAST_SEQ = 2_147_483_647


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


class LineAnswer(serializers.Serializer[Any]):
    """The line that was written: its number counts up, and stands in every later answer."""

    seq = serializers.IntegerField()
    verb = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    payload = serializers.DictField()


def as_sent(_of: Any, sent: Sent) -> dict[str, Any]:
    return dict(sent)


@dataclass(frozen=True)
class Command:
    """A service under ``@journaled`` or ``@booked`` by the name of its address.

    ``arguments`` makes the service's arguments of what was sent; ``at`` names the body's fields by those of
    the service, where they are others; ``stands`` finds the row that stands where somebody else was faster:
    if nothing nearer is known, how far the evening is.
    ``looks``: what it would change can be looked at. ``example`` is a body, ``payload`` what its line holds.
    """

    service: Callable[..., Any]
    summary: str
    body: type[Reasoned] = Plain
    arguments: Callable[[Any, Sent], dict[str, Any]] = as_sent
    at: Mapping[str, str] = field(default_factory=dict)
    stands: Callable[[Any, Sent], object] | None = None
    looks: bool = False
    example: Sent = field(default_factory=dict)
    payload: Sent = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.service.__name__.replace("_", "-")

    @property
    def right(self) -> Right:
        return cast(Known, self.service).right

    @property
    def verb(self) -> str:
        return cast(Known, self.service).verb

    @property
    def asks_reason(self) -> bool:
        return cast(Known, self.service).asks_reason

    @cached_property
    def sent(self) -> type[Reasoned]:
        """The body with its reason, which is required where the service asks for one."""
        if not self.asks_reason:
            return self.body
        reason = Text(
            max_length=LONGEST_REASON, allow_blank=True, help_text="Reason. It is kept in the journal."
        )
        return type(f"{self.verb.title().replace('_', '')}Body", (self.body,), {"reason": reason})

    def write(self, of: Evening | Season, sent: Sent) -> partial[Any]:
        """The service with its arguments. RuleError where these cannot be made of what was sent."""
        body = {name: value for name, value in sent.items() if name not in ("reason", "seen", "replay")}
        arguments = self.arguments(of, body)
        if "seen" in signature(self.service).parameters and "seen" in sent:
            arguments["seen"] = sent["seen"]
        return partial(self.service, **arguments)

    def refused(self, error: RuleError, of: Evening | Season, sent: Sent) -> RuleError:
        """The refusal in words, at the body's field; with what stands where the caller came too late."""
        names = names_of(of) if isinstance(of, Evening) else {}
        stands = self._standing(of, sent) if isinstance(error, StaleError) else None
        return told(error, self.at, names, stands)

    def _standing(self, of: Evening | Season, sent: Sent) -> object:
        if self.stands is not None:
            return self.stands(of, sent)
        return evening_standing(of, sent) if isinstance(of, Evening) else None
