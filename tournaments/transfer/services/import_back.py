"""An import of results or of a season is taken back whole."""

from dataclasses import dataclass

from django.db import transaction

from accounts.errors import StaleError
from accounts.models import Club, Player, User
from accounts.names import name_key
from accounts.permissions import Right, require_here
from accounts.players.services.lists import list_changed, list_lock
from accounts.refusals import CHANGED
from accounts.shared.services.traces import logged
from tournaments.base.services.book import clean_reason
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.elsewhere import Line
from tournaments.evening.services.journal import MAY_CHANGE, By
from tournaments.models import Evening, Result, Season
from tournaments.seasons.services.removal import evening_delete
from tournaments.transfer.selectors.imports_made import TakeBack, take_back_of
from tournaments.transfer.services.imported_results import result_record


@dataclass(frozen=True)
class _Act:
    by: User
    reason: str
    admin: bool

    def of(self, evening: int) -> By:
        return By(evening, self.by, self.reason, admin=self.admin)


@transaction.atomic
def import_take_back(
    *, by: User, club: Club, key: str, mark: str, reason: str, admin: bool = False
) -> TakeBack:
    """Take back an import as the plan of this ``mark`` has it: all of it, or nothing.

    StateError at ``evening`` where a closed season counts one of its evenings. StaleError at ``mark``.
    """
    require_here(by, club.pk, Right.RUN, admin=MAY_CHANGE if admin else "")
    act = _Act(by, clean_reason(reason, asked=True), admin)
    _lock(club, take_back_of(club.pk, key))
    plan = take_back_of(club.pk, key)
    if plan is None or plan.mark != mark:
        raise StaleError("mark", CHANGED)
    Season.objects.filter(pk__in=[season.pk for season in plan.seasons]).delete()
    for evening in plan.restored:
        _result_before(act.of(evening.pk), evening)
    for evening in plan.removed:
        evening_delete(act.of(evening.pk))
    Player.objects.filter(pk__in=[player.pk for player in plan.players]).delete()
    parts = {"evenings": plan.removed, "players": plan.players, "seasons": plan.seasons}
    logged(by, club, f"Import taken back: {', '.join(f'{len(parts[name])} {name}' for name in parts)}")
    list_changed(club.pk)
    return plan


def _lock(club: Club, plan: TakeBack | None) -> None:
    """Lock what the plan changes, in the order of all others: seasons, evenings, the list."""
    if plan is not None:
        evenings = [one.pk for one in (*plan.removed, *plan.restored)]
        seasons = [one.pk for one in (*plan.seasons, *plan.open_seasons, *plan.closed_seasons)]
        for rows in (Season.objects.filter(pk__in=seasons), Evening.objects.filter(pk__in=evenings)):
            list(rows.select_for_update().order_by("pk").values("pk"))
    list_lock(club.pk)


def _result_before(by: By, evening: Evening) -> None:
    """Record the result before the newest one again, of the same people."""
    result = Result.objects.filter(evening=evening).order_by("-version")[1]
    rows = list(result.settlements.select_related("entry").order_by("pk"))
    result_record(
        by,
        lines=[
            Line(row.entry.name, row.entry.role, **{name: getattr(row, name) for name in FIGURES})
            for row in rows
        ],
        steps=(),
        prizes_of=result,
        removed={name_key(row.entry.name): row.entry.player_id for row in rows if row.entry.player_id},
    )
