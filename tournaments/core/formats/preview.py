"""What the bell of a round brings, computed from the facts of the evening: no query."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.core.evening import Facts, Play, RoundEnd
from tournaments.core.kinds import awaited
from tournaments.core.movement.bell import Bell, Chips, CountNeed, NextGame, last_bell
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import Limits, positions
from tournaments.core.reasons import Reason
from tournaments.core.record import Purpose


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
    rounds: int | None = None
    """How many rounds there are, where that is known from the first."""
    drawn: NextGame | None = None
    """Where seats are drawn anew for each game: the next one, once this one is over."""

    @property
    def cuts(self) -> tuple[tuple[int, CutNeed], ...]:
        """Return the cuts still to be made, each with its round; a yellow chip's may be an earlier one's."""
        mine = [(self.round, need) for need in self._due if isinstance(need, CutNeed)]
        return (*mine, *(chip for chip in self.chips.needs if chip not in mine))

    @property
    def counts(self) -> tuple[CountNeed, ...]:
        return tuple(need for need in self._due if isinstance(need, CountNeed))

    @property
    def _due(self) -> Iterator[CutNeed | CountNeed]:
        """Yield what can be cut or counted by now: after the bell, at tables whose result is in."""
        for need in self.bell.needs:
            exchange = isinstance(need, CutNeed) and need.purpose is Purpose.EXCHANGE
            if self.rung and not (self.still_out if exchange else need.table in self.still_out):
                yield need

    @property
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        """Return whether no round follows this one."""
        return self.over is not None or (self.rounds is not None and self.round >= self.rounds)

    @property
    def over(self) -> Reason | None:
        """Return why no game can follow, though more were planned or nobody knew how many there are."""
        return self.drawn.over if self.drawn else None

    @property
    def ready(self) -> bool:
        return self.rung and not (self.still_out or self.cuts or self.counts)

    @property
    def chairs(self) -> dict[int, set[int]]:
        """Return the chairs that are taken once everybody has moved, by table."""
        taken: dict[int, set[int]] = {}
        for place in self.bell.seats.values():
            taken.setdefault(place.table, set()).add(place.chair)
        return taken

    @property
    def short(self) -> tuple[int, ...]:
        """Return tables of the next round with fewer than should play there, because people went away."""
        sizes = Counter(place.table for place in self.bell.seats.values())
        return tuple(sorted(table for table, size in sizes.items() if size < self.limits.fewest))


def limits_in(play: Play) -> Limits:
    """Return how few and how many may sit at a table here, if the organiser seats them by hand."""
    return Limits(fewest=play.format.fewest(play.game), most=play.game.most)


def limits_wanted(play: Play) -> Limits:
    """Return how few and how many may come to sit at a table at a bell, or late: no more than are wanted."""
    by_hand = limits_in(play)
    return replace(by_hand, most=play.game.wanted.most or by_hand.most)


def preview_of(facts: Facts, number: int) -> Preview:
    """Return who moves at the bell of round ``number``, why, and what must be cut or counted first."""
    at_bell = awaited.tables_at_bell(facts, number)
    tables = dict(zip(positions(facts, number), at_bell, strict=True))
    rounds = facts.round_count
    rung = RoundEnd(
        facts,
        number,
        tables,
        limits_wanted(facts.play),
        rung=any(played.number == number and played.rung for played in facts.rounds),
        out=awaited.still_out(facts, number),
        last=rounds is not None and number >= rounds,
    )
    following = facts.play.format.following(rung)
    over = following.drawn is not None and following.drawn.over is not None
    return Preview(
        round=number,
        rung=rung.rung,
        still_out=rung.out,
        bell=last_bell(following.bell, tables) if rung.last or over else following.bell,
        chips=facts.chips,
        limits=rung.limits,
        numbers=following.numbers,
        rounds=rounds,
        drawn=following.drawn,
    )
