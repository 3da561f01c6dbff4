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
from accounts.shared.api.fields import Text
from tournaments.base.api.bodies import arguments_of, fields_of, is_choice
from tournaments.base.api.command_fields import Plain, Reasoned, Replayed
from tournaments.base.api.refusals import told
from tournaments.base.services.book import LONGEST_REASON, Known
from tournaments.evening.selectors.access import names_of
from tournaments.models import Evening, Season
from tournaments.scoring.selectors.conflicts import evening_standing

Sent = Mapping[str, Any]


class LineAnswer(serializers.Serializer[Any]):
    """The line that was written: its number counts up, and stands in every later answer."""

    seq = serializers.IntegerField()
    verb = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    payload = serializers.DictField()


@dataclass(frozen=True)
class Command:
    """A service under ``@journaled`` or ``@booked`` by the name of its address.

    Its body derives from the service's signature; where that has parts of its own, ``body`` is it, and
    ``arguments`` makes the service's arguments of what was sent. ``at`` names the body's fields by those of
    the service, where they are others; ``stands`` finds the row that stands where somebody else was faster:
    if nothing nearer is known, how far the evening is.
    """

    service: Callable[..., Any]
    body: type[Reasoned] | None = None
    arguments: Callable[[Any, Sent], dict[str, Any]] | None = None
    at: Mapping[str, str] = field(default_factory=dict)
    stands: Callable[[Any, Sent], object] | None = None

    @property
    def known(self) -> Known:
        return cast(Known, self.service)

    @property
    def name(self) -> str:
        return self.service.__name__.replace("_", "-")

    @cached_property
    def looked(self) -> type[Reasoned]:
        """The body of a look at what it would change: it needs no reason."""
        if self.body is not None:
            return self.body
        base = Reasoned if self.known.of == "season" else Replayed if self.known.replays else Plain
        return self._made("Look" * self.known.asks_reason, (base,), fields_of(self.service))

    @cached_property
    def sent(self) -> type[Reasoned]:
        """The body with its reason, which is required where the service asks for one."""
        if not self.known.asks_reason:
            return self.looked
        reason = Text(
            max_length=LONGEST_REASON, allow_blank=True, help_text="Reason. It is kept in the journal."
        )
        return self._made("", (self.looked,), {"reason": reason})

    def _made(self, more: str, bases: tuple[type[Reasoned], ...], fields: dict[str, Any]) -> type[Reasoned]:
        return type(f"{self.service.__name__.title().replace('_', '')}{more}Body", bases, fields)

    def write(self, of: Evening | Season, sent: Sent) -> partial[Any]:
        """The service with its arguments. RuleError where these cannot be made of what was sent."""
        body = {name: value for name, value in sent.items() if name not in ("reason", "seen", "replay")}
        arguments = self.arguments(of, body) if self.arguments else self._as_sent(body)
        if "seen" in signature(self.service).parameters and "seen" in sent:
            arguments["seen"] = sent["seen"]
        return partial(self.service, **arguments)

    def _as_sent(self, sent: Sent) -> dict[str, Any]:
        """What was sent, with choices as the service takes them."""
        if self.body is not None:
            return dict(sent)
        kinds = {name: kind for name, (kind, *_how) in arguments_of(self.service).items() if is_choice(kind)}
        return {name: kinds[name](value) if name in kinds else value for name, value in sent.items()}

    def refused(self, error: RuleError, of: Evening | Season, sent: Sent) -> RuleError:
        """The refusal in words, at the body's field; with what stands where the caller came too late."""
        names = names_of(of) if isinstance(of, Evening) else {}
        stands = self._standing(of, sent) if isinstance(error, StaleError) else None
        return told(error, self.at, names, stands)

    def _standing(self, of: Evening | Season, sent: Sent) -> object:
        if self.stands is not None:
            return self.stands(of, sent)
        return evening_standing(of, sent) if isinstance(of, Evening) else None
