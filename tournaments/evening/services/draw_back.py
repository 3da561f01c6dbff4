"""The draw of the first round is taken back, and with it the start of play, until the first result."""

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.core.record import Stage
from tournaments.evening.selectors.seat_options import has_result
from tournaments.evening.services.journal import Act
from tournaments.models import CountRow, CutRow, MoveRow, PresenceRow, RoundRow, RoundTable, SeatRow, StakeRow


def take_back_draw(act: Act) -> None:
    """Void the seats that were drawn, and what was given at them. RuleError once there is a result."""
    if act.stage is Stage.PLAYING:
        _refuse_result(act)
        _come_sooner(act)
    for model in (SeatRow, RoundTable, MoveRow, StakeRow, CountRow, CutRow):
        model.objects.filter(round__evening=act.evening, void=None).update(void=act.line)
    RoundRow.objects.filter(evening=act.evening, void=None).update(void=act.line)


def _refuse_result(act: Act) -> None:
    round = act.round()
    if round.number > 1 or has_result(round):
        raise StateError(
            "tables", _("There is a result already. Seats can be drawn again only until the first result.")
        )


def _come_sooner(act: Act) -> None:
    """Who came or was back since play began, and waited for the second round, plays in the first."""
    rows = PresenceRow.objects.filter(entry__evening=act.evening, void=None, from_round__gt=1)
    since = list(rows.order_by("journal__seq", "id"))
    rows.update(void=act.line)
    PresenceRow.objects.bulk_create(
        PresenceRow(entry_id=row.entry_id, from_round=1, state=row.state, journal=act.line) for row in since
    )
