"""What of a club everybody may read: an evening, a league with its seasons."""

from django.db import transaction

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import names_to_show
from accounts.permissions import Right, require, right_of
from accounts.players.services.lists import list_changed, list_lock
from accounts.refusals import DONE_ALREADY
from tournaments.core.record import Stage
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Evening, League
from tournaments.models.evening import new_public_address


@journaled("evening_published", *Stage, title="Publish an evening")
def evening_publish(act: Act, *, published: bool, names: str = "") -> None:
    """Let visitors with the address read the evening, or end that.

    ``names``: how they read players' names, a value of ``NamesShown``; as before if empty.
    """
    if published and act.evening.rehearsal_of_id:
        raise StateError("published", _("Visitors see no rehearsal."))
    if not _publish(act.evening, published, names):
        raise StaleError("published", DONE_ALREADY)
    act.note(published=published, **({"names": act.evening.names_shown} if published else {}))


@transaction.atomic
def league_publish(*, by: User, league: League, published: bool, names: str = "") -> League:
    """Let visitors with the address read the tables of the league's seasons, or end that.

    ``names``: as of an evening.
    """
    require(right_of(by.pk, league.club_id), Right.RUN)
    list_lock(league.club_id)
    league = League.objects.select_related("club").get(pk=league.pk)
    if _publish(league, published, names):
        list_changed(league.club_id)
    return league


def _publish(row: Evening | League, published: bool, names: str) -> bool:
    """Publish the row, change its names, or withdraw it; return whether anything changed.

    Published again after it was withdrawn, it has another address: the old one stays dead.
    """
    shown = names_to_show(names, row.names_shown, row.club.public)
    if published == row.published and (not published or shown == row.names_shown):
        return False
    if published != row.published:
        row.public_address = new_public_address() if published else None
    row.names_shown = shown
    row.save(update_fields=["public_address", "names_shown"])
    return True
