"""The decorator of services: one transaction, one lock, one journal line, one answer to a repeated request.

A service is a function ``(act, *, ...)`` under a book's decorator. Callers pass the request in the act's
place, and get the line back. The line is written first: a request key that was used already stops the
second command before it changes anything. Lock and right are in the two books: ``evening.services.journal``
and ``seasons.services.journal``.
"""

import hashlib
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from django.db import IntegrityError, transaction

from accounts.errors import KeyUsedError, RequiredError, RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.limits import shares
from accounts.names import refuse_unshown
from accounts.permissions import Right
from accounts.refusals import KEY_USED, TOO_LONG
from tournaments.base.selectors import write_row
from tournaments.models import Journal, SeasonLine

REASON_NEEDED = _("Enter a reason. It is kept in the journal.")

LONGEST_REASON = 200


class Known(Protocol):
    """What is known of a service without calling it.

    ``verb``: of its line. ``title``: what it does, for programs; "" where they cannot do it. ``looks``: what
    it would change can be looked at. ``replays``: the moves after it can be made again with it. ``of``: an
    evening or a season.
    """

    right: Right
    verb: str
    asks_reason: bool
    title: str
    looks: bool
    replays: bool
    of: str


class Noting:
    """A command under way, with the line that is being written."""

    line: Any

    def note(self, **payload: Any) -> None:
        """Add figures to the line, where no table of facts holds them."""
        self.line.payload = {**self.line.payload, **payload}


P = ParamSpec("P")
R = TypeVar("R", bound=Any)
A = TypeVar("A", bound=Any)
L = TypeVar("L", Journal, SeasonLine)


@dataclass(frozen=True)
class Book(Generic[R, A, L]):
    """The book of an evening or a season, as the decorator of the services that write in it.

    ``of``: the field of a line, and of a request, that names the evening or the season. ``lock`` locks it and
    raises ForbiddenError where the caller may not do this. ``fields``: further ones of a line.
    ``services``: all that write in it, by name, once their modules are loaded.
    """

    of: str
    lines: type[L]
    stages: Any
    lock: Callable[[R, Right, object], Any]
    act: Callable[[R, Any, L], A]
    end: Callable[[A], None]
    fields: Callable[[R], dict[str, Any]]
    first: Callable[[], object] = lambda: None
    services: dict[str, Callable[..., L]] = field(default_factory=dict)

    def __call__(
        self,
        verb: str,
        *stages: Any,
        right: Right = Right.RUN,
        asks_reason: bool = False,
        by_link: bool = False,
        title: str = "",
        looks: bool = False,
        replays: bool = False,
    ) -> Callable[[Callable[Concatenate[A, P], None]], Callable[Concatenate[R, P], L]]:
        """Make a service that writes ``verb`` in one of ``stages`` for those who hold ``right``.

        ``by_link``: a table's phone may too, for the ``table`` of its link. ``Known`` has the others.
        """

        def wrap(write: Callable[Concatenate[A, P], None]) -> Callable[Concatenate[R, P], L]:
            @wraps(write)
            def run(by: R, /, *args: P.args, **kwargs: P.kwargs) -> L:
                self.first()
                digest = digest_of(verb, by.reason, args, kwargs) if by.key else ""
                reason = clean_reason(by.reason, asks_reason)
                try:
                    with self.share(getattr(by, self.of)), transaction.atomic():
                        locked = self.lock(by, right, kwargs.get("table") if by_link else None)
                        line = self._begin(by, locked, verb, reason, digest)
                        act = self.act(by, locked, line)
                        if act.stage not in stages:
                            raise StateError("stage", self.stages[act.stage])
                        write(act, *args, **kwargs)
                        self.end(act)
                except IntegrityError as error:
                    return answered(self.line_of(by), digest, error)
                return line

            known = cast(Known, run)
            known.right, known.verb, known.asks_reason = right, verb, asks_reason
            known.title, known.looks, known.replays, known.of = title, looks, replays, self.of
            self.services[write.__name__] = run
            return run

        return wrap

    def share(self, pk: int) -> AbstractContextManager[None]:
        """Return the context for whatever locks the row: it may not hold all threads of this process."""
        return shares.take((self.of, pk))

    def line_of(self, by: R) -> L | None:
        """Return the line that the same request wrote before; None where there is none."""
        if by.key is None:
            return None
        return self.lines.objects.filter(**{self.of: getattr(by, self.of)}, request_key=by.key).first()

    def _begin(self, by: R, locked: Any, verb: str, reason: str, digest: str) -> L:
        locked.seq += 1
        line = self.lines(
            **{self.of: locked},
            seq=locked.seq,
            verb=verb,
            actor=by.actor,
            reason=reason,
            request_key=by.key,
            request_digest=digest,
            **self.fields(by),
        )
        write_row(line)
        return line


def answered(line: L | None, digest: str, error: IntegrityError) -> L:
    """Return the line that the same request wrote before. An IntegrityError of another cause is our bug."""
    if line is None:
        raise error
    if line.request_digest != digest:
        raise KeyUsedError(
            "request_key",
            KEY_USED,
        )
    return line


def digest_of(verb: str, *body: object) -> str:
    return hashlib.sha256(json.dumps([verb, body], sort_keys=True, default=_plain).encode()).hexdigest()


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


def clean_reason(reason: str, asked: bool) -> str:
    reason = " ".join(reason.split())
    refuse_unshown(reason, "reason")
    if asked and not reason:
        raise RequiredError("reason", REASON_NEEDED)
    if len(reason) > LONGEST_REASON:
        raise RuleError("reason", TOO_LONG, most=LONGEST_REASON)
    return reason
