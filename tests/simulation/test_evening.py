"""Whole simulated evenings."""

import pytest

from accounts.errors import RuleError
from games.rules.registry import RULESETS
from tournaments.core.record import Stage
from tournaments.core.settings import Settings, Unfinished
from tournaments.models import BidRow, Evening
from tournaments.simulation.rounds import SimulationOrder, simulate
from tournaments.transfer.presenters.evening import export_evening

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
    evening = simulate(SimulationOrder("Again", **order), club=cast.club, actor=cast.alice)
    doc = export_evening(evening)
    del doc["evening"]["id"]
    for line in doc["journal"]:
        del line["at"]
    return doc


DRAWN = ("rotation", "swiss", "knockout", "ladder")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "order",
    [
        pytest.param(
            {"players": 26, "rounds": 8, "settings": Settings(unfinished=Unfinished.CUT)},
            marks=pytest.mark.thorough,
        ),
        {"game": "caller-clag", "options": {"deals": 4}},
        {"game": "three-stake-brag"},
        {"game": "kachuful"},
        *({"game": "kachuful", "format": format, "rounds": 3} for format in DRAWN),
    ],
)
def test_the_same_seed_gives_the_same_evening(cast, order):
    """Also in a database that holds other people already, so that all ids are others."""
    order = {"players": 16, "rounds": 2, "settings": Settings(games=3, through=3)} | order
    first = document(cast, **order)
    simulate(SimulationOrder("Between", 9, 1), club=cast.club, actor=None)
    assert document(cast, **order) == first
    assert document(cast, **order, seed="2")["rounds"] != first["rounds"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_is_played_as_its_rules_allow(cast, game):
    """Progressive if nobody says otherwise, where the game can be played so; else at fixed tables."""
    rules = RULESETS[game]
    evening = simulate(SimulationOrder("Any", rules.most, 1, game=game), club=cast.club, actor=None)
    assert evening.stage == Stage.FINISHED
    assert evening.format == ("progressive" if rules.progressive else "fixed")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("order", "rounds"),
    [
        ({"players": 9, "game": "kachuful"}, 5),  # as many rounds as the game has deals
        ({"players": 10, "game": "kachuful", "format": "fixed", "settings": Settings(games=2)}, 2),
        ({"players": 9, "game": "kachuful", "rounds": 2}, 2),
        ({"players": 5, "game": "brag"}, 20),
    ],
)
def test_how_many_rounds_there_are(cast, order, rounds):
    evening = simulate(SimulationOrder("Rounds", **order, quiet=True), club=cast.club, actor=None)
    assert evening.rounds.filter(void=None).count() == rounds
    assert evening.stage == Stage.FINISHED


def test_progress_is_told_after_each_round_and_everything_is_done_by_the_one_who_asks(cast):
    """Also with the longest seed that there can be."""
    told, order = [], SimulationOrder("Told", 9, 6, seed="x" * 32)
    evening = simulate(order, club=cast.club, actor=cast.alice, progress=lambda *done: told.append(done))
    assert told == [(number, 6) for number in range(1, 7)]
    assert set(evening.journal.values_list("actor", flat=True)) == {cast.alice.pk}


def test_an_open_evening_is_left_while_the_head_table_plays(cast):
    evening = simulate(SimulationOrder("Open", 26, 3, open=True), club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.PLAYING
    last = export_evening(evening)["rounds"][-1]
    assert last["round"] == 3
    assert not last["rung"]
    assert last["tables"][0]["deals"] == []
    assert 0 < sum(bool(table["deals"]) for table in last["tables"]) < len(last["tables"])


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "format"),
    [
        *(("kachuful", "progressive"), ("oh-well", "fixed"), ("brag", "fixed")),
        *(("kachuful", format) for format in DRAWN),
    ],
)
def test_an_open_evening_of_another_game_or_format(cast, game, format):
    """Where bids are played for, the head table has bid."""
    settings = Settings(games=3, deals=9, through=3)
    order = SimulationOrder("Open", 24, 2, game=game, format=format, open=True, settings=settings)
    evening = simulate(order, club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.PLAYING
    last = export_evening(evening)["rounds"][-1]
    assert (last["round"], last["rung"]) == (2, False)
    assert any(table["deals"] for table in last["tables"])
    bids = BidRow.objects.filter(deal__void=None, deal__position=1)
    assert bids.exists() == (game != "brag")


def test_players_who_lose_their_patience_stop_together(cast):
    evening = simulate(SimulationOrder("Lost", 7, game="blackout-cooperative"), club=cast.club, actor=None)
    assert evening.journal.filter(verb="table_ended").count() == 1
    assert export_evening(evening)["rounds"][0]["tables"][0]["ending"] == "early"


@pytest.mark.thorough
def test_a_deal_that_somebody_leaves_is_dealt_again(cast):
    """They go when all have bid: the bids are void, and the others bid anew."""
    settings = Settings(games=3)
    for seed in "123456":
        order = SimulationOrder("Left", 14, seed=seed, game="kachuful", format="fixed", settings=settings)
        verbs = list(simulate(order, club=cast.club, actor=None).journal.values_list("verb", flat=True))
        if "player_left" in verbs:
            break
    assert verbs[verbs.index("player_left") - 1] == "bids_recorded"


@pytest.mark.thorough
def test_a_quiet_night(cast):
    evening = simulate(SimulationOrder("Quiet", 26, 8, quiet=True), club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.FINISHED
    assert not NOISY & set(evening.journal.values_list("verb", flat=True))


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"rounds": 0}, "rounds"),
        ({"players": 1}, "players"),
        ({"players": 0}, "players"),
        ({"game": "whist"}, "game"),
        ({"game": "oh-well", "format": "progressive"}, "game"),
        ({"game": "kachuful", "players": 2}, "players"),
        ({"game": "kachuful", "rounds": 30}, "rounds"),
        ({"game": "oh-well", "rounds": 2}, "rounds"),
        ({"game": "clag", "options": {"hook": "last"}}, "options.hook"),
        ({"seed": "x" * 33}, "seed"),
    ],
)
def test_refused(cast, order, field):
    with pytest.raises(RuleError) as refusal:
        simulate(SimulationOrder("Refused", **order), club=cast.club, actor=None)
    assert refusal.value.field == field
    assert not Evening.objects.exists()
