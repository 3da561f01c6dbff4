"""Reading the golden tables of the Blackout family: their cells, and the deals that they speak of."""

import csv
import json
from pathlib import Path

import pytest

from games.rules.deals import BidGame
from games.rules.registry import KNOWN, get_ruleset
from games.rules.schedules import apply_call, get_deal
from tests.stories import second_bids

BLACKOUT = {key: game for key, game in KNOWN.items() if isinstance(game, BidGame)}

READ_TWICE = {key: game for key, game in BLACKOUT.items() if key in second_bids.TABLE}
"""The games of the documents, which the second reading knows; a variant of ours has its golden rows."""


def read_twice(params):
    """Those rows that the second reading can say something about."""
    return [param for param in params if param.values[0]["game"] in READ_TWICE]


def rows(name):
    """The rows of ``golden/<name>.csv``, each with its place and its game as the test's name."""
    text = (Path(__file__).parent / "golden" / f"{name}.csv").read_text()
    return [
        pytest.param(row, id=f"{line}-{row['game']}")
        for line, row in enumerate(csv.DictReader(text.splitlines()), start=2)
    ]


def numbers(cell):
    return [int(word) for word in cell.split()]


def said(cell):
    """A cell of options or of a call: JSON, or nothing."""
    return json.loads(cell) if cell else {}


def spread(cell):
    """ "next*3 none" is next next next none."""
    pairs = (word.partition("*") for word in cell.split())
    return [word for word, _, times in pairs for _ in range(int(times or 1))]


def game_of(row):
    game = get_ruleset(row["game"])
    assert isinstance(game, BidGame)
    return game


def deal_in(row):
    """The deal that a row speaks of, called if the row has a call, by the program."""
    game = game_of(row)
    deal = get_deal(game, int(row["players"]), said(row.get("options", "")), int(row["deal"]))
    return apply_call(game, deal, said(row["call"])) if row.get("call") else deal


def second_deal_in(row):
    """The same by the second reading."""
    deals = second_bids.schedule(row["game"], int(row["players"]), said(row.get("options", "")))
    deal = deals[min(int(row["deal"]), len(deals)) - 1]
    return second_bids.called(deal, said(row["call"])) if row.get("call") else deal
