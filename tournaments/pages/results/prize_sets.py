"""A club's sets of prizes."""

from dataclasses import dataclass

from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.prize_json import from_json
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.settings import Settings
from tournaments.facts.club.people import sets_of
from tournaments.models import PrizeSet
from tournaments.pages.results.prize_lists import usual_of
from tournaments.words import prize_told


@dataclass(frozen=True)
class SavedSet:
    """Prizes under a name, for evenings or for seasons; ``told``: each in words."""

    id: int
    name: str
    for_seasons: bool
    prizes: Prizes

    @property
    def told(self) -> tuple[str, ...]:
        usual = usual_of(Settings(), POKER_EVENING)
        return tuple(
            prize_told(prize) if prize.own else prize.title or usual[prize.key]
            for prize in given(self.prizes)
        )


def prize_sets(club: int, *, for_seasons: bool = False) -> tuple[SavedSet, ...]:
    """The club's sets of prizes for its evenings, or for its seasons, by name."""
    return tuple(saved(one) for one in sets_of(club, for_seasons=for_seasons))


def saved(one: PrizeSet) -> SavedSet:
    """The set as it is read."""
    return SavedSet(one.pk, one.name, one.for_seasons, from_json(one.prizes))
