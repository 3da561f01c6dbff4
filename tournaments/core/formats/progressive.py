"""Progressive: a round is a deal at each table, or several; at its bell people move between the tables."""

from collections import Counter

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.evening import Facts, Format, Play, RoundEnd
from tournaments.core.formats.settings_of import OF_ONE_FORMAT
from tournaments.core.kinds.dealing import deal_of_round, dealt_in_round, rounds_of_schedule, several_deals
from tournaments.core.kinds.games import gained_so_far
from tournaments.core.movement import position
from tournaments.core.movement.bell import Chips, yellow_chips
from tournaments.core.movement.chairs import HEAD
from tournaments.core.movement.close_empty_tables import bell_of, new_numbers
from tournaments.core.movement.following import Following, same_numbers
from tournaments.core.record import Ending, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Settings, Unfinished

FEWEST_AT_A_TABLE = 3


def _refuse(game: Ruleset) -> None:
    if not game.progressive:
        raise RuleError(
            "game", _("This game does not fit a progressive evening. Choose another game or format.")
        )


def _moves(rung: RoundEnd) -> Following:
    """Winners go up, and somebody goes down; after the last bell nobody does."""
    facts, settings = rung.facts, rung.facts.settings
    bell = bell_of(
        rung.tables,
        cuts=[cut for cut in facts.cuts if cut.round == rung.number],
        all_called=settings.all_called,
        limits=rung.limits,
        stakes=facts.play.kind.stakes,
        exact_protects=settings.exact_protects,
    )
    if rung.last:
        return Following(bell, same_numbers(rung.tables))
    return Following(bell, new_numbers(rung.tables))


def _chips(facts: Facts) -> Chips:
    """Winners at the head table take yellow chips; where they divided its pool, they cut for it."""
    divided = {pool.round for pool in facts.pools if pool.position == HEAD and len(pool.winners) > 1}
    gone = {
        number: frozenset(e for e, p in position.presences(facts, number).items() if not p.plays)
        for number in divided
    }
    return yellow_chips(facts.pools, facts.cuts, gone)


def _endings(settings: Settings, played: int) -> tuple[Ending, ...]:
    """After the bell, by the evening's settings; stopped early only where several deals make a round."""
    found = (Ending.VOID,) if settings.unfinished is Unfinished.CUT else ()
    return (*found, Ending.EARLY) if settings.deals > 1 and played else found


def _refuse_ending(play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
    if ending is Ending.VOID and settings.unfinished is not Unfinished.CUT:
        raise StateError(
            "ending",
            _("This evening waits for table %(table)s. To let its players cut, change the settings."),
            table=table,
        )
    if ending is Ending.EARLY and not several_deals(play, settings):
        raise StateError("ending", _("This round has one deal at each table. Record its result."))
    if ending is Ending.EARLY and not played:
        raise StateError(
            "ending",
            _("Table %(table)s has no decided deal in this round. Record a deal first."),
            table=table,
        )


PROGRESSIVE = Format(
    key="progressive",
    terms=("round", "bell", "move", "head-table", "booby-table", "yellow-chip", "cut", "keeps-seat", "pause"),
    family=("moving",),
    columns=("yellow",),
    head=HEAD,
    moves_by_order=True,
    absent={Presence.LEFT: "out_left", Presence.PAUSED: "out_paused", None: "out_late"},
    unused=frozenset({"games", *OF_ONE_FORMAT}),
    title=_("Progressive"),
    sentence=_(
        "A round is one deal at every table. At each bell the winners move up one table, and one "
        "player goes down from the head table."
    ),
    refuse=_refuse,
    tables=lambda game: game,
    fewest=lambda game: max(FEWEST_AT_A_TABLE, game.fewest),
    rounds=rounds_of_schedule,
    length="rounds",
    refusals=Refusals(rung=_("The bell has rung. Start the next round first.")),
    deal=deal_of_round,
    dealt=dealt_in_round,
    following=_moves,
    chips=_chips,
    metrics=lambda of_kind: of_kind | {"yellow", "wins", "head_to_head", "countback", "last"},
    endings=_endings,
    refuse_ending=_refuse_ending,
    wins=lambda facts, played: Counter(line.entry for pool in facts.pools for line in pool.lines if line.won),
    in_hall=gained_so_far,
)
