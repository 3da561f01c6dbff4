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
from games.rules.registry import get_ruleset
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts
from tournaments.core.files.documents import sort_keys
from tournaments.core.movement import cuts, seating
from tournaments.core.movement.bell import Move
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import TableSeat, list_seats
from tournaments.core.record import PUT_IN, CountKind, DealPart, SeatFact, Stake, StakeKind, TableFact
from tournaments.core.results.prizes import Prize, list_prizes
from tournaments.core.results.standings import COLUMNS
from tournaments.core.settings import to_json
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.selectors.deals import (
    NEVER,
    DealHistory,
    EveningHistory,
    RoundLog,
    find_bell_counts,
    find_bell_figures,
    load_draw,
    load_history,
)
from tournaments.evening.selectors.evening import find_newest_line, load_facts
from tournaments.evening.selectors.moves import MadeMove, load_cut_cards, load_made_moves
from tournaments.journal.selectors import load_lines
from tournaments.models import Award, CutRow, Evening, Result
from tournaments.standings.selectors.standings import (
    find_counting_result,
    load_gift_awards,
    load_settlements,
    load_written_awards,
)
from tournaments.transfer.presenters.tables import NumberedPeople

Number = Callable[[int], int]

Json = dict[str, Any]


def build_stakes(facts: Facts, history: EveningHistory, log: RoundLog, number: Number) -> Json:
    """Return the fresh stakes given by the round's bell and between its deals, and their corrections."""
    came_with_bell = get_format_pages(facts.play.format).is_bell_stake
    bells = {played_round.closed_seq for played_round in history.rounds}
    stakes = _list_given_stakes(facts, history, log)
    at_bell = [
        stake for stake in stakes if stake.round == log.number + 1 and came_with_bell(stake, {log.closed_seq})
    ]
    between = [
        stake
        for stake in stakes
        if not came_with_bell(stake, bells)
        and stake.round == log.number
        and stake.seq not in bells
        and history.find_round(stake.seq) == log
    ]
    return {
        "fresh_stakes": _list_counts(at_bell, number),
        "fresh_between_deals": _list_counts(between, number),
        "stakes_corrected": _list_corrections(facts, history, log, number),
    }


def _list_given_stakes(facts: Facts, history: EveningHistory, log: RoundLog) -> list[Stake]:
    """Return all fresh stakes as given, including those struck later; each line's in order of the seats."""
    struck = (line.stake for line in history.struck)
    places = {seat.entry: (seat.position, seat.chair) for seat in list_seats(facts, log.number)}
    fresh = [s for s in (*facts.stakes, *struck) if s.kind is StakeKind.FRESH and not s.late]
    return sorted(fresh, key=lambda stake: (stake.seq, places.get(stake.entry, (NEVER, 0))))


def _list_counts(stakes: Iterable[Stake], number: Number) -> list[dict[str, int]]:
    return [{"player": number(stake.entry), "counters": stake.counters} for stake in stakes]


def _list_corrections(facts: Facts, history: EveningHistory, log: RoundLog, number: Number) -> list[Json]:
    """Return the round's fresh stakes that were added later or struck, in order of correction."""
    every_stake = (*facts.stakes, *(line.stake for line in history.struck))
    changes = [(stake.seq, True, stake) for stake in every_stake if stake.late]
    changes += [(line.void, False, line.stake) for line in history.struck]
    corrected = []
    for seq, was_given, stake in sorted(changes, key=lambda change: change[0]):
        if stake.round == log.number:
            first = history.find_round(seq)
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

    def build_round(self, log: RoundLog) -> Json:
        """Return one round: its seats, its decisions, and the effects of its bell."""
        return {
            "round": log.number,
            "rung": log.rung_seq != NEVER,
            "closed": log.closed_seq != NEVER,
            "arrivals": [
                *(
                    self._build_arrival(move, log)
                    for move in self._list_bell(log.number - 1)
                    if _arrives(move)
                ),
                *(
                    self._build_arrival(change.move, log)
                    for change in self._list_moves(log)
                    if change.move.why.code == LATE
                ),
            ],
            "manual_moves": [
                self._build_arrival(change.move, log) for change in self._list_moves(log) if change.by_hand
            ],
            "tables": self._build_tables(log),
            "comings_and_goings": self._build_attendance(log),
            "counted": [
                {"player": self.words.numbers[count.entry], "counters": count.counters}
                for count in find_bell_counts(self.history, log)
            ],
            "yellow_chips": [
                {"deal": chip.deal, "player": self.words.numbers[chip.entry]}
                for chip in self.chips
                if chip.round == log.number
            ],
            "cuts": self._build_cuts(log),
            **self._build_bell(log),
            **build_stakes(self.facts, self.history, log, self.words.numbers.__getitem__),
        }

    def _build_bell(self, log: RoundLog) -> Json:
        """Return the moves and exchanges that the bell announced."""
        moves = [move for move in self._list_bell(log.number) if not _arrives(move)]
        return {
            "moves": [self._build_move(move) for move in moves],
            "exchanges": [
                {"broke": self.words.numbers[move.entry], "partner": self.words.numbers[partner]}
                for move in moves
                if move.why.code in BROKE and isinstance(partner := move.why.figures["whom"], int)
            ],
        }

    def _build_tables(self, log: RoundLog) -> list[Json]:
        figures = find_bell_figures(self.facts, self.history, log)
        seats: dict[int, list[SeatFact]] = defaultdict(list)
        for seat in list_seats(self.facts, log.number):
            seats[seat.position].append(seat)
        tables = [table for table in self.facts.tables if table.round == log.number]
        return [
            {
                "table": table.position,
                "dealer": table.dealer,
                "seats": [
                    {"seat": seat.chair, "player": self.words.numbers[seat.entry]}
                    for seat in seats[table.position]
                ],
                "ending": table.ending and str(table.ending),
                "deals": self._build_deals(log, table, seats[table.position], figures),
            }
            for table in tables
        ]

    def _build_deals(
        self,
        log: RoundLog,
        table: TableFact,
        seats: Iterable[SeatFact],
        figures: Mapping[tuple[int, int, int], AroundDeal],
    ) -> list[Json]:
        chairs, deals = {seat.entry: seat.chair for seat in seats}, []
        entries_of_deals: list[list[int]] = []
        for deal in self.history.deals:
            first = deal.first
            if (first.round, first.position) != (log.number, table.position):
                continue
            version = deal.find_version(log.closed_seq)
            entries_of_deals.append([chairs[line.entry] for line in version.lines if line.entry in chairs])
            deals.append(
                {
                    "deal": first.deal,
                    "dealer": seating.find_last_dealer(
                        table.dealer, entries_of_deals, to_right=self.facts.play.to_right
                    ),
                    "after_bell": first.seq > log.rung_seq,
                    "version": version.version,
                    "told": self._build_call(version.call),
                    "trump": version.trump,
                    **self._build_outcome(version.lines),
                    "players": [
                        self._build_player(line, figures[first.position, first.deal, line.entry])
                        for line in version.lines
                    ],
                    "corrections": self._build_corrections(deal),
                }
            )
        return deals

    def _build_call(self, call: Mapping[str, Any]) -> Json:
        dropped = [self.words.numbers[entry] for entry in call.get("dropped", ())]
        values = {key: value for key, value in sort_keys(call).items() if key != PUT_IN}
        return {**values, **({"dropped": dropped} if dropped else {})}

    def _build_outcome(self, lines: Iterable[DealPart]) -> Json:
        in_call = [line for line in lines if line.won or line.in_call]
        return {
            "winners": [self.words.numbers[line.entry] for line in in_call if line.won],
            "in_call": [self.words.numbers[line.entry] for line in in_call],
        }

    def _build_corrections(self, deal: DealHistory) -> list[Json]:
        """Return every later version; ``counts_from_round``: the first bell that was reckoned from it."""
        later = zip(deal.versions[1:], deal.reasons[1:], strict=True)
        counts_from = ((version, reason, self.history.find_round(version.seq)) for version, reason in later)
        return [
            {
                "version": version.version,
                "reason": reason,
                "counts_from_round": log.number if version.seq < log.closed_seq else None,
                **self._build_outcome(version.lines),
                "players": [
                    {
                        "player": self.words.numbers[line.entry],
                        "change": line.counters if line.score is None else line.score,
                        **_build_played_figures(line),
                    }
                    for line in version.lines
                ],
            }
            for version, reason, log in counts_from
        ]

    def _build_attendance(self, log: RoundLog) -> list[Json]:
        """Return the players who came, paused, came back, left or kept the seat during this round."""
        return [
            {
                "player": self.words.numbers[word.entry],
                "state": str(word.state),
                "from_round": word.from_round,
                "after_bell": word.seq > log.rung_seq,
                **self._find_taken_stake(word.entry, log.number, word.seq),
            }
            for word in self.facts.presences
            if self.history.find_round(word.seq) == log and not self._is_from_start(word.entry, word.seq)
        ]

    def _is_from_start(self, entry: int, seq: int) -> bool:
        first = next(word for word in self.facts.presences if word.entry == entry)
        return first.seq == seq and first.from_round == 1

    def _find_taken_stake(self, entry: int, round_number: int, seq: int) -> dict[str, int | None]:
        """Return the counters that the player took along, and those left in an unfinished deal's pool."""
        for stake in self.facts.stakes:
            matches = (stake.entry, stake.round, stake.seq) == (entry, round_number, seq)
            if matches and stake.kind is StakeKind.DEPARTURE:
                return {"counters": stake.counters, "left_in_pool": stake.in_pool}
        return {"counters": None, "left_in_pool": 0}

    def _build_cuts(self, log: RoundLog) -> list[Json]:
        chains: dict[int, dict[int, list[CutRow]]] = defaultdict(lambda: defaultdict(list))
        for card in self.cards:
            if card.round.number == log.number:
                chains[card.chain][card.attempt].append(card)
        return [
            self._build_cut([attempts[n] for n in sorted(attempts)]) for _, attempts in sorted(chains.items())
        ]

    def _build_cut(self, attempts: Sequence[Sequence[CutRow]]) -> Json:
        first = attempts[0][0]
        highest = cuts.find_highest_people((card.entry_id, card.card) for card in attempts[-1])
        return {
            "purpose": first.purpose,
            "table": first.position,
            "deal": first.deal,
            "highest": self.words.numbers[highest[0]] if len(highest) == 1 else None,
            "attempts": [
                {
                    "seed": attempt[0].seed or None,
                    "cards": [
                        {"player": self.words.numbers[row.entry_id], "card": row.card} for row in attempt
                    ],
                }
                for attempt in attempts
            ],
        }

    def _list_moves(self, log: RoundLog) -> list[MadeMove]:
        return [move for move in self.moves if move.round == log.number]

    def _list_bell(self, number: int) -> list[Move]:
        """Return the moves made by the bell of the round."""
        return [move.move for move in self.moves if move.round == number and move.is_by_bell]

    def _build_move(self, move: Move) -> Json:
        return {
            "player": self.words.numbers[move.entry],
            "from": _build_seat(move.start),
            "to": _build_seat(move.end),
            "reason": self.words.number_reason(move.why.code, move.why.figures),
        }

    def _build_arrival(self, move: Move, log: RoundLog) -> Json:
        """Return a move with the banker's stake: a first stake, or the counters kept since a pause."""
        person = (move.entry, log.number)
        stakes = (s for s in self.facts.stakes if (s.entry, s.round) == person and s.kind in BANKERS_STAKES)
        stake = next(stakes, None) if move.start is None else None
        stake_document = {"kind": str(stake.kind), "counters": stake.counters} if stake else None
        return {**self._build_move(move), "stake": stake_document}

    def _build_player(self, line: DealPart, figures: AroundDeal) -> Json:
        return {
            "player": self.words.numbers[line.entry],
            "before": figures.before,
            "change": figures.change,
            "after": figures.after,
            **_build_played_figures(line),
        }


def _build_played_figures(line: DealPart) -> Json:
    """Return a player's figures in the deal that are known: bid and tricks, or whether cards were shown."""
    bids = {"bid": line.bid, "tricks": line.tricks} if line.bid is not None else {}
    revokes = {"revokes": line.revokes} if line.revokes else {}
    took = {"took": list(line.took)} if line.took else {}
    cards = {"cards": line.cards.split()} if line.cards else {}
    return {**bids, **revokes, **took, **cards}


def _arrives(move: Move) -> bool:
    """Return whether the bell gives a seat to a player who had none."""
    return move.start is None and move.end is not None


def _build_seat(place: TableSeat | None) -> Json | None:
    return {"table": place.table, "seat": place.chair} if place else None


FORMAT, FORMAT_VERSION = "headtable-evening", 1


def refuse_rehearsal(evening: Evening) -> None:
    """Refuse a rehearsal with ForbiddenError: a rehearsal has no export."""
    if evening.rehearsal_of_id is not None:
        raise ForbiddenError("evening", _("A rehearsal counts nowhere and cannot be exported."))


def export_evening(evening: Evening) -> Json:
    """Return the evening as plain values for JSON, in a fixed number of queries."""
    with translation.override("en"):
        return _build_document(evening)


def _build_document(evening: Evening) -> Json:
    facts, history = load_facts(evening.pk), load_history(evening)
    words = NumberedPeople.from_entries(facts.entries)
    result = find_counting_result(evening)
    gifts = [_build_prize(award, None, words) for award in load_gift_awards(evening)]
    moves, cards = load_made_moves(evening), load_cut_cards(evening, "entry")
    rounds = Rounds(facts, history, words, moves, cards, facts.chips.taken)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "evening": _build_evening(evening),
        "players": [
            {"player": words.numbers[entry.id], "name": entry.name, "role": entry.role}
            for entry in facts.entries
        ],
        "draw": _build_draw(evening, words.numbers),
        "rounds": [rounds.build_round(log) for log in history.rounds],
        "final_counts": _list_final_counts(facts, words),
        "result_version": result.version if result else None,
        "settlement": _build_settlement(result, words.numbers) if result else [],
        "prizes": [*(_build_prizes(result, words) if result else ()), *gifts],
        "journal": _build_journal(evening, words),
    }


def _build_evening(evening: Evening) -> Json:
    game = get_ruleset(evening.game)
    return {
        "id": evening.pk,
        "club": evening.club.name,
        "name": evening.name,
        "date": evening.held_on.isoformat(),
        "format": evening.format,
        "game": game.title,
        "ruleset": game.key,
        "options": sort_keys(evening.options),
        "house_rules": evening.rules_name,
        "settings": to_json(evening.settings),
        "stage": str(evening.stage),
    }


def _build_draw(evening: Evening, numbers: Mapping[int, int]) -> Json | None:
    """Return the valid seat draw, with the seats before any change by hand."""
    line = find_newest_line(evening, "seats_drawn")
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


def _list_final_counts(facts: Facts, words: NumberedPeople) -> list[Json]:
    return [
        {"player": words.numbers[count.entry], "counters": count.counters}
        for count in facts.counts
        if count.kind is CountKind.FINAL
    ]


def _build_settlement(result: Result, numbers: Mapping[int, int]) -> list[Json]:
    return [
        {
            "place": row.place,
            "player": numbers[row.entry_id],
            **{column.name: _read_figure(row, column.key) for column in COLUMNS},
        }
        for row in load_settlements(result, "entry_id")
    ]


def _build_prizes(result: Result, words: NumberedPeople) -> list[Json]:
    listed = {prize.key: prize for prize in list_prizes(result.settings, result.play)}
    return [_build_prize(award, listed.get(award.prize), words) for award in load_written_awards(result)]


def _build_prize(award: Award, prize: Prize | None, words: NumberedPeople) -> Json:
    return {
        "key": award.prize,
        "title": award.title,
        "role": prize and prize.role,
        "group": prize and prize.group,
        "place": (prize and prize.place) or None,
        "winners": sorted(words.numbers[row.pk] for row in award.winners.all() if row.pk in words.numbers),
        "reason": words.number_reason(award.why, award.figures),
    }


def _build_journal(evening: Evening, words: NumberedPeople) -> list[Json]:
    return [
        {
            "seq": line.seq,
            "at": line.at.isoformat(),
            "verb": line.verb,
            "actor": line.actor.display_name if line.actor else None,
            "phone": line.link.table if line.link else None,
            "reason": line.reason,
            "payload": words.number_payload(line.payload),
        }
        for line in load_lines(evening)
    ]


def _read_figure(row: Any, key: str) -> int | None:
    """Return a figure. This format writes unknown fresh stakes and chips as 0."""
    figure: int | None = getattr(row, key)
    return figure or 0 if key in ("fresh", "yellow") else figure
