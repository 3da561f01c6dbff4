"""What of a club everybody may read: an evening, a league with its seasons."""

from django.db import transaction

from accounts.errors import StaleError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.permissions import Right, require, right_of
from accounts.services.lists import list_changed, list_lock
from tournaments.core.facts import Stage
from tournaments.models import League
from tournaments.services.journal import Act, journaled

SAID = _("This is already done. Reload the page.")


@journaled("evening_published", *Stage)
def evening_publish(act: Act, *, published: bool) -> None:
    """Let visitors read the evening with public names and without its code, or end that."""
    if act.evening.published == published:
        raise StaleError("published", SAID)
    act.evening.published = published
    act.evening.save(update_fields=["published"])
    act.note(published=published)


@transaction.atomic
def league_publish(*, by: User, league: League, published: bool) -> League:
    """Everybody may read the tables of the league's seasons under public names; or nobody may any more."""
    require(right_of(by.pk, league.club_id), Right.RUN)
    list_lock(league.club_id)
    league = League.objects.select_related("club").get(pk=league.pk)
    if league.published != published:
        league.published = published
        league.save(update_fields=["published"])
        list_changed(league.club_id)
    return league
