"""Examples of what the API tells of evenings, by operation. Tests hold them to the description."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.examples import API, page
from accounts.shared.api.schema import Example
from tournaments.base.api.examples import ANN, AT, BEN, EVENING, HERE, asked

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
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "evenings": asked("One evening", f"{API}/evenings/?stage=playing", page(EVENING)),
    "club_evenings": asked("One evening", f"{API}/clubs/1/evenings/", page(EVENING)),
    "evening": asked("Tables are playing", HERE, NOW),
    "evening_export": asked("Before seats are drawn", f"{HERE}export/", DOCUMENT),
}
