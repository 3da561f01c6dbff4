"""How many sit at each table: as the rules have it, or as tonight's tables are wanted.

Sizes run from the head table down. What is wanted is a wish for every draw of the evening: people come and
go, so a later draw comes as near to it as it can. The first draw refuses a wish that cannot be had.
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
"""Players at the head table and at the booby table, where tables between are of six."""

BETWEEN_FEWEST, BETWEEN_BEST, BETWEEN_MOST = 4, 6, 7
"""Players at a table between."""

ONE_TABLE_MOST = 7
TWO_TABLES_MOST = 11


@dataclass(frozen=True)
class Sizes:
    """Players at each table, from the head to the booby table, and how many find no place."""

    sizes: tuple[int, ...]
    sits_out: int
    why: Reason


@dataclass(frozen=True)
class TableSplit:
    """One way to divide tonight's people: ``tables`` is the wish that brings it, 0: as the rules have it."""

    tables: int
    sizes: tuple[int, ...]
    chosen: bool


def table_sizes(players: int, game: Ruleset) -> Sizes:
    """Return how many sit at each table (docs/rules.md#tables). RuleError if too few for one table."""
    if players < game.fewest:
        raise StateError(
            "players",
            TOO_FEW_PLAYERS,
            fewest=game.fewest,
            players=players,
        )
    if game.wanted != AS_RULED:
        return _as_wanted(players, game)
    return _sixes(players) if game.tables is Tables.SIXES else _fewest_tables(players, game)


def divisions(players: int, game: Ruleset) -> tuple[TableSplit, ...]:
    """Return every way to seat all these players, the fewest tables first, and which is chosen.

    Sizes of one way differ by one at most, but for the sixes of the rules, whose ends have four.
    """
    wanted = game.wanted
    if players < max(game.fewest, wanted.least):
        return ()
    chosen = table_sizes(players, game).sizes
    ruled = table_sizes(players, replace(game, wanted=replace(wanted, tables=0)))
    found = {ruled.sizes: 0} if not ruled.sits_out else {}
    fewest, most = limits(players, game)
    for tables in range(ceil(players / most), players // fewest + 1):
        found.setdefault(evenly(players, tables), tables)
    ways = (
        TableSplit(tables, sizes, sizes == chosen and wanted.tables in (0, len(sizes)))
        for sizes, tables in found.items()
    )
    return tuple(sorted(ways, key=lambda way: (len(way.sizes), way.tables)))


def limits(players: int, game: Ruleset) -> tuple[int, int]:
    """Return how few and how many sit at a table, as wanted. A single table may have fewer than wanted."""
    wanted = game.wanted
    fewest, most = max(least_at(game), wanted.least), wanted.most or game.most
    return min(fewest, players), max(fewest, min(most, game.most))


def least_at(game: Ruleset) -> int:
    """Return how few may sit at each of several tables, whatever is wanted."""
    return max(game.fewest, game.fewest_each)


def fits(game: Ruleset, wanted: TableWish) -> bool:
    """Return whether the game can be played at tables as they are wanted."""
    try:
        refuse_wanted(game, wanted)
    except RuleError:
        return False
    return True


def refuse_wanted(game: Ruleset, wanted: TableWish) -> None:
    """Raise RuleError at the setting that the game does not allow, whoever comes."""
    least = least_at(game)
    for name, people in (("least", wanted.least), ("people", wanted.people), ("most", wanted.most)):
        if people and not least <= people <= game.most:
            raise RuleError(
                FIELDS[name],
                _("A table has from %(fewest)s to %(most)s players in this game."),
                fewest=least,
                most=game.most,
            )


def refuse_tables(players: int, game: Ruleset) -> None:
    """Raise RuleError at the setting that cannot be had with so many players."""
    wanted, fewest = game.wanted, max(least_at(game), game.wanted.least)
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
"""The settings of what is wanted."""


def later(wanted: TableWish, first: int) -> TableWish:
    """Return what is wanted once people drop out of the ``first``: tables as large, not as many."""
    if not wanted.tables:
        return wanted
    return replace(wanted, tables=0, people=wanted.people or round(first / wanted.tables))


def _as_wanted(players: int, game: Ruleset) -> Sizes:
    """Return as many tables, or as large ones, as are wanted: the nearest that can be had."""
    fewest, most = limits(players, game)
    able = players // fewest
    if game.wanted.tables:
        tables = min(game.wanted.tables, able)
        seated = min(players, tables * most)
    else:
        seated = next(n for n in range(players, 0, -1) if ceil(n / most) * fewest <= n)
        usual = BETWEEN_BEST if game.tables is Tables.SIXES else most
        best = game.wanted.people or usual
        able_to = range(ceil(seated / most), seated // fewest + 1)
        tables = min(able_to, key=lambda tables: _off(evenly(seated, tables), best))
    out = players - seated
    return _sizes(evenly(seated, tables), "sizes_wanted_out" if out else "sizes_wanted", out)


def _off(sizes: tuple[int, ...], best: int) -> int:
    """Return by how many people the tables are too large or too small, all together."""
    return sum(abs(size - best) for size in sizes)


def _sixes(players: int) -> Sizes:
    """Seat four at head and booby, and between them so many tables that their mean is nearest to six.

    No two numbers of tables are ever equally near, so nothing settles that case.
    """
    if players <= ONE_TABLE_MOST:
        return _sizes((players,), "sizes_one_table")
    if players <= TWO_TABLES_MOST:
        return _sizes(evenly(players, 2), "sizes_two_tables")
    middle = players - 2 * ENDS
    allowed = (
        tables for tables in range(1, middle) if BETWEEN_FEWEST * tables <= middle <= BETWEEN_MOST * tables
    )
    tables = min(allowed, key=lambda tables: abs(Fraction(middle, tables) - BETWEEN_BEST))
    code = "sizes_even" if middle == BETWEEN_BEST * tables else "sizes_nearest"
    return _sizes((ENDS, *evenly(middle, tables), ENDS), code)


def _fewest_tables(players: int, game: Ruleset) -> Sizes:
    """Return the fewest tables of so many players as the game takes. If none fit, as many players as do."""
    fewest, most = limits(players, game)
    seated = next(n for n in range(players, 0, -1) if ceil(n / most) * fewest <= n)
    out = players - seated
    code = "sizes_sit_out" if out else "sizes_range"
    allowed = str(game.most) if game.fewest == game.most else f"{game.fewest}-{game.most}"
    return _sizes(evenly(seated, ceil(seated / most)), code, out, range=allowed)


def evenly(players: int, tables: int) -> tuple[int, ...]:
    """Return sizes that differ by one at most, the larger towards the booby table."""
    size, larger = divmod(players, tables)
    return (size,) * (tables - larger) + (size + 1,) * larger


def _sizes(sizes: tuple[int, ...], code: str, out: int = 0, **figures: int | str) -> Sizes:
    shown = "-".join(str(size) for size in sizes)
    figures |= {"players": sum(sizes) + out, "sizes": shown, "out": out}
    return Sizes(sizes, out, Reason(code, figures))
