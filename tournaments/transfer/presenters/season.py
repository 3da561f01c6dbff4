"""A season to take away: a document that another installation can read (docs/season.md), and a table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from tournaments.core.files.sheets import Cell, decimal
from tournaments.core.leagues.standing import Score, State
from tournaments.models import Season
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.seasons.presenters.table import table_of
from tournaments.seasons.selectors.counting import EveningOf, count_season
from tournaments.seasons.selectors.document import document
from tournaments.transfer.presenters.sheet import Table

HEAD = ("division", "place", "name", "points", "evenings", "counted", "why")


def season_document(season: Season, *, all_known: bool) -> dict[str, Any]:
    """The season as plain values for JSON, in a fixed number of queries; its words are English.

    ``all_known``: the reader may know of prizes that are not revealed; else those evenings do not count.
    """
    with translation.override("en"):
        return document(season, count_season(season, all_known=all_known), titles_in)


def season_as_table(season: Season, *, all_known: bool) -> Table:
    """The standing with what each evening gave, and what of it was dropped."""
    counted = count_season(season, all_known=all_known)
    evenings = [evening for evening in counted.evenings if evening.counts]
    head = (*HEAD, *(f"{evening.held_on} {evening.name}" for evening in evenings))
    rows: list[Sequence[Cell]] = [
        [
            *(division.name, row.place, row.name, row.points, row.played, row.counted, row.why or ""),
            *_scores({score.event: score for score in gave.scores}, evenings),
        ]
        for division in table_of(counted).divisions
        for row, gave in zip(division.rows, counted.rows_of(division.id), strict=True)
    ]
    return head, rows


def _scores(scores: Mapping[int, Score], evenings: list[EveningOf]) -> list[Cell]:
    return [_score(scores.get(evening.id)) for evening in evenings]


def _score(score: Score | None) -> Cell:
    if score is None or score.state in (State.MISSED, State.PASSED):
        return None
    if score.state is not State.DROPPED:
        return score.points
    # Words, which no spreadsheet adds up; brackets would make it less than nothing there.
    return gettext("%(points)s dropped") % {"points": decimal(Fraction(score.points))}
