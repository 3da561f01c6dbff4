"""A season's prizes: of everybody's evenings the figures by which they are awarded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from tournaments.core.leagues.standing import SeasonRow, results
from tournaments.core.ranking.metrics import METRICS, Record
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.reasons import Reason
from tournaments.core.results.awarding import Belongs, award
from tournaments.core.results.may_win import PlayedLittle, played_little
from tournaments.core.results.prizes import Award, Prize, own_prizes

SEASON = frozenset(
    {"place", "points", "evenings", "net", "score", "yellow", "exact", "wins", "best"}
    | {key for key, metric in METRICS.items() if metric.figures is not None and not metric.scored}
)
"""The metrics by which a season's prizes can go."""
SUMS = ("net", "score", "yellow", "exact", "wins")


def season_prize_list(prizes: Prizes) -> tuple[Prize, ...]:
    """The season's prizes in the order chosen, the highest first."""
    return tuple(prize for chosen in given(prizes) for prize in own_prizes(chosen, SEASON))


def season_awards(
    prizes: Prizes,
    rows: Sequence[SeasonRow],
    belongs: Mapping[int, Belongs],
    *,
    one_prize_each: bool = False,
    seed: str = "",
) -> tuple[Award, ...]:
    """Every prize with its winners. One for a division goes by the places that count in its table.

    ``rows``: as ``season_standing`` has them. Whoever has never played, or below the fewest evenings that
    the season asks for, wins none.
    """
    out = {row.player: _too_few(row) for row in rows if row.below or not row.played}
    return award(
        season_prize_list(prizes),
        [_record(row, row.count.places_among_all, ahead) for row, ahead in _with_ahead(rows)],
        belongs,
        out,
        one_prize_each=one_prize_each,
        seed=seed,
        divided=[_record(row, row.count.places) for row in rows],
    )


def _too_few(row: SeasonRow) -> Reason:
    """Why somebody with so few evenings wins no prize."""
    least = max(row.count.rules.minimum, 1)
    return Reason("out_evenings", {"figure": row.played, "most": row.possible, "least": least})


def few_evenings(awards: Iterable[Award], rows: Iterable[SeasonRow]) -> tuple[PlayedLittle, ...]:
    """Return the winners who have played less than half of the evenings that count for them."""
    awards = tuple(awards)
    won = {who for made in awards for who in made.winners}
    return played_little(
        awards, {row.player: (row.played, row.possible) for row in rows if row.player in won}
    )


def _with_ahead(rows: Sequence[SeasonRow]) -> Iterator[tuple[SeasonRow, int]]:
    """Each row with how many stand in the tables of higher divisions."""
    ahead = 0
    for _division, table in groupby(rows, key=attrgetter("division")):
        of_table = list(table)
        for row in of_table:
            yield row, ahead
        ahead += len(of_table)


def _record(row: SeasonRow, places: Mapping[int, Sequence[int]], ahead: int = 0) -> Record:
    """Somebody's figures over all the evenings that were played, and everybody's ``places`` in each.

    ``ahead``: how many stand in tables above the row's.
    """
    lines = row.there.values()
    figures = {name: _sum(getattr(line, name) for line in lines) for name in SUMS}
    figures["best"] = max((line.best for line in lines if line.best is not None), default=None)
    return Record(
        row.player,
        {**figures, "place": ahead + row.place, "points": row.total, "evenings": row.played},
        results(row, places),
        row.ticket,
        dropped=row.dropped_occasions,
    )


def _sum(figures: Iterable[int | None]) -> int | None:
    """The sum of what is known; None where nothing is."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known else None
