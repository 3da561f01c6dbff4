"""An example for each address: what is asked and what is answered. The tests ask each of them."""

from typing import Any

from accounts.shared.api.schema import Example


def _why(code: str, words: str) -> dict[str, str]:
    return {"code": code, "words": words}


def _at(table: int, chair: int) -> dict[str, int]:
    return {"table": table, "chair": chair}


def _person(name: str, table: int, chair: int, why: dict[str, str]) -> dict[str, Any]:
    return {"name": name, "place": _at(table, chair), "why": why}


DOWN = _why(
    "down_fewest",
    "Fewest counters at the head table of those who did not call: 40. Goes down to the booby table.",
)
UP = _why("up_won", "Won at table 2. Moves up one table.")
BROKE = _why(
    "swap_broke",
    "Is out of counters and takes a fresh stake. Changes seats with Gus from the booby table (table 2).",
)
PARTNER = _why(
    "swap_cut",
    "Ben was out of counters. Most counters at the booby table: 55. Equal players cut (Gus and Hal: K♦ A♠). "
    "K♦ is the highest card. Changes seats.",
)

ROUND = Example(
    "Two tables; Ben is out of counters, and Gus and Hal have cut",
    "/api/v1/progressive/round/",
    body={
        "tables": [
            {
                "players": [
                    {"name": "Ann", "counters": 70},
                    {"name": "Ben", "counters": 0},
                    {"name": "Cleo", "counters": 60},
                    {"name": "Dan", "counters": 40},
                ],
                "winners": ["Ann"],
                "in_call": ["Ben"],
            },
            {
                "players": [
                    {"name": "Eve", "counters": 90},
                    {"name": "Finn", "counters": 30},
                    {"name": "Gus", "counters": 55},
                    {"name": "Hal", "counters": 55},
                ],
                "winners": ["Eve"],
            },
        ],
        "cuts": [{"purpose": "exchange", "table": 2, "attempts": [{"Gus": "KD", "Hal": "AS"}]}],
    },
    answer={
        "decided": True,
        "yellow_chip": "Ann",
        "moves": [
            {"name": "Dan", "start": _at(1, 4), "end": _at(2, 1), "why": DOWN},
            {"name": "Eve", "start": _at(2, 1), "end": _at(1, 4), "why": UP},
            {"name": "Ben", "start": _at(1, 2), "end": _at(2, 3), "why": BROKE},
            {"name": "Gus", "start": _at(2, 3), "end": _at(1, 2), "why": PARTNER},
        ],
        "people": [
            _person("Ann", 1, 1, _why("head_won", "Won at the head table. Stays at this table.")),
            _person("Ben", 2, 3, BROKE),
            _person(
                "Cleo", 1, 3, _why("head_more", "Counters: 60. Another player at the head table has fewer.")
            ),
            _person("Dan", 2, 1, DOWN),
            _person("Eve", 1, 4, UP),
            _person("Finn", 2, 2, _why("not_won", "Did not win at table 2. Stays at this table.")),
            _person("Gus", 1, 2, PARTNER),
            _person(
                "Hal",
                2,
                4,
                _why(
                    "cut_lower",
                    "Players cut (Gus and Hal: K♦ A♠). A♠ is not the highest card. Stays at this table.",
                ),
            ),
        ],
        "fresh_stakes": ["Ben"],
        "exchanges": [{"broke": "Ben", "partner": "Gus"}],
        "nobody_leaves": [],
        "cuts_needed": [],
        "counts_needed": [],
    },
)

NET = "Counters after settling up"


def _line(place: int, name: str, counters: int, fresh: int, yellow: int, why: Any) -> dict[str, Any]:
    return {
        "place": place,
        "name": name,
        "counters": counters,
        "fresh": fresh,
        "net": counters - 50 * fresh,
        "yellow": yellow,
        "score": None,
        "exact": None,
        "why": why,
    }


def _prize(
    key: str, title: str, winners: list[str], why: dict[str, str], steps: list[str], ranking: list[Any]
) -> dict[str, Any]:
    return {
        "key": key,
        "title": title,
        "role": key.partition("-")[2] or None,
        "winners": winners,
        "why": why,
        "steps": steps,
        "ranking": [{"place": place, "name": name, "figures": figures} for place, name, figures in ranking],
        "out": [],
    }


PRIZES = Example(
    "Three people, one fresh stake",
    "/api/v1/progressive/prizes/",
    body={
        "people": [
            {"name": "Ann", "role": "lady", "counters": 120, "fresh": 1, "yellow": 2},
            {"name": "Ben", "role": "gentleman", "counters": 60, "yellow": 2},
            {"name": "Cleo", "role": "lady", "counters": 70},
        ],
        "settings": {"stake": 50},
    },
    answer={
        "standing": [
            _line(
                1,
                "Ann",
                120,
                1,
                2,
                _why("above_tie_break", "Equal with Cleo so far. Yellow chips: 2. Cleo has 0."),
            ),
            _line(2, "Cleo", 70, 0, 0, _why("above", f"{NET}: 70. Ben has 60.")),
            _line(3, "Ben", 60, 0, 2, None),
        ],
        "prizes": [
            _prize(
                "yellow",
                "Most yellow chips",
                ["Ann"],
                _why("prize_tie_break", f"Yellow chips: 2 (equal with Ben). {NET} decided: 70 against 60."),
                ["Yellow chips", NET],
                [(1, "Ann", [2, 70]), (2, "Ben", [2, 60]), (3, "Cleo", [0, 70])],
            ),
            _prize(
                "counters-lady",
                "Most counters",
                ["Ann", "Cleo"],
                _why(
                    "prize_shared",
                    f"{NET}: 70 each. The winners are equal in everything that counts: Ann and Cleo.",
                ),
                [NET],
                [(1, "Ann", [70]), (1, "Cleo", [70])],
            ),
            _prize(
                "counters-gentleman",
                "Most counters",
                ["Ben"],
                _why("prize_alone", f"{NET}: 60. No other player could win this prize."),
                [NET],
                [(1, "Ben", [60])],
            ),
            _prize(
                "booby",
                "Booby prize",
                ["Ben"],
                _why("prize_best", f"{NET}: 60. The next player has 70."),
                [NET],
                [(1, "Ben", [60]), (2, "Ann", [70]), (2, "Cleo", [70])],
            ),
        ],
    },
)

EXAMPLES: dict[str, tuple[Example, ...]] = {"round": (ROUND,), "prizes": (PRIZES,)}
