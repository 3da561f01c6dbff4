"""Brag: the games, the values of three cards with braggers, and the showdown.

See docs/rules.md#hands-of-brag.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product

from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.cards import RANKS, Card
from games.rules.options import Option, Options
from games.rules.ruleset import Kind, Players, Ruleset

HAND_SIZE = 3

BRAGGERS = {Card(14, "D"): 3, Card(11, "C"): 2, Card(9, "D"): 1}
"""The cards that can replace any other, each with its worth in games that rank braggers."""

WIDE = Players(3, 12)
"""The numbers of players for both games of the old handbook."""

LIMIT = Option(
    "limit", _("Betting limit for the ante and each raise (0: no limit)"), 0, least=0, most=checks.MOST
)
COMPENSATION = Option(
    "compensation",
    _("Counters that each player pays if nobody stays in against the dealer’s ante"),
    1,
    least=0,
    most=1000,
)
THREE_TO_TWELVE = Option("three_to_twelve", _("Three to twelve players"))


@dataclass(frozen=True, kw_only=True)
class BragGame(Ruleset):
    """The rules in which the games of Brag differ.

    ``ranks_braggers``: the best bragger used decides between equal hands. A single stake begins with the
    dealer's ante, which the others meet. Several stakes are put up by everybody.
    """

    ranks_braggers: bool = False
    divides: bool = False

    @property
    def dealer_antes(self) -> bool:
        return self.stakes == 1

    def find_player_range(self, options: Options) -> Players:
        return WIDE if options.get(THREE_TO_TWELVE.key) else super().find_player_range(options)


SINGLE_STAKE_BRAG = BragGame(
    key="single-stake-brag",
    title=_("Single-Stake Brag"),
    family="brag",
    kind=Kind.POOL,
    # The modern book: played by any number from five to eight.
    fewest=5,
    most=8,
    progressive=True,
    options=(COMPENSATION, LIMIT),
    about=_(
        "An old English game, probably the parent of Poker. Players stake on three cards each. No "
        "cards are drawn. Bluffing matters as much as the cards. The three wild cards, the braggers, "
        "are worth the same."
    ),
    document="000",
)

BRAG = BragGame(
    key="brag",
    title="Brag",
    family="brag",
    kind=Kind.POOL,
    # The old handbook: three to twelve players at a table.
    fewest=3,
    most=12,
    progressive=True,
    options=(COMPENSATION, LIMIT),
    # The old handbook: the braggers have a rank of their own.
    ranks_braggers=True,
    divides=True,
    about=_(
        "The old English game, as a Poker club plays it. Seats, counters, the betting limit and the "
        "betting are as in Draw Poker. The braggers have an order, which decides between equal hands."
    ),
    document="002",
)

THREE_STAKE_BRAG = BragGame(
    key="three-stake-brag",
    title=_("Three-Stake Brag"),
    family="brag",
    kind=Kind.POOL,
    # The modern book has five to eight for all Brag; the old handbook has three to twelve for both its
    # games.
    fewest=5,
    most=8,
    progressive=True,
    options=(
        THREE_TO_TWELVE,
        replace(LIMIT, title=_("Betting limit for each stake and raise (0: no limit)")),
    ),
    # The modern book: three separate stakes are put up by each player.
    stakes=3,
    about=_("Three games in one deal, each with its own stake. A poor Brag hand is not a lost deal."),
    also_called=(_("Three-Card Brag"),),
    document="000",
)


class BragHandKind(IntEnum):
    """The kinds of hand, lowest first. Flushes and sequences have no value."""

    HIGH_CARD = 1
    PAIR = 2
    PAIR_ROYAL = 3


NAMES: dict[tuple[BragHandKind, bool], str] = {
    (BragHandKind.HIGH_CARD, True): _("high card"),
    (BragHandKind.PAIR, False): _("pair with a bragger"),
    (BragHandKind.PAIR, True): _("natural pair"),
    (BragHandKind.PAIR_ROYAL, False): _("pair-royal with braggers"),
    (BragHandKind.PAIR_ROYAL, True): _("natural pair-royal"),
}


@dataclass(frozen=True, order=True, slots=True)
class BragHandValue:
    """The value of a hand; a greater value wins.

    ``rank``: of the pair-royal, the pair or the highest card. ``odd``: the other cards, highest first.
    ``bragger``: the worth of the best bragger that replaces a card; 0 in games whose braggers are equal.
    """

    kind: BragHandKind
    rank: int
    natural: bool
    odd: tuple[int, ...]
    bragger: int

    @property
    def name(self) -> str:
        """Return the kind's name, to be translated when it is shown."""
        return NAMES[self.kind, self.natural]


def value_hand(game: BragGame, cards: Sequence[Card], field: str = "cards") -> BragHandValue:
    """Return the best value of three cards. RuleError if they are not three, or one is there twice."""
    hand = checks.read_hand(cards, HAND_SIZE, field)
    return max(
        _read(game, ranks_and_worths) for ranks_and_worths in product(*map(_list_possible_ranks, hand))
    )


def _list_possible_ranks(card: Card) -> list[tuple[int, int]]:
    """Return each rank that the card can have; with the bragger's worth if it replaces a card, else 0."""
    if card not in BRAGGERS:
        return [(card.rank, 0)]
    # A bragger used as its own card is natural, also beside others of its rank.
    return [(rank, 0 if rank == card.rank else BRAGGERS[card]) for rank in RANKS]


def _read(game: BragGame, ranks_and_worths: Sequence[tuple[int, int]]) -> BragHandValue:
    ranks = [rank for rank, _worth in ranks_and_worths]
    often = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    bragger = max(worth for _rank, worth in ranks_and_worths)
    return BragHandValue(
        # The number of cards of one rank sets the kind: one, two, three.
        kind=BragHandKind(often[0][0]),
        rank=often[0][1],
        natural=not bragger,
        odd=tuple(rank for _times, rank in often[1:]),
        bragger=bragger if game.ranks_braggers else 0,
    )
