"""The first seats of an evening, by the standing of a season for which it counts."""

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.facts import Stage
from tournaments.facts.seasons.order import season_order
from tournaments.models import Season
from tournaments.services.journal import Act, journaled
from tournaments.services.running.seats import seat_everybody


@journaled("seats_drawn", Stage.CHECK_IN, Stage.SEATED)
def seats_by_season(act: Act, *, season: int) -> None:
    """Everybody is seated by the season's standing, the best at table 1; who is not in it sits below, by lot.

    RuleError at ``season`` if the evening does not count for it, if nobody here stands in it yet, or if the
    tables of the format are not in order.
    """
    act.evening.play.format.refuse_season_seats()
    counted = Season.objects.filter(pk=season, evenings__evening=act.evening)
    found = counted.select_related("league").first()
    if found is None:
        raise RuleError("season", _("The evening does not count for this season."))
    order = season_order(act.evening, found)
    if not order:
        raise RuleError("season", _("Nobody here has a place in this season yet: draw the seats by lot."))
    seat_everybody(act, "", order, f"{found.league.name} · {found.name}")
