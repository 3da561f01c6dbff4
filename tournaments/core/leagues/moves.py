"""The end of a season: the moves between its divisions, and its prizes.

The closing proposes who goes up or down a division, each with a reason. The season's prizes depend on
everybody's figures over all its evenings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter

from tournaments.core.chance import draw_lot
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow, list_results
from tournaments.core.ranking.metrics import METRICS, PersonFigures
from tournaments.core.ranking.prize_list import Prizes, list_enabled_prizes
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import (
    Belongs,
    PlayedLittle,
    Prize,
    PrizeAward,
    award,
    find_played_little,
    list_own_prizes,
)


@dataclass(frozen=True)
class Proposed:
    """A person who should play in another division next season."""

    player: int
    division: int
    to: int
    why: Reason


def propose_moves(
    rules: Rules, divisions: Sequence[int], rows: Sequence[SeasonRow], seed: str
) -> tuple[Proposed, ...]:
    """Return who goes up, best first, then who goes down, worst first: by boundary, the highest first.

    A person with too few evenings, or none, does not go up. A person who goes up does not go down. The lot
    decides between equals.
    """
    standing: Mapping[int, list[SeasonRow]] = {
        division: _sort_rows([row for row in rows if row.division == division], seed)
        for division in divisions
    }
    moves: list[Proposed] = []
    for boundary, (upper, lower) in enumerate(pairwise(divisions)):
        able = [row for row in standing[lower] if row.played and not row.below]
        moves += _propose_moves(able, rules.count_promoted(boundary), upper, UP, seed)
    going_up = {move.player for move in moves}
    for boundary, (upper, lower) in enumerate(pairwise(divisions)):
        staying = [row for row in reversed(standing[upper]) if row.player not in going_up]
        moves += _propose_moves(staying, rules.count_relegated(boundary), lower, DOWN, seed)
    return tuple(moves)


def _sort_rows(rows: Sequence[SeasonRow], seed: str) -> list[SeasonRow]:
    return sorted(rows, key=lambda row: (row.place, draw_lot(seed, row.ticket)))


UP, DOWN = ("season_up", "season_up_lot"), ("season_down", "season_down_lot")


def _propose_moves(
    rows: Sequence[SeasonRow], most: int, to: int, codes: tuple[str, str], seed: str
) -> list[Proposed]:
    """Return the moves of the first ``most`` rows. If the limit divides equals, the lot decided."""
    going, rest = rows[:most], rows[most:]
    divided = rest[0].place if going and rest and rest[0].place == going[-1].place else None
    moves = []
    for row in going:
        assert row.division is not None  # noqa: S101 - these rows belong to a division
        reason = Reason(codes[0], {"place": row.place})
        if row.place == divided:
            others = tuple(other.player for other in rows if other.place == divided and other is not row)
            reason = Reason(codes[1], {"place": row.place, "others": others, "seed": seed})
        moves.append(Proposed(row.player, row.division, to, reason))
    return moves


SEASON = frozenset(
    {"place", "points", "evenings", "net", "score", "yellow", "exact", "wins", "best"}
    | {key for key, metric in METRICS.items() if metric.figures is not None and not metric.scored}
)
"""The metrics that a season's prizes can use."""
SUMS = ("net", "score", "yellow", "exact", "wins")


def list_season_prizes(prizes: Prizes) -> tuple[Prize, ...]:
    """Return the season's prizes in the chosen order, the highest first."""
    return tuple(prize for chosen in list_enabled_prizes(prizes) for prize in list_own_prizes(chosen, SEASON))


def award_season_prizes(
    prizes: Prizes,
    rows: Sequence[SeasonRow],
    belongs: Mapping[int, Belongs],
    *,
    one_prize_each: bool = False,
    seed: str = "",
) -> tuple[PrizeAward, ...]:
    """Return every prize with its winners. A prize for a division uses the places in its table.

    ``rows``: from ``rank_season``. A person who has never played, or has too few evenings for the
    season's rules, wins no prize.
    """
    out = {row.player: _explain_too_few(row) for row in rows if row.below or not row.played}
    return award(
        list_season_prizes(prizes),
        [_build_figures(row, row.count.places_among_all, ahead) for row, ahead in _count_ahead(rows)],
        belongs,
        out,
        one_prize_each=one_prize_each,
        seed=seed,
        divided=[_build_figures(row, row.count.places) for row in rows],
    )


def _explain_too_few(row: SeasonRow) -> Reason:
    """Return why a person with too few evenings wins no prize."""
    least = max(row.count.rules.minimum, 1)
    return Reason("out_evenings", {"figure": row.played, "most": row.possible, "least": least})


def find_few_evenings(awards: Iterable[PrizeAward], rows: Iterable[SeasonRow]) -> tuple[PlayedLittle, ...]:
    """Return the winners who played less than half of the evenings that count for them."""
    awards = tuple(awards)
    winners = {player for award in awards for player in award.winners}
    return find_played_little(
        awards, {row.player: (row.played, row.possible) for row in rows if row.player in winners}
    )


def _count_ahead(rows: Sequence[SeasonRow]) -> Iterator[tuple[SeasonRow, int]]:
    """Yield each row with the number of people in the tables of higher divisions."""
    ahead = 0
    for _division, table in groupby(rows, key=attrgetter("division")):
        of_table = list(table)
        for row in of_table:
            yield row, ahead
        ahead += len(of_table)


def _build_figures(row: SeasonRow, places: Mapping[int, Sequence[int]], rows_ahead: int = 0) -> PersonFigures:
    """Return a person's figures over all evenings played, and everybody's ``places`` in each.

    ``rows_ahead``: the number of people in higher tables.
    """
    lines = row.attended.values()
    figures = {name: _sum_known(getattr(line, name) for line in lines) for name in SUMS}
    figures["best"] = max((line.best for line in lines if line.best is not None), default=None)
    return PersonFigures(
        row.player,
        {**figures, "place": rows_ahead + row.place, "points": row.total, "evenings": row.played},
        list_results(row, places),
        row.ticket,
        dropped=row.dropped_occasions,
    )


def _sum_known(figures: Iterable[int | None]) -> int | None:
    """Return the sum of the known figures; None if none is known."""
    counted = [figure for figure in figures if figure is not None]
    return sum(counted) if counted else None
