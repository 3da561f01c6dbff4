"""One deal of a bidding game by the rules, and one player's part in it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from accounts.answers import answers
from games.rules.cards import PACK, Card
from games.rules.options import Options
from games.rules.ruleset import Kind, Ruleset


class Trump(StrEnum):
    """The source of a deal's trump suit."""

    NEXT_CARD = "next_card"  # the first card left over is turned up
    LAST_CARD = "last_card"  # the last card dealt, the dealer's own
    SECOND_PACK = "second_pack"  # a card of another pack
    BEFORE_DEAL = "before_deal"  # a card shown before the deal, then shuffled back
    FIXED = "fixed"  # the schedule names the suit
    NONE = "none"  # no trump: no card is turned, or none is left


class Bidding(StrEnum):
    IN_TURN = "in_turn"
    SIMULTANEOUS = "simultaneous"


class Hook(StrEnum):
    """Which total of bids is refused. There are as many tricks as cards in a hand."""

    NONE = "none"
    LAST = "last"  # the last bidder may not make the total equal the tricks
    RUNNING = "running"  # nobody may make the total so far equal the tricks
    TOTAL = "total"  # the bids must total the tricks (cooperative)


class Madness(StrEnum):
    """Caller Clag: how each trick scores for its winner, whether the bid is exact or not."""

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

    ``number`` counts deals from 1; ``round`` counts deals of the schedule. They differ if a round is
    repeated. ``cards``: for each player; 0 until the dealer has called. ``suit``: the fixed trump.
    ``blind``: bids are made before players look at their hands. ``pile``: hands are played from the top of
    a pile, without a duty to follow suit. ``shuffled``: this pile is the hand, shuffled after all have bid.
    ``misere``: everybody bids zero. ``precedence``: suits, highest first. ``nuloss``: the ranks are
    reversed. ``may_change``: a bid may be changed for a while.
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
    """One player's part in a played deal: their bid and tricks; which tricks (from 1) if they matter."""

    bid: int
    tricks: int
    took: tuple[int, ...] = ()
    revokes: int = 0


@answers("scores", "exact", "best", component="ScoreAnswer")
@dataclass(frozen=True)
class DealScores:
    """Scores by seat. ``best``: the seats that won the deal; several if they are equal in every respect."""

    scores: tuple[int, ...]
    exact: tuple[bool, ...]
    best: tuple[int, ...]


@dataclass(frozen=True)
class Points:
    """The scores of an exact and of a missed bid, each with its words."""

    exact: Callable[[Hand, DealPlan], int]
    missed: Callable[[Hand, DealPlan], int]
    exact_words: str
    missed_words: str


class End(StrEnum):
    """When a game is over."""

    ALL_DEALS = "all_deals"
    TARGET = "target"  # after the deal in which somebody reaches the target
    ALL_ROUNDS_WON = "all_rounds_won"  # together: each round is repeated until everybody's bid is exact


def list_whole_pack(_players: int) -> tuple[Card, ...]:
    return PACK


def remove_none(_players: int) -> int:
    return 0


@dataclass(frozen=True, kw_only=True)
class BidGame(Ruleset):
    """The numbers of one game of the Blackout family (docs/games.md#the-blackout-family).

    ``schedule`` returns the deals for a number of players and options. If the game ends at a ``target``, it
    returns the one deal that is repeated. ``count_removed``: cards taken out of the pack unseen before each
    deal. ``must_trump``: a player who cannot follow must play a trump. ``trump_waits``: no trump is led until
    one was played, unless the leader has only trumps. ``revoke``: the score of each revoke. ``zeros``: how
    many successive bids of zero are allowed, with more than ``zeros_above`` players; 0: any number.
    """

    family: str = "blackout"
    kind: Kind = Kind.BIDS
    schedule: Callable[[int, Options], tuple[DealPlan, ...]]
    points: Points
    pack: Callable[[int], tuple[Card, ...]] = list_whole_pack
    count_removed: Callable[[int], int] = remove_none
    must_trump: bool = False
    trump_waits: bool = False
    revoke: int = 0
    zeros: int = 0
    zeros_above: int = 0
    end: End = End.ALL_DEALS
    target: int = 0
    stakes: int = 0

    @property
    def plays_together(self) -> bool:
        """Return whether a table wins or loses the game together."""
        return self.end is End.ALL_ROUNDS_WON
