"""What a format or a kind of play is in itself, before any evening is looked at."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset, Tables
from tournaments.core.counters.sums import Sums
from tournaments.core.reasons import Reason, of_bids
from tournaments.core.record import Ending, Line, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import BellBy, Counting, Settings

Adapter = TypeVar("Adapter")


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """One member of a registry, found by its ``key``.

    An outer layer has one adapter for it: of its key, or where it is as others are, of its ``family``, the
    nearest first.
    """

    key: str
    family: tuple[str, ...] = ()
    unused: frozenset[str] = frozenset()
    """The settings that make no difference."""
    columns: tuple[str, ...] = ()
    """What a table of people has a column for: figure, fresh, exact, yellow."""
    terms: tuple[str, ...] = ()
    """The terms of the glossary that it uses, by their keys."""

    @property
    def names(self) -> tuple[str, ...]:
        """By what its adapter is found, the nearest first."""
        return (self.key, *self.family)

    def of(self, adapters: Mapping[str, Adapter]) -> Adapter:
        """Its adapter. LookupError if it has none."""
        for name in self.names:
            if name in adapters:
                return adapters[name]
        raise LookupError(f"no adapter for {self.key} among {', '.join(adapters)}")


@dataclass(frozen=True, kw_only=True, eq=False)
class KindTraits(Variant):
    """What is recorded at a table, and what it counts for."""

    records: Callable[[Ruleset], bool]
    """Whether a game is of this kind."""
    several: bool = False
    """Whether each player puts up several stakes on a deal."""
    parts: tuple[str, ...]
    """What a table sends of a deal, in this order."""
    stakes: bool
    """Whether everybody takes a stake of counters, and a fresh one when it is lost."""
    deals_in_round: Callable[[Settings], int] = lambda settings: 1
    """How many deals make a round in which people move at its end."""
    alone: bool = True
    """Whether everybody wins or loses for themselves."""
    table_won: Callable[[Pool], bool | None] = lambda pool: None
    """Whether the table won a deal as one; None: people win, not tables."""
    best_title: str
    """The title of the prize for whoever has most."""
    booby_title: str = _("Booby prize")
    """The title of the prize for whoever has fewest; "": nobody has, since a table wins or loses as one."""
    sums: Callable[[Iterable[Pool]], Sums]
    """What decided deals come to."""
    foreign_figures: Mapping[str, Any]
    """The figures of a result that nobody has, as they are kept."""
    why_foreign: str
    """Why such a figure is refused."""
    brought: Callable[[Line], int | None]
    """What a deal brought somebody; None: not known, or nothing that can be added up."""
    brought_in_round: Callable[[Line], int | None]
    """What it counts for where people move about after it."""
    total: Callable[[Any], int | None]
    """What somebody who is settled up has in the end."""
    held_now: Callable[[Any], int | None]
    """What somebody has now; None: nothing of their own."""
    began_with: Callable[[Settings], int] = lambda settings: 0
    """What of that everybody had before the first deal."""
    won_by: tuple[str, ...]
    """The metrics by which it is won, the first first."""
    won_with_chips: tuple[str, ...]
    """The same where yellow chips are taken."""
    metrics: frozenset[str] = frozenset()
    """The metrics that say something of it, those that it is won by aside."""
    metrics_counted: frozenset[str] = frozenset()
    """Those that do so only where each deal is counted."""
    counted: Callable[[Counting], bool] = lambda counting: True
    """Whether it is known after each deal what everybody has."""

    def worded(self, why: Reason) -> Reason:
        """Return the reason as it is worded where this is played."""
        return why if self.stakes else of_bids(why)

    def records_each_stake(self, *, counted: bool) -> bool:
        """Whether it is recorded who won which stake. Where nobody counts, it is who won most on the deal."""
        return self.several and counted

    def reason(self, why: Reason) -> Reason:
        """Return the reason in the words of what is played for: counters, or points by bids."""
        return why if self.stakes else of_bids(why)

    def roles(self, settings: Settings) -> tuple[str, ...]:
        """The roles that have prizes of their own: none where a table wins or loses as one."""
        return settings.roles if self.alone else ()


def few_tables(game: Ruleset) -> Ruleset:
    """Head and booby table, and those between, are known to a progressive evening only."""
    return replace(game, tables=Tables.FEWEST)


@dataclass(frozen=True, kw_only=True, eq=False)
class FormatTraits(Variant):
    """What a round is, what a table may do in it, and by what an evening is won."""

    title: str
    sentence: str
    """What it is, for who chooses it."""
    planned: bool = True
    """Whether an evening can be planned in it."""
    refuse: Callable[[Ruleset], None] = lambda game: None
    """RuleError at ``game`` if the game cannot be played so."""
    tables: Callable[[Ruleset], Ruleset] = few_tables
    """The game with the sizes of tables that this format has."""
    fewest: Callable[[Ruleset], int] = lambda game: game.fewest
    """How few may sit at a table."""
    length: str
    """The setting that says how many rounds there are; "": none does."""
    refuse_last: Callable[[], None] = lambda: None
    """RuleError at ``round`` where nobody can say during play which round is the last."""
    refusals: Refusals
    head: int = 0
    """The number of the head table; 0: no table is one."""
    absent: Mapping[Presence | None, str]
    """The reason of somebody who was not present at the last bell; None: they had not come yet."""
    refuse_kept_seat: Callable[[], None] = lambda: None
    """RuleError at ``entry`` where nobody can keep a seat."""
    refuse_mixing: Callable[[int], None] = lambda number: None
    """RuleError at ``table`` where the tables of the round can be neither mixed nor added to."""
    ranking: Callable[[tuple[str, ...]], tuple[str, ...]] = lambda of_game: of_game
    """The metrics by which an evening is placed, of those that its game is won by."""
    metrics: Callable[[frozenset[str]], frozenset[str]]
    """The metrics that say something of an evening, of those that do so of its game."""
    may_replay: bool = True
    """Whether the moves of a bell, or its draw, can be made again."""
    draws: bool = False
    """Whether seats are drawn for each round, so that a table is no higher than another."""
    plays_games: bool = False
    """Whether a round is a whole game of each table, which no bell cuts short."""
    endings: Callable[[Settings, int], tuple[Ending, ...]]
    """How a table may end its round without a result, by how many deals it has decided."""
    seats_by_season: bool = False
    """Whether the first seats can be by the standings of a season."""
    moves_by_order: bool = False
    """Whether one table is higher than another, and people move between them by what they have won."""
    sits_out: bool = False
    """Whether who is here without a seat sits the game out, and does not wait for a chair."""
    winner: str = ""
    """The title of the prize for whoever is first, where that is not who has most."""

    @property
    def first_fresh(self) -> int:
        """The first round that somebody can begin with a fresh stake."""
        return 1 if self.plays_games else 2

    @property
    def rounds_word(self) -> str:
        """What its rounds are called in the settings."""
        return "games" if self.plays_games else "rounds"

    def agreed(self, settings: Settings) -> int:
        """How many rounds are agreed; 0: it is open."""
        return int(getattr(settings, self.length)) if self.length else 0

    def rounds_of_total(self, round: int) -> range:
        """Of which rounds all that a table's people played counts for their running total in the round.

        None where it plays a whole game: that is counted by itself.
        """
        return range(0) if self.plays_games else range(1, round + 1)

    def best_title(self, kind: KindTraits, *, by_role: bool) -> str:
        """The title of the prize for the best, where there is one alone; "": each role has its own."""
        return self.winner or ("" if by_role else kind.best_title)

    def won_by(self, kind: KindTraits) -> tuple[str, ...]:
        """The metrics by which a game is won."""
        return kind.won_by if self.plays_games else kind.won_with_chips

    def brought(self, kind: KindTraits) -> Callable[[Line], int | None]:
        """What a deal counts for in its round."""
        return kind.brought if self.plays_games else kind.brought_in_round

    def finished(self, pools: Sequence[Pool]) -> Collection[int] | None:
        """Who was there to the end of a whole game; None: who goes home during a round has played it."""
        return {line.entry for line in pools[-1].lines} if self.plays_games else None

    def numbered(self, kind: KindTraits, settings: Settings) -> bool:
        """Whether a table may play more than one deal in a round, so that each has its number."""
        return self.plays_games or kind.deals_in_round(settings) > 1

    def rings(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Whether the bell rings as a table has played its round: the head table, or the last whole game."""
        if self.plays_games:
            return not still_out()
        return self.is_head(table) and settings.bell is BellBy.HEAD

    def refuse_season_seats(self) -> None:
        """RuleError at ``season`` where no table is higher, or people move too often for it to matter."""
        if not self.seats_by_season:
            why = _("Only a ladder can take its first seats from the standings of a season.")
            raise RuleError("season", why)

    def plays_on(self, *, rung: bool) -> bool:
        """Whether a table may begin another deal of its round; ``rung``: the bell has rung."""
        return self.plays_games or not rung

    def may_stop(self, *, rung: bool) -> bool:
        """Whether a table may end its round without a result: a whole game may stop at any time."""
        return self.plays_games or rung

    def left_for_next_deal(self, counters: int) -> int:
        """What of a stake that nobody won waits for the table's next deal: people may have moved away."""
        return counters if self.plays_games else 0

    def came_from(self, table: int | None) -> int | None:
        """Return the table of the round before, where it says anything: not where seats are drawn."""
        return None if self.draws else table

    def won_by_deal(self, pool: Pool) -> frozenset[int]:
        """Return who won by a deal: no deal alone wins a whole game."""
        return frozenset() if self.plays_games else pool.winners

    def empty_figures(self, metrics: frozenset[str]) -> frozenset[str]:
        """Return the figures of which a 0 says nothing, for nobody plays for them here.

        With a result from elsewhere a 0 is told, and what is not told is None.
        """
        return frozenset({"fresh", "yellow"}) - metrics if self.planned else frozenset()

    def booby(self, tables: int) -> int:
        """The number of the booby table among so many: the last, where there is a head table; 0: none."""
        return tables if self.head and tables > 1 else 0

    def is_head(self, table: int) -> bool:
        """Return whether the table is the head table: also where it is the only one."""
        return table == self.head

    def is_booby(self, table: int, tables: int) -> bool:
        """Return whether the table is the booby table of so many: never where it is the only one."""
        return 0 < table == self.booby(tables)
