"""Examples of what the API tells everybody, by operation. Tests hold them to the description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.api.examples import API
from accounts.api.schema import Example
from tournaments.api.examples import DAY, FIGURES, asked

FOR_ALL = f"{API}/public"
PUBLIC: dict[str, Any] = {
    "id": 1,
    "club": "Thursday Club",
    "name": "Spring evening",
    "held_on": DAY,
    "format": "progressive",
    "game": "draw-poker",
    "stage": "finished",
    "seq": 60,
    "state": "The evening is decided.",
    "here": 12,
    "round": 6,
    "rung": True,
    "clock": {"starts_at": None, "ends_at": None, "seconds_left": None},
    "tables": [],
    "waiting": [],
    "prizes": [
        {
            "title": "Most yellow chips",
            "whom": "",
            "revealed": True,
            "winners": ["A. B."],
            "why": "Yellow chips: 4. Next: 2.",
        }
    ],
    "standing": [{"place": 1, "name": "A. B.", **FIGURES}],
}
LEAGUE: dict[str, Any] = {
    "id": 1,
    "club": "Thursday Club",
    "name": "Thursday League",
    "seasons": [{"id": 1, "name": "Spring", "open": True, "evenings": 6, "finished": 4}],
}
ROW: dict[str, Any] = {"place": 1, "name": "A. B.", "points": "31.5", "played": 4, "counted": 4}
SEASON: dict[str, Any] = {
    "id": 1,
    "league": 1,
    "club": "Thursday Club",
    "name": "Spring",
    "open": True,
    "divisions": [{"name": "", "rows": [{**ROW, "below": False, "why": ""}]}],
    "evenings": [
        {"id": 1, "name": "Spring evening", "held_on": DAY, "counts": True, "published": True},
    ],
}

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "public_evening": asked("It is over", f"{FOR_ALL}/evenings/1/", PUBLIC),
    "public_evening_by_code": asked("It is over", f"{FOR_ALL}/evenings/by-code/K7MX2A/", PUBLIC),
    "public_league": asked("One season", f"{FOR_ALL}/leagues/1/", LEAGUE),
    "public_season": asked("Its first", f"{FOR_ALL}/seasons/1/", SEASON),
}
