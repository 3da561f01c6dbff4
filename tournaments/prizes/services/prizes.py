"""The list of prizes is changed, and corrected once the evening is finished; prizes are told to the hall."""

from collections.abc import Sequence
from typing import Annotated

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from tournaments.base.arguments import LONGEST_KEY, Limits
from tournaments.base.services.book import clean_reason
from tournaments.core.ranking.prize_list import Prizes
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.services.evenings import choose
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Award
from tournaments.prizes.services.saved_prizes import CHANGED, groups_named
from tournaments.standings.selectors.written import newest_awards
from tournaments.standings.services.result_versions import result_again

PrizeKey = Annotated[str, Limits("Key of the prize.", most=LONGEST_KEY)]


@journaled(
    "prizes_changed", *(stage for stage in Stage if stage is not Stage.CALLED_OFF), title="Change the prizes"
)
def prizes_change(
    act: Act, *, before: Prizes, after: Prizes, one_each: bool | None = None, deals: int | None = None
) -> None:
    """Replace the list of prizes. ``before``: the list as you saw it. It must be unchanged.

    ``one_each``: each player wins at most one prize. ``deals``: the least number of deals that a prize
    needs. Default: unchanged. A finished evening gets a new version of its result, and a reason is needed.
    """
    if act.stage is Stage.FINISHED:
        clean_reason(act.line.reason, asked=True)
        if is_recorded(act.evening):
            raise StateError("prizes", _("This evening was played elsewhere. Its file tells its prizes."))
    if before != act.settings.prizes:
        raise StaleError("prizes", CHANGED)
    groups_named(act.evening.club_id, before, after)
    now = act.settings
    choose(
        act,
        prizes=after,
        one_prize_each=now.one_prize_each if one_each is None else one_each,
        prize_deals=now.prize_deals if deals is None else deals,
    )
    if act.stage is Stage.FINISHED:
        result_again(act)


@journaled("prize_revealed", Stage.FINISHED, title="Announce a prize")
def prize_reveal(act: Act, *, prize: PrizeKey) -> None:
    """Announce the prize with this key in the hall. It is refused if it is announced already."""
    award = next((award for award in newest_awards(act.evening) if award.prize == prize), None)
    if award is None:
        raise StateError("prize", _("This evening has no such prize."))
    if award.revealed_id:
        raise StaleError("prize", _("This prize is already announced."))
    _reveal(act, [award])


@journaled("prizes_revealed", Stage.FINISHED, title="Announce all prizes")
def prizes_reveal_all(act: Act) -> None:
    """Announce all remaining prizes in the hall. It is refused if there are none."""
    hidden = [award for award in newest_awards(act.evening) if not award.revealed_id]
    if not hidden:
        raise StaleError("prize", _("All prizes are already announced."))
    _reveal(act, hidden)


def _reveal(act: Act, awards: Sequence[Award]) -> None:
    Award.objects.filter(pk__in=[award.pk for award in awards]).update(revealed=act.line)
    act.note(prizes=[award.prize for award in awards])
