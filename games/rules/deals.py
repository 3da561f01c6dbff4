"""One deal of a bidding game as the rules have it, and one player's part in it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from accounts.answers import answers
from games.rules.cards import PACK, Card
from games.rules.options import Options
from games.rules.ruleset import Kind, Ruleset


class Trump(StrEnum):
    """Where a deal's trump suit comes from."""

    NEXT_CARD = "next_card"  # the first card that is left over is turned up
    LAST_CARD = "last_card"  # the last card dealt, the dealer's own
    SECOND_PACK = "second_pack"  # a card of another pack
    BEFORE_DEAL = "before_deal"  # a card shown before the deal, then shuffled back
    FIXED = "fixed"  # the schedule names the suit
    NONE = "none"  # no trump: none is turned, or no card is left for it


class Bidding(StrEnum):
    IN_TURN = "in_turn"
    SIMULTANEOUS = "simultaneous"


class Hook(StrEnum):
    """Which total of bids is refused, the tricks being as many as the cards of the deal."""

    NONE = "none"
    LAST = "last"  # the last bidder may not make them total the tricks
    RUNNING = "running"  # nobody may make the total so far equal the tricks
    TOTAL = "total"  # the bids must total the tricks (cooperative)


class Madness(StrEnum):
    """Caller Clag: what the winner of each trick scores, exact or not."""

    NONE = "none"
    ASCENDING = "ascending"
    DESCENDING = "descending"


@answers(
    *("number", "round", "cards", "trump", "suit", "bidding", "hook", "bids_before_trump", "blind", "pile"),
    *("shuffled", "misere", "precedence", "nuloss", "madness", "may_change", "by_call"),
    component="DealAnswer",
)
@dataclass(frozen=True, kw_only=True)
class DealPlan:
    """How one deal is dealt, bid, played and scored.

    ``number`` counts the deals from 1, ``round`` those of the schedule (they differ where a round is
    played again). ``cards`` to each player; 0 until the dealer has called. ``suit``: the fixed trump.
    ``blind``: bids are made before the hand is looked at. ``pile``: hands are played from the top of a
    pile, with no duty to follow; ``shuffled``: that pile is the hand, shuffled when all have bid.
    ``misere``: everybody bids zero. ``precedence``: suits, highest first. ``nuloss``: the ranks are
    reversed. ``may_change``: a bid may be taken back for a while.
    """

    number: int
    round: int
    cards: int
    trump: Trump = Trump.NEXT_CARD
    suit: str = ""
    bidding: Bidding = Bidding.IN_TURN
    hook: Hook = Hook.NONE
    bids_before_trump: bool = False
    blind: bool = False
    pile: bool = False
    shuffled: bool = False
    misere: bool = False
    precedence: str = ""
    nuloss: bool = False
    madness: Madness = Madness.NONE
    may_change: bool = False
    by_call: bool = False


@dataclass(frozen=True)
class Hand:
    """One player's part in a played deal: their bid and tricks; which tricks (from 1) where that counts."""

    bid: int
    tricks: int
    took: tuple[int, ...] = ()
    revokes: int = 0


@answers("scores", "exact", "best", component="ScoreAnswer")
@dataclass(frozen=True)
class DealScores:
    """Scores by seat; ``best`` are the seats that won the deal, several if equal in all that counts."""

    scores: tuple[int, ...]
    exact: tuple[bool, ...]
    best: tuple[int, ...]


@dataclass(frozen=True)
class Points:
    """What an exact and a missed bid score, each with the words that say so."""

    exact: Callable[[Hand, DealPlan], int]
    missed: Callable[[Hand, DealPlan], int]
    exact_words: str
    missed_words: str


class End(StrEnum):
    """When a game is over."""

    ALL_DEALS = "all_deals"
    TARGET = "target"  # after the deal by which somebody has so many points
    ALL_ROUNDS_WON = "all_rounds_won"  # together: each round again until everybody's bid was exact


def whole_pack(_players: int) -> tuple[Card, ...]:
    return PACK


def none_removed(_players: int) -> int:
    return 0


@dataclass(frozen=True, kw_only=True)
class BidGame(Ruleset):
    """The numbers of one game of the Blackout family (docs/games.md#the-blackout-family).

    ``schedule`` gives the deals for a number of players and options; where the game ends at a ``target``
    it is the one deal that is repeated. ``removed``: cards taken out of the pack unseen before each deal.
    ``must_trump``: a player who cannot follow must play a trump. ``trump_waits``: no trump is led until one
    was played, unless only trumps are held. ``revoke``: what each revoke scores. ``zeros``: so many bids
    of zero running are allowed, with more than ``zeros_above`` players; 0: any.
    """

    family: str = "blackout"
    kind: Kind = Kind.BIDS
    schedule: Callable[[int, Options], tuple[DealPlan, ...]]
    points: Points
    pack: Callable[[int], tuple[Card, ...]] = whole_pack
    removed: Callable[[int], int] = none_removed
    must_trump: bool = False
    trump_waits: bool = False
    revoke: int = 0
    zeros: int = 0
    zeros_above: int = 0
    end: End = End.ALL_DEALS
    target: int = 0
    stakes: int = 0

    @property
    def together(self) -> bool:
        """Return whether a table wins or loses the game as one."""
        return self.end is End.ALL_ROUNDS_WON
