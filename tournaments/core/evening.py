"""An evening, its facts and rules; the interfaces of ``core/formats`` and of ``core/kinds`` (kinds of play).

Code that depends on one of them calls its methods: ``facts.play.format.find_next_seating``.
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
from tournaments.core.movement.seating import Limits, SeatedTable, find_paths
from tournaments.core.ranking.metrics import Game, HasFigures, SettledPerson, rank_gains
from tournaments.core.reasons import Reason, phrase_for_bids
from tournaments.core.record import DealPart, Ending, EveningRecord, Pool, Presence, StakeKind
from tournaments.core.refusals import Refusals
from tournaments.core.settings import BellBy, Counting, Settings
from tournaments.core.variants import Variant


@dataclass(frozen=True)
class Play:
    """The game with its options, and the format. ``game`` allows the numbers of players the options set."""

    game: Ruleset
    options: Options
    """Every option with its value."""
    format: "Format"
    kind: "ScoringKind"

    @property
    def bids(self) -> BidGame | None:
        """Return the game if it is a game of bids; None if it is played for counters."""
        return self.game if isinstance(self.game, BidGame) else None

    @property
    def to_right(self) -> bool:
        """Return whether the deal passes to the right."""
        return self.game.dealing is Turn.RIGHT

    @property
    def places_each_game(self) -> bool:
        """Return whether everybody has a place after each game, because each plays whole games alone."""
        return self.format.plays_games and self.kind.is_individual

    def has_several_deals(self, settings: Settings) -> bool:
        """Return whether a table may play several deals in a round, so that deals have numbers."""
        return self.format.has_several_deals(self.kind, settings)

    @property
    def unused(self) -> frozenset[str]:
        """Return the settings that have no effect."""
        return self.format.unused | self.kind.unused

    @property
    def columns(self) -> tuple[str, ...]:
        """Return which figures a table of people has columns for."""
        return (*self.kind.columns, *self.format.columns)

    @property
    def won_by(self) -> tuple[str, ...]:
        """Return the metrics that decide who wins the game, once all results are known."""
        return self.format.list_winning_metrics(self.kind)

    def list_metrics(self, counting: Counting = Counting.EACH_DEAL) -> frozenset[str]:
        """Return the metrics that are useful for the evening, besides those that decide its places."""
        counted = self.kind.counts_each_deal(counting)
        known = self.kind.metrics | (self.kind.metrics_counted if counted else frozenset())
        return self.format.list_metrics(known)


@dataclass(frozen=True, kw_only=True)
class Facts(EveningRecord):
    """The record of an evening, the game and format, and the settings."""

    play: Play
    settings: Settings = field(default_factory=Settings)

    @property
    def starters(self) -> tuple[int, ...]:
        """Return everybody who ever started: took a first stake, or a seat in a game without stakes."""
        return self.play.kind.find_starters(self)

    @property
    def round_count(self) -> int | None:
        """Return how many rounds the evening has, by the draw or by agreement; None if unknown."""
        return self.play.format.count_rounds(self)

    @property
    def chips(self) -> Chips:
        """Return who took the head table's yellow chips, and which cuts for a chip are still to be made."""
        return self.play.format.find_chips(self)


@dataclass(frozen=True)
class RoundEnd:
    """A round at its end, or at present: its tables by number, and the awaited tables.

    ``last``: this is known to be the last round.
    """

    facts: Facts
    number: int
    tables: Mapping[int, SeatedTable]
    limits: Limits
    rung: bool
    awaited_tables: tuple[int, ...]
    last: bool


class ScoringKind(Variant):
    """What is recorded at a table, how it scores, and how the scores add up over an evening."""

    several: bool = False
    """Whether each player puts up several stakes on a deal."""
    parts: tuple[str, ...]
    """The parts of a deal that a table sends, in this order."""
    stakes: bool
    """Whether everybody takes a stake of counters, and a fresh one when it is lost."""
    is_individual: bool = True
    """Whether everybody wins or loses for themselves."""
    best_title: str
    """The title of the prize for the player who has most."""
    booby_title: str = _("Booby prize")
    """The title of the prize for the player who has fewest; "" if a table wins or loses together."""
    foreign_figures: Mapping[str, Any]
    """The figures of a result that are not recorded in this kind, as they are stored."""
    why_foreign: str
    """Why such a figure is refused."""
    won_by: tuple[str, ...]
    """The metrics that decide who wins, the most important first."""
    won_with_chips: tuple[str, ...]
    """The same, if yellow chips are taken."""
    metrics: frozenset[str]
    """The useful metrics, besides those that decide who wins."""
    metrics_counted: frozenset[str] = frozenset()
    """The metrics that are useful only if each deal is counted."""

    @abstractmethod
    def records(self, game: Ruleset) -> bool:
        """Return whether a game is of this kind."""

    def count_deals_in_round(self, settings: Settings) -> int:
        """Return how many deals make a round in which people move at its end."""
        return 1

    def counts_each_deal(self, counting: Counting) -> bool:
        """Return whether everybody's counters or points are known after each deal."""
        return True

    def has_table_won(self, pool: Pool) -> bool | None:
        """Return whether the table won a deal together; None if people win, not tables."""
        return None

    @abstractmethod
    def find_deal_gain(self, line: DealPart) -> int | None:
        """Return what a deal brought a person; None if unknown, or if nothing can be added up."""

    def find_round_gain(self, line: DealPart) -> int | None:
        """Return what the deal scores in a round at whose end people move."""
        return self.find_deal_gain(line)

    @abstractmethod
    def sum_deals(self, pools: Iterable[Pool]) -> Sums:
        """Return the sums of decided deals."""

    @abstractmethod
    def find_total(self, person: HasFigures) -> int | None:
        """Return a person's total after settling up."""

    @abstractmethod
    def find_holding_now(self, person: SettledPerson) -> int | None:
        """Return what a person has now; None if they have nothing of their own."""

    def find_initial_total(self, settings: Settings) -> int:
        """Return the part of the total that everybody had before the first deal."""
        return 0

    def word_reason(self, reason: Reason) -> Reason:
        """Return the reason in the words for counters, or for points by bids."""
        return reason if self.stakes else phrase_for_bids(reason)

    def records_each_stake(self, *, counts_each_deal: bool) -> bool:
        """Return whether the winner of each stake is recorded; if not, only the person who won most."""
        return self.several and counts_each_deal

    def list_prize_roles(self, settings: Settings) -> tuple[str, ...]:
        """Return the roles that have their own prizes; none if a table wins or loses together."""
        return settings.roles if self.is_individual else ()

    @abstractmethod
    def can_play(self, play: Play, players: int) -> bool:
        """Return whether this number of people can play a deal."""

    @abstractmethod
    def find_next_deal(
        self, play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]
    ) -> int:
        """Return the number of the table's next deal in the round; 0 if it has played all.

        The number depends on the players present and on the deals that the table has decided.
        """

    def list_round_counts(self, play: Play, sizes: Iterable[int]) -> list[int]:
        """Return how many rounds the schedules have for tables of these sizes, if there are schedules."""
        return []

    def build_game(self, play: Play, round: int, table: int, pools: list[Pool]) -> Game:
        """Return the game that a table's deals of a round make: everybody gained what the deals brought."""
        brought, known = play.format.choose_gain(self), True
        gained: Counter[int] = Counter()
        for line in (line for pool in pools for line in pool.lines):
            gain = brought(line)
            known = known and gain is not None
            gained[line.entry] += gain or 0
        places = rank_gains(gained, play.format.find_finishers(pools)) if known else {}
        return Game(round, table, gained, places, known)

    @abstractmethod
    def compare_game(self, game: Facts) -> dict[int, tuple[int, int]]:
        """Return the figures that people of a game are compared by: most important first, more is better."""

    @abstractmethod
    def find_starters(self, facts: Facts) -> tuple[int, ...]:
        """Return everybody who ever started."""

    @abstractmethod
    def find_holdings(self, facts: Facts, round: int) -> Mapping[int, int | None]:
        """Return what each person is compared by, when the round's results are in."""

    @abstractmethod
    def compute_around_deals(self, facts: Facts, round: int) -> Mapping[tuple[int, int, int], AroundDeal]:
        """Return what everybody had before and after each deal of the round, by table, deal and entry."""

    @abstractmethod
    def compute_by_round(self, facts: Facts) -> Mapping[tuple[int, int], int | None] | None:
        """Return what everybody had after each round, by entry and round; None if nobody has their own."""

    def find_blockers(self, facts: Facts) -> tuple[Reason, ...]:
        """Return what keeps the evening from being finished."""
        return ()

    @abstractmethod
    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, SettledPerson]:
        """Settle up with everybody who ever started, by their yellow chips and the sums of the deals."""

    def sum_gains(self, facts: Facts, settled: Mapping[int, SettledPerson]) -> tuple[Mapping[int, int], bool]:
        """Return what each person gained over the evening, and whether this is known of everybody."""
        totals = {entry: self.find_total(person) for entry, person in settled.items()}
        began = self.find_initial_total(facts.settings)
        return {entry: (total or 0) - began for entry, total in totals.items()}, None not in totals.values()

    def list_banker_stakes(self, facts: EveningRecord, stake: int, entry: int) -> list[tuple[StakeKind, int]]:
        """Return what the banker gives a person who sits down."""
        return ledger.list_banker_stakes(facts, stake, entry) if self.stakes else []


class Format(Variant):
    """What a round is, what a table may do in it, who sits where next, and how an evening is won.

    A round is as many deals as fit before the bell. Some formats override this.
    """

    title: str
    sentence: str
    """One sentence that describes the format, for the person who chooses it."""
    unused = frozenset({"through", "through_of", "consolation", "moving"})
    """The settings that have no effect. Here: those that only one format has."""
    planned: bool = True
    """Whether an evening can be planned in it."""
    length: str
    """The setting that holds the number of rounds; "" if none does."""
    rounds_word: str = "rounds"
    """The settings' word for its rounds."""
    first_fresh: int = 2
    """The first round that a person can begin with a fresh stake."""
    refusals: Refusals
    head: int = 0
    """The number of the head table; 0 if there is none."""
    absent: Mapping[Presence | None, str]
    """The reason of a person who was absent at the last bell. Key None: they had not come yet."""
    may_replay: bool = True
    """Whether the moves of a bell, or its draw, can be repeated."""
    draws: bool = False
    """Whether seats are drawn for each round. Then no table is higher than another."""
    plays_games: bool = False
    """Whether a round is a whole game of each table. The bell does not cut it short."""
    seats_by_season: bool = False
    """Whether the standings of a season can decide the first seats."""
    moves_by_order: bool = False
    """Whether tables are in order, and results move people between them."""
    sits_out: bool = False
    """Whether a person without a seat sits the game out and does not wait for a chair."""
    winner: str = ""
    """The title of the first person's prize, if it differs from the title for most."""

    def refuse(self, game: Ruleset) -> None:
        """Refuse a game that this format does not allow. RuleError at ``game``."""

    def adapt_tables(self, game: Ruleset) -> Ruleset:
        """Return the game with this format's table sizes: only some formats have a head table."""
        return replace(game, tables=Tables.FEWEST)

    def find_fewest(self, game: Ruleset) -> int:
        """Return how few may sit at a table."""
        return game.fewest

    def count_agreed_rounds(self, settings: Settings) -> int:
        """Return how many rounds are agreed; 0 if the number is open."""
        return int(getattr(settings, self.length)) if self.length else 0

    def refuse_last(self) -> None:
        """Refuse to name the last round, if the format does not allow this. StateError at ``round``."""

    def refuse_kept_seat(self) -> None:
        """Refuse a kept seat, if the format does not allow this. StateError at ``entry``."""

    def refuse_mixing(self, number: int) -> None:
        """Refuse to mix the round's tables or add to them, if the format does not allow this.

        StateError at ``table``.
        """

    def refuse_season_seats(self) -> None:
        """Refuse first seats by a season, if the format does not allow this. RuleError at ``season``.

        Such a format has no higher table, or its first seats matter little.
        """
        if not self.seats_by_season:
            why = _("Only a ladder can take its first seats from the standings of a season.")
            raise RuleError("season", why)

    @abstractmethod
    def list_endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        """Return how a table may end its round without a result, after ``played`` decided deals."""

    def has_several_deals(self, kind: ScoringKind, settings: Settings) -> bool:
        """Return whether a table may play several deals in a round, so that deals have numbers."""
        return kind.count_deals_in_round(settings) > 1

    def may_play_on(self, *, bell_rung: bool) -> bool:
        """Return whether a table may begin another deal of its round. ``bell_rung``: the bell has rung."""
        return not bell_rung

    def may_stop(self, *, bell_rung: bool) -> bool:
        """Return whether a table may end its round without a result."""
        return bell_rung

    def may_ring(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Return whether ``table`` rings the bell after its round. ``still_out``: tables still playing."""
        return self.is_head(table) and settings.bell is BellBy.HEAD

    def keep_for_next_deal(self, counters: int) -> int:
        """Return what is left of an unwon stake for the table's next deal. People may have moved."""
        return 0

    def find_finishers(self, pools: Sequence[Pool]) -> set[int]:
        """Return who has played a table's deals to their end, including people who go home during a round."""
        return {line.entry for pool in pools for line in pool.lines}

    def choose_gain(self, kind: ScoringKind) -> Callable[[DealPart], int | None]:
        """Return the function for what a deal scores in its round."""
        return kind.find_round_gain

    def find_deal_winners(self, pool: Pool) -> frozenset[int]:
        """Return the winners of a deal, if the format has winners of single deals."""
        return pool.winners

    def list_total_rounds(self, round: int) -> range:
        """Return the rounds whose deals count for the running total, at whatever table people played them."""
        return range(1, round + 1)

    def list_winning_metrics(self, kind: ScoringKind) -> tuple[str, ...]:
        """Return the metrics that decide who wins a game."""
        return kind.won_with_chips

    def list_ranking(self, of_game: tuple[str, ...]) -> tuple[str, ...]:
        """Return the metrics that decide an evening's places, from those that decide its game."""
        return of_game

    @abstractmethod
    def list_metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        """Return the metrics that are useful for an evening, from those that are useful for its game."""

    def find_best_title(self, kind: ScoringKind, *, by_role: bool) -> str:
        """Return the title of the prize for the best if there is only one; "" if each role has its own."""
        return self.winner or ("" if by_role else kind.best_title)

    def find_origin(self, table: int | None) -> int | None:
        """Return the table of the round before; None if seats are drawn, because it has no meaning then."""
        return None if self.draws else table

    def list_empty_figures(self, metrics: frozenset[str]) -> frozenset[str]:
        """Return the figures whose 0 has no meaning here, because nobody plays for them.

        A result from elsewhere can hold 0 for them as a recorded figure; None means that it was not recorded.
        """
        return frozenset({"fresh", "yellow"}) - metrics if self.planned else frozenset()

    def find_booby(self, tables: int) -> int:
        """Return the number of the booby table: the last, if there is a head table; 0 if there is none."""
        return tables if self.head and tables > 1 else 0

    def is_head(self, table: int) -> bool:
        """Return whether the table is the head table. The only table is."""
        return table == self.head

    def is_booby(self, table: int, tables: int) -> bool:
        """Return whether the table is the booby table. The only table is not."""
        return 0 < table == self.find_booby(tables)

    def refuse_settings(self, play: Play, settings: Settings) -> None:
        """Refuse settings that this format does not allow. RuleError at the setting."""

    @abstractmethod
    def count_rounds(self, facts: Facts) -> int | None:
        """Return how many rounds there are, if known."""

    @abstractmethod
    def plan_deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> DealPlan | None:
        """Return the bid game's next deal at a table, before any call; None if the table has played all."""

    def plan_schedule(self, play: Play, began: int) -> Sequence[DealPlan]:
        """Return the deals of a bid game that ``began`` people began, if their number is known."""
        return ()

    @abstractmethod
    def list_decided_deals(self, play: Play, round: int, decided: Sequence[Pool]) -> Sequence[DealPlan]:
        """Return how the bid game's decided deals of the round were dealt."""

    @abstractmethod
    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        """Refuse an ending that the table cannot choose after so many deals. StateError at ``ending``."""

    @abstractmethod
    def find_next_seating(self, round_end: RoundEnd) -> NextSeating:
        """Return the result of the bell: who sits where next, and why."""

    def draw_next_seats(self, facts: Facts, number: int) -> NextRound | None:
        """Return the game after game ``number``, if seats are drawn for each; None if no game follows."""
        return None

    def find_chips(self, facts: Facts) -> Chips:
        """Return who took yellow chips."""
        return Chips((), ())

    def find_byes(self, facts: Facts, number: int) -> tuple[int, ...]:
        """Return who goes on to the next round without playing this one."""
        return ()

    def title_tables(self, facts: Facts, number: int) -> Mapping[int, str]:
        """Return the titles of the round's tables, by number."""
        return {}

    def find_awaited(self, facts: Facts, number: int) -> Collection[int]:
        """Return the tables of the round whose games do not count yet."""
        return ()

    @abstractmethod
    def count_wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
        """Return what each person has won; None if unknown."""

    def compute_hall_gains(
        self, facts: Facts, settled: Mapping[int, SettledPerson]
    ) -> tuple[Mapping[int, int], bool] | None:
        """Return what each person gained, and whether it is known, if the whole hall plays for the same."""
        return None

    def is_final(self, facts: Facts, number: int) -> bool:
        """Return whether the round is a final, after which nothing follows."""
        return False

    def find_unseated(self, facts: Facts, number: int) -> frozenset[int]:
        """Return who is present and gets no seat after the round any more."""
        return frozenset()

    def find_last_rounds(self, facts: Facts) -> Mapping[int, int] | None:
        """Return the last round that each person played to win; None if nobody drops out."""
        return None

    def compute_stages(self, facts: Facts, played: Iterable[Game]) -> Mapping[tuple[int, int], int]:
        """Return what each person gained in each game they played to win, if people drop out."""
        return {}

    def find_list_places(self, facts: Facts) -> Mapping[int, int] | None:
        """Return everybody's place in the list of a ladder; None if there is no list."""
        return None

    def find_paths(self, facts: Facts) -> dict[int, dict[int, int]]:
        """Return everybody's table in each round, if tables are in order."""
        return find_paths(facts) if self.moves_by_order else {}
