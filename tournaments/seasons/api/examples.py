"""Examples of what the API tells of leagues and seasons, by operation. Tests hold them to the description."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.examples import API, AT, CLUB, page
from accounts.shared.api.schema import Example
from tournaments.base.api.examples import MAY

SEASON = f"{API}/seasons/1"
LEAGUE: dict[str, Any] = {
    "id": 1,
    "club": 1,
    "name": "Thursday League",
    "published": False,
    "public_address": None,
    "names_shown": "",
    "created": AT,
    "seasons": 2,
}
IN_LIST: dict[str, Any] = {
    "id": 1,
    "league": 1,
    "league_name": "Thursday League",
    "club": 1,
    "name": "Spring",
    "stage": "open",
    "evenings": 6,
    "finished": 4,
    "created": AT,
}
ONE: dict[str, Any] = {
    **{key: IN_LIST[key] for key in ("id", "club", "league", "league_name", "name", "stage")},
    "seq": 3,
    "follows": None,
    "rules": {"scheme": "place", "table": [12, 10, 8], "rest": 1},
    "rules_said": [{"about": "An evening gives", "words": "points by place"}],
    "divisions": [{"id": 1, "number": 1, "name": "First"}],
    "today": None,
}
BEST: dict[str, Any] = {
    "key": "own-1",
    "title": "Most evenings",
    "revealed": False,
    "visible": True,
    "winners": [{"player": 7, "name": "Anna Berg"}],
    "removed_winners": [],
    "why": {"code": "prize_alone", "words": "Evenings: 4. No other player could win this prize."},
    "steps": ["Evenings"],
    "ranking": [{"place": 1, "player": 7, "name": "Anna Berg", "figures": [4], "won": True}],
    "out": [],
}

VERSION: dict[str, Any] = {
    "version": 1,
    "seq": 9,
    "at": AT,
    "actor": 2,
    "who": "Alice",
    "text": "The season was closed.",
    "more": "",
    "reason": "",
}

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "leagues": (Example("One league", f"{CLUB}/leagues/", page(LEAGUE)),),
    "league": (Example("A league", f"{API}/leagues/1/", LEAGUE),),
    "league_create": (
        Example("Create a league", f"{CLUB}/leagues/", LEAGUE | {"seasons": 0}, {"name": "Thursday League"}),
    ),
    "league_rename": (
        Example(
            "Another name", f"{API}/leagues/1/", LEAGUE | {"name": "Friday League"}, {"name": "Friday League"}
        ),
    ),
    "seasons": (Example("Those that are open", f"{API}/seasons/?stage=open", page(IN_LIST)),),
    "league_seasons": (Example("By name", f"{API}/leagues/1/seasons/?ordering=name", page(IN_LIST)),),
    "season_update": (
        Example(
            "Change the number of evenings that count",
            f"{SEASON}/",
            {**ONE, "rules": {"scheme": "place", "table": [12, 10, 8], "rest": 1, "best": 6}},
            {"rules": {"best": 6}},
        ),
    ),
    "season": (
        Example(
            "A season",
            f"{SEASON}/",
            ONE,
        ),
    ),
    "season_table": (
        Example(
            "One division",
            f"{SEASON}/table/",
            {
                "divisions": [
                    {
                        "id": 1,
                        "name": "First",
                        "rows": [
                            {
                                "place": 1,
                                "player": 7,
                                "name": "Anna Berg",
                                "points": 34,
                                "played": 4,
                                "counted": 3,
                                "too_few": False,
                                "why": None,
                                "equal_points": False,
                            }
                        ],
                    }
                ],
                "counting": [4, 5, 6],
                "waiting": [7],
                "called_off": [],
                "cuts_awaited": [],
                "corrected_after_closing": [],
            },
        ),
    ),
    "season_prizes": (
        Example(
            "If it ended now",
            f"{SEASON}/prizes/",
            {"prizes": [BEST], "from": "2026-05-08", "until": "2026-05-08", "evenings_hidden": False},
        ),
    ),
    "season_book": (
        Example(
            "The first line",
            f"{SEASON}/book/",
            page(
                {
                    "seq": 1,
                    "at": AT,
                    "actor": 2,
                    "who": "Alice",
                    "text": "The season was set up.",
                    "more": "",
                    "reason": "",
                }
            ),
        ),
    ),
    "season_versions": (Example("A season that was closed once", f"{SEASON}/versions/", page(VERSION)),),
    "season_version": (
        Example(
            "What the closing wrote",
            f"{SEASON}/versions/1/",
            {**VERSION, "divisions": [], "prizes": [{**BEST, "revealed": True, "steps": [], "ranking": []}]},
        ),
    ),
    "season_export": (
        Example(
            "A season without evenings",
            f"{SEASON}/export/",
            {
                "format": "headtable-season",
                "format_version": 2,
                "club": "Thursday Club",
                "league": "Thursday League",
                "season": "Spring",
                "stage": "open",
                "seed": "5f2b",
                "rules": {"scheme": "place"},
                "divisions": [],
                "people": [],
                "evenings": [],
                "given": [],
                "closing": None,
                "standing": [],
            },
        ),
    ),
    "season_evenings": (
        Example(
            "One counts",
            f"{SEASON}/evenings/",
            page(
                {
                    **MAY,
                    "stage": "finished",
                    "weight": 100,
                    "division": None,
                    "counts": True,
                    "version": 1,
                    "version_after_closing": None,
                    "awaits_cut": False,
                }
            ),
        ),
    ),
    "season_people": (
        Example(
            "Anna",
            f"{SEASON}/people/",
            page(
                {
                    "player": 7,
                    "name": "Anna Berg",
                    "listed": True,
                    "guest": False,
                    "division": 1,
                    "evenings": 4,
                }
            ),
        ),
    ),
    "season_questions": (
        Example(
            "One has an answer",
            f"{SEASON}/questions/",
            page(
                {
                    "id": 1,
                    "player": 7,
                    "name": "Anna Berg",
                    "question": {"text": "Why 8 points on 8 January?", "actor": 9, "who": "Vera", "at": AT},
                    "answer": {"text": "Place 3 gives 8 points.", "actor": 2, "who": "Alice", "at": AT},
                }
            ),
        ),
    ),
    "season_row": (
        Example(
            "Anna",
            f"{SEASON}/people/7/",
            {
                "player": 7,
                "name": "Anna Berg",
                "division": "First",
                "place": 1,
                "points": 10,
                "played": 1,
                "counted": 1,
                "minimum": 0,
                "too_few": False,
                "evenings": [
                    {
                        **MAY,
                        "state": "counted",
                        "points": 10,
                        "weight": 100,
                        "addends": [{"what": "scheme", "points": 10, "number": 1, "title": None}],
                        "parts": ["Place 2: 10."],
                        "says": "Counts.",
                        "counts": True,
                    }
                ],
                "above": None,
                "why_above_next": None,
                "ask_until": None,
            },
        ),
    ),
}
