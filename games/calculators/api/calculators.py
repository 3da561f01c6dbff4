"""API views of the calculators: bids, scores, legal plays, tricks, replays, showdowns, pools and thirty-one.

This module also looks up the game and the deal that a request names.
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
from accounts.shared.forms import translate_refusal
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
from games.rules.registry import get_ruleset
from games.rules.ruleset import Ruleset
from games.rules.schedules import apply_call, find_orders, get_deal
from games.rules.tricks import TRICK_SIZE

Game = TypeVar("Game", bound=Ruleset)


def find_game(key: str) -> Ruleset:
    """Return the game of that key; NotFound if there is none."""
    try:
        return get_ruleset(key)
    except RuleError as error:
        raise NotFound({error.field: [translate_refusal(error)]}) from None


def find_game_with(key: str, calculator: str, kind: type[Game]) -> Game:
    """Return the game if it has this calculator; otherwise NotFound with the game's calculators."""
    game = find_game(key)
    if calculator in game.calculators and isinstance(game, kind):
        return game
    words = gettext("%(game)s has no “%(asked)s”. It has: %(calculators)s.") % {
        "game": gettext(game.title),
        "asked": calculator,
        "calculators": ", ".join(game.calculators),
    }
    raise NotFound({"game": [words]})


def read_deal(game: BidGame, values: Mapping[str, Any]) -> DealPlan:
    """Return the deal of the request, with its call. RuleError at the wrong field."""
    deal = get_deal(game, values["players"], values["options"], values["deal"], strict=True)
    return apply_call(game, deal, values["call"]) if "call" in values else deal


def check_one_each(items: Sequence[Any], players: int, field: str) -> Sequence[Any]:
    """Return the items by seat, if there is one for each player. RuleError at ``field``."""
    if len(items) != players:
        raise RuleError(field, _("Enter one for each player: %(players)s."), players=players)
    return items


def map_seats(items: Sequence[Any]) -> dict[int, Any]:
    """Return the items by seat, without empty seats."""
    return {seat: value for seat, value in enumerate(items) if value is not None}


@described("check_bid", "Whether a bid is allowed", AllowedAnswer, body=CheckBidBody)
@public("POST")
def check_bid(request: Request, key: str) -> Response:
    """Check a bid of the next bidder, or with “index” a changed bid. 400 has the reason of a refusal."""
    game = find_game_with(key, "check-bid", BidGame)
    values = read(CheckBidBody, request.data)
    deal, players, bids, bid = read_deal(game, values), values["players"], values["made"], values["bid"]
    if "index" in values:
        card_played = values["card_played"]
        bidding.check_change(game, deal, players, bids, values["index"], bid, card_played=card_played)
    else:
        bidding.check_bid(game, deal, players, bids, bid, values["zeros"])
    return Response(AllowedAnswer({"allowed": True}).data)


@described("legal_bids", "Every bid that is allowed", LegalBidsAnswer, body=LegalBidsBody)
@public("POST")
def legal_bids(request: Request, key: str) -> Response:
    """List the bids that the next bidder may make, and the reason why each other bid is refused."""
    game = find_game_with(key, "legal-bids", BidGame)
    values = read(LegalBidsBody, request.data)
    deal, players, bids, zeros = read_deal(game, values), values["players"], values["made"], values["zeros"]
    legal = bidding.list_legal_bids(game, deal, players, bids, zeros)
    refusals = []
    for bid in range(deal.cards + 1):
        try:
            bidding.check_bid(game, deal, players, bids, bid, zeros)
        except RuleError as error:
            refusals.append({"bid": bid, "reason": translate_refusal(error)})
    return Response(LegalBidsAnswer({"legal": legal, "refused": refusals}).data)


@described("score", "The scores of a deal", SCORE, body=ScoreBody)
@public("POST")
def score(request: Request, key: str) -> Response:
    """Calculate each player's score, and the winners of the deal. Bids that break the rules are refused."""
    game = find_game_with(key, "score", BidGame)
    values = read(ScoreBody, request.data)
    deal, players = read_deal(game, values), values["players"]
    columns = [
        check_one_each(values.get(field, [nothing] * players), players, field)
        for field, nothing in (("bids", 0), ("tricks", 0), ("took", ()), ("revokes", 0))
    ]
    hands = [
        Hand(bid, tricks, tuple(took), revokes) for bid, tricks, took, revokes in zip(*columns, strict=True)
    ]
    dealer = values.get("dealer", players - 1)
    check_bids(game, deal, values, dealer)
    scoring.refuse_uncounted(game, deal, hands)
    leader = find_orders(game, players, dealer).playing[0]
    return Response(SCORE(score_hands(game, deal, hands, leader)).data)


def check_bids(game: BidGame, deal: DealPlan, values: Mapping[str, Any], dealer: int) -> None:
    """Refuse bids by seat that were not allowed in their turn. RuleError at ``bids.<seat>``."""
    players = values["players"]
    bids = check_one_each(values["bids"], players, "bids")
    zeros = check_one_each(values.get("zeros", [0] * players), players, "zeros")
    bidding.check_bids_by_seat(game, deal, dealer, bids, zeros)


def score_hands(
    game: BidGame, deal: DealPlan, hands: Sequence[Hand], leader: int | None = None
) -> DealScores:
    """Return a deal’s scores, and who won it."""
    scores = scoring.score_deal(game, deal, hands, leader)
    exact = tuple(hand.bid == hand.tricks for hand in hands)
    return DealScores(scores, exact, scoring.find_best(scores, hands))


@described("legal_plays", "The cards that may be played", LegalPlaysAnswer, body=LegalPlaysBody)
@public("POST")
def legal_plays(request: Request, key: str) -> Response:
    """List the cards of a hand that may be played next."""
    game = find_game_with(key, "legal-plays", BidGame)
    values = read(LegalPlaysBody, request.data)
    deal, players = read_deal(game, values), values["players"]
    if len(values["trick"]) >= players:
        raise RuleError("trick", _("This trick is complete."))
    for field in ("hand", "trick"):
        tricks.check_pack(game, players, values[field], field)
    legal = tricks.list_legal_plays(
        game, deal, values["hand"], values["trick"], _choose_trump(deal, values), broken=values["broken"]
    )
    return Response(LegalPlaysAnswer({"legal": legal}).data)


@described("trick", "The winner of a trick", TrickAnswer, body=TrickBody)
@public("POST")
def trick(request: Request, key: str) -> Response:
    """Find the winner of a trick, or the best card so far."""
    game = find_game_with(key, "trick", BidGame)
    values = read(TrickBody, request.data)
    deal, cards, players = read_deal(game, values), values["trick"], values["players"]
    if len(cards) > players:
        raise RuleError("trick", TRICK_SIZE, players=players)
    if values["leader"] >= players:
        raise RuleError("leader", NO_SEAT)
    tricks.check_pack(game, players, cards, "trick")
    place = tricks.find_trick_winner(deal, cards, _choose_trump(deal, values))
    return Response(TrickAnswer({"winner": (values["leader"] + place) % players, "card": cards[place]}).data)


@described("replay", "A whole deal, card by card", REPLAY, body=ReplayBody)
@public("POST")
def replay(request: Request, key: str) -> Response:
    """List each trick's winner, illegal plays with their reasons, and the score if bids are sent."""
    game = find_game_with(key, "replay", BidGame)
    values = read(ReplayBody, request.data)
    deal, players = read_deal(game, values), values["players"]
    hands = check_one_each(values["hands"], players, "hands")
    result = tricks.replay(
        game,
        deal,
        dealer=values["dealer"],
        hands=hands,
        trump=_choose_trump(deal, values),
        plays=values["plays"],
    )
    if "bids" in values:
        check_bids(game, deal, values, values["dealer"])
        hands = [result.build_hand(seat, bid) for seat, bid in enumerate(values["bids"])]
        result = replace(result, score=score_hands(game, deal, hands))
    return Response(REPLAY(result).data)


def _choose_trump(deal: DealPlan, values: Mapping[str, Any]) -> str:
    """Return the trump of the request; without one, the trump of the schedule."""
    suit: str = values["trump"]
    return suit.upper() or deal.suit


CARDS = ("hands", "turned_up")
"""The fields that decide who won the three stakes, together with the cards drawn."""


@described("showdown", "The winner of a showdown", ShowdownAnswer, body=ShowdownBody)
@public("POST")
def showdown(request: Request, key: str) -> Response:
    """Find the winners of the hands that are shown, and name each hand."""
    game = find_game_with(key, "showdown", Ruleset)
    values = read(ShowdownBody, request.data)
    hands, seats = map_seats(values["hands"]), _read_seats(game, values)
    checks.read_seat(values["dealer"], seats, "dealer")
    if not hands:
        raise RuleError("hands", NO_HANDS)
    order = showing.order_staking(game, pool.order_clockwise(seats, values["dealer"]), tuple(hands))
    result = {
        "winners": showing.judge(game, hands, order),
        "hands": [
            {
                "seat": seat,
                "cards": hands[seat],
                "name": gettext(showing.name_hand(game, hands[seat], f"hands.{seat}")),
            }
            for seat in order
        ],
    }
    return Response(ShowdownAnswer(result).data)


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
    """Calculate the counters that each player won or lost, by the hands shown or the winners named.

    Draw Poker needs the stakes. Brag for one stake also needs the ante. Brag for three stakes needs each
    stake.
    """
    game = find_game_with(key, "settle", Ruleset)
    if game.stakes > 1:
        result = _settle_three_stakes(game, read(ThreeStakesBody, request.data))
    else:
        result = _settle_pool(game, read(SingleStakeBody if game.dealer_antes else PoolBody, request.data))
    return Response(SettleAnswer(result).data)


def _settle_pool(game: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    stakes = dict(enumerate(values["stakes"]))
    result: dict[str, Any] = {
        "dealer": values["dealer"],
        "stakes": stakes,
        "still_in": values["still_in"],
        "hands": map_seats(values["hands"]) if "hands" in values else None,
        "winners": values.get("winners"),
    }
    options = game.choose(values["options"])
    if game.dealer_antes:
        net = single_stake.settle(game, options, ante=values["ante"], **result)
    else:
        net = poker.settle(**result)
    order = showing.order_staking(game, pool.order_clockwise(stakes, values["dealer"]), values["still_in"])
    winners = result["winners"] or order
    if result["hands"]:
        winners = showing.judge(game, result["hands"], order)
    return {"net": _list_by_seat(net, stakes), "winners": winners, "won": None, "waiting": None}


def _settle_three_stakes(game: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    stakes, winners = dict(enumerate(values["stakes"])), _find_winners(game, values)
    checks.read_seat(values["dealer"], stakes, "dealer")
    settled = three_stakes.settle_three(
        game,
        values["options"],
        first=values["first"],
        second=values["second"],
        third=values["third"],
        stakes=stakes,
        still_in=values["still_in"],
        won=winners,
        waiting=dict(enumerate(values["waiting"])) if "waiting" in values else None,
    )
    return {
        "net": _list_by_seat(settled.net, stakes),
        "winners": [settled.winner],
        "won": winners,
        "waiting": _list_by_seat(settled.waiting, stakes) if settled.waiting else None,
    }


def _find_winners(game: Ruleset, values: Mapping[str, Any]) -> three_stakes.StakeWinners:
    """Return who won each stake: as sent, or by the cards."""
    if "won" in values:
        if any(field in values for field in (*CARDS, "drawn")):
            raise RuleError("won", BOTH_SENT)
        return three_stakes.StakeWinners(**values["won"])
    for field in CARDS:
        if field not in values:
            raise RuleError("won", NONE_SENT)
        check_one_each(values[field], len(values["stakes"]), field)
    return three_stakes.find_stake_winners(
        game,
        dealer=values["dealer"],
        hands=map_seats(values["hands"]),
        turned_up=map_seats(values["turned_up"]),
        drawn=map_seats(values.get("drawn", ())),
        still_in=values["still_in"],
    )


@described("thirty_one", "The nearest to thirty-one", ThirtyOneAnswer, body=ThirtyOneBody)
@public("POST")
def thirty_one(request: Request, key: str) -> Response:
    """Add up each player’s cards with the card drawn. List who is out, and who wins the third stake."""
    game = find_game_with(key, "thirty-one", BragGame)
    values = read(ThirtyOneBody, request.data)
    seats = _read_seats(game, values)
    result = three_stakes.compare_thirty_one(
        map_seats(values["hands"]), map_seats(values["drawn"]), values["dealer"]
    )
    return Response(
        ThirtyOneAnswer(
            {"totals": _list_by_seat(result.totals, seats), "out": result.out, "winner": result.winner}
        ).data
    )


def _read_seats(game: Ruleset, values: Mapping[str, Any]) -> range:
    """Return the seats with hands, all or the first. RuleError at ``options.<key>`` or ``hands``."""
    fewest, most = game.find_player_range(game.choose(values["options"]))
    if len(values["hands"]) > most:
        raise RuleError("hands", WRONG_PLAYERS, fewest=fewest, most=most)
    return range(len(values["hands"]))


def _list_by_seat(by_seat: Mapping[int, int], seats: Sequence[int] | Mapping[int, Any]) -> list[int]:
    """Return figures by seat as a list in the order of ``seats``."""
    return [by_seat[seat] for seat in seats]
