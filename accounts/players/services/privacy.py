"""An organiser exports the data of somebody who has no account to do it with."""

from django.db import transaction

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from accounts.models import Player, User
from accounts.permissions import Right, require, right_of
from accounts.players.selectors.claims import claimed_by
from accounts.players.selectors.exports import DATA_TAKEN
from accounts.players.services.lists import list_lock
from accounts.shared.services.traces import logged


@transaction.atomic
def player_data_take(*, by: User, player: Player) -> None:
    """Write into the log that an organiser exports the player's data. RuleError if they have an account."""
    require(right_of(by.pk, player.club_id), Right.RUN)
    list_lock(player.club_id)  # nobody is linked to an account meanwhile
    if claimed_by(player) is not None:
        raise StateError(
            "asked",
            _("%(name)s has an account. They download their data under “My account”."),
            name=player.name,
        )
    logged(by, player, DATA_TAKEN)
