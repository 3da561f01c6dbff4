"""What the bell of a round brings, computed from the evening's facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.core.facts import Facts, Purpose
from tournaments.core.formats.fixed import games_over, same_numbers
from tournaments.core.formats.next_game import NextGame, bell_of_draw, next_game, still_played
from tournaments.core.kinds.dealing import rounds_of
from tournaments.core.movement import position
from tournaments.core.movement.bell import Bell, Chips, CountNeed, Limits, last_bell, yellow_chips
from tournaments.core.movement.chairs import HEAD, Table
from tournaments.core.movement.close_empty_tables import NOTHING, bell_of, new_numbers
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.play import Play
from tournaments.core.reasons import Reason
from tournaments.core.settings import Settings
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
    rounds: int | None = None
    """How many rounds there are, where that is known from the first."""
    drawn: NextGame | None = None
    """Where seats are drawn anew for each game: the next one, once this one is over."""

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
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        """Whether no round follows this one."""
        return self.over is not None or (self.rounds is not None and self.round >= self.rounds)

    @property
    def over(self) -> Reason | None:
        """Why no game can follow, though more were planned or nobody knew how many there are."""
        return self.drawn.over if self.drawn else None

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
    """How few and how many may sit at a table of the evening."""
    return limits_in(evening.play)


def limits_in(play: Play) -> Limits:
    """How few and how many may sit at a table where this is played."""
    fewest = play.game.fewest if play.whole_games else max(FEWEST_AT_A_TABLE, play.game.fewest)
    return Limits(fewest=fewest, most=play.game.most)


def chips_of(facts: Facts) -> Chips:
    """Who took the head table's yellow chips, and which cuts for one are still to be made."""
    if facts.play.whole_games:
        return Chips((), ())
    divided = {pool.round for pool in facts.pools if pool.position == HEAD and len(pool.winners) > 1}
    gone = {
        number: frozenset(e for e, p in position.presences(facts, number).items() if not p.plays)
        for number in divided
    }
    return yellow_chips(facts.pools, facts.cuts, gone)


def bell_preview(evening: Evening, facts: Facts, number: int) -> Preview:
    """Who moves at the bell of round ``number``, why, and what must be cut or counted first."""
    settings, limits, play = evening.settings, limits_of(evening), facts.play
    at_bell = position.tables_at_bell(facts, settings, number)
    tables = dict(zip(position.positions(facts, number), at_bell, strict=True))
    rounds, rung = rounds_of(facts, settings), any(p.number == number and p.rung for p in facts.rounds)
    out = position.still_out(facts, settings, number)
    last = rounds is not None and number >= rounds
    drawn = next_game(facts, settings, number) if play.drawn and rung and not (out or last) else None
    last = last or (drawn is not None and drawn.over is not None)
    if play.drawn:
        bell = NOTHING if last else _drawn(facts, settings, tables, drawn)
    else:
        bell = _bell(facts, settings, limits, number, tables)
    return Preview(
        round=number,
        rung=rung,
        still_out=out,
        bell=last_bell(bell, tables) if last else bell,
        chips=chips_of(facts),
        limits=limits,
        numbers=same_numbers(tables) if last or play.whole_games else new_numbers(tables),
        rounds=rounds,
        drawn=drawn,
    )


def _drawn(facts: Facts, settings: Settings, tables: Mapping[int, Table], drawn: NextGame | None) -> Bell:
    """A draw takes time in a large hall, so it is not made before every table has played its game."""
    return bell_of_draw(facts, settings, tables, drawn) if drawn else still_played(tables)


def _bell(facts: Facts, settings: Settings, limits: Limits, number: int, tables: Mapping[int, Table]) -> Bell:
    play = facts.play
    if play.whole_games:
        return games_over(tables, stakes=play.staked)
    return bell_of(
        tables,
        cuts=[cut for cut in facts.cuts if cut.round == number],
        all_called=settings.all_called,
        limits=limits,
        stakes=play.staked,
        exact_protects=settings.exact_protects,
    )
