"""Evenings drawn game by game, for the tests of the formats."""

from collections.abc import Collection
from dataclasses import replace

from games.rules.registry import get_ruleset
from games.rules.ruleset import Ruleset
from tournaments.core.draws.drawing import NextRound, Past
from tournaments.core.formats import rotation
from tournaments.core.movement.table_sizes import choose_sizes

SEED = "a seed"


def tables_of(fewest: int, most: int) -> Ruleset:
    """A game for so many at a table."""
    return replace(get_ruleset("blackout"), fewest=fewest, most=most)


def played(past: Past, drawn: NextRound, deals: int = 0) -> Past:
    """With one more game, in which each table dealt so often, in turn from its first chair."""
    dealt = dict(past.deal_counts)
    for table in drawn.tables:
        for deal in range(deals):
            dealer = table[deal % len(table)]
            dealt[dealer] = dealt.get(dealer, 0) + 1
    more = past.add_games([drawn.tables], [drawn.sits_out])
    return Past(more.games, more.sitting_out, dealt)


def rotated(
    people: Collection[int],
    game: Ruleset,
    games: int,
    seed: str = SEED,
    past: Past | None = None,
    deals: int = 0,
) -> Past:
    """So many more games of rotation with these people."""
    past = past or Past()
    for left in range(games, 0, -1):
        past = played(past, rotation.draw_next_round(people, past, game, left, seed), deals)
    return past


def check_fits(drawn: NextRound, people: Collection[int], game: Ruleset) -> None:
    """Everybody has one seat or none, tables are as large as the game wants, each person has a reason."""
    seated = [entry for table in drawn.tables for entry in table]
    assert sorted([*seated, *drawn.sits_out]) == sorted(people)
    assert tuple(len(table) for table in drawn.tables) == choose_sizes(len(people), game).sizes
    assert drawn.why.keys() == set(people)
