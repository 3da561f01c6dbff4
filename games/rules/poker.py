"""Draw Poker: the ordinary ranking of five cards, the draw and the showdown (docs/games.md#draw-poker)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks, pool
from games.rules.cards import ACE, Card, refuse_repeats
from games.rules.checks import NO_HANDS, NOT_IN_HAND, WRONG_HAND_SIZE
from games.rules.ruleset import Kind, Ruleset, Tables

BOTH_SENT = _("Enter the hands or the winners, not both.")
NONE_SENT = _("Enter the hands or the winners.")

DRAW_POKER = Ruleset(
    key="draw-poker",
    title="Draw Poker",
    family="poker",
    kind=Kind.POOL,
    fewest=2,
    most=7,
    progressive=True,
    tables=Tables.SIXES,
    about=_(
        "The Poker of the progressive evening. The tables between the head table and the booby table "
        "seat about six. At the head table, nobody gains by waiting for a big hand."
    ),
    document="002",
)

HAND_SIZE = 5


class HandKind(IntEnum):
    """The kinds of hand, lowest first."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR = 8
    STRAIGHT_FLUSH = 9


NAMES: dict[HandKind, str] = {
    HandKind.HIGH_CARD: _("high card"),
    HandKind.PAIR: _("pair"),
    HandKind.TWO_PAIR: _("two pair"),
    HandKind.THREE: _("three of a kind"),
    HandKind.STRAIGHT: _("straight"),
    HandKind.FLUSH: _("flush"),
    HandKind.FULL_HOUSE: _("full house"),
    HandKind.FOUR: _("four of a kind"),
    HandKind.STRAIGHT_FLUSH: _("straight flush"),
}

_BY_PATTERN = {
    (1, 1, 1, 1, 1): HandKind.HIGH_CARD,
    (2, 1, 1, 1): HandKind.PAIR,
    (2, 2, 1): HandKind.TWO_PAIR,
    (3, 1, 1): HandKind.THREE,
    (3, 2): HandKind.FULL_HOUSE,
    (4, 1): HandKind.FOUR,
}
"""The kinds of hand by how often each rank occurs, most often first."""

_ACE_LOW = (ACE, 5, 4, 3, 2)


@dataclass(frozen=True, order=True, slots=True)
class HandValue:
    """The value of a hand. A greater value wins; equal values divide the pool.

    ``ranks`` decide between hands of one kind, in the order in which they are compared. For a pair: its
    rank, then the odd cards from the highest. For a straight: only its top.
    """

    kind: HandKind
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        """Return the kind's name, to be translated when it is shown."""
        return NAMES[self.kind]


def value_hand(cards: Sequence[Card], field: str = "cards") -> HandValue:
    """Return the value of five cards. RuleError if they are not five, or one is there twice."""
    _refuse_wrong_size(cards, field)
    refuse_repeats(cards, field)
    ranks_held = [card.rank for card in cards]
    often = sorted(((ranks_held.count(rank), rank) for rank in set(ranks_held)), reverse=True)
    ranks = tuple(rank for times, rank in often)
    kind = _BY_PATTERN[tuple(times for times, rank in often)]
    if kind is not HandKind.HIGH_CARD:
        return HandValue(kind, ranks)
    flush = len({card.suit for card in cards}) == 1
    top = _find_straight_top(ranks)
    if top is not None:
        return HandValue(HandKind.STRAIGHT_FLUSH if flush else HandKind.STRAIGHT, (top,))
    return HandValue(HandKind.FLUSH if flush else HandKind.HIGH_CARD, ranks)


def find_winners(hands: Mapping[int, Sequence[Card]]) -> tuple[int, ...]:
    """Return the winners, by seat or entry: several if equal, in the order of ``hands``.

    RuleError at ``hands.<seat>`` for a wrong hand, also for a card that an earlier hand holds.
    """
    if not hands:
        raise RuleError("hands", NO_HANDS)
    seen_cards: list[Card] = []
    values: dict[int, HandValue] = {}
    for seat, cards in hands.items():
        field = f"hands.{seat}"
        values[seat] = value_hand(cards, field)
        seen_cards.extend(cards)
        refuse_repeats(seen_cards, field)
    best = max(values.values())
    return tuple(seat for seat, value in values.items() if value == best)


def settle(
    *,
    dealer: int,
    stakes: Mapping[int, int],
    still_in: Collection[int],
    hands: Mapping[int, Sequence[Card]] | None = None,
    winners: Collection[int] | None = None,
) -> dict[int, int]:
    """Return each player's counters won (+) or lost (-), in total 0. Odd ones: from the dealer's left.

    ``stakes`` by seat are all that each player put in. A player still in with less than others plays for
    the amount they could stake. If several are still in, give the ``hands`` or the ``winners``. RuleError
    at the field.
    """
    put_in = checks.read_stakes(stakes, (DRAW_POKER.fewest, DRAW_POKER.most))
    checks.read_seat(dealer, put_in, "dealer")
    order = pool.order_staking(pool.order_clockwise(put_in, dealer), still_in)
    if hands is not None and winners is not None:
        raise RuleError("winners", BOTH_SENT)
    sent_hands = None if hands is None else checks.read_shown_hands(hands, order, HAND_SIZE)
    sent_winners = None if winners is None else checks.read_seats(winners, order, "winners")

    def best(among: Sequence[int]) -> Collection[int]:
        if sent_hands is not None:
            return find_winners({player: sent_hands[player] for player in among})
        won = (
            among
            if len(among) == 1
            else [player for player in among if sent_winners and player in sent_winners]
        )
        if not won:
            raise RuleError("hands", NONE_SENT)
        return won

    return pool.settle(put_in, order, best)


def exchange(hand: Sequence[Card], thrown: Sequence[Card], fresh: Sequence[Card]) -> list[Card]:
    """Return the hand after the draw: up to five of its cards are replaced by as many fresh ones.

    RuleError if a card thrown is not in the hand, the numbers differ, or a card is there twice.
    """
    for card in thrown:
        if card not in hand:
            raise RuleError("thrown", NOT_IN_HAND, card=str(card))
    refuse_repeats(thrown, "thrown")
    if len(fresh) != len(thrown):
        raise RuleError(
            "fresh",
            _("Throw away and draw the same number of cards. Thrown: %(thrown)s, drawn: %(drawn)s."),
            thrown=len(thrown),
            drawn=len(fresh),
        )
    refuse_repeats([*hand, *fresh], "fresh")
    return [card for card in hand if card not in thrown] + list(fresh)


def _refuse_wrong_size(cards: Sequence[Card], field: str) -> None:
    if len(cards) != HAND_SIZE:
        raise RuleError(
            field,
            WRONG_HAND_SIZE,
            size=HAND_SIZE,
            cards=len(cards),
        )


def _find_straight_top(ranks: tuple[int, ...]) -> int | None:
    """Return the top of five consecutive ranks, or None. ``ranks`` fall; the ace is high or low."""
    if ranks[0] - ranks[-1] == HAND_SIZE - 1:
        return ranks[0]
    return _ACE_LOW[1] if ranks == _ACE_LOW else None
