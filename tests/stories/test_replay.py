"""Simulated evenings, exported, and played again by somebody who has only the document and the rules."""

import ast
import sys
from pathlib import Path

import pytest

from tests.cast import AT_THE_END, FIXED
from tests.stories import second_bids, second_games, second_reading, second_rounds, second_tables
from tests.stories.conftest import document_of, is_found_out, same_prizes, things
from tournaments.bell.services.bell import moves_apply
from tournaments.core.settings import AllCalled, BoobyBy, Counting
from tournaments.undo.services.revert import stake_correct

BOTH = list(Counting)


def thorough(*values):
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]


@pytest.mark.parametrize("counting", BOTH)
@pytest.mark.parametrize("seed", [1, *thorough(2)])
@pytest.mark.parametrize("players", [7, 12, *thorough(9, 26, 40)])
def test_other_sizes_and_seeds(evening, players, seed, counting):
    second_reading.check(evening(players, 6, seed, counting=counting))


@pytest.mark.sample(2)
@pytest.mark.parametrize("counting", BOTH)
@pytest.mark.parametrize(
    "chosen",
    [
        {"deals": 2},
        {"all_called": AllCalled.FEWEST_GOES, "stake": 20},
        {"one_prize_each": True, "booby": BoobyBy.YELLOW, "leavers_win": True},
    ],
    ids=["two deals", "fewest caller goes", "prizes"],
)
def test_other_settings(evening, busy, counting, chosen):
    second_reading.check(evening(17, 6, 3, counting=counting, **chosen))


def test_fresh_stakes_between_the_deals_are_replayed_and_both_countings_agree(evening):
    each, end = (evening(17, 4, 5, counting=counting, deals=3, stake=8) for counting in BOTH)
    for doc in (each, end):
        second_reading.check(doc)
    same_prizes(each, end, "moves", "fresh_stakes", "fresh_between_deals", "exchanges", "yellow_chips")
    changed = [
        change["broke"]
        for r in each["rounds"]
        for change in r["exchanges"]
        if change["broke"] in {s["player"] for s in r["fresh_between_deals"]}
    ]
    assert changed, "somebody changed seats for a stake that was taken between the deals"


@pytest.mark.parametrize("counting", BOTH)
def test_an_evening_in_its_sixth_round(evening, counting):
    doc = evening(26, 6, 11, counting=counting, finish=False)
    assert doc["evening"]["stage"] == "playing"
    assert not doc["rounds"][-1]["rung"]
    second_reading.check(doc)


@pytest.mark.parametrize("players", [9, *thorough(26)])
@pytest.mark.parametrize("seed", [3, *thorough(4)])
def test_both_ways_of_counting_reach_the_same_prizes(evening, busy, players, seed):
    """The same cards are played: moves, chips, settlement and prizes are the same.

    See docs/rules.md#counters.
    """
    each, end = (evening(players, 8, seed, counting=counting) for counting in BOTH)
    parts = ("moves", "fresh_stakes", "exchanges", "yellow_chips", "cuts", "comings_and_goings")
    same_prizes(each, end, *parts)


@pytest.mark.parametrize(
    "plays", [{}, AT_THE_END, FIXED | {"games": 5}], ids=["each deal", "at the end", "fixed"]
)
@pytest.mark.parametrize("late", [False, True], ids=["at once", "rounds later"])
def test_forgotten_fresh_stakes_are_replayed(night, plays, late):
    night = night(12, **plays)
    night.next_round()
    who, other = night.table(2)[:2]
    if late:
        night.next_round()
    stake_correct(night.because("Bob gave it"), entry=who, round=2, given=True)
    stake_correct(night.because("Bob gave it"), entry=other, round=2, given=True)
    night.next_round()
    stake_correct(night.because("they did not"), entry=other, round=2, given=False)
    night.next_round()
    doc = document_of(night.evening)
    number = 2 + late
    told = [(s["given"], s["counts_from_round"]) for s in doc["rounds"][1]["stakes_corrected"]]
    assert told == [(True, number), (True, number), (False, number + 1)]
    second_reading.check(doc)


def test_a_fresh_stake_that_was_not_given_is_replayed(night):
    night = night(12)
    for table in night.tables:
        night.play(table, lose=50)
    night.decide()
    moves_apply(night.by, round=1)
    given = [stake.entry for stake in night.facts.stakes if stake.kind == "fresh"]
    stake_correct(night.because("Bob did not"), entry=given[0], round=2, given=False)
    doc = document_of(night.evening)
    assert len(doc["rounds"][0]["fresh_stakes"]) == len(given)
    assert [stake["given"] for stake in doc["rounds"][1]["stakes_corrected"]] == [False]
    second_reading.check(doc)


@pytest.mark.thorough
def test_busy_nights_have_everything_and_are_replayed(evening, busy):
    """What can happen does happen in the evenings that are replayed, so the second reading has seen it."""
    seen = set()
    for seed in range(4):
        doc = evening(30, 10, seed, counting=Counting.EACH_DEAL)
        second_reading.check(doc)
        seen |= things(doc)
    happens = "arrivals,manual_moves,exchanges,fresh_stakes,void,divided,corrected,counted later,bell_undone"
    people = "paused,left,keeps_seat,here,return,first"
    cuts = "cut up,cut down,cut again,drawn,made at the table"
    assert seen >= {*happens.split(","), *people.split(","), *cuts.split(",")}


def moved_chip(doc):
    chip = doc["rounds"][1]["yellow_chips"][0]
    chip["player"] = chip["player"] % len(doc["players"]) + 1


def other_seat(doc):
    first, second = doc["rounds"][2]["tables"][0]["seats"][:2]
    first["player"], second["player"] = second["player"], first["player"]


def lost_counter(doc):
    doc["rounds"][0]["tables"][1]["deals"][0]["players"][0]["change"] -= 1


def other_winner(doc):
    doc["prizes"][0]["winners"] = [doc["prizes"][0]["winners"][0] % len(doc["players"]) + 1]


def no_move(doc):
    doc["rounds"][0]["moves"].pop()


def other_dealer(doc):
    table = doc["rounds"][3]["tables"][0]
    table["dealer"] = table["dealer"] % 4 + 1


def richer(doc):
    doc["settlement"][0]["net"] += 1


def test_a_forged_document_is_found_out(evening):
    document = evening(12, 5, 5)
    for forge in (moved_chip, other_seat, lost_counter, other_winner, no_move, other_dealer, richer):
        is_found_out(document, forge)


@pytest.mark.parametrize("module", [second_reading, second_rounds, second_games, second_tables, second_bids])
def test_the_second_reading_knows_nothing_of_the_program(module):
    imported = set()
    for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module or '.'}.{alias.name}" for alias in node.names}
    foreign = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert all(name.startswith("tests.stories.second_") for name in foreign)
