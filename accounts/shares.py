"""A thing's share of this process' threads: how many may hold its lock or wait for it at a time.

Threads are few. Without this, posts to one evening that is stuck take all of them, and nobody is answered.
A thread beyond the share waits as long as others succeed. Where nobody does, it is refused at once.
"""

import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings

from accounts.outages import BusyError, outage_of

PATIENCE = 1.0
"""Seconds without a success after which a thing counts as stuck."""


@dataclass
class Use:
    """The threads at one thing."""

    since: float
    """When one of them succeeded last, or the first of them came."""
    threads: int = 0


class Shares:
    """What the threads of one process are at."""

    def __init__(self) -> None:
        self._uses: dict[Hashable, Use] = {}
        self._left = threading.Condition()
        self._mine = threading.local()

    @contextmanager
    def of(self, thing: Hashable) -> Iterator[None]:
        """One thread of the thing's share, while this lasts. BusyError if the thing is stuck."""
        mine: set[Hashable] = self._mine.__dict__.setdefault("things", set())
        if thing in mine:  # a command within a command
            yield
            return
        self._enter(thing)
        mine.add(thing)
        stuck = False
        try:
            yield
        except Exception as error:
            stuck = outage_of(error) is not None
            raise
        finally:
            mine.discard(thing)
            self._leave(thing, stuck)

    def _enter(self, thing: Hashable) -> None:
        until = time.monotonic() + settings.LIMITS.lock
        with self._left:
            while (use := self._use(thing)).threads >= settings.EVENING_THREADS:
                left = min(until, use.since + PATIENCE) - time.monotonic()
                if left <= 0:
                    raise BusyError(f"{thing}: {use.threads} threads of this process wait for it.")
                self._left.wait(left)
            use.threads += 1

    def _leave(self, thing: Hashable, stuck: bool) -> None:
        """A stuck thing is remembered, so that nobody waits to find it stuck once more."""
        with self._left:
            use = self._use(thing)
            use.threads -= 1
            if not stuck:
                use.since = time.monotonic()
                if not use.threads:
                    del self._uses[thing]
            self._left.notify_all()

    def _use(self, thing: Hashable) -> Use:
        return self._uses.setdefault(thing, Use(time.monotonic()))


shares = Shares()
