"""What closing a season proposes: who goes up a division and who goes down, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.core.chance import lot
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow
from tournaments.core.reasons import Reason


@dataclass(frozen=True)
class Proposed:
    """Somebody who is to play in another division next season."""

    player: int
    division: int
    to: int
    why: Reason


def closing_moves(
    rules: Rules, divisions: Sequence[int], rows: Sequence[SeasonRow], seed: str
) -> tuple[Proposed, ...]:
    """Over each boundary, the highest first: who goes up, best first, then who goes down, worst first.

    Who has played too few evenings, or none, does not go up; who goes up does not go down. Equals are
    told apart by lot.
    """
    standing: Mapping[int, list[SeasonRow]] = {
        division: _in_order([row for row in rows if row.division == division], seed) for division in divisions
    }
    moves: list[Proposed] = []
    for boundary, (upper, lower) in enumerate(pairwise(divisions)):
        able = [row for row in standing[lower] if row.played and not row.below]
        moves += _moved(able, rules.promoted(boundary), upper, UP, seed)
    going_up = {move.player for move in moves}
    for boundary, (upper, lower) in enumerate(pairwise(divisions)):
        staying = [row for row in reversed(standing[upper]) if row.player not in going_up]
        moves += _moved(staying, rules.relegated(boundary), lower, DOWN, seed)
    return tuple(moves)


def _in_order(rows: Sequence[SeasonRow], seed: str) -> list[SeasonRow]:
    return sorted(rows, key=lambda row: (row.place, lot(seed, row.ticket)))


UP, DOWN = ("season_up", "season_up_lot"), ("season_down", "season_down_lot")


def _moved(
    rows: Sequence[SeasonRow], most: int, to: int, codes: tuple[str, str], seed: str
) -> list[Proposed]:
    """The first of ``rows``; where equals are divided by it, it was the lot."""
    going, rest = rows[:most], rows[most:]
    divided = rest[0].place if going and rest and rest[0].place == going[-1].place else None
    moves = []
    for row in going:
        assert row.division is not None  # noqa: S101 - it is one of the divisions
        why = Reason(codes[0], {"place": row.place})
        if row.place == divided:
            others = tuple(other.player for other in rows if other.place == divided and other is not row)
            why = Reason(codes[1], {"place": row.place, "others": others, "seed": seed})
        moves.append(Proposed(row.player, row.division, to, why))
    return moves
