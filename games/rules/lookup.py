"""Deals as figures, for a phone without a network. It looks up, adds and compares, and knows no rule.

``DealLookup`` says which totals the bids may not have, and what each bid scores for each number of tricks.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.deals import Bidding, BidGame, DealPlan, Hand, Hook, Madness, Trump
from games.rules.scoring import score

Scores = tuple[tuple[int, ...], ...]
"""The score of each bid, from 0, for each number of tricks, from 0."""


@dataclass(frozen=True)
class DealLookup:
    """A deal for ``players``.

    ``most``: the highest bid. ``running``: totals that the bids may not have until the last bid; ``last``:
    totals that they may not have after it. ``zeros``: after so many bids of zero in a row a player may not
    bid zero again; 0: always. ``scores``: the index of the deal's table of scores; None: the score depends on
    more than bid and tricks. ``turns``: a card is turned up for trump. ``by_trick``: who won which trick is
    recorded. ``by_call``: the dealer calls how the deal is played.
    """

    number: int
    round: int
    cards: int
    most: int
    trump: Trump
    suit: str
    turns: bool
    at_once: bool
    running: tuple[int, ...]
    last: tuple[int, ...]
    zeros: int
    by_trick: bool
    by_call: bool
    scores: int | None


def build_lookups(
    game: BidGame, deals: Iterable[DealPlan], players: int
) -> tuple[list[DealLookup], list[Scores]]:
    """Return the deals, and the tables of scores that they use. Deals that score alike share a table."""
    deals, tables = list(deals), list[Scores]()
    used: dict[int, int | None] = {}
    for deal in sorted(deals, key=lambda deal: -deal.cards):
        used[id(deal)] = None if deal.madness is not Madness.NONE else _place(list_scores(game, deal), tables)
    return [_build_lookup(game, deal, players, used[id(deal)]) for deal in deals], tables


def _place(table: Scores, tables: list[Scores]) -> int:
    """Return the index of a table that contains this one. Add it if there is none."""
    size = len(table)
    for index, other in enumerate(tables):
        if tuple(row[:size] for row in other[:size]) == table:
            return index
    tables.append(table)
    return len(tables) - 1


def _build_lookup(game: BidGame, deal: DealPlan, players: int, scores: int | None) -> DealLookup:
    running, last = find_forbidden_totals(deal, players)
    return DealLookup(
        number=deal.number,
        round=deal.round,
        cards=deal.cards,
        most=0 if deal.misere else deal.cards,
        trump=deal.trump,
        suit=deal.suit,
        turns=deal.trump not in (Trump.NONE, Trump.FIXED) and bool(deal.cards),
        at_once=deal.bidding is Bidding.SIMULTANEOUS,
        running=running,
        last=last,
        zeros=game.zeros if players > game.zeros_above else 0,
        by_trick=deal.madness is not Madness.NONE,
        by_call=deal.by_call,
        scores=scores,
    )


def list_scores(game: BidGame, deal: DealPlan) -> Scores:
    """Return the score of each possible bid for each possible number of tricks."""
    numbers = range(deal.cards + 1)
    return tuple(tuple(score(game, deal, Hand(bid, tricks)) for tricks in numbers) for bid in numbers)


def find_forbidden_totals(deal: DealPlan, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals that the bids may not have before the last bid, and after it."""
    if deal.bidding is Bidding.SIMULTANEOUS or deal.hook is Hook.NONE:
        return (), ()
    if deal.hook is Hook.TOTAL:
        totals = range(deal.cards * players + 1)
        return tuple(totals[deal.cards + 1 :]), tuple(total for total in totals if total != deal.cards)
    return ((deal.cards,) if deal.hook is Hook.RUNNING else ()), (deal.cards,)
