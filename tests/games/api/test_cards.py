"""The cards that may be played, the winner of a trick, and a whole deal card by card."""

from tests.api.asking import answer, changed


def legal(key, **body):
    return answer(f"/api/v1/games/{key}/legal-plays/", {"players": 4, "deal": 7, **body})["legal"]


def test_suit_is_followed_and_else_any_card_is_free():
    hand = ["AS", "2H", "3H"]
    assert legal("clag", trump="S", hand=hand, trick=["KH"]) == ["2H", "3H"]
    assert legal("clag", trump="S", hand=hand, trick=["KD"]) == hand


def test_a_broken_trump_may_be_led():
    address, body = changed("legal-plays", broken=True)
    assert answer(address, body)["legal"] == ["AS", "KS", "2H"]


def test_a_fixed_trump_need_not_be_said():
    assert legal("kachuful", deal=1, hand=["2H"]) == ["2H"]


def winner(key, trick, trump="", leader=0, **body):
    asked = {"players": 4, "deal": 7, "trick": trick, "trump": trump, "leader": leader, **body}
    return answer(f"/api/v1/games/{key}/trick/", asked)


def test_a_trump_wins_then_the_suit_led():
    assert winner("clag", ["KH", "AH", "2S", "AD"], "S") == {"winner": 2, "card": "2S"}
    assert winner("clag", ["KH", "AH", "2D", "AD"], "S") == {"winner": 1, "card": "AH"}


def test_seats_go_round():
    assert winner("clag", ["KH", "AH", "2D", "3D"], "S", leader=3)["winner"] == 0


def test_without_bids_nothing_is_scored():
    address, body = changed("replay", bids=None)
    assert answer(address, body)["score"] is None


def test_who_was_dealt_a_pile_plays_its_top():
    body = {
        "players": 3,
        "deal": 1,
        "call": {"cards": 3, "pile_order": True, "ascending_madness": True, "no_trump": True},
        "dealer": 2,
        "hands": [["2C", "AC", "3D"], ["3C", "4C", "5C"], ["KH", "QH", "JH"]],
        "plays": ["2C", "3C", "KH", "4C", "QH", "3D", "5C", "JH", "AC"],
        "bids": [1, 2, 0],
    }
    found = answer("/api/v1/games/caller-clag/replay/", body)
    assert [(play["trick"], play["seat"], play["card"], play["fault"]) for play in found["illegal"]] == [
        (2, 0, "3D", "pile")
    ]
    assert found["took"] == [[3], [1, 2], []]
    assert found["score"]["scores"] == [16, 16, 10]
