"""The tables that tonight's people can make, each way in a few words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from games.rules.ruleset import Ruleset
from tournaments.core.movement.table_sizes import divisions

AT_ONCE = 5
"""So many ways are offered, those whose number of tables is nearest to the chosen."""


@answers("tables", "sizes", "chosen", "words", component="WayAnswer")
@dataclass(frozen=True)
class Way:
    """One way to seat everybody. ``tables``: what to choose for it; 0 is as usual."""

    tables: int
    sizes: tuple[int, ...]
    chosen: bool

    @property
    def words(self) -> str:
        people = in_words(sorted({*self.sizes}))
        number = len(self.sizes)
        return ngettext("%(n)s table of %(people)s", "%(n)s tables of %(people)s", number) % {
            "n": number,
            "people": people,
        }


def ways_of(players: int, game: Ruleset) -> tuple[Way, ...]:
    """Every way that seats all these players."""
    return tuple(Way(one.tables, one.sizes, one.chosen) for one in divisions(players, game))


def nearest(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Those to choose from with one tap, in their order; as usual is always among them."""
    numbers = [len(way.sizes) for way in ways]
    middle = next((len(way.sizes) for way in ways if way.chosen), min(numbers, default=0))
    near = sorted(ways, key=lambda way: (way.tables > 0, abs(len(way.sizes) - middle)))[:AT_ONCE]
    return tuple(way for way in ways if way in near)


def in_words(sizes: Iterable[int]) -> str:
    """These numbers in a sentence: “5 or 6”."""
    *others, last = map(str, sizes)
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(others), "last": last} if others else last
