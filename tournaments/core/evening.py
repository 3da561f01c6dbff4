"""An evening: what happened in it, and by which rules. What each format and each kind of play says of one.

The formats themselves are in ``core/formats``, the kinds of play in ``core/kinds``. Code that depends on
one of them asks it: ``facts.play.format.following``.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, DealPlan
from games.rules.options import Options
from games.rules.ruleset import Ruleset, Tables, Turn
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import AroundDeal, Sums
from tournaments.core.draws.drawing import NextRound
from tournaments.core.movement.bell import Chips, NextSeating
from tournaments.core.movement.seating import Limits, SeatedTable, paths
from tournaments.core.ranking.metrics import Game, HasFigures, SettledPerson, places_in
from tournaments.core.reasons import Reason, of_bids
from tournaments.core.record import DealPart, Ending, EveningRecord, Pool, Presence, StakeKind
from tournaments.core.refusals import Refusals
from tournaments.core.settings import BellBy, Counting, Settings
from tournaments.core.variants import Variant


@dataclass(frozen=True)
class Play:
    """The game with its options, and the format. ``game`` takes as many players as the options say."""

    game: Ruleset
    chosen: Options
    """Every option with its value."""
    format: "Format"
    kind: "ScoringKind"

    @property
    def bids(self) -> BidGame | None:
        """Return the game, where bids are played for and not counters; else None."""
        return self.game if isinstance(self.game, BidGame) else None

    @property
    def to_right(self) -> bool:
        """Return whether the deal passes to the right."""
        return self.game.dealing is Turn.RIGHT

    @property
    def places_each_game(self) -> bool:
        """Return whether everybody has a place after each game: each plays whole games for themselves."""
        return self.format.plays_games and self.kind.alone

    def several_deals(self, settings: Settings) -> bool:
        """Return whether a table may play more than one deal in a round, so that each has its number."""
        return self.format.numbered(self.kind, settings)

    @property
    def unused(self) -> frozenset[str]:
        """Return the settings that make no difference."""
        return self.format.unused | self.kind.unused

    @property
    def columns(self) -> tuple[str, ...]:
        """Return what a table of people has a column for."""
        return (*self.kind.columns, *self.format.columns)

    @property
    def won_by(self) -> tuple[str, ...]:
        """Return the metrics by which the game is won, once everything is known."""
        return self.format.won_by(self.kind)

    def metrics(self, counting: Counting = Counting.EACH_DEAL) -> frozenset[str]:
        """Return the metrics that say something of the evening, those that it is placed by aside."""
        counted = self.kind.counted(counting)
        known = self.kind.metrics | (self.kind.metrics_counted if counted else frozenset())
        return self.format.metrics(known)


@dataclass(frozen=True, kw_only=True)
class Facts(EveningRecord):
    """The record of an evening, what is played in it, and by which settings."""

    play: Play
    settings: Settings = field(default_factory=Settings)

    @property
    def started(self) -> tuple[int, ...]:
        """Return everybody who ever started: took a first stake, or a seat where nothing is staked."""
        return self.play.kind.started(self)

    @property
    def round_count(self) -> int | None:
        """Return how many rounds the evening has, by the draw or as agreed; None where it is not known."""
        return self.play.format.rounds(self)

    @property
    def chips(self) -> Chips:
        """Return who took the head table's yellow chips, and which cuts for one are still to be made."""
        return self.play.format.chips(self)


@dataclass(frozen=True)
class RoundEnd:
    """A round at its end, or as it stands: its tables by number, and those whose result is awaited.

    ``last``: it is known to be the last one.
    """

    facts: Facts
    number: int
    tables: Mapping[int, SeatedTable]
    limits: Limits
    rung: bool
    out: tuple[int, ...]
    last: bool


class ScoringKind(Variant):
    """What is recorded at a table, what it counts for, and how that adds up over an evening."""

    several: bool = False
    """Whether each player puts up several stakes on a deal."""
    parts: tuple[str, ...]
    """What a table sends of a deal, in this order."""
    stakes: bool
    """Whether everybody takes a stake of counters, and a fresh one when it is lost."""
    alone: bool = True
    """Whether everybody wins or loses for themselves."""
    best_title: str
    """The title of the prize for whoever has most."""
    booby_title: str = _("Booby prize")
    """The title of the prize for whoever has fewest; "": nobody has, since a table wins or loses as one."""
    foreign_figures: Mapping[str, Any]
    """The figures of a result that nobody has, as they are kept."""
    why_foreign: str
    """Why such a figure is refused."""
    won_by: tuple[str, ...]
    """The metrics by which it is won, the first first."""
    won_with_chips: tuple[str, ...]
    """The same where yellow chips are taken."""
    metrics: frozenset[str]
    """The metrics that say something of it, those that it is won by aside."""
    metrics_counted: frozenset[str] = frozenset()
    """Those that do so only where each deal is counted."""

    @abstractmethod
    def records(self, game: Ruleset) -> bool:
        """Return whether a game is of this kind."""

    def deals_in_round(self, settings: Settings) -> int:
        """Return how many deals make a round in which people move at its end."""
        return 1

    def counted(self, counting: Counting) -> bool:
        """Return whether it is known after each deal what everybody has."""
        return True

    def table_won(self, pool: Pool) -> bool | None:
        """Return whether the table won a deal as one; None: people win, not tables."""
        return None

    @abstractmethod
    def brought(self, line: DealPart) -> int | None:
        """Return what a deal brought somebody; None: not known, or nothing that can be added up."""

    def brought_in_round(self, line: DealPart) -> int | None:
        """Return what it counts for where people move about after it."""
        return self.brought(line)

    @abstractmethod
    def sums(self, pools: Iterable[Pool]) -> Sums:
        """Return what decided deals come to."""

    @abstractmethod
    def total(self, person: HasFigures) -> int | None:
        """Return what somebody who is settled up has in the end."""

    @abstractmethod
    def held_now(self, person: SettledPerson) -> int | None:
        """Return what somebody has now; None: nothing of their own."""

    def began_with(self, settings: Settings) -> int:
        """Return what of their total everybody had before the first deal."""
        return 0

    def worded(self, why: Reason) -> Reason:
        """Return the reason in the words of what is played for: counters, or points by bids."""
        return why if self.stakes else of_bids(why)

    def records_each_stake(self, *, counted: bool) -> bool:
        """Return whether it is recorded who won which stake; else only who won most on the deal."""
        return self.several and counted

    def roles(self, settings: Settings) -> tuple[str, ...]:
        """Return the roles that have prizes of their own: none where a table wins or loses as one."""
        return settings.roles if self.alone else ()

    @abstractmethod
    def enough(self, play: Play, players: int) -> bool:
        """Return whether so many people can play a deal."""

    @abstractmethod
    def next_deal(
        self, play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]
    ) -> int:
        """Return the number of the deal that a table plays next in the round; 0: it has played them all.

        It depends on how many are there, and on what the table has decided.
        """

    def rounds(self, play: Play, sizes: Iterable[int]) -> list[int]:
        """Return how many rounds the schedules have of tables of these sizes, where there are any."""
        return []

    def game(self, play: Play, round: int, table: int, pools: list[Pool]) -> Game:
        """Return the game that a table's deals of a round make: everybody gained what their deals brought."""
        brought, known = play.format.brought(self), True
        gained: Counter[int] = Counter()
        for line in (line for pool in pools for line in pool.lines):
            gain = brought(line)
            known = known and gain is not None
            gained[line.entry] += gain or 0
        places = places_in(gained, play.format.finished(pools)) if known else {}
        return Game(round, table, gained, places, known)

    @abstractmethod
    def compared(self, game: Facts) -> dict[int, tuple[int, int]]:
        """Return what the people of a game are compared by: first things first, more is better."""

    @abstractmethod
    def started(self, facts: Facts) -> tuple[int, ...]:
        """Return everybody who ever started."""

    @abstractmethod
    def held(self, facts: Facts, round: int) -> Mapping[int, int | None]:
        """Return what each person is compared by as the round's results were in."""

    @abstractmethod
    def around_deals(self, facts: Facts, round: int) -> Mapping[tuple[int, int, int], AroundDeal]:
        """Return what everybody had around each deal of the round, by table, deal and entry."""

    @abstractmethod
    def round_by_round(self, facts: Facts) -> Mapping[tuple[int, int], int | None] | None:
        """Return what everybody had after each round, by entry and round; None: nothing of their own."""

    def blockers(self, facts: Facts) -> tuple[Reason, ...]:
        """Return what keeps the evening from being finished."""
        return ()

    @abstractmethod
    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, SettledPerson]:
        """Settle up with everybody who ever started, by their yellow chips and what the deals come to."""

    def gained(self, facts: Facts, settled: Mapping[int, SettledPerson]) -> tuple[Mapping[int, int], bool]:
        """Return what each has gained over the evening, and whether that is known of everybody."""
        totals = {entry: self.total(person) for entry, person in settled.items()}
        began = self.began_with(facts.settings)
        return {entry: (total or 0) - began for entry, total in totals.items()}, None not in totals.values()

    def from_banker(self, facts: EveningRecord, stake: int, entry: int) -> list[tuple[StakeKind, int]]:
        """Return what the banker gives somebody who sits down."""
        return ledger.from_banker(facts, stake, entry) if self.stakes else []


class Format(Variant):
    """What a round is, what a table may do in it, who sits where next, and by what an evening is won.

    A round is as many deals as the bell leaves time for, unless a family of formats says otherwise.
    """

    title: str
    sentence: str
    """What it is, for who chooses it."""
    unused = frozenset({"through", "through_of", "consolation", "moving"})
    """The settings that make no difference: here those that only one format has."""
    planned: bool = True
    """Whether an evening can be planned in it."""
    length: str
    """The setting that says how many rounds there are; "": none does."""
    rounds_word: str = "rounds"
    """What its rounds are called in the settings."""
    first_fresh: int = 2
    """The first round that somebody can begin with a fresh stake."""
    refusals: Refusals
    head: int = 0
    """The number of the head table; 0: no table is one."""
    absent: Mapping[Presence | None, str]
    """The reason of somebody who was not present at the last bell; None: they had not come yet."""
    may_replay: bool = True
    """Whether the moves of a bell, or its draw, can be made again."""
    draws: bool = False
    """Whether seats are drawn for each round, so that a table is no higher than another."""
    plays_games: bool = False
    """Whether a round is a whole game of each table, which no bell cuts short."""
    seats_by_season: bool = False
    """Whether the first seats can be by the standings of a season."""
    moves_by_order: bool = False
    """Whether one table is higher than another, and people move between them by what they have won."""
    sits_out: bool = False
    """Whether who is here without a seat sits the game out, and does not wait for a chair."""
    winner: str = ""
    """The title of the prize for whoever is first, where that is not who has most."""

    def refuse(self, game: Ruleset) -> None:
        """Raise RuleError at ``game`` if the game cannot be played so."""

    def tables(self, game: Ruleset) -> Ruleset:
        """Return the game with the sizes of tables that the format has: only some know a head table."""
        return replace(game, tables=Tables.FEWEST)

    def fewest(self, game: Ruleset) -> int:
        """Return how few may sit at a table."""
        return game.fewest

    def agreed(self, settings: Settings) -> int:
        """Return how many rounds are agreed; 0: it is open."""
        return int(getattr(settings, self.length)) if self.length else 0

    def refuse_last(self) -> None:
        """Raise StateError at ``round`` where nobody can say during play which round is the last."""

    def refuse_kept_seat(self) -> None:
        """Raise StateError at ``entry`` where nobody can keep a seat."""

    def refuse_mixing(self, number: int) -> None:
        """Raise StateError at ``table`` where the round's tables can be neither mixed nor added to."""

    def refuse_season_seats(self) -> None:
        """Raise RuleError at ``season`` where no table is higher, or first seats matter little."""
        if not self.seats_by_season:
            why = _("Only a ladder can take its first seats from the standings of a season.")
            raise RuleError("season", why)

    @abstractmethod
    def endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        """Return how a table may end its round without a result, by how many deals it has decided."""

    def numbered(self, kind: ScoringKind, settings: Settings) -> bool:
        """Return whether a table may play more than one deal in a round, so that each has its number."""
        return kind.deals_in_round(settings) > 1

    def plays_on(self, *, rung: bool) -> bool:
        """Return whether a table may begin another deal of its round; ``rung``: the bell has rung."""
        return not rung

    def may_stop(self, *, rung: bool) -> bool:
        """Return whether a table may end its round without a result."""
        return rung

    def rings(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Return whether the bell rings as a table has played its round: the head table may ring it."""
        return self.is_head(table) and settings.bell is BellBy.HEAD

    def left_for_next_deal(self, counters: int) -> int:
        """Return what of a stake that nobody won waits for the table's next deal: people may have moved."""
        return 0

    def finished(self, pools: Sequence[Pool]) -> set[int]:
        """Return who has played a table's deals to their end: also who goes home during a round."""
        return {line.entry for pool in pools for line in pool.lines}

    def brought(self, kind: ScoringKind) -> Callable[[DealPart], int | None]:
        """Return what a deal counts for in its round."""
        return kind.brought_in_round

    def won_by_deal(self, pool: Pool) -> frozenset[int]:
        """Return who won by a deal."""
        return pool.winners

    def rounds_of_total(self, round: int) -> range:
        """Return of which rounds all that a table's people played counts for their total in the round."""
        return range(1, round + 1)

    def won_by(self, kind: ScoringKind) -> tuple[str, ...]:
        """Return the metrics by which a game is won."""
        return kind.won_with_chips

    def ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        """Return the metrics by which an evening is placed, of those that its game is won by."""
        return of_game

    @abstractmethod
    def metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        """Return the metrics that say something of an evening, of those that do so of its game."""

    def best_title(self, kind: ScoringKind, *, by_role: bool) -> str:
        """Return the title of the prize for the best, where there is one alone; "": each role has its own."""
        return self.winner or ("" if by_role else kind.best_title)

    def came_from(self, table: int | None) -> int | None:
        """Return the table of the round before, where it says anything: not where seats are drawn."""
        return None if self.draws else table

    def empty_figures(self, metrics: frozenset[str]) -> frozenset[str]:
        """Return the figures of which a 0 says nothing, for nobody plays for them here.

        In a result from elsewhere a 0 was recorded, and what was not recorded is None.
        """
        return frozenset({"fresh", "yellow"}) - metrics if self.planned else frozenset()

    def booby(self, tables: int) -> int:
        """Return the number of the booby table among so many: the last, if there is a head table; 0: none."""
        return tables if self.head and tables > 1 else 0

    def is_head(self, table: int) -> bool:
        """Return whether the table is the head table: also where it is the only one."""
        return table == self.head

    def is_booby(self, table: int, tables: int) -> bool:
        """Return whether the table is the booby table of so many: never where it is the only one."""
        return 0 < table == self.booby(tables)

    def refuse_settings(self, play: Play, settings: Settings) -> None:
        """Raise RuleError at a setting by which it cannot be played."""

    @abstractmethod
    def rounds(self, facts: Facts) -> int | None:
        """Return how many rounds there are, where that is known."""

    @abstractmethod
    def deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> DealPlan | None:
        """Return the deal of bids that a table plays next, before any call; None: it has played them."""

    def schedule(self, play: Play, began: int) -> Sequence[DealPlan]:
        """Return the deals of a game of bids that so many began at a table, where their number is known."""
        return ()

    @abstractmethod
    def dealt(self, play: Play, round: int, decided: Sequence[Pool]) -> Sequence[DealPlan]:
        """Return how the deals of bids were dealt that a table has decided in the round."""

    @abstractmethod
    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        """Raise StateError at ``ending`` if the table, after so many deals, cannot end its round so."""

    @abstractmethod
    def following(self, rung: RoundEnd) -> NextSeating:
        """Return what the bell brings: who sits where next, and why."""

    def next_seats(self, facts: Facts, number: int) -> NextRound | None:
        """Return the game after game ``number``, where seats are drawn for each; None: no game follows."""
        return None

    def chips(self, facts: Facts) -> Chips:
        """Return who took yellow chips."""
        return Chips((), ())

    def byes(self, facts: Facts, number: int) -> tuple[int, ...]:
        """Return who goes on to the next round without playing this one."""
        return ()

    def table_titles(self, facts: Facts, number: int) -> Mapping[int, str]:
        """Return what tables of the round are called, by number."""
        return {}

    def awaited(self, facts: Facts, number: int) -> Collection[int]:
        """Return the tables of the round whose games do not count yet."""
        return ()

    @abstractmethod
    def wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
        """Return what each has won; None: not known."""

    def in_hall(
        self, facts: Facts, settled: Mapping[int, SettledPerson]
    ) -> tuple[Mapping[int, int], bool] | None:
        """Return what each has gained, and whether that is known, if the whole hall plays for the same."""
        return None

    def is_final(self, facts: Facts, number: int) -> bool:
        """Return whether the round is a final, after which nothing follows."""
        return False

    def without_seat(self, facts: Facts, number: int) -> frozenset[int]:
        """Return who is here, and gets no seat any more after the round."""
        return frozenset()

    def reached(self, facts: Facts) -> Mapping[int, int] | None:
        """Return the last round that each played to win; None: nobody drops out."""
        return None

    def stages(self, facts: Facts, played: Iterable[Game]) -> Mapping[tuple[int, int], int]:
        """Return what each gained in each game that they played to win, where people drop out."""
        return {}

    def listed(self, facts: Facts) -> Mapping[int, int] | None:
        """Return everybody's place in the list of a ladder; None: there is no list."""
        return None

    def paths(self, facts: Facts) -> dict[int, dict[int, int]]:
        """Return everybody's table of each round, where one table is higher than another."""
        return paths(facts) if self.moves_by_order else {}
