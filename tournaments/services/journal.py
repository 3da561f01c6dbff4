"""How every service writes: one transaction, the evening locked, one journal line, the same answer twice.

A service is a function ``(act, *, ...)`` under ``@journaled``; callers give a ``By`` in its place and
get the journal line back. The line is written first, so that a request key that was used already
stops the second command before it changes anything: it is answered with the line that stands.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery

from accounts.errors import ForbiddenError, RuleError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import refuse_unshown
from accounts.outages import BusyError
from accounts.permissions import Right, admin_right, require, right_by, role_of
from accounts.shares import shares
from tournaments import outbox
from tournaments.core.facts import Stage
from tournaments.core.settings import Settings
from tournaments.facts.running import program_clock
from tournaments.models import Evening, Journal, RoundRow, ScorerLink, SeasonLine
from tournaments.models.evening import ADMIN
from tournaments.services.clock_steps import clock_follow

P = ParamSpec("P")
L = TypeVar("L", Journal, SeasonLine)
LONGEST_REASON = 200
LONGEST_SEED = 64
MAY_CHANGE = "tournaments.change_evening"
"""The permission by which somebody acts in evenings in the administration."""
LATELY, MOST_LATELY = timedelta(minutes=1), 30
"""What one table's phone may write in a while: each line reaches every screen in the hall."""
LINK_IS_VOID = _("This table's code does not stand any more. Scan the code on the table anew.")


@dataclass(frozen=True)
class By:
    """Who asks, of which evening, why, and the request's key.

    A member, or a table's phone by its scorer's ``link``; neither: the program itself. ``admin``: who looks
    after the installation, in its administration, where no club's membership is asked for. ``waits``:
    for whoever has locked the evening; else that is a BusyError at once, where rows can be locked.
    """

    evening: int
    actor: User | None = None
    reason: str = ""
    key: UUID | None = None
    link: int | None = None
    admin: bool = False
    waits: bool = True

    def __post_init__(self) -> None:
        if self.admin and self.actor is None:
            raise ValueError("In the administration somebody acts.")
        if self.actor is not None and self.link is not None:
            raise ValueError("A member acts by the member's own right, not by a table's link.")


@dataclass
class Act:
    """A command under way: the locked evening and the journal line that is being written."""

    evening: Evening
    line: Journal
    reason: str
    wakes: list[datetime] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        """The time of the command, which is its line's."""
        return self.line.at

    def wake(self, when: datetime | None) -> None:
        """The program has something to do then, if it is not past."""
        if when is not None and when > self.now:
            self.wakes.append(when)

    @property
    def settings(self) -> Settings:
        return self.evening.settings

    @property
    def stage(self) -> Stage:
        return Stage(self.evening.stage)

    def note(self, **payload: Any) -> None:
        """Figures for the line, where no table of facts holds them."""
        self.line.payload = {**self.line.payload, **payload}

    def also(self, verb: str, **payload: Any) -> Journal:
        """A further line, for what the command set off."""
        self.evening.seq += 1
        return Journal.objects.create(
            evening=self.evening,
            seq=self.evening.seq,
            verb=verb,
            at=program_clock.now(),
            actor=self.line.actor,
            link_id=self.line.link_id,
            payload=payload,
        )

    def seed(self, given: str) -> str:
        """The seed of a draw: as given to repeat one, else from the request's key, else a new one."""
        if len(given) > LONGEST_SEED:
            raise RuleError("seed", _("A seed has %(most)s characters at most."), most=LONGEST_SEED)
        refuse_unshown(given, "seed")
        key = self.line.request_key
        return given or (key.hex if key else secrets.token_hex(16))

    def go_to(self, stage: Stage) -> None:
        self.evening.stage = stage

    def round(self) -> RoundRow:
        """The round that is being played or moved; the last one while settling up."""
        last = RoundRow.objects.filter(evening=self.evening, void=None).order_by("-number").first()
        if last is None:
            raise RuleError("round", _("Seats have not been drawn yet."))
        return last


PLAIN_STAGE: Mapping[Stage, str] = {
    Stage.DRAFT: _("The evening is still being prepared."),
    Stage.CHECK_IN: _("People are still being checked in."),
    Stage.SEATED: _("Seats are drawn, but play has not begun."),
    Stage.PLAYING: _("The evening is being played."),
    Stage.SETTLING: _("The last bell has rung; the evening is settling up."),
    Stage.FINISHED: _("The evening is finished."),
}


class Known(Protocol):
    """What is known of a service without calling it: who may, and the verb of its line."""

    right: Right
    verb: str


def journaled(
    verb: str, *stages: Stage, right: Right = Right.RUN, asks_reason: bool = False, by_link: bool = False
) -> Callable[[Callable[Concatenate[Act, P], None]], Callable[Concatenate[By, P], Journal]]:
    """A service that writes ``verb`` in one of ``stages`` for who holds ``right``.

    ``by_link``: a table's phone may too, for the ``table`` of its link.
    """

    def wrap(write: Callable[Concatenate[Act, P], None]) -> Callable[Concatenate[By, P], Journal]:
        @wraps(write)
        def run(by: By, /, *args: P.args, **kwargs: P.kwargs) -> Journal:
            clock_follow()
            digest = digest_of(verb, by.reason, args, kwargs) if by.key else ""
            reason = clean_reason(by.reason, asks_reason)
            try:
                with share_of(by.evening), transaction.atomic():
                    evening = _allowed(by, right, kwargs.get("table") if by_link else None)
                    act = _begin(by, evening, verb, reason, digest)
                    if act.stage not in stages:
                        raise RuleError("stage", PLAIN_STAGE[act.stage])
                    write(act, *args, **kwargs)
                    _end(act)
            except IntegrityError as error:
                line = by.key and Journal.objects.filter(evening=by.evening, request_key=by.key).first()
                return answered(line or None, digest, error)
            return act.line

        known = cast(Known, run)
        known.right, known.verb = right, verb
        return run

    return wrap


def share_of(evening: int) -> AbstractContextManager[None]:
    """Whatever locks an evening does it within this: it may not hold all threads of this process."""
    return shares.of(("evening", evening))


def _allowed(by: By, right: Right, table: object) -> Evening:
    """The evening, locked. ForbiddenError where the member, or the link for ``table``, may not do this.

    The role is that of when the lock was asked for: who loses it while this waits still writes this once.
    """
    locked = Evening.objects.select_for_update(of=("self",), skip_locked=not by.waits)
    if by.link is not None:
        return _by_link(by, by.link, table)
    if by.actor is None:
        return _by_program(by, locked)
    if by.admin:
        require(admin_right(by.actor, MAY_CHANGE), right)
        return locked.get(pk=by.evening)
    asked = locked.annotate(actor_role=role_of(by.actor.pk, OuterRef("club"))).get(pk=by.evening)
    require(right_by(asked.actor_role), right)
    return asked


def _by_program(by: By, locked: QuerySet[Evening]) -> Evening:
    try:
        return locked.get(pk=by.evening)
    except Evening.DoesNotExist:
        if by.waits:
            raise
        raise BusyError(f"Evening {by.evening} is locked.") from None


def _by_link(by: By, link: int, table: object) -> Evening:
    """The link is read under the lock: it may have been revoked while we waited for that.

    What is sent again is answered again, however much the phone has written.
    """
    evening = Evening.objects.select_for_update(of=("self",)).get(pk=by.evening)
    lines = Journal.objects.filter(link=OuterRef("pk"), at__gt=program_clock.now() - LATELY)
    lately = lines.order_by().values("link").annotate(n=Count("pk")).values("n")
    stands = ScorerLink.objects.filter(pk=link, evening=evening, void=None)
    of, written = stands.values_list("table", Subquery(lately)).first() or (None, None)
    if of is None:
        raise ForbiddenError("link", LINK_IS_VOID)
    if table != of:
        raise ForbiddenError("link", _("The phone of a table writes down the deals of its own table only."))
    if written is not None and written >= MOST_LATELY and not _known(by):
        raise RuleError("link", _("That is a lot from one table at once: wait a minute."))
    return evening


def _known(by: By) -> bool:
    return by.key is not None and Journal.objects.filter(evening=by.evening, request_key=by.key).exists()


def _begin(by: By, evening: Evening, verb: str, reason: str, digest: str) -> Act:
    evening.seq += 1
    line = Journal.objects.create(
        evening=evening,
        seq=evening.seq,
        verb=verb,
        at=program_clock.now(),
        actor=by.actor,
        link_id=by.link,
        reason=reason,
        request_key=by.key,
        request_digest=digest,
        payload={ADMIN: True} if by.admin else {},
    )
    return Act(evening, line, reason)


def _end(act: Act) -> None:
    if act.line.payload:
        act.line.save(update_fields=["payload"])
    act.evening.save(update_fields=["seq", "stage"])
    outbox.tell(act.evening.pk, act.evening.seq, act.wakes)


def answered(line: L | None, digest: str, error: IntegrityError) -> L:
    """The line that the same request wrote before. An IntegrityError of another cause is our bug."""
    if line is None:
        raise error
    if line.request_digest != digest:
        raise RuleError("request_key", _("This request was sent before with something else in it."))
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
        raise RuleError("reason", _("Say why, in a few words: it is kept in the journal."))
    if len(reason) > LONGEST_REASON:
        raise RuleError(
            "reason", _("The reason is too long: %(most)s characters at most."), most=LONGEST_REASON
        )
    return reason
