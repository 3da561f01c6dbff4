"""Journal lines that can be taken back: comings and goings, seats and tables, counts, cuts, early endings.

Forgotten fresh stakes are among them.

Results are not among them, for they are corrected in versions; nor is a bell, which is undone with all
that it brought.
"""

from django.db.models import Max

from tournaments.core.record import Stage
from tournaments.models import Journal

AHEAD = frozenset({"seat_kept", "player_returned"})
"""What is said of the next bell only."""
COMINGS = AHEAD | {"people_checked_in", "entry_withdrawn", "player_left", "player_paused"}
SEATS = frozenset({"seats_swapped", "seat_moved", "table_added", "table_closed", "tables_levelled"})
CUTS = frozenset({"cut_made", "cut_drawn"})
AT_THE_BELL = CUTS | {"table_ended", "table_counted", "counters_counted"}
STAKES = frozenset({"stake_corrected"})
CALLED_OFF = "evening_called_off"
"""The verb of the line that ends an evening without a result."""
TAKEN_BACK = COMINGS | SEATS | AT_THE_BELL | STAKES | {CALLED_OFF}
"""What can be taken back, by the line's verb."""
BACK = "line_taken_back"
"""The verb of the line that takes one back."""

TAG = "back"

TURNS = frozenset(
    {
        "seats_drawn",
        "play_begun",
        "moves_applied",
        "moves_replayed",
        "bell_undone",
        "last_bell",
        "evening_finished",
    }
)
"""With these the evening goes on to something else, and what was before them stands."""


def tag_of(line: Journal) -> str:
    """What marks a message about the line, just written, that can be taken back; nothing if it cannot."""
    if line.verb not in TAKEN_BACK or line.evening.stage == Stage.FINISHED:
        return ""
    return f"{TAG}-{line.evening_id}-{line.seq}"


def tagged(tag: str | None) -> tuple[int, int] | None:
    """The evening and the line of a message that is marked so."""
    mark, *where = (tag or "").split("-")
    return (int(where[0]), int(where[1])) if mark == TAG else None


def last_turn(evening: int) -> int:
    """The line since which things can be taken back; 0 where there is none."""
    lines = Journal.objects.filter(evening=evening, verb__in=TURNS)
    return lines.aggregate(last=Max("seq"))["last"] or 0
