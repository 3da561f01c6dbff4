"""The results of a round's bell, computed from the facts of the evening, without queries."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.core.evening import Facts, Play, RoundEnd
from tournaments.core.kinds import awaited
from tournaments.core.movement.bell import Bell, Chips, CountNeed, NextGame, build_last_bell
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import Limits, list_table_numbers
from tournaments.core.reasons import Reason
from tournaments.core.record import Purpose


@dataclass(frozen=True)
class Preview:
    """The bell of one round as known now: which tables are awaited, and what their results bring."""

    round: int
    rung: bool
    still_out: tuple[int, ...]
    bell: Bell
    chips: Chips
    limits: Limits
    numbers: Mapping[int, int]
    """The number of each table in the next round. It changes if a table above has nobody left."""
    rounds: int | None = None
    """The number of rounds, if it is known from the start."""
    next_game: NextGame | None = None
    """The next game, if seats are drawn for each game and this one is over."""

    @property
    def cuts(self) -> tuple[tuple[int, CutNeed], ...]:
        """Return the cuts still to be made, each with its round. A chip's cut may be of an earlier one."""
        mine = [(self.round, need) for need in self._open_needs if isinstance(need, CutNeed)]
        return (*mine, *(chip for chip in self.chips.needs if chip not in mine))

    @property
    def counts(self) -> tuple[CountNeed, ...]:
        return tuple(need for need in self._open_needs if isinstance(need, CountNeed))

    @property
    def _open_needs(self) -> Iterator[CutNeed | CountNeed]:
        """Yield what can be cut or counted now: after the bell, at tables with a result."""
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
        return self.end_reason is not None or (self.rounds is not None and self.round >= self.rounds)

    @property
    def end_reason(self) -> Reason | None:
        """Return why no game can follow, although more were planned or the number was open."""
        return self.next_game.end_reason if self.next_game else None

    @property
    def ready(self) -> bool:
        return self.rung and not (self.still_out or self.cuts or self.counts)

    @property
    def chairs(self) -> dict[int, set[int]]:
        """Return the occupied chairs by table, after everybody has moved."""
        taken: dict[int, set[int]] = {}
        for place in self.bell.seats.values():
            taken.setdefault(place.table, set()).add(place.chair)
        return taken

    @property
    def short(self) -> tuple[int, ...]:
        """Return tables of the next round that have too few people because somebody left."""
        sizes = Counter(place.table for place in self.bell.seats.values())
        return tuple(sorted(table for table, size in sizes.items() if size < self.limits.fewest))


def find_limits(play: Play) -> Limits:
    """Return the fewest and the most people at a table that the organiser seats by hand."""
    return Limits(fewest=play.format.find_fewest(play.game), most=play.game.most)


def find_wanted_limits(play: Play) -> Limits:
    """Return the fewest and the most people at a table, at a bell or for late players, within the wish."""
    by_hand = find_limits(play)
    return replace(by_hand, most=play.game.wanted.most or by_hand.most)


def build_preview(facts: Facts, number: int) -> Preview:
    """Return who moves at the bell of round ``number``, why, and what must be cut or counted first."""
    at_bell = awaited.find_tables_at_bell(facts, number)
    tables = dict(zip(list_table_numbers(facts, number), at_bell, strict=True))
    rounds = facts.round_count
    rung = RoundEnd(
        facts,
        number,
        tables,
        find_wanted_limits(facts.play),
        rung=any(played.number == number and played.rung for played in facts.rounds),
        awaited_tables=awaited.find_awaited_tables(facts, number),
        last=rounds is not None and number >= rounds,
    )
    following = facts.play.format.find_next_seating(rung)
    over = following.next_game is not None and following.next_game.end_reason is not None
    return Preview(
        round=number,
        rung=rung.rung,
        still_out=rung.awaited_tables,
        bell=build_last_bell(following.bell, tables) if rung.last or over else following.bell,
        chips=facts.chips,
        limits=rung.limits,
        numbers=following.numbers,
        rounds=rounds,
        next_game=following.next_game,
    )
