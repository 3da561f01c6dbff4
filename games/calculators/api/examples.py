"""An example for each address: what is asked and what is answered. The tests ask each of them."""

from typing import Any

from accounts.shared.api.schema import Example
from games.rules.blackout import BLACKOUT_FAMILY

FAMILY: dict[str, Any] = {
    "key": "blackout-family",
    "title": "Family Blackout",
    "also_called": [],
    "family": "blackout",
    "kind": "bids",
    "players": {"fewest": 3, "most": 7},
    "progressive": True,
    "document": "003",
    "options": [
        {
            "key": "return",
            "title": "Return to the largest deal",
            "default": False,
            "choices": [],
            "least": None,
            "most": None,
            "excludes": [],
        }
    ],
    "calculators": [
        "schedule",
        "orders",
        "check-bid",
        "legal-bids",
        "score",
        "legal-plays",
        "trick",
        "replay",
    ],
}


def _deal(number: int, cards: int) -> dict[str, Any]:
    """A deal of Family Blackout: with five cards all bid at once."""
    together = cards == 5
    return {
        "number": number,
        "round": number,
        "cards": cards,
        "trump": "next_card",
        "suit": "",
        "bidding": "simultaneous" if together else "in_turn",
        "hook": "none" if together else "last",
        "bids_before_trump": False,
        "blind": False,
        "pile": False,
        "shuffled": False,
        "misere": False,
        "precedence": "",
        "nuloss": False,
        "madness": "none",
        "may_change": not together,
        "by_call": False,
    }


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "games": (Example("A list of one", "/api/v1/games/", answer={"games": [FAMILY]}),),
    "game": (
        Example(
            "Family Blackout",
            "/api/v1/games/blackout-family/",
            answer={**FAMILY, "about": BLACKOUT_FAMILY.about},
        ),
    ),
    "schedule": (
        Example(
            "Family Blackout for seven",
            "/api/v1/games/blackout-family/schedule/?players=7&return=false",
            answer={
                "players": 7,
                "options": {"return": False},
                "pack": 52,
                "removed": 0,
                "end": "all_deals",
                "target": None,
                "deals": [_deal(number, cards) for number, cards in enumerate(range(7, 0, -1), start=1)],
            },
        ),
    ),
    "orders": (
        Example(
            "La Podrida deals to the right",
            "/api/v1/games/la-podrida/orders/?players=4&dealer=0",
            answer={
                "dealing": [3, 2, 1, 0],
                "bidding": [1, 2, 3, 0],
                "playing": [1, 2, 3, 0],
                "next_dealer": 3,
            },
        ),
    ),
    "check-bid": (
        Example(
            "The last bidder",
            "/api/v1/games/blackout-family/check-bid/",
            body={"players": 3, "deal": 8, "made": [1, 1], "bid": 2},
            answer={"allowed": True},
        ),
    ),
    "legal-bids": (
        Example(
            "The last bidder is hooked",
            "/api/v1/games/blackout-family/legal-bids/",
            body={"players": 3, "deal": 8, "made": [1, 1]},
            answer={
                "legal": [0, 2, 3],
                "refused": [
                    {
                        "bid": 1,
                        "reason": "Hook: the bids may not total 3, the number of tricks. Make another bid.",
                    }
                ],
            },
        ),
    ),
    "score": (
        Example(
            "Family Blackout",
            "/api/v1/games/blackout-family/score/",
            body={"players": 3, "deal": 8, "bids": [2, 0, 2], "tricks": [2, 1, 0]},
            answer={"scores": [7, -1, -2], "exact": [True, False, False], "best": [0]},
        ),
        Example(
            "Caller Clag with ascending madness",
            "/api/v1/games/caller-clag/score/",
            body={
                "players": 3,
                "deal": 1,
                "call": {"cards": 3, "ascending_madness": True},
                "bids": [2, 0, 1],
                "tricks": [2, 1, 0],
                "took": [[1, 3], [2], []],
            },
            answer={"scores": [18, 4, 0], "exact": [True, False, False], "best": [0]},
        ),
    ),
    "legal-plays": (
        Example(
            "Jabberwocky: no early trump",
            "/api/v1/games/jabberwocky/legal-plays/",
            body={
                "players": 4,
                "deal": 1,
                "trump": "S",
                "hand": ["AS", "KS", "2H"],
                "trick": [],
                "broken": False,
            },
            answer={"legal": ["2H"]},
        ),
    ),
    "trick": (
        Example(
            "Caller Clag by suit precedence",
            "/api/v1/games/caller-clag/trick/",
            body={
                "players": 3,
                "deal": 1,
                "call": {"cards": 3, "suit_precedence": True},
                "leader": 1,
                "trick": ["AS", "2H", "KC"],
            },
            answer={"winner": 2, "card": "2H"},
        ),
    ),
    "replay": (
        Example(
            "With a revoke",
            "/api/v1/games/blackout-nullo/replay/",
            body={
                "players": 3,
                "deal": 2,
                "dealer": 2,
                "trump": "S",
                "hands": [["AH", "2S"], ["KH", "3S"], ["QH", "4C"]],
                "plays": ["AH", "3S", "QH", "KH", "4C", "2S"],
                "bids": [1, 1, 0],
            },
            answer={
                "tricks": [
                    {"number": 1, "leader": 0, "cards": ["AH", "3S", "QH"], "winner": 1},
                    {"number": 2, "leader": 1, "cards": ["KH", "4C", "2S"], "winner": 0},
                ],
                "won": [1, 1, 0],
                "took": [[2], [1], []],
                "illegal": [
                    {
                        "trick": 1,
                        "seat": 1,
                        "card": "3S",
                        "fault": "suit",
                        "reason": "Revoke: this player could follow suit.",
                    }
                ],
                "revokes": [0, 1, 0],
                "score": {"scores": [11, 11, 7], "exact": [True, True, True], "best": [0, 1]},
            },
        ),
    ),
    "showdown": (
        Example(
            "Brag: the better bragger",
            "/api/v1/games/brag/showdown/",
            body={"dealer": 0, "hands": [["KS", "AD", "4H"], None, ["KH", "JC", "4S"]]},
            answer={
                "winners": [0],
                "hands": [
                    {"seat": 0, "cards": ["KS", "AD", "4H"], "name": "pair with a bragger"},
                    {"seat": 2, "cards": ["KH", "JC", "4S"], "name": "pair with a bragger"},
                ],
            },
        ),
    ),
    "settle": (
        Example(
            "Draw Poker with a side pool",
            "/api/v1/games/draw-poker/settle/",
            body={
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
            answer={"net": [12, -10, 0, -2], "winners": [0], "won": None, "waiting": None},
        ),
        Example(
            "Brag for one stake",
            "/api/v1/games/single-stake-brag/settle/",
            body={"dealer": 4, "ante": 2, "stakes": [6, 0, 6, 2, 6], "still_in": [0, 2, 4], "winners": [2]},
            answer={"net": [-6, 0, 14, -2, -6], "winners": [2], "won": None, "waiting": None},
        ),
        Example(
            "Brag for three stakes",
            "/api/v1/games/three-stake-brag/settle/",
            body={
                "dealer": 4,
                "first": 1,
                "second": 2,
                "third": 3,
                "stakes": [5, 2, 5, 2, 2],
                "still_in": [0, 2],
                "won": {"first": 1, "second": 2, "third": None},
            },
            answer={
                "net": [-6, 2, 10, -3, -3],
                "winners": [2],
                "won": {"first": 1, "second": 2, "third": None},
                "waiting": [3, 3, 3, 3, 3],
            },
        ),
    ),
    "thirty-one": (
        Example(
            "Two have drawn",
            "/api/v1/games/three-stake-brag/thirty-one/",
            body={
                "dealer": 2,
                "hands": [["AS", "KH", "9C"], ["QD", "JS", "7H"], ["5C", "6D", "8S"]],
                "drawn": [None, "4H", "TD"],
            },
            answer={"totals": [30, 31, 29], "out": [], "winner": 1},
        ),
    ),
}
