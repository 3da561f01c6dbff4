"""What the formats have in common in which a round is a whole game of each table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from games.rules.deals import Deal, End
from games.rules.schedules import schedule
from tournaments.core.evening import Facts, Format, Play, RoundEnd
from tournaments.core.formats.next_game import bell_of_draw, next_game
from tournaments.core.formats.settings_of import OF_MOVES, OF_ONE_FORMAT
from tournaments.core.kinds import awaited
from tournaments.core.kinds.dealing import deal_of_game, dealt_in_game
from tournaments.core.movement.close_empty_tables import NOTHING
from tournaments.core.movement.following import Following, same_numbers, still_played
from tournaments.core.ranking.game import Game
from tournaments.core.record import Ending, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Settings


def _refuse_last() -> None:
    raise StateError("round", _("The number of games is fixed. Change it in the settings."))


def _schedule(play: Play, began: int) -> Sequence[Deal]:
    game = play.bids
    if game is None or game.end is End.TARGET or not play.kind.enough(play, began):
        return ()
    return schedule(game, began, play.chosen)


def _metrics(of_kind: frozenset[str]) -> frozenset[str]:
    """The strength of one's opponents is known where it is known what each brought."""
    return of_kind | {"strength"} if "best" in of_kind else of_kind


def _refuse_ending(play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
    if ending is not Ending.EARLY:
        raise StateError("ending", _("A whole game can only stop early: its decided deals count."))


def _wins(facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
    """The games that each has won, or shares."""
    played = tuple(played)
    if not all(game.known for game in played):
        return None
    return Counter(entry for game in played for entry, place in game.places.items() if place == 1)


whole_games = partial(
    Format,
    family=("games",),
    plays_games=True,
    unused=frozenset({*OF_MOVES, *OF_ONE_FORMAT}),
    absent={Presence.LEFT: "out_left_game", Presence.PAUSED: "out_paused_game", None: "out_late_game"},
    rounds=lambda facts: facts.settings.games,
    length="games",
    refuse_last=_refuse_last,
    refusals=Refusals(
        rung=_("The games are over. Start the next game first."),
        begun=_("Table %(table)s has started its game. Change seats before the next game."),
    ),
    deal=deal_of_game,
    schedule=_schedule,
    dealt=dealt_in_game,
    metrics=_metrics,
    endings=lambda settings, played: (Ending.EARLY,),  # it may stop where it is
    refuse_ending=_refuse_ending,
    awaited=awaited.still_out,
    wins=_wins,
)
"""Makes such a format, of what it has besides."""


def drawn_anew(rung: RoundEnd) -> Following:
    """Seats are drawn once every table has played: in a large hall that takes time, so not before."""
    drawn = None
    if rung.rung and not (rung.out or rung.last):
        drawn = next_game(rung.facts, rung.number)
    numbers = same_numbers(rung.tables)
    if rung.last or (drawn is not None and drawn.over is not None):
        return Following(NOTHING, numbers, drawn)
    if drawn is None:
        return Following(still_played(rung.tables), numbers)
    return Following(bell_of_draw(rung.facts, rung.tables, drawn), numbers, drawn)


def _nobody_keeps() -> None:
    raise StateError("entry", _("Seats are drawn again for each game, so nobody can keep a seat."))


drawn_games = partial(
    whole_games,
    family=("drawn", "games"),
    draws=True,
    sits_out=True,
    following=drawn_anew,
    refuse_kept_seat=_nobody_keeps,
)
"""Makes one in which seats are drawn for each game."""
