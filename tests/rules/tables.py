"""Any table of any bidding game, for properties: its players, options, a deal as called, the cards dealt."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.cards import PACK, Card
from games.rules.clag import CALLED, MODIFIERS, REFUSED
from games.rules.dealing import DealtHands, deal_out
from games.rules.deals import BidGame, DealPlan
from games.rules.registry import KNOWN
from games.rules.schedules import apply_call, plan_deals

GAMES = [game for game in KNOWN.values() if isinstance(game, BidGame)]


def game(key: str) -> BidGame:
    found = KNOWN[key]
    assert isinstance(found, BidGame)
    return found


def refused(field: str, act: Callable[..., object], /, *args: Any, **words: Any) -> str:
    """The refusal of what ``act`` is given, which is at that field and short whatever was given."""
    with pytest.raises(RuleError) as refusal:
        act(*args, **words)
    assert refusal.value.field == field
    assert len(str(refusal.value)) < 200
    return str(refusal.value)


@dataclass(frozen=True)
class Table:
    game: BidGame
    players: int
    options: dict[str, Any]
    deal: DealPlan


@dataclass(frozen=True)
class DealtTable(Table):
    dealer: int
    dealt: DealtHands


@st.composite
def options_of(draw: st.DrawFn, game: BidGame) -> dict[str, Any]:
    """Options as a club may choose them, those left out that others exclude."""
    chosen: dict[str, Any] = {}
    for option in game.options:
        if not draw(st.booleans()) or any(option.key in other.excludes for other in game.options):
            continue
        if option.choices is not None:
            chosen[option.key] = draw(st.sampled_from([*option.choices]))
        elif isinstance(option.default, bool):
            chosen[option.key] = draw(st.booleans())
        else:
            chosen[option.key] = draw(st.integers(option.least, option.most))
    for option in game.options:
        others = [other for other in game.options if option.key in other.excludes]
        if others and not any(chosen.get(other.key) for other in others):
            chosen[option.key] = draw(st.booleans())
    return chosen


@st.composite
def calls(draw: st.DrawFn) -> dict[str, Any]:
    """What a dealer of Caller Clag may call."""
    call: dict[str, Any] = {"cards": draw(st.sampled_from([*CALLED]))}
    for key in draw(st.permutations([*MODIFIERS])):
        refused = any({key} < {*pair} and call.get(*({*pair} - {key})) for pair in REFUSED)
        call[key] = not refused and draw(st.booleans())
    if call["suit_precedence"] and draw(st.booleans()):
        call["suits"] = "".join(draw(st.permutations("HCDS")))
    return call


@st.composite
def tables(draw: st.DrawFn) -> Table:
    game = draw(st.sampled_from(GAMES))
    players = draw(st.integers(game.fewest, game.most))
    options = draw(options_of(game))
    deal = draw(st.sampled_from(plan_deals(game, players, options)))
    if deal.by_call:
        deal = apply_call(game, deal, draw(calls()))
    return Table(game, players, options, deal)


@st.composite
def dealt_tables(draw: st.DrawFn) -> DealtTable:
    table = draw(tables())
    dealer = draw(st.integers(0, table.players - 1))
    pack: list[Card] = draw(st.permutations(table.game.pack(table.players)))
    shown = draw(st.sampled_from(PACK))
    dealt = deal_out(table.game, table.deal, table.players, dealer, pack, shown)
    return DealtTable(table.game, table.players, table.options, table.deal, dealer, dealt)
