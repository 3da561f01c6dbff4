"""What calculators are asked for their examples, by the end of the address."""

from typing import Any, NamedTuple


class Example(NamedTuple):
    title: str
    address: str
    body: dict[str, Any] | None


QUESTIONS: dict[str, list[tuple[str, str, dict[str, Any] | None]]] = {
    "games": [("The first two", "/api/v1/games/", None)],
    "game": [("Family Blackout", "/api/v1/games/blackout-family/", None)],
    "schedule": [
        (
            "Family Blackout for seven: the first two deals",
            "/api/v1/games/blackout-family/schedule/?players=7&return=false",
            None,
        )
    ],
    "orders": [
        ("La Podrida deals to the right", "/api/v1/games/la-podrida/orders/?players=4&dealer=0", None)
    ],
    "check-bid": [
        (
            "The last bidder",
            "/api/v1/games/blackout-family/check-bid/",
            {"players": 3, "deal": 8, "made": [1, 1], "bid": 2},
        )
    ],
    "legal-bids": [
        (
            "The last bidder is hooked",
            "/api/v1/games/blackout-family/legal-bids/",
            {"players": 3, "deal": 8, "made": [1, 1]},
        )
    ],
    "score": [
        (
            "Family Blackout",
            "/api/v1/games/blackout-family/score/",
            {"players": 3, "deal": 8, "bids": [2, 0, 2], "tricks": [2, 1, 0]},
        ),
        (
            "Caller Clag with ascending madness",
            "/api/v1/games/caller-clag/score/",
            {
                "players": 3,
                "deal": 1,
                "call": {"cards": 3, "ascending_madness": True},
                "bids": [2, 0, 1],
                "tricks": [2, 1, 0],
                "took": [[1, 3], [2], []],
            },
        ),
    ],
    "legal-plays": [
        (
            "Jabberwocky: no early trump",
            "/api/v1/games/jabberwocky/legal-plays/",
            {"players": 4, "deal": 1, "trump": "S", "hand": ["AS", "KS", "2H"], "trick": [], "broken": False},
        )
    ],
    "trick": [
        (
            "Caller Clag by suit precedence",
            "/api/v1/games/caller-clag/trick/",
            {
                "players": 3,
                "deal": 1,
                "call": {"cards": 3, "suit_precedence": True},
                "leader": 1,
                "trick": ["AS", "2H", "KC"],
            },
        )
    ],
    "replay": [
        (
            "With a revoke",
            "/api/v1/games/blackout-nullo/replay/",
            {
                "players": 3,
                "deal": 2,
                "dealer": 2,
                "trump": "S",
                "hands": [["AH", "2S"], ["KH", "3S"], ["QH", "4C"]],
                "plays": ["AH", "3S", "QH", "KH", "4C", "2S"],
                "bids": [1, 1, 0],
            },
        )
    ],
    "showdown": [
        (
            "Brag: the better bragger",
            "/api/v1/games/brag/showdown/",
            {"dealer": 0, "hands": [["KS", "AD", "4H"], None, ["KH", "JC", "4S"]]},
        )
    ],
    "settle": [
        (
            "Draw Poker with a side pool",
            "/api/v1/games/draw-poker/settle/",
            {
                "dealer": 0,
                "stakes": [5, 10, 10, 2],
                "still_in": [0, 1, 2],
                "hands": [
                    ["KS", "KH", "4C", "7D", "2S"],
                    ["AS", "QH", "9C", "8D", "3S"],
                    ["JS", "JD", "6C", "5D", "2H"],
                    None,
                ],
            },
        ),
        (
            "Brag for one stake",
            "/api/v1/games/single-stake-brag/settle/",
            {"dealer": 4, "ante": 2, "stakes": [6, 0, 6, 2, 6], "still_in": [0, 2, 4], "winners": [2]},
        ),
        (
            "Brag for three stakes",
            "/api/v1/games/three-stake-brag/settle/",
            {
                "dealer": 4,
                "first": 1,
                "second": 2,
                "third": 3,
                "stakes": [5, 2, 5, 2, 2],
                "still_in": [0, 2],
                "won": {"first": 1, "second": 2, "third": None},
            },
        ),
    ],
    "thirty-one": [
        (
            "Two have drawn",
            "/api/v1/games/three-stake-brag/thirty-one/",
            {
                "dealer": 2,
                "hands": [["AS", "KH", "9C"], ["QD", "JS", "7H"], ["5C", "6D", "8S"]],
                "drawn": [None, "4H", "TD"],
            },
        )
    ],
    "round": [
        (
            "Two tables; Ben is out of counters, and Gus and Hal have cut",
            "/api/v1/progressive/round/",
            {
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
        )
    ],
    "prizes": [
        (
            "Three people, one fresh stake",
            "/api/v1/progressive/prizes/",
            {
                "people": [
                    {"name": "Ann", "role": "lady", "counters": 120, "fresh_stakes": 1, "yellow_chips": 2},
                    {"name": "Ben", "role": "gentleman", "counters": 60, "yellow_chips": 2},
                    {"name": "Cleo", "role": "lady", "counters": 70},
                ],
                "settings": {"stake": 50},
            },
        )
    ],
}
