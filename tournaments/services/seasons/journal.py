"""How every service writes in a season: one transaction, the season locked, one line of its book.

As for evenings (``services.journal``): a service is a function ``(act, *, ...)`` under ``@booked``,
callers give a ``SeasonBy`` in its place, and the same request twice is answered with the same line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import OuterRef

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.permissions import Right, require, right_by, role_of
from accounts.shares import shares
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season, SeasonLine
from tournaments.services.journal import Known, answered, clean_reason, digest_of

P = ParamSpec("P")

PLAIN_STAGE = {
    SeasonStage.OPEN: _("The season is still under way."),
    SeasonStage.CLOSED: _("The season is closed: open it again first."),
}


@dataclass(frozen=True)
class SeasonBy:
    """Who asks, of which season, why, and the request's key."""

    season: int
    actor: User
    reason: str = ""
    key: UUID | None = None


def part_of(by: SeasonBy, number: int) -> SeasonBy:
    """The same request as one of its several commands, which has a key of its own."""
    return replace(by, key=uuid5(by.key, str(number)) if by.key else None)


@dataclass
class SeasonAct:
    """A command under way: the locked season and the line that is being written."""

    season: Season
    line: SeasonLine

    def note(self, **payload: Any) -> None:
        """Figures for the line, where no table holds them."""
        self.line.payload = {**self.line.payload, **payload}

    def go_to(self, stage: SeasonStage) -> None:
        self.season.stage = stage


def booked(
    verb: str, *stages: SeasonStage, right: Right = Right.RUN, asks_reason: bool = False
) -> Callable[[Callable[Concatenate[SeasonAct, P], None]], Callable[Concatenate[SeasonBy, P], SeasonLine]]:
    """A service that writes ``verb`` in a season of one of ``stages`` for who holds ``right``."""

    def wrap(
        write: Callable[Concatenate[SeasonAct, P], None],
    ) -> Callable[Concatenate[SeasonBy, P], SeasonLine]:
        @wraps(write)
        def run(by: SeasonBy, /, *args: P.args, **kwargs: P.kwargs) -> SeasonLine:
            digest = digest_of(verb, by.reason, args, kwargs) if by.key else ""
            reason = clean_reason(by.reason, asks_reason)
            try:
                with shares.of(("season", by.season)), transaction.atomic():
                    act = _begin(by, _allowed(by, right), verb, reason, digest)
                    if SeasonStage(act.season.stage) not in stages:
                        raise RuleError("stage", PLAIN_STAGE[SeasonStage(act.season.stage)])
                    write(act, *args, **kwargs)
                    act.line.save(update_fields=["payload"])
                    act.season.save(update_fields=["name", "rules", "seq", "stage", "seed"])
            except IntegrityError as error:
                line = by.key and SeasonLine.objects.filter(season=by.season, request_key=by.key).first()
                return answered(line or None, digest, error)
            return act.line

        known = cast(Known, run)
        known.right, known.verb = right, verb
        return run

    return wrap


def _allowed(by: SeasonBy, right: Right) -> Season:
    locked = Season.objects.select_for_update(of=("self",)).select_related("league")
    asked = locked.annotate(actor_role=role_of(by.actor.pk, OuterRef("league__club"))).get(pk=by.season)
    require(right_by(asked.actor_role), right)
    return asked


def _begin(by: SeasonBy, season: Season, verb: str, reason: str, digest: str) -> SeasonAct:
    season.seq += 1
    line = SeasonLine.objects.create(
        season=season,
        seq=season.seq,
        verb=verb,
        actor=by.actor,
        reason=reason,
        request_key=by.key,
        request_digest=digest,
    )
    return SeasonAct(season, line)
