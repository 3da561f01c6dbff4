"""The rounds of an exported evening: tables and deals, the bell and what it brought."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts
from tournaments.core.files.documents import ordered
from tournaments.core.movement import cuts, seating
from tournaments.core.movement.bell import Move
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import Place, seats_of
from tournaments.core.record import Line, Seat, Stake, StakeKind, TableFact
from tournaments.evening.selectors.deals import (
    NEVER,
    DealHistory,
    History,
    RoundLog,
    counted_at_bell,
    figures_at_bell,
)
from tournaments.evening.selectors.moves import MadeMove
from tournaments.models import CutRow
from tournaments.transfer.presenters.evening_stakes import stakes_of
from tournaments.transfer.presenters.tables import Words

LATE, BROKE = "late", ("swap_broke", "swap_broke_before")
"""Codes of moves: somebody new sits down; a broke player changes seats."""

GIVEN = (StakeKind.FIRST, StakeKind.RETURN)


@dataclass(frozen=True)
class Rounds:
    """Everything that the rounds of the document are made of."""

    facts: Facts
    history: History
    words: Words
    moves: Sequence[MadeMove]
    cards: Sequence[CutRow]
    chips: Sequence[Chip]

    def document(self, log: RoundLog) -> dict[str, Any]:
        """Return one round: how everybody sat, what was decided, and what its bell brought."""
        return {
            "round": log.number,
            "rung": log.rung != NEVER,
            "closed": log.closed != NEVER,
            "arrivals": [
                *(self._arrival(move, log) for move in self._bell_of(log.number - 1) if _comes_in(move)),
                *(self._arrival(made.move, log) for made in self._moves(log) if made.move.why.code == LATE),
            ],
            "manual_moves": [self._arrival(made.move, log) for made in self._moves(log) if made.by_hand],
            "tables": self._tables(log),
            "comings_and_goings": self._comings_and_goings(log),
            "counted": [
                {"player": self._number(count.entry), "counters": count.counters}
                for count in counted_at_bell(self.history, log)
            ],
            "yellow_chips": [
                {"deal": chip.deal, "player": self._number(chip.entry)}
                for chip in self.chips
                if chip.round == log.number
            ],
            "cuts": self._cuts(log),
            **self._bell(log),
            **stakes_of(self.facts, self.history, log, self._number),
        }

    def _bell(self, log: RoundLog) -> dict[str, Any]:
        """Return what everybody was told when the moves were applied."""
        moves = [move for move in self._bell_of(log.number) if not _comes_in(move)]
        return {
            "moves": [self._move(move) for move in moves],
            "exchanges": [
                {"broke": self._number(move.entry), "partner": self._number(whom)}
                for move in moves
                if move.why.code in BROKE and isinstance(whom := move.why.figures["whom"], int)
            ],
        }

    def _tables(self, log: RoundLog) -> list[dict[str, Any]]:
        figures = figures_at_bell(self.facts, self.history, log)
        seats: dict[int, list[Seat]] = defaultdict(list)
        for seat in seats_of(self.facts, log.number):
            seats[seat.position].append(seat)
        tables = [table for table in self.facts.tables if table.round == log.number]
        return [
            {
                "table": table.position,
                "dealer": table.dealer,
                "seats": [
                    {"seat": seat.chair, "player": self._number(seat.entry)} for seat in seats[table.position]
                ],
                "ending": table.ending and str(table.ending),
                "deals": self._deals(log, table, seats[table.position], figures),
            }
            for table in tables
        ]

    def _deals(
        self,
        log: RoundLog,
        table: TableFact,
        seats: Iterable[Seat],
        figures: Mapping[tuple[int, int, int], AroundDeal],
    ) -> list[dict[str, Any]]:
        chairs, made = {seat.entry: seat.chair for seat in seats}, []
        played: list[list[int]] = []
        for deal in self.history.deals:
            first = deal.first
            if (first.round, first.position) != (log.number, table.position):
                continue
            version = deal.at(log.closed)
            played.append([chairs[line.entry] for line in version.lines if line.entry in chairs])
            made.append(
                {
                    "deal": first.deal,
                    "dealer": seating.dealer_of(table.dealer, played, to_right=self.facts.play.to_right),
                    "after_bell": first.seq > log.rung,
                    "version": version.version,
                    "told": self._told(version.call),
                    "trump": version.trump,
                    **self._outcome(version.lines),
                    "players": [
                        {
                            **self._figures(line.entry, figures[first.position, first.deal, line.entry]),
                            **_played(line),
                        }
                        for line in version.lines
                    ],
                    "corrections": self._corrections(deal),
                }
            )
        return made

    def _told(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was told besides the lines, with people by their numbers."""
        dropped = [self._number(entry) for entry in call.get("dropped", ())]
        return {**ordered(call), **({"dropped": dropped} if dropped else {})}

    def _outcome(self, lines: Iterable[Line]) -> dict[str, Any]:
        called = [line for line in lines if line.won or line.in_call]
        return {
            "winners": [self._number(line.entry) for line in called if line.won],
            "in_call": [self._number(line.entry) for line in called],
        }

    def _corrections(self, deal: DealHistory) -> list[dict[str, Any]]:
        """Return every later version; ``counts_from_round``: the first bell that was reckoned from it."""
        later = zip(deal.versions[1:], deal.reasons[1:], strict=True)
        counts_from = ((version, why, self.history.made_in(version.seq)) for version, why in later)
        return [
            {
                "version": version.version,
                "reason": why,
                "counts_from_round": log.number if version.seq < log.closed else None,
                **self._outcome(version.lines),
                "players": [
                    {
                        "player": self._number(line.entry),
                        "change": line.counters if line.score is None else line.score,
                        **_played(line),
                    }
                    for line in version.lines
                ],
            }
            for version, why, log in counts_from
        ]

    def _comings_and_goings(self, log: RoundLog) -> list[dict[str, Any]]:
        """Return who came, paused, came back, left or kept the seat while this was the round."""
        return [
            {
                "player": self._number(word.entry),
                "state": str(word.state),
                "from_round": word.from_round,
                "after_bell": word.seq > log.rung,
                **self._taken(word.entry, log.number, word.seq),
            }
            for word in self.facts.presences
            if self.history.made_in(word.seq) == log and not self._there_from_the_start(word.entry, word.seq)
        ]

    def _there_from_the_start(self, entry: int, seq: int) -> bool:
        first = next(word for word in self.facts.presences if word.entry == entry)
        return first.seq == seq and first.from_round == 1

    def _taken(self, entry: int, round_number: int, seq: int) -> dict[str, int | None]:
        """Return what was taken along by this word, and left in the pool of a deal in play."""
        for stake in self.facts.stakes:
            here = (stake.entry, stake.round, stake.seq) == (entry, round_number, seq)
            if here and stake.kind is StakeKind.DEPARTURE:
                return {"counters": stake.counters, "left_in_pool": stake.in_pool}
        return {"counters": None, "left_in_pool": 0}

    def _cuts(self, log: RoundLog) -> list[dict[str, Any]]:
        chains: dict[int, dict[int, list[CutRow]]] = defaultdict(lambda: defaultdict(list))
        for card in self.cards:
            if card.round.number == log.number:
                chains[card.chain][card.attempt].append(card)
        return [
            self._cut([attempts[n] for n in sorted(attempts)]) for _chain, attempts in sorted(chains.items())
        ]

    def _cut(self, attempts: Sequence[Sequence[CutRow]]) -> dict[str, Any]:
        first = attempts[0][0]
        highest = cuts.equal_highest((card.entry_id, card.card) for card in attempts[-1])
        return {
            "purpose": first.purpose,
            "table": first.position,
            "deal": first.deal,
            "highest": self._number(highest[0]) if len(highest) == 1 else None,
            "attempts": [
                {
                    "seed": attempt[0].seed or None,
                    "cards": [{"player": self._number(card.entry_id), "card": card.card} for card in attempt],
                }
                for attempt in attempts
            ],
        }

    def _moves(self, log: RoundLog) -> list[MadeMove]:
        return [made for made in self.moves if made.round == log.number]

    def _bell_of(self, number: int) -> list[Move]:
        """Return the moves that the bell of the round brought."""
        return [made.move for made in self.moves if made.round == number and made.by_bell]

    def _move(self, move: Move) -> dict[str, Any]:
        return {
            "player": self._number(move.entry),
            "from": _place(move.start),
            "to": _place(move.end),
            "reason": self.words.reason(move.why.code, move.why.figures),
        }

    def _arrival(self, move: Move, log: RoundLog) -> dict[str, Any]:
        """Return a move with the stake that the banker gave: a first one, or what waited since a pause."""
        stake = self._stake(move.entry, log.number) if move.start is None else None
        given = {"kind": str(stake.kind), "counters": stake.counters} if stake else None
        return {**self._move(move), "stake": given}

    def _stake(self, entry: int, round_number: int) -> Stake | None:
        mine = (s for s in self.facts.stakes if (s.entry, s.round) == (entry, round_number))
        return next((s for s in mine if s.kind in GIVEN), None)

    def _figures(self, entry: int, figures: AroundDeal) -> dict[str, Any]:
        return {
            "player": self._number(entry),
            "before": figures.before,
            "change": figures.change,
            "after": figures.after,
        }

    def _number(self, entry: int) -> int:
        return self.words.numbers[entry]


def _played(line: Line) -> dict[str, Any]:
    """Return what somebody did in the deal, as far as it is known: the bid and tricks, or the cards shown."""
    bids = {"bid": line.bid, "tricks": line.tricks} if line.bid is not None else {}
    revokes = {"revokes": line.revokes} if line.revokes else {}
    took = {"took": list(line.took)} if line.took else {}
    cards = {"cards": line.cards.split()} if line.cards else {}
    return {**bids, **revokes, **took, **cards}


def _comes_in(move: Move) -> bool:
    """Return whether the bell seats somebody who had no seat."""
    return move.start is None and move.end is not None


def _place(place: Place | None) -> dict[str, Any] | None:
    return {"table": place.table, "seat": place.chair} if place else None
