"""What an evening plays: one game by its options, and in which format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.brag import BragGame
from games.rules.deals import BidGame, End, Turn
from games.rules.options import Options
from games.rules.poker import DRAW_POKER
from games.rules.registry import ruleset
from games.rules.ruleset import Kind, Ruleset, Tables
from tournaments.core.settings import Counting, Settings


class Format(StrEnum):
    """How an evening is made of deals. Each has its module and its paragraph in docs/formats.md."""

    PROGRESSIVE = "progressive"  # a round is a deal at each table; then people move
    FIXED = "fixed"  # a round is a whole game at each table; nobody moves
    ROTATION = "rotation"  # whole games; for each, tables of people who have met least
    SWISS = "swiss"  # whole games; for each, tables of people who stand near each other
    KNOCKOUT = "knockout"  # whole games; the best of each go on, until one table is left
    RECORDED = "recorded"  # played elsewhere or before: only its result is known


FORMATS: dict[Format, str] = {
    Format.PROGRESSIVE: _("Progressive: at each bell people move between the tables"),
    Format.FIXED: _("Fixed tables: everybody stays, and each table plays whole games"),
    Format.ROTATION: _("Rotation: whole games, each with other people at the table"),
    Format.SWISS: _("Swiss: whole games, each against people who stand about as well"),
    Format.KNOCKOUT: _("Knockout: whole games; the best go on, until one table plays the final"),
    Format.RECORDED: _("Recorded: played elsewhere or before, and only the result is kept"),
}
DRAWN = frozenset({Format.ROTATION, Format.SWISS, Format.KNOCKOUT})
"""The formats in which seats are drawn anew for each game."""
BY_STANDING = frozenset({Format.SWISS, Format.KNOCKOUT})
"""The formats whose next game depends on how everybody has played so far."""
CHOICES = tuple(format for format in Format if format is not Format.RECORDED)
"""The formats in which an evening can be planned."""


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
    def several_stakes(self) -> bool:
        """Whether each player puts up several stakes on a deal."""
        return isinstance(self.game, BragGame) and self.game.stakes > 1

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
        return self.format is Format.FIXED or self.drawn

    @property
    def drawn(self) -> bool:
        """Whether seats are drawn anew for each game."""
        return self.format in DRAWN

    @property
    def recorded(self) -> bool:
        """Whether it was played elsewhere or before, so that only its result is known."""
        return self.format is Format.RECORDED

    @property
    def knockout(self) -> bool:
        """Whether people drop out from game to game, so that nobody knows how many games there are."""
        return self.format is Format.KNOCKOUT


POKER_EVENING = Play()
"""Progressive Draw Poker, which an evening plays unless something else is chosen."""


def play_of(game: str, options: Mapping[str, Any], format: str) -> Play:
    """What is played. RuleError at ``game``, ``options.<key>`` or ``format``."""
    if format not in tuple(Format):
        raise RuleError("format", _("There is no format “%(format)s”."), format=str(format)[:40])
    rules = ruleset(game)
    if format == Format.PROGRESSIVE and not rules.progressive:
        raise RuleError("game", _("This game cannot be played in a progressive evening."))
    if format in BY_STANDING and isinstance(rules, BidGame) and rules.end is End.ALL_ROUNDS_WON:
        raise RuleError(
            "game", _("A table wins or loses this game together, so there is no standing to go by.")
        )
    chosen = rules.choose(options)
    fewest, most = rules.range(chosen)
    # Head and booby table, and those between, are known to a progressive evening only.
    tables = rules.tables if format == Format.PROGRESSIVE else Tables.FEWEST
    return Play(replace(rules, fewest=fewest, most=most, tables=tables), chosen, Format(format))


def refuse_unfit(play: Play, settings: Settings) -> None:
    """RuleError at a setting by which this cannot be played."""
    at_the_end = play.staked and settings.counting is Counting.AT_THE_END
    if play.format in BY_STANDING and at_the_end:
        raise RuleError(
            "counting",
            _("Who plays whom next depends on everybody’s counters: they are counted after every deal."),
        )
