"""Evenings of simulated players, as their documents tell them."""

import copy
import json
from itertools import pairwise

import pytest

from tests.stories import second_reading
from tournaments.core.settings import Settings, Unfinished
from tournaments.simulation import hall as simulation_hall
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.presenters.evening import export_evening

CHANGES = ("arrivals", "manual_moves", "exchanges", "fresh_stakes")


def document_of(evening):
    """The evening's document, as it is after it was written and read."""
    return json.loads(json.dumps(export_evening(evening)))


@pytest.fixture
def evening(cast):
    """Simulate an evening; what comes is its document."""

    def make(
        players,
        rounds=None,
        seed="7",
        *,
        key="draw-poker",
        options=None,
        format="progressive",
        quiet=False,
        finish=True,
        **chosen,
    ):
        settings = Settings(unfinished=Unfinished.CUT, **chosen)
        played = (players, rounds, str(seed), key, options or {}, format)
        order = SimulationOrder("Played", *played, quiet=quiet, settings=settings, open=not finish)
        return document_of(simulate(order, club=cast.club, actor=cast.alice))

    return make


@pytest.fixture
def busy(monkeypatch):
    """Everything happens five times as often."""
    often = {incident: 5 * chance for incident, chance in simulation_hall.HOW_OFTEN.items()}
    monkeypatch.setattr(simulation_hall, "HOW_OFTEN", often)


def deals_of(doc):
    return [deal for round in doc["rounds"] for table in round["tables"] for deal in table["deals"]]


def same_prizes(each, end, *parts):
    """However counters were counted, the evening was the same."""
    for row in each["settlement"]:
        row["best_deal"] = None  # only where each is counted
    assert [each[what] for what in ("prizes", "settlement")] == [
        end[what] for what in ("prizes", "settlement")
    ]
    for one, other in zip(each["rounds"], end["rounds"], strict=True):
        assert [one[what] for what in parts] == [other[what] for what in parts]


def is_found_out(document, forge):
    """The second reading takes the document, and not what the forger makes of it."""
    second_reading.check(document)
    forged = copy.deepcopy(document)
    forge(forged)
    with pytest.raises((AssertionError, KeyError, StopIteration, ValueError)):
        second_reading.check(forged)


def things(doc):
    """The kinds of things that a document has."""
    found = set()
    for round in doc["rounds"]:
        found |= {
            what for what in ("arrivals", "manual_moves", "exchanges", "fresh_stakes") if round.get(what)
        }
        found |= {word["state"] for word in round["comings_and_goings"]}
        found |= {arrival["stake"]["kind"] for arrival in round["arrivals"] if arrival.get("stake")}
        found |= {table["ending"] for table in round["tables"]} - {None}
        for cut in round["cuts"]:
            found |= {f"cut {cut['purpose']}", *({"cut again"} if len(cut["attempts"]) > 1 else ())}
            found |= {"drawn" if attempt["seed"] else "made at the table" for attempt in cut["attempts"]}
    for deal in deals_of(doc):
        found |= {"divided"} if len(deal["winners"]) > 1 else set()
        found |= {"corrected"} if deal["corrections"] else set()
        found |= {"counted later" for change in deal["corrections"] if change["counts_from_round"]}
    verbs = [line["verb"] for line in doc["journal"]]
    found |= {"bids changed" for pair in pairwise(verbs) if set(pair) == {"bids_recorded"}}
    return found | ({"bell_undone"} & set(verbs))
