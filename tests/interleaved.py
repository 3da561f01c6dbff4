"""A write that is committed in the middle of a read: before its first query, before its second, and so on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypeVar

from django.db import connection

from tests.waits import HUNG

T = TypeVar("T")
Call = Callable[[], object]


class Cut:
    """Runs ``write`` on a connection of its own before query number ``at``, and counts the queries.

    Those within a transaction do not count: it may hold the lock that the write waits for.
    """

    def __init__(self, at: int, write: Call) -> None:
        self.at, self.write, self.queries = at, write, 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.queries += not connection.in_atomic_block
        if not connection.in_atomic_block and self.queries == self.at:
            elsewhere(self.write)
        return execute(sql, params, many, context)


def elsewhere(write: Call) -> None:
    """Do it in another thread, so on another connection, and wait until it is committed."""
    failures: list[Exception] = []

    def run() -> None:
        try:
            write()
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(HUNG)
    assert not thread.is_alive(), "the write waits for the read"
    if failures:
        raise failures[0]


@contextmanager
def cut_at(at: int, write: Call) -> Iterator[Cut]:
    """Whatever is read meanwhile is cut by the write."""
    cut = Cut(at, write)
    with connection.execute_wrapper(cut):
        yield cut


def torn(read: Callable[[], T], write: Call, step: int = 1) -> list[T]:
    """What is read of neither state, where the write comes before the first query, the second, … the last.

    ``step``: before every query, or before one in so many.
    """
    found, at, before = list[T](), 1, read()
    while True:
        with cut_at(at, write) as cut:
            told = read()
        if cut.queries < at:
            return found
        after = read()
        if told not in (before, after):
            found.append(told)
        at, before = at + step, after
