"""Base classes of formats whose round is a whole game of each table; the next game; and fixed tables.

A draw uses the evening's history: who is present, who sat with whom, and the standing. The next game has
everybody's seat with the reason, and the bell. At fixed tables everybody stays for the whole evening.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, DealPlan, End
from games.rules.game import find_next_deal
from games.rules.ruleset import Ruleset
from games.rules.schedules import plan_deals
from tournaments.core.chance import draw_lot
from tournaments.core.counters import ledger
from tournaments.core.draws.drawing import NextRound, Past
from tournaments.core.evening import Facts, Format, Play, RoundEnd, ScoringKind
from tournaments.core.kinds.awaited import find_awaited_tables
from tournaments.core.kinds.counters import list_finished_deals
from tournaments.core.movement import seating
from tournaments.core.movement.bell import Bell, Move, NextGame, NextSeating, hold_bell, keep_numbers
from tournaments.core.movement.seating import SeatedTable, TableSeat, list_expected, list_seats
from tournaments.core.ranking.metrics import Game
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.record import DealPart, Ending, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.results.standings import rank_evening
from tournaments.core.settings import Settings

# The draws do not depend on an evening. They number people by the order in which they came. So the seed of
# the evening repeats each draw in any database.


@dataclass(frozen=True)
class History:
    """An evening as it was after game ``number``, with all results of the game."""

    facts: Facts
    number: int

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """Return everybody's number by entry, from 1."""
        return number_entries(self.facts)

    @property
    def game(self) -> Ruleset:
        return self.facts.play.game

    @property
    def seed(self) -> str:
        return self.facts.seed

    @cached_property
    def entries_here(self) -> tuple[int, ...]:
        """Return the entries of people present for the next game, in the order of coming."""
        return list_expected(self.facts, self.number + 1)

    @property
    def people(self) -> list[int]:
        """Return people present for the next game, by number."""
        return [self.numbers[entry] for entry in self.entries_here]

    @cached_property
    def past(self) -> Past:
        return build_past(self.facts, self.numbers)

    def rank_people(self) -> list[int]:
        """Return people present by place, then people without a place. Lots decide among equals."""
        places = {row.entry: row.place for row in rank_evening(self.facts, {})}
        seed, last = f"{self.seed}:{len(self.facts.rounds) + 1}:equal", len(places) + 1
        by_place = sorted(
            self.entries_here,
            key=lambda entry: (places.get(entry, last), draw_lot(seed, self.numbers[entry])),
        )
        return [self.numbers[entry] for entry in by_place]


def number_entries(facts: Facts) -> dict[int, int]:
    """Return everybody's number by entry, from 1, in the order in which they came."""
    return {entry.id: at for at, entry in enumerate(facts.entries, start=1)}


def build_past(facts: Facts, numbers: Mapping[int, int]) -> Past:
    """Return who sat with whom in each game, who sat out, and how often each person dealt."""
    games, out = [], []
    for game in facts.rounds:
        tables: dict[int, list[int]] = {}
        seats = list_seats(facts, game.number)
        for seat in seats:
            tables.setdefault(seat.position, []).append(numbers[seat.entry])
        games.append(tuple(map(tuple, tables.values())))
        without = set(list_expected(facts, game.number)).difference(seat.entry for seat in seats)
        out.append(tuple(sorted(numbers[entry] for entry in without)))
    dealt = {numbers[entry]: times for entry, times in _count_deals(facts).items()}
    return Past(tuple(games), tuple(out), dealt)


def _count_deals(facts: Facts) -> Counter[int]:
    at = {(seat.round, seat.position, seat.chair): seat.entry for seat in facts.seats}
    chairs = {(seat.round, seat.entry): seat.chair for seat in facts.seats}
    first = {(table.round, table.position): table.dealer for table in facts.tables}
    dealer: dict[tuple[int, int], int] = {}
    dealt: Counter[int] = Counter()
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        table = pool.round, pool.position
        there = {chairs[pool.round, line.entry] for line in pool.lines if (pool.round, line.entry) in chairs}
        if not there or table not in first:
            continue
        now = dealer.get(table)
        if now is not None:
            now = seating.find_next_dealer(there, now, to_right=facts.play.to_right)
        elif first[table] in there:
            now = first[table]
        else:
            now = seating.find_next_dealer(there, first[table], to_right=facts.play.to_right)
        dealer[table] = now
        dealt[at[*table, now]] += 1
    return dealt


def rewind_to(facts: Facts, number: int) -> Facts:
    """Return the evening as it was when game ``number`` was over."""
    return replace(
        facts,
        rounds=tuple(played for played in facts.rounds if played.number <= number),
        tables=tuple(table for table in facts.tables if table.round <= number),
        seats=tuple(seat for seat in facts.seats if seat.round <= number),
        pools=tuple(pool for pool in facts.pools if pool.round <= number),
        counts=tuple(count for count in facts.counts if count.round <= number),
        stakes=tuple(stake for stake in facts.stakes if stake.round <= number),
    )


def find_next_game(facts: Facts, number: int) -> NextGame:
    """Return the game that follows game ``number``, which has all its results."""
    before = rewind_to(facts, number)
    try:
        drawn = facts.play.format.draw_next_seats(before, number)
    except RuleError as error:
        if error.field != "players":
            raise
        drawn = None
    if drawn is None:
        final = facts.play.format.is_final(before, number)
        return NextGame(end_reason=Reason("final_played" if final else "too_few_left"))
    entries = {at: entry for entry, at in number_entries(before).items()}
    return _name_entries(drawn, entries, facts.play.to_right)


def build_draw_bell(facts: Facts, tables: Mapping[int, SeatedTable], next_draw: NextGame) -> Bell:
    """Return the end of a game as a bell: the drawn seats, who sits out, and why."""
    sat = {p.entry: TableSeat(at, p.chair) for at, table in tables.items() for p in table.playing}
    seats = next_draw.places
    left = {p.entry: Reason("left") for table in tables.values() for p in table.players if p.has_left}
    moves = tuple(
        Move(entry, sat[entry], end, next_draw.why[entry])
        for entry, end in seats.items()
        if entry in sat and sat[entry] != end
    )
    fresh = _find_broke(facts, seats) if facts.play.kind.stakes else ()
    return Bell(moves, fresh, verdicts={**left, **next_draw.why}, seats=seats)


def _find_broke(facts: Facts, seats: Iterable[int]) -> tuple[int, ...]:
    """Return people who play the next game, have played before, and have no counters."""
    held, away = ledger.compute_balances(facts, facts.settings), ledger.count_taken_away(facts)
    return tuple(entry for entry in seats if held.get(entry) == 0 and entry not in away)


def _order_chairs(table: tuple[int, ...], to_right: bool) -> tuple[int, ...]:
    """Return a table in chair order. The second dealer sits where the deal goes from chair 1."""
    first, *others = table
    return (first, *reversed(others)) if to_right else table


def _name_entries(next_draw: NextRound, entries: Mapping[int, int], to_right: bool) -> NextGame:
    """Return the drawn game with entries in place of the numbers used for lots."""
    byes = (at for at in next_draw.sits_out if next_draw.why[at].code == "bye")
    return NextGame(
        tables=tuple(
            tuple(entries[at] for at in _order_chairs(table, to_right and not next_draw.in_order))
            for table in next_draw.tables
        ),
        sits_out=tuple(entries[at] for at in next_draw.sits_out),
        byes=tuple(entries[at] for at in byes),
        main=next_draw.main,
        why={entries[at]: _name_entries_in_reason(why, entries) for at, why in next_draw.why.items()},
    )


def _name_entries_in_reason(reason: Reason, entries: Mapping[int, int]) -> Reason:
    figures = {
        key: _name_people(value, entries) if key in PEOPLE else value for key, value in reason.figures.items()
    }
    return Reason(reason.code, figures)


def _name_people(value: int | str | tuple[int, ...], entries: Mapping[int, int]) -> int | tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(entries[at] for at in value)
    return entries[int(value)]


class WholeGames(Format):
    """A round is a whole game of each table. The bell does not cut it short, and it has its own result."""

    key = "games"
    unused = Format.unused | {"rounds", "bell", "unfinished", "all_called", "booby", "exact_protects"}
    length = "games"
    rounds_word = "games"
    first_fresh = 1
    plays_games = True
    refusals = Refusals(
        rung=_("The games are over. Start the next game first."),
        begun=_("Table %(table)s has started its game. Change seats before the next game."),
    )
    absent = {Presence.LEFT: "out_left_game", Presence.PAUSED: "out_paused_game", None: "out_late_game"}

    def count_rounds(self, facts: Facts) -> int | None:
        return facts.settings.games

    def refuse_last(self) -> None:
        raise StateError("round", _("The number of games is fixed. Change it in the settings."))

    def plan_deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> DealPlan | None:
        """Return the next deal of the table's own game, by the schedule for the people who began it."""
        if play.bids is None:
            return None
        began = len(decided[0].lines) if decided else players
        return find_next_deal(play.bids, began, play.options, list_finished_deals(play, began, decided))

    def plan_schedule(self, play: Play, began: int) -> Sequence[DealPlan]:
        game = play.bids
        if game is None or game.end is End.TARGET or not play.kind.can_play(play, began):
            return ()
        return plan_deals(game, began, play.options)

    def list_decided_deals(self, play: Play, round: int, decided: Sequence[Pool]) -> list[DealPlan]:
        """Return the decided deals of the table's own game, as they were called."""
        return (
            [one.deal for one in list_finished_deals(play, len(decided[0].lines), decided)] if decided else []
        )

    def has_several_deals(self, kind: ScoringKind, settings: Settings) -> bool:
        return True

    def may_play_on(self, *, bell_rung: bool) -> bool:
        return True

    def may_stop(self, *, bell_rung: bool) -> bool:
        return True

    def list_endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        return (Ending.EARLY,)  # the table may stop at any time

    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        if ending is not Ending.EARLY:
            raise StateError("ending", _("A whole game can only stop early: its decided deals count."))

    def may_ring(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Return whether the last game is over."""
        return not still_out()

    def find_awaited(self, facts: Facts, number: int) -> tuple[int, ...]:
        return find_awaited_tables(facts, number)

    def keep_for_next_deal(self, counters: int) -> int:
        return counters

    def find_finishers(self, pools: Sequence[Pool]) -> set[int]:
        return {line.entry for line in pools[-1].lines}

    def choose_gain(self, kind: ScoringKind) -> Callable[[DealPart], int | None]:
        return kind.find_deal_gain

    def find_deal_winners(self, pool: Pool) -> frozenset[int]:
        """Return nobody: no deal alone wins a whole game."""
        return frozenset()

    def list_total_rounds(self, round: int) -> range:
        return range(0)

    def count_wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
        """Return the games that each person has won or shared."""
        played = tuple(played)
        if not all(game.is_known for game in played):
            return None
        return Counter(entry for game in played for entry, place in game.places.items() if place == 1)

    def list_winning_metrics(self, kind: ScoringKind) -> tuple[str, ...]:
        return kind.won_by

    def list_metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        """Add the strength of a person's opponents, if it is known what each deal brought."""
        return of_kind | {"strength"} if "best" in of_kind else of_kind


class DrawnGames(WholeGames):
    """Seats are drawn for each game, after every table has played. In a large hall this takes time."""

    key = "drawn"
    draws = True
    sits_out = True

    def refuse_kept_seat(self) -> None:
        raise StateError("entry", _("Seats are drawn again for each game, so nobody can keep a seat."))

    def find_next_seating(self, round_end: RoundEnd) -> NextSeating:
        drawn = None
        if round_end.rung and not (round_end.awaited_tables or round_end.last):
            drawn = find_next_game(round_end.facts, round_end.number)
        numbers = keep_numbers(round_end.tables)
        if round_end.last or (drawn is not None and drawn.end_reason is not None):
            return NextSeating(Bell(), numbers, drawn)
        if drawn is None:
            return NextSeating(hold_bell(round_end.tables), numbers)
        return NextSeating(build_draw_bell(round_end.facts, round_end.tables, drawn), numbers, drawn)


class GamesByStanding(DrawnGames):
    """The next game depends on how everybody has played so far."""

    unused = DrawnGames.unused | {"counting"}

    def refuse(self, game: Ruleset) -> None:
        """Refuse a game that a table wins or loses together. RuleError at ``game``."""
        if isinstance(game, BidGame) and game.plays_together:
            raise RuleError(
                "game",
                _(
                    "Each table wins or loses this game together, so no standings can decide the seats. "
                    "Choose another format."
                ),
            )

    def refuse_settings(self, play: Play, settings: Settings) -> None:
        """Refuse settings by which counters are not known after each deal. RuleError at ``counting``."""
        if not play.kind.counts_each_deal(settings.counting):
            raise RuleError(
                "counting",
                _("The next opponents depend on the counters. Count the counters after every deal."),
            )


class FixedTables(WholeGames):
    """All players stay at their tables."""

    key = "fixed"
    terms = ("game", "pause")
    title = _("Fixed tables")
    sentence = _("All players stay at their tables. Each table plays whole games.")
    may_replay = False

    def find_next_seating(self, round_end: RoundEnd) -> NextSeating:
        bell = end_games(round_end.tables, stakes=round_end.facts.play.kind.stakes)
        return NextSeating(bell, keep_numbers(round_end.tables))


def end_games(tables: Mapping[int, SeatedTable], *, stakes: bool) -> Bell:
    """Return the end of a game at these tables, by number: nobody moves.

    ``stakes``: the game has counters. Then a person without counters takes a fresh stake for the next game.
    """
    seats, verdicts, fresh = dict[int, TableSeat](), dict[int, Reason](), list[int]()
    for number, table in sorted(tables.items()):
        for player in table.players:
            verdicts[player.entry] = Reason("left") if player.has_left else Reason("stays_at_table")
        for player in table.playing:
            seats[player.entry] = TableSeat(number, player.chair)
            if stakes and player.counters == 0:
                fresh.append(player.entry)
    return Bell(fresh=tuple(fresh), verdicts=verdicts, seats=seats)
