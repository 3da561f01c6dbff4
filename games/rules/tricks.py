"""The rules of play: which cards may be played, who wins a trick, and a whole deal card by card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.cards import SUITS, Card, refuse_repeats
from games.rules.checks import NOT_IN_HAND
from games.rules.deals import BidGame, DealPlan, DealScores, Hand, Trump
from games.rules.schedules import check_called, find_orders

TRICK_SIZE = _("A trick has one card from each player: %(players)s.")


class Fault(StrEnum):
    """The rule that an illegal play breaks."""

    SUIT = "suit"
    TRUMP = "trump"
    EARLY = "early"
    PILE = "pile"


REASONS: dict[Fault, str] = {
    Fault.SUIT: _("Revoke: this player could follow suit."),
    Fault.TRUMP: _("This player could not follow suit and had to play a trump."),
    Fault.EARLY: _(
        "A trump may be led only after a trump has been played, or if the leader holds only trumps."
    ),
    Fault.PILE: _("The hand is a pile: play its top card."),
}


@answers("number", "leader", "cards", "winner", component="ReplayedTrick")
@dataclass(frozen=True)
class Trick:
    """A trick in the order of play: who led, its cards, who won it. Seats count from 0."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int


@answers("trick", "seat", "card", "fault", "reason", component="IllegalPlay")
@dataclass(frozen=True)
class Illegal:
    """A card that was not allowed. Tricks count from 1, seats from 0."""

    trick: int
    seat: int
    card: Card
    fault: Fault

    @property
    def reason(self) -> str:
        """Return the reason in a sentence, to be translated when it is shown."""
        return REASONS[self.fault]


@answers("tricks", "won", "took", "illegal", "revokes", "score", component="ReplayAnswer")
@dataclass(frozen=True)
class Replay:
    """A whole deal as it was played. ``won``, ``took`` and ``revokes`` are by seat.

    ``took``: the numbers of the tricks won. A revoke is a failure to follow suit; other faults are not
    revokes. ``score`` is null if the bids are unknown.
    """

    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    took: tuple[tuple[int, ...], ...]
    illegal: tuple[Illegal, ...]
    revokes: tuple[int, ...]
    score: DealScores | None = None

    def build_hand(self, seat: int, bid: int) -> Hand:
        """Return one player's part in the deal, for scoring."""
        return Hand(bid, self.won[seat], self.took[seat], self.revokes[seat])


def list_legal_plays(
    game: BidGame, deal: DealPlan, hand: Sequence[Card], trick: Sequence[Card], trump: str, *, broken: bool
) -> tuple[Card, ...]:
    """Return the cards of ``hand`` that may be played next to ``trick``, which is empty for the leader.

    A pile's top card comes first. ``trump``: a suit, or "" for none. ``broken``: whether a trump was played
    in this deal. RuleError at ``hand``, ``trick``, ``trump`` or ``call``.
    """
    check_called(deal)
    check_trump(deal, trump)
    held, played = _read_cards(hand, "hand"), _read_cards(trick, "trick")
    if not 1 <= len(held) <= deal.cards:
        raise RuleError(
            "hand", _("Enter 1 to %(cards)s cards: so many are in a hand of this deal."), cards=deal.cards
        )
    refuse_repeats(held, "hand")
    refuse_repeats([*held, *played], "trick")
    return tuple(_find_playable_cards(game, deal, held, played, trump, broken)[0])


def find_trick_winner(deal: DealPlan, trick: Sequence[Card], trump: str) -> int:
    """Return the winning card's place in the trick. ``trump``: a suit, or "" for none.

    RuleError at ``trick`` or ``trump``.
    """
    check_trump(deal, trump)
    played = _read_cards(trick, "trick")
    if not played:
        raise RuleError("trick", _("Enter the cards of the trick."))
    refuse_repeats(played, "trick")
    return _find_winner(deal, played, trump)


def replay(
    game: BidGame,
    deal: DealPlan,
    *,
    dealer: int,
    hands: Sequence[Sequence[Card]],
    trump: str,
    plays: Sequence[Card],
) -> Replay:
    """Return a whole deal, card by card. An illegal play is reported, and play continues with it.

    ``hands`` are by seat; a pile's top card comes first. RuleError at ``plays`` or ``plays.<index>`` for an
    impossible play, and at ``players``, ``dealer``, ``call``, ``trump``, ``hands``, or ``hands.<seat>``.
    """
    order = find_orders(game, len(checks.read_list(hands, "hands")), dealer).playing
    held = _read_hands(game, deal, dealer, hands, trump)
    shown = _read_plays(plays, len(hands) * deal.cards)
    tricks: list[Trick] = []
    illegal: list[Illegal] = []
    broken = False
    for start in range(0, len(shown), len(order)):
        cards = shown[start : start + len(order)]
        for place, (seat, card) in enumerate(zip(order, cards, strict=True)):
            if card not in held[seat]:
                raise RuleError(
                    f"plays.{start + place}",
                    NOT_IN_HAND,
                    card=str(card),
                )
            legal, fault = _find_playable_cards(game, deal, held[seat], cards[:place], trump, broken)
            if card not in legal and fault is not None:
                illegal.append(Illegal(len(tricks) + 1, seat, card, fault))
            held[seat].remove(card)
            broken = broken or card.suit == trump
        winner = _find_winner(deal, cards, trump)
        tricks.append(Trick(len(tricks) + 1, order[0], cards, order[winner]))
        order = order[winner:] + order[:winner]
    return _build_replay(tricks, illegal, len(order))


def check_trump(deal: DealPlan, trump: str) -> None:
    """Refuse a wrong trump. It is a suit, the fixed one if any, or "" for none. RuleError at ``trump``."""
    if trump not in ("", *SUITS):
        raise RuleError("trump", _("Enter the suit as one letter of %(suits)s."), suits=SUITS)
    if deal.trump is Trump.NONE and trump:
        raise RuleError("trump", _("This deal has no trump."))
    if deal.trump is not Trump.NONE and not trump:
        raise RuleError("trump", _("Enter the trump suit of this deal."))
    if deal.trump is Trump.FIXED and trump != deal.suit:
        raise RuleError("trump", _("The trump of this deal is %(suit)s."), suit=deal.suit)


def check_pack(game: BidGame, players: int, cards: Iterable[Card], field: str) -> None:
    """Refuse cards that are not in the game's pack for these players. RuleError at ``field``."""
    pack = game.pack(players)
    for card in cards:
        if card not in pack:
            raise RuleError(
                field, _("%(card)s is not in the pack of this game. Enter another card."), card=str(card)
            )


def _find_playable_cards(
    game: BidGame, deal: DealPlan, hand: Sequence[Card], trick: Sequence[Card], trump: str, broken: bool
) -> tuple[Sequence[Card], Fault | None]:
    """Return the cards that may be played, and the fault of all other cards in the hand."""
    if deal.pile:
        return hand[:1], Fault.PILE
    if not trick:
        others = [card for card in hand if card.suit != trump]
        return (others, Fault.EARLY) if others and game.trump_waits and not broken else (hand, None)
    if followed := _filter_suit(hand, trick[0].suit):
        return followed, Fault.SUIT
    trumps = _filter_suit(hand, trump)
    return (trumps, Fault.TRUMP) if trumps and game.must_trump else (hand, None)


def _filter_suit(cards: Iterable[Card], suit: str) -> list[Card]:
    return [card for card in cards if card.suit == suit]


def _find_winner(deal: DealPlan, trick: Sequence[Card], trump: str) -> int:
    """Return the winning place: by suit precedence, else a trump, else the suit led. Then by rank."""

    def strength(place: int) -> tuple[int, int]:
        card = trick[place]
        rank = -card.rank if deal.nuloss else card.rank
        if deal.precedence:
            return -deal.precedence.index(card.suit), rank
        return 2 * (card.suit == trump) + (card.suit == trick[0].suit), rank

    return max(range(len(trick)), key=strength)


def _build_replay(tricks: Sequence[Trick], illegal: Sequence[Illegal], players: int) -> Replay:
    seats = range(players)
    took = tuple(
        tuple(number for number, trick in enumerate(tricks, 1) if trick.winner == seat) for seat in seats
    )
    revokes = [play.seat for play in illegal if play.fault is Fault.SUIT]
    return Replay(
        tricks=tuple(tricks),
        won=tuple(map(len, took)),
        took=took,
        illegal=tuple(illegal),
        revokes=tuple(map(revokes.count, seats)),
    )


def _read_hands(
    game: BidGame, deal: DealPlan, dealer: int, hands: Sequence[Sequence[Card]], trump: str
) -> list[list[Card]]:
    """Return the hands as lists for playing. Refuse an impossible deal."""
    check_called(deal)
    check_trump(deal, trump)
    held = checks.read_hands(dict(enumerate(hands)), deal.cards)
    for seat, cards in held.items():
        check_pack(game, len(hands), cards, f"hands.{seat}")
    if deal.trump is Trump.LAST_CARD and all(card.suit != trump for card in held[dealer]):
        raise RuleError(
            "trump",
            _(
                "The dealer has no card of this suit, so it is not trump: the dealer’s last card shows the "
                "trump."
            ),
        )
    dealt = {card for cards in held.values() for card in cards}
    if deal.trump is Trump.NEXT_CARD and dealt.issuperset(_filter_suit(game.pack(len(hands)), trump)):
        raise RuleError(
            "trump", _("All cards of this suit were dealt, so none was turned up. Enter another trump.")
        )
    return [list(cards) for cards in held.values()]


def _read_plays(plays: Sequence[Card], number: int) -> tuple[Card, ...]:
    """Return all cards of a deal, each once. RuleError at ``plays`` if any are missing."""
    shown = _read_cards(plays, "plays")
    if len(shown) != number:
        raise RuleError(
            "plays",
            _("Enter all cards played: %(played)s of %(cards)s are entered."),
            played=len(shown),
            cards=number,
        )
    refuse_repeats(shown, "plays")
    return shown


def _read_cards(cards: Sequence[Card], field: str) -> tuple[Card, ...]:
    return tuple(checks.read_card(card, field) for card in checks.read_list(cards, field))
