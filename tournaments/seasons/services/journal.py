"""The season's book: who may write a line of it.

Services stand under ``@booked``, callers give a ``SeasonBy``. ``base.services.book`` writes the line.
"""

from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from django.db.models import OuterRef

from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.permissions import Right, admin_right, require, right_by, role_of
from tournaments.base.services.book import Book, Noting
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.refusals import SEASON_OPEN
from tournaments.evening.services.journal import MAY_CHANGE
from tournaments.models import Season, SeasonLine
from tournaments.models.evening import ADMIN

PLAIN_STAGE = {
    SeasonStage.OPEN: SEASON_OPEN,
    SeasonStage.CLOSED: _("The season is closed. Open it again first."),
}


@dataclass(frozen=True)
class SeasonBy:
    """Who asks, of which season, why, and the request's key. ``admin``: in the administration."""

    season: int
    actor: User
    reason: str = ""
    key: UUID | None = None
    admin: bool = False


def part_of(by: SeasonBy, number: int) -> SeasonBy:
    """The same request as one of its several commands, which has a key of its own."""
    return replace(by, key=uuid5(by.key, str(number)) if by.key else None)


@dataclass
class SeasonAct(Noting):
    """A command under way: the locked season and the line that is being written."""

    season: Season
    line: SeasonLine

    @property
    def stage(self) -> SeasonStage:
        return SeasonStage(self.season.stage)

    def go_to(self, stage: SeasonStage) -> None:
        self.season.stage = stage


def _allowed(by: SeasonBy, right: Right, _table: object) -> Season:
    locked = Season.objects.select_for_update(of=("self",)).select_related("league")
    asked = locked.annotate(actor_role=role_of(by.actor.pk, OuterRef("league__club"))).get(pk=by.season)
    require(admin_right(by.actor, MAY_CHANGE) if by.admin else right_by(asked.actor_role), right)
    return asked


def _end(act: SeasonAct) -> None:
    act.line.save(update_fields=["payload"])
    act.season.save(update_fields=["name", "rules", "seq", "stage", "seed"])


booked = Book(
    of="season",
    lines=SeasonLine,
    stages=PLAIN_STAGE,
    lock=_allowed,
    act=lambda by, season, line: SeasonAct(season, line),
    end=_end,
    fields=lambda by: {"payload": {ADMIN: True}} if by.admin else {},
)
"""A service that writes a line of the season's book."""
