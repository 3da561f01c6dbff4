"""A process that stands still is restarted, and no bell is more than five seconds late for it.

SIGSTOP leaves a process there, with its connections and its locks, and without an answer. The bell is due
just after the signal.
"""

import time
from collections.abc import Callable

import pytest

from tests.faults.conftest import Hall
from tests.faults.test_kill import sleep_until
from tests.waits import in_time
from tournaments.management.processes import asking, supervise

pytestmark = pytest.mark.slow

CLOCK, SOON = 2, 0.3
"""Seconds from the start of the clock to the bell, and from the signal to the bell."""

NOTICED = supervise.PATIENCE + asking.TIMEOUT + asking.EVERY + supervise.FIRST_DELAY
"""Seconds after which a process that stands still is ended and started again."""

NAMES = {"web": "web server"}
"""What a process is called in what `up` says, where that is not the name of its file."""

TOGETHER = [("worker", "web"), ("beat", "broker")]

Measured = Callable[[str], None]


@pytest.fixture
def fresh(hall: Hall) -> Hall:
    """Nothing has stood still there yet: where it happens again and again, `up` waits longer each time."""
    if "does not answer" in hall.up.said:
        hall.close()
        hall.open()
    return hall


@pytest.mark.parametrize("names", TOGETHER, ids="+".join)
def test_a_process_stands_still(fresh: Hall, measured: Measured, names: tuple[str, ...], again: int) -> None:
    (scene,) = fresh.scenes(1)
    scene.begin(CLOCK)
    sleep_until(scene.deadline - SOON)
    said = len(fresh.up.said)
    stopped = time.time()
    fresh.up.hang(*names)
    try:
        scene.end()
        returned = max(fresh.up.back(name) for name in names)
    finally:
        fresh.up.go_on()
    late, heard, what = scene.rang - scene.deadline, scene.screen.heard - scene.rang, " and ".join(names)
    measured(
        f"{what + ' stopped':40} rang {late:.2f} s late, heard {heard:.2f} s later; "
        f"back after {returned - stopped:.2f} s; worst wait for a result {scene.phone.worst:.2f} s"
    )
    assert late >= 0
    assert in_time(late, own=NOTICED)
    for name in names:
        line = f"The {NAMES.get(name, name)} does not answer; it is restarted."
        assert line in fresh.up.said[said:]
