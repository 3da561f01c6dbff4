"""API views of the calculators: bids, scores, legal plays, tricks, replays, showdowns, pools and thirty-one.

Also the lookups of the game and the deal that a request names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django.utils.translation import gettext
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from accounts.shared.forms import worded
from games.calculators.api.bodies import (
    REPLAY,
    SCORE,
    AllowedAnswer,
    CheckBidBody,
    LegalBidsAnswer,
    LegalBidsBody,
    LegalPlaysAnswer,
    LegalPlaysBody,
    PoolBody,
    ReplayBody,
    ScoreBody,
    SettleAnswer,
    ShowdownAnswer,
    ShowdownBody,
    SingleStakeBody,
    ThirtyOneAnswer,
    ThirtyOneBody,
    ThreeStakesBody,
    TrickAnswer,
    TrickBody,
)
from games.rules import bidding, checks, poker, pool, scoring, showing, single_stake, three_stakes, tricks
from games.rules.brag import BragGame
from games.rules.checks import NO_HANDS, NO_SEAT, WRONG_PLAYERS
from games.rules.deals import BidGame, DealPlan, DealScores, Hand
from games.rules.poker import BOTH_SENT, NONE_SENT
from games.rules.registry import ruleset
from games.rules.ruleset import Ruleset
from games.rules.schedules import called, deal_of, orders
from games.rules.tricks import TRICK_SIZE

Game = TypeVar("Game", bound=Ruleset)


def game_at(key: str) -> Ruleset:
    """Return the game of that key; NotFound if there is none."""
    try:
        return ruleset(key)
    except RuleError as error:
        raise NotFound({error.field: [worded(error)]}) from None


def game_with(key: str, calculator: str, kind: type[Game]) -> Game:
    """Return the game, if it has this calculator; NotFound says which it has."""
    game = game_at(key)
    if calculator in game.calculators and isinstance(game, kind):
        return game
    words = gettext("%(game)s has no “%(asked)s”. It has: %(calculators)s.") % {
        "game": gettext(game.title),
        "asked": calculator,
        "calculators": ", ".join(game.calculators),
    }
    raise NotFound({"game": [words]})


def deal_in(game: BidGame, sent: Mapping[str, Any]) -> DealPlan:
    """Return the deal that is asked about, as it was called. RuleError at what is wrong with it."""
    deal = deal_of(game, sent["players"], sent["options"], sent["deal"], strict=True)
    return called(game, deal, sent["call"]) if "call" in sent else deal


def one_each(given: Sequence[Any], players: int, field: str) -> Sequence[Any]:
    """Return what was sent by seat, if it is one for each player. RuleError at ``field``."""
    if len(given) != players:
        raise RuleError(field, _("Enter one for each player: %(players)s."), players=players)
    return given


def seated(given: Sequence[Any]) -> dict[int, Any]:
    """Return what was sent by seat, without the seats that have nothing."""
    return {seat: value for seat, value in enumerate(given) if value is not None}


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


def check_bids(game: BidGame, deal: DealPlan, sent: Mapping[str, Any], dealer: int) -> None:
    """Refuse bids by seat that were not allowed in their turn. RuleError at ``bids.<seat>``."""
    players = sent["players"]
    bids = one_each(sent["bids"], players, "bids")
    zeros = one_each(sent.get("zeros", [0] * players), players, "zeros")
    bidding.check_bids_by_seat(game, deal, dealer, bids, zeros)


def scored(game: BidGame, deal: DealPlan, hands: Sequence[Hand], leader: int | None = None) -> DealScores:
    """Return a deal’s scores, and who won it."""
    scores = scoring.score_deal(game, deal, hands, leader)
    exact = tuple(hand.bid == hand.tricks for hand in hands)
    return DealScores(scores, exact, scoring.best_of_deal(scores, hands))


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


def _trump(deal: DealPlan, sent: Mapping[str, Any]) -> str:
    """Return the trump that was sent, or the one that the schedule names."""
    suit: str = sent["trump"]
    return suit.upper() or deal.suit


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


def _won(game: Ruleset, sent: Mapping[str, Any]) -> three_stakes.StakeWinners:
    """Return who won each stake: as it was sent, or as the cards say."""
    if "won" in sent:
        if any(field in sent for field in (*CARDS, "drawn")):
            raise RuleError("won", BOTH_SENT)
        return three_stakes.StakeWinners(**sent["won"])
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
    """Return the seats with hands, all or the first. RuleError at ``options.<key>`` or ``hands``."""
    fewest, most = game.range(game.choose(sent["options"]))
    if len(sent["hands"]) > most:
        raise RuleError("hands", WRONG_PLAYERS, fewest=fewest, most=most)
    return range(len(sent["hands"]))


def _row(by_seat: Mapping[int, int], seats: Sequence[int] | Mapping[int, Any]) -> list[int]:
    """Return figures by seat as a list in the order of ``seats``."""
    return [by_seat[seat] for seat in seats]
