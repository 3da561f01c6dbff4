"""Every schedule, and the orders round the table, against the golden tables."""

import pytest

from games.rules.deals import Bidding, Hook, Trump
from games.rules.schedules import count_unseen, find_orders, plan_deals
from tests.rules.golden_rows import BLACKOUT, READ_TWICE, game_of, numbers, rows, said, spread
from tests.stories import second_bids

SCHEDULES = rows("schedules")
TRUMPS = {
    Trump.NEXT_CARD: "next",
    Trump.LAST_CARD: "last",
    Trump.SECOND_PACK: "second",
    Trump.BEFORE_DEAL: "before",
    Trump.NONE: "none",
}
HOOKS = {Hook.NONE: "", Hook.LAST: "H", Hook.RUNNING: "R", Hook.TOTAL: "T"}


def trump(deal):
    if deal.by_call:
        return "call"
    return deal.suit if deal.trump is Trump.FIXED else TRUMPS[deal.trump]


def marks(deal):
    """What is special about a deal, a letter each. A hook that binds nobody is none."""
    simultaneous = deal.bidding is Bidding.SIMULTANEOUS
    letters = "S" if simultaneous else "" if deal.misere else HOOKS[deal.hook]
    letters += "A" if deal.may_change else ""
    letters += "B" if deal.bids_before_trump else ""
    letters += "D" if deal.blind else ""
    letters += "P" if deal.pile else ""
    letters += "M" if deal.misere else ""
    letters += "C" if deal.by_call else ""
    return letters or "-"


@pytest.mark.parametrize("row", SCHEDULES)
def test_golden_schedules(row):
    game, players = game_of(row), int(row["players"])
    deals = plan_deals(game, players, said(row["options"]))
    assert len(deals) == int(row["deals"])
    assert [deal.cards for deal in deals] == numbers(row["cards"])
    assert [trump(deal) for deal in deals] == spread(row["trump"])
    assert [marks(deal) for deal in deals] == spread(row["notes"])
    assert [deal.number for deal in deals] == [deal.round for deal in deals] == [*range(1, len(deals) + 1)]
    assert len(game.pack(players)) == int(row["pack"])
    assert count_unseen(game, players) == int(row["unseen"])
    assert row["source"]
    if row["game"] in READ_TWICE:
        second = second_bids.schedule(row["game"], players, said(row["options"]))
        assert [deal["cards"] for deal in second] == numbers(row["cards"])
        assert [deal["trump"] for deal in second] == spread(row["trump"])
        assert [deal["marks"] or "-" for deal in second] == spread(row["notes"])
        assert second_bids.pack(row["game"], players) == (int(row["pack"]), int(row["unseen"]))


@pytest.mark.parametrize("key", BLACKOUT)
def test_every_game_has_a_schedule_for_each_number_of_players(key):
    game = BLACKOUT[key]
    shown = {int(p.values[0]["players"]) for p in SCHEDULES if p.values[0]["game"] == key}
    assert shown == set(range(game.fewest, game.most + 1))
    assert shown == set(second_bids.TABLE.get(key, shown))


@pytest.mark.parametrize("key", BLACKOUT)
def test_every_option_of_a_game_has_a_schedule(key):
    given = [said(p.values[0]["options"]) for p in SCHEDULES if p.values[0]["game"] == key]
    for option in BLACKOUT[key].options:
        values = {row[option.key] for row in given if option.key in row}
        if option.choices is not None:
            assert values == set(option.choices) - {option.default}
        else:
            assert values, option.key


def test_the_second_reading_knows_the_thirteen_games_of_the_documents():
    assert len(second_bids.TABLE) == len(READ_TWICE) == 13


def test_which_games_a_session_plays():
    """Not those whose length nobody knows, or that all win together, or that are called (docs/formats.md)."""
    refused = {key for key, game in READ_TWICE.items() if not game.progressive}
    assert refused == {"oh-well", "blackout-cooperative", "caller-clag"}


@pytest.mark.parametrize("row", rows("orders"))
def test_golden_orders(row):
    players, dealer = int(row["players"]), int(row["dealer"])
    wanted = (
        numbers(row["dealing"]),
        numbers(row["bidding"]),
        numbers(row["playing"]),
        int(row["next_dealer"]),
    )
    ours = find_orders(game_of(row), players, dealer)
    assert ([*ours.dealing], [*ours.bidding], [*ours.playing], ours.next_dealer) == wanted
    if row["game"] in READ_TWICE:
        assert second_bids.orders(row["game"], players, dealer) == wanted
