"""One deal of a bidding game with real cards and simple players, judged before anybody writes it down."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.cards import PACK
from games.rules.dealing import deal_out
from games.rules.deals import BidGame, Deal, Hand, Madness
from games.rules.schedules import called, orders
from games.rules.tricks import Fault, replay
from tournaments.simulation.bidders import bids
from tournaments.simulation.callers import call, cards_called
from tournaments.simulation.played import Temperament
from tournaments.simulation.tricks import Play


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
