"""Rotation: an agreed number of whole games, with new people at the table in each.

The first game is drawn by lot. After it, all remaining games are planned together. Each later draw
reconstructs that plan from the games played, as long as the same people are present. When somebody comes or
leaves, the remaining games are planned again.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.chance import order_by_lot
from tournaments.core.draws.drawing import (
    DrawnGame,
    NextRound,
    Past,
    Seating,
    choose_idle,
    count_least_repeats,
    explain_meetings,
    explain_sitting_out,
    order_chairs,
)
from tournaments.core.draws.mixing import COLD, STAGES, mix_games, shift_games, turn_games
from tournaments.core.evening import Facts
from tournaments.core.formats.whole_games import DrawnGames, History
from tournaments.core.movement.table_sizes import choose_sizes


class Rotation(DrawnGames):
    """Each person plays every game with other people."""

    key = "rotation"
    terms = ("game", "lot", "sits-out", "pause")
    title = _("Rotation")
    sentence = _("Whole games, each time with other players. Repeat meetings are kept to a minimum.")

    def draw_next_seats(self, facts: Facts, number: int) -> NextRound:
        history = History(facts, number)
        left = max(1, facts.settings.games - number)
        return draw_next_round(history.people, history.past, history.game, left, history.seed)


def draw_next_round(
    people: Collection[int], past: Past, game: Ruleset, games_left: int, seed: str
) -> NextRound:
    """Return the next game for the people present. RuleError if they are too few for one table.

    ``games_left`` includes the next game. ``seed``: of the seat draw, the same in every game. Over all of
    the games, repeat meetings are kept to a minimum. People who sat out least often sit out; people who
    dealt least deal.
    """
    here = frozenset(people)
    sizes = choose_sizes(len(here), game).sizes
    if past.games:
        drawn = _plan_games_left(here, past, game, games_left, seed)[0]
    else:
        drawn = _draw_games(here, sizes, past, 1, seed)[0]
    tables = tuple(order_chairs(table, past, seed) for table in drawn.tables)
    return NextRound(
        tables, drawn.sits_out, explain_meetings(tables, past) | explain_sitting_out(drawn.sits_out, past)
    )


def _plan_games_left(
    people: frozenset[int], past: Past, game: Ruleset, number_left: int, seed: str
) -> tuple[DrawnGame, ...]:
    """Return the remaining games, by the current plan or by a new one.

    A new plan is made when people came or left, and after a game that was changed by hand. It starts from
    the rest of the plan before it, which is found in the same way.
    """
    sizes = choose_sizes(len(people), game).sizes
    played = begun = len(past.games)
    while begun > 1 and past.find_people(begun - 1) == people:
        begun -= 1
    plan, others = tuple[DrawnGame, ...](), past.find_people(begun - 1)
    if others != people and len(others) >= game.fewest:
        plan = _plan_games_left(others, past.keep_first(begun), game, played + number_left - begun, seed)
    for number in range(begun, played + 1):
        as_planned = False
        if number > begun:
            as_planned, plan = _are_same_tables(plan[0].tables, past.games[number - 1]), plan[1:]
        if not as_planned:
            before = past.games[:number], past.sitting_out[:number]
            plan = plan_rest(people, sizes, *before, plan, played + number_left - number, seed)
    return plan


def _are_same_tables(tables: Seating, tables_after: Seating) -> bool:
    return set(map(frozenset, tables)) == set(map(frozenset, tables_after))


@lru_cache(maxsize=16)
def plan_rest(
    people: frozenset[int],
    sizes: tuple[int, ...],
    past_games: tuple[Seating, ...],
    sits_out: tuple[tuple[int, ...], ...],
    old: tuple[DrawnGame, ...],
    games: int,
    seed: str,
) -> tuple[DrawnGame, ...]:
    """Return ``games`` games after those ``past_games``, with as few repeat meetings as the search finds.

    ``old``: these games as planned before people came, left or sat differently. Each later draw needs the
    evening's plans again, so they are cached: to plan four games of 24 people again takes 130 ms.
    """
    past = Past(past_games, sits_out)
    if (
        len(past.games) == 1
        and past.find_people(0) == people
        and sorted(map(len, past.games[0])) == list(sizes)
    ):
        return _plan_from_game(past, sizes, games, seed)
    drawn = _draw_games(people, sizes, past, games, seed)
    tables = [lots.tables for lots in drawn]
    if old:
        tables = [_fit_tables(planned.tables, lots) for planned, lots in zip(old, tables, strict=True)]
    tables, _again = mix_games(tables, past, 0, COLD if old else STAGES)
    return tuple(map(DrawnGame, tables, (lots.sits_out for lots in drawn)))


def _plan_from_game(past: Past, sizes: tuple[int, ...], games: int, seed: str) -> tuple[DrawnGame, ...]:
    """Return the rest of a whole evening that begins with this game."""
    lots = order_by_lot(past.find_people(0), f"{seed}:plan")
    lot = {entry: place for place, entry in enumerate(lots)}
    tables = sorted((sorted(lot[entry] for entry in table) for table in past.games[0]), key=_make_sort_key)
    numbered = [
        lots[place] for place in (*chain(*tables), *sorted(lot[entry] for entry in past.sitting_out[0]))
    ]
    evening = plan_evening(sizes, len(past.sitting_out[0]), games + 1)
    return tuple(
        DrawnGame(
            tuple(tuple(numbered[person] for person in table) for table in drawn.tables),
            tuple(numbered[person] for person in drawn.sits_out),
        )
        for drawn in evening[1:]
    )


def _make_sort_key(table: Sequence[int]) -> tuple[int, int]:
    return len(table), table[0]


@lru_cache(maxsize=64)
def plan_evening(sizes: tuple[int, ...], sits_out: int, games: int) -> tuple[DrawnGame, ...]:
    """Plan ``games`` games for people numbered from 0 as they sit in game 1; those who sit out are last.

    The plan depends on nothing else, so it is equally good for everybody. Lots decide who has which number.
    """
    people = range(sum(sizes) + sits_out)
    least = count_least_repeats(len(people), sizes, games)
    found, lowest = tuple[DrawnGame, ...](), -1
    for start in _find_starts(sizes, sits_out, games):
        past = Past(tuple(drawn.tables for drawn in start), tuple(drawn.sits_out for drawn in start))
        rest = _draw_games(frozenset(people), sizes, past, games - len(start), "")
        tables, cost = mix_games([drawn.tables for drawn in rest], past, least)
        if not found or cost < lowest:
            found, lowest = (*start, *map(DrawnGame, tables, (drawn.sits_out for drawn in rest))), cost
        if lowest <= least:
            break
    return found


def _find_starts(sizes: tuple[int, ...], sits_out: int, games: int) -> Iterator[tuple[DrawnGame, ...]]:
    """Yield possible starts of an evening: one or more games in which nobody meets twice."""
    if not sits_out and (shift := shift_games(sizes, games)):
        yield shift
        return
    people = sum(sizes) + sits_out
    numbers = iter(range(people))
    yield (DrawnGame(tuple(tuple(islice(numbers, size)) for size in sizes), tuple(numbers)),)
    for turns in (games + 1, games, games - 1):
        if (
            turns > 1
            and not count_least_repeats(people, sizes, turns)
            and (turning := turn_games(sizes, sits_out, turns))
        ):
            yield turning[:games]


def _draw_games(
    people: frozenset[int], sizes: tuple[int, ...], past: Past, games: int, seed: str
) -> list[DrawnGame]:
    """Return ``games`` games drawn by lot alone. People who sat out least often sit out."""
    sat_out, drawn = Counter(past.sat_out), list[DrawnGame]()
    for number in range(past.next, past.next + games):
        out = choose_idle(people, sat_out, len(people) - sum(sizes), f"{seed}:{number}")
        sat_out.update(out)
        lots = iter(order_by_lot(people.difference(out), f"{seed}:{number}:tables"))
        drawn.append(DrawnGame(tuple(tuple(islice(lots, size)) for size in sizes), out))
    return drawn


def _fit_tables(planned: Seating, lots: Seating) -> Seating:
    """Return tables as planned, for the people who play now. People without a planned place fill the gaps.

    ``lots``: the same game drawn by lot. It sets who plays and the sizes of the tables.
    """
    playing = {entry for table in lots for entry in table}
    sizes = sorted(map(len, lots))
    kept = sorted(([entry for entry in table if entry in playing] for table in planned), key=len)
    kept = [[] for _more in sizes[len(kept) :]] + kept[max(0, len(kept) - len(sizes)) :]
    kept = [table[:size] for table, size in zip(kept, sizes, strict=True)]
    placed = set(chain(*kept))
    rest = (entry for table in lots for entry in table if entry not in placed)
    return tuple((*table, *islice(rest, size - len(table))) for table, size in zip(kept, sizes, strict=True))
