"""Hands that are shown, pools that are settled, and thirty-one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from games.calculators.api.answers import SettleAnswer, ShowdownAnswer, ThirtyOneAnswer
from games.calculators.api.bodies import (
    PoolBody,
    ShowdownBody,
    SingleStakeBody,
    ThirtyOneBody,
    ThreeStakesBody,
)
from games.calculators.api.calculators import game_with, one_each, seated
from games.rules import checks, poker, pool, showing, single_stake, three_stakes
from games.rules.brag import BragGame
from games.rules.checks import NO_HANDS, WRONG_PLAYERS
from games.rules.poker import BOTH_SENT, NONE_SENT
from games.rules.ruleset import Ruleset

CARDS = ("hands", "turned_up")
"""What must be sent, with what was drawn, for the judge to say who won the three stakes."""


@described("showdown", "The winner of a showdown", ShowdownAnswer, body=ShowdownBody)
@public("POST")
def showdown(request: Request, key: str) -> Response:
    """Find the winners of the hands that are shown, and name each hand."""
    game = game_with(key, "showdown", Ruleset)
    sent = read(ShowdownBody, request.data)
    hands, seats = seated(sent["hands"]), _seats(game, sent)
    checks.seat(sent["dealer"], seats, "dealer")
    if not hands:
        raise RuleError("hands", NO_HANDS)
    order = showing.staking_order(game, pool.clockwise(seats, sent["dealer"]), tuple(hands))
    told = {
        "winners": showing.judge(game, hands, order),
        "hands": [
            {
                "seat": seat,
                "cards": hands[seat],
                "name": gettext(showing.hand_name(game, hands[seat], f"hands.{seat}")),
            }
            for seat in order
        ],
    }
    return Response(ShowdownAnswer(told).data)


@described(
    "settle",
    "The counters that a deal wins and loses",
    SettleAnswer,
    body=PolymorphicProxySerializer(
        component_name="SettleBody",
        serializers=[PoolBody, SingleStakeBody, ThreeStakesBody],
        resource_type_field_name=None,
    ),
)
@public("POST")
def settle(request: Request, key: str) -> Response:
    """The counters that each player won or lost, by the hands that were shown or the winners that are named.

    Draw Poker takes stakes, Brag for one stake its ante besides, Brag for three stakes each of them.
    """
    game = game_with(key, "settle", Ruleset)
    if game.stakes > 1:
        told = _settled_three(game, read(ThreeStakesBody, request.data))
    else:
        told = _settled_pool(game, read(SingleStakeBody if game.dealer_antes else PoolBody, request.data))
    return Response(SettleAnswer(told).data)


def _settled_pool(game: Ruleset, sent: Mapping[str, Any]) -> dict[str, Any]:
    stakes = dict(enumerate(sent["stakes"]))
    said: dict[str, Any] = {
        "dealer": sent["dealer"],
        "stakes": stakes,
        "still_in": sent["still_in"],
        "hands": seated(sent["hands"]) if "hands" in sent else None,
        "winners": sent.get("winners"),
    }
    options = game.choose(sent["options"])
    if game.dealer_antes:
        net = single_stake.settle(game, options, ante=sent["ante"], **said)
    else:
        net = poker.settle(**said)
    order = showing.staking_order(game, pool.clockwise(stakes, sent["dealer"]), sent["still_in"])
    winners = said["winners"] or order
    if said["hands"]:
        winners = showing.judge(game, said["hands"], order)
    return {"net": _row(net, stakes), "winners": winners, "won": None, "waiting": None}


def _settled_three(game: Ruleset, sent: Mapping[str, Any]) -> dict[str, Any]:
    stakes, won = dict(enumerate(sent["stakes"])), _won(game, sent)
    checks.seat(sent["dealer"], stakes, "dealer")
    settled = three_stakes.settle_three(
        game,
        sent["options"],
        first=sent["first"],
        second=sent["second"],
        third=sent["third"],
        stakes=stakes,
        still_in=sent["still_in"],
        won=won,
        waiting=dict(enumerate(sent["waiting"])) if "waiting" in sent else None,
    )
    return {
        "net": _row(settled.net, stakes),
        "winners": [settled.winner],
        "won": won,
        "waiting": _row(settled.waiting, stakes) if settled.waiting else None,
    }


def _won(game: Ruleset, sent: Mapping[str, Any]) -> three_stakes.Won:
    """Who won each stake: as it was sent, or as the cards say."""
    if "won" in sent:
        if any(field in sent for field in (*CARDS, "drawn")):
            raise RuleError("won", BOTH_SENT)
        return three_stakes.Won(**sent["won"])
    for field in CARDS:
        if field not in sent:
            raise RuleError("won", NONE_SENT)
        one_each(sent[field], len(sent["stakes"]), field)
    return three_stakes.winners_of_three(
        game,
        dealer=sent["dealer"],
        hands=seated(sent["hands"]),
        turned_up=seated(sent["turned_up"]),
        drawn=seated(sent.get("drawn", ())),
        still_in=sent["still_in"],
    )


@described("thirty_one", "The nearest to thirty-one", ThirtyOneAnswer, body=ThirtyOneBody)
@public("POST")
def thirty_one(request: Request, key: str) -> Response:
    """Add up each player’s cards with the card drawn. List who is out, and who wins the third stake."""
    game = game_with(key, "thirty-one", BragGame)
    sent = read(ThirtyOneBody, request.data)
    seats = _seats(game, sent)
    found = three_stakes.thirty_one(seated(sent["hands"]), seated(sent["drawn"]), sent["dealer"])
    return Response(
        ThirtyOneAnswer({"totals": _row(found.totals, seats), "out": found.out, "winner": found.winner}).data
    )


def _seats(game: Ruleset, sent: Mapping[str, Any]) -> range:
    """The seats for which hands were sent, all or the first. RuleError at ``options.<key>`` or ``hands``."""
    fewest, most = game.range(game.choose(sent["options"]))
    if len(sent["hands"]) > most:
        raise RuleError("hands", WRONG_PLAYERS, fewest=fewest, most=most)
    return range(len(sent["hands"]))


def _row(by_seat: Mapping[int, int], seats: Sequence[int] | Mapping[int, Any]) -> list[int]:
    """Figures by seat as a list in seat order."""
    return [by_seat[seat] for seat in seats]
