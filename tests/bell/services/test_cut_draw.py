from typing import Any

from tests.bell.services.test_cut_record import tied
from tests.services.cases import Case
from tournaments.bell.services.bell import bell_ring, cut_draw
from tournaments.core.record import Purpose, Stage
from tournaments.models import CutRow
from tournaments.undo.services.undo import bell_undo

BODY: dict[str, Any] = {"round": 1, "purpose": Purpose.DOWN, "table": 1}
CASE = Case(
    cut_draw, scene=tied, body=lambda night: BODY, stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
)


def test_it_works(night):
    night = tied(night)
    line = cut_draw(night.by, **BODY, seed="8")
    assert night.preview().ready
    assert (line.payload["seed"], sorted(line.payload["among"])) == ("8", sorted(night.table(1)[1:]))
    assert {row.seed for row in CutRow.objects.all()} == {"8"}


def test_a_stroke_is_drawn_again(night):
    night = tied(night)
    for seed in range(60):
        cut_draw(night.by, **BODY, seed=str(seed))
        if CutRow.objects.filter(void=None, attempt=2).exists():
            break
        bell_undo(night.because("once more"))
        bell_ring(night.by, round=1)
    else:
        raise AssertionError("no stroke in sixty draws")
    assert night.preview().ready
