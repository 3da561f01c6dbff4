"""Whole games of every ruleset, played by simulated players, recorded by the services that scorers use,
and scored again by a second reading that has only the exported document and the rules."""

import pytest

from games.rules.registry import RULESETS
from games.rules.ruleset import Kind
from tests.stories import second_bids, second_reading
from tests.stories.conftest import deals_of, is_found_out, same_prizes, things
from tournaments.core.settings import Counting
from tournaments.simulation import deals as simulation_deals

FIXED, PROGRESSIVE = "fixed", "progressive"
GAME = {"format": FIXED, "quiet": True}
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


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "players"), WHOLE)
def test_a_whole_game(evening, key, players):
    doc = evening(players, key=key, **GAME)
    second_reading.check(doc)
    deals, due = deals_of(doc), len(second_bids.schedule(key, players))
    assert {len(deal["players"]) for deal in deals} == {players}
    if key == "oh-well":
        assert max(row["points"] for row in doc["settlement"]) >= 100
    elif key == "blackout-cooperative":
        assert len(deals) == simulation_deals.PATIENCE * due
    else:
        assert len(deals) == due


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "players", "options"), OPTIONS)
def test_a_whole_game_by_its_options(evening, key, players, options):
    doc = evening(players, key=key, options=options, **GAME)
    second_reading.check(doc)
    assert len(deals_of(doc)) == len(second_bids.schedule(key, players, options))


@pytest.mark.thorough
def test_a_game_that_is_won_together(evening, monkeypatch):
    """Players who never give up win all rounds in the end."""
    monkeypatch.setattr(simulation_deals, "PATIENCE", 1000)
    doc = evening(7, key="blackout-cooperative", **GAME)
    second_reading.check(doc)
    assert {row["hands_used"] for row in doc["settlement"]} == {len(deals_of(doc))}
    assert doc["rounds"][0]["tables"][0]["ending"] is None
    assert doc["prizes"][0]["winners"] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", MOVING)
def test_an_evening_of_moving_tables(evening, busy, key):
    """Round k plays deal k at every table; who did best moves up, who is last of the others goes down."""
    table = second_bids.TABLE[key]
    doc = evening(2 * table[-1] + table[0], 5, key=key)
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
    monkeypatch.setattr(simulation_deals, "PATIENCE", 1)
    table = second_bids.TABLE[key]
    doc = evening(table[-1] + table[0] + 2, key=key, options=options, format=FIXED, games=2)
    second_reading.check(doc)
    assert len(doc["rounds"]) == 2
    assert not any(round["moves"] for round in doc["rounds"])


@pytest.mark.thorough
def test_busy_nights_have_everything(evening, busy):
    """What can happen in evenings of bids does happen in those that are read again."""
    seen = set()
    for seed in "012":
        for key, players, rounds, format in (("clag", 26, 8, PROGRESSIVE), ("blackout-family", 14, 3, FIXED)):
            doc = evening(players, rounds, seed, key=key, format=format, games=3)
            second_reading.check(doc)
            seen |= {(format, what) for what in things(doc)}
    everywhere = {"arrivals", "manual_moves", "paused", "left", "here", "corrected", "bell_undone"}
    assert seen >= {(format, what) for format in (PROGRESSIVE, FIXED) for what in everywhere}
    assert seen >= {(PROGRESSIVE, what) for what in ("void", "keeps_seat", "cut down", "cut up")}
    assert (FIXED, "bids changed") in seen


@pytest.mark.sample(2)
@pytest.mark.parametrize("counting", list(Counting))
@pytest.mark.parametrize("key", POOLS)
def test_pools_at_moving_and_at_fixed_tables(evening, busy, key, counting):
    for format, deals in ((PROGRESSIVE, 2), (FIXED, 6)):
        rounds = 4 if format is PROGRESSIVE else None
        chosen = {"counting": counting, "deals": deals, "games": 2}
        second_reading.check(evening(18, rounds, key=key, format=format, **chosen))


@pytest.mark.parametrize("options", [{"compensation": 3, "limit": 1}, {"compensation": 0}])
def test_brag_by_its_options(evening, options):
    second_reading.check(evening(7, key="brag", options=options, deals=15, **GAME))


@pytest.mark.thorough
def test_both_ways_of_counting_reach_the_same_prizes_in_brag(evening, busy):
    same_prizes(*(evening(26, 6, key="brag", counting=counting) for counting in Counting))


def other_bid(doc):
    line = deals_of(doc)[2]["players"][0]
    line["bid"] = 1 - line["bid"]


def trick_lost(doc):
    max(deals_of(doc)[3]["players"], key=lambda line: line["tricks"])["tricks"] -= 1


def points_more(doc):
    deals_of(doc)[4]["players"][1]["change"] += 1


def other_best(doc):
    deal = deals_of(doc)[5]
    others = [line["player"] for line in deal["players"] if line["player"] not in deal["winners"]]
    deal["winners"] = others[:1]


def other_dealer(doc):
    deal = deals_of(doc)[6]
    deal["dealer"] = deal["dealer"] % 4 + 1


def no_move(doc):
    doc["rounds"][1]["moves"].pop()


def richer(doc):
    doc["settlement"][0]["points"] += 1


def other_prize(doc):
    doc["prizes"][-1]["winners"] = [doc["prizes"][-1]["winners"][0] % 8 + 1]


FORGERS = (other_bid, trick_lost, points_more, other_best, other_dealer, no_move, richer, other_prize)


def test_a_forged_document_is_found_out(evening):
    document = evening(8, 5, key="seven-truf", quiet=True)
    for forge in FORGERS:
        is_found_out(document, forge)
