"""An evening is removed, from the club and from the seasons for which it counts."""

from django.contrib.admin.models import DELETION
from django.db import transaction

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from accounts.players.services.lists import list_changed
from accounts.refusals import CHANGED
from accounts.shared.services.traces import logged
from tournaments.base import outbox
from tournaments.evening.selectors.seat_options import may_remove
from tournaments.evening.services.evenings import refuse_closed
from tournaments.evening.services.journal import By, journaled
from tournaments.models import Season
from tournaments.seasons.services.journal import SeasonBy
from tournaments.seasons.services.seasons import evening_remove


def evening_delete(by: By) -> None:
    """Remove an evening that has no result yet or was imported, with everything that was written in it.

    StateError at ``stage`` once there is a result, at ``evening`` where a closed season counts it.
    """
    actor = by.actor
    assert actor is not None  # noqa: S101 - the program removes none
    with journaled.share(by.evening), transaction.atomic():
        # Whoever adds an evening to a season has locked the season first.
        counts = Season.objects.filter(evenings__evening=by.evening).order_by("pk")
        seasons = list(counts.select_for_update(of=("self",)))
        evening = journaled.lock(by, Right.RUN, None)
        if list(counts.all()) != seasons:
            raise StaleError("evening", CHANGED)
        if not may_remove(evening):
            raise StateError("stage", _("There is a result already. The evening can no longer be removed."))
        refuse_closed(evening.pk, "evening")
        for season in seasons:
            in_season = SeasonBy(season.pk, actor, by.reason, admin=by.admin)
            evening_remove(in_season, evening=evening.pk, deleted=True)
        logged(actor, evening, "Removed", DELETION)
        evening.delete()
        list_changed(evening.club_id)
        outbox.tell(by.evening, evening.seq + 1)
