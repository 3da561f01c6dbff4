"""The pack of fifty-two and the two-character text of a card: rank, then suit ("TD", "AS")."""

from collections.abc import Iterable
from typing import NamedTuple

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import NOT_A_LIST

SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades: the order in the pack, without precedence."""

RANKS = range(2, 15)
"""Two to ace, the ace high; jack 11, queen 12, king 13."""

ACE = 14
_LETTERS = dict(zip(RANKS, "23456789TJQKA", strict=True))
RANK_OF = {letter: rank for rank, letter in _LETTERS.items()}


class Card(NamedTuple):
    """One card. A tuple and not a dataclass, because hands are compared by the million."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return _LETTERS[self.rank] + self.suit


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The full pack: clubs two to ace, then diamonds, hearts and spades."""

_BY_TEXT = {str(card): card for card in PACK}


def parse_card(text: object, field: str = "cards") -> Card:
    """Return the card named by ``text``, in upper or lower case. RuleError if it names none."""
    card = _BY_TEXT.get(text.strip().upper()) if isinstance(text, str) else None
    if card is None:
        raise RuleError(
            field,
            _("“%(text)s” is not a card. Enter rank and suit: AS is the ace of spades."),
            text=str(text)[:20],
        )
    return card


def parse_cards(texts: object, field: str = "cards") -> tuple[Card, ...]:
    """Return the cards of ``texts``, in order. RuleError for a non-card, a repeated card, or no list."""
    if not isinstance(texts, Iterable) or isinstance(texts, str):
        raise RuleError(field, NOT_A_LIST)
    cards = tuple(parse_card(text, field) for text in texts)
    refuse_repeats(cards, field)
    return cards


def refuse_repeats(cards: Iterable[Card | str], field: str = "cards") -> None:
    """Refuse repeated cards: one pack has each card once. RuleError at ``field``."""
    seen: set[Card | str] = set()
    for card in cards:
        if card in seen:
            raise RuleError(field, _("The card %(card)s is entered twice."), card=str(card))
        seen.add(card)
