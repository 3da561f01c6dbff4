"""The game and the deal that are asked about."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext
from rest_framework.exceptions import NotFound

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.shared.forms.base import worded
from games.rules.deals import BidGame, Deal
from games.rules.registry import ruleset
from games.rules.ruleset import Ruleset
from games.rules.schedules import called, deal_of

Game = TypeVar("Game", bound=Ruleset)


def game_at(key: str) -> Ruleset:
    """The game of that key; NotFound if there is none."""
    try:
        return ruleset(key)
    except RuleError as error:
        raise NotFound({error.field: [worded(error)]}) from None


def game_with(key: str, calculator: str, kind: type[Game]) -> Game:
    """The game, if it has this calculator; NotFound says which it has."""
    game = game_at(key)
    if calculator in game.calculators and isinstance(game, kind):
        return game
    words = gettext("%(game)s has no “%(asked)s”. It has: %(calculators)s.") % {
        "game": gettext(game.title),
        "asked": calculator,
        "calculators": ", ".join(game.calculators),
    }
    raise NotFound({"game": [words]})


def deal_in(game: BidGame, sent: Mapping[str, Any]) -> Deal:
    """The deal that is asked about, as it was called. RuleError at what is wrong with it."""
    deal = deal_of(game, sent["players"], sent["options"], sent["deal"], strict=True)
    return called(game, deal, sent["call"]) if "call" in sent else deal


def one_each(given: Sequence[Any], players: int, field: str) -> Sequence[Any]:
    """What was sent by seat, if it is one for each player. RuleError at ``field``."""
    if len(given) != players:
        raise RuleError(field, _("Enter one for each player: %(players)s."), players=players)
    return given


def seated(given: Sequence[Any]) -> dict[int, Any]:
    """What was sent by seat, without the seats that have nothing."""
    return {seat: value for seat, value in enumerate(given) if value is not None}
