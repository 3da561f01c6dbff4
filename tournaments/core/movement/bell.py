"""The bell of a progressive evening: moves, fresh stakes and exchanges; and the seats of the next game.

The order (docs/rules.md#one-round): the head table's chip and cut, all moves together, fresh stakes for
everybody who is broke, exchanges. Missing cuts and counts are returned as needs. ``bell`` does not depend
on cards, scores or the ledger, only on the tables at the bell. ``NextSeating`` holds the seats of the
next round, in every format.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.core.movement.cuts import Choice, CutNeed, Pick, Rule, pick
from tournaments.core.movement.movers import (
    Chip,
    Chips,
    explain_chip,
    explain_nobody_leaves,
    explain_stay,
    find_head_chip,
    find_leavers,
    find_yellow_chips,
)
from tournaments.core.movement.seating import (
    HEAD,
    Limits,
    SeatChange,
    SeatedPlayer,
    SeatedTable,
    TableSeat,
    count_sizes,
    find_free_chair,
    find_held_back,
    goes_to,
)
from tournaments.core.reasons import Reason, phrase_for_bids, word_for_stake_before
from tournaments.core.record import OF_STANDING, Cut, Purpose
from tournaments.core.settings import AllCalled

__all__ = [
    "Bell",
    "Chip",
    "Chips",
    "CountNeed",
    "CutNeed",
    "Limits",
    "Move",
    "SeatedPlayer",
    "SeatedTable",
    "TableSeat",
    "build_bell",
    "find_yellow_chips",
]

USUAL_LIMITS = Limits()

COUNTS = {Purpose.UP: "count_up", Purpose.DOWN: "count_down", Purpose.EXCHANGE: "count_swap"}
"""The code of the reason for a count, by what the count decides."""

# Who changes seats with a broke player (docs/rules.md#fresh-stakes): the richest at the booby table.
PARTNER = Rule(
    Purpose.EXCHANGE, max, only="swap", count_code="swap_most", cut="swap_cut", due_code="cut_swap"
)


@dataclass(frozen=True)
class Move(SeatChange):
    """A change of seat with its reason. A person who moves and is then exchanged has two moves."""

    why: Reason


@dataclass(frozen=True)
class CountNeed:
    """Counters that must be counted at a table before the bell can be settled: whose, and why."""

    table: int
    uncounted: tuple[int, ...]
    why: Reason


@dataclass(frozen=True)
class Bell:
    """The results of the bell. With ``needs`` they are provisional: whatever is certain without them.

    ``moves`` are in the order in which they happen. ``verdicts`` are by player. ``seats``: of people who
    still play. ``unmoved``: why nobody leaves a table. ``chip``: who takes the yellow chip for the head
    table's last pool. ``fresh``: who takes a fresh stake. ``exchanges``: (broke, partner); people who took
    their fresh stake between the round's deals are included.
    """

    moves: tuple[Move, ...] = ()
    fresh: tuple[int, ...] = ()
    exchanges: tuple[tuple[int, int], ...] = ()
    needs: tuple[CutNeed | CountNeed, ...] = ()
    verdicts: Mapping[int, Reason] = field(default_factory=dict)
    seats: Mapping[int, TableSeat] = field(default_factory=dict)
    unmoved: Mapping[int, Reason] = field(default_factory=dict)
    chip: int | None = None


@dataclass
class _Seating:
    """Everybody's seat while a bell is computed, the moves so far, and the reason for each seat."""

    seats: dict[int, TableSeat]
    moves: list[Move] = field(default_factory=list)
    verdicts: dict[int, Reason] = field(default_factory=dict)

    def move(self, entry: int, end: TableSeat, reason: Reason) -> None:
        self.moves.append(Move(entry, self.seats[entry], end, reason))
        self.seats[entry] = end
        self.verdicts[entry] = reason

    def stay(self, entry: int, reason: Reason) -> None:
        """Note why somebody stays. A person who has already moved at this bell keeps that verdict."""
        if all(move.entry != entry for move in self.moves):
            self.verdicts[entry] = reason


def build_bell(
    tables: Sequence[SeatedTable],
    *,
    cuts: Sequence[Cut],
    all_called: AllCalled,
    limits: Limits = USUAL_LIMITS,
    stakes: bool = True,
    exact_protects: bool = True,
    chips: bool = True,
) -> Bell:
    """Return what happens at this bell: from the tables, head first, and the cuts made at it.

    ``stakes`` is False if the game has no counters. Then ``counters`` are running totals, and nobody takes
    a fresh stake or changes seats for one. ``exact_protects``: in games of bids, people with an exact bid
    are in the call. ``chips``: the first table is the head table, and its pool gives a yellow chip.
    """
    seating = _Seating(_find_seats(tables))
    chip = find_head_chip(tables[0], cuts) if chips else None
    choices = find_leavers(tables, all_called, limits)
    held = find_held_back(count_sizes(tables), choices.keys(), limits)
    picks = {at: pick(choice, cuts) for at, choice in sorted(choices.items()) if at not in held}
    needs: list[CutNeed | CountNeed] = [chip] if isinstance(chip, CutNeed) else []
    for made in picks.values():
        needs += _find_needs(made, seating.seats)
    _judge(seating, tables, choices, held, picks)
    for entry, why in explain_chip(tables[0], chip, cuts).items():
        seating.stay(entry, why)
    fresh = _find_broke(tables) if stakes else ()
    _move_together(seating, tables, picks)
    exchanges = list[tuple[int, int]]()
    if stakes and all(made.entry is not None for made in picks.values()):
        exchanges, missing = _exchange(seating, tables, cuts)
        needs += missing
    rung = Bell(
        moves=tuple(seating.moves),
        fresh=tuple(player.entry for player in fresh),
        exchanges=tuple(exchanges),
        needs=tuple(needs),
        verdicts=seating.verdicts,
        seats=seating.seats,
        unmoved=_explain_unmoved(tables, held, picks),
        chip=chip if isinstance(chip, int) else None,
    )
    return rung if stakes else _word_for_bids(rung, exact_protects)


def build_last_bell(played_bell: Bell, tables: Mapping[int, SeatedTable]) -> Bell:
    """Return the bell after the last round: nobody moves, and only cuts for the standing remain."""
    seats, verdicts = dict[int, TableSeat](), dict[int, Reason]()
    for number, table in tables.items():
        for player in table.players:
            verdicts[player.entry] = Reason("left" if player.has_left else "last_round")
        seats |= {player.entry: TableSeat(number, player.chair) for player in table.playing}
    needs = tuple(n for n in played_bell.needs if isinstance(n, CutNeed) and n.purpose in OF_STANDING)
    return Bell(needs=needs, verdicts=verdicts, seats=seats, chip=played_bell.chip)


def _word_for_bids(played_bell: Bell, exact_protects: bool) -> Bell:
    """Return the bell with its reasons in the words for bids, where these differ."""
    return replace(
        played_bell,
        moves=tuple(
            replace(move, why=phrase_for_bids(move.why, exact_protects)) for move in played_bell.moves
        ),
        verdicts={entry: phrase_for_bids(why, exact_protects) for entry, why in played_bell.verdicts.items()},
        unmoved={table: phrase_for_bids(why, exact_protects) for table, why in played_bell.unmoved.items()},
    )


def _find_seats(tables: Sequence[SeatedTable]) -> dict[int, TableSeat]:
    """Return the seats at the bell of everybody who still plays."""
    return {
        player.entry: TableSeat(position, player.chair)
        for position, table in enumerate(tables, start=HEAD)
        for player in table.playing
    }


def _find_needs(picks: Pick, sat: Mapping[int, TableSeat]) -> Iterable[CutNeed | CountNeed]:
    """Yield what a pick still needs. Counters are counted at the table where their owner sat."""
    if picks.need is not None:
        yield picks.need
    code = COUNTS[picks.choice.rule.purpose]
    for position in sorted({sat[entry].table for entry in picks.uncounted}):
        whose = tuple(entry for entry in picks.uncounted if sat[entry].table == position)
        yield CountNeed(position, whose, Reason(code, {"table": position}))


def _explain_unmoved(
    tables: Sequence[SeatedTable], held_tables: Mapping[int, Reason], picks: Mapping[int, Pick]
) -> dict[int, Reason]:
    """Return why nobody leaves a table; nothing if there is only one table."""
    if len(tables) == 1:
        return {}
    numbered = enumerate(tables, start=HEAD)
    return {
        at: held_tables.get(at) or explain_nobody_leaves(at, table)
        for at, table in numbered
        if at not in picks
    }


def _judge(
    seating: _Seating,
    tables: Sequence[SeatedTable],
    choices: Mapping[int, Choice],
    held_tables: Mapping[int, Reason],
    picks: Mapping[int, Pick],
) -> None:
    """Note why each player stays. People who move get another verdict later."""
    for position, table in enumerate(tables, start=HEAD):
        barred = choices[position].among if position in held_tables else ()
        for player in table.players:
            if player in barred:
                why = held_tables[position]
            elif len(tables) == 1 and not player.has_left:
                why = Reason("one_table")
            else:
                why = explain_stay(player, position, table, picks.get(position))
            seating.stay(player.entry, why)


def _move_together(seating: _Seating, tables: Sequence[SeatedTable], picks: Mapping[int, Pick]) -> None:
    """Move everybody picked at once: onto the chair just vacated, else the lowest empty one."""
    sat = dict(seating.seats)
    for position, made in picks.items():
        if made.entry is None or made.why is None:
            continue
        ahead = goes_to(position, len(tables))
        seating.move(made.entry, TableSeat(ahead, _find_chair(ahead, tables, picks, sat)), made.why)


def _find_chair(
    position: int, tables: Sequence[SeatedTable], picks: Mapping[int, Pick], sat: Mapping[int, TableSeat]
) -> int:
    if position not in picks:
        return find_free_chair(tables[position - 1])
    leaver = picks[position].entry
    return 0 if leaver is None else sat[leaver].chair


def _find_broke(tables: Sequence[SeatedTable]) -> tuple[SeatedPlayer, ...]:
    """Return people without counters who still play: from the head table down, in seat order."""
    everybody = (player for table in tables for player in table.playing)
    return tuple(p for p in everybody if p.counters == 0)


def _find_changing(tables: Sequence[SeatedTable]) -> tuple[SeatedPlayer, ...]:
    """Return people who change seats for a fresh stake, taken now or between the deals, in that order.

    Exception: winners of the round's last pool whose stake was taken before it
    (docs/rules.md#several-deals).
    """
    return tuple(
        player
        for table in tables
        for player in table.playing
        if player.counters == 0 or (player.staked and not (table.decided and player.entry in table.winners))
    )


def _exchange(
    seating: _Seating, tables: Sequence[SeatedTable], cuts: Sequence[Cut]
) -> tuple[list[tuple[int, int]], list[CutNeed | CountNeed]]:
    """Let each broke player in turn change seats with the richest person now at the booby table.

    A person with a fresh stake of this round is not a partner; an exchanged person no longer sits there.
    Return who changed seats with whom, and which cut or count is needed before the next exchange.
    """
    exchanges, needs = list[tuple[int, int]](), list[CutNeed | CountNeed]()
    sat, booby = _find_seats(tables), len(tables)
    able = [player for table in tables for player in table.playing if player.may_go]
    partners = [player for player in able if player.counters != 0 and not player.staked]
    for broke in _find_changing(tables):
        now_there = tuple(p for p in partners if seating.seats[p.entry].table == booby)
        if why := _explain_no_exchange(broke, seating.seats[broke.entry], booby, now_there):
            seating.stay(broke.entry, why)
            continue
        made = pick(Choice(PARTNER, booby, now_there, {"whom": broke.entry}), cuts)
        needs += _find_needs(made, sat)
        for partner in now_there:
            if passed_over := made.explain_passed_over(partner):
                seating.stay(partner.entry, passed_over)
        if made.entry is None or made.why is None:
            seating.stay(broke.entry, _word_for_stake(broke, Reason("swap_pending")))
            break
        chair, booby_chair = seating.seats[broke.entry], seating.seats[made.entry]
        why = _word_for_stake(broke, Reason("swap_broke", {"whom": made.entry, "table": booby}))
        seating.move(broke.entry, booby_chair, why)
        seating.move(made.entry, chair, made.why)
        exchanges.append((broke.entry, made.entry))
    return exchanges, needs


def _explain_no_exchange(
    broke: SeatedPlayer, place: TableSeat, booby: int, partners: Collection[SeatedPlayer]
) -> Reason | None:
    """Return why a broke player only takes the fresh stake; None if they change seats."""
    if booby == HEAD:
        return _word_for_stake(broke, Reason("fresh_one_table"))
    if place.table == booby:
        return _word_for_stake(broke, Reason("fresh_at_booby"))
    if broke.keeps_seat:
        return _word_for_stake(broke, Reason("fresh_keeps_seat"))
    return None if partners else _word_for_stake(broke, Reason("fresh_no_partner"))


def _word_for_stake(broke: SeatedPlayer, reason: Reason) -> Reason:
    """Return the reason in the words for a fresh stake taken now, or between the round's deals."""
    return reason if broke.counters == 0 else word_for_stake_before(reason)


@dataclass(frozen=True)
class NextGame:
    """A drawn game: the entries at each table in chair order. The first in the order deals first.

    In a knockout the first ``main`` tables play to win, and ``byes`` go on without playing. ``end_reason``:
    why no game follows; then nobody sits.
    """

    tables: tuple[tuple[int, ...], ...] = ()
    sits_out: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    main: int = 0
    why: Mapping[int, Reason] = field(default_factory=dict)
    end_reason: Reason | None = None

    @property
    def places(self) -> dict[int, TableSeat]:
        return {
            entry: TableSeat(number, chair)
            for number, table in enumerate(self.tables, start=1)
            for chair, entry in enumerate(table, start=1)
        }


@dataclass(frozen=True)
class NextSeating:
    """The next seats, the table numbers of the next round, and the drawn game, if any."""

    bell: Bell
    numbers: Mapping[int, int]
    next_game: NextGame | None = None


def keep_numbers(tables: Mapping[int, SeatedTable]) -> dict[int, int]:
    """Return the tables at which somebody still plays. They keep their numbers."""
    return {number: number for number, table in sorted(tables.items()) if table.playing}


def hold_bell(tables: Mapping[int, SeatedTable]) -> Bell:
    """Return the bell of a game that some tables still play: the next seats are unknown."""
    seats, verdicts = dict[int, TableSeat](), dict[int, Reason]()
    for at, table in tables.items():
        seats |= {player.entry: TableSeat(at, player.chair) for player in table.playing}
        for player in table.players:
            verdicts[player.entry] = Reason("left" if player.has_left else "drawn_when_over")
    return Bell(verdicts=verdicts, seats=seats)
