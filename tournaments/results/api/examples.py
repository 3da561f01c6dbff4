"""Examples of what the API tells of results, prizes and the ledger, by operation."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.examples import API, CLUB, page
from accounts.shared.api.schema import Example
from tournaments.base.api.examples import ANN, FIGURES, HERE, asked

LEDGER: dict[str, Any] = {
    "law": {
        "stake": 50,
        "started": 12,
        "fresh": 0,
        "taken": 0,
        "back": 0,
        "expected": 600,
        "known": 600,
        "in_play": 0,
        "difference": 0,
        "wrong": False,
        "uncounted": [],
    },
    "people": [
        {
            **ANN,
            "has": 53,
            "lines": [
                {
                    "seq": 12,
                    "kind": "deal",
                    "round": 1,
                    "table": 2,
                    "deal": 1,
                    "amount": 3,
                    "balance": 53,
                }
            ],
        }
    ],
}
STANDING: dict[str, Any] = {
    "steps": ["net", "yellow"],
    "cut_awaited": False,
    "standing": [
        {
            "place": 1,
            **ANN,
            "table": 2,
            "counters": 53,
            "fresh": 0,
            "exact": None,
            **FIGURES,
            "why": {"code": "above", "words": "Counters after settling up: 53. Dan has 51."},
        }
    ],
}
PRIZE: dict[str, Any] = {
    "key": "yellow",
    "title": "Most yellow chips",
    "revealed": False,
    "visible": True,
    "winners": [{"entry": 7, "name": "Ann"}],
    "removed_winners": [],
    "why": {"code": "prize_best", "words": "Yellow chips: 1. The next player has 0."},
    "steps": ["Yellow chips"],
    "ranking": [{"place": 1, "entry": 7, "name": "Ann", "figures": [1], "won": True}],
    "out": [
        {
            "entry": 3,
            "name": "Ben",
            "figures": [0],
            "why": {"code": "out_left", "words": "Left in round 1."},
        }
    ],
}
OURS: dict[str, Any] = {
    "id": 6,
    "club": 1,
    "name": "As usual",
    "for_seasons": False,
    "prizes": ["yellow", {"key": "counters", "title": "The full purse"}],
    "words": ["Most yellow chips", "The full purse"],
}
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "ledger": asked("One of them", f"{HERE}ledger/", LEDGER),
    "standing": asked("The first", f"{HERE}standing/", STANDING),
    "evening_prizes": asked(
        "Before they are revealed",
        f"{HERE}prizes/",
        {"version": 1, "hidden": 1, "next": "yellow", "prizes": [PRIZE]},
    ),
    "prize_sets": (Example("For evenings", f"{CLUB}/prize-sets/?for_seasons=false", page(OURS)),),
    "prize_set": (Example("A set", f"{API}/prize-sets/6/", OURS),),
    "prize_set_keep": (
        Example(
            "Two of the usual prizes, one renamed",
            f"{CLUB}/prize-sets/",
            OURS,
            {"name": "As usual", "prizes": OURS["prizes"]},
        ),
    ),
    "prize_set_change": (
        Example(
            "One prize alone, if nobody changed them meanwhile",
            f"{API}/prize-sets/6/",
            OURS | {"prizes": ["yellow"], "words": ["Most yellow chips"]},
            {"before": OURS["prizes"], "prizes": ["yellow"]},
        ),
    ),
}
