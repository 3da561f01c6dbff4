from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import entry_withdraw
from tournaments.core.record import Stage

CASE = Case(
    entry_withdraw,
    scene=lambda make: make(4, Stage.CHECK_IN),
    body=lambda night: {"entry": night.facts.entries[0].id},
    stages=(Stage.CHECK_IN, Stage.SEATED),
)


def test_it_works(night):
    night = night(12, Stage.SEATED)
    entry, chair = night.table(2)[0], night.seats()[night.table(2)[0]]
    entry_withdraw(night.by, entry=entry)
    assert entry not in {e.id for e in night.facts.entries}
    assert chair not in night.seats().values()
    assert not [p for p in night.facts.presences if p.entry == entry]
    with refused("entry", "not checked in"):
        entry_withdraw(night.by, entry=entry)
