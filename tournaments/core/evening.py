"""An evening: what happened in it, and by which rules. What formats and kinds of play know of one.

The formats themselves are in ``core/formats``, the kinds of play in ``core/kinds``, each in a file of its
own. Code that depends on one of them asks the value: ``facts.play.format.following``.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.deals import BidGame, Deal
from games.rules.options import Options
from games.rules.ruleset import Ruleset, Turn
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.counters.sums import Sums
from tournaments.core.draws.drawing import NextRound
from tournaments.core.movement import position
from tournaments.core.movement.bell import Chips
from tournaments.core.movement.chairs import Limits, Table
from tournaments.core.movement.following import Following
from tournaments.core.ranking.game import Game
from tournaments.core.ranking.settled import Settled
from tournaments.core.reasons import Reason
from tournaments.core.record import Ending, EveningRecord, Pool, StakeKind
from tournaments.core.settings import Counting, Settings
from tournaments.core.variants import FormatTraits, KindTraits


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind(KindTraits):
    """How what is recorded at the tables adds up over an evening."""

    enough: "Callable[[Play, int], bool]"
    """Whether so many people can play a deal."""
    next_deal: "Callable[[Play, Settings, int, int, Sequence[Pool]], int]"
    """The number of the deal that a table plays next in the round, by the people there and what it has
    decided; 0: it has played them all."""
    rounds: "Callable[[Play, Iterable[int]], list[int]]" = lambda play, sizes: []
    """How many rounds the schedules have of tables of these sizes, where there are any."""
    held: "Callable[[Facts, int], Mapping[int, int | None]]"
    """What each person is compared by as the round's results were in."""
    started: "Callable[[Facts], tuple[int, ...]]"
    """Everybody who ever started."""
    blockers: "Callable[[Facts], tuple[Reason, ...]]" = lambda facts: ()
    """What keeps the evening from being finished."""
    settle: "Callable[[Facts, Mapping[int, int], Sums], dict[int, Settled]]"
    """Everybody who ever started, settled up, by their yellow chips and what the deals come to."""
    game: "Callable[[Play, int, int, list[Pool]], Game]"
    """What a table's deals of a round make of it."""
    round_by_round: "Callable[[Facts], Mapping[tuple[int, int], int | None] | None]"
    """What everybody had after each round, by entry and round; None: nothing of their own."""
    around_deals: "Callable[[Facts, int], Mapping[tuple[int, int, int], AroundDeal]]"
    """What everybody had around each deal of the round, by table, deal and entry."""
    compared: "Callable[[Facts], dict[int, tuple[int, int]]]"
    """What the people of a game are compared by: first things first, more is better."""

    def from_banker(self, facts: EveningRecord, stake: int, entry: int) -> list[tuple[StakeKind, int]]:
        """What the banker gives somebody who sits down."""
        return ledger.from_banker(facts, stake, entry) if self.stakes else []


@dataclass(frozen=True, kw_only=True, eq=False)
class Format(FormatTraits):
    """How an evening is made of deals: who sits where next, and what the standing goes by."""

    refuse_settings: "Callable[[Play, Settings], None]" = lambda play, settings: None
    """RuleError at a setting by which it cannot be played."""
    rounds: "Callable[[Facts], int | None]"
    """How many rounds there are, where that is known."""
    deal: "Callable[[Play, int, int, Sequence[Pool]], Deal | None]"
    """The deal of bids that a table plays next in the round, before any call; None: it has played them."""
    schedule: "Callable[[Play, int], Sequence[Deal]]" = lambda play, began: ()
    """The deals of a game of bids that so many began at a table, where it has a known number of them."""
    dealt: "Callable[[Play, int, Sequence[Pool]], Sequence[Deal]]"
    """How the deals of bids were dealt that a table has decided in the round."""
    refuse_ending: "Callable[[Play, Settings, Ending, int, int], None]"
    """RuleError at ``ending`` if the table cannot end its round so, by how many deals it has decided."""
    following: "Callable[[RoundEnd], Following]"
    """What the bell brings: who sits where next, and why."""
    next_seats: "Callable[[Facts, int], NextRound | None]" = lambda facts, number: None
    """Where seats are drawn for each game: the one after game ``number``; None when no game follows."""
    chips: "Callable[[Facts], Chips]" = lambda facts: Chips((), ())
    """Who took yellow chips."""
    byes: "Callable[[Facts, int], tuple[int, ...]]" = lambda facts, number: ()
    """Who goes on to the next round without playing this one."""
    table_titles: "Callable[[Facts, int], Mapping[int, str]]" = lambda facts, number: {}
    """What tables of the round are called, by number."""
    awaited: "Callable[[Facts, int], Collection[int]]" = lambda facts, number: ()
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

    def paths(self, facts: "Facts") -> dict[int, dict[int, int]]:
        """Return everybody's table of each round, where one table is higher than another."""
        return position.paths(facts) if self.moves_by_order else {}


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
        return self.game.dealing is Turn.RIGHT

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

    @property
    def chips(self) -> Chips:
        """Who took the head table's yellow chips, and which cuts for one are still to be made."""
        return self.play.format.chips(self)


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
