"""The prizes of evenings that give somebody points in a season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.core.leagues.points import Played
from tournaments.models import Award
from tournaments.seasons.selectors.counting import Counted


class PrizeWon(NamedTuple):
    """A prize by its key, and its title as it is written."""

    prize: str
    title: str


def prizes_won(counted: Counted, lines: Iterable[Played]) -> Mapping[int, Sequence[PrizeWon]]:
    """Return by evening the prizes that give points, of the one whose ``lines`` these are; in one query."""
    found: dict[int, list[PrizeWon]] = defaultdict(list)
    if not counted.rules.prize:
        return found
    evenings = {one.result: one.id for one in counted.evenings}
    entries = {line.entry for line in lines if line.prizes}
    won = Award.winners.through.objects.filter(award__result__in=evenings, entryrow__in=entries)
    rows = won.order_by("award__rank").values_list("award__result", "award__prize", "award__title")
    for result, prize, title in rows:
        if counted.rules.gives_points(prize):
            found[evenings[result]].append(PrizeWon(prize, title))
    return found
