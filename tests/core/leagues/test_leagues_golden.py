"""Seasons that others have counted and published: discards, the best N, means of shared places, countback.

Sailing's is the low-point system, Appendix A of its Racing Rules
(http://game.finckh.net/reg_gbr/rrs_ap_a.htm): A2.1 what is excluded, A4 points and those of whoever did
not sail, A7 and A8 ties.
"""

from typing import Any

import pytest

from tests.core.races import races, stands
from tournaments.core.leagues.rules import Absence, Places, Rules, Scheme
from tournaments.core.leagues.standing import SeasonRow, State

SAILING: dict[str, Any] = {
    "scheme": Scheme.LOW,
    "absence": Absence.SEASON,
    "places": Places.EVERYBODY,
    "ties": ("best_scores", "last_scores"),
}
BY_PLACES = SAILING | {"ties": ("countback", "last")}
"""The same with the tie-breaks that compare places: in these examples they come to the same order."""
SAILINGS = pytest.mark.parametrize("sailing", [SAILING, BY_PLACES], ids=["scores", "places"])


def table(rows: tuple[SeasonRow, ...]) -> list[tuple[int, int, float]]:
    return [(row.place, row.player, float(row.total)) for row in rows]


def dropped(row: SeasonRow) -> list[int]:
    return [score.event for score in row.scores if score.state is State.DROPPED]


@SAILINGS
def test_two_discards(sailing):
    """https://reckonings.sailscoring.ie/scratch/04-two-discards.html

            R1 R2 R3 R4 R5 R6 R7 R8  R9   nett
    Alice   1  1  1  1  1  1  1 (4) (4)   7
    Bob    (2)(2) 2  2  2  2  2  1   1   12
    Carol  (3)(3) 3  3  3  3  3  2   2   19
    """
    evenings = races("1 1 1 1 1 1 1 - -", "2 2 2 2 2 2 2 1 1", "3 3 3 3 3 3 3 2 2")
    rows = stands(Rules(**sailing, drop=2), evenings, (1, 2, 3))
    assert table(rows) == [(1, 1, 7), (2, 2, 12), (3, 3, 19)]
    assert [dropped(row) for row in rows] == [[8, 9], [1, 2], [1, 2]]
    assert [float(score.points) for score in rows[0].scores[-2:]] == [4, 4]


@pytest.mark.parametrize(
    ("sailing", "code", "figures"),
    [
        (BY_PLACES, "above_last", {"whom": 1, "back": 1, "figure": 1, "next": 2}),
        (SAILING, "above_last_scores", {"whom": 1, "at": 2, "figure": 1, "next": 2}),
    ],
    ids=["places", "scores"],
)
def test_a_tie_that_the_last_race_breaks(sailing, code, figures):
    """https://reckonings.sailscoring.ie/scratch/07-tie-break-last-race.html

    Alice  1  2  5 (did not sail)   8
    Bob    2  1  5 (did not sail)   8: ahead, by the last race in which one of the two sailed
    Carol  3  3  1                  7
    David  4  4  2                 10
    """
    rows = stands(Rules(**sailing), races("1 2 -", "2 1 -", "3 3 1", "4 4 2"), (1, 2, 3, 4))
    assert table(rows) == [(1, 3, 7), (2, 2, 8), (3, 1, 8), (4, 4, 10)]
    assert rows[1].why is not None
    assert (rows[1].why.code, rows[1].why.figures) == (code, figures)


SENNA, PROST = "- 1 - 2 1 1 2 1 1 1 1 10 6 4 1 2", "1 2 1 1 2 2 1 - 2 2 2 - 1 1 2 1"
"""Brazil, San Marino, Monaco, Mexico … Japan, Australia."""


def test_the_best_eleven_of_sixteen():
    """https://en.wikipedia.org/wiki/1988_Formula_One_World_Championship: Senna 90 (94), Prost 87 (105)."""
    formula: dict[str, Any] = {"table": (9, 6, 4, 3, 2, 1), "rest": 0, "places": Places.EVERYBODY}
    best = stands(Rules(**formula, best=11), races(SENNA, PROST), (1, 2))
    assert table(best) == [(1, 1, 90), (2, 2, 87)]
    assert [sum(score.points for score in row.scores) for row in best] == [94, 105]
    whole = stands(Rules(**formula), races(SENNA, PROST), (1, 2))
    assert table(whole) == [(1, 2, 105), (2, 1, 94)]
