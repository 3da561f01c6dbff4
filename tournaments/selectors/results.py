"""The evening reckoned up: standings and prizes, provisional until it is finished."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.core import prizes, standings
from tournaments.core.facts import Facts
from tournaments.core.settings import Settings
from tournaments.selectors.bell import chips_of


@dataclass(frozen=True)
class Reckoning:
    standing: tuple[standings.Row, ...]
    awards: tuple[prizes.Award, ...]


def reckoning(settings: Settings, facts: Facts) -> Reckoning:
    """Everybody's figures and the prizes as the facts stand now."""
    chips = Counter(chip.entry for chip in chips_of(facts).taken)
    settled = standings.settlement(facts, settings, chips)
    return Reckoning(
        standing=standings.standing(facts, settings, chips),
        awards=prizes.award(
            prizes.prize_list(settings, facts.play),
            settled,
            facts.entries,
            prizes.eligible(facts, settings),
            one_prize_each=settings.one_prize_each,
        ),
    )
