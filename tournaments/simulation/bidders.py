"""What simulated players bid: they count the tricks that their cards are likely to win."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules.bidding import legal_bids
from games.rules.cards import Card
from games.rules.deals import BidGame, Deal, Hook
from games.rules.schedules import Orders
from tournaments.simulation.outlook import Outlook
from tournaments.simulation.played import Temperament

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
    """The tricks that the hand is worth, as far as its owner knows when he bids."""
    unseen = [card for card in game.pack(players) if card not in hand]
    known = "" if deal.bids_before_trump else trump
    return sum(Outlook(deal, known, players - 1, deal.cards, unseen).hopes(hand).values())
