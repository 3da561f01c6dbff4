"""One thing may not hold all threads of a process."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager

import pytest
from django.db import OperationalError

from accounts import limits as accounts_limits
from accounts.errors import RuleError
from accounts.limits import Shares
from accounts.outages import BusyError
from tests.waits import HUNG, stopwatch


@pytest.fixture(autouse=True)
def two(settings, monkeypatch) -> None:
    """A share is two threads; what does not move counts as stuck after a moment."""
    settings.EVENING_THREADS = 2
    monkeypatch.setattr(accounts_limits, "PATIENCE", 0.2)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as pool:
        yield pool


@contextmanager
def stuck(at: Shares, threads: ThreadPoolExecutor, thing: str = "evening") -> Iterator[list[Future[None]]]:
    """Two threads are at the thing, and do not come on; in the end their lock is not had in time."""
    over, there = threading.Event(), threading.Semaphore(0)

    def hang() -> None:
        with at.take(thing):
            there.release()
            over.wait(HUNG)
            raise BusyError("not in time")

    hanging = [threads.submit(hang) for _thread in range(2)]
    assert all(there.acquire(timeout=HUNG) for _thread in hanging)
    try:
        yield hanging
    finally:
        over.set()
        wait(hanging, HUNG)


def enter(at: Shares, thing: str = "evening") -> bool:
    with at.take(thing):
        return True


def test_who_comes_beyond_the_share_of_a_stuck_thing_is_refused(threads):
    at = Shares()
    with stuck(at, threads):
        with pytest.raises(BusyError):
            enter(at)
        assert enter(at, "another evening"), "and no other thing is"


def test_that_it_is_stuck_is_found_out_once(threads):
    """Else each of them holds its thread for a while, again and again."""
    at = Shares()
    with stuck(at, threads):
        with pytest.raises(BusyError):
            enter(at)
        took = stopwatch()
        for _again in range(50):
            with pytest.raises(BusyError):
                enter(at)
        assert took() < 50 * accounts_limits.PATIENCE
    with stuck(at, threads):
        took = stopwatch()
        for _again in range(50):
            with pytest.raises(BusyError):
                enter(at)
        assert took() < 50 * accounts_limits.PATIENCE, "nor by those who come after the first two"


def test_it_goes_on_by_itself(threads):
    at = Shares()
    with stuck(at, threads) as hanging, pytest.raises(BusyError):
        enter(at)
    assert [type(one.exception(HUNG)) for one in hanging] == [BusyError] * 2
    assert enter(at)
    assert not at._uses, "nothing is kept of a thing that is well"


def test_as_long_as_others_succeed_everybody_comes_through(threads, monkeypatch):
    """Many at once are no reason to refuse one: each is quick."""
    at, most, now = Shares(), 0, 0
    lock = threading.Lock()
    monkeypatch.setattr(accounts_limits, "PATIENCE", HUNG)

    def work() -> None:
        nonlocal most, now
        with at.take("evening"):
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.001)
            with lock:
                now -= 1

    for one in [threads.submit(work) for _command in range(200)]:
        one.result(HUNG)
    assert most == 2


def test_a_command_within_a_command_has_one_place():
    at = Shares()
    with at.take("evening"), at.take("evening"), at.take("evening"):
        assert at._uses["evening"].threads == 1


@pytest.mark.parametrize("error", [RuleError("x", "refused"), ValueError("a bug"), None])
def test_what_is_refused_came_through(error):
    at = Shares()
    with ExitStack() as stack:
        if error:
            stack.enter_context(pytest.raises(type(error)))
        with at.take("evening"):
            if error:
                raise error
    assert not at._uses


def test_an_error_of_the_database_that_is_no_outage_did_too():
    at = Shares()
    with pytest.raises(OperationalError), at.take("evening"):
        raise OperationalError("no such table: x")
    assert not at._uses
