"""Ties of a season by its scores, as sailing's rules A8.1 and A8.2 break them, in worked examples.

The two of the rule book's are published; the others show where scores and places decide differently.
"""

import csv
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.core.races import race, stands
from tests.core.score_sheets import said
from tournaments.core.leagues.points import EveningFigures, EveningLines
from tournaments.core.leagues.rules import Places, Rules, from_json
from tournaments.core.leagues.standing import Score, SeasonRow, State

with (Path(__file__).parents[1] / "golden" / "season_ties.csv").open(encoding="utf-8") as table:
    GOLDEN = [list(rows) for _case, rows in groupby(csv.DictReader(table), key=lambda row: row["case"])]


def rules_of(row: dict[str, str], **other: Any) -> Rules:
    """``scheme=place table=10;8 rest=1``, with the tie-breaks of the row."""
    chosen: dict[str, Any] = {"places": Places.EVERYBODY, "ties": row["ties"].split()}
    for told in row["rules"].split():
        name, _equals, value = told.partition("=")
        if name == "table":
            chosen[name] = [int(number) for number in value.split(";")]
        else:
            chosen[name] = int(value) if value.isdecimal() else value
    return from_json(chosen | other)


def season(rows: list[dict[str, str]], rules: Rules) -> tuple[SeasonRow, ...]:
    """The season as the program counts it; players are numbered by the order of their letters."""
    players = {who: number for number, who in enumerate(sorted(row["who"] for row in rows), start=1)}
    columns = zip(*(row["places"].split() for row in rows), strict=True)
    weights = [int(weight) for weight in rows[0]["weights"].split()]
    evenings = [
        race(
            time,
            {players[row["who"]]: int(at) for row, at in zip(rows, column, strict=True) if at != "-"},
            weight=weights[time - 1] if weights else 100,
        )
        for time, column in enumerate(columns, start=1)
    ]
    return stands(rules, evenings, players.values())


def written(score: Score) -> str:
    """A score as the examples have it: 2.5, (14) for one that is excluded, - for none."""
    if score.state is State.MISSED:
        return "-"
    points = f"{float(score.points):g}"
    return f"({points})" if score.state is State.DROPPED else points


@pytest.mark.parametrize("rows", GOLDEN, ids=lambda rows: rows[0]["case"])
def test_worked_examples(rows):
    letters = sorted(row["who"] for row in rows)
    found = season(rows, rules_of(rows[0]))
    assert [letters[row.player - 1] for row in found] == [row["who"] for row in rows]
    assert [" ".join(map(written, row.scores)) for row in found] == [row["scores"] for row in rows]
    assert [row.total for row in found] == [Fraction(row["total"]) for row in rows]
    assert [row.place for row in found] == [int(row["place"]) for row in rows]
    whys = [row.why for row in found if row.why is not None]
    assert [why.code for why in whys] == [row["above"] for row in rows[:-1]]
    for why, row in zip(whys, rows, strict=False):
        if row["why"]:
            number, figure, following = (why.figures[name] for name in ("at", "figure", "next"))
            assert f"{number}: {figure} against {following}" == row["why"]


@pytest.mark.parametrize("case", ["shared-places", "weights", "missed-last", "most-points-weighed"])
def test_places_would_decide_otherwise(case):
    """Today's tie-breaks stay as they are, and differ from those of scores in these."""
    rows = next(rows for rows in GOLDEN if rows[0]["case"] == case)
    by_places = [tie.replace("best_scores", "countback").replace("last_scores", "last") for tie in
                 rows[0]["ties"].split()]  # fmt: skip
    first, second = season(rows, rules_of(rows[0], ties=by_places))[:2]
    letters = sorted(row["who"] for row in rows)
    assert [letters[first.player - 1], letters[second.player - 1]] == [rows[1]["who"], rows[0]["who"]]


def test_why_in_words():
    def sentence(case: str) -> str:
        rows = next(rows for rows in GOLDEN if rows[0]["case"] == case)
        first = season(rows, rules_of(rows[0]))[0]
        assert first.why is not None
        return said(first.why)

    assert sentence("shared-places") == (
        "Equal with P1 so far. Scores are compared from the best down. Score 1 is the first difference: "
        "2 against 2.5."
    )
    assert sentence("next-to-last") == (
        "Equal with P1 so far. Scores are compared from the last evening back. "
        "Score 2 is the first difference: 1 against 2."
    )


def test_a_score_holds_what_an_evening_gives_beyond_its_place():
    """Yellow chips are points of the evening: the better of two wins is that with a chip."""

    def evening(time: int, *chips: tuple[int, int]) -> EveningLines:
        """Players in their order, each with yellow chips."""
        lines = [
            EveningFigures(at, at, player, yellow=yellow)
            for at, (player, yellow) in enumerate(chips, start=1)
        ]
        return EveningLines(time, time, lines=lines)

    evenings = [evening(1, (1, 0), (2, 0)), evening(2, (2, 1), (1, 1))]
    rules = Rules(table=(10, 8), rest=0, yellow=1, places=Places.EVERYBODY, ties=("best_scores",))
    first, second = stands(rules, evenings, (1, 2))
    assert [(row.player, row.place, row.total) for row in (first, second)] == [(2, 1, 19), (1, 2, 19)]
    assert first.why is not None
    assert first.why.figures == {"whom": 1, "at": 1, "figure": 11, "next": 10}
