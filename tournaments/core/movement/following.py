"""What follows a round, as plain values: who sits where next, by whichever format."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.core.movement.bell import Bell
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.reasons import Reason


@dataclass(frozen=True)
class NextGame:
    """A game that is drawn: the entries at each table in chair order, of whom the first deals first.

    Of a knockout the first ``main`` tables play to win it, and ``byes`` go on without playing. ``over``
    says why no game follows; then nobody sits.
    """

    tables: tuple[tuple[int, ...], ...] = ()
    out: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    main: int = 0
    why: Mapping[int, Reason] = field(default_factory=dict)
    over: Reason | None = None

    @property
    def places(self) -> dict[int, Place]:
        """Everybody's chair."""
        return {
            entry: Place(number, chair)
            for number, table in enumerate(self.tables, start=1)
            for chair, entry in enumerate(table, start=1)
        }


@dataclass(frozen=True)
class Following:
    """Who sits where next, and the table numbers of the next round; the game that was drawn, if one was."""

    bell: Bell
    numbers: Mapping[int, int]
    drawn: NextGame | None = None


def same_numbers(tables: Mapping[int, Table]) -> dict[int, int]:
    """The tables at which somebody still plays keep their numbers."""
    return {number: number for number, table in sorted(tables.items()) if table.playing}


def still_played(tables: Mapping[int, Table]) -> Bell:
    """A game that is not over at every table: nobody knows yet who sits where in the next."""
    seats, verdicts = dict[int, Place](), dict[int, Reason]()
    for at, table in tables.items():
        seats |= {player.entry: Place(at, player.chair) for player in table.playing}
        for player in table.players:
            verdicts[player.entry] = Reason("left" if player.left else "drawn_when_over")
    return Bell(verdicts=verdicts, seats=seats)
