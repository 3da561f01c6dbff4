"""Whole simulated evenings."""

import pytest

from accounts.errors import RuleError
from tournaments.core.facts import Stage
from tournaments.core.settings import Settings, Unfinished
from tournaments.models import Evening
from tournaments.selectors.export import export
from tournaments.simulation.evening import Order, simulate

NOISY = {
    "entry_changed",
    "player_left",
    "player_paused",
    "bell_undone",
    "deal_corrected",
    "table_ended",
    "seat_kept",
}


def document(cast, **order):
    """The export without what may differ: the evening's id, and when things were written down."""
    evening = simulate(Order("Again", **order), club=cast.club, actor=cast.alice)
    doc = export(evening)
    del doc["evening"]["id"]
    for line in doc["journal"]:
        del line["at"]
    return doc


def test_the_same_seed_gives_the_same_evening(cast):
    """Also in a database that holds other people already, so that all ids are others."""
    settings = Settings(unfinished=Unfinished.CUT)
    first = document(cast, players=26, rounds=8, seed="1", settings=settings)
    simulate(Order("Between", 9, 1), club=cast.club, actor=None)
    assert document(cast, players=26, rounds=8, seed="1", settings=settings) == first
    assert document(cast, players=26, rounds=8, seed="2", settings=settings)["rounds"] != first["rounds"]


def test_progress_is_told_after_each_round(cast):
    told = []
    simulate(Order("Told", 7, 3), club=cast.club, actor=None, progress=lambda *done: told.append(done))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_an_open_evening_is_left_while_the_head_table_plays(cast):
    evening = simulate(Order("Open", 26, 3, open=True), club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.PLAYING
    last = export(evening)["rounds"][-1]
    assert last["round"] == 3
    assert not last["rung"]
    assert last["tables"][0]["deals"] == []
    assert 0 < sum(bool(table["deals"]) for table in last["tables"]) < len(last["tables"])


def test_a_quiet_night(cast):
    evening = simulate(Order("Quiet", 26, 8, quiet=True), club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.FINISHED
    assert not NOISY & set(evening.journal.values_list("verb", flat=True))


def test_everything_is_done_by_the_one_who_asks(cast):
    evening = simulate(Order("Alice's", 7, 2), club=cast.club, actor=cast.alice)
    assert set(evening.journal.values_list("actor", flat=True)) == {cast.alice.pk}


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"rounds": 0}, "rounds"),
        ({"players": 1}, "players"),
        ({"players": 0}, "players"),
        ({"game": "whist"}, "game"),
        ({"seed": "x" * 33}, "seed"),
    ],
)
def test_refused(cast, order, field):
    with pytest.raises(RuleError) as refusal:
        simulate(Order("Refused", **order), club=cast.club, actor=None)
    assert refusal.value.field == field
    assert not Evening.objects.exists()


def test_the_longest_seed_fits_everywhere(cast):
    simulate(Order("Long", 9, 6, seed="x" * 32), club=cast.club, actor=None)
