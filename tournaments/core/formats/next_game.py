"""Who sits where in the next game, where seats are drawn anew for each: the way to the formats, and back.

The formats know nothing of an evening. People are told to them by the order in which they came, so that
the seed of the evening repeats each game's draw in any database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from accounts.errors import RuleError
from tournaments.core.chance import lot
from tournaments.core.counters import ledger
from tournaments.core.facts import Facts
from tournaments.core.formats import knockout, rotation, swiss
from tournaments.core.formats.drawing import NextRound, Past
from tournaments.core.kinds.scores import scored
from tournaments.core.movement import position, seating
from tournaments.core.movement.bell import Bell, Move
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.play import Format
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.results import still_in
from tournaments.core.results.settlement import settlement
from tournaments.core.results.standings import standing
from tournaments.core.settings import Settings


@dataclass(frozen=True)
class NextGame:
    """A game that is drawn: the entries at each table in chair order, of whom the first deals first.

    Of a knockout the first ``main`` tables play to win it, and ``byes`` go on without playing. ``over``
    says why no game follows; then nobody sits.
    """

    tables: tuple[tuple[int, ...], ...] = ()
    out: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    main: int = 0
    why: Mapping[int, Reason] = field(default_factory=dict)
    over: Reason | None = None

    @property
    def places(self) -> dict[int, Place]:
        """Everybody's chair."""
        return {
            entry: Place(number, chair)
            for number, table in enumerate(self.tables, start=1)
            for chair, entry in enumerate(table, start=1)
        }


def next_game(facts: Facts, settings: Settings, number: int) -> NextGame:
    """The game that follows game ``number``, all of whose results are in."""
    facts = _upto(facts, number)
    numbers = {entry.id: at for at, entry in enumerate(facts.entries, start=1)}
    try:
        drawn = _drawn(facts, settings, number, numbers)
    except RuleError as error:
        if error.field != "players":
            raise
        drawn = None
    if drawn is None:
        final = still_in.is_final(facts, number)
        return NextGame(over=Reason("final_played" if final else "too_few_left"))
    return _told(drawn, {at: entry for entry, at in numbers.items()}, facts.play.to_right)


def _drawn(facts: Facts, settings: Settings, number: int, numbers: Mapping[int, int]) -> NextRound | None:
    """The draw by numbers; None where the final was played. RuleError if they are too few."""
    people, past = position.expected(facts, number + 1), past_of(facts, numbers)
    game, seed = facts.play.game, facts.seed
    match facts.play.format:
        case Format.ROTATION:
            left = max(1, settings.games - number)
            return rotation.next_round([numbers[entry] for entry in people], past, game, left, seed)
        case Format.SWISS:
            best_first = _best_first(facts, settings, people, numbers)
            return swiss.next_round([numbers[entry] for entry in best_first], past, game, seed)
    rules = knockout.Rules(game, settings.through, settings.through_of, seed)
    return knockout.next_round(
        [numbers[entry] for entry in people],
        past,
        _field(facts, number, numbers),
        {numbers[entry]: figures for entry, figures in _compared(facts, settings, number).items()},
        rules,
        consolation=settings.consolation,
    )


def _field(facts: Facts, number: int, numbers: Mapping[int, int]) -> knockout.Field:
    """Who played to win in the game, as it was seated."""
    tables = position.tables_seated(facts, number)
    main = tuple(
        tuple(numbers[player.entry] for player in tables[at].players)
        for at in still_in.main_tables(facts, number)
    )
    byes = (numbers[entry] for entry in still_in.byes(facts, number))
    return knockout.Field(number, main, frozenset(byes))


def _compared(facts: Facts, settings: Settings, number: int) -> dict[int, knockout.Figures]:
    """What people of the game are compared by: what it brought, its exact bids, and all of the evening."""
    game = replace(facts, pools=tuple(pool for pool in facts.pools if pool.round == number))
    won = {entry: (played.score, played.exact) for entry, played in scored(game).items()}
    if facts.play.staked:
        won = {entry: (counters, 0) for entry, counters in _won(game).items()}
    settled = settlement(facts, settings, {})
    totals = {entry: (one.net or 0) if facts.play.staked else one.score for entry, one in settled.items()}
    return {entry: (*figures, totals.get(entry, 0)) for entry, figures in won.items()}


def _won(game: Facts) -> Counter[int]:
    """The counters that each won or lost in the game; a fresh stake is no winning."""
    won: Counter[int] = Counter()
    for line in (line for pool in game.pools for line in pool.lines):
        won[line.entry] += line.counters or 0
    return won


def _best_first(
    facts: Facts, settings: Settings, people: Iterable[int], numbers: Mapping[int, int]
) -> list[int]:
    """People by their places, and who has none after them; among equals the lot decides."""
    places = {row.entry: row.place for row in standing(facts, settings, {})}
    seed = f"{facts.seed}:{len(facts.rounds) + 1}:equal"
    last = len(places) + 1
    return sorted(people, key=lambda entry: (places.get(entry, last), lot(seed, numbers[entry])))


def past_of(facts: Facts, numbers: Mapping[int, int]) -> Past:
    """Who sat with whom in each game, who was drawn out, and how often each has dealt."""
    games, out = [], []
    for played in facts.rounds:
        tables: dict[int, list[int]] = {}
        seats = position.seats_of(facts, played.number)
        for seat in seats:
            tables.setdefault(seat.position, []).append(numbers[seat.entry])
        games.append(tuple(map(tuple, tables.values())))
        without = set(position.expected(facts, played.number)).difference(seat.entry for seat in seats)
        out.append(tuple(sorted(numbers[entry] for entry in without)))
    dealt = {numbers[entry]: times for entry, times in _dealt(facts).items()}
    return Past(tuple(games), tuple(out), dealt)


def _dealt(facts: Facts) -> Counter[int]:
    """How many deals each has dealt."""
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


def bell_of_draw(facts: Facts, settings: Settings, tables: Mapping[int, Table], drawn: NextGame) -> Bell:
    """The end of a game as a bell: who goes where by the draw, who sits out, each with the reason."""
    sat = {p.entry: Place(at, p.chair) for at, table in tables.items() for p in table.playing}
    seats = drawn.places
    left = {p.entry: Reason("left") for table in tables.values() for p in table.players if p.left}
    moves = tuple(
        Move(entry, sat[entry], end, drawn.why[entry])
        for entry, end in seats.items()
        if entry in sat and sat[entry] != end
    )
    fresh = _broke(facts, settings, seats) if facts.play.staked else ()
    return Bell(moves, fresh, (), (), {**left, **drawn.why}, seats, {}, None)


def still_played(tables: Mapping[int, Table]) -> Bell:
    """A game that is not over at every table: nobody knows yet who sits where in the next."""
    seats, verdicts = dict[int, Place](), dict[int, Reason]()
    for at, table in tables.items():
        seats |= {player.entry: Place(at, player.chair) for player in table.playing}
        for player in table.players:
            verdicts[player.entry] = Reason("left" if player.left else "drawn_when_over")
    return Bell((), (), (), (), verdicts, seats, {}, None)


def _broke(facts: Facts, settings: Settings, seats: Iterable[int]) -> tuple[int, ...]:
    """Those who play the next game, have played before, and have no counters."""
    held, away = ledger.balances(facts, settings), ledger.taken_away(facts)
    return tuple(entry for entry in seats if held.get(entry) == 0 and entry not in away)


def _upto(facts: Facts, number: int) -> Facts:
    """The evening as it was when game ``number`` was over."""
    return replace(
        facts,
        rounds=tuple(played for played in facts.rounds if played.number <= number),
        tables=tuple(table for table in facts.tables if table.round <= number),
        seats=tuple(seat for seat in facts.seats if seat.round <= number),
        pools=tuple(pool for pool in facts.pools if pool.round <= number),
        counts=tuple(count for count in facts.counts if count.round <= number),
        stakes=tuple(stake for stake in facts.stakes if stake.round <= number),
    )


def _seated(table: tuple[int, ...], to_right: bool) -> tuple[int, ...]:
    """A table in chair order. Who is to deal second sits where the deal goes from chair 1."""
    first, *others = table
    return (first, *reversed(others)) if to_right else table


def _told(drawn: NextRound, entries: Mapping[int, int], to_right: bool) -> NextGame:
    """What was drawn, with entries in place of the numbers by which lots are drawn."""
    byes = (at for at in drawn.out if drawn.why[at].code == "bye")
    return NextGame(
        tables=tuple(tuple(entries[at] for at in _seated(table, to_right)) for table in drawn.tables),
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
