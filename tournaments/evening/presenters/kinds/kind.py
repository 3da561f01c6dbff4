"""The questions that pages ask a kind of play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.deals import Deal
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.counter_lines import CounterLine
from tournaments.evening.presenters.kinds.progress import Progress


@dataclass(frozen=True)
class TableWithout:
    """The table of somebody who goes: how many stay, and whether its deal was bid on. 0: they sit at none."""

    table: int = 0
    stays: int = 0
    bid: bool = False


class KindPages(Protocol):
    """The parts of pages that differ by kind of play."""

    best_deal: str
    """The title of a player's record: their best deal."""
    figures: Mapping[str, str]
    """The figures of a player by now: their titles, by key."""
    picture: tuple[str, str]
    """The key and the title of the picture of everybody's figures over the rounds."""

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        """Return a deal's result in words, with the ``name`` of each entry."""

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return somebody's deals with what they brought, in the order of play."""

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        """Return what somebody takes home, by the counters that are ``known``, and what their table does."""

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        """Return what becomes of somebody's counters, seat and table in a pause."""

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        """Return how far each table of a round of single deals is; none where there is nothing to tell."""

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        """Return how far each table is that plays a whole game."""

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, Deal | None]]:
        """Return the deals of a table's game that follow ``pools``: each number, and how it is dealt.

        None: that depends on how those before it go. A game may have any number of deals.
        """
