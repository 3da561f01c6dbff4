"""An evening of the club is removed, or its name, its day or its game are corrected."""

from datetime import date

from django.contrib.admin.models import DELETION
from django.db import transaction

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name
from accounts.permissions import Right
from accounts.services.lists import list_changed
from accounts.services.traces import logged
from tournaments import outbox
from tournaments.core.record import Stage
from tournaments.facts.running.seat_options import may_remove
from tournaments.models import Season
from tournaments.services.club.imported_results import result_in_game
from tournaments.services.journal import Act, By, journaled
from tournaments.services.running.evenings import refuse_closed, refuse_twin
from tournaments.services.seasons.journal import SeasonBy
from tournaments.services.seasons.seasons import evening_remove


@journaled("evening_corrected", Stage.FINISHED, asks_reason=True)
def evening_correct(
    act: Act, *, name: str | None = None, held_on: date | None = None, game: str | None = None
) -> None:
    """Correct the name or the day of a finished evening; of an imported one also its game.

    What is left out stays. The new game must be counted as the old one is: it has its usual options. A closed
    season keeps what it pinned.
    """
    evening = act.evening
    was, day = (evening.name, evening.held_on), held_on or evening.held_on
    called = evening.name if name is None else clean_name(name)
    if (called, day) != was:
        refuse_twin(evening.club_id, called, day, but=evening.pk)
        act.note(name=[evening.name, called], held_on=[evening.held_on.isoformat(), day.isoformat()])
        evening.name, evening.held_on = called, day
        evening.save(update_fields=["name", "held_on"])
    if game is not None and game != evening.game:
        result_in_game(act, game)


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
            raise StaleError(
                "evening", _("Something has changed since you opened the page. Check it and try again.")
            )
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
