"""The facts about a game that the rest of the program needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from accounts.answers import answers
from games.rules.options import Option, Options, fill_options


class Kind(StrEnum):
    """The kind of a deal's result: counters won from a pool, or bids and tricks."""

    POOL = "pool"
    BIDS = "bids"


class Tables(StrEnum):
    """How players are divided into tables (docs/rules.md#tables)."""

    SIXES = "sixes"  # four at the head and the booby table, nearest to six between
    FEWEST = "fewest"  # as few tables as the game's number of players allows


class Turn(StrEnum):
    """Who begins a round of dealing or bidding, and its direction."""

    LEFT = "left"  # left of the dealer, clockwise
    DEALER = "dealer"  # the dealer, clockwise
    RIGHT = "right"  # right of the dealer, counter-clockwise


@dataclass(frozen=True)
class TableWish:
    """The organiser's wish: how many tables, and how many people at each. 0: by the rules."""

    tables: int = 0
    people: int = 0
    least: int = 0
    most: int = 0


AS_RULED = TableWish()


@answers("fewest", "most")
class Players(NamedTuple):
    """How many can play at a table."""

    fewest: int
    most: int


CALCULATORS = {
    0: ("schedule", "orders", "check-bid", "legal-bids", "score", "legal-plays", "trick", "replay"),
    1: ("showdown", "settle"),
    3: ("showdown", "settle", "thirty-one"),
}
"""The calculators of a game, named as in the API's addresses, by ``stakes``."""


@answers(
    *("key", "title", "also_called", "family", "kind", "players", "progressive", "document", "options"),
    "calculators",
    component="GameLine",
    description="A game in the list; ``calculators`` are the addresses below its own that it has.",
)
@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One game: ``fewest`` to ``most`` players at a table. ``family``: the game's module.

    ``fewest_each``: the fewest at each of several tables, if this is more than ``fewest``. ``wanted``: the
    organiser's wish for tables.

    ``stakes``: how many stakes each player puts up on a deal; 0: a game of bids. ``divides``: equal hands
    at the showdown divide the pool; if not, the first in order wins.

    ``about``: a paragraph about the game besides its rules. ``also_called``: its other names. ``document``:
    the document that has the game ("000" to "004"). ``rebuilt``: that document only names it.
    """

    key: str
    title: str
    family: str
    kind: Kind
    fewest: int
    most: int
    progressive: bool
    tables: Tables = Tables.FEWEST
    fewest_each: int = 0
    wanted: TableWish = AS_RULED
    dealing: Turn = Turn.LEFT
    bidding: Turn = Turn.LEFT
    stakes: int = 1
    divides: bool = True
    options: tuple[Option, ...] = ()
    about: str = ""
    also_called: tuple[str, ...] = ()
    document: str = ""
    rebuilt: bool = False

    @property
    def dealer_antes(self) -> bool:
        """Return whether only the dealer stakes at first. Others meet this ante, up to equal stakes."""
        return False

    def choose(self, given: Mapping[str, object]) -> Options:
        """Return all options: given values, and defaults for the others. RuleError at ``options.<key>``."""
        return fill_options(self.options, given)

    def find_player_range(self, options: Options) -> Players:
        """Return the fewest and the most players at a table with these options."""
        return Players(self.fewest, self.most)

    @property
    def players(self) -> Players:
        """Return the fewest and the most players at a table with default options."""
        return self.find_player_range(self.choose({}))

    @property
    def calculators(self) -> tuple[str, ...]:
        return CALCULATORS[self.stakes]
