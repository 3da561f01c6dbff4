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

from games.rules.bidding import list_legal_bids
from games.rules.cards import ACE, PACK, SUITS, Card
from games.rules.clag import CALLED, MODIFIERS, REFUSED
from games.rules.dealing import deal_out
from games.rules.deals import BidGame, DealPlan, Hand, Hook, Madness
from games.rules.poker import HandKind, value_hand
from games.rules.schedules import Orders, apply_call, find_orders
from games.rules.tricks import Fault, find_trick_winner, list_legal_plays, replay
from tournaments.simulation.players.played import Outlook, Temperament, compute_exact_chance

SLIPS = 0.005
"""The chance of not following suit although the player could, in a game with a penalty for revokes."""

BONUS = 10
"""Points for an exact bid. In madness the points of a trick are weighed against them."""


@dataclass
class CardPlay:
    """A deal in play. ``hands``: the hands by place; the top card of a pile comes first."""

    game: BidGame
    deal: DealPlan
    trump: str
    bids: Sequence[int]
    hands: list[list[Card]]
    rng: random.Random
    tricks_won: list[int] = field(default_factory=list)
    plays: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tricks_won = [0] * len(self.hands)
        self.pack = self.game.pack(len(self.hands))

    def play_out(self, order: Sequence[int]) -> Sequence[Card]:
        """Play all cards and return them in order of play. ``order``: the players, from the first leader."""
        while self.hands[0]:
            trick: list[Card] = []
            for place, player in enumerate(order):
                card = self._choose_card(player, trick, order[place + 1 :], order)
                self.hands[player].remove(card)
                self.plays.append(card)
                trick.append(card)
            winner = find_trick_winner(self.deal, trick, self.trump)
            self.tricks_won[order[winner]] += 1
            order = [*order[winner:], *order[:winner]]
        return self.plays

    def count_wanted(self, player: int) -> int:
        """Return how many more tricks the player needs; below 0: how many are too many."""
        return self.bids[player] - self.tricks_won[player]

    def _choose_card(
        self, player: int, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]
    ) -> Card:
        hand = self.hands[player]
        broken = any(card.suit == self.trump for card in self.plays)
        legal = list_legal_plays(self.game, self.deal, hand, trick, self.trump, broken=broken)
        if trick and self._is_slip(hand, legal):
            return self.rng.choice([card for card in hand if card not in legal])
        if len(legal) == 1:
            return legal[0]
        wrong = self._rate_wrong_winner(trick, to_come, order)
        merits = self._rate_cards(player, trick, wrong)
        return max(legal, key=merits.__getitem__)

    def _is_slip(self, hand: Sequence[Card], legal: Sequence[Card]) -> bool:
        """Return whether the player overlooks a card of the suit led, which happens rarely."""
        could_err = self.game.revoke and len(legal) < len(hand)
        return bool(could_err) and self.rng.random() < SLIPS

    def _rate_cards(
        self, player: int, trick: Sequence[Card], wrong: float
    ) -> dict[Card, tuple[float, float]]:
        """Rate cards: chance of an exact bid, then how close. ``wrong``: see ``_rate_wrong_winner``."""
        hand, opponents = self.hands[player], len(self.hands) - 1
        known_cards = {*self.plays, *hand}
        unseen = [card for card in self.pack if card not in known_cards]
        now = Outlook(self.deal, self.trump, opponents, len(hand), unseen)
        hopes = Outlook(self.deal, self.trump, opponents, len(hand) - 1, unseen).rate_hand(hand)
        wants, earned = self.count_wanted(player), self._rate_trick()
        merits = {}
        for card in hand:
            takes, rest = now.rate_in_trick(card, trick), [hopes[other] for other in hand if other != card]
            wins, loses = (
                compute_exact_chance(rest, wants - 1) + earned,
                compute_exact_chance(rest, wants) - wrong,
            )
            distance = takes * abs(wants - 1 - sum(rest)) + (1 - takes) * abs(wants - sum(rest))
            merits[card] = takes * wins + (1 - takes) * loses, -distance
        return merits

    def _rate_wrong_winner(
        self, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]
    ) -> float:
        """Return 1 if the trick's leader and all later players want no trick (``Hook.TOTAL``), else 0."""
        if (
            self.deal.hook is not Hook.TOTAL
            or not trick
            or any(self.count_wanted(other) > 0 for other in to_come)
        ):
            return 0.0
        winner = order[find_trick_winner(self.deal, trick, self.trump)]
        return 1.0 if self.count_wanted(winner) <= 0 else 0.0

    def _rate_trick(self) -> float:
        """Return the points of this trick in madness, as a share of an exact bid's."""
        number = len(self.plays) // len(self.hands) + 1
        if self.deal.madness is Madness.ASCENDING:
            return 2 * number / BONUS
        if self.deal.madness is Madness.DESCENDING:
            return 2 * (self.deal.cards - number + 1) / BONUS
        return 0.0


MIDDLE = 8.0
"""The mean rank of a pack."""


def choose_card_count(temperament: Temperament, rng: random.Random) -> int:
    """Return how many cards the dealer calls before the deal: bold players prefer long hands."""
    return min(CALLED) + round((len(CALLED) - 1) * (0.6 * temperament.bold + 0.4 * rng.random()))


def choose_call(
    cards: int, hand: Sequence[Card], temperament: Temperament, rng: random.Random
) -> dict[str, Any]:
    """Return the dealer's call after seeing their hand. The call is always legal."""
    wishes = _rate_calls(hand, temperament)
    calls: dict[str, Any] = {"cards": cards}
    for key in rng.sample(list(MODIFIERS), len(MODIFIERS)):
        barred = any(
            key in pair and any(other in calls for other in pair if other != key) for pair in REFUSED
        )
        if not barred and rng.random() < wishes[key]:
            calls[key] = True
    if "suit_precedence" in calls and rng.random() < temperament.bold:
        calls["suits"] = _order_suits(hand)
    return calls


def _rate_calls(hand: Sequence[Card], temperament: Temperament) -> Mapping[str, float]:
    """Return the weight of each possible call: what suits the hand and the player is likelier."""
    height = sum(card.rank for card in hand) / len(hand) - MIDDLE
    strong, weak = (min(0.3, max(0.0, by / 8)) for by in (height, -height))
    chancy = 0.05 + 0.15 * temperament.bold
    return {
        "no_trump": 0.05 + strong,
        "bid_before_trump": chancy,
        "blind_bid": chancy * temperament.loose,
        "pile_order": chancy * temperament.loose,
        "misere": 0.04 + weak,
        "suit_precedence": 0.12,
        "nuloss": 0.04 + weak,
        "blind_hand": chancy * temperament.bold,
        "ascending_madness": 0.04 + strong / 2,
        "descending_madness": 0.04 + strong,
    }


def _order_suits(hand: Sequence[Card]) -> str:
    """Return the suits, with the suit that the dealer holds most of as the highest."""
    held = [card.suit for card in hand]
    return "".join(sorted(SUITS, key=held.count, reverse=True))


DARING = 0.5
"""The difference in tricks between the bids of the boldest and the most timid player."""

HEARS = 0.2
"""The weight of earlier bids beside the player's own cards."""


def choose_bids(
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
    worth = [_estimate_tricks(game, deal, hand, trump, players) for hand in hands]
    if deal.blind:
        worth = [rng.uniform(0, 2 * deal.cards / players) for _player in hands]
    aims = [
        tricks + DARING * (temperament.bold - 0.5) for tricks, temperament in zip(worth, people, strict=True)
    ]
    if deal.hook is Hook.TOTAL:
        aims = list(map(float, share_tricks(worth, deal.cards)))
    bids_by_place: dict[int, int] = {}
    for place in orders.bidding:
        aim = aims[place]
        if bids_by_place and deal.hook is not Hook.TOTAL:
            left = (deal.cards - sum(bids_by_place.values())) / (players - len(bids_by_place))
            aim += HEARS * (left - deal.cards / players)
        legal = list_legal_bids(game, deal, players, tuple(bids_by_place.values()), zeros[place])
        bids_by_place[place] = min(legal, key=lambda bid: abs(bid - aim))
    return tuple(bids_by_place[place] for place in range(players))


def share_tricks(worth: Sequence[float], cards: int) -> list[int]:
    """Return the bids of players who know each other's strength. The bids add up to the number of cards."""
    total = sum(worth) or 1.0
    shares = [cards * tricks / total for tricks in worth]
    bids = list(map(int, shares))
    nearest = sorted(range(len(bids)), key=lambda place: bids[place] - shares[place])
    for place in range(cards - sum(bids)):
        bids[nearest[place % len(bids)]] += 1
    return bids


def _estimate_tricks(game: BidGame, deal: DealPlan, hand: Sequence[Card], trump: str, players: int) -> float:
    """Return the hand's worth in tricks, by what the player knows when they bid."""
    unseen = [card for card in game.pack(players) if card not in hand]
    known = "" if deal.bids_before_trump else trump
    return sum(Outlook(deal, known, players - 1, deal.cards, unseen).rate_hand(hand).values())


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
    players, dealer_call = len(people), dict[str, Any]()
    if plan.by_call:
        dealer_call = {"cards": choose_card_count(people[dealer], rng)}
    deal = apply_call(game, plan, dealer_call) if plan.by_call else plan
    pack = list(game.pack(players))
    rng.shuffle(pack)
    dealt = deal_out(game, deal, players, dealer, pack, rng.choice(PACK))
    if plan.by_call:
        dealer_call = choose_call(deal.cards, dealt.hands[dealer], people[dealer], rng)
        deal = apply_call(game, plan, dealer_call)
        dealt = deal_out(game, deal, players, dealer, pack)
    order = find_orders(game, players, dealer)
    all_bids = choose_bids(game, deal, order, dealt.hands, dealt.trump, people, zeros, rng)
    hands = [list(hand) for hand in dealt.hands]
    if deal.shuffled:
        for hand in hands:
            rng.shuffle(hand)
    plays = CardPlay(game, deal, dealt.trump, all_bids, [list(hand) for hand in hands], rng).play_out(
        order.playing
    )
    verdict = replay(game, deal, dealer=dealer, hands=hands, trump=dealt.trump, plays=plays)
    if any(wrong.fault is not Fault.SUIT or not game.revoke for wrong in verdict.illegal):
        raise AssertionError(f"an illegal play: {verdict.illegal}")
    played = (verdict.build_hand(seat, bid) for seat, bid in enumerate(all_bids))
    return ScoredDeal(deal, dealt.trump, tuple(_drop_unwritten(deal, hand) for hand in played), dealer_call)


def _drop_unwritten(deal: DealPlan, hand: Hand) -> Hand:
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


def choose_discards(hand: Sequence[Card]) -> list[Card]:
    """Return the cards to exchange: all that do not belong to the best combination."""
    value = value_hand(hand)
    if value.kind in KEEPS_ALL:
        return []
    if value.kind is not HandKind.HIGH_CARD:
        times = Counter(card.rank for card in hand)
        return [card for card in hand if times[card.rank] == 1]
    if nearly := find_four_flush(hand) or find_four_in_a_row(hand):
        return [card for card in hand if card not in nearly]
    best = sorted(hand, reverse=True)[: 2 if max(hand).rank < ACE else 1]
    return [card for card in hand if card not in best]


def find_four_flush(hand: Sequence[Card]) -> list[Card]:
    """Return four cards of one suit, or []."""
    suits = ([card for card in hand if card.suit == suit] for suit in SUITS)
    return next((four for four in suits if len(four) == 4), [])


def find_four_in_a_row(hand: Sequence[Card]) -> list[Card]:
    """Return four cards in a row that a card at either end makes a straight, or []. Their ranks differ."""
    ordered = sorted(hand)
    for four in (ordered[:4], ordered[1:]):
        if four[-1].rank - four[0].rank == 3 and four[0].rank > LOW and four[-1].rank < HIGH:
            return four
    return []


def rate_hand(hand: Sequence[Card], has_drawn: bool) -> float:
    """Return the rough chance to beat one other hand. Before the draw, it includes possible improvements."""
    value = value_hand(hand)
    least, most = (BEATS_DRAWN if has_drawn else BEATS)[value.kind]
    first, second = (*value.ranks, LOW)[:2]
    height = (first - LOW + (second - LOW) / (HIGH - LOW)) / (HIGH - LOW + 1)
    chance = least + (most - least) * min(height, 1)
    if has_drawn or value.kind is not HandKind.HIGH_CARD:
        return chance
    return max(
        chance, FOUR_FLUSH if find_four_flush(hand) else FOUR_IN_A_ROW if find_four_in_a_row(hand) else 0
    )


def choose_bet(
    temperament: Temperament, chance: float, to_call: int, pool: int, opponents: int, rng: random.Random
) -> BetChoice:
    """Choose what to do with a hand that beats another with ``chance``. ``opponents``: opponents still in.

    ``to_call``: counters to stay in; ``pool``: its counters. Loose players pay more than the odds justify.
    """
    if rng.random() < temperament.bluff:
        return BetChoice.RAISE
    wins = chance ** (1 + 0.5 * (opponents - 1))
    fair = 1 / (opponents + 1)
    if wins > fair + 0.45 * (1 - fair) * (1.3 - temperament.bold):
        return BetChoice.RAISE
    if not to_call:
        return BetChoice.CALL
    odds = to_call / (pool + to_call)
    return BetChoice.CALL if wins > odds * (2.9 - 1.8 * temperament.loose) else BetChoice.DROP
