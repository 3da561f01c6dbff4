import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.services.running.people import entry_change

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


def test_a_name_may_keep_its_letters(night):
    night = night(4, Stage.CHECK_IN)
    entry_change(night.by, entry=night.entry("p01"), name="P01", role="")
    assert night.facts.entries[0].name == "P01"


@pytest.mark.parametrize(
    ("name", "role", "field"),
    [("", "lady", "name"), ("x" * 200, "lady", "name"), ("p02", "lady", "name"), ("Nell", "knave", "role")],
)
def test_refusals(night, name, role, field):
    night = night(4, Stage.CHECK_IN)
    with refused(field):
        entry_change(night.by, entry=night.entry("p01"), name=name, role=role)


def test_somebody_of_another_evening_is_refused(night, cast):
    theirs = night(4, Stage.CHECK_IN, club=cast.other_club).facts.entries[0].id
    night = night(4, Stage.CHECK_IN)
    for entry in (theirs, 10**6, -1, 0):
        with refused("entry", "not checked in"):
            entry_change(night.by, entry=entry, name="Nell", role="")
