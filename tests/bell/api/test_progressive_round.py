"""The moves at a bell, for any position."""

from typing import Any

import pytest

from tests.api.asking import answer, never_fails, refused

ADDRESS = "/api/v1/progressive/round/"


def table(people, winners=(), in_call=(), **more):
    """A table of people written as "Ann 31", who is not counted as "Ann"."""
    players = []
    for person in people.split(", "):
        name, _space, counters = person.partition(" ")
        players.append({"name": name, "counters": int(counters) if counters else None})
    return {"players": players, "winners": list(winners), "in_call": list(in_call), **more}


def ring(*tables, **more):
    return answer(ADDRESS, {"tables": list(tables), **more})


def moves(found):
    """Who moves from which table to which, and by which reason."""
    return {
        (move["name"], move["start"]["table"], move["end"]["table"], move["why"]["code"])
        for move in found["moves"]
    }


HEAD = table("Ann 70, Ben 30, Cleo 60, Dan 40", ["Ann"], ["Ben"])
BOOBY = table("Eve 90, Finn 30, Gus 40, Hal 40", ["Eve"])


def test_the_winners_go_up_and_the_fewest_not_in_the_call_goes_down():
    found = ring(HEAD, table("Ivy 50, Joe 50, Kim 50, Lou 50", ["Kim"]), BOOBY)
    assert found["decided"]
    assert found["yellow_chip"] == "Ann"
    assert moves(found) == {
        ("Dan", 1, 3, "down_fewest"),
        ("Kim", 2, 1, "up_won"),
        ("Eve", 3, 2, "up_won"),
    }
    assert found["fresh_stakes"] == []


def test_chairs_can_be_said():
    head = table("Ann 70, Ben 30, Cleo 60, Dan 40", ["Ann"], ["Ben"])
    for chair, player in zip((7, 5, 3, 2), head["players"], strict=True):
        player["chair"] = chair
    found = ring(head, BOOBY)
    assert next(move["end"] for move in found["moves"] if move["name"] == "Eve") == {"table": 1, "chair": 2}


def test_equal_fewest_cut_and_cut_again():
    head = table("Ann 70, Ben 30, Cleo 30, Dan 30", ["Ann"])
    found = ring(head, BOOBY)
    assert not found["decided"]
    (need,) = found["cuts_needed"]
    assert (need["purpose"], need["table"], need["among"]) == ("down", 1, ["Ben", "Cleo", "Dan"])
    first = {"Ben": "KD", "Cleo": "KS", "Dan": "AH"}  # the ace is low
    cut = {"purpose": "down", "table": 1, "attempts": [first]}
    (need,) = ring(head, BOOBY, cuts=[cut])["cuts_needed"]
    assert need["among"] == ["Ben", "Cleo"]
    assert need["attempts"] == [first]
    found = ring(head, BOOBY, cuts=[{**cut, "attempts": [first, {"Ben": "2C", "Cleo": "3c"}]}])
    assert found["decided"]
    assert ("Cleo", 1, 2, "down_cut") in moves(found)


def test_everybody_in_the_call():
    head = table("Ann 70, Ben 30, Cleo 60, Dan 40", ["Ann"], ["Ben", "Cleo", "Dan"])
    found = ring(head, BOOBY)
    assert [told["why"]["code"] for told in found["nobody_leaves"]] == ["all_called"]
    assert moves(found) == {("Eve", 2, 1, "up_won")}
    found = ring(head, BOOBY, settings={"all_called": "fewest_goes"})
    assert ("Ben", 1, 2, "down_caller_fewest") in moves(found)


def test_who_is_broke_changes_seats_with_the_richest_at_the_booby_table():
    middle = table("Ivy 50, Joe 0, Kim 50, Lou 50", ["Kim"])
    found = ring(HEAD, middle, table("Eve 90, Finn 30, Gus 45, Hal 40", ["Eve"]))
    assert found["fresh_stakes"] == ["Joe"]
    assert found["exchanges"] == [{"broke": "Joe", "partner": "Gus"}]


def test_what_was_not_counted_is_asked_for():
    found = ring(table("Ann, Ben, Cleo, Dan", ["Ann"], ["Ben"]), BOOBY)
    (need,) = found["counts_needed"]
    assert (need["table"], need["people"]) == (1, ["Cleo", "Dan"])
    assert need["why"]["words"]


def test_who_keeps_a_seat_or_has_left():
    booby = table("Eve 90, Finn 30, Gus 40, Hal 40", ["Eve"], ["Gus"])
    booby["players"][0]["keeps_seat"] = True
    head = table("Ann 70, Ben 30, Cleo 60, Dan 40", ["Ann"], ["Ben"])
    head["players"][3]["left"] = True
    found = ring(head, booby)
    assert moves(found) == {("Cleo", 1, 2, "down"), ("Gus", 2, 1, "up_caller")}
    people = {person["name"]: person for person in found["people"]}
    assert people["Dan"]["place"] is None
    assert people["Dan"]["why"]["code"] == "left"
    assert people["Eve"]["why"]["code"] == "won_keeps_seat"


@pytest.mark.thorough
def test_a_table_that_could_not_finish():
    booby = table("Eve 90, Finn 30, Gus 40, Hal 40", void=True)
    (need,) = ring(HEAD, booby)["cuts_needed"]
    assert (need["purpose"], need["table"], len(need["among"])) == ("up", 2, 4)
    found = ring(table("Ann 70, Ben 30, Cleo 60, Dan 40", void=True), BOOBY)
    assert found["yellow_chip"] is None
    assert ("Ben", 1, 2, "down_void_fewest") in moves(found)


def test_where_bids_are_played_for_there_are_no_stakes():
    """The lowest running total of those whose bid was not exact goes down; a total can be below nothing."""
    head = table("Ann 70, Ben -3, Cleo 0, Dan 40", ["Ann"], ["Ben"])
    found = ring(head, BOOBY, game="blackout-family", options={"return": True})
    assert ("Cleo", 1, 2, "down_fewest_bids") in moves(found)
    assert found["fresh_stakes"] == []


@pytest.mark.thorough
def test_sixty_tables():
    tables = [
        table(", ".join(f"p{at}x{seat} {40 + seat}" for seat in range(6)), [f"p{at}x0"]) for at in range(60)
    ]
    assert len(ring(*tables)["moves"]) == 60
    refused(ADDRESS, {"tables": [*tables, HEAD]}, "tables", "At most 60")


def cutting(*attempts, **more):
    """The first table alone, with a cut of these attempts."""
    return {"tables": [HEAD], "cuts": [{"purpose": "up", "table": 1, "attempts": list(attempts), **more}]}


def of(*people, **more):
    """One table of these people, as they are sent."""
    return {"tables": [{"players": list(people), "winners": [], **more}]}


NINE = ", ".join(f"p{n} 50" for n in range(9))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "tables"),
        ({"tables": []}, "tables"),
        ({"tables": [HEAD, {}]}, "tables.1.players"),
        # An empty table is no table, and has decided nothing.
        ({"tables": [HEAD, {"players": [], "winners": []}]}, "tables.1.players"),
        ({"tables": [HEAD, {"players": [], "void": True}]}, "tables.1.players"),
        ({"tables": [HEAD, HEAD]}, "tables.1.players.0.name"),
        ({"tables": [table("Ann 1, Ann 2", ["Ann"])]}, "tables.0.players.1.name"),
        ({"tables": [table(NINE, ["p0"])]}, "tables.0.players"),
        ({"tables": [table("Ann 50", ["Ann"])]}, "tables.0.players"),
        ({"tables": [table("Ann 1, Ben 2", ["Zoe"])]}, "tables.0.winners.0"),
        ({"tables": [table("Ann 1, Ben 2", ["Ann"], ["Eve"]), BOOBY]}, "tables.0.in_call.0"),
        ({"tables": [table("Ann 1, Ben 2")]}, "tables.0.winners"),
        ({"tables": [table("Ann 1, Ben 2", ["Ann"], void=True)]}, "tables.0.winners"),
        ({"tables": [table("Ann 1, Ben 2", [7])]}, "tables.0.winners.0"),
        ({"tables": [table("Ann 50, Ben 50", ["Ann", "Ann"])]}, "tables.0.winners.1"),
        ({"tables": [table("Ann 50, Ben 50", ["Ann"], ["Ben", " Ben"])]}, "tables.0.in_call.1"),
        (of({"name": "A", "chair": 2}, {"name": "B"}, winners=["A"]), "tables.0.players"),
        (of({"name": " "}), "tables.0.players.0.name"),
        (of({"name": "A\u202e"}), "tables.0.players.0.name"),
        (of({"name": "A\u0000"}), "tables.0.players.0.name"),
        (of({"name": "A" * 61}), "tables.0.players.0.name"),
        (of({"name": "A", "counters": "5"}), "tables.0.players.0.counters"),
        (of({"name": "A", "counters": 10**12}), "tables.0.players.0.counters"),
        (of({"name": "A", "role": "lady"}), "tables.0.players.0.role"),
        ({"tables": [table("Ann 1, Ben -1", ["Ann"])]}, "tables.0.players.1.counters"),
        ({"tables": [HEAD, table("Eve 0, Gus 9", ["Eve"])]}, "tables.1.players.0.counters"),
        ({"tables": [HEAD], "game": "bridge"}, "game"),
        ({"tables": [HEAD], "game": "oh-well"}, "game"),
        ({"tables": [HEAD], "game": "clag", "options": {"x": 1}}, "options.x"),
        ({"tables": [HEAD], "settings": {"all_called": "go"}}, "settings.all_called"),
        ({"tables": [HEAD], "settings": {"stake": 5}}, "settings.stake"),
        ({"tables": [HEAD], "settings": None}, "settings"),
        (cutting({}, purpose="left"), "cuts.0.purpose"),
        (cutting({}, table=0), "cuts.0.table"),
        (cutting({}, table=2), "cuts.0.table"),
        (cutting(), "cuts.0.attempts"),
        (cutting({"Zoe": "2C"}), "cuts.0.attempts.0.Zoe"),
        (cutting({"Ann": "XX"}), "cuts.0.attempts.0.Ann"),
        (cutting({"Ann": "2C", "Ben": "2C"}), "cuts.0.attempts.0"),
        (cutting({"Ann": "2C", " Ann": "3C"}), "cuts.0.attempts.0"),
    ],
)
def test_it_refuses(body, field):
    refused(ADDRESS, body, field)


def test_nine_sit_where_the_game_has_room_for_them():
    assert ring(table(NINE, ["p0"]), game="brag")["yellow_chip"] == "p0"


DOWN: dict[str, Any] = {"purpose": "down", "table": 1, "attempts": [{"Ben": "KD", "Cleo": "KS", "Dan": "AH"}]}
TIED = table("Ann 70, Ben 30, Cleo 30, Dan 30", ["Ann"])
LATER = "cuts.0.attempts.1"


@pytest.mark.parametrize(
    ("head", "cut", "field"),
    [
        # Nobody ties: Dan has fewest.
        (table("Ann 70, Ben 30, Cleo 30, Dan 20", ["Ann"]), DOWN, "cuts.0.attempts.0"),
        # Others tie than those who cut.
        (TIED, {**DOWN, "attempts": [{"Ben": "KD", "Cleo": "2S"}]}, "cuts.0.attempts.0"),
        (TIED, {**DOWN, "purpose": "up"}, "cuts.0.attempts.0"),
        (TIED, {**DOWN, "table": 2}, "cuts.0.attempts.0"),
        # Dan was lower, and does not cut again; after a decision nobody does.
        (TIED, {**DOWN, "attempts": [*DOWN["attempts"], {"Ben": "2C", "Dan": "3C"}]}, LATER),
        (TIED, {**DOWN, "attempts": [{"Ben": "KD", "Cleo": "2S", "Dan": "3S"}, {"Ben": "2C"}]}, LATER),
    ],
)
def test_a_cut_of_people_who_do_not_tie_is_refused(head, cut, field):
    refused(ADDRESS, {"tables": [head, BOOBY], "cuts": [cut]}, field)


def test_the_same_cut_twice_is_refused():
    refused(ADDRESS, {"tables": [TIED, BOOBY], "cuts": [DOWN, DOWN]}, "cuts.0.attempts.0")


def test_who_took_a_fresh_stake_between_the_deals_changes_seats():
    middle = table("Ivy 50, Joe 50, Kim 50, Lou 50", ["Kim"])
    middle["players"][1]["staked"] = True
    found = ring(HEAD, middle, table("Eve 90, Finn 30, Gus 45, Hal 40", ["Eve"]))
    assert found["fresh_stakes"] == []
    assert found["exchanges"] == [{"broke": "Joe", "partner": "Gus"}]
    refused(ADDRESS, {"tables": [HEAD, middle], "game": "clag"}, "tables.1.players.1.staked")


def test_names_come_back_as_they_were_sent():
    found = ring(table("Ann 1, <b>Bén</b> 2, 陳大文 3", ["Ann"]))
    assert [person["name"] for person in found["people"]] == ["Ann", "<b>Bén</b>", "陳大文"]


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("round")
