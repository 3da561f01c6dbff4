"""The examples of the description are what is really answered: tests/api/recorded.py says how."""

import pytest

from accounts.shared.api.api_pages import areas
from accounts.shared.api.schema import EXAMPLES
from tests.api.recorded import Recorder, standing
from tests.cast import Night
from tournaments.deals.services.phones import correction_ask, links_make
from tournaments.models import Evening

NAMES = {"Ann": "lady", "Ben": "gentleman", "Cleo": "lady", "Dan": "gentleman", "Eve": "lady"}
NAMES |= {"Finn": "gentleman", "Gina": "lady", "Hal": "gentleman"}
PEOPLE = [{"name": name, "role": role} for name, role in NAMES.items()]


@pytest.fixture(autouse=True)
def stands(db, monkeypatch):
    monkeypatch.setattr("tests.copies.FRESH", True)  # copies have the numbers of another test
    with standing():
        yield


@pytest.fixture
def alice(stands, cast):
    """The program of the club's owner."""
    return Recorder.of(cast.alice)


def playing(alice, cast, **settings):
    """Two tables play the first round of an evening of eight people."""
    made = alice.do("clubs/1/evenings", name="Spring evening", held_on="2026-05-08", settings=settings)
    at = f"evenings/{made['id']}"
    alice.do(f"{at}/check-in-open")
    alice.do(f"{at}/people-check-in", people=PEOPLE)
    alice.do(f"{at}/seats-draw", seed="7")
    alice.do(f"{at}/evening-start")
    return Night(Evening.objects.get(pk=made["id"]), cast.alice)


def test_an_evening_that_is_played(alice, cast):
    night = playing(alice, cast, minutes=15)
    at = {"id": night.evening.pk}
    alice.ask("table_sizes", **at)
    links_make(night.by)
    alice.ask("links", **at)
    night.play(2)
    alice.ask("index")
    alice.ask("evenings", "?stage=playing")
    alice.ask("club_evenings", id=1)
    alice.ask("evening", **at)
    alice.ask("people", **at)
    correction_ask(night.by, round=1, table=2, deal=1, version=1, words="Ben won")
    alice.ask("asks", **at)
    alice.ask("deals", round=1, table=2, **at)
    alice.ask("deal", round=1, table=2, deal=1, **at)
    alice.ask("journal", "?since=5", **at)
    night.play(1)
    alice.ask("bell", **at)
    night.decide()
    night.settle()
    alice.ask("ledger", **at)
    alice.ask("standing", **at)
    alice.ask("evening_prizes", **at)
    alice.do("evenings/1/evening-finish")
    alice.ask("evening_export", **at)


def test_each_file_is_of_an_operation():
    names = {operation.name for area in areas() for operation in area.operations}
    assert {file.stem for file in EXAMPLES.iterdir()} <= names
