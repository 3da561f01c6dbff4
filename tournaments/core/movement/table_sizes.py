"""How many sit at each table: by the rules, or by the organiser's wish.

Sizes run from the head table down. A wish is for every draw of the evening. People come and leave, so a
later draw comes as near to the wish as it can. The first draw refuses an impossible wish.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import AS_RULED, Ruleset, Tables, TableWish
from tournaments.core.reasons import Reason

TOO_FEW_PLAYERS = _("This game needs at least %(fewest)s players. Players now: %(players)s.")

ENDS = 4
"""Players at the head table and at the booby table, if the tables between have six."""

BETWEEN_FEWEST, BETWEEN_BEST, BETWEEN_MOST = 4, 6, 7
"""Players at a table between: the fewest, the best, and the most."""

ONE_TABLE_MOST = 7
TWO_TABLES_MOST = 11


@dataclass(frozen=True)
class Sizes:
    """Players at each table, from the head to the booby table, and how many have no place."""

    sizes: tuple[int, ...]
    sits_out: int
    why: Reason


@dataclass(frozen=True)
class TableSplit:
    """One way to divide the people. ``tables``: the wish that gives this way; 0: by the rules."""

    tables: int
    sizes: tuple[int, ...]
    is_chosen: bool


def choose_sizes(players: int, game: Ruleset) -> Sizes:
    """Return how many sit at each table (docs/rules.md#tables). RuleError if too few for one table."""
    if players < game.fewest:
        raise StateError(
            "players",
            TOO_FEW_PLAYERS,
            fewest=game.fewest,
            players=players,
        )
    if game.wanted != AS_RULED:
        return _size_as_wanted(players, game)
    return _size_near_six(players) if game.tables is Tables.SIXES else _size_fewest_tables(players, game)


def list_splits(players: int, game: Ruleset) -> tuple[TableSplit, ...]:
    """Return every way to seat all these players, the fewest tables first, and the chosen one.

    The sizes of one way differ by at most one. Exception: with tables of six, the end tables have four.
    The same sizes in another order are no other way, but where they are chosen: in words both are the same.
    """
    wanted = game.wanted
    if players < max(game.fewest, wanted.least):
        return ()
    chosen = choose_sizes(players, game).sizes
    ruled = choose_sizes(players, replace(game, wanted=replace(wanted, tables=0)))
    ways_by_sizes = {ruled.sizes: 0} if not ruled.sits_out else {}
    fewest, most = find_limits(players, game)
    for tables in range(ceil(players / most), players // fewest + 1):
        sizes = split_evenly(players, tables)
        if sizes == chosen or sorted(sizes) not in map(sorted, ways_by_sizes):
            ways_by_sizes.setdefault(sizes, tables)
    ways = (
        TableSplit(tables, sizes, sizes == chosen and wanted.tables in (0, len(sizes)))
        for sizes, tables in ways_by_sizes.items()
    )
    return tuple(sorted(ways, key=lambda way: (len(way.sizes), way.tables)))


def find_limits(players: int, game: Ruleset) -> tuple[int, int]:
    """Return the fewest and the most at a table, by the wish. A single table may have fewer."""
    wanted = game.wanted
    fewest, most = max(find_least(game), wanted.least), wanted.most or game.most
    return min(fewest, players), max(fewest, min(most, game.most))


def find_least(game: Ruleset) -> int:
    """Return the fewest people at each of several tables, whatever the wish."""
    return max(game.fewest, game.fewest_each)


def fits(game: Ruleset, wish: TableWish) -> bool:
    """Return whether the game can be played at tables of this wish."""
    try:
        refuse_wanted(game, wish)
    except RuleError:
        return False
    return True


def refuse_wanted(game: Ruleset, wish: TableWish) -> None:
    """Refuse a wish that the game never allows. RuleError at the setting."""
    least = find_least(game)
    for name, people in (("least", wish.least), ("people", wish.people), ("most", wish.most)):
        if people and not least <= people <= game.most:
            raise RuleError(
                FIELDS[name],
                _("A table has from %(fewest)s to %(most)s players in this game."),
                fewest=least,
                most=game.most,
            )


def refuse_tables(players: int, game: Ruleset) -> None:
    """Refuse a wish that is impossible with so many players. RuleError at the setting."""
    wanted, fewest = game.wanted, max(find_least(game), game.wanted.least)
    if wanted.tables > 1 and wanted.tables * fewest > players:
        raise RuleError(
            FIELDS["tables"],
            _(
                "%(players)s players are too few for %(tables)s tables. A table needs at least "
                "%(fewest)s players."
            ),
            players=players,
            tables=wanted.tables,
            fewest=fewest,
        )
    if wanted.least > players:
        raise RuleError(
            FIELDS["least"],
            _("%(players)s players are too few for a table of %(fewest)s."),
            players=players,
            fewest=wanted.least,
        )


FIELDS = {"tables": "tables", "people": "people", "least": "people_least", "most": "people_most"}
"""The settings of the wish."""


def adjust_wish(wish: TableWish, first: int) -> TableWish:
    """Return the wish after people drop out of ``first``: the size of tables stays, not their number."""
    if not wish.tables:
        return wish
    return replace(wish, tables=0, people=wish.people or round(first / wish.tables))


def _size_as_wanted(players: int, game: Ruleset) -> Sizes:
    """Return the number or size of tables nearest to the wish."""
    fewest, most = find_limits(players, game)
    able = players // fewest
    if game.wanted.tables:
        tables = min(game.wanted.tables, able)
        seated = min(players, tables * most)
    else:
        seated = next(n for n in range(players, 0, -1) if ceil(n / most) * fewest <= n)
        usual = BETWEEN_BEST if game.tables is Tables.SIXES else most
        best = game.wanted.people or usual
        able_to = range(ceil(seated / most), seated // fewest + 1)
        tables = min(able_to, key=lambda tables: _measure_misfit(split_evenly(seated, tables), best))
    out = players - seated
    return _build_sizes(split_evenly(seated, tables), "sizes_wanted_out" if out else "sizes_wanted", out)


def _measure_misfit(sizes: tuple[int, ...], best: int) -> int:
    """Return by how many people, in sum, the tables differ from the best size."""
    return sum(abs(size - best) for size in sizes)


def _size_near_six(players: int) -> Sizes:
    """Return four at head and booby, and the number of tables between whose mean is nearest to six.

    Two numbers of tables are never equally near.
    """
    if players <= ONE_TABLE_MOST:
        return _build_sizes((players,), "sizes_one_table")
    if players <= TWO_TABLES_MOST:
        return _build_sizes(split_evenly(players, 2), "sizes_two_tables")
    middle = players - 2 * ENDS
    allowed = (
        tables for tables in range(1, middle) if BETWEEN_FEWEST * tables <= middle <= BETWEEN_MOST * tables
    )
    tables = min(allowed, key=lambda tables: abs(Fraction(middle, tables) - BETWEEN_BEST))
    code = "sizes_even" if middle == BETWEEN_BEST * tables else "sizes_nearest"
    return _build_sizes((ENDS, *split_evenly(middle, tables), ENDS), code)


def _size_fewest_tables(players: int, game: Ruleset) -> Sizes:
    """Return the fewest tables for all players. If no number of tables fits, seat as many as possible."""
    fewest, most = find_limits(players, game)
    seated = next(n for n in range(players, 0, -1) if ceil(n / most) * fewest <= n)
    out = players - seated
    code = "sizes_sit_out" if out else "sizes_range"
    allowed = str(game.most) if game.fewest == game.most else f"{game.fewest}-{game.most}"
    return _build_sizes(split_evenly(seated, ceil(seated / most)), code, out, range=allowed)


def split_evenly(players: int, tables: int) -> tuple[int, ...]:
    """Return sizes that differ by one at most, the larger towards the booby table."""
    size, larger = divmod(players, tables)
    return (size,) * (tables - larger) + (size + 1,) * larger


def _build_sizes(sizes: tuple[int, ...], code: str, sits_out: int = 0, **figures: int | str) -> Sizes:
    text = "-".join(str(size) for size in sizes)
    figures |= {"players": sum(sizes) + sits_out, "sizes": text, "out": sits_out}
    return Sizes(sizes, sits_out, Reason(code, figures))
