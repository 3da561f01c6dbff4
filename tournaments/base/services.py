"""The decorator of services: one transaction, one lock, one journal line, one answer to a repeated request.

A service is a function ``(act, *, ...)`` under a book's decorator. Callers pass the request instead of
``act``, and get the line back. The line is written first. So a used request key stops the second command
before it changes anything. The two books define the lock and the right: ``evening.services.journal`` and
``seasons.services.journal``.
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


class ServiceInfo(Protocol):
    """Data about a service, available without a call.

    ``verb``: of its line. ``title``: its effect, for API clients; "" if they cannot call it. ``looks``: its
    changes can be previewed. ``replays``: a replay of the moves can follow in the same command. ``of``: an
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
    """A running command, with its new journal line."""

    line: Any

    def note(self, **payload: Any) -> None:
        """Add figures to the line's payload that no table of facts contains."""
        self.line.payload = {**self.line.payload, **payload}


P = ParamSpec("P")
R = TypeVar("R", bound=Any)
A = TypeVar("A", bound=Any)
L = TypeVar("L", Journal, SeasonLine)


@dataclass(frozen=True)
class Book(Generic[R, A, L]):
    """The book of an evening or a season: a decorator for the services that write in it.

    ``of``: the field that names the evening or the season, in a line and in a request. ``lock``: locks the
    row, and raises ForbiddenError if the caller has no right. ``fields``: further fields of a line.
    ``services``: all services of the book by name, after their modules are loaded.
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
        """Make a service that writes ``verb`` in one of ``stages``, for callers with ``right``.

        ``by_link``: a table's phone may also call the service, for the ``table`` of its link. ``ServiceInfo``
        describes the others.
        """

        def wrap(write: Callable[Concatenate[A, P], None]) -> Callable[Concatenate[R, P], L]:
            @wraps(write)
            def run(by: R, /, *args: P.args, **kwargs: P.kwargs) -> L:
                self.first()
                digest = make_digest(verb, by.reason, args, kwargs) if by.key else ""
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
                    return repeat_answer(self.find_line(by), digest, error)
                return line

            info = cast(ServiceInfo, run)
            info.right, info.verb, info.asks_reason = right, verb, asks_reason
            info.title, info.looks, info.replays, info.of = title, looks, replays, self.of
            self.services[write.__name__] = run
            return run

        return wrap

    def share(self, pk: int) -> AbstractContextManager[None]:
        """Return a context to lock the row in, so that one row cannot block all threads of this process."""
        return shares.take((self.of, pk))

    def find_line(self, by: R) -> L | None:
        """Return the line that the same request has written; None if there is none."""
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


def repeat_answer(line: L | None, digest: str, error: IntegrityError) -> L:
    """Return the line that the same request has written. Raise other IntegrityErrors again: they are bugs."""
    if line is None:
        raise error
    if line.request_digest != digest:
        raise KeyUsedError(
            "request_key",
            KEY_USED,
        )
    return line


def make_digest(verb: str, *body: object) -> str:
    return hashlib.sha256(
        json.dumps([verb, body], sort_keys=True, default=_convert_value).encode()
    ).hexdigest()


def _convert_value(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


def clean_reason(reason: str, is_required: bool) -> str:
    reason = " ".join(reason.split())
    refuse_unshown(reason, "reason")
    if is_required and not reason:
        raise RequiredError("reason", REASON_NEEDED)
    if len(reason) > LONGEST_REASON:
        raise RuleError("reason", TOO_LONG, most=LONGEST_REASON)
    return reason
