"""One evening as a document from which an outsider can replay and check it: docs/export.md.

People are numbered in order of arrival, so the document does not depend on database keys. Words are English,
whatever the reader's language.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from games.rules.registry import ruleset
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts
from tournaments.core.files.documents import ordered
from tournaments.core.movement import cuts, seating
from tournaments.core.movement.bell import Move
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import TableSeat, seats_of
from tournaments.core.record import PUT_IN, CountKind, DealPart, SeatFact, Stake, StakeKind, TableFact
from tournaments.core.results.prizes import Prize, prize_list
from tournaments.core.results.standings import COLUMNS
from tournaments.core.settings import to_json
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.selectors.deals import (
    NEVER,
    DealHistory,
    EveningHistory,
    RoundLog,
    counted_at_bell,
    figures_at_bell,
    load_draw,
    load_history,
)
from tournaments.evening.selectors.evening import load_facts, newest_line
from tournaments.evening.selectors.moves import MadeMove, cards_cut, made_moves
from tournaments.journal.selectors import lines_of
from tournaments.models import Award, CutRow, Evening, Result
from tournaments.standings.selectors.standings import (
    awards_written,
    counting_result,
    given_by_hand,
    settled_in,
)
from tournaments.transfer.presenters.tables import NumberedPeople

Number = Callable[[int], int]


def stakes_of(facts: Facts, history: EveningHistory, log: RoundLog, number: Number) -> dict[str, Any]:
    """Return the fresh stakes given by the round's bell and between its deals, and their corrections."""
    came_with_bell = format_pages(facts.play.format).came_with_bell
    bells = {played_round.closed_seq for played_round in history.rounds}
    stakes = _stakes_given(facts, history, log)
    at_bell = [
        stake for stake in stakes if stake.round == log.number + 1 and came_with_bell(stake, {log.closed_seq})
    ]
    between = [
        stake
        for stake in stakes
        if not came_with_bell(stake, bells)
        and stake.round == log.number
        and stake.seq not in bells
        and history.made_in(stake.seq) == log
    ]
    return {
        "fresh_stakes": _counts(at_bell, number),
        "fresh_between_deals": _counts(between, number),
        "stakes_corrected": _corrected(facts, history, log, number),
    }


def _stakes_given(facts: Facts, history: EveningHistory, log: RoundLog) -> list[Stake]:
    """Return all fresh stakes as given, including those struck later; each line's in order of the seats."""
    struck = (line.stake for line in history.struck)
    places = {seat.entry: (seat.position, seat.chair) for seat in seats_of(facts, log.number)}
    fresh = [s for s in (*facts.stakes, *struck) if s.kind is StakeKind.FRESH and not s.late]
    return sorted(fresh, key=lambda stake: (stake.seq, places.get(stake.entry, (NEVER, 0))))


def _counts(stakes: Iterable[Stake], number: Number) -> list[dict[str, int]]:
    return [{"player": number(stake.entry), "counters": stake.counters} for stake in stakes]


def _corrected(facts: Facts, history: EveningHistory, log: RoundLog, number: Number) -> list[dict[str, Any]]:
    """Return the round's fresh stakes that were added later or struck, in order of correction."""
    every_stake = (*facts.stakes, *(line.stake for line in history.struck))
    changes = [(stake.seq, True, stake) for stake in every_stake if stake.late]
    changes += [(line.void, False, line.stake) for line in history.struck]
    corrected = []
    for seq, was_given, stake in sorted(changes, key=lambda change: change[0]):
        if stake.round == log.number:
            first = history.made_in(seq)
            corrected.append(
                {
                    "player": number(stake.entry),
                    "given": was_given,
                    "counters": stake.counters,
                    "counts_from_round": first.number if seq < first.closed_seq else None,
                }
            )
    return corrected


LATE, BROKE = "late", ("swap_broke", "swap_broke_before")
"""Codes of moves: a new player sits down; a broke player changes seats."""

BANKERS_STAKES = (StakeKind.FIRST, StakeKind.RETURN)


@dataclass(frozen=True)
class Rounds:
    """Everything that is needed for the rounds of the document."""

    facts: Facts
    history: EveningHistory
    words: NumberedPeople
    moves: Sequence[MadeMove]
    cards: Sequence[CutRow]
    chips: Sequence[Chip]

    def document(self, log: RoundLog) -> dict[str, Any]:
        """Return one round: its seats, its decisions, and the effects of its bell."""
        return {
            "round": log.number,
            "rung": log.rung_seq != NEVER,
            "closed": log.closed_seq != NEVER,
            "arrivals": [
                *(self._arrival(move, log) for move in self._bell_of(log.number - 1) if _comes_in(move)),
                *(
                    self._arrival(change.move, log)
                    for change in self._moves(log)
                    if change.move.why.code == LATE
                ),
            ],
            "manual_moves": [
                self._arrival(change.move, log) for change in self._moves(log) if change.by_hand
            ],
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
        """Return the moves and exchanges that the bell announced."""
        moves = [move for move in self._bell_of(log.number) if not _comes_in(move)]
        return {
            "moves": [self._move(move) for move in moves],
            "exchanges": [
                {"broke": self._number(move.entry), "partner": self._number(partner)}
                for move in moves
                if move.why.code in BROKE and isinstance(partner := move.why.figures["whom"], int)
            ],
        }

    def _tables(self, log: RoundLog) -> list[dict[str, Any]]:
        figures = figures_at_bell(self.facts, self.history, log)
        seats: dict[int, list[SeatFact]] = defaultdict(list)
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
        seats: Iterable[SeatFact],
        figures: Mapping[tuple[int, int, int], AroundDeal],
    ) -> list[dict[str, Any]]:
        chairs, deals = {seat.entry: seat.chair for seat in seats}, []
        entries_of_deals: list[list[int]] = []
        for deal in self.history.deals:
            first = deal.first
            if (first.round, first.position) != (log.number, table.position):
                continue
            version = deal.version_at(log.closed_seq)
            entries_of_deals.append([chairs[line.entry] for line in version.lines if line.entry in chairs])
            deals.append(
                {
                    "deal": first.deal,
                    "dealer": seating.dealer_of(
                        table.dealer, entries_of_deals, to_right=self.facts.play.to_right
                    ),
                    "after_bell": first.seq > log.rung_seq,
                    "version": version.version,
                    "told": self._call_document(version.call),
                    "trump": version.trump,
                    **self._outcome(version.lines),
                    "players": [
                        {
                            **self._figures(line.entry, figures[first.position, first.deal, line.entry]),
                            **_played_figures(line),
                        }
                        for line in version.lines
                    ],
                    "corrections": self._corrections(deal),
                }
            )
        return deals

    def _call_document(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Return the call of the deal without the lines, with people by their numbers."""
        dropped = {"dropped": [self._number(entry) for entry in call["dropped"]]} if "dropped" in call else {}
        return {key: value for key, value in ordered(call).items() if key != PUT_IN} | dropped

    def _outcome(self, lines: Iterable[DealPart]) -> dict[str, Any]:
        in_call = [line for line in lines if line.won or line.in_call]
        return {
            "winners": [self._number(line.entry) for line in in_call if line.won],
            "in_call": [self._number(line.entry) for line in in_call],
        }

    def _corrections(self, deal: DealHistory) -> list[dict[str, Any]]:
        """Return every later version; ``counts_from_round``: the first bell that was reckoned from it."""
        later = zip(deal.versions[1:], deal.reasons[1:], strict=True)
        counts_from = ((version, reason, self.history.made_in(version.seq)) for version, reason in later)
        return [
            {
                "version": version.version,
                "reason": reason,
                "counts_from_round": log.number if version.seq < log.closed_seq else None,
                **self._outcome(version.lines),
                "players": [
                    {
                        "player": self._number(line.entry),
                        "change": line.counters if line.score is None else line.score,
                        **_played_figures(line),
                    }
                    for line in version.lines
                ],
            }
            for version, reason, log in counts_from
        ]

    def _comings_and_goings(self, log: RoundLog) -> list[dict[str, Any]]:
        """Return the players who came, paused, came back, left or kept the seat during this round."""
        return [
            {
                "player": self._number(word.entry),
                "state": str(word.state),
                "from_round": word.from_round,
                "after_bell": word.seq > log.rung_seq,
                **self._stake_taken(word.entry, log.number, word.seq),
            }
            for word in self.facts.presences
            if self.history.made_in(word.seq) == log and not self._there_from_the_start(word.entry, word.seq)
        ]

    def _there_from_the_start(self, entry: int, seq: int) -> bool:
        first = next(word for word in self.facts.presences if word.entry == entry)
        return first.seq == seq and first.from_round == 1

    def _stake_taken(self, entry: int, round_number: int, seq: int) -> dict[str, int | None]:
        """Return the counters that the player took along, and those left in an unfinished deal's pool."""
        for stake in self.facts.stakes:
            matches = (stake.entry, stake.round, stake.seq) == (entry, round_number, seq)
            if matches and stake.kind is StakeKind.DEPARTURE:
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
        return [move for move in self.moves if move.round == log.number]

    def _bell_of(self, number: int) -> list[Move]:
        """Return the moves made by the bell of the round."""
        return [move.move for move in self.moves if move.round == number and move.by_bell]

    def _move(self, move: Move) -> dict[str, Any]:
        return {
            "player": self._number(move.entry),
            "from": _place(move.start),
            "to": _place(move.end),
            "reason": self.words.reason(move.why.code, move.why.figures),
        }

    def _arrival(self, move: Move, log: RoundLog) -> dict[str, Any]:
        """Return a move with the banker's stake: a first stake, or the counters kept since a pause."""
        person = (move.entry, log.number)
        stakes = (s for s in self.facts.stakes if (s.entry, s.round) == person and s.kind in BANKERS_STAKES)
        stake = next(stakes, None) if move.start is None else None
        stake_document = {"kind": str(stake.kind), "counters": stake.counters} if stake else None
        return {**self._move(move), "stake": stake_document}

    def _figures(self, entry: int, figures: AroundDeal) -> dict[str, Any]:
        return {
            "player": self._number(entry),
            "before": figures.before,
            "change": figures.change,
            "after": figures.after,
        }

    def _number(self, entry: int) -> int:
        return self.words.numbers[entry]


def _played_figures(line: DealPart) -> dict[str, Any]:
    """Return a player's figures in the deal that are known: bid and tricks, or whether cards were shown."""
    bids = {"bid": line.bid, "tricks": line.tricks} if line.bid is not None else {}
    revokes = {"revokes": line.revokes} if line.revokes else {}
    took = {"took": list(line.took)} if line.took else {}
    cards = {"cards": line.cards.split()} if line.cards else {}
    return {**bids, **revokes, **took, **cards}


def _comes_in(move: Move) -> bool:
    """Return whether the bell gives a seat to a player who had none."""
    return move.start is None and move.end is not None


def _place(place: TableSeat | None) -> dict[str, Any] | None:
    return {"table": place.table, "seat": place.chair} if place else None


FORMAT, FORMAT_VERSION = "headtable-evening", 1


def refuse_rehearsal(evening: Evening) -> None:
    """Refuse a rehearsal with ForbiddenError: a rehearsal has no export."""
    if evening.rehearsal_of_id is not None:
        raise ForbiddenError("evening", _("A rehearsal counts nowhere and cannot be exported."))


def export(evening: Evening) -> dict[str, Any]:
    """Return the evening as plain values for JSON, in a fixed number of queries."""
    with translation.override("en"):
        return _document(evening)


def _document(evening: Evening) -> dict[str, Any]:
    facts, history = load_facts(evening.pk), load_history(evening)
    words = NumberedPeople.from_entries(facts.entries)
    result = counting_result(evening)
    gifts = [_prize(award, None, words) for award in given_by_hand(evening)]
    moves, cards = made_moves(evening), cards_cut(evening, "entry")
    rounds = Rounds(facts, history, words, moves, cards, facts.chips.taken)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "evening": _evening(evening),
        "players": [
            {"player": words.numbers[entry.id], "name": entry.name, "role": entry.role}
            for entry in facts.entries
        ],
        "draw": _draw(evening, words.numbers),
        "rounds": [rounds.document(log) for log in history.rounds],
        "final_counts": _final_counts(facts, words),
        "result_version": result.version if result else None,
        "settlement": _settlement(result, words.numbers) if result else [],
        "prizes": [*(_prizes(result, words) if result else ()), *gifts],
        "journal": _journal(evening, words),
    }


def _evening(evening: Evening) -> dict[str, Any]:
    game = ruleset(evening.game)
    return {
        "id": evening.pk,
        "club": evening.club.name,
        "name": evening.name,
        "date": evening.held_on.isoformat(),
        "format": evening.format,
        "game": game.title,
        "ruleset": game.key,
        "options": ordered(evening.options),
        "house_rules": evening.rules_name,
        "settings": to_json(evening.settings),
        "stage": str(evening.stage),
    }


def _draw(evening: Evening, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Return the valid seat draw, with the seats before any change by hand."""
    line = newest_line(evening, "seats_drawn")
    if line is None:
        return None
    people, seats, dealers = load_draw(line)
    return {
        "seed": line.payload["seed"],
        "season": line.payload.get("season"),
        "sizes": line.payload["sizes"],
        "players": [numbers.get(entry) for entry in people],
        "seats": [
            {"table": table, "seat": chair, "player": numbers.get(entry)} for table, chair, entry in seats
        ],
        "dealers": dealers,
    }


def _final_counts(facts: Facts, words: NumberedPeople) -> list[dict[str, Any]]:
    return [
        {"player": words.numbers[count.entry], "counters": count.counters}
        for count in facts.counts
        if count.kind is CountKind.FINAL
    ]


def _settlement(result: Result, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "player": numbers[row.entry_id],
            **{column.name: _figure(row, column.key) for column in COLUMNS},
        }
        for row in settled_in(result, "entry_id")
    ]


def _prizes(result: Result, words: NumberedPeople) -> list[dict[str, Any]]:
    listed = {prize.key: prize for prize in prize_list(result.settings, result.play)}
    return [_prize(award, listed.get(award.prize), words) for award in awards_written(result)]


def _prize(award: Award, prize: Prize | None, words: NumberedPeople) -> dict[str, Any]:
    return {
        "key": award.prize,
        "title": award.title,
        **_for_whom(prize),
        "winners": sorted(words.numbers[row.pk] for row in award.winners.all() if row.pk in words.numbers),
        "reason": words.reason(award.why, award.figures),
    }


def _for_whom(prize: Prize | None) -> dict[str, Any]:
    if prize is None:
        return {"role": None, "group": None, "place": None}
    return {"role": prize.role, "group": prize.group, "place": prize.place or None}


def _journal(evening: Evening, words: NumberedPeople) -> list[dict[str, Any]]:
    return [
        {
            "seq": line.seq,
            "at": line.at.isoformat(),
            "verb": line.verb,
            "actor": line.actor.called if line.actor else None,
            "phone": line.link.table if line.link else None,
            "reason": line.reason,
            "payload": words.payload(line.payload),
        }
        for line in lines_of(evening)
    ]


def _figure(row: Any, key: str) -> int | None:
    """Return a figure. This format writes unknown fresh stakes and chips as 0."""
    figure: int | None = getattr(row, key)
    return figure or 0 if key in ("fresh", "yellow") else figure
