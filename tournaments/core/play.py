"""What an evening plays: one game by its options, and in which format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, End, Turn
from games.rules.options import Options
from games.rules.poker import DRAW_POKER
from games.rules.registry import ruleset
from games.rules.ruleset import Kind, Ruleset, Tables


class Format(StrEnum):
    """How an evening is made of deals. Each has its module and its paragraph in docs/formats.md."""

    PROGRESSIVE = "progressive"  # a round is a deal at each table; then people move
    FIXED = "fixed"  # a round is a whole game at each table; nobody moves


FORMATS: dict[Format, str] = {
    Format.PROGRESSIVE: _("Progressive: at each bell people move between the tables"),
    Format.FIXED: _("Fixed tables: everybody stays, and each table plays whole games"),
}


@dataclass(frozen=True)
class Play:
    """The game with its options, and the format. ``game`` takes as many players as the options say."""

    game: Ruleset = DRAW_POKER
    options: Options | None = None
    format: Format = Format.PROGRESSIVE

    @property
    def chosen(self) -> Options:
        """Every option with its value."""
        return self.game.choose({}) if self.options is None else self.options

    @property
    def bids(self) -> BidGame | None:
        """The game, where bids are played for and not counters."""
        return self.game if isinstance(self.game, BidGame) else None

    @property
    def staked(self) -> bool:
        """Whether counters are played for."""
        return self.game.kind is Kind.POOL

    @property
    def together(self) -> bool:
        """Whether a table wins or loses together."""
        return self.bids is not None and self.bids.end is End.ALL_ROUNDS_WON

    @property
    def to_right(self) -> bool:
        """Whether the deal passes to the right."""
        return self.bids is not None and self.bids.dealing is Turn.RIGHT

    @property
    def whole_games(self) -> bool:
        """Whether a round is a whole game at each table."""
        return self.format is Format.FIXED


POKER_EVENING = Play()
"""Progressive Draw Poker, which an evening plays unless something else is chosen."""


def play_of(game: str, options: Mapping[str, Any], format: str) -> Play:
    """What is played. RuleError at ``game``, ``options.<key>`` or ``format``."""
    if format not in tuple(Format):
        raise RuleError("format", _("There is no format “%(format)s”."), format=str(format)[:40])
    rules = ruleset(game)
    if format == Format.PROGRESSIVE and not rules.progressive:
        raise RuleError("game", _("This game cannot be played in a progressive evening."))
    chosen = rules.choose(options)
    fewest, most = rules.range(chosen)
    # Head and booby table, and those between, are known to a progressive evening only.
    tables = rules.tables if format == Format.PROGRESSIVE else Tables.FEWEST
    return Play(replace(rules, fewest=fewest, most=most, tables=tables), chosen, Format(format))
