"""Scored deals, legal bids, tricks and whole games against the golden tables."""

import json

import pytest

from accounts.errors import RuleError
from games.rules.bidding import check_bid, check_bids, list_legal_bids
from games.rules.cards import parse_card, parse_cards
from games.rules.deals import Hand
from games.rules.game import FinishedDeal, find_next_deal, find_outcome
from games.rules.schedules import apply_call, plan_deals
from games.rules.scoring import find_best, score_deal
from games.rules.tricks import find_trick_winner, list_legal_plays
from tests.rules.golden_rows import (
    BLACKOUT,
    READ_TWICE,
    deal_in,
    game_of,
    numbers,
    read_twice,
    rows,
    said,
    second_deal_in,
)
from tests.rules.tables import refused
from tests.stories import second_bids

SCORED, BIDS, TRICKS, ENDINGS = rows("scored_deals"), rows("bids"), rows("tricks"), rows("endings")


def parts(row):
    """Bids, tricks, which tricks, revokes and scores, by seat."""
    bids, tricks = numbers(row["bids"]), numbers(row["tricks"])
    took = [numbers(cell) for cell in row["took"].split("|")] if row["took"] else [[] for _ in bids]
    return bids, tricks, took, numbers(row["revokes"]) or [0] * len(bids), numbers(row["scores"])


def hands_of(bids, tricks, took, revokes):
    lines = zip(bids, tricks, took, revokes, strict=True)
    return [Hand(bid, won, tuple(which), again) for bid, won, which, again in lines]


# Scores


@pytest.mark.parametrize("row", SCORED)
def test_golden_scores(row):
    game, deal, (bids, tricks, took, revokes, scores) = game_of(row), deal_in(row), parts(row)
    hands = hands_of(bids, tricks, took, revokes)
    assert list(score_deal(game, deal, hands)) == scores
    if row["best"]:
        assert list(find_best(scores, hands)) == numbers(row["best"])
    check_bids(game, deal, bids)
    assert len(bids) == int(row["players"])
    assert row["source"]


@pytest.mark.parametrize("row", read_twice(SCORED))
def test_the_second_reading_scores_the_same(row):
    bids, tricks, took, revokes, scores = parts(row)
    deal, lines = second_deal_in(row), zip(bids, tricks, took, revokes, strict=True)
    assert deal["cards"] == deal_in(row).cards
    assert second_bids.bids_stand(row["game"], deal, bids)
    assert [second_bids.score(row["game"], deal, *line) for line in lines] == scores
    if row["best"]:
        assert second_bids.best(scores, bids, tricks) == numbers(row["best"])


@pytest.mark.parametrize("key", BLACKOUT)
def test_every_game_has_twenty_scored_deals_and_is_in_each_table(key):
    mine = [p.values[0] for p in SCORED if p.values[0]["game"] == key]
    assert len(mine) >= 20
    for table in (BIDS, TRICKS, ENDINGS, rows("orders")):
        assert any(p.values[0]["game"] == key for p in table)
    shown = {int(row["players"]) for row in mine}
    assert shown == set(range(BLACKOUT[key].fewest, BLACKOUT[key].most + 1))


@pytest.mark.parametrize("row", [p for p in SCORED if p.values[0]["next"]])
def test_the_round_after_a_cooperative_deal(row):
    game, players, this = game_of(row), int(row["players"]), deal_in(row)
    bids, tricks = parts(row)[:2]
    won = [(d, [d.cards, *[0] * (players - 1)]) for d in plan_deals(game, players)[: this.round - 1]]
    before = [FinishedDeal(d, tuple(Hand(bid, bid) for bid in exact)) for d, exact in won]
    played = [*before, FinishedDeal(this, tuple(map(Hand, bids, tricks)))]
    told = [{"bids": exact, "tricks": exact} for _, exact in won] + [{"bids": bids, "tricks": tricks}]
    after, second = (
        find_next_deal(game, players, None, played),
        second_bids.next_deal(game.key, players, {}, told),
    )
    if row["next"] == "won":
        assert after is second is None
    else:
        assert after is not None
        assert after.round == second["round"] == int(row["next"])
        assert after.number == second["deal"] == this.round + 1
        assert after.cards == second["cards"] == int(row["next"])


# Calls


@pytest.mark.parametrize("row", rows("calls"))
def test_golden_calls(row):
    game, call, fields = game_of(row), said(row["call"]), row["refused"].split()
    deal = plan_deals(game, 4)[0]
    assert bool(second_bids.may_call(call)) == (not fields)
    if not fields:
        assert apply_call(game, deal, call).cards == call["cards"]
        return
    with pytest.raises(RuleError) as refusal:
        apply_call(game, deal, call)
    assert refusal.value.field in fields


# Bids


@pytest.mark.parametrize("row", BIDS)
def test_golden_bids(row):
    game, deal, players = game_of(row), deal_in(row), int(row["players"])
    made, zeros, legal = numbers(row["made"]), int(row["zeros"] or 0), numbers(row["legal"])
    assert list(list_legal_bids(game, deal, players, made, zeros)) == legal
    if row["game"] in READ_TWICE:
        assert second_bids.legal_bids(row["game"], second_deal_in(row), players, made, zeros) == legal
    for bid in range(-1, deal.cards + 2):
        if bid in legal:
            check_bid(game, deal, players, made, bid, zeros)
        else:
            refused("bid", check_bid, game, deal, players, made, bid, zeros)


# Tricks


@pytest.mark.parametrize("row", [p for p in TRICKS if p.values[0]["legal"]])
def test_golden_legal_plays(row):
    hand, trick = row["hand"].split(), row["trick"].split()
    broken = row["broken"] == "yes"
    ours = list_legal_plays(
        game_of(row), deal_in(row), parse_cards(hand), parse_cards(trick), row["trump"], broken=broken
    )
    assert sorted(map(str, ours)) == sorted(row["legal"].split())
    if row["game"] in READ_TWICE:
        second = second_bids.playable(row["game"], second_deal_in(row), hand, trick, row["trump"], broken)
        assert sorted(second) == sorted(row["legal"].split())


@pytest.mark.parametrize("row", [p for p in TRICKS if p.values[0]["winner"]])
def test_golden_trick_winners(row):
    trick = row["trick"].split()
    assert len(trick) == int(row["players"])
    assert find_trick_winner(deal_in(row), [parse_card(text) for text in trick], row["trump"]) == int(
        row["winner"]
    )
    if row["game"] in READ_TWICE:
        assert second_bids.taker(second_deal_in(row), trick, row["trump"]) == int(row["winner"])


# Whole games


def told(row):
    """The deals of a game as a list: "2x 1 0/0 1" is twice bids 1 0, tricks 0 1; a call may follow."""
    deals = []
    for item in row["played"].split("; "):
        times, _, rest = item.rpartition("x ")
        bids, tricks, *call = rest.split("/")
        deal = {"bids": numbers(bids), "tricks": numbers(tricks), "call": json.loads(call[0]) if call else {}}
        deals += [deal] * int(times or 1)
    return deals


def play(row):
    """The same by the program, each deal the one that it says comes next."""
    game, players, options = game_of(row), int(row["players"]), said(row["options"])
    played: list[FinishedDeal] = []
    for line in told(row):
        deal = find_next_deal(game, players, options, played)
        assert deal is not None, "the program ends the game too early"
        deal = apply_call(game, deal, line["call"]) if line["call"] else deal
        hands = tuple(map(Hand, line["bids"], line["tricks"]))
        check_bids(game, deal, line["bids"])
        score_deal(game, deal, hands)
        played.append(FinishedDeal(deal, hands))
    return played


@pytest.mark.parametrize("row", ENDINGS)
def test_golden_endings(row):
    game, players, options = game_of(row), int(row["players"]), said(row["options"])
    ended = find_outcome(game, players, options, play(row))
    assert list(ended.totals) == numbers(row["totals"])
    assert ended.over == (row["over"] == "yes")
    assert list(ended.winners) == numbers(row["winners"])
    if row["rounds_won"]:
        assert ended.rounds_won == int(row["rounds_won"])
        assert ended.all_win == (True if ended.over else None)


@pytest.mark.parametrize("row", read_twice(ENDINGS))
def test_the_second_reading_ends_the_same(row):
    key, players, options, played = row["game"], int(row["players"]), said(row["options"]), told(row)
    over = second_bids.next_deal(key, players, options, played) is None
    assert second_bids.totals(key, players, options, played) == numbers(row["totals"])
    assert over == (row["over"] == "yes")
    if over:
        assert second_bids.winners(key, players, options, played) == numbers(row["winners"])
    if row["rounds_won"]:
        assert second_bids.rounds_won(played) == int(row["rounds_won"])
