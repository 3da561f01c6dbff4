"""The page's way to the standing, by sums of the database, beside the reckoning from all facts."""

import pytest

from tests.cast import AT_THE_END
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.core.ranking.metrics import NOT_ASKED
from tournaments.core.results.standings import StandingLine
from tournaments.core.settings import Counting, Settings
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.standings.selectors.standings import compute_reckoning, load_stands

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]


def bare(rows: tuple[StandingLine, ...]) -> list[StandingLine]:
    """What a standing by sums can know: nothing of each game."""
    return [row._replace(deeds=NOT_ASKED) for row in rows]


def compared(evening: Evening) -> bool:
    """Both ways tell the same of everybody, reasons included. Whether sums were enough for it."""
    evening.refresh_from_db()
    found, reckoned = load_stands(evening), compute_reckoning(load_facts(evening.pk))
    assert found.rows
    assert found.steps == reckoned.steps
    assert bare(found.rows) == bare(reckoned.standing)
    assert {row.entry for row in found.rows} <= found.people.keys()
    return found.facts is None


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", "1234")
@pytest.mark.parametrize("open", [False, True], ids=["finished", "under way"])
@pytest.mark.parametrize(
    ("game", "counting"), [("draw-poker", "each_deal"), ("draw-poker", "at_the_end"), ("clag", "each_deal")]
)
def test_on_simulated_evenings(seed, open, game, counting, cast):
    """With people who come late, pause, go in the middle of a deal, and results that are corrected."""
    settings = Settings(counting=Counting(counting))
    order = SimulationOrder("Any", 17, 5, seed=seed, game=game, settings=settings, open=open)
    compared(simulate(order, club=cast.club, actor=None))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("chosen", "sums"),
    [
        (("yellow", "net"), True),
        (("fresh", "counters"), True),
        (("wins", "best"), False),
        (("head_to_head", "countback", "last"), False),
        (("share", "lot"), False),
    ],
)
def test_whatever_was_chosen(chosen, sums, night):
    night = night(12, ranking=chosen)
    for _round in range(3):
        night.next_round()
    assert compared(night.evening) is sums


@pytest.mark.thorough
@pytest.mark.parametrize("chosen", [{}, AT_THE_END], ids=["each deal", "at the end"])
def test_with_a_divided_pool_at_the_head_and_somebody_gone(chosen, night):
    night = night(12, **chosen)
    night.next_round()
    first, second, *_rest = night.table(1)
    night.play(1, winners=(first, second))
    player_drop(night.by, entry=first, counters=40 if chosen else None)
    people_check_in(night.by, people=[Arrival("Late", "")])
    assert compared(night.evening)
