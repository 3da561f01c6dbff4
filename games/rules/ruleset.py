"""What the rest of the program needs to know of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from accounts.answers import answers
from games.rules.options import Option, Options, chosen


class Kind(StrEnum):
    """What a deal's result is: counters won from a pool, or bids and tricks."""

    POOL = "pool"
    BIDS = "bids"


class Tables(StrEnum):
    """How players are divided into tables (docs/rules.md#tables)."""

    SIXES = "sixes"  # four at the head and the booby table, nearest to six between
    FEWEST = "fewest"  # as few tables as the game's number of players allows


class Turn(StrEnum):
    """Whom a round of dealing or bidding starts with, and which way it runs from there."""

    LEFT = "left"  # left of the dealer, clockwise
    DEALER = "dealer"  # the dealer, clockwise
    RIGHT = "right"  # right of the dealer, counter-clockwise


@dataclass(frozen=True)
class TableWish:
    """The tables that an organiser wants: how many, and how many people at each. 0: as the rules have it."""

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
"""What can be worked out of a game, as the addresses are called, by ``stakes``."""


@answers(
    *("key", "title", "also_called", "family", "kind", "players", "progressive", "document", "options"),
    "calculators",
    component="GameLine",
    description="A game in the list; ``calculators`` are the addresses below its own that it has.",
)
@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One game: ``fewest`` to ``most`` players at a table; ``family`` is the module it is in.

    Of several tables each has ``fewest_each`` at least, where that is more. ``wanted``: as tonight's tables
    are wanted.

    ``stakes``: how many each player puts up on a deal; 0: bids are played for. ``divides``: hands that are
    equal at the showdown divide the pool; else the first in order wins.

    ``about`` says in a paragraph what is known of the game besides its rules, ``also_called`` its other
    names, ``document`` the one that it comes from ("000" to "004"). ``rebuilt``: that document only names it.
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
        """Return whether only the dealer stakes at first. Others meet it; all still in put in as much."""
        return False

    def choose(self, given: Mapping[str, object]) -> Options:
        """Return all options, those given and the others' defaults. RuleError at ``options.<key>``."""
        return chosen(self.options, given)

    def range(self, options: Options) -> Players:
        """Return the fewest and the most players at a table, by options that were chosen."""
        return Players(self.fewest, self.most)

    @property
    def players(self) -> Players:
        """Return the fewest and the most players at a table, as the game is usually played."""
        return self.range(self.choose({}))

    @property
    def calculators(self) -> tuple[str, ...]:
        return CALCULATORS[self.stakes]
