"""Fixed tables: everybody stays for the whole evening, and each table plays whole games."""

from collections.abc import Mapping

from accounts.errors import gettext_noop as _
from tournaments.core.evening import RoundEnd
from tournaments.core.formats.whole_games import WholeGames
from tournaments.core.movement.bell import Bell
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.movement.following import Following, same_numbers
from tournaments.core.reasons import Reason


class FixedTables(WholeGames):
    """All players stay at their tables."""

    key = "fixed"
    terms = ("game", "pause")
    title = _("Fixed tables")
    sentence = _("All players stay at their tables. Each table plays whole games.")
    may_replay = False

    def following(self, rung: RoundEnd) -> Following:
        bell = games_over(rung.tables, stakes=rung.facts.play.kind.stakes)
        return Following(bell, same_numbers(rung.tables))


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
    return Bell(fresh=tuple(fresh), verdicts=verdicts, seats=seats)
