"""The values of which one person's page is made."""

from dataclasses import dataclass
from enum import StrEnum


class Now(StrEnum):
    """What a person is told before anything else."""

    CHECKED_IN = "checked_in"  # seats are not drawn yet
    DRAWN = "drawn"  # go to your seat, play begins soon
    PLAYING = "playing"
    BELL = "bell"  # it has rung, and something is still out
    CUT = "cut"  # it has rung, and this person must cut
    CHECKED = "checked"  # all is decided, and the organiser looks at the moves
    MOVES = "moves"  # they are made: go where you are sent
    BACK = "back"  # the bell was undone
    WAITING = "waiting"  # comes in at the next bell
    FULL = "full"  # every table is full
    SITS_OUT = "sits_out"  # seats were drawn, and there was none left
    BYE = "bye"  # goes on in the knockout without playing this game
    OUT = "out"  # of the knockout
    PAUSED = "paused"
    LEFT = "left"
    SETTLING = "settling"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


SEATLESS = (Now.SITS_OUT, Now.BYE, Now.OUT)
STANDS = (Now.PAUSED, Now.LEFT, Now.WAITING, *SEATLESS, Now.SETTLING, Now.FINISHED, Now.CALLED_OFF)
"""Then a seat of this round is not one's own any more: who paused and is back waits for another."""


@dataclass(frozen=True)
class Way:
    """A change of place, or none, and why in words.

    ``sign`` is up, stay, down, back, or nothing to a drawn seat; ``other_seat``: not the chair of before.
    """

    sign: str
    start: int | None
    why: tuple[str, ...]
    other_seat: bool = False
