"""How long the rounds of a club took, as the journal has it: for who plans the next evening."""

from datetime import timedelta
from itertools import pairwise

from tournaments.models import Evening, RoundRow

MOST = 120
"""So many rounds are looked at, the newest first."""


def round_lengths(evening: Evening) -> tuple[timedelta, ...]:
    """Return how long rounds took, from start to start, that were played as those of ``evening`` are.

    In the same club, game and format, with the same clock and as many deals; in one query.
    """
    rows = (
        RoundRow.objects.filter(void=None, evening__club=evening.club_id, evening__rehearsal_of=None)
        .filter(evening__game=evening.game, evening__format=evening.format)
        .order_by("-evening__held_on", "-evening", "-number")
        .values_list("evening", "journal__at", "evening__chosen__minutes", "evening__chosen__deals")
    )
    alike = (evening.settings.minutes, evening.settings.deals)
    same = [(of, at) for of, at, minutes, deals in rows[:MOST] if (minutes or 0, deals or 1) == alike]
    return tuple(later - at for (of, later), (before, at) in pairwise(same) if of == before)
