"""A season in pictures: everybody's place after each evening that counts, by division."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from tournaments.core.leagues.standing import season_standing
from tournaments.models import Season
from tournaments.results.presenters.pictures import Picture, Shown, season_picture
from tournaments.seasons.presenters.days import short_days
from tournaments.seasons.selectors.counting import Counted, count_season

MOST = 24
"""So many evenings are drawn: the table is counted anew after each of them."""


@dataclass(frozen=True)
class Drawn:
    """A season as it is drawn."""

    season: Season
    counted: Counted

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Everybody in the season's table."""
        return {row.player: self.counted.names[row.player] for row in self.counted.rows}

    @property
    def left_out(self) -> int:
        """How many evenings there were before the first that is drawn."""
        return max(len(self.counted.lines) - MOST, 0)

    def pictures(self, shown: Shown) -> tuple[Picture, ...]:
        """A picture for each division that has people and evenings."""
        ways, held_on = self._ways(), {one.id: one.held_on for one in self.counted.evenings}
        evenings = short_days([held_on[line.event] for line in self.counted.lines[self.left_out :]])
        found = []
        for number, (division, title) in enumerate(self._titles()):
            rows = self.counted.rows_of(division)
            people = [(row.player, self.names[row.player], ways[row.player]) for row in rows]
            found.append(season_picture(f"division-{number}", title, evenings, people, shown))
        return tuple(picture for picture in found if picture)

    def _titles(self) -> list[tuple[int | None, str]]:
        divisions = self.counted.divisions
        rest = gettext("No division") if divisions else gettext("The season’s standings after each evening")
        return [*divisions.items(), (None, rest)]

    def _ways(self) -> Mapping[int, Sequence[int | None]]:
        """Everybody's place after each evening that is drawn, from the first that they played."""
        counted = self.counted
        many = len(counted.lines) - self.left_out
        ways: dict[int, list[int | None]] = defaultdict(lambda: [None] * many)
        for column in range(many):
            known = counted.lines[: self.left_out + column + 1]
            divisions = tuple(counted.divisions)
            for row in season_standing(counted.rules, known, counted.people, divisions, self.season.seed):
                if row.played:
                    ways[row.player][column] = row.place
        return ways


def season_drawn(season: Season, *, all_known: bool) -> Drawn:
    """The season, in six queries at most. ``all_known``: the reader may know of prizes not revealed."""
    return Drawn(season, count_season(season, all_known=all_known))
