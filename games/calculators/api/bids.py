"""Which bids are allowed, and what bids and tricks score."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from accounts.shared.forms.base import worded
from games.calculators.api.answers import SCORE, AllowedAnswer, LegalBidsAnswer
from games.calculators.api.bodies import CheckBidBody, LegalBidsBody, ScoreBody
from games.calculators.api.calculators import deal_in, game_with, one_each
from games.rules import bidding, scoring
from games.rules.deals import BidGame, Deal, DealScores, Hand
from games.rules.schedules import orders


@described("check_bid", "Whether a bid is allowed", AllowedAnswer, body=CheckBidBody)
@public("POST")
def check_bid(request: Request, key: str) -> Response:
    """Whether the next bidder may bid so, or with “index” change a bid so; 400 says why not."""
    game = game_with(key, "check-bid", BidGame)
    sent = read(CheckBidBody, request.data)
    deal, players, made, bid = deal_in(game, sent), sent["players"], sent["made"], sent["bid"]
    if "index" in sent:
        card_played = sent["card_played"]
        bidding.check_change(game, deal, players, made, sent["index"], bid, card_played=card_played)
    else:
        bidding.check_bid(game, deal, players, made, bid, sent["zeros"])
    return Response(AllowedAnswer({"allowed": True}).data)


@described("legal_bids", "Every bid that is allowed", LegalBidsAnswer, body=LegalBidsBody)
@public("POST")
def legal_bids(request: Request, key: str) -> Response:
    """The bids that the next bidder may make, and of each other one why not."""
    game = game_with(key, "legal-bids", BidGame)
    sent = read(LegalBidsBody, request.data)
    deal, players, made, zeros = deal_in(game, sent), sent["players"], sent["made"], sent["zeros"]
    legal = bidding.legal_bids(game, deal, players, made, zeros)
    refused = []
    for bid in range(deal.cards + 1):
        try:
            bidding.check_bid(game, deal, players, made, bid, zeros)
        except RuleError as error:
            refused.append({"bid": bid, "reason": worded(error)})
    return Response(LegalBidsAnswer({"legal": legal, "refused": refused}).data)


@described("score", "The scores of a deal", SCORE, body=ScoreBody)
@public("POST")
def score(request: Request, key: str) -> Response:
    """Calculate each player's score, and the winners of the deal. Bids that break the rules are refused."""
    game = game_with(key, "score", BidGame)
    sent = read(ScoreBody, request.data)
    deal, players = deal_in(game, sent), sent["players"]
    columns = [
        one_each(sent.get(field, [nothing] * players), players, field)
        for field, nothing in (("bids", 0), ("tricks", 0), ("took", ()), ("revokes", 0))
    ]
    hands = [
        Hand(bid, tricks, tuple(took), revokes) for bid, tricks, took, revokes in zip(*columns, strict=True)
    ]
    dealer = sent.get("dealer", players - 1)
    check_bids(game, deal, sent, dealer)
    scoring.refuse_uncounted(game, deal, hands)
    leader = orders(game, players, dealer).playing[0]
    return Response(SCORE(scored(game, deal, hands, leader)).data)


def check_bids(game: BidGame, deal: Deal, sent: Mapping[str, Any], dealer: int) -> None:
    """Refuse bids by seat that were not allowed in their turn. RuleError at ``bids.<seat>``."""
    players = sent["players"]
    bids = one_each(sent["bids"], players, "bids")
    zeros = one_each(sent.get("zeros", [0] * players), players, "zeros")
    bidding.check_bids_by_seat(game, deal, dealer, bids, zeros)


def scored(game: BidGame, deal: Deal, hands: Sequence[Hand], leader: int | None = None) -> DealScores:
    """Return a deal’s scores, and who won it."""
    scores = scoring.score_deal(game, deal, hands, leader)
    exact = tuple(hand.bid == hand.tricks for hand in hands)
    return DealScores(scores, exact, scoring.best_of_deal(scores, hands))
