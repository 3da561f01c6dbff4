"""The golden rows of bids and scores as figures: one value, for Python and for the phone's script."""

from dataclasses import asdict
from typing import Any

from games.rules.lookup import build_lookups
from tests.rules.golden_rows import deal_in, game_of, numbers, rows, said


def golden_lookups() -> list[dict[str, Any]]:
    """Each golden row with its deal in figures, what is asked, and the answer."""
    return [_row(param.values[0]) for name in ("bids", "scored_deals") for param in rows(name)]


def _row(row: dict[str, str]) -> dict[str, Any]:
    game, players = game_of(row), int(row["players"])
    (deal,), tables = build_lookups(game, [deal_in(row)], players)
    figures = {
        "id": f"{row['game']} {row['source']}",
        "players": players,
        "deal": asdict(deal),
        "plan": {"tables": tables, "revoke": game.revoke},
    }
    if "legal" in row:
        asked = {"made": numbers(row["made"]), "zeros": int(row["zeros"] or 0)}
        return {**figures, **asked, "legal": numbers(row["legal"])}
    return {
        **figures,
        "bids": numbers(row["bids"]),
        "tricks": numbers(row["tricks"]),
        "revokes": numbers(row["revokes"]),
        "scores": None if deal.by_trick else numbers(row["scores"]),
        "call": said(row["call"]),
    }
