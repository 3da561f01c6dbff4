"""What is answered about games, as it stands in the API's description."""

from functools import partial
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.shared.api.fields import Value
from accounts.shared.api.values import FIELDS, Answer, answer
from games.rules.cards import Card
from games.rules.deals import Deal, DealScores
from games.rules.options import Option
from games.rules.ruleset import Ruleset
from games.rules.schedules import Orders
from games.rules.three_stakes import Won
from games.rules.tricks import Illegal, Replay

FIELDS[Card] = serializers.CharField


def numbers(**how: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **how)


def texts(**how: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), **how)


class Translated(serializers.CharField):
    """Words of the rules, in the reader's language."""

    def to_representation(self, value: Any) -> str:
        return gettext(value)


class Choice(Answer):
    key = serializers.CharField()
    title = serializers.CharField()


@extend_schema_field(Choice(many=True))
class Choices(serializers.Field[Any, Any, Any, Any]):
    """What an option can be; nothing of an option that has no words to choose from."""

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


DEAL = answer(Deal)


class ScheduleAnswer(Answer):
    """The deals of a whole game; where a target ends it, the one deal that is repeated."""

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
    """The bids that may be made, and why the others may not."""

    legal = numbers()
    refused = RefusedBid(many=True)


class AllowedAnswer(Answer):
    """The bid is allowed; one that is not is answered by 400 and its reason."""

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
    """The seats that win, several where they divide the pool; ``hands`` in the order of staking."""

    winners = numbers()
    hands = ShownHand(many=True)


class SettleAnswer(Answer):
    """Counters won (+) or lost (-) by seat, and who won. The last two are null but for three stakes."""

    net = numbers()
    winners = numbers()
    won = answer(Won)(allow_null=True)
    waiting = numbers(allow_null=True)


class ThirtyOneAnswer(Answer):
    """What each seat’s cards total, who is out, and who wins; null if all are out."""

    totals = numbers()
    out = numbers()
    winner = serializers.IntegerField(allow_null=True)
