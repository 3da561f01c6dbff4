"""What the formats have in common in which a round is a whole game of each table."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, Deal, End
from games.rules.game import next_deal
from games.rules.ruleset import Ruleset
from games.rules.schedules import schedule
from tournaments.core.evening import Facts, Format, Kind, Play, RoundEnd
from tournaments.core.formats.next_game import bell_of_draw, next_game
from tournaments.core.kinds.awaited import still_out
from tournaments.core.kinds.dealing import played
from tournaments.core.movement.bell import Bell
from tournaments.core.movement.following import Following, same_numbers, still_played
from tournaments.core.ranking.game import Game
from tournaments.core.record import Ending, Line, Pool, Presence
from tournaments.core.refusals import Refusals
from tournaments.core.settings import Settings


class WholeGames(Format):
    """A round is a whole game of each table: no bell cuts it short, and it is counted by itself."""

    key = "games"
    unused = Format.unused | {"rounds", "bell", "unfinished", "all_called", "booby", "exact_protects"}
    length = "games"
    rounds_word = "games"
    first_fresh = 1
    plays_games = True
    refusals = Refusals(
        rung=_("The games are over. Start the next game first."),
        begun=_("Table %(table)s has started its game. Change seats before the next game."),
    )
    absent = {Presence.LEFT: "out_left_game", Presence.PAUSED: "out_paused_game", None: "out_late_game"}

    def rounds(self, facts: Facts) -> int | None:
        return facts.settings.games

    def refuse_last(self) -> None:
        raise StateError("round", _("The number of games is fixed. Change it in the settings."))

    def deal(self, play: Play, round: int, players: int, decided: Sequence[Pool]) -> Deal | None:
        """Return the next deal of the table's own game. Its schedule is that of the number who began it."""
        if play.bids is None:
            return None
        began = len(decided[0].lines) if decided else players
        return next_deal(play.bids, began, play.chosen, played(play, began, decided))

    def schedule(self, play: Play, began: int) -> Sequence[Deal]:
        game = play.bids
        if game is None or game.end is End.TARGET or not play.kind.enough(play, began):
            return ()
        return schedule(game, began, play.chosen)

    def dealt(self, play: Play, round: int, decided: Sequence[Pool]) -> list[Deal]:
        """Return the decided deals of the table's own game, as they were called."""
        return [one.deal for one in played(play, len(decided[0].lines), decided)] if decided else []

    def numbered(self, kind: Kind, settings: Settings) -> bool:
        return True

    def plays_on(self, *, rung: bool) -> bool:
        return True

    def may_stop(self, *, rung: bool) -> bool:
        return True

    def endings(self, settings: Settings, played: int) -> tuple[Ending, ...]:
        return (Ending.EARLY,)  # it may stop where it is

    def refuse_ending(self, play: Play, settings: Settings, ending: Ending, table: int, played: int) -> None:
        if ending is not Ending.EARLY:
            raise StateError("ending", _("A whole game can only stop early: its decided deals count."))

    def rings(self, table: int, settings: Settings, still_out: Callable[[], Collection[int]]) -> bool:
        """Return whether the last game is over."""
        return not still_out()

    def awaited(self, facts: Facts, number: int) -> tuple[int, ...]:
        return still_out(facts, number)

    def left_for_next_deal(self, counters: int) -> int:
        return counters

    def finished(self, pools: Sequence[Pool]) -> set[int]:
        return {line.entry for line in pools[-1].lines}

    def brought(self, kind: Kind) -> Callable[[Line], int | None]:
        return kind.brought

    def won_by_deal(self, pool: Pool) -> frozenset[int]:
        """Return nobody: no deal alone wins a whole game."""
        return frozenset()

    def rounds_of_total(self, round: int) -> range:
        return range(0)

    def wins(self, facts: Facts, played: Iterable[Game]) -> Mapping[int, int] | None:
        """Return the games that each has won, or shares."""
        played = tuple(played)
        if not all(game.known for game in played):
            return None
        return Counter(entry for game in played for entry, place in game.places.items() if place == 1)

    def won_by(self, kind: Kind) -> tuple[str, ...]:
        return kind.won_by

    def metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        """The strength of one's opponents is known where it is known what each brought."""
        return of_kind | {"strength"} if "best" in of_kind else of_kind


class DrawnGames(WholeGames):
    """Seats are drawn for each game, once every table has played: in a large hall that takes time."""

    key = "drawn"
    draws = True
    sits_out = True

    def refuse_kept_seat(self) -> None:
        raise StateError("entry", _("Seats are drawn again for each game, so nobody can keep a seat."))

    def following(self, rung: RoundEnd) -> Following:
        drawn = None
        if rung.rung and not (rung.out or rung.last):
            drawn = next_game(rung.facts, rung.number)
        numbers = same_numbers(rung.tables)
        if rung.last or (drawn is not None and drawn.over is not None):
            return Following(Bell(), numbers, drawn)
        if drawn is None:
            return Following(still_played(rung.tables), numbers)
        return Following(bell_of_draw(rung.facts, rung.tables, drawn), numbers, drawn)


class GamesByStanding(DrawnGames):
    """The next game depends on how everybody has played so far."""

    unused = DrawnGames.unused | {"counting"}

    def refuse(self, game: Ruleset) -> None:
        """Raise RuleError at ``game`` if a table wins or loses it together."""
        if isinstance(game, BidGame) and game.together:
            raise RuleError(
                "game",
                _(
                    "Each table wins or loses this game together, so no standings can decide the seats. "
                    "Choose another format."
                ),
            )

    def refuse_settings(self, play: Play, settings: Settings) -> None:
        """Raise RuleError at ``counting`` if it is not known after each deal what everybody has."""
        if not play.kind.counted(settings.counting):
            raise RuleError(
                "counting",
                _("The next opponents depend on the counters. Count the counters after every deal."),
            )
