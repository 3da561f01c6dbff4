"""One deal of a bidding game with real cards: simple players call, bid and play; nothing is written."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.bidding import legal_bids
from games.rules.cards import PACK, SUITS, Card
from games.rules.clag import CALLED, MODIFIERS, REFUSED
from games.rules.dealing import deal_out
from games.rules.deals import BidGame, Deal, Hand, Hook, Madness
from games.rules.schedules import Orders, called, orders
from games.rules.tricks import Fault, replay
from tournaments.simulation.players.outlook import Outlook
from tournaments.simulation.players.played import Temperament
from tournaments.simulation.players.tricks import Play

MIDDLE = 8.0
"""The mean rank of a pack."""


def cards_called(who: Temperament, rng: random.Random) -> int:
    """How many cards the dealer calls before they deal: bold players like long hands."""
    return min(CALLED) + round((len(CALLED) - 1) * (0.6 * who.bold + 0.4 * rng.random()))


def call(cards: int, hand: Sequence[Card], who: Temperament, rng: random.Random) -> dict[str, Any]:
    """The dealer's whole call, when they have seen their hand; nothing in it is refused."""
    wishes = _wishes(hand, who)
    made: dict[str, Any] = {"cards": cards}
    for key in rng.sample(list(MODIFIERS), len(MODIFIERS)):
        barred = any(key in pair and any(other in made for other in pair if other != key) for pair in REFUSED)
        if not barred and rng.random() < wishes[key]:
            made[key] = True
    if "suit_precedence" in made and rng.random() < who.bold:
        made["suits"] = _by_length(hand)
    return made


def _wishes(hand: Sequence[Card], who: Temperament) -> Mapping[str, float]:
    """How likely each thing is to be called: what suits the hand, and what suits the player."""
    height = sum(card.rank for card in hand) / len(hand) - MIDDLE
    strong, weak = (min(0.3, max(0.0, by / 8)) for by in (height, -height))
    chancy = 0.05 + 0.15 * who.bold
    return {
        "no_trump": 0.05 + strong,
        "bid_before_trump": chancy,
        "blind_bid": chancy * who.loose,
        "pile_order": chancy * who.loose,
        "misere": 0.04 + weak,
        "suit_precedence": 0.12,
        "nuloss": 0.04 + weak,
        "blind_hand": chancy * who.bold,
        "ascending_madness": 0.04 + strong / 2,
        "descending_madness": 0.04 + strong,
    }


def _by_length(hand: Sequence[Card]) -> str:
    """The suits, that of which the dealer holds most the highest."""
    held = [card.suit for card in hand]
    return "".join(sorted(SUITS, key=held.count, reverse=True))


DARING = 0.5
"""How many tricks more a bold player bids than a timid one, at most."""

HEARS = 0.2
"""How much the bids made before weigh beside one's own cards."""


def bids(
    game: BidGame,
    deal: Deal,
    orders: Orders,
    hands: Sequence[Sequence[Card]],
    trump: str,
    people: Sequence[Temperament],
    zeros: Sequence[int],
    rng: random.Random,
) -> tuple[int, ...]:
    """Everybody's bid, by place; ``zeros`` are each player's running zero bids in the deals before."""
    players = len(hands)
    worth = [_worth(game, deal, hand, trump, players) for hand in hands]
    if deal.blind:
        worth = [rng.uniform(0, 2 * deal.cards / players) for _player in hands]
    aims = [tricks + DARING * (who.bold - 0.5) for tricks, who in zip(worth, people, strict=True)]
    if deal.hook is Hook.TOTAL:
        aims = list(map(float, agreed(worth, deal.cards)))
    made: dict[int, int] = {}
    for place in orders.bidding:
        aim = aims[place]
        if made and deal.hook is not Hook.TOTAL:
            left = (deal.cards - sum(made.values())) / (players - len(made))
            aim += HEARS * (left - deal.cards / players)
        legal = legal_bids(game, deal, players, tuple(made.values()), zeros[place])
        made[place] = min(legal, key=lambda bid: abs(bid - aim))
    return tuple(made[place] for place in range(players))


def agreed(worth: Sequence[float], cards: int) -> list[int]:
    """The bids of players who have told one another how strong they are: together they are the cards."""
    total = sum(worth) or 1.0
    shares = [cards * tricks / total for tricks in worth]
    told = list(map(int, shares))
    nearest = sorted(range(len(told)), key=lambda place: told[place] - shares[place])
    for place in range(cards - sum(told)):
        told[nearest[place % len(told)]] += 1
    return told


def _worth(game: BidGame, deal: Deal, hand: Sequence[Card], trump: str, players: int) -> float:
    """The tricks that the hand is worth, as far as its owner knows when they bid."""
    unseen = [card for card in game.pack(players) if card not in hand]
    known = "" if deal.bids_before_trump else trump
    return sum(Outlook(deal, known, players - 1, deal.cards, unseen).hopes(hand).values())


@dataclass(frozen=True)
class Scored:
    """A deal as it was played: the dealer's call, the trump, everybody's part by place, clockwise."""

    deal: Deal
    trump: str
    hands: tuple[Hand, ...]
    call: Mapping[str, Any] = field(default_factory=dict)


def play_deal(
    game: BidGame,
    plan: Deal,
    dealer: int,
    people: Sequence[Temperament],
    zeros: Sequence[int],
    rng: random.Random,
) -> Scored:
    """Deal, bid and play; ``plan`` is the deal before any call. Everything is by place, clockwise.

    What is told of it is the judge's, who sees each card: also who did not follow suit, where somebody errs.
    """
    players, said = len(people), dict[str, Any]()
    if plan.by_call:
        said = {"cards": cards_called(people[dealer], rng)}
    deal = called(game, plan, said) if plan.by_call else plan
    pack = list(game.pack(players))
    rng.shuffle(pack)
    dealt = deal_out(game, deal, players, dealer, pack, rng.choice(PACK))
    if plan.by_call:
        said = call(deal.cards, dealt.hands[dealer], people[dealer], rng)
        deal = called(game, plan, said)
        dealt = deal_out(game, deal, players, dealer, pack)
    order = orders(game, players, dealer)
    made = bids(game, deal, order, dealt.hands, dealt.trump, people, zeros, rng)
    hands = [list(hand) for hand in dealt.hands]
    if deal.shuffled:
        for hand in hands:
            rng.shuffle(hand)
    plays = Play(game, deal, dealt.trump, made, [list(hand) for hand in hands], rng).play_out(order.playing)
    judged = replay(game, deal, dealer=dealer, hands=hands, trump=dealt.trump, plays=plays)
    if any(wrong.fault is not Fault.SUIT or not game.revoke for wrong in judged.illegal):
        raise AssertionError(f"an illegal play: {judged.illegal}")
    played = (judged.hand(seat, bid) for seat, bid in enumerate(made))
    return Scored(deal, dealt.trump, tuple(_told(deal, hand) for hand in played), said)


def _told(deal: Deal, hand: Hand) -> Hand:
    """A player's part as it is written down: which tricks only where that counts."""
    return hand if deal.madness is not Madness.NONE else Hand(hand.bid, hand.tricks, (), hand.revokes)
