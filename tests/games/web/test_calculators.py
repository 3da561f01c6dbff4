"""The library's calculators and judges: what they answer, and what they say at a field."""

import pytest
from django.urls import reverse

from tests.web.html import Page, faults


@pytest.fixture
def ask(client, db):
    """Ask a calculator; the answer's words, or what is refused by field."""

    def go(key, tool, **given):
        answer = client.get(
            reverse("game-tool", args=[key, tool]), {k.replace("__", "."): v for k, v in given.items()}
        )
        assert faults(answer.text) == []
        form = answer.context.get("tool") or answer.context.get("deal_form")
        if answer.status_code == 422:
            assert form is not None
            assert form.errors
            assert 'id="answer"' not in answer.text
            return {field: " ".join(errors) for field, errors in form.errors.items()}
        assert answer.status_code == 200
        page = Page(answer.text.replace("</t", " </t"))  # so that cells are words of their own
        found = [part for part in page.root.all("div") if part.attributes.get("id") == "answer"]
        return found[0].words if found else ""

    return go


def deal(bids, tricks, **more):
    given = {f"bids.{seat}": bid for seat, bid in enumerate(bids)}
    given |= {f"tricks.{seat}": won for seat, won in enumerate(tricks)}
    return given | {"players": len(bids)} | more


def hands(*cards, name="hands"):
    return {f"{name}.{seat}": each for seat, each in enumerate(cards)}


# The score calculator


@pytest.mark.parametrize(
    ("key", "given", "scores"),
    [
        ("blackout-nullo", deal([0, 4, 2], [0, 4, 1], deal=5), [10, 14, 0]),
        ("blackout-family", deal([0, 3, 5], [1, 3, 6], deal=1), [-1, 8, -5]),
        ("jabberwocky", {**deal([0, 1, 1], [0, 1, 2], deal=1), "revokes.1": 1}, [1, -2, 0]),
    ],
)
def test_it_scores(ask, key, given, scores):
    told = ask(key, "score", **given)
    rows = told.split("Tricks Score")[1].replace("(dealer)", "")
    shown = [int(word.replace("−", "-")) for word in rows.split() if word.lstrip("−").isdigit()]
    figures = [shown[n : n + 4] for n in range(0, len(shown), 4)]  # player, bid, won, score
    assert {figure[0]: figure[3] for figure in figures} == dict(enumerate(scores, 1))


@pytest.mark.thorough
def test_the_best_of_a_deal(ask):
    told = ask("blackout", "score", **deal([0, 1, 2], [0, 1, 1], deal=2))
    assert "Best of the deal: Player 2." in told
    together = ask("blackout", "score", **deal([1, 1, 1], [1, 1, 1], deal=3))
    assert "Best of the deal: Player 1, Player 2 and Player 3 (dealer)." in together


def test_a_round_together(ask):
    assert "the round is won" in ask("blackout-cooperative", "score", **deal([1, 1], [1, 1], deal=2))
    assert "dealt again" in ask("blackout-cooperative", "score", **deal([1, 1], [2, 0], deal=2))


def test_madness_asks_which_tricks(ask):
    call = {"call.cards": 3, "call.ascending_madness": "on"}
    given = deal([1, 1, 0], [1, 2, 0], **call) | {"took.0": "3", "took.1": "1, 2", "took.2": ""}
    assert "Player 1 1 1 16" in ask("caller-clag", "score", **given)
    assert list(ask("caller-clag", "score", **given | {"took.1": "1 3"})) == ["took.1"]
    assert list(ask("caller-clag", "score", **given | {"took.1": "one"})) == ["took.1"]


@pytest.mark.thorough
def test_it_says_nothing_before_it_is_asked(ask):
    for players in (3, 5):
        assert ask("kachuful", "score", players=players) == ""


@pytest.mark.thorough
def test_bids_are_asked_in_bidding_order(client, db):
    def players(key):
        page = Page(client.get(f"/games/{key}/score/?players=3").text)
        return [legend.words for legend in page.root.all("legend") if "Player" in legend.words]

    assert players("blackout") == ["Player 1", "Player 2", "Player 3 (dealer)"]
    assert players("blackout-nullo") == ["Player 3 (dealer)", "Player 1", "Player 2"]


# The trick judge


@pytest.mark.parametrize(
    ("key", "given", "says"),
    [
        ("blackout", {"trick": "4C AC 2H KC", "trump": "H"}, ["2♥, card 3 of the trick, wins."]),
        ("blackout", {"trick": "4c, 10♣", "trump": "S"}, ["10♣, card 2 of the trick, wins so far."]),
        ("blackout", {"trick": "4C", "hand": "KC 3H", "trump": "H"}, ["Allowed: K♣.", "Not allowed: 3♥."]),
        ("jabberwocky", {"hand": "KD JH", "trump": "H"}, ["Allowed: K♦.", "Not allowed: J♥."]),
        ("jabberwocky", {"hand": "KD JH", "trump": "H", "broken": "on"}, ["Allowed: K♦ and J♥."]),
        ("kachuful", {"deal": 2, "trick": "AC 2D 3C 4C"}, ["2♦, card 2 of the trick, wins."]),
        ("caller-clag", {"call.suit_precedence": "on", "trick": "4C AC 2H KC"}, ["2♥, card 3"]),
    ],
)
def test_it_judges_a_trick(ask, key, given, says):
    told = ask(key, "trick", **given)
    for words in says:
        assert words in told


# Showdown and settling


@pytest.mark.thorough
def test_who_wins_a_showdown(ask):
    told = ask("draw-poker", "showdown", players=3, **hands("AS AH 3C 4D 5S", "", "KS KH KC 2D 2S"))
    assert "Winner: Player 3 (dealer)." in told
    assert "full house" in told
    assert "Player 2" not in told
    equal = ask("draw-poker", "showdown", players=3, **hands("AS KS 3C 4D 5S", "AH KH 3D 4C 5H", ""))
    assert "Player 1 and Player 2 divide the pool." in equal


def test_braggers(ask):
    cards = hands("8S 8H 8C", "9S 9D JC", "AD KS KH")
    told = ask("brag", "showdown", players=3, **cards)
    assert "Winner: Player 3 (dealer)." in told
    assert "pair-royal with braggers" in told
    assert "natural pair-royal" in told


def test_the_dealer_staked_first(ask):
    """Equal hands: with an ante the dealer staked before all others."""
    told = ask("single-stake-brag", "showdown", players=5, **hands("AS KS QS", "", "", "", "AH KH QH"))
    assert "Winner: Player 5 (dealer)." in told


def pool(stakes, states, **more):
    given = {f"stakes.{seat}": stake for seat, stake in enumerate(stakes)}
    given |= {f"state.{seat}": state for seat, state in enumerate(states)}
    return given | {"players": len(stakes)} | more


@pytest.mark.thorough
def test_settling_by_the_winner(ask):
    told = ask("draw-poker", "settle", **pool([5, 2, 5], ["won", "dropped", "in"]))
    assert "Player 1 +7 Player 2 −2 Player 3 (dealer) −5" in told
    left_alone = ask("draw-poker", "settle", **pool([5, 2, 5], ["in", "dropped", "dropped"]))
    assert "Player 1 +7 Player 2 −2 Player 3 (dealer) −5" in left_alone


def test_settling_by_the_cards_with_a_side_pool(ask):
    cards = hands("AS AH AC 4D 5S", "KS KH KC 2D 3S", "QS JH 9C 2S 4S")
    told = ask("draw-poker", "settle", **pool([2, 6, 6], ["in", "in", "in"]), **cards)
    assert "Player 1 +4 Player 2 +2 Player 3 (dealer) −6" in told


def test_who_put_in_less_wins_only_as_much_from_each(ask):
    """Also where the winner is named: what is beyond their stake is a side pool."""
    told = ask("draw-poker", "settle", **pool([2, 6, 6], ["won", "dropped", "in"]))
    assert "Player 1 +4 Player 2 −6 Player 3 (dealer) +2" in told


def test_settling_brag(ask):
    told = ask("brag", "settle", **pool([0, 4, 4], ["dropped", "won", "in"], ante=2))
    assert "Player 1 0 Player 2 +4 Player 3 (dealer) −4" in told
    nobody = pool([0, 0, 2], ["dropped", "dropped", "in"], ante=2) | {"options.compensation": 3}
    assert "Player 1 −3 Player 2 −3 Player 3 (dealer) +6" in ask("brag", "settle", **nobody)


# Refusals


@pytest.mark.parametrize(
    ("page", "given", "field", "says"),
    [
        (
            "blackout/score",
            deal([0, 1, 2], [0, 1, 0], deal=2),
            "__all__",
            "The tricks total 1. They must total 2.",
        ),
        ("blackout/score", deal([0, 1, 3], [0, 1, 1], deal=2), "bids.2", "from 0 to 2"),
        ("blackout/score", deal([0, 1, "x"], [0, 1, 1], deal=2), "bids.2", "whole number"),
        ("blackout/score", deal([0, 1, "9" * 5000], [0, 1, 1], deal=2), "bids.2", ""),
        ("blackout/score", {"players": 3, "bids.0": 1}, "bids.1", "required"),
        ("blackout/score", deal([0, 1, 1], [0, 1, 1], deal=99), "deal", "Choose one of these"),
        (
            "blackout/score",
            {**deal([0, 0, 2], [0, 1, 1], deal=2), "options.hook": "running"},
            "bids.2",
            "Hook: the bids may not total",
        ),
        ("jabberwocky/score", {**deal([0, 1, 1], [0, 1, 2]), "revokes.0": 99}, "revokes.0", ""),
        ("kachuful/score", {**deal([0] * 6, [1, 0, 0, 0, 0, 0]), "zeros.3": 5}, "bids.3", "Bid 1 or more"),
        ("caller-clag/score", deal([1, 0, 0], [1, 3, 3], **{"call.cards": 9}), "call.cards", ""),
        (
            "caller-clag/score",
            deal([1], [1], **{"players": 3, "call.suits": "SHDC"}),
            "call.suits",
            "only with",
        ),
        (
            "caller-clag/score",
            deal([1], [1], **{"players": 3, "call.suits": "SSSS", "call.suit_precedence": "on"}),
            "call.suits",
            "Enter each suit once",
        ),
        ("blackout/trick", {"trick": "", "hand": "", "trump": "H"}, "trick", "Enter the trick or a hand"),
        ("blackout/trick", {"trick": "XX", "trump": "H"}, "trick", "not a card"),
        ("blackout/trick", {"trick": "AS AS", "trump": "H"}, "trick", "A♠ is entered twice"),
        ("blackout/trick", {"trick": "AS", "hand": "AS", "trump": "H"}, "trick", "A♠ is entered twice"),
        (
            "blackout/trick",
            {"trick": "AS KS QS JS TS", "trump": "H"},
            "trick",
            "one card from each player: 4.",
        ),
        ("blackout/trick", {"trick": "AS", "trump": "X"}, "trump", "valid choice"),
        ("blackout/trick", {"trick": "AS " * 100, "trump": "H"}, "trick", "200"),
        ("blackout/trick", {"hand": "2C 3C", "deal": 1, "trump": "H"}, "hand", "1 to 1 cards"),
        ("seven-truf/trick", {"trick": "2S", "trump": "H"}, "trick", "2♠ is not in the pack"),
        ("draw-poker/showdown", hands("AS", ""), "hands.0", "5 cards"),
        ("draw-poker/showdown", hands("AS KS QS JS TS", "AS KH QH JH TH"), "hands.1", "A♠ is entered twice"),
        ("draw-poker/showdown", hands("", ""), "__all__", "Nobody shows"),
        ("brag/showdown", hands("AS KS QS JS", ""), "hands.0", "3 cards"),
        ("brag/showdown", hands("AS KS 1S", ""), "hands.0", "not a card"),
        ("draw-poker/settle", pool([5, 5], ["in", "in"]), "__all__", "Enter the hands or the winners"),
        ("draw-poker/settle", pool([5, 5], ["dropped", "dropped"]), "__all__", "Enter who won the pool"),
        ("draw-poker/settle", pool([5, "x"], ["won", "dropped"]), "stakes.1", "whole number"),
        ("draw-poker/settle", pool([4, 5], ["won", "dropped"]), "stakes.1", "This player dropped"),
        (
            "draw-poker/settle",
            {**pool([5, 5], ["won", "in"]), **hands("AS KS QS JS TS")},
            "__all__",
            "not both",
        ),
        (
            "draw-poker/settle",
            {**pool([5, 5], ["in", "in"]), **hands("AS KS QS JS TS")},
            "hands.1",
            "Enter this hand.",
        ),
        ("brag/settle", pool([4, 4, 2], ["in", "won", "in"], ante=2), "stakes.2", "the same amount"),
        ("brag/settle", pool([4, 4, 4], ["in", "won", "in"], ante=0), "ante", ""),
        ("brag/settle", pool([4, 4, 4], ["won", "in", "in"], ante=4) | {"options.limit": 2}, "ante", "limit"),
        ("brag/settle", pool([4, 4, 4], ["in", "in", "elsewhere"], ante=4), "state.2", "valid choice"),
    ],
)
def test_it_refuses_at_the_field(ask, page, given, field, says):
    refused = ask(*page.split("/"), **given)
    assert field in refused
    assert says in refused[field]


# Three stakes

FIVE = hands("AS 2H 3H", "KS KH 4H", "9S 8H 5H", "7S 7H 6H", "QS JH 2D")


def test_thirty_one(ask):
    told = ask("three-stake-brag", "thirty-one", players=5, **FIVE, **{"drawn.1": "7C", "drawn.2": "TC"})
    assert "Winner: Player 2." in told
    assert "Player 3 32: out" in told


def test_thirty_one_is_refused_at_the_field(ask):
    def refused(**more):
        return ask("three-stake-brag", "thirty-one", players=5, **{**FIVE, **more})

    assert "Enter at most one drawn card" in refused(**{"drawn.1": "7C 8C"})["drawn.1"]
    assert "A♠ is entered twice" in refused(**{"drawn.1": "AS"})["drawn.1"]
    assert "Enter this hand." in refused(**{"hands.4": ""})["hands.4"]


def test_the_three_stakes_together(ask):
    given = pool([3, 3, 1, 3, 1], ["in", "in", "dropped", "in", "dropped"], first=1, second=1, third=1)
    told = ask("three-stake-brag", "three-stakes", **given, **FIVE, **{"drawn.1": "7C"})
    assert "First stake Player 4" in told
    assert "Second stake Player 2" in told
    assert "Third stake Player 2" in told
    assert "Player 1 −5 Player 2 +11 Player 3 −3 Player 4 0 Player 5 (dealer) −3" in told


def test_a_third_stake_that_waits(ask):
    """All are out, so it waits; in the next deal it is won with the others'."""
    given = pool([3, 3, 1, 3, 1], ["in", "in", "dropped", "in", "dropped"], first=1, second=1, third=1)
    drawn = hands("TS", "TH", "TD", "TC", "JS", name="drawn")
    low = hands("AS KH 2H", "KS QH 3H", "9S 8H 5H", "QS 7S 6H", "QD JH 2D")
    told = ask("three-stake-brag", "three-stakes", **given, **low, **drawn)
    assert "All are out. The third stake waits" in told
    assert "Player 3 −2" in told, "the third stake is neither lost nor won"
    given |= {"waiting": 2}
    told = ask("three-stake-brag", "three-stakes", **given, **FIVE, **{"drawn.1": "7C"})
    assert "Player 2 +19" in told


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"waiting": -1}, "waiting"),
        ({"stakes.3": 2}, "stakes.3"),
        ({"stakes.2": 0}, "stakes.2"),
        ({"first": 0}, "first"),
        ({"hands.2": "9S 8H"}, "hands.2"),
        ({"hands.2": ""}, "hands.2"),
    ],
)
def test_the_three_stakes_are_refused_at_the_field(ask, changes, field):
    given = pool([3, 3, 1, 3, 1], ["in", "in", "dropped", "in", "dropped"], first=1, second=1, third=1)
    assert field in ask("three-stake-brag", "three-stakes", **{**given, **FIVE, **changes})
