"""What follows a round where seats are drawn for each game."""

from tournaments.core.evening import RoundEnd
from tournaments.core.formats.next_game import bell_of_draw, next_game
from tournaments.core.movement.close_empty_tables import NOTHING
from tournaments.core.movement.following import Following, same_numbers, still_played


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
