"""The parts of pages, sheets and files that differ by format."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.deals import Deal
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Pool, Stake
from tournaments.evening.presenters.kinds.kind import Progress


@dataclass(frozen=True)
class DealAhead:
    """A deal that a table has still to play; ``plan``: how it is dealt, where that is known.

    ``here``: it is for those who sit there now. ``turns``: so many deals from now, 0 where nobody knows
    who deals.
    """

    round: int
    deal: int
    plan: Deal | None
    here: bool = True
    turns: int = 0


class FormatPages(Protocol):
    """One family of formats."""

    usual_rounds: int
    """Rounds of an evening that has not said how many."""
    rounds_a_page: int
    """Rounds on a page of the list of deals."""
    most_coming: int
    """For how many rounds slips are made at most; for games, how many deals."""
    rules_printed: tuple[str, ...]
    """The parts of a game's rules that are on paper: its end is that of a whole game."""
    lists_games: bool
    """Whether each game is listed: who won it at each table, and where it was stopped."""
    explains_stays: bool
    """Whether a stay is explained by its bell; elsewhere everybody's way to the next game is written down."""
    draw_listed: Collection[str]
    """The verbs of the journal whose lines list seats as they were drawn."""

    def ends_at(self, rounds: int) -> str:
        """Return when so many ``rounds`` end, to be filled with the time."""

    def bell(self, play: Play, preview: Preview, *, counts_down: bool) -> str:
        """Return what the end of a round brings; ``counts_down``: the moves are made in a moment."""

    def moves_applied(self, play: Play, opened: int, moved: int) -> str:
        """Return how round ``opened`` began, before which so many people moved."""

    def came_with_bell(self, stake: Stake, bells: Collection[int | None]) -> bool:
        """Return whether a fresh stake was taken at one of these bells, by their journal lines."""

    def progress(self, facts: Facts, number: int) -> dict[int, Progress]:
        """Return how far each table of the round is; none where there is nothing to tell."""

    def deals_ahead(
        self, facts: Facts, pools: Sequence[Pool], players: int, coming: int, *, out: bool, last: bool
    ) -> Iterator[DealAhead]:
        """Yield the deals for which a table gets slips: of so many ``coming`` rounds, or so many deals.

        ``pools``: its deals of the round. ``out``: another is awaited; ``last``: one alone.
        """
