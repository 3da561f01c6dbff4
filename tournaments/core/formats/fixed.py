"""Fixed tables: everybody stays for the whole evening, and each table plays whole games."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset, Tables
from tournaments.core.evening import Facts, Format, Play, RoundEnd
from tournaments.core.formats.settings_of import OF_MOVES, OF_ONE_FORMAT
from tournaments.core.kinds import awaited
from tournaments.core.kinds.dealing import deal_of_game
from tournaments.core.movement.bell import Bell, Chips
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.movement.following import Following, same_numbers
from tournaments.core.ranking.game import Game
from tournaments.core.reasons import Reason
from tournaments.core.record import Ending, Line, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Settings
from tournaments.core.variants import KindTraits


def _anything(game: Ruleset) -> None:
    """Any game can be played so."""


def few_tables(game: Ruleset) -> Ruleset:
    """Head and booby table, and those between, are known to a progressive evening only."""
    return replace(game, tables=Tables.FEWEST)


def _fewest(game: Ruleset) -> int:
    return game.fewest


def _games(facts: Facts) -> int:
    return facts.settings.games


def _refuse_last() -> None:
    raise RuleError("round", _("The number of games is fixed. Change it in the settings."))


def _always(play: Play, settings: Settings) -> bool:
    return True


def _of_game(here: Sequence[Pool], all: Sequence[Pool]) -> Sequence[Pool]:
    return here


def _rings(table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
    """When every table has played its game."""
    return not still_out()


def _no_chips(facts: Facts) -> Chips:
    return Chips((), ())


def _won_by(kind: KindTraits) -> tuple[str, ...]:
    return kind.won_by


def _as_the_game(of_game: tuple[str, ...]) -> tuple[str, ...]:
    return of_game


def _metrics(of_kind: frozenset[str]) -> frozenset[str]:
    """The strength of one's opponents is known where it is known what each brought."""
    return of_kind | {"strength"} if "best" in of_kind else of_kind


def _brought(kind: KindTraits) -> Callable[[Line], int | None]:
    return kind.brought


def _endings(settings: Settings, played: int) -> tuple[Ending, ...]:
    """A whole game may stop where it is."""
    return (Ending.EARLY,)


def _finished(pools: Sequence[Pool]) -> Collection[int]:
    return {line.entry for line in pools[-1].lines}


def _wins(facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
    """The games that each has won, or shares."""
    played = tuple(played)
    if not all(game.known for game in played):
        return None
    return Counter(entry for game in played for entry, place in game.places.items() if place == 1)


def games_over(tables: Mapping[int, Table], *, stakes: bool) -> Bell:
    """What the end of a game brings at these tables, by number: nobody moves.

    ``stakes``: counters are played for, and who has none takes a fresh stake for the next game.
    """
    seats, verdicts, fresh = dict[int, Place](), dict[int, Reason](), list[int]()
    for number, table in sorted(tables.items()):
        for player in table.players:
            verdicts[player.entry] = Reason("left") if player.left else Reason("stays_at_table")
        for player in table.playing:
            seats[player.entry] = Place(number, player.chair)
            if stakes and player.counters == 0:
                fresh.append(player.entry)
    return Bell((), tuple(fresh), (), (), verdicts, seats, {}, None)


def _following(rung: RoundEnd) -> Following:
    bell = games_over(rung.tables, stakes=rung.facts.play.kind.stakes)
    return Following(bell, same_numbers(rung.tables))


FIXED = Format(
    key="fixed",
    terms=("game", "pause"),
    family=("games",),
    unused=frozenset({*OF_MOVES, *OF_ONE_FORMAT}),
    title=_("Fixed tables"),
    sentence=_("All players stay at their tables. Each table plays whole games."),
    absent={Presence.LEFT: "out_left_game", Presence.PAUSED: "out_paused_game", None: "out_late_game"},
    refuse=_anything,
    tables=few_tables,
    fewest=_fewest,
    rounds=_games,
    length="games",
    refuse_last=_refuse_last,
    refusals=Refusals(
        rung=_("The games are over. Start the next game first."),
        begun=_("Table %(table)s has started its game. Change seats before the next game."),
    ),
    numbered=_always,
    deal=deal_of_game,
    running=_of_game,
    rings=_rings,
    following=_following,
    chips=_no_chips,
    won_by=_won_by,
    ranking=_as_the_game,
    metrics=_metrics,
    brought=_brought,
    plays_games=True,
    may_replay=False,
    endings=_endings,
    finished=_finished,
    awaited=awaited.still_out,
    wins=_wins,
)
