"""The result of a recorded evening is told anew."""

from accounts.models import Merge, Player
from tests.cast import refused
from tests.recordings import LINES, recorded
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import EntryRow, Result
from tournaments.transfer.services.imported_results import result_record

BETTER = (*LINES[:3], ResultLine("Eve", place=4))

CASE = Case(
    result_record,
    scene=lambda make: recorded(),
    body=lambda night: {"lines": BETTER},
    stages=(Stage.FINISHED,),
    asks_reason=True,
)


def standing(version):
    rows = Result.objects.get(version=version).settlements.select_related("entry")
    return {row.entry.name: row.place for row in rows}


def test_it_works(cast):
    night = recorded(cast)
    entries = dict(EntryRow.objects.values_list("name", "id"))
    line = result_record(night.because("read the sheet again"), lines=BETTER)
    assert (line.verb, line.payload) == ("result_recorded", {"version": 2})
    assert standing(1) == {"Ann": 1, "Bob": 2, "Cid": 2, "Dee": 4}
    assert standing(2) == {"Ann": 1, "Bob": 2, "Cid": 2, "Eve": 4}
    now = dict(EntryRow.objects.filter(void=None).values_list("name", "id"))
    assert now.keys() == {"Ann", "Bob", "Cid", "Eve"}
    assert {now[name] for name in ("Ann", "Bob", "Cid")} < set(entries.values())
    assert EntryRow.objects.get(name="Dee").void == line


def test_who_was_merged_since_keeps_the_entry(cast):
    night = recorded(cast)
    ann, bob = (Player.objects.get(name=name) for name in ("Ann", "Bob"))
    Merge.objects.create(gone=bob, kept=ann)
    result_record(night.because("one person"), lines=(ResultLine("ann", place=1), *LINES[2:3]))
    assert [entry.name for entry in EntryRow.objects.filter(void=None)] == ["ann", "Cid"]
    assert EntryRow.objects.count() == 4


def test_an_evening_that_was_played_here_is_corrected_by_its_deals(night):
    night = night(4, Stage.FINISHED)
    with refused("format", "correct its deals"):
        result_record(night.because("no"), lines=BETTER)


def test_what_cannot_be_is_refused(cast):
    night = recorded(cast)
    with refused("name", "at least one player"):
        result_record(night.because("no"), lines=())
    with refused("place"):
        result_record(night.because("no"), lines=(ResultLine("Ann"),))
