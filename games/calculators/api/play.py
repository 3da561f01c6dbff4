"""The judge of the play: legal cards, tricks, and a whole deal card by card."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from games.calculators.api.answers import REPLAY, LegalPlaysAnswer, TrickAnswer
from games.calculators.api.bids import check_bids, scored
from games.calculators.api.bodies import LegalPlaysBody, ReplayBody, TrickBody
from games.calculators.api.calculators import deal_in, game_with, one_each
from games.rules import tricks
from games.rules.checks import NO_SEAT
from games.rules.deals import BidGame, Deal
from games.rules.tricks import TRICK_SIZE


@described("legal_plays", "The cards that may be played", LegalPlaysAnswer, body=LegalPlaysBody)
@public("POST")
def legal_plays(request: Request, key: str) -> Response:
    """Which cards of a hand may be played next."""
    game = game_with(key, "legal-plays", BidGame)
    sent = read(LegalPlaysBody, request.data)
    deal, players = deal_in(game, sent), sent["players"]
    if len(sent["trick"]) >= players:
        raise RuleError("trick", _("This trick is complete."))
    for field in ("hand", "trick"):
        tricks.check_pack(game, players, sent[field], field)
    legal = tricks.legal_plays(
        game, deal, sent["hand"], sent["trick"], _trump(deal, sent), broken=sent["broken"]
    )
    return Response(LegalPlaysAnswer({"legal": legal}).data)


@described("trick", "The winner of a trick", TrickAnswer, body=TrickBody)
@public("POST")
def trick(request: Request, key: str) -> Response:
    """Find the winner of a trick, or the best card so far."""
    game = game_with(key, "trick", BidGame)
    sent = read(TrickBody, request.data)
    deal, cards, players = deal_in(game, sent), sent["trick"], sent["players"]
    if len(cards) > players:
        raise RuleError("trick", TRICK_SIZE, players=players)
    if sent["leader"] >= players:
        raise RuleError("leader", NO_SEAT)
    tricks.check_pack(game, players, cards, "trick")
    place = tricks.trick_winner(deal, cards, _trump(deal, sent))
    return Response(TrickAnswer({"winner": (sent["leader"] + place) % players, "card": cards[place]}).data)


@described("replay", "A whole deal, card by card", REPLAY, body=ReplayBody)
@public("POST")
def replay(request: Request, key: str) -> Response:
    """Every trick with its winner, every illegal play with its reason, and the score if bids are sent."""
    game = game_with(key, "replay", BidGame)
    sent = read(ReplayBody, request.data)
    deal, players = deal_in(game, sent), sent["players"]
    hands = one_each(sent["hands"], players, "hands")
    played = tricks.replay(
        game, deal, dealer=sent["dealer"], hands=hands, trump=_trump(deal, sent), plays=sent["plays"]
    )
    if "bids" in sent:
        check_bids(game, deal, sent, sent["dealer"])
        hands = [played.hand(seat, bid) for seat, bid in enumerate(sent["bids"])]
        played = replace(played, score=scored(game, deal, hands))
    return Response(REPLAY(played).data)


def _trump(deal: Deal, sent: Mapping[str, Any]) -> str:
    """The trump that was sent, or the one that the schedule names."""
    suit: str = sent["trump"]
    return suit.upper() or deal.suit
