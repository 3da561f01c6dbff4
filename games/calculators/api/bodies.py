"""Bodies and responses of the API of games and calculators.

Seats count from 0 clockwise, deals and tricks from 1. Cards are written "TD", "AS".
"""

from functools import partial
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.errors import RuleError
from accounts.shared.api.fields import Body, BoundedList, Flag, NamedValues, Text, Value, Whole
from accounts.shared.api.values import FIELDS, Answer, answer
from accounts.shared.forms import translate_refusal
from games.rules.cards import PACK, Card, parse_card
from games.rules.deals import DealPlan, DealScores
from games.rules.options import Option
from games.rules.ruleset import Ruleset
from games.rules.schedules import LAST_NUMBER, Orders
from games.rules.three_stakes import StakeWinners
from games.rules.tricks import Illegal, Replay

FIELDS[Card] = serializers.CharField


def numbers(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **options)


def texts(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), **options)


class Translated(serializers.CharField):
    """Words of the rules, in the reader's language."""

    def to_representation(self, value: Any) -> str:
        return gettext(value)


class Choice(Answer):
    key = serializers.CharField()
    title = serializers.CharField()


@extend_schema_field(Choice(many=True))
class Choices(serializers.Field[Any, Any, Any, Any]):
    """The choices of an option; empty for an option without choices in words."""

    def to_representation(self, value: Option) -> Any:
        return [{"key": key, "title": gettext(title)} for key, title in (value.choices or {}).items()]


OPTION = answer(Option, title=Translated, choices=partial(Choices, source="*"))
GAME_LINE = answer(
    Ruleset,
    title=Translated,
    also_called=partial(serializers.ListField, child=Translated()),
    options=partial(OPTION, many=True),
)


class GameAnswer(GAME_LINE):  # type: ignore[misc,valid-type]
    """A game."""

    about = Translated()


DEAL = answer(DealPlan)


class ScheduleAnswer(Answer):
    """The deals of a whole game. If a target ends the game, this is the one deal that is repeated."""

    players = serializers.IntegerField()
    options = serializers.DictField(child=Value())
    pack = serializers.IntegerField()
    removed = serializers.IntegerField()
    end = serializers.CharField()
    target = serializers.IntegerField(allow_null=True)
    deals = DEAL(many=True)


ORDERS = answer(Orders)


class RefusedBid(Answer):
    bid = serializers.IntegerField()
    reason = serializers.CharField()


class LegalBidsAnswer(Answer):
    """The bids that are allowed, and why the others are not."""

    legal = numbers()
    refused = RefusedBid(many=True)


class AllowedAnswer(Answer):
    """The bid is allowed. A refused bid has status 400 and the reason."""

    allowed = serializers.BooleanField()


SCORE = answer(DealScores)


class LegalPlaysAnswer(Answer):
    legal = texts()


class TrickAnswer(Answer):
    """Who wins the trick, by seat, and with which card."""

    winner = serializers.IntegerField()
    card = serializers.CharField()


REPLAY = answer(Replay, illegal=partial(answer(Illegal, reason=Translated), many=True))


class ShownHand(Answer):
    seat = serializers.IntegerField()
    cards = texts()
    name = serializers.CharField()


class ShowdownAnswer(Answer):
    """The seats that win; several divide the pool. ``hands`` are in the order of staking."""

    winners = numbers()
    hands = ShownHand(many=True)


class SettleAnswer(Answer):
    """Counters won (+) or lost (-) by seat, and who won. The last two are null except for three stakes."""

    net = numbers()
    winners = numbers()
    won = answer(StakeWinners)(allow_null=True)
    waiting = numbers(allow_null=True)


class ThirtyOneAnswer(Answer):
    """What each seat’s cards total, who is out, and who wins; null if all are out."""

    totals = numbers()
    out = numbers()
    winner = serializers.IntegerField(allow_null=True)


MOST_SEATS = 12
MOST_OPTIONS = 20


class CardField(Text):
    """A card by rank and suit."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=4, **kwargs)

    def to_internal_value(self, data: Any) -> Card:  # type: ignore[override]
        text = super().to_internal_value(data)
        try:
            return parse_card(text)
        except RuleError as error:
            raise serializers.ValidationError(translate_refusal(error)) from None


def seat(**options: Any) -> Whole:
    return Whole(min_value=0, max_value=MOST_SEATS - 1, **options)


def by_seat(child: serializers.Field[Any, Any, Any, Any], **options: Any) -> BoundedList:
    """Return a list field with one item per seat, in seat order."""
    return BoundedList(child=child, max_length=MOST_SEATS, **options)


def cards(**options: Any) -> BoundedList:
    return BoundedList(child=CardField(), max_length=len(PACK), **options)


class GameBody(Body):
    """A game with its options."""

    options = NamedValues(
        most=MOST_OPTIONS, child=Value(), default=dict, help_text="The game’s options by key."
    )


class DealBody(GameBody):
    """One deal of a bidding game."""

    players = Whole(min_value=1, help_text="The number of players.")
    deal = Whole(min_value=1, max_value=LAST_NUMBER, help_text="The deal’s number in the schedule.")
    call = NamedValues(
        most=MOST_OPTIONS,
        child=Value(),
        required=False,
        help_text="Caller Clag: “cards”, and the other calls of the dealer.",
    )


class LegalBidsBody(DealBody):
    """The bids so far."""

    made = by_seat(Whole(min_value=0), default=list, help_text="The bids so far, in bidding order.")
    zeros = Whole(
        min_value=0,
        default=0,
        help_text="How many deals in a row just before this one this bidder bid zero.",
    )


class CheckBidBody(LegalBidsBody):
    """A new bid, or the change of a bid."""

    bid = Whole()
    index = Whole(
        min_value=0,
        required=False,
        help_text="To change a bid in “made”: its index in bidding order, from 0.",
    )
    card_played = Flag(default=False, help_text="To change a bid: whether the first card is played.")


class ScoreBody(DealBody):
    """A whole deal, by seat."""

    dealer = seat(required=False, help_text="If left out, the last seat: then seat order is bidding order.")
    bids = by_seat(Whole())
    tricks = by_seat(Whole())
    took = by_seat(
        BoundedList(child=Whole(), max_length=len(PACK)),
        required=False,
        help_text="By seat: the numbers of the tricks won. Required where they score.",
    )
    revokes = by_seat(Whole(), required=False)
    zeros = by_seat(
        Whole(min_value=0),
        required=False,
        help_text="By seat: how many deals in a row just before this one the player bid zero.",
    )


class PlayBody(DealBody):
    """A deal in play."""

    trump = Text(
        max_length=1,
        allow_blank=True,
        default="",
        help_text="C, D, H or S. Empty if the deal has no trump, or if the schedule fixes it.",
    )


class LegalPlaysBody(PlayBody):
    """A hand, and the trick so far."""

    hand = cards(help_text="The cards still held. For a pile, the top card first.")
    trick = cards(default=list, help_text="The cards of the trick so far. Empty if this player leads.")
    broken = Flag(default=False, help_text="Whether a trump was played in this deal.")


class TrickBody(PlayBody):
    """A trick."""

    trick = cards(help_text="The cards of the trick in the order of play.")
    leader = seat(default=0)


class ReplayBody(PlayBody):
    """A whole deal, card by card."""

    dealer = seat()
    hands = by_seat(cards(), help_text="Every hand as it was dealt. For a pile, the top card first.")
    plays = cards(help_text="Every card in the order of play.")
    bids = by_seat(Whole(), required=False, help_text="By seat. If sent, the deal is scored too.")
    zeros = by_seat(Whole(min_value=0), required=False, help_text="As in “score”.")


def hands_shown(**options: Any) -> BoundedList:
    return by_seat(
        cards(allow_null=True), help_text="By seat. Null for a player who shows nothing.", **options
    )


class ShowdownBody(GameBody):
    """The hands that are shown."""

    dealer = seat()
    hands = hands_shown()


class DecidedBody(GameBody):
    """A decided deal for counters. In a game of three stakes, players bet and drop for the second."""

    dealer = seat()
    stakes = by_seat(Whole(min_value=0), help_text="By seat: all counters that the player put in.")
    still_in = by_seat(seat(), help_text="The seats of those who did not drop.")


class PoolBody(DecidedBody):
    """A decided pool of Draw Poker: the hands, or who won."""

    hands = hands_shown(required=False)
    winners = by_seat(seat(), required=False, help_text="The seats that won, if no hands are sent.")


class SingleStakeBody(PoolBody):
    """A decided deal of Brag for one stake."""

    ante = Whole(min_value=1, help_text="The dealer’s stake before the deal.")


class WonBody(Body):
    """Who won each of the three stakes, by seat; the third null if all were out."""

    first = seat()
    second = seat()
    third = seat(allow_null=True)


def card_by_seat(**options: Any) -> BoundedList:
    return by_seat(CardField(allow_null=True), **options)


class ThreeStakesBody(DecidedBody):
    """A decided deal of Brag for three stakes: the cards, or who won each.

    ``stakes`` and ``still_in`` are those of the second stake.
    """

    first = Whole(min_value=1)
    second = Whole(min_value=1)
    third = Whole(min_value=1)
    won = WonBody(required=False)
    hands = by_seat(cards(), required=False, help_text="By seat: the player’s three cards.")
    turned_up = card_by_seat(help_text="By seat: the card that the player turned up.", required=False)
    drawn = card_by_seat(help_text="By seat: the card drawn for the third stake, or null.", required=False)
    waiting = by_seat(
        Whole(min_value=0),
        required=False,
        help_text="By seat: the player’s counters in a third stake that nobody has won yet.",
    )


class ThirtyOneBody(GameBody):
    """The third stake of Brag."""

    dealer = seat()
    hands = by_seat(cards(), help_text="By seat: the player’s three cards.")
    drawn = card_by_seat(help_text="By seat: the card that the player drew, or null.", default=list)
