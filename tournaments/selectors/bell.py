"""What the bell of a round brings, computed from the evening's facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.rules.registry import ruleset
from tournaments.core import position
from tournaments.core.closing_up import bell_of, new_numbers
from tournaments.core.cuts import CutNeed
from tournaments.core.facts import Facts, Purpose
from tournaments.core.progressive import Bell, Chips, CountNeed, Limits, yellow_chips
from tournaments.models import Evening

FEWEST_AT_A_TABLE = 3


@dataclass(frozen=True)
class Preview:
    """The bell of one round as it stands: which tables are still out, and what their results bring."""

    round: int
    rung: bool
    still_out: tuple[int, ...]
    bell: Bell
    chips: Chips
    limits: Limits
    numbers: Mapping[int, int]
    """The number of each table in the next round: others than now if a table above has nobody left."""

    @property
    def cuts(self) -> tuple[tuple[int, CutNeed], ...]:
        """Cuts still to be made, each with its round; a yellow chip's may be an earlier one's."""
        mine = [(self.round, need) for need in self._due if isinstance(need, CutNeed)]
        return (*mine, *(chip for chip in self.chips.needs if chip not in mine))

    @property
    def counts(self) -> tuple[CountNeed, ...]:
        return tuple(need for need in self._due if isinstance(need, CountNeed))

    @property
    def _due(self) -> Iterator[CutNeed | CountNeed]:
        """What can be cut or counted by now: after the bell, at tables whose result is in."""
        for need in self.bell.needs:
            exchange = isinstance(need, CutNeed) and need.purpose is Purpose.EXCHANGE
            if self.rung and not (self.still_out if exchange else need.position in self.still_out):
                yield need

    @property
    def ready(self) -> bool:
        return self.rung and not (self.still_out or self.cuts or self.counts)

    @property
    def chairs(self) -> dict[int, set[int]]:
        """The chairs that are taken once everybody has moved, by table."""
        taken: dict[int, set[int]] = {}
        for place in self.bell.seats.values():
            taken.setdefault(place.position, set()).add(place.chair)
        return taken

    @property
    def short(self) -> tuple[int, ...]:
        """Tables of the next round with fewer than should play there, because people went away."""
        sizes = Counter(place.position for place in self.bell.seats.values())
        return tuple(sorted(table for table, size in sizes.items() if size < self.limits.fewest))


def limits_of(evening: Evening) -> Limits:
    """How few and how many may sit at a table of the session."""
    game = ruleset(evening.game)
    return Limits(fewest=max(FEWEST_AT_A_TABLE, game.fewest), most=game.most)


def chips_of(facts: Facts) -> Chips:
    """Who took the head table's yellow chips, and which cuts for one are still to be made."""
    gone = {
        played.number: frozenset(
            e for e, p in position.presences(facts, played.number).items() if not p.plays
        )
        for played in facts.rounds
    }
    return yellow_chips(facts.pools, facts.cuts, gone)


def bell_preview(evening: Evening, facts: Facts, number: int) -> Preview:
    """Who moves at the bell of round ``number``, why, and what must be cut or counted first."""
    settings, limits = evening.settings, limits_of(evening)
    at_bell = position.tables_at_bell(facts, settings, number)
    tables = dict(zip(position.positions(facts, number), at_bell, strict=True))
    return Preview(
        round=number,
        rung=any(played.number == number and played.rung for played in facts.rounds),
        still_out=position.still_out(facts, settings, number),
        bell=bell_of(
            tables,
            cuts=[cut for cut in facts.cuts if cut.round == number],
            all_called=settings.all_called,
            limits=limits,
        ),
        chips=chips_of(facts),
        limits=limits,
        numbers=new_numbers(tables),
    )
