"""Whole games of every ruleset, played by simulated players, recorded by the services that scorers use,
and scored again by a second reading that has only the exported document and the rulebook."""

import copy
import json
from itertools import pairwise

import pytest

from games.rules.registry import RULESETS
from games.rules.ruleset import Kind
from tests.stories import second_bids, second_reading
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.pages.files.evening import export
from tournaments.simulation import bids, plan
from tournaments.simulation.evening import Order, simulate

FIXED, PROGRESSIVE = "fixed", "progressive"
READ_TWICE = sorted(second_bids.TABLE)
MOVING = [key for key in READ_TWICE if RULESETS[key].progressive]
POOLS = [key for key, game in RULESETS.items() if game.kind is Kind.POOL]

# Every game for every number of players; of each the shortest is in the run for the impatient.
WHOLE = [
    pytest.param(
        key, players, id=f"{key}-{players}", marks=() if players == table[-1] else pytest.mark.thorough
    )
    for key, table in sorted(second_bids.TABLE.items())
    for players in table
]
OPTIONS = [
    ("blackout", 6, {"reverse": True}),
    ("blackout", 7, {"full_rotation": True, "hook": "running"}),
    ("blackout", 5, {"hook": "last"}),
    ("blackout", 7, {"simultaneous": True, "hook": "running"}),
    ("blackout-family", 7, {"return": True}),
    ("clag", 4, {"non_exact": True}),
    ("caller-clag", 5, {"non_exact": True, "deals": 20}),
]


@pytest.fixture
def evening(cast):
    """Simulate an evening; what comes is its document, as it is after it was written and read."""

    def make(key, players, *, seed="7", rounds=None, options=None, format=FIXED, quiet=True, **chosen):
        order = Order(
            "Played",
            players,
            rounds,
            seed,
            key,
            options or {},
            format,
            quiet=quiet,
            settings=Settings(unfinished=Unfinished.CUT, **chosen),
        )
        return json.loads(json.dumps(export(simulate(order, club=cast.club, actor=cast.alice))))

    return make


@pytest.fixture
def busy(monkeypatch):
    """Everything happens three times as often."""
    often = {incident: 3 * chance for incident, chance in plan.HOW_OFTEN.items()}
    monkeypatch.setattr(plan, "HOW_OFTEN", often)


def deals_of(doc):
    return [deal for round in doc["rounds"] for table in round["tables"] for deal in table["deals"]]


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "players"), WHOLE)
def test_a_whole_game(evening, key, players):
    doc = evening(key, players)
    second_reading.check(doc)
    deals, due = deals_of(doc), len(second_bids.schedule(key, players))
    assert {len(deal["players"]) for deal in deals} == {players}
    if key == "oh-well":
        assert max(row["points"] for row in doc["settlement"]) >= 100
    elif key == "blackout-cooperative":
        assert len(deals) == bids.PATIENCE * due
    else:
        assert len(deals) == due


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "players", "options"), OPTIONS)
def test_a_whole_game_by_its_options(evening, key, players, options):
    doc = evening(key, players, options=options)
    second_reading.check(doc)
    assert len(deals_of(doc)) == len(second_bids.schedule(key, players, options))


@pytest.mark.thorough
def test_a_game_that_is_won_together(evening, monkeypatch):
    """Players who never give up win all rounds in the end."""
    monkeypatch.setattr(bids, "PATIENCE", 1000)
    doc = evening("blackout-cooperative", 7)
    second_reading.check(doc)
    assert {row["hands_used"] for row in doc["settlement"]} == {len(deals_of(doc))}
    assert doc["rounds"][0]["tables"][0]["ending"] is None
    assert doc["prizes"][0]["winners"] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", MOVING)
def test_an_evening_of_moving_tables(evening, busy, key):
    """Round k plays deal k at every table; who did best moves up, who is last of the others goes down."""
    table = second_bids.TABLE[key]
    doc = evening(key, 2 * table[-1] + table[0], rounds=5, format=PROGRESSIVE, quiet=False)
    second_reading.check(doc)
    assert len(doc["rounds"]) == 5
    assert any(round["moves"] for round in doc["rounds"])


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kachuful", {}),
        ("caller-clag", {"deals": 6}),
        ("jabberwocky", {}),
        pytest.param("oh-well", {}, marks=pytest.mark.thorough),
        ("blackout-cooperative", {}),
    ],
)
def test_an_evening_of_fixed_tables(evening, busy, monkeypatch, key, options):
    """Several games, between which people come and go; errors are found at the table."""
    monkeypatch.setattr(bids, "PATIENCE", 1)
    table = second_bids.TABLE[key]
    doc = evening(key, table[-1] + table[0] + 2, options=options, quiet=False, games=2)
    second_reading.check(doc)
    assert len(doc["rounds"]) == 2
    assert not any(round["moves"] for round in doc["rounds"])


@pytest.mark.thorough
def test_busy_nights_have_everything(evening, busy):
    """What can happen in evenings of bids does happen in those that are read again."""
    seen = set()
    for seed in "012":
        for key, players, rounds, format in (("clag", 26, 8, PROGRESSIVE), ("blackout-family", 14, 3, FIXED)):
            doc = evening(key, players, seed=seed, rounds=rounds, format=format, quiet=False, games=3)
            second_reading.check(doc)
            seen |= {(format, what) for what in things(doc)}
    everywhere = {"arrivals", "manual_moves", "paused", "left", "here", "corrected", "bell_undone"}
    assert seen >= {(format, what) for format in (PROGRESSIVE, FIXED) for what in everywhere}
    assert seen >= {(PROGRESSIVE, what) for what in ("void", "keeps_seat", "down", "up")}
    assert (FIXED, "bids changed") in seen


def things(doc):
    """The kinds of things that a document has."""
    found = set()
    for round in doc["rounds"]:
        found |= {what for what in ("arrivals", "manual_moves") if round[what]}
        found |= {word["state"] for word in round["comings_and_goings"]}
        found |= {cut["purpose"] for cut in round["cuts"]}
        found |= {table["ending"] for table in round["tables"]}
    verbs = [line["verb"] for line in doc["journal"]]
    found |= {"bell_undone"} & set(verbs)
    found |= {"corrected" for verb in verbs if verb == "score_corrected"}
    found |= {"bids changed" for pair in pairwise(verbs) if set(pair) == {"bids_recorded"}}
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("counting", list(Counting))
@pytest.mark.parametrize("key", POOLS)
def test_pools_at_moving_and_at_fixed_tables(evening, busy, key, counting):
    for format, deals in ((PROGRESSIVE, 2), (FIXED, 6)):
        doc = evening(
            key, 18, rounds=4 if format is PROGRESSIVE else None, format=format,
            quiet=False, counting=counting, deals=deals, games=2,
        )  # fmt: skip
        second_reading.check(doc)


@pytest.mark.parametrize("options", [{"compensation": 3, "limit": 1}, {"compensation": 0}])
def test_brag_by_its_options(evening, options):
    second_reading.check(evening("brag", 7, options=options, deals=15))


@pytest.mark.thorough
def test_both_ways_of_counting_reach_the_same_prizes_in_brag(evening, busy):
    each, end = (
        evening("brag", 26, rounds=6, format=PROGRESSIVE, quiet=False, counting=counting)
        for counting in Counting
    )
    assert each["prizes"] == end["prizes"]
    for row in each["settlement"]:
        row["best_deal"] = None  # only where each is counted
    assert each["settlement"] == end["settlement"]


@pytest.fixture
def document(evening):
    return evening("seven-truf", 8, rounds=5, format=PROGRESSIVE)


def other_bid(doc):
    line = deals_of(doc)[2]["players"][0]
    line["bid"] = 1 - line["bid"]


def trick_lost(doc):
    max(deals_of(doc)[3]["players"], key=lambda line: line["tricks"])["tricks"] -= 1


def points_more(doc):
    deals_of(doc)[4]["players"][1]["change"] += 1


def other_best(doc):
    deal = deals_of(doc)[5]
    deal["winners"] = [line["player"] for line in deal["players"] if line["player"] not in deal["winners"]][
        :1
    ]


def other_dealer(doc):
    deal = deals_of(doc)[6]
    deal["dealer"] = deal["dealer"] % 4 + 1


def no_move(doc):
    doc["rounds"][1]["moves"].pop()


def richer(doc):
    doc["settlement"][0]["points"] += 1


def other_prize(doc):
    doc["prizes"][-1]["winners"] = [doc["prizes"][-1]["winners"][0] % 8 + 1]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "forge",
    [other_bid, trick_lost, points_more, other_best, other_dealer, no_move, richer, other_prize],
)
def test_a_forged_document_is_found_out(document, forge):
    second_reading.check(document)
    forged = copy.deepcopy(document)
    forge(forged)
    with pytest.raises((AssertionError, ValueError)):
        second_reading.check(forged)
