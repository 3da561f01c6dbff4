"""Examples of what the API tells of evenings, by operation. Tests hold them to the description."""

from collections.abc import Mapping
from typing import Any

from accounts.api.examples import API, page
from accounts.api.schema import Example

HERE = f"{API}/evenings/1/"
PUBLIC_ADDRESS = "u0Xq3n8Zk2mVb7Ry5Wc1Lg"
AT, DAY = "2026-05-08T20:15:00Z", "2026-05-08"


def _one(entry: int, name: str) -> dict[str, Any]:
    return {"entry": entry, "name": name}


def _at(table: int, chair: int | None) -> dict[str, Any]:
    return {"table": table, "chair": chair}


ANN, BEN, CLEO = _one(7, "Ann"), _one(3, "Ben"), _one(5, "Cleo")
EVENING: dict[str, Any] = {
    "id": 1,
    "club": 1,
    "club_name": "Thursday Club",
    "name": "Spring evening",
    "held_on": DAY,
    "stage": "playing",
    "format": "progressive",
    "game": "draw-poker",
    "rules_name": "",
    "people": 12,
    "join_code": "K7MX2A",
    "published": False,
    "public_address": None,
    "names_shown": "",
    "seq": 17,
}
MAY = {"id": 4, "name": "May evening", "held_on": DAY}
CUT: dict[str, Any] = {
    "round": 1,
    "purpose": "down",
    "table": 1,
    "deal": 0,
    "among": [BEN, CLEO],
    "attempts": [],
    "whom": None,
    "words": "Ben and Cleo are equal at the head table. "
    "The player with the highest card goes down to the booby table.",
}
CLOCK: dict[str, Any] = {
    "starts_at": AT,
    "ends_at": "2026-05-08T20:30:00Z",
    "paused": False,
    "seconds_left": None,
    "moves_at": None,
    "held": False,
}
TABLE: dict[str, Any] = {
    "table": 2,
    "title": "",
    "is_head": False,
    "is_booby": False,
    "state": "playing",
    "seats": [
        {"chair": 1, **ANN, "state": "here", "held": 53, "yellow": 1, "deals": False},
        {"chair": 2, **BEN, "state": "here", "held": 47, "yellow": 0, "deals": True},
    ],
    "recorded": [],
    "may_end": False,
    "awaits": {"deal": 1, "kind": "pool", "base": None, "order": [7, 3], "words": ""},
}
NOW: dict[str, Any] = {
    **EVENING,
    "options": {},
    "settings": {"stake": 50, "counting": "each_deal", "rounds": 6, "minutes": 15},
    "next": ["deal-record", "bell-ring"],
    "round": {
        "number": 1,
        "rounds": 6,
        "rung": False,
        "closed": False,
        "phase": "play",
        "clock": CLOCK,
        "tables": [TABLE],
        "cuts_needed": [],
        "counts_needed": [],
    },
    "settling": None,
}
PERSON: dict[str, Any] = {
    **ANN,
    "player": 12,
    "role": "lady",
    "state": "plays",
    "table": 2,
    "chair": 1,
    "held": 53,
    "yellow": 1,
    "fresh": 0,
    "exact": 0,
    "may_sit": False,
}
PART: dict[str, Any] = {"bid": None, "tricks": None, "took": [], "revokes": 0, "score": None, "cards": ""}
VERSION: dict[str, Any] = {
    "version": 1,
    "seq": 12,
    "at": AT,
    "actor": 2,
    "who": "Alice",
    "reason": "",
    "confirmed": False,
    "call": {},
    "trump": None,
    "lines": [
        {**ANN, "won": True, "in_call": True, "counters": 3, **PART},
        {**BEN, "won": False, "in_call": False, "counters": -3, **PART},
    ],
}
DEAL: dict[str, Any] = {"round": 1, "table": 2, "deal": 1, "version": 1, "stands": VERSION}
BELL: dict[str, Any] = {
    "round": 1,
    "rung": True,
    "phase": "cut",
    "decided": False,
    "is_last": False,
    "still_out": [],
    "yellow_chip": _one(9, "Dan"),
    "moves": [
        {
            **ANN,
            "start": _at(2, 1),
            "end": _at(1, None),
            "why": {"code": "up_won", "words": "Won at table 2. Moves up one table."},
        }
    ],
    "people": [
        {
            **ANN,
            "place": _at(1, None),
            "why": {"code": "up_won", "words": "Won at table 2. Moves up one table."},
        }
    ],
    "fresh_stakes": [],
    "exchanges": [],
    "nobody_leaves": [],
    "cuts_needed": [CUT],
    "counts_needed": [],
    "cuts_made": [],
    "short_tables": [],
    "over": None,
}
TABLE_SIZES: dict[str, Any] = {
    "players": 12,
    "sizes": [4, 4, 4],
    "sits_out": 0,
    "why": {
        "code": "sizes_nearest",
        "words": "Players: 12. Four at each of the head table and the booby table, about six at the "
        "others: 4-4-4.",
    },
    "refused": "",
    "open": True,
    "ways": [
        {"tables": 2, "sizes": [6, 6], "chosen": False, "words": "2 tables of 6"},
        {"tables": 0, "sizes": [4, 4, 4], "chosen": True, "words": "3 tables of 4"},
    ],
}
LINE: dict[str, Any] = {
    "seq": 12,
    "at": AT,
    "verb": "deal_recorded",
    "words": "Table 2, deal 1: Ann won the pool.",
    "more": "",
    "was": "",
    "now": "",
    "actor": 1,
    "who": "Alice",
    "phone": None,
    "reason": "",
    "deal": {"round": 1, "table": 2, "deal": 1},
    "taken": None,
    "may_go_back": False,
}
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
FIGURES: dict[str, Any] = {"net": 53, "yellow": 1, "score": None, "hands": None}
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
ASK: dict[str, Any] = {
    "seq": 15,
    "at": AT,
    "round": 1,
    "table": 2,
    "deal": 1,
    "late": False,
    "typed": ["Won: Ben"],
    "version": 1,
    "words": "It was Ben",
}
DOCUMENT: dict[str, Any] = {
    "format": "headtable-evening",
    "format_version": 1,
    "evening": {
        "id": 1,
        "club": "Thursday Club",
        "name": "Spring evening",
        "date": "2026-04-09",
        "format": "progressive",
        "game": "draw-poker",
        "ruleset": "Draw Poker",
        "options": {},
        "settings": {"stake": 50, "counting": "each_deal", "roles": ["lady", "gentleman"]},
        "stage": "check_in",
        "house_rules": "",
    },
    "players": [{"player": 1, "name": "Ann", "role": "lady"}],
    "draw": None,
    "rounds": [],
    "final_counts": [],
    "result_version": None,
    "settlement": [],
    "prizes": [],
    "journal": [],
}


def asked(title: str, address: str, answer: dict[str, Any]) -> tuple[Example, ...]:
    return (Example(title, address, answer),)


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "evenings": asked("One evening", f"{API}/evenings/?stage=playing", page(EVENING)),
    "club_evenings": asked("One evening", f"{API}/clubs/1/evenings/", page(EVENING)),
    "evening": asked("Tables are playing", HERE, NOW),
    "evening_export": asked("Before seats are drawn", f"{HERE}export/", DOCUMENT),
    "table_sizes": asked("Twelve players", f"{HERE}table-sizes/", TABLE_SIZES),
    "people": asked("One of them", f"{HERE}people/", {"people": [PERSON]}),
    "deals": asked("One deal", f"{HERE}rounds/1/tables/2/deals/", {"deals": [DEAL]}),
    "deal": asked("As it was recorded", f"{HERE}rounds/1/tables/2/deals/1/", {**DEAL, "versions": [VERSION]}),
    "bell": asked("It has rung, and two must cut", f"{HERE}bell/", BELL),
    "journal": asked("A result", f"{HERE}journal/?since=11", page(LINE)),
    "ledger": asked("One of them", f"{HERE}ledger/", LEDGER),
    "standing": asked("The first", f"{HERE}standing/", STANDING),
    "evening_prizes": asked(
        "Before they are revealed",
        f"{HERE}prizes/",
        {"version": 1, "hidden": 1, "next": "yellow", "prizes": [PRIZE]},
    ),
    "links": asked("One table has none", f"{HERE}links/", {"links": [{"table": 1, "address": None}]}),
    "asks": asked("A correction", f"{HERE}asks/", {"asks": [ASK]}),
}
