"""Deals as figures to look up give what the rules give."""

import pytest

from games.rules.bidding import list_legal_bids
from games.rules.deals import Hand
from games.rules.lookup import build_lookups
from games.rules.schedules import plan_deals
from games.rules.scoring import score
from tests.rules.golden_rows import BLACKOUT
from tests.rules.lookups import golden_lookups

ROWS = golden_lookups()


def allowed(deal, players, made, zeros):
    forbidden = deal["last"] if len(made) == players - 1 else deal["running"]
    bids = [bid for bid in range(deal["most"] + 1) if sum(made) + bid not in forbidden]
    return [bid for bid in bids if bid or not 0 < deal["zeros"] <= zeros]


@pytest.mark.parametrize("row", [row for row in ROWS if row.get("legal")], ids=lambda row: row["id"][:40])
def test_allowed_bids_by_the_figures(row):
    assert allowed(row["deal"], row["players"], row["made"], row["zeros"]) == row["legal"]


@pytest.mark.parametrize("row", [row for row in ROWS if "tricks" in row], ids=lambda row: row["id"][:40])
def test_scores_by_the_figures(row):
    if row["scores"] is None:
        assert row["deal"]["scores"] is None
        return
    table = row["plan"]["tables"][row["deal"]["scores"]]
    revokes = row["revokes"] or [0] * len(row["bids"])
    found = [
        table[bid][tricks] + row["plan"]["revoke"] * again
        for bid, tricks, again in zip(row["bids"], row["tricks"], revokes, strict=True)
    ]
    assert found == row["scores"]


@pytest.mark.parametrize("key", BLACKOUT)
def test_the_figures_of_a_whole_game(key):
    """Every first bid and every score of every deal, for each number of players; tables are shared."""
    game = BLACKOUT[key]
    for players in range(game.fewest, game.most + 1):
        deals = plan_deals(game, players)
        found, tables = build_lookups(game, deals, players)
        for deal, lookup in zip(deals, found, strict=True):
            if not deal.cards:
                continue
            figures = {name: getattr(lookup, name) for name in ("last", "running", "most", "zeros")}
            assert tuple(allowed(figures, players, [], 0)) == list_legal_bids(game, deal, players, (), 0)
            assert lookup.scores is not None
            for bid in range(lookup.most + 1):
                for tricks in range(deal.cards + 1):
                    assert tables[lookup.scores][bid][tricks] == score(game, deal, Hand(bid, tricks))
        assert len(tables) <= len({deal.cards for deal in deals})
