"""What is answered about games, as it stands in the API's description."""

from typing import Any

from rest_framework import serializers

from accounts.shared.api.fields import Value

Answer = serializers.Serializer[Any]


def numbers(**how: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **how)


def texts(**how: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), **how)


class Players(Answer):
    fewest = serializers.IntegerField()
    most = serializers.IntegerField()


class Choice(Answer):
    key = serializers.CharField()
    title = serializers.CharField()


class OptionAnswer(Answer):
    """An option: its default is true or false, a number from ``least`` to ``most``, or one of ``choices``."""

    key = serializers.CharField()
    title = serializers.CharField()
    default = Value()
    choices = Choice(many=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    excludes = texts()


class GameLine(Answer):
    """A game in the list; ``calculators`` are the addresses below its own that it has."""

    key = serializers.CharField()
    title = serializers.CharField()
    also_called = texts()
    family = serializers.CharField()
    kind = serializers.CharField()
    players = Players()
    progressive = serializers.BooleanField()
    document = serializers.CharField()
    options = OptionAnswer(many=True)
    calculators = texts()


class GameAnswer(GameLine):
    """A game."""

    about = serializers.CharField()


class DealAnswer(Answer):
    """How a deal is dealt, bid and played."""

    number = serializers.IntegerField()
    round = serializers.IntegerField()
    cards = serializers.IntegerField()
    trump = serializers.CharField()
    suit = serializers.CharField()
    bidding = serializers.CharField()
    hook = serializers.CharField()
    bids_before_trump = serializers.BooleanField()
    blind = serializers.BooleanField()
    pile = serializers.BooleanField()
    shuffled = serializers.BooleanField()
    misere = serializers.BooleanField()
    precedence = serializers.CharField()
    nuloss = serializers.BooleanField()
    madness = serializers.CharField()
    may_change = serializers.BooleanField()
    by_call = serializers.BooleanField()


class ScheduleAnswer(Answer):
    """The deals of a whole game; where a target ends it, the one deal that is repeated."""

    players = serializers.IntegerField()
    options = serializers.DictField(child=Value())
    pack = serializers.IntegerField()
    removed = serializers.IntegerField()
    end = serializers.CharField()
    target = serializers.IntegerField(allow_null=True)
    deals = DealAnswer(many=True)


class OrdersAnswer(Answer):
    """The seats in the order in which they are dealt to, bid, and play the first trick."""

    dealing = numbers()
    bidding = numbers()
    playing = numbers()
    next_dealer = serializers.IntegerField()


class RefusedBid(Answer):
    bid = serializers.IntegerField()
    reason = serializers.CharField()


class LegalBidsAnswer(Answer):
    """The bids that may be made, and why the others may not."""

    legal = numbers()
    refused = RefusedBid(many=True)


class AllowedAnswer(Answer):
    """The bid is allowed; one that is not is answered by 400 and its reason."""

    allowed = serializers.BooleanField()


class ScoreAnswer(Answer):
    """Scores by seat; ``best`` are the seats that won the deal, several if equal in all that counts."""

    scores = numbers()
    exact = serializers.ListField(child=serializers.BooleanField())
    best = numbers()


class LegalPlaysAnswer(Answer):
    legal = texts()


class TrickAnswer(Answer):
    """Who wins the trick, by seat, and with which card."""

    winner = serializers.IntegerField()
    card = serializers.CharField()


class ReplayedTrick(Answer):
    number = serializers.IntegerField()
    leader = serializers.IntegerField()
    cards = texts()
    winner = serializers.IntegerField()


class IllegalPlay(Answer):
    trick = serializers.IntegerField()
    seat = serializers.IntegerField()
    card = serializers.CharField()
    fault = serializers.CharField()
    reason = serializers.CharField()


class ReplayAnswer(Answer):
    """The deal as it was played; ``score`` is null unless the bids were sent."""

    tricks = ReplayedTrick(many=True)
    won = numbers()
    took = serializers.ListField(child=numbers())
    illegal = IllegalPlay(many=True)
    revokes = numbers()
    score = ScoreAnswer(allow_null=True)


class ShownHand(Answer):
    seat = serializers.IntegerField()
    cards = texts()
    name = serializers.CharField()


class ShowdownAnswer(Answer):
    """The seats that win, several where they divide the pool; ``hands`` in the order of staking."""

    winners = numbers()
    hands = ShownHand(many=True)


class WonAnswer(Answer):
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    third = serializers.IntegerField(allow_null=True)


class SettleAnswer(Answer):
    """Counters won (+) or lost (-) by seat, and who won. The last two are null but for three stakes."""

    net = numbers()
    winners = numbers()
    won = WonAnswer(allow_null=True)
    waiting = numbers(allow_null=True)


class ThirtyOneAnswer(Answer):
    """What each seat’s cards total, who is out, and who wins; null if all are out."""

    totals = numbers()
    out = numbers()
    winner = serializers.IntegerField(allow_null=True)
