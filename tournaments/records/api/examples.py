"""Examples of what the API tells of groups, ratings and players, by operation."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.examples import AT, CLUB, page
from accounts.shared.api.schema import Example
from tournaments.base.api.examples import DAY, MAY

JUNIORS: dict[str, Any] = {
    "id": 2,
    "name": "Juniors",
    "players": [{"id": 7, "name": "Anna Berg"}],
    "used": ["Best junior"],
}
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "groups": (Example("One group", f"{CLUB}/groups/", page(JUNIORS)),),
    "group": (Example("Juniors", f"{CLUB}/groups/2/", JUNIORS),),
    "group_create": (
        Example("Juniors", f"{CLUB}/groups/", JUNIORS | {"used": []}, {"name": "Juniors", "players": [7]}),
    ),
    "group_set": (
        Example("Nobody is in it", f"{CLUB}/groups/2/", JUNIORS | {"players": []}, {"players": []}),
    ),
    "ratings": (
        Example(
            "One game",
            f"{CLUB}/ratings/",
            {
                "ratings": [
                    {
                        "game": "draw-poker",
                        "title": "Draw Poker",
                        "people": [
                            {
                                "place": 1,
                                "player": 7,
                                "name": "Anna Berg",
                                "number": 1043,
                                "settled": False,
                                "words": "not reliable yet: 4 evenings",
                            }
                        ],
                    }
                ],
                "ratings_behind": None,
            },
        ),
    ),
    "player_record": (
        Example(
            "One evening",
            f"{CLUB}/players/7/record/",
            {
                "player": 7,
                "name": "Anna Berg",
                "also": ["A. Berg"],
                "evenings": [
                    {
                        **MAY,
                        "entry": 31,
                        "game": "Draw Poker",
                        "place": 2,
                        "of": 24,
                        "net": 41,
                        "score": None,
                        "yellow": 3,
                        "prizes": 1,
                    }
                ],
                "best": 2,
                "podium": [0, 1, 0],
                "prizes": 1,
                "yellow": 3,
                "exact": None,
                "records": [{"title": "Most yellow chips", "figure": 3, "evening": 4}],
                "tables": [{"table": 1, "rounds": 5, "deals": 20, "won": 6}],
                "luckiest": {"table": 1, "rounds": 5, "deals": 20, "won": 6},
                "opponents": [
                    {"player": 12, "name": "Sam", "rounds": 3, "ahead": 1, "behind": 0, "equal": 0}
                ],
                "ratings": [
                    {
                        "title": "Draw Poker",
                        "number": 1043,
                        "words": "not reliable yet: 1 evening",
                        "path": [{"evening": 4, "held_on": DAY, "number": 1043}],
                    }
                ],
                "ratings_behind": None,
            },
        ),
    ),
    "players_merging": (
        Example(
            "They were never there together",
            f"{CLUB}/players/7/merge/?gone=9",
            {
                "stays": [MAY],
                "goes": [],
                "both": [],
                "seasons": [{"id": 1, "name": "Thursday League, Spring", "closed": False}],
            },
        ),
    ),
    "players_merge": (
        Example(
            "A. Berg is Anna Berg",
            f"{CLUB}/players/7/merge/",
            {"gone": 9, "kept": 7, "reason": "written in a hurry", "at": AT},
            {"gone": 9, "reason": "written in a hurry"},
        ),
    ),
    "player_forget": (
        Example("Anna Berg has asked for it", f"{CLUB}/players/7/forget/", None, {"typed": "Anna Berg"}),
    ),
}
