"""The decorator of services that write to an evening's journal, their rights, and steps of the clock.

Services have the decorator ``@journaled``. Callers pass a ``RequestedBy``: a member, a table's phone or the
program. ``base.services.book`` writes the line. ``follow_time_step`` keeps the remaining time of running
rounds if somebody sets the deciding clock.
"""

import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from accounts.database.prepared_queries import prepare_query
from accounts.errors import ForbiddenError, RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import refuse_unshown
from accounts.outages import BusyError
from accounts.permissions import Right, get_admin_right, get_role_right, require, select_role
from accounts.refusals import TOO_LONG
from tournaments.base import fanout
from tournaments.base.arguments import LONGEST_SEED
from tournaments.base.selectors import write_fields
from tournaments.base.services import Book, Noting
from tournaments.core.movement.clock import LAST_MINUTE
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.evening import AtLine
from tournaments.evening.selectors.tables import ScorerTable, is_unchanged, load_scorer_table
from tournaments.models import ClockReference, Evening, Journal, Rehearsal, RoundRow, ScorerLink
from tournaments.models.evening import ADMIN

STEP = 0.5
"""Seconds. A difference of at least this is a step of the clock; a smaller one is an inexact reading."""

DRIFT = 0.2
"""Seconds. If two machines' clocks drift apart by this, the reference is written again."""

FORGOTTEN = timedelta(days=30)

log = logging.getLogger(__name__)


@dataclass
class _ClockState:
    """The clock's offset (seconds) that this process last measured, and the one it last stored or read."""

    last_offset: float | None = None
    stored: float | None = None


_clock_state = _ClockState()


# Every process compares the deciding clock with its machine's steady one, before each command and each sweep.
# The first process that notices a step moves the times of all running rounds and writes a line into
# each evening, in one transaction under the lock of the references. A process that notices it later finds
# in the references that the times are moved already.
def follow_time_step(*, keep: bool = False) -> datetime:
    """Return the time. If the clock was set, move the times of running rounds first.

    ``keep``: for the worker, which also stores the reference for processes that start later.
    """
    clock_reading = program_clock.read()
    last_offset, stored = _clock_state.last_offset, _clock_state.stored
    if (
        (last_offset is not None and abs(clock_reading.offset - last_offset) >= STEP)
        or (keep and stored is None)
        or (keep and stored is not None and abs(clock_reading.offset - stored) >= DRIFT)
    ):
        _catch_up(clock_reading)
    _clock_state.last_offset = clock_reading.offset
    return clock_reading.now


@transaction.atomic
def _catch_up(clock_reading: program_clock.ClockReading) -> None:
    machine = program_clock.identify_machine()
    offsets = dict(ClockReference.objects.select_for_update().values_list("machine", "offset"))
    before = offsets.get(machine, _clock_state.last_offset) if machine else _clock_state.last_offset
    step = 0.0 if before is None else clock_reading.offset - before
    if abs(step) >= STEP:
        log.warning("The clock was set by %+.1f s: running rounds keep their remaining time.", step)
        ClockReference.objects.exclude(machine=machine).update(offset=F("offset") + step)
        _shift(timedelta(seconds=step), clock_reading.now)
    if machine:
        ClockReference.objects.filter(seen_at__lt=clock_reading.now - FORGOTTEN).delete()
        ClockReference.objects.update_or_create(machine=machine, defaults={"offset": clock_reading.offset})
    _clock_state.stored = clock_reading.offset


def _shift(step: timedelta, now: datetime) -> None:
    """Move the future times of every running round. Announced moves are announced again."""
    runs = Q(rung=None, ends_at__isnull=False) | Q(rung__isnull=False, moves_at__isnull=False)
    rows = RoundRow.objects.filter(runs, void=None, closed=None, evening__stage=Stage.PLAYING)
    for pk in sorted(rows.values_list("evening", flat=True)):
        evening = Evening.objects.select_for_update().filter(pk=pk).first()
        row = rows.filter(evening=evening).first()
        if evening is None or row is None:  # the round or its evening changed meanwhile
            continue
        evening.seq += 1
        evening.save(update_fields=["seq"])
        payload = {"round": row.number, "seconds": round(step.total_seconds())}
        Journal.objects.create(evening=evening, seq=evening.seq, verb="clock_set", at=now, payload=payload)
        wakes = []
        if row.rung_id is None and row.ends_at is not None:
            row.starts_at = row.starts_at + step if row.starts_at else None
            row.ends_at += step
            row.save(update_fields=["starts_at", "ends_at"])
            wakes = [time for time in (row.ends_at - LAST_MINUTE, row.ends_at) if time > now]
        fanout.tell(evening.pk, evening.seq, wakes)


MAY_CHANGE = "tournaments.change_evening"
"""The permission to act in evenings in the administration."""
LATELY, MOST_LATELY = timedelta(minutes=1), 30
"""Most lines that a table's phone may write within the time: each line reaches every screen in the hall."""
LINK_IS_VOID = _("The code of this table is no longer valid. Scan the code on the table again.")


@dataclass(frozen=True)
class RequestedBy:
    """The author of a request, its evening, its reason and its key.

    ``actor``: a member. ``link``: the scorer's link of a table's phone. Neither: the program itself.
    ``admin``: a person in the installation's administration, without membership in the club. ``waits``: wait
    for the evening's lock; else raise BusyError at once, if the database locks rows. ``read_table``: a table
    that the caller has read; it is read again only if the evening has changed since. ``before``: the same for
    the evening.
    """

    evening: int
    actor: User | None = None
    reason: str = ""
    key: UUID | None = None
    link: int | None = None
    admin: bool = False
    waits: bool = True
    read_table: ScorerTable | None = None
    before: AtLine | None = None

    def __post_init__(self) -> None:
        if self.admin and self.actor is None:
            raise ValueError("In the administration somebody acts.")
        if self.actor is not None and self.link is not None:
            raise ValueError("A member acts by the member's own right, not by a table's link.")


@dataclass
class Act(Noting):
    """A running command: the locked evening and its new journal line."""

    evening: Evening
    line: Journal
    read_table: ScorerTable | None = None
    read: AtLine | None = None
    wakes: list[datetime] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        """Return the time of the command, which is the time of its line."""
        return self.line.at

    def wake(self, time: datetime | None) -> None:
        """Schedule a wake-up for ``time``, unless it is past or None."""
        if time is not None and time > self.now:
            self.wakes.append(time)

    @property
    def settings(self) -> Settings:
        return self.evening.settings

    def get_table(self, number: int, table: int) -> ScorerTable:
        """Return a table of a round: the caller's if still current, else read it. RuleError if missing."""
        read_table = self.read_table
        is_same = read_table is not None and (read_table.round.number, read_table.table) == (number, table)
        if read_table and is_same and (read_table.seq + 1 == self.line.seq or is_unchanged(read_table)):
            return read_table
        return load_scorer_table(self.evening, number, table)

    @property
    def before(self) -> AtLine:
        """Return the evening before the command: the caller's if nothing was written since, else read it."""
        if self.read and (self.read.evening, self.read.seq + 1) == (self.evening.pk, self.line.seq):
            return self.read
        return AtLine(self.evening, self.line.seq - 1)

    @property
    def stage(self) -> Stage:
        return Stage(self.evening.stage)

    def scale_length(self, length: timedelta) -> timedelta:
        """Return the length of time; in a rehearsal, divided by its speed."""
        if self.evening.rehearsal_of_id is None:
            return length
        speed: int = Rehearsal.objects.values_list("speed", flat=True).get(evening=self.evening)
        return length / speed

    def add_line(self, verb: str, **payload: Any) -> Journal:
        """Write a further line, for a consequence of the command."""
        self.evening.seq += 1
        return Journal.objects.create(
            evening=self.evening,
            seq=self.evening.seq,
            verb=verb,
            at=program_clock.read_time(),
            actor=self.line.actor,
            link_id=self.line.link_id,
            payload=payload,
        )

    def choose_seed(self, seed: str) -> str:
        """Return the seed of a draw: the given ``choose_seed``, else the request's key, else a new one."""
        if len(seed) > LONGEST_SEED:
            raise RuleError("seed", TOO_LONG, most=LONGEST_SEED)
        refuse_unshown(seed, "seed")
        key = self.line.request_key
        return seed or (key.hex if key else secrets.token_hex(16))

    def go_to(self, stage: Stage) -> None:
        self.evening.stage = stage

    def get_round(self) -> RoundRow:
        """Return the round that is being played or moved; while settling up, the last round."""
        last = RoundRow.objects.filter(evening=self.evening, void=None).order_by("-number").first()
        if last is None:
            raise StateError("round", _("Seats are not drawn yet. Draw the seats first."))
        return last


PLAIN_STAGE: Mapping[Stage, str] = {
    Stage.DRAFT: _("The evening is still being prepared."),
    Stage.CHECK_IN: _("Players are still being checked in. Draw the seats first."),
    Stage.SEATED: _("Seats are drawn, but play has not started. Start the first round first."),
    Stage.PLAYING: _("The evening is being played."),
    Stage.SETTLING: _("The last bell has rung. The evening is settling up."),
    Stage.FINISHED: _("The evening is finished."),
    Stage.CALLED_OFF: _("This evening was called off."),
}


def _lock_evening(by: RequestedBy, right: Right, table: object) -> Evening:
    """Lock and return the evening. ForbiddenError if the member, or ``table``'s link, has no right.

    The role is the one at the time of the lock request. If a person loses the role while waiting for the
    lock, their command still runs.
    """
    if by.link is not None:
        return _lock_for_link(by, by.link, table)
    if by.actor is None:
        return _lock_for_program(by)
    if by.admin:
        require(get_admin_right(by.actor, MAY_CHANGE), right)
        return _get_only(_select_locked(by.evening))
    evening = _get_only(_select_locked_for(by.evening, by.actor.pk))
    require(get_role_right(evening.actor_role), right)  # type: ignore[attr-defined]
    return evening


@prepare_query
def _select_locked(evening: int) -> QuerySet[Evening]:
    return Evening.objects.select_for_update(of=("self",)).filter(pk=evening)


@prepare_query
def _select_locked_for(evening: int, actor: int) -> QuerySet[Evening]:
    locked = Evening.objects.select_for_update(of=("self",)).filter(pk=evening)
    return locked.annotate(actor_role=select_role(actor, OuterRef("club")))


def _get_only(evenings: list[Evening]) -> Evening:
    if not evenings:
        raise Evening.DoesNotExist
    return evenings[0]


def _lock_for_program(by: RequestedBy) -> Evening:
    if by.waits:
        return _get_only(_select_locked(by.evening))
    locked = Evening.objects.select_for_update(of=("self",), skip_locked=True)
    if evening := locked.filter(pk=by.evening).first():
        return evening
    raise BusyError(f"Evening {by.evening} is locked.")


def _lock_for_link(by: RequestedBy, link: int, table: object) -> Evening:
    """Lock and return the evening. ForbiddenError if the link has no right. RuleError after too many lines.

    The link is read under the lock, because somebody may revoke it in the meantime. The limit does not apply
    to a repeated request.
    """
    evening = _get_only(_select_locked(by.evening))
    lines = Journal.objects.filter(link=OuterRef("pk"), at__gt=program_clock.read_time() - LATELY)
    lately = lines.order_by().values("link").annotate(n=Count("pk")).values("n")
    stands = ScorerLink.objects.filter(pk=link, evening=evening, void=None)
    link_table, count = stands.values_list("table", Subquery(lately)).first() or (None, None)
    if link_table is None:
        raise ForbiddenError("link", LINK_IS_VOID)
    if table != link_table:
        raise ForbiddenError("link", _("A table phone records only the deals of its own table."))
    if count is not None and count >= MOST_LATELY and not journaled.find_line(by):
        raise RuleError("link", _("Too many entries from one table. Wait a minute."))
    return evening


def _make_line_fields(by: RequestedBy) -> dict[str, Any]:
    return {
        "at": program_clock.read_time(),
        "link_id": by.link,
        "payload": {ADMIN: True} if by.admin else {},
    }


def _end(act: Act) -> None:
    if act.line.payload:
        write_fields(act.line, "payload")
    write_fields(act.evening, "seq", "stage")
    fanout.tell(act.evening.pk, act.evening.seq, act.wakes)


journaled = Book(
    of="evening",
    lines=Journal,
    stages=PLAIN_STAGE,
    lock=_lock_evening,
    act=lambda by, evening, line: Act(evening, line, by.read_table, by.before),
    end=_end,
    fields=_make_line_fields,
    first=follow_time_step,
)
"""The decorator of services that write a line of the evening's journal."""
