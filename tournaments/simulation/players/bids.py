"""Simulated play of a deal with bids, and the judgement of a poker hand.

Players bid, and then try to win exactly as many tricks. A poker player exchanges cards, rates the hand and
chooses. Nothing is saved. Chance is an argument, so the same seed repeats the play.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from games.rules.bidding import legal_bids
from games.rules.cards import ACE, PACK, SUITS, Card
from games.rules.clag import CALLED, MODIFIERS, REFUSED
from games.rules.dealing import deal_out
from games.rules.deals import BidGame, DealPlan, Hand, Hook, Madness
from games.rules.poker import HandKind, hand_value
from games.rules.schedules import Orders, called, orders
from games.rules.tricks import Fault, legal_plays, replay, trick_winner
from tournaments.simulation.players.played import Outlook, Temperament, exactly

SLIPS = 0.005
"""The chance of not following suit although the player could, in a game with a penalty for revokes."""

BONUS = 10
"""Points for an exact bid. In madness the points of a trick are weighed against them."""


@dataclass
class CardPlay:
    """A deal in play. ``held``: the hands by place; the top card of a pile comes first."""

    game: BidGame
    deal: DealPlan
    trump: str
    bids: Sequence[int]
    held: list[list[Card]]
    rng: random.Random
    won: list[int] = field(default_factory=list)
    plays: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.won = [0] * len(self.held)
        self.pack = self.game.pack(len(self.held))

    def play_out(self, order: Sequence[int]) -> Sequence[Card]:
        """Play all cards and return them in order of play. ``order``: the players, from the first leader."""
        while self.held[0]:
            trick: list[Card] = []
            for place, player in enumerate(order):
                card = self._card(player, trick, order[place + 1 :], order)
                self.held[player].remove(card)
                self.plays.append(card)
                trick.append(card)
            winner = trick_winner(self.deal, trick, self.trump)
            self.won[order[winner]] += 1
            order = [*order[winner:], *order[:winner]]
        return self.plays

    def wants(self, player: int) -> int:
        """Return how many more tricks the player needs; below 0: how many are too many."""
        return self.bids[player] - self.won[player]

    def _card(self, player: int, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]) -> Card:
        held = self.held[player]
        broken = any(card.suit == self.trump for card in self.plays)
        legal = legal_plays(self.game, self.deal, held, trick, self.trump, broken=broken)
        if trick and self._slips(held, legal):
            return self.rng.choice([card for card in held if card not in legal])
        if len(legal) == 1:
            return legal[0]
        wrong = self._wrong_hands(trick, to_come, order)
        merits = self._merits(player, trick, wrong)
        return max(legal, key=merits.__getitem__)

    def _slips(self, held: Sequence[Card], legal: Sequence[Card]) -> bool:
        """Return whether the player overlooks a card of the suit led, which happens rarely."""
        could_err = self.game.revoke and len(legal) < len(held)
        return bool(could_err) and self.rng.random() < SLIPS

    def _merits(self, player: int, trick: Sequence[Card], wrong: float) -> dict[Card, tuple[float, float]]:
        """Rate each card: the chance of an exact bid, then the closeness. ``wrong``: see ``_wrong_hands``."""
        held, others = self.held[player], len(self.held) - 1
        gone = {*self.plays, *held}
        unseen = [card for card in self.pack if card not in gone]
        now = Outlook(self.deal, self.trump, others, len(held), unseen)
        hopes = Outlook(self.deal, self.trump, others, len(held) - 1, unseen).hopes(held)
        wants, earned = self.wants(player), self._earned()
        merits = {}
        for card in held:
            takes, rest = now.takes(card, trick), [hopes[other] for other in held if other != card]
            wins, loses = exactly(rest, wants - 1) + earned, exactly(rest, wants) - wrong
            away = takes * abs(wants - 1 - sum(rest)) + (1 - takes) * abs(wants - sum(rest))
            merits[card] = takes * wins + (1 - takes) * loses, -away
        return merits

    def _wrong_hands(self, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]) -> float:
        """Return 1 if the trick's leader and all later players want no trick (``Hook.TOTAL``), else 0."""
        if self.deal.hook is not Hook.TOTAL or not trick or any(self.wants(other) > 0 for other in to_come):
            return 0.0
        ahead = order[trick_winner(self.deal, trick, self.trump)]
        return 1.0 if self.wants(ahead) <= 0 else 0.0

    def _earned(self) -> float:
        """Return the points of this trick in madness, as a share of an exact bid's."""
        number = len(self.plays) // len(self.held) + 1
        if self.deal.madness is Madness.ASCENDING:
            return 2 * number / BONUS
        if self.deal.madness is Madness.DESCENDING:
            return 2 * (self.deal.cards - number + 1) / BONUS
        return 0.0


MIDDLE = 8.0
"""The mean rank of a pack."""


def cards_called(who: Temperament, rng: random.Random) -> int:
    """Return how many cards the dealer calls before the deal: bold players prefer long hands."""
    return min(CALLED) + round((len(CALLED) - 1) * (0.6 * who.bold + 0.4 * rng.random()))


def call(cards: int, hand: Sequence[Card], who: Temperament, rng: random.Random) -> dict[str, Any]:
    """Return the dealer's call after seeing their hand. The call is always legal."""
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
    """Return the weight of each possible call: what suits the hand and the player is likelier."""
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
    """Return the suits, with the suit that the dealer holds most of as the highest."""
    held = [card.suit for card in hand]
    return "".join(sorted(SUITS, key=held.count, reverse=True))


DARING = 0.5
"""The difference in tricks between the bids of the boldest and the most timid player."""

HEARS = 0.2
"""The weight of earlier bids beside the player's own cards."""


def bids(
    game: BidGame,
    deal: DealPlan,
    orders: Orders,
    hands: Sequence[Sequence[Card]],
    trump: str,
    people: Sequence[Temperament],
    zeros: Sequence[int],
    rng: random.Random,
) -> tuple[int, ...]:
    """Return everybody's bid, by place. ``zeros``: each player's zero bids in a row before this deal."""
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
    """Return the bids of players who know each other's strength. The bids add up to the number of cards."""
    total = sum(worth) or 1.0
    shares = [cards * tricks / total for tricks in worth]
    bids = list(map(int, shares))
    nearest = sorted(range(len(bids)), key=lambda place: bids[place] - shares[place])
    for place in range(cards - sum(bids)):
        bids[nearest[place % len(bids)]] += 1
    return bids


def _worth(game: BidGame, deal: DealPlan, hand: Sequence[Card], trump: str, players: int) -> float:
    """Return the hand's worth in tricks, by what the player knows when they bid."""
    unseen = [card for card in game.pack(players) if card not in hand]
    known = "" if deal.bids_before_trump else trump
    return sum(Outlook(deal, known, players - 1, deal.cards, unseen).hopes(hand).values())


@dataclass(frozen=True)
class ScoredDeal:
    """A deal as it was played: the call, the trump, and each player's part, by place and clockwise."""

    deal: DealPlan
    trump: str
    hands: tuple[Hand, ...]
    call: Mapping[str, Any] = field(default_factory=dict)


def play_deal(
    game: BidGame,
    plan: DealPlan,
    dealer: int,
    people: Sequence[Temperament],
    zeros: Sequence[int],
    rng: random.Random,
) -> ScoredDeal:
    """Deal, bid and play. ``plan``: the deal before any call. All lists are by place, clockwise.

    The result is exact: the program sees each card, and so every revoke.
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
    plays = CardPlay(game, deal, dealt.trump, made, [list(hand) for hand in hands], rng).play_out(
        order.playing
    )
    judged = replay(game, deal, dealer=dealer, hands=hands, trump=dealt.trump, plays=plays)
    if any(wrong.fault is not Fault.SUIT or not game.revoke for wrong in judged.illegal):
        raise AssertionError(f"an illegal play: {judged.illegal}")
    played = (judged.hand(seat, bid) for seat, bid in enumerate(made))
    return ScoredDeal(deal, dealt.trump, tuple(_as_written(deal, hand) for hand in played), said)


def _as_written(deal: DealPlan, hand: Hand) -> Hand:
    """Return a player's part as a scorer records it: which tricks only if they matter."""
    return hand if deal.madness is not Madness.NONE else Hand(hand.bid, hand.tricks, (), hand.revokes)


LOW, HIGH = 2, ACE
KEEPS_ALL = {HandKind.STRAIGHT, HandKind.FLUSH, HandKind.FULL_HOUSE, HandKind.STRAIGHT_FLUSH}

# For each kind: the share of dealt hands that its lowest and its highest hand beat.
BEATS = {
    HandKind.HIGH_CARD: (0.0, 0.50),
    HandKind.PAIR: (0.50, 0.92),
    HandKind.TWO_PAIR: (0.92, 0.97),
    HandKind.THREE: (0.97, 0.991),
    HandKind.STRAIGHT: (0.991, 0.994),
    HandKind.FLUSH: (0.994, 0.996),
    HandKind.FULL_HOUSE: (0.996, 0.999),
    HandKind.FOUR: (0.999, 1.0),
    HandKind.STRAIGHT_FLUSH: (1.0, 1.0),
}
# The same for hands after a draw: there a low pair is worth much less.
BEATS_DRAWN = BEATS | {
    HandKind.HIGH_CARD: (0.0, 0.20),
    HandKind.PAIR: (0.20, 0.68),
    HandKind.TWO_PAIR: (0.70, 0.88),
    HandKind.THREE: (0.88, 0.96),
    HandKind.STRAIGHT: (0.96, 0.975),
    HandKind.FLUSH: (0.975, 0.985),
}
FOUR_FLUSH, FOUR_IN_A_ROW = 0.74, 0.70


class BetChoice(Enum):
    DROP = "drop"
    CALL = "call"  # or pass, if nothing is owed
    RAISE = "raise"  # or bet


def thrown(hand: Sequence[Card]) -> list[Card]:
    """Return the cards to exchange: all that do not belong to the best combination."""
    value = hand_value(hand)
    if value.kind in KEEPS_ALL:
        return []
    if value.kind is not HandKind.HIGH_CARD:
        times = Counter(card.rank for card in hand)
        return [card for card in hand if times[card.rank] == 1]
    if nearly := four_flush(hand) or four_in_a_row(hand):
        return [card for card in hand if card not in nearly]
    best = sorted(hand, reverse=True)[: 2 if max(hand).rank < ACE else 1]
    return [card for card in hand if card not in best]


def four_flush(hand: Sequence[Card]) -> list[Card]:
    """Return four cards of one suit, or []."""
    suits = ([card for card in hand if card.suit == suit] for suit in SUITS)
    return next((four for four in suits if len(four) == 4), [])


def four_in_a_row(hand: Sequence[Card]) -> list[Card]:
    """Return four cards in a row that a card at either end makes a straight, or []. Their ranks differ."""
    ordered = sorted(hand)
    for four in (ordered[:4], ordered[1:]):
        if four[-1].rank - four[0].rank == 3 and four[0].rank > LOW and four[-1].rank < HIGH:
            return four
    return []


def strength(hand: Sequence[Card], drawn: bool) -> float:
    """Return the rough chance to beat one other hand. Before the draw, it includes possible improvements."""
    value = hand_value(hand)
    least, most = (BEATS_DRAWN if drawn else BEATS)[value.kind]
    first, second = (*value.ranks, LOW)[:2]
    height = (first - LOW + (second - LOW) / (HIGH - LOW)) / (HIGH - LOW + 1)
    made = least + (most - least) * min(height, 1)
    if drawn or value.kind is not HandKind.HIGH_CARD:
        return made
    return max(made, FOUR_FLUSH if four_flush(hand) else FOUR_IN_A_ROW if four_in_a_row(hand) else 0)


def choose(
    temperament: Temperament, chance: float, owed: int, pool: int, others: int, rng: random.Random
) -> BetChoice:
    """Choose what to do with a hand that beats another with ``chance``. ``others``: opponents still in.

    ``owed``: counters to stay in; ``pool``: its counters. Loose players pay more than the odds justify.
    """
    if rng.random() < temperament.bluff:
        return BetChoice.RAISE
    wins = chance ** (1 + 0.5 * (others - 1))
    fair = 1 / (others + 1)
    if wins > fair + 0.45 * (1 - fair) * (1.3 - temperament.bold):
        return BetChoice.RAISE
    if not owed:
        return BetChoice.CALL
    odds = owed / (pool + owed)
    return BetChoice.CALL if wins > odds * (2.9 - 1.8 * temperament.loose) else BetChoice.DROP
