"""Whatever is killed, before the deadline or across it: the bell rings once, in time, and nothing is lost.

In each test three bells are to come. The first two are due just after the kill, when the process is still
down; the third when it is back. Each evening has a screen that listens, and a phone that sends results.
"""

import os
import signal
import time
from collections.abc import Callable

import pytest

from config.work import sweeps
from tests.faults.conftest import Hall
from tests.faults.hall import Scene
from tests.waits import in_time, until
from tournaments.management.processes import supervise

pytestmark = pytest.mark.slow

ACROSS, BEFORE = 4, 10
"""Seconds from the start of the clocks to the bells that are due while a process is down, and after it."""

SOON = 0.3
"""Seconds from the kill to the first bell."""

Measured = Callable[[str], None]


def begun(hall: Hall) -> tuple[list[Scene], Scene]:
    """Three evenings whose clocks run, and the moment for the kill: two bells are near."""
    first, second, third = hall.scenes(3)
    third.begin(BEFORE)
    first.begin(ACROSS)
    second.begin(ACROSS)
    sleep_until(first.deadline - SOON)
    return [first, second], third


def sleep_until(when: float) -> None:
    time.sleep(max(0.0, when - time.time()))


def back(hall: Hall, *names: str) -> float:
    """When these processes work again: the broker answers, the worker waits for messages at it, and so on."""
    moment: float = max(hall.up.back(name) for name in names)
    return moment


def told(measured: Measured, what: str, scene: Scene, since: float, whence: str) -> None:
    rang, heard = scene.rang - since, scene.screen.heard - scene.rang
    tries = max(one.tries for one in scene.phone.sent)
    measured(
        f"{what:40} rang {rang:.2f} s after {whence}, heard {heard:.2f} s later; "
        f"{len(scene.phone.sent) - 1} results, at most {tries} tries, worst wait {scene.phone.worst:.2f} s"
    )


@pytest.mark.parametrize(
    "names",
    [("worker",), ("beat",), ("web",), pytest.param(("worker", "beat"), marks=pytest.mark.thorough)],
    ids="+".join,
)
def test_a_process_is_killed(hall: Hall, measured: Measured, names: tuple[str, ...], again: int) -> None:
    across, before = begun(hall)
    killed = time.time()
    for name in names:
        hall.up.kill(name)
    returned = back(hall, *names)
    what = " and ".join(names)
    for scene in across:
        scene.end()
        assert scene.deadline <= scene.rang
        # What rings bells is the worker: without the others it rings in time.
        due, whence = scene.deadline, "it was due"
        if "worker" in names:
            due, whence = max(due, returned), "the return"
        told(measured, f"{what} killed across a deadline", scene, due, whence)
        assert in_time(scene.rang - due)
        knows(scene)
    assert in_time(returned - killed, own=supervise.LONGEST_DELAY)
    rings_after(returned, before, what, measured)
    for scene in (*across, before):
        scene.rang_once()
    measured(f"{what} killed: back after {returned - killed:.2f} s")


def rings_after(returned: float, before: Scene, what: str, measured: Measured) -> None:
    """The bell that is due once all is back rings in time; on a machine slower than that, upon the return."""
    due, whence = before.deadline, "it was due"
    if returned > due:
        due, whence = returned, "the return, which came too late"
    before.end()
    told(measured, f"{what} killed before a deadline", before, due, whence)
    assert before.deadline <= before.rang
    assert in_time(before.rang - due)
    knows(before)


def knows(scene: Scene) -> None:
    """The screen knew promptly, or promptly after its stream's return."""
    assert in_time(scene.screen.heard - max(scene.rang, scene.screen.connected))


def test_the_broker_is_killed(hall: Hall, measured: Measured, again: int) -> None:
    """The first two bells are due while it is down: the worker's own sweep rings them.

    It is held down over their deadline: what would start it again is stopped.
    """
    across, before = begun(hall)
    os.kill(hall.up.process.pid, signal.SIGSTOP)
    try:
        hall.up.kill("broker")
        until(lambda: all(scene.lines() for scene in across))
    finally:
        os.kill(hall.up.process.pid, signal.SIGCONT)
    returned = back(hall, "broker")
    for scene in across:
        scene.end()
        told(measured, "broker killed across a deadline", scene, scene.deadline, "it was due")
        assert scene.deadline <= scene.rang
        assert in_time(scene.rang - scene.deadline, own=sweeps.AFTER)
    rings_after(returned, before, "broker", measured)
    for scene in (*across, before):
        scene.rang_once()
