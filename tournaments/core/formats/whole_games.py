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
from games.rules.game import next_deal
from games.rules.ruleset import Ruleset
from games.rules.schedules import schedule
from tournaments.core.chance import lot
from tournaments.core.counters import ledger
from tournaments.core.draws.drawing import NextRound, Past
from tournaments.core.evening import Facts, Format, Play, RoundEnd, ScoringKind
from tournaments.core.kinds.awaited import still_out
from tournaments.core.kinds.counters import played
from tournaments.core.movement import seating
from tournaments.core.movement.bell import Bell, Move, NextGame, NextSeating, same_numbers, still_played
from tournaments.core.movement.seating import SeatedTable, TableSeat, expected, seats_of
from tournaments.core.ranking.metrics import Game
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.record import DealPart, Ending, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.results.standings import standing
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
        return numbers_of(self.facts)

    @property
    def game(self) -> Ruleset:
        return self.facts.play.game

    @property
    def seed(self) -> str:
        return self.facts.seed

    @cached_property
    def entries_here(self) -> tuple[int, ...]:
        """Return the entries of people present for the next game, in the order of coming."""
        return expected(self.facts, self.number + 1)

    @property
    def people(self) -> list[int]:
        """Return people present for the next game, by number."""
        return [self.numbers[entry] for entry in self.entries_here]

    @cached_property
    def past(self) -> Past:
        return past_of(self.facts, self.numbers)

    def best_first(self) -> list[int]:
        """Return people present by place, then people without a place. Lots decide among equals."""
        places = {row.entry: row.place for row in standing(self.facts, {})}
        seed, last = f"{self.seed}:{len(self.facts.rounds) + 1}:equal", len(places) + 1
        by_place = sorted(
            self.entries_here, key=lambda entry: (places.get(entry, last), lot(seed, self.numbers[entry]))
        )
        return [self.numbers[entry] for entry in by_place]


def numbers_of(facts: Facts) -> dict[int, int]:
    """Return everybody's number by entry, from 1, in the order in which they came."""
    return {entry.id: at for at, entry in enumerate(facts.entries, start=1)}


def past_of(facts: Facts, numbers: Mapping[int, int]) -> Past:
    """Return who sat with whom in each game, who sat out, and how often each person dealt."""
    games, out = [], []
    for game in facts.rounds:
        tables: dict[int, list[int]] = {}
        seats = seats_of(facts, game.number)
        for seat in seats:
            tables.setdefault(seat.position, []).append(numbers[seat.entry])
        games.append(tuple(map(tuple, tables.values())))
        without = set(expected(facts, game.number)).difference(seat.entry for seat in seats)
        out.append(tuple(sorted(numbers[entry] for entry in without)))
    dealt = {numbers[entry]: times for entry, times in _dealt(facts).items()}
    return Past(tuple(games), tuple(out), dealt)


def _dealt(facts: Facts) -> Counter[int]:
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
            now = seating.next_dealer(there, now, to_right=facts.play.to_right)
        elif first[table] in there:
            now = first[table]
        else:
            now = seating.next_dealer(there, first[table], to_right=facts.play.to_right)
        dealer[table] = now
        dealt[at[*table, now]] += 1
    return dealt


def upto(facts: Facts, number: int) -> Facts:
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


def next_game(facts: Facts, number: int) -> NextGame:
    """Return the game that follows game ``number``, which has all its results."""
    before = upto(facts, number)
    try:
        drawn = facts.play.format.next_seats(before, number)
    except RuleError as error:
        if error.field != "players":
            raise
        drawn = None
    if drawn is None:
        final = facts.play.format.is_final(before, number)
        return NextGame(over=Reason("final_played" if final else "too_few_left"))
    entries = {at: entry for entry, at in numbers_of(before).items()}
    return _as_entries(drawn, entries, facts.play.to_right)


def bell_of_draw(facts: Facts, tables: Mapping[int, SeatedTable], drawn: NextGame) -> Bell:
    """Return the end of a game as a bell: the drawn seats, who sits out, and why."""
    sat = {p.entry: TableSeat(at, p.chair) for at, table in tables.items() for p in table.playing}
    seats = drawn.places
    left = {p.entry: Reason("left") for table in tables.values() for p in table.players if p.left}
    moves = tuple(
        Move(entry, sat[entry], end, drawn.why[entry])
        for entry, end in seats.items()
        if entry in sat and sat[entry] != end
    )
    fresh = _broke(facts, seats) if facts.play.kind.stakes else ()
    return Bell(moves, fresh, verdicts={**left, **drawn.why}, seats=seats)


def _broke(facts: Facts, seats: Iterable[int]) -> tuple[int, ...]:
    """Return people who play the next game, have played before, and have no counters."""
    held, away = ledger.balances(facts, facts.settings), ledger.taken_away(facts)
    return tuple(entry for entry in seats if held.get(entry) == 0 and entry not in away)


def _seated(table: tuple[int, ...], to_right: bool) -> tuple[int, ...]:
    """Return a table in chair order. The second dealer sits where the deal goes from chair 1."""
    first, *others = table
    return (first, *reversed(others)) if to_right else table


def _as_entries(drawn: NextRound, entries: Mapping[int, int], to_right: bool) -> NextGame:
    """Return the drawn game with entries in place of the numbers used for lots."""
    byes = (at for at in drawn.out if drawn.why[at].code == "bye")
    return NextGame(
        tables=tuple(
            tuple(entries[at] for at in _seated(table, to_right and not drawn.in_order))
            for table in drawn.tables
        ),
        out=tuple(entries[at] for at in drawn.out),
        byes=tuple(entries[at] for at in byes),
        main=drawn.main,
        why={entries[at]: _why(why, entries) for at, why in drawn.why.items()},
    )


def _why(why: Reason, entries: Mapping[int, int]) -> Reason:
    figures = {
        key: _people_in(value, entries) if key in PEOPLE else value for key, value in why.figures.items()
    }
    return Reason(why.code, figures)


def _people_in(value: int | str | tuple[int, ...], entries: Mapping[int, int]) -> int | tuple[int, ...]:
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

    def rounds(self, facts: Facts) -> int | None:
        return facts.settings.games

    def refuse_last(self) -> None:
        raise StateError("round", _("The number of games is fixed. Change it in the settings."))

    def deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> DealPlan | None:
        """Return the next deal of the table's own game, by the schedule for the people who began it."""
        if play.bids is None:
            return None
        began = len(decided[0].lines) if decided else players
        return next_deal(play.bids, began, play.chosen, played(play, began, decided))

    def schedule(self, play: Play, began: int) -> Sequence[DealPlan]:
        game = play.bids
        if game is None or game.end is End.TARGET or not play.kind.enough(play, began):
            return ()
        return schedule(game, began, play.chosen)

    def dealt(self, play: Play, round: int, decided: Sequence[Pool]) -> list[DealPlan]:
        """Return the decided deals of the table's own game, as they were called."""
        return [one.deal for one in played(play, len(decided[0].lines), decided)] if decided else []

    def numbered(self, kind: ScoringKind, settings: Settings) -> bool:
        return True

    def plays_on(self, *, rung: bool) -> bool:
        return True

    def may_stop(self, *, rung: bool) -> bool:
        return True

    def endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        return (Ending.EARLY,)  # the table may stop at any time

    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        if ending is not Ending.EARLY:
            raise StateError("ending", _("A whole game can only stop early: its decided deals count."))

    def rings(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Return whether the last game is over."""
        return not still_out()

    def awaited(self, facts: Facts, number: int) -> tuple[int, ...]:
        return still_out(facts, number)

    def left_for_next_deal(self, counters: int) -> int:
        return counters

    def finished(self, pools: Sequence[Pool]) -> set[int]:
        return {line.entry for line in pools[-1].lines}

    def brought(self, kind: ScoringKind) -> Callable[[DealPart], int | None]:
        return kind.brought

    def won_by_deal(self, pool: Pool) -> frozenset[int]:
        """Return nobody: no deal alone wins a whole game."""
        return frozenset()

    def rounds_of_total(self, round: int) -> range:
        return range(0)

    def wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
        """Return the games that each person has won or shared."""
        played = tuple(played)
        if not all(game.known for game in played):
            return None
        return Counter(entry for game in played for entry, place in game.places.items() if place == 1)

    def won_by(self, kind: ScoringKind) -> tuple[str, ...]:
        return kind.won_by

    def metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        """Add the strength of a person's opponents, if it is known what each deal brought."""
        return of_kind | {"strength"} if "best" in of_kind else of_kind


class DrawnGames(WholeGames):
    """Seats are drawn for each game, after every table has played. In a large hall this takes time."""

    key = "drawn"
    draws = True
    sits_out = True

    def refuse_kept_seat(self) -> None:
        raise StateError("entry", _("Seats are drawn again for each game, so nobody can keep a seat."))

    def following(self, rung: RoundEnd) -> NextSeating:
        drawn = None
        if rung.rung and not (rung.out or rung.last):
            drawn = next_game(rung.facts, rung.number)
        numbers = same_numbers(rung.tables)
        if rung.last or (drawn is not None and drawn.over is not None):
            return NextSeating(Bell(), numbers, drawn)
        if drawn is None:
            return NextSeating(still_played(rung.tables), numbers)
        return NextSeating(bell_of_draw(rung.facts, rung.tables, drawn), numbers, drawn)


class GamesByStanding(DrawnGames):
    """The next game depends on how everybody has played so far."""

    unused = DrawnGames.unused | {"counting"}

    def refuse(self, game: Ruleset) -> None:
        """Refuse a game that a table wins or loses together. RuleError at ``game``."""
        if isinstance(game, BidGame) and game.together:
            raise RuleError(
                "game",
                _(
                    "Each table wins or loses this game together, so no standings can decide the seats. "
                    "Choose another format."
                ),
            )

    def refuse_settings(self, play: Play, settings: Settings) -> None:
        """Refuse settings by which counters are not known after each deal. RuleError at ``counting``."""
        if not play.kind.counted(settings.counting):
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

    def following(self, rung: RoundEnd) -> NextSeating:
        bell = games_over(rung.tables, stakes=rung.facts.play.kind.stakes)
        return NextSeating(bell, same_numbers(rung.tables))


def games_over(tables: Mapping[int, SeatedTable], *, stakes: bool) -> Bell:
    """Return the end of a game at these tables, by number: nobody moves.

    ``stakes``: the game has counters. Then a person without counters takes a fresh stake for the next game.
    """
    seats, verdicts, fresh = dict[int, TableSeat](), dict[int, Reason](), list[int]()
    for number, table in sorted(tables.items()):
        for player in table.players:
            verdicts[player.entry] = Reason("left") if player.left else Reason("stays_at_table")
        for player in table.playing:
            seats[player.entry] = TableSeat(number, player.chair)
            if stakes and player.counters == 0:
                fresh.append(player.entry)
    return Bell(fresh=tuple(fresh), verdicts=verdicts, seats=seats)
