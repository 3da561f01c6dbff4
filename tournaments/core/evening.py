"""An evening: what happened in it, and by which rules. What formats and kinds of play have in common.

The formats themselves are in ``core/formats``, the kinds of play in ``core/kinds``, each in a file of its
own. Code that depends on one of them asks the value: ``facts.play.format.following``.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, Deal, Turn
from games.rules.options import Options
from games.rules.ruleset import Ruleset
from tournaments.core.counters.sums import Sums
from tournaments.core.draws.drawing import NextRound
from tournaments.core.movement.bell import Chips
from tournaments.core.movement.chairs import Limits, Table
from tournaments.core.movement.following import Following
from tournaments.core.ranking.game import Game
from tournaments.core.ranking.settled import Settled
from tournaments.core.reasons import Reason
from tournaments.core.record import Ending, EveningRecord, Line, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Counting, Settings

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
class Kind(Variant):
    """What is recorded at a table, how it adds up, and what is won by it."""

    records: Callable[[Ruleset], bool]
    """Whether a game is of this kind."""
    several: bool = False
    """Whether each player puts up several stakes on a deal."""
    stakes: bool
    """Whether everybody takes a stake of counters, and a fresh one when it is lost."""
    enough: "Callable[[Play, int], bool]"
    """Whether so many people can play a deal."""
    next_deal: "Callable[[Play, Settings, int, int, Sequence[Pool]], int]"
    """The number of the deal that a table plays next in the round, by the people there and what it has
    decided; 0: it has played them all."""
    deals_in_round: Callable[[Settings], int]
    """How many deals make a round in which people move at its end."""
    rounds: "Callable[[Play, Iterable[int]], list[int]]"
    """How many rounds the schedules have of tables of these sizes, where there are any."""
    held: "Callable[[Facts, int], Mapping[int, int | None]]"
    """What each person is compared by as the round's results were in."""
    started: "Callable[[Facts], tuple[int, ...]]"
    """Everybody who ever started."""
    blockers: "Callable[[Facts], tuple[Reason, ...]]"
    """What keeps the evening from being finished."""
    alone: bool = True
    """Whether everybody wins or loses for themselves."""
    table_won: Callable[[Pool], bool | None] = lambda pool: None
    """Whether the table won a deal as one; None: people win, not tables."""
    best_title: str
    """The title of the prize for whoever has most."""
    sums: Callable[[Iterable[Pool]], Sums]
    """What decided deals come to."""
    settle: "Callable[[Facts, Mapping[int, int], Sums], dict[int, Settled]]"
    """Everybody who ever started, settled up, by their yellow chips and what the deals come to."""
    game: "Callable[[Play, int, int, list[Pool]], Game]"
    """What a table's deals of a round make of it."""
    round_by_round: "Callable[[Facts], Mapping[tuple[int, int], int | None] | None]"
    """What everybody had after each round, by entry and round; None: nothing of their own."""
    brought: Callable[[Line], int | None]
    """What a deal brought somebody; None: not known, or nothing that can be added up."""
    brought_in_round: Callable[[Line], int | None]
    """What it counts for where people move about after it."""
    total: Callable[[Any], int | None]
    """What somebody who is settled up has in the end."""
    held_now: Callable[[Any], int | None]
    """What somebody has now; None: nothing of their own."""
    began_with: Callable[[Settings], int]
    """What of that everybody had before the first deal."""
    compared: "Callable[[Facts], dict[int, tuple[int, int]]]"
    """What the people of a game are compared by: first things first, more is better."""
    won_by: tuple[str, ...]
    """The metrics by which it is won, the first first."""
    won_with_chips: tuple[str, ...]
    """The same where yellow chips are taken."""
    metrics: frozenset[str] = frozenset()
    """The metrics that say something of it, those that it is won by aside."""
    metrics_counted: frozenset[str] = frozenset()
    """Those that do so only where each deal is counted."""
    counted: Callable[[Counting], bool]
    """Whether it is known after each deal what everybody has."""

    def roles(self, settings: Settings) -> tuple[str, ...]:
        """The roles that have prizes of their own: none where a table wins or loses as one."""
        return settings.roles if self.alone else ()


def refuse_season_seats() -> None:
    """No table is higher than another, or people move too often for it to matter."""
    raise RuleError("season", _("Only a ladder can take its first seats from the standings of a season."))


@dataclass(frozen=True, kw_only=True, eq=False)
class Format(Variant):
    """How an evening is made of deals: what a round is, who sits where next, what the standing goes by."""

    title: str
    sentence: str
    """What it is, for who chooses it."""
    planned: bool = True
    """Whether an evening can be planned in it."""
    refuse: Callable[[Ruleset], None]
    """RuleError at ``game`` if the game cannot be played so."""
    refuse_settings: "Callable[[Play, Settings], None]" = lambda play, settings: None
    """RuleError at a setting by which it cannot be played."""
    tables: Callable[[Ruleset], Ruleset]
    """The game with the sizes of tables that this format has."""
    fewest: Callable[[Ruleset], int]
    """How few may sit at a table."""
    rounds: "Callable[[Facts], int | None]"
    """How many rounds there are, where that is known."""
    length: str
    """The setting that says how many rounds there are; "": none does."""
    refuse_last: Callable[[], None]
    """RuleError at ``round`` where nobody can say during play which round is the last."""
    numbered: "Callable[[Play, Settings], bool]"
    """Whether a table may play more than one deal in a round, so that each has its number."""
    deal: "Callable[[Play, int, int, Sequence[Pool]], Deal | None]"
    """The deal of bids that a table plays next in the round, before any call; None: it has played them."""
    running: Callable[[Sequence[Pool], Sequence[Pool]], Sequence[Pool]]
    """Of a table's deals in the round, and those of all rounds: which a running total is of."""
    rings: Callable[[int, Settings, Callable[[], Collection[int]]], bool]
    """Whether the bell rings as a table has played its round, by the tables that are still out."""
    following: "Callable[[RoundEnd], Following]"
    """What the bell brings: who sits where next, and why."""
    next_seats: "Callable[[Facts, int], NextRound | None]" = lambda facts, number: None
    """Where seats are drawn for each game: the one after game ``number``; None when no game follows."""
    chips: "Callable[[Facts], Chips]"
    """Who took yellow chips."""
    refusals: Refusals
    head: int = 0
    """The number of the head table; 0: no table is one."""
    paths: "Callable[[Facts], dict[int, dict[int, int]]]" = lambda facts: {}
    """Everybody's table of each round, where one table is higher than another."""
    absent: Mapping[Presence | None, str]
    """The reason of somebody who was not present at the last bell; None: they had not come yet."""
    booby: Callable[[int], int] = lambda tables: 0
    """The number of the booby table among so many; 0: no table is one."""
    byes: "Callable[[Facts, int], tuple[int, ...]]" = lambda facts, number: ()
    """Who goes on to the next round without playing this one."""
    table_titles: "Callable[[Facts, int], Mapping[int, str]]" = lambda facts, number: {}
    """What tables of the round are called, by number."""
    refuse_kept_seat: Callable[[], None] = lambda: None
    """RuleError at ``entry`` where nobody can keep a seat."""
    refuse_mixing: Callable[[int], None] = lambda number: None
    """RuleError at ``table`` where the tables of the round can be neither mixed nor added to."""
    won_by: Callable[[Kind], tuple[str, ...]]
    """The metrics by which a game is won."""
    ranking: Callable[[tuple[str, ...]], tuple[str, ...]]
    """The metrics by which an evening is placed, of those that its game is won by."""
    metrics: Callable[[frozenset[str]], frozenset[str]]
    """The metrics that say something of an evening, of those that do so of its game."""
    brought: Callable[[Kind], Callable[[Line], int | None]]
    """What a deal counts for in its round."""
    may_replay: bool = True
    """Whether the moves of a bell, or its draw, can be made again."""
    draws: bool = False
    """Whether seats are drawn for each round, so that a table is no higher than another."""
    plays_games: bool = False
    """Whether a round is a whole game of each table, which no bell cuts short."""
    endings: Callable[[Settings, int], tuple[Ending, ...]]
    """How a table may end its round without a result, by how many deals it has decided."""
    finished: Callable[[Sequence[Pool]], Collection[int] | None]
    """Who was there to the end of a table's round; None: that makes no difference."""
    awaited: "Callable[[Facts, int], Collection[int]]"
    """The tables of the round whose games do not count yet."""
    wins: "Callable[[Facts, Iterable[Game]], Mapping[int, int] | None]"
    """What each has won; None: not known."""
    in_hall: "Callable[[Facts, Mapping[int, Settled]], tuple[Mapping[int, int], bool] | None]" = (
        lambda facts, settled: None
    )
    """Where the whole hall plays for the same: what each has gained of it, and whether it is known of all."""
    is_final: "Callable[[Facts, int], bool]" = lambda facts, number: False
    """Whether the round is a final, after which nothing follows."""
    without_seat: "Callable[[Facts, int], frozenset[int]]" = lambda facts, number: frozenset()
    """Who is here, and gets no seat any more after the round."""
    reached: "Callable[[Facts], Mapping[int, int] | None]" = lambda facts: None
    """The last round that each played to win; None: nobody drops out."""
    stages: "Callable[[Facts, Iterable[Game]], Mapping[tuple[int, int], int]]" = lambda facts, played: {}
    """What each gained in each game that they played to win, by game and entry, where people drop out."""
    listed: "Callable[[Facts], Mapping[int, int] | None]" = lambda facts: None
    """Everybody's place in the list of a ladder; None: there is no list."""
    refuse_season_seats: Callable[[], None] = refuse_season_seats
    """RuleError at ``season`` where the first seats cannot be by the standing of a season."""
    sits_out: bool = False
    """Whether who is here without a seat sits the game out, and does not wait for a chair."""
    winner: str = ""
    """The title of the prize for whoever is first, where that is not who has most."""

    def plays_on(self, *, rung: bool) -> bool:
        """Whether a table may begin another deal of its round; ``rung``: the bell has rung."""
        return self.plays_games or not rung

    def may_stop(self, *, rung: bool) -> bool:
        """Whether a table may end its round without a result: a whole game may stop at any time."""
        return self.plays_games or rung

    def left_for_next_deal(self, counters: int) -> int:
        """What of a stake that nobody won waits for the table's next deal: people may have moved away."""
        return counters if self.plays_games else 0

    def is_head(self, table: int) -> bool:
        """Whether the table is the head table."""
        return table == self.head


@dataclass(frozen=True)
class Play:
    """The game with its options, and the format. ``game`` takes as many players as the options say."""

    game: Ruleset
    chosen: Options
    """Every option with its value."""
    format: Format
    kind: Kind

    @property
    def bids(self) -> BidGame | None:
        """The game, where bids are played for and not counters."""
        return self.game if isinstance(self.game, BidGame) else None

    @property
    def to_right(self) -> bool:
        """Whether the deal passes to the right."""
        return self.bids is not None and self.bids.dealing is Turn.RIGHT

    @property
    def places_each_game(self) -> bool:
        """Whether everybody has a place after each game: each plays whole games for themselves."""
        return self.format.plays_games and self.kind.alone

    @property
    def unused(self) -> frozenset[str]:
        """The settings that make no difference."""
        return self.format.unused | self.kind.unused

    @property
    def columns(self) -> tuple[str, ...]:
        """What a table of people has a column for."""
        return (*self.kind.columns, *self.format.columns)

    @property
    def won_by(self) -> tuple[str, ...]:
        """The metrics by which the game is won, once everything is known."""
        return self.format.won_by(self.kind)

    def metrics(self, counting: Counting = Counting.EACH_DEAL) -> frozenset[str]:
        """The metrics that say something of the evening, those that it is placed by aside."""
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
        """Everybody who ever started: took a first stake, or a seat where nothing is staked."""
        return self.play.kind.started(self)


@dataclass(frozen=True)
class RoundEnd:
    """A round at its end, or as it stands: its tables by number, and those whose result is awaited.

    ``last``: it is known to be the last one.
    """

    facts: Facts
    number: int
    tables: Mapping[int, Table]
    limits: Limits
    rung: bool
    out: tuple[int, ...]
    last: bool
