"""Reading from one snapshot: everything that a page shows is as it was at one moment.

Inside ``reading()`` the first query outside of a transaction opens a snapshot: a transaction that only
reads. It ends with ``reading()``, or as soon as something is to be written: a write never runs in a
snapshot, which could not see what it locks. Whatever is read after the write opens the next snapshot.

On SQLite a snapshot is a deferred transaction, which takes no lock that a writer waits for; on PostgreSQL
it is a transaction that is REPEATABLE READ and READ ONLY, which the server never refuses to serialise.
BEGIN and COMMIT go to the driver directly, past Django's count of queries and its hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

READS = ("SELECT", "WITH", "VALUES", "EXPLAIN")
"""How a query begins that reads. What begins otherwise is taken for a write."""

Execute = Callable[[Any, Any, bool, Any], Any]


class Snapshots(BaseDatabaseWrapper):
    """Beside a database's own class: its connection can keep a snapshot, beneath Django's transactions."""

    BEGIN: ClassVar[str]
    reading: Reading | None = None
    _kept: Any = None
    """The driver's connection that keeps the snapshot; one that was closed since keeps none."""

    def set_autocommit(
        self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False
    ) -> None:
        """Called first of all where a transaction begins: a snapshot ends before it."""
        self.end_snapshot()
        super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)

    @property
    def has_snapshot(self) -> bool:
        return self._kept is not None and self._kept is self.connection

    def begin_snapshot(self) -> None:
        with self.wrap_database_errors:
            self.connection.execute(self.BEGIN)
        self._kept = self.connection

    def end_snapshot(self) -> None:
        """There is nothing to lose by it: where it fails, the connection is broken, and is closed."""
        open_now, self._kept = self.has_snapshot, None
        if open_now:
            try:
                self.connection.execute("COMMIT")
            except self.Database.Error:
                self.close()


class Reading:
    """What is read in a thread from here on. ``snapshots``: how many it took; ``later``: to be written."""

    def __init__(self, database: Snapshots) -> None:
        self.database, self.snapshots = database, 0
        self.later: list[Callable[[], object]] = []

    def __call__(self, execute: Execute, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Called in place of each query (Django's ``execute_wrapper``)."""
        database = self.database
        if database.in_atomic_block:
            return execute(sql, params, many, context)
        if not _reads(sql):
            database.end_snapshot()
        elif not database.has_snapshot:
            database.begin_snapshot()
            self.snapshots += 1
        try:
            return execute(sql, params, many, context)
        except DatabaseError:
            database.end_snapshot()  # PostgreSQL answers nothing more in a transaction after an error
            raise


@contextmanager
def reading() -> Iterator[None]:
    """Whatever is read inside is read from one snapshot; what is written inside ends it."""
    database = connections[DEFAULT_DB_ALIAS]
    if not isinstance(database, Snapshots) or database.reading is not None:
        yield
        return
    database.reading = begun = Reading(database)
    try:
        with database.execute_wrapper(begun):
            yield
    finally:
        database.reading = None
        database.end_snapshot()
        for write in begun.later:
            write()


def after_reading(write: Callable[[], object]) -> None:
    """Write it once everything is read, where something is being read; else now."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, Snapshots) and database.reading is not None:
        database.reading.later.append(write)
    else:
        write()


def _reads(sql: Any) -> bool:
    return isinstance(sql, str) and sql.lstrip("\n (")[:7].upper().startswith(READS)
