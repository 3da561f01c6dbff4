"""Evenings of every format as tables: another club imports each, and its own table says the same."""

from datetime import date
from uuid import uuid4

import pytest

from tournaments.core.files.cells import write_csv
from tournaments.core.files.results_table import read_results
from tournaments.core.settings import Settings
from tournaments.models import Evening
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.presenters.tables import build_evening_table
from tournaments.transfer.selectors.imports import plan_results
from tournaments.transfer.services.imports import results_import

HELD_ON = date(2026, 3, 5)
FORMATS = {
    "progressive": "draw-poker",
    "fixed": "brag",
    "rotation": "kachuful",
    "swiss": "draw-poker",
    "knockout": "kachuful",
    "ladder": "clag",
}


def table_of(evening):
    """The evening's download, as text."""
    return write_csv(*build_evening_table(evening))


def rows_of(evening):
    """Its rows: what is told as 0 stays 0, and what is unknown stays empty."""
    head, rows = build_evening_table(evening)
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.parametrize(("format", "game"), FORMATS.items())
def test_the_table_of_an_evening_comes_back(cast, format, game):
    settings = Settings(deals=2, games=3) if format != "progressive" else Settings()
    order = SimulationOrder("Played", 13, 3, game=game, format=format, settings=settings, held_on=HELD_ON)
    evening = simulate(order, club=cast.club, actor=cast.alice)
    read = read_results(table_of(evening), HELD_ON)
    assert read.complaints == ()
    plan = plan_results(cast.other_club, read.good)
    results_import(by=cast.charlie, club=cast.other_club, evenings=read.good, mark=plan.mark, key=uuid4())
    assert rows_of(Evening.objects.get(club=cast.other_club)) == rows_of(evening)
