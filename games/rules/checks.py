"""Check seats, counters and hands as they are entered. Each refusal is at its field, in words."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import NOT_A_LIST, OUT_OF_RANGE
from games.rules.cards import PACK, Card, refuse_repeats

HAND_MISSING = _("Enter this hand.")
NOT_IN_HAND = _("%(card)s is not in the hand.")
NO_CARD = _("This is not a card.")
NO_HANDS = _("Nobody shows a hand. Enter at least one.")
NO_SEAT = _("There is no such seat at this table.")
SEAT_TWICE = _("The same seat is entered twice.")
WRONG_HAND_SIZE = _("A hand has %(size)s cards, not %(cards)s.")
WRONG_PLAYERS = _("This game is for %(fewest)s to %(most)s players.")
YES_OR_NO = _("Choose yes or no.")

MOST = 1_000_000
"""The most counters that one entry can name."""

_CARDS = frozenset(PACK)


def read_whole(value: object, field: str, least: int = 0, most: int = MOST) -> int:
    """Return a whole number from ``least`` to ``most``, not true or false. RuleError at ``field``."""
    if type(value) is not int or not least <= value <= most:
        raise RuleError(field, OUT_OF_RANGE, least=least, most=most)
    return value


def read_list(value: object, field: str) -> tuple[Any, ...]:
    """Return the items of a list, unchecked. RuleError at ``field`` if it is not a list."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes, Card)):
        raise RuleError(field, NOT_A_LIST)
    return tuple(value)


def read_by_seat(value: object, field: str) -> Mapping[int, Any]:
    """Return the items by seat number. RuleError at ``field``."""
    if not isinstance(value, Mapping) or any(type(seat) is not int for seat in value):
        raise RuleError(field, _("Enter one for each seat, by the number of the seat."))
    return value


def read_counters(value: object, field: str, least: int = 0) -> dict[int, int]:
    """Return counters by seat. RuleError at ``field`` or ``<field>.<seat>``."""
    return {
        seat: read_whole(many, f"{field}.{seat}", least) for seat, many in read_by_seat(value, field).items()
    }


def read_stakes(value: object, limits: tuple[int, int]) -> dict[int, int]:
    """Return each seat's stake, if the number of seats is allowed. RuleError at ``stakes``(``.<seat>``)."""
    put_in, (fewest, most) = read_counters(value, "stakes"), limits
    if not fewest <= len(put_in) <= most:
        raise RuleError(
            "stakes",
            WRONG_PLAYERS,
            fewest=fewest,
            most=most,
        )
    return put_in


def read_seat(value: object, known: Collection[int] | None, field: str) -> int:
    """Return one of the ``known`` seats; None: any seat. RuleError at ``field``."""
    if type(value) is not int or (known is not None and value not in known):
        raise RuleError(field, NO_SEAT)
    return value


def read_seats(value: object, known: Collection[int] | None, field: str) -> tuple[int, ...]:
    """Return one or more of the ``known`` seats, each once; None: any seats. RuleError at ``field``."""
    if not isinstance(value, Collection) or isinstance(value, (str, bytes, Mapping)):
        raise RuleError(field, NOT_A_LIST)
    named = tuple(read_seat(one, known, field) for one in value)
    if not named:
        raise RuleError(field, _("Enter at least one seat."))
    if len(set(named)) < len(named):
        raise RuleError(field, SEAT_TWICE)
    return named


def read_card(value: object, field: str) -> Card:
    """Return a card of the pack. RuleError at ``field``."""
    if not isinstance(value, Card) or value not in _CARDS:
        raise RuleError(field, NO_CARD)
    return value


def read_hand(value: object, size: int, field: str = "cards") -> tuple[Card, ...]:
    """Return ``size`` cards of one pack. RuleError at ``field``."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes, Card)):
        raise RuleError(field, NOT_A_LIST)
    held = tuple(read_card(one, field) for one in value)
    if len(held) != size:
        raise RuleError(field, WRONG_HAND_SIZE, size=size, cards=len(held))
    refuse_repeats(held, field)
    return held


def read_hands(value: object, size: int) -> dict[int, tuple[Card, ...]]:
    """Return hands of one pack by seat. RuleError at ``hands``(``.<seat>``), also for a repeated card."""
    held = {at: read_hand(cards, size, f"hands.{at}") for at, cards in read_by_seat(value, "hands").items()}
    if not held:
        raise RuleError("hands", NO_HANDS)
    seen: list[Card] = []
    for at, cards in held.items():
        seen.extend(cards)
        refuse_repeats(seen, f"hands.{at}")
    return held


def read_shown_hands(value: object, order: object, size: int) -> dict[int, tuple[Card, ...]]:
    """Return the hands of exactly the seats in ``order``. RuleError at ``order`` or as ``read_hands``."""
    named = read_seats(order, None, "order")
    held = read_hands(value, size)
    for at in held:
        if at not in named:
            raise RuleError(f"hands.{at}", _("This seat is not in the showdown."))
    for at in named:
        if at not in held:
            raise RuleError(f"hands.{at}", HAND_MISSING)
    return {at: held[at] for at in named}
