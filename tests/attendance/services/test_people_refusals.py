"""What cannot be done with people."""

import pytest

from tests.cast import AT_THE_END
from tests.services.refusals import Refusal, begun, done, every, is_refused, named, played, seat
from tournaments.attendance.services import (
    entry_change,
    entry_withdraw,
    player_drop,
    player_pause,
    player_return,
)
from tournaments.core.record import Stage
from tournaments.seating.services import evening_start

CHECKED_IN = begun(4, stage=Stage.CHECK_IN)
DROPPED, PAUSED = done(player_drop, entry=seat(2, 3)), done(player_pause, entry=seat(2, 3))
WHO = {"entry": seat(2, 3)}
P01 = {"entry": named("p01"), "name": "Nell", "role": ""}


def withdrawn(count):
    """So many have gone from table 2 since the draw."""

    def act(night):
        for entry in night.table(2)[:count]:
            entry_withdraw(night.by, entry=entry)

    return begun(12, act, stage=Stage.SEATED)


REFUSALS: dict[str, Refusal] = {
    "changed to no name": (CHECKED_IN, entry_change, {**P01, "name": ""}, "name"),
    "changed to a long name": (CHECKED_IN, entry_change, {**P01, "name": "x" * 200}, "name"),
    "changed to another's name": (CHECKED_IN, entry_change, {**P01, "name": "p02"}, "name"),
    "changed to no role": (CHECKED_IN, entry_change, {**P01, "role": "knave"}, "role"),
    "nobody changed": (CHECKED_IN, entry_change, {**P01, "entry": 10**6}, "entry", "not checked in"),
    "gone twice": (begun(12, DROPPED), player_drop, WHO, "entry", "already left"),
    "gone and paused": (begun(12, DROPPED), player_pause, WHO, "entry", "already left"),
    "paused twice": (begun(12, PAUSED), player_pause, WHO, "entry", "already left"),
    "paused with too much": (begun(12), player_pause, {**WHO, "counters": 51}, "counters"),
    "back but here": (begun(12), player_return, WHO, "entry", "has not left"),
    "back twice": (
        begun(12, PAUSED, done(player_return, **WHO)), player_return, WHO, "entry", "has not left",
    ),
    "home, back twice": (
        begun(12, DROPPED, done(player_return, **WHO)), player_return, WHO, "entry", "has not left",
    ),
    **{
        f"gone with {counters!r}": (begun(12), player_drop, {**WHO, "counters": counters}, "counters")
        for counters in (-1, 51, 10**30, "50", 1.5, True)
    },
    "gone uncounted": (begun(12, played(2), **AT_THE_END), player_drop, WHO, "counters", "first"),
    **{
        f"gone uncounted with {counters!r}": (
            begun(12, played(2), **AT_THE_END), player_drop, {**WHO, "counters": counters}, "counters",
        )
        for counters in (-1, 601, 10**30, "many")
    },
    **{
        f"begun without {count}": (withdrawn(count), evening_start, {}, "table", "Table 2 has too few")
        for count in (2, 4)
    },
}  # fmt: skip


@pytest.mark.every_case
@every(REFUSALS)
def test_refusals(night, row):
    is_refused(night, *row)
