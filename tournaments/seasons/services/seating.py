"""The first seats of an evening, by the standing of a season for which it counts."""

from typing import Annotated

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.base.arguments import Limits
from tournaments.core.record import Stage
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Season
from tournaments.seasons.selectors.order import season_order
from tournaments.seasons.services.seasons import NOT_COUNTED
from tournaments.seating.services.seats import seat_everybody

SeasonNo = Annotated[int, Limits("A season that the evening counts for.", least=1)]


@journaled("seats_drawn", Stage.CHECK_IN, Stage.SEATED, title="Seat by a season")
def seats_by_season(act: Act, *, season: SeasonNo) -> None:
    """Seat players by the season's standings, the best at table 1. Others sit below, by lot.

    It is refused at ``season`` if the evening does not count for it, if no player here has results in it, or
    if the format has no order of tables.
    """
    act.evening.play.format.refuse_season_seats()
    counted = Season.objects.filter(pk=season, evenings__evening=act.evening)
    found = counted.select_related("league").first()
    if found is None:
        raise StateError("season", NOT_COUNTED)
    order = season_order(act.evening, found)
    if not order:
        raise StateError("season", _("No player here has a place in this season yet. Draw the seats by lot."))
    seat_everybody(act, "", order, f"{found.league.name} · {found.name}")
