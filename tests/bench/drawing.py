"""Seats drawn for a game: how much people meet again beside what counting allows, and how long it takes."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from games.rules.registry import get_ruleset
from games.rules.ruleset import Ruleset
from tests.bench.figures import Row, median, ms
from tests.bench.figures import growth as growth_of
from tests.cast import Cast
from tournaments.core.draws.drawing import Past, count_least_repeats, count_repeats
from tournaments.core.formats import knockout, rotation, swiss
from tournaments.core.movement.table_sizes import choose_sizes

GROUP = "Drawing"
SEED = "bench"
LONGEST = 0.2
"""Seconds that one draw for 1,000 players may take."""
GROWTH = 1.3


def measure(
    _cast: Cast,
    _folder: Path,
    *,
    players: Sequence[int] = (16, 24, 40, 100),
    timed: Sequence[int] = (16, 24, 40, 100, 1000),
    games: Sequence[int] = (4, 5, 6, 7, 8),
    draws: int = 5,
) -> Iterator[Row]:
    for people in players:
        for game in {
            choose_sizes(people, tables_of(most)).sizes: tables_of(most) for most in (4, 5, 6)
        }.values():
            yield _meeting_again(people, game, games)
    for what, draw in DRAWS.items():
        yield _time(what, draw, timed, draws)


def tables_of(most: int, fewest: int = 4) -> Ruleset:
    """A game for so many at a table."""
    return replace(get_ruleset("blackout"), fewest=fewest, most=most)


def evening(players: int, game: Ruleset, games: int) -> Past:
    """An evening of rotation, drawn game by game."""
    past = Past()
    for left in range(games, 0, -1):
        drawn = rotation.draw_next_round(range(players), past, game, left, SEED)
        past = past.add_games([drawn.tables], [drawn.sits_out])
    return past


def _meeting_again(players: int, game: Ruleset, games: Sequence[int]) -> Row:
    sizes = choose_sizes(players, game).sizes
    found = [count_repeats(evening(players, game, number).games) for number in games]
    least = [count_least_repeats(players, sizes, number) for number in games]
    shape = "-".join(map(str, sorted(set(sizes))))
    return Row(
        GROUP,
        f"{players} players at tables of {shape}, {games[0]} to {games[-1]} games: meet again",
        ", ".join(map(str, found)),
        f"least by counting: {', '.join(map(str, least))}",
    )


def _plan(players: int) -> Callable[[], object]:
    """The second game of eight, with which the other six are planned."""
    past = evening(players, tables_of(6), 1)
    return lambda: rotation.draw_next_round(range(players), past, tables_of(6), 7, SEED)


def _anew(players: int) -> Callable[[], object]:
    """The fifth game of eight, when somebody has left and the rest is planned anew."""
    past = evening(players, tables_of(6), 4)
    return lambda: rotation.draw_next_round(range(1, players), past, tables_of(6), 4, SEED)


def _by_standing(players: int) -> Callable[[], object]:
    """The fifth game, when many who stand near each other have met."""
    past = Past()
    for _game in range(4):
        drawn = swiss.draw_next_round(range(players), past, tables_of(6), SEED)
        past = past.add_games([drawn.tables], [drawn.sits_out])
    return lambda: swiss.draw_next_round(range(players), past, tables_of(6), SEED)


def _going_on(players: int) -> Callable[[], object]:
    """The second game, when half are knocked out and play for consolation."""
    past = evening(players, tables_of(4), 1)
    rules = knockout.KnockoutRules(tables_of(4), 2, seed=SEED)
    field = knockout.MainField(1, past.games[0])
    figures = {entry: (entry,) for entry in range(players)}
    return lambda: knockout.draw_next_round(range(players), past, field, figures, rules, consolation=True)


DRAWS: dict[str, Callable[[int], Callable[[], object]]] = {
    "rotation, planning 7 games": _plan,
    "rotation, planning 4 games anew": _anew,
    "swiss, game 5": _by_standing,
    "knockout, game 2 with consolation": _going_on,
}


def _time(what: str, draw: Callable[[int], Callable[[], object]], players: Sequence[int], draws: int) -> Row:
    took = [median(_once(draw(people)) for _draw in range(draws)) for people in players]
    growth = growth_of(players, took)
    return Row(
        GROUP,
        f"{what}: one draw for {', '.join(f'{people:,}' for people in players)} players",
        ", ".join(map(ms, took)),
        f"growth {growth:.2f}",
        f"the last ≤ {ms(LONGEST)}, growth ≤ {GROWTH}",
        took[-1] <= LONGEST and growth <= GROWTH,
    )


def _once(draw: Callable[[], object]) -> float:
    for kept in vars(rotation).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    began = time.process_time()
    draw()
    return time.process_time() - began
