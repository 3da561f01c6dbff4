"""Reading from one snapshot: everything that a page shows is as it was at one moment.

Inside ``reading()`` the first query outside of a transaction opens a snapshot: a transaction that only
reads. It ends with ``reading()``, or as soon as something is to be written: a write never runs in a
snapshot, which could not see what it locks. Whatever is read after the write opens the next snapshot.

On SQLite a snapshot is a deferred transaction, which takes no lock that a writer waits for; on PostgreSQL
it is a transaction that is REPEATABLE READ and READ ONLY, which the server never refuses to serialise.
BEGIN and COMMIT go to the driver directly, past Django's count of queries and its hooks.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

log = logging.getLogger(__name__)

READS = ("SELECT", "WITH", "VALUES", "EXPLAIN")
"""How a query begins that reads. What begins otherwise is taken for a write."""

BEGINS = ("BEGIN", "BEGIN DEFERRED", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")
"""How Django begins a transaction on SQLite: as a query."""

Execute = Callable[[Any, Any, bool, Any], Any]


class Snapshots(BaseDatabaseWrapper):
    """Beside a database's own class: its connection can keep a snapshot, beneath Django's transactions."""

    BEGIN: ClassVar[str]
    Database: Any  # the driver's module, as each of Django's classes has it
    current_reading: "SnapshotReading | None" = None
    _snapshot_connection: Any = None
    """The driver's connection that keeps the snapshot; one that was closed since keeps none."""

    def set_autocommit(
        self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False
    ) -> None:
        """End the snapshot before a transaction begins: this is called first of all then."""
        self.end_snapshot()
        super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)

    def commit(self) -> None:
        super().commit()
        if self.current_reading is not None:
            self.current_reading.committed = True

    @property
    def has_snapshot(self) -> bool:
        return self._snapshot_connection is not None and self._snapshot_connection is self.connection

    def begin_snapshot(self) -> None:
        with self.wrap_database_errors:
            self.connection.execute(self.BEGIN)
        self._snapshot_connection = self.connection

    def end_snapshot(self) -> None:
        """End the snapshot. Nothing is lost if that fails: the connection is broken, and is closed."""
        open_now, self._snapshot_connection = self.has_snapshot, None
        if open_now:
            try:
                self.connection.execute("COMMIT")
            except self.Database.Error:
                self.close()


class SnapshotReading:
    """What is read in a thread from here on: how many ``snapshots`` it took, whether it ``committed``.

    ``later`` is to be written once all is read. ``rows`` are shown as they were read: with a field of each
    that changes whenever they do.
    """

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self.database, self.snapshots, self.committed = database, 0, False
        self.later: list[Callable[[], object]] = []
        self.rows: list[tuple[Model, dict[str, Any]]] = []

    def __call__(self, execute: Execute, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Run a query in a snapshot. Django calls this in place of each query (``execute_wrapper``)."""
        database = self.database
        if database.in_atomic_block or not isinstance(database, Snapshots):
            return execute(sql, params, many, context)
        if not _reads(sql):
            database.end_snapshot()
            self.committed |= sql not in BEGINS
        elif not database.has_snapshot:
            database.begin_snapshot()
            self.snapshots += 1
        try:
            return execute(sql, params, many, context)
        except DatabaseError:
            database.end_snapshot()  # PostgreSQL answers nothing more in a transaction after an error
            raise

    def torn(self) -> bool:
        """Return whether others changed a shown row between one snapshot and the next."""
        if self.snapshots < 2 or self.committed:
            return False
        return not all(
            type(row)._default_manager.filter(pk=row.pk, **fields).exists() for row, fields in self.rows
        )


@contextmanager
def read_snapshot() -> Iterator[SnapshotReading]:
    """Read everything inside from one snapshot. A write inside ends it."""
    database = connections[DEFAULT_DB_ALIAS]
    new = SnapshotReading(database)
    if not isinstance(database, Snapshots) or database.current_reading is not None:
        yield new
        return
    database.current_reading = new
    try:
        with database.execute_wrapper(new):
            yield new
    finally:
        database.current_reading = None
        database.end_snapshot()
        for write in new.later:
            _write_later(write)


def shows(row: Model, *, by: str) -> None:
    """Note that the answer shows the row as it is now; ``by`` is its field that changes with any write."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, Snapshots) and database.current_reading is not None:
        database.current_reading.rows.append((row, {by: getattr(row, by)}))


def after_reading(write: Callable[[], object]) -> None:
    """Write it once everything is read, where something is being read; else now."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, Snapshots) and database.current_reading is not None:
        database.current_reading.later.append(write)
    else:
        write()


def _write_later(write: Callable[[], object]) -> None:
    """Write what was put off. The answer is read, and stands even if this fails."""
    try:
        write()
    except DatabaseError as error:
        log.warning("What was put off could not be written: %s", error)


def _reads(sql: Any) -> bool:
    return isinstance(sql, str) and sql.lstrip("\n (")[:7].upper().startswith(READS)
