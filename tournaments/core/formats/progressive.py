"""The formats in which people move between tables: progressive, and recorded for evenings played elsewhere.

In a progressive round each table plays one deal, or several. At its bell people move. Of a recorded evening
only the result is known.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules.deals import DealPlan
from games.rules.ruleset import Ruleset
from games.rules.schedules import get_deal
from tournaments.core.evening import Facts, Format, Play, RoundEnd
from tournaments.core.movement.bell import Chips, NextSeating, find_yellow_chips, keep_numbers
from tournaments.core.movement.levelling import build_table_bell, renumber_tables
from tournaments.core.movement.seating import HEAD, list_presences
from tournaments.core.ranking.metrics import Game, SettledPerson
from tournaments.core.record import Ending, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Settings, Unfinished

FEWEST_AT_A_TABLE = 3


class MovingPlayers(Format):
    """People move between the tables, which are in order, by who won the last deal."""

    key = "moving"
    unused = Format.unused | {"games"}
    length = "rounds"
    refusals = Refusals(rung=_("The bell has rung. Start the next round first."))
    absent = {Presence.LEFT: "out_left", Presence.PAUSED: "out_paused", None: "out_late"}
    moves_by_order = True

    def find_fewest(self, game: Ruleset) -> int:
        return max(FEWEST_AT_A_TABLE, game.fewest)

    def count_rounds(self, facts: Facts) -> int | None:
        """Return how many rounds are agreed. With bids: at most the shortest schedule of a first table."""
        known = [facts.settings.rounds] if facts.settings.rounds else []
        first = Counter(seat.position for seat in facts.seats if seat.round == 1)
        return min(
            [*known, *facts.play.kind.list_round_counts(facts.play, set(first.values()))], default=None
        )

    def plan_deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> DealPlan | None:
        """Return the deal that every table plays in the round."""
        if play.bids is None or decided:
            return None
        return get_deal(play.bids, players, play.options, round)

    def list_decided_deals(self, play: Play, round: int, decided: Sequence[Pool]) -> list[DealPlan]:
        deals = (self.plan_deal(play, round, len(pool.lines), ()) for pool in decided)
        return [deal for deal in deals if deal]

    def list_endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        """Return the endings after the bell, by the settings. EARLY only if several deals make a round."""
        found = (Ending.VOID,) if settings.unfinished is Unfinished.CUT else ()
        return (*found, Ending.EARLY) if settings.deals > 1 and played else found

    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        if ending is Ending.VOID and settings.unfinished is not Unfinished.CUT:
            raise StateError(
                "ending",
                _("This evening waits for table %(table)s. To let its players cut, change the settings."),
                table=table,
            )
        if ending is Ending.EARLY and not self.has_several_deals(play.kind, settings):
            raise StateError("ending", _("This round has one deal at each table. Record its result."))
        if ending is Ending.EARLY and not played:
            raise StateError(
                "ending",
                _("Table %(table)s has no decided deal in this round. Record a deal first."),
                table=table,
            )

    def find_next_seating(self, round_end: RoundEnd) -> NextSeating:
        """Return the bell: winners go up, and somebody goes down. After the last bell nobody moves."""
        facts, settings = round_end.facts, round_end.facts.settings
        bell = build_table_bell(
            round_end.tables,
            cuts=[cut for cut in facts.cuts if cut.round == round_end.number],
            all_called=settings.all_called,
            limits=round_end.limits,
            stakes=facts.play.kind.stakes,
            exact_protects=settings.exact_protects,
        )
        return NextSeating(
            bell, keep_numbers(round_end.tables) if round_end.last else renumber_tables(round_end.tables)
        )

    def find_chips(self, facts: Facts) -> Chips:
        """Return the yellow chips of winners at the head table. Winners who divided its pool cut for it."""
        divided = {pool.round for pool in facts.pools if pool.position == HEAD and len(pool.winners) > 1}
        gone = {
            number: frozenset(e for e, p in list_presences(facts, number).items() if not p.plays)
            for number in divided
        }
        return find_yellow_chips(facts.pools, facts.cuts, gone)

    def count_wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int]:
        """Return how many deals each person has won."""
        return Counter(line.entry for pool in facts.pools for line in pool.lines if line.won)

    def compute_hall_gains(
        self, facts: Facts, settled: Mapping[int, SettledPerson]
    ) -> tuple[Mapping[int, int], bool]:
        return facts.play.kind.sum_gains(facts, settled)


class Progressive(MovingPlayers):
    """One table is the head table, the last one the booby table."""

    key = "progressive"
    terms = (
        "round", "bell", "move", "head-table", "booby-table", "yellow-chip", "cut", "keeps-seat", "pause",
    )  # fmt: skip
    columns = ("yellow",)
    title = _("Progressive")
    sentence = _(
        "A round is one deal at every table. At each bell the winners move up one table, and one "
        "player goes down from the head table."
    )
    head = HEAD

    def refuse(self, game: Ruleset) -> None:
        if not game.progressive:
            raise RuleError(
                "game", _("This game does not fit a progressive evening. Choose another game or format.")
            )

    def adapt_tables(self, game: Ruleset) -> Ruleset:
        return game

    def list_metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        return of_kind | {"yellow", "wins", "head_to_head", "countback", "last"}


class RecordedResults(MovingPlayers):
    """The format of results from elsewhere. No evening is planned in it; it works as when people move."""

    key = "recorded"
    title = _("Imported result")
    sentence = _("Played elsewhere or earlier. Only the result is kept.")
    planned = False

    def list_metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        return frozenset()
