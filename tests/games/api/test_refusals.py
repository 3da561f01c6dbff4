"""What a calculator refuses, at which field: what is no body, and one refusal of the rules of each kind."""

import pytest

from games.rules.cards import PACK
from tests.api.asking import EXAMPLES, answer, changed, never_fails, refused

CALCULATORS = EXAMPLES.keys() - {"games", "game", "schedule", "orders", "round", "prizes"}
SEVENS = {"players": 4, "deal": 7, "trump": "S", "hand": ["7S", "8S"], "trick": ["9S"]}


@pytest.mark.parametrize(
    ("name", "fields", "field"),
    [
        ("check-bid", {"bid": 1}, "bid"),
        ("check-bid", {"bid": 4}, "bid"),
        ("check-bid", {"bid": "1"}, "bid"),
        ("check-bid", {"bid": None}, "bid"),
        ("check-bid", {"players": 8}, "players"),
        ("check-bid", {"deal": 11}, "deal"),
        ("check-bid", {"made": [1, 1, 1]}, "bid"),
        ("check-bid", {"made": [1, 4]}, "made.1"),
        ("check-bid", {"made": [1, "x"]}, "made.1"),
        ("check-bid", {"made": [0] * 5000}, "made"),
        ("check-bid", {"zeros": -1}, "zeros"),
        ("check-bid", {"options": {"misere": True}}, "options.misere"),
        ("check-bid", {"options": {"return": "yes"}}, "options.return"),
        ("check-bid", {"options": []}, "options"),
        ("check-bid", {"options": {str(n): 1 for n in range(50)}}, "options"),
        ("check-bid", {"call": {"cards": 5}}, "call"),
        ("check-bid", {"bids": [1, 1]}, "bids"),
        ("legal-bids", {"players": 9}, "players"),
        ("legal-bids", {"deal": 99}, "deal"),
        ("legal-bids", {"made": [9]}, "made.0"),
        ("legal-bids", {"made": "0"}, "made"),
        ("score", {"tricks": [2, 1, 1]}, "tricks"),
        ("score", {"tricks": [2, 1]}, "tricks"),
        ("score", {"tricks": [2, 1, "0"]}, "tricks.2"),
        ("score", {"bids": [2, 0]}, "bids"),
        ("score", {"bids": [2, 0, 1]}, "bids.2"),
        ("score", {"bids": [None, 0, 2]}, "bids.0"),
        ("score", {"bids": 7}, "bids"),
        ("score", {"revokes": [0]}, "revokes"),
        ("score", {"revokes": [0, 0, 9]}, "revokes.2"),
        ("score", {"took": [[1, 2], [3]]}, "took"),
        ("score", {"zeros": [0]}, "zeros"),
        ("score", {"dealer": 3}, "dealer"),
        ("score", {"players": 4}, "bids"),
        ("score", {"deal": 11}, "deal"),
        ("legal-plays", {"hand": []}, "hand"),
        ("legal-plays", {"hand": ["AS", "1S"]}, "hand.1"),
        ("legal-plays", {"hand": ["AS", "AX", 7]}, "hand.2"),
        ("legal-plays", {"hand": "AS"}, "hand"),
        ("legal-plays", {"hand": ["AS", "KS", "2H", "3H"]}, "hand"),
        ("legal-plays", {"hand": ["2C"] * 99}, "hand"),
        ("legal-plays", {"trick": ["2H"]}, "trick"),
        ("legal-plays", {"trump": ""}, "trump"),
        ("legal-plays", {"trump": "SS"}, "trump"),
        ("legal-plays", {"broken": "false"}, "broken"),
        ("trick", {"trick": []}, "trick"),
        ("trick", {"trick": ["AS", "2H", "KC", "3D"]}, "trick"),
        ("trick", {"trick": ["AS", "10H"]}, "trick.1"),
        ("trick", {"leader": 3}, "leader"),
        ("trick", {"trump": "S"}, "trump"),
        ("replay", {"plays": ["AH", "KH", "QH"]}, "plays"),
        ("replay", {"plays": ["AH", "KH", "QH", "2S", "3S", "4S"]}, "plays.5"),
        ("replay", {"plays": ["AH", "KH", "QH", "2S", "3S", "ZZ"]}, "plays.5"),
        ("replay", {"plays": ["KH", "AH", "QH", "2S", "3S", "4C"]}, "plays.0"),
        ("replay", {"hands": [["AH", "2S"], ["KH", "3S"]]}, "hands"),
        ("replay", {"hands": [["AH", "2S"], ["KH", "3S"], ["QH", "4Z"]]}, "hands.2.1"),
        ("replay", {"hands": [["AH", "2S"], None, ["QH", "4C"]]}, "hands.1"),
        ("replay", {"dealer": 3}, "dealer"),
        ("replay", {"bids": [1, 1]}, "bids"),
        ("replay", {"bids": [1, 3, 0]}, "bids.1"),
        ("replay", {"bids": [1, 1, None]}, "bids.2"),
        ("replay", {"players": 4}, "hands"),
        ("replay", {"deal": 18}, "deal"),
        ("showdown", {"hands": []}, "dealer"),
        ("showdown", {"hands": [None, None]}, "hands"),
        ("showdown", {"hands": [["KS", "AD"], ["KH", "JC", "4S"]]}, "hands.0"),
        ("showdown", {"hands": [["KS", "AD", "4H"], ["KH", "JC", "XX"]]}, "hands.1.2"),
        ("showdown", {"hands": [[]] * 13}, "hands"),
        ("showdown", {"hands": [["2C"] * 60]}, "hands.0"),
        ("showdown", {"dealer": 3}, "dealer"),
        ("showdown", {"options": {"joker": 1}}, "options.joker"),
        ("thirty-one", {"hands": []}, "hands"),
        ("thirty-one", {"hands": [["AS", "KH"]]}, "hands.0"),
        ("thirty-one", {"drawn": [None, None, None, "2C"]}, "drawn.3"),
        ("thirty-one", {"drawn": ["??"]}, "drawn.0"),
        ("thirty-one", {"dealer": 3}, "dealer"),
        ("thirty-one", {"options": {"three_to_twelve": 3}}, "options.three_to_twelve"),
    ],
)
def test_it_refuses(name, fields, field):
    address, body = changed(name)
    refused(address, {**body, **fields}, field)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (None, "call"),
        ({}, "call.cards"),
        ({"cards": True}, "call.cards"),
        ({"cards": 5, "suits": "HCDS"}, "call.suits"),
    ],
)
def test_it_refuses_what_cannot_be_called(call, field):
    body = {"players": 4, "deal": 1, "bid": 0} | ({} if call is None else {"call": call})
    refused("/api/v1/games/caller-clag/check-bid/", body, field)


@pytest.mark.parametrize(
    ("address", "body", "field", "says"),
    [
        ("clag/legal-plays", {"players": 4, "deal": 8, "trump": "S", "hand": ["AS"]}, "trump", "no trump"),
        (
            "clag/legal-plays",
            {"players": 3, "deal": 7, "trump": "S", "hand": ["7S"], "trick": ["9S", "TS", "JS"]},
            "trick",
            "This trick is complete",
        ),
        ("seven-truf/legal-plays", SEVENS | {"hand": ["6H"]}, "hand", "6H is not in the pack"),
        ("seven-truf/legal-plays", SEVENS | {"trick": ["6H"]}, "trick", "6H is not in the pack"),
        (
            "seven-truf/trick",
            {"players": 4, "deal": 1, "trump": "S", "trick": ["7S", "2H"]},
            "trick",
            "2H is not in the pack",
        ),
    ],
)
def test_cards_that_cannot_be_played(address, body, field, says):
    refused(f"/api/v1/games/{address}/", body, field, says)


@pytest.mark.parametrize(
    ("key", "calculator", "size", "most"),
    [("draw-poker", "showdown", 5, 7), ("three-stake-brag", "thirty-one", 3, 8)],
)
def test_more_hands_than_play(key, calculator, size, most):
    cards = iter(map(str, PACK))
    hands = [[next(cards) for _card in range(size)] for _seat in range(most + 1)]
    address = f"/api/v1/games/{key}/{calculator}/"
    refused(address, {"dealer": 0, "hands": hands}, "hands", f"to {most} players")
    assert answer(address, {"dealer": 0, "hands": hands[:most]})
    if calculator == "thirty-one":
        more = {"dealer": 0, "hands": hands, "options": {"three_to_twelve": True}}
        assert len(answer(address, more)["totals"]) == 9


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name in sorted(CALCULATORS) for number in range(len(EXAMPLES[name]))],
)
def test_it_never_fails(name, number):
    never_fails(name, number)
