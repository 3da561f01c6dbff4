from tests.services.cases import Case
from tournaments.attendance.services import entry_change
from tournaments.core.record import Stage

CASE = Case(
    entry_change,
    scene=lambda make: make(4, Stage.CHECK_IN),
    body=lambda night: {"entry": night.facts.entries[0].id, "name": "Nell", "role": "lady"},
    stages=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING),
)


def test_it_works(night):
    night = night(4, Stage.CHECK_IN)
    entry = night.entry("p01")
    line = entry_change(night.by, entry=entry, name=" Nell ", role="lady")
    assert (night.facts.entries[0].name, night.facts.entries[0].role) == ("Nell", "lady")
    assert line.payload == {"entry": entry, "before": ["p01", "gentleman"], "after": ["Nell", "lady"]}
    entry_change(night.by, entry=entry, name="NELL", role="")
    assert night.facts.entries[0].name == "NELL", "a name may keep its letters"
