"""Database snapshots: a page reads all its data as of one moment.

Inside ``read_snapshot()`` the first query outside of a transaction opens a snapshot, a read-only transaction.
The snapshot ends with that block, or just before the first write. A write never runs inside a snapshot,
because a snapshot cannot see the rows that the write locks. The first read after the write opens the next
snapshot.

On SQLite a snapshot is a deferred transaction. It takes no lock that a writer waits for. On PostgreSQL it is
a REPEATABLE READ, READ ONLY transaction, which never fails to serialise. BEGIN and COMMIT go directly to the
driver, past Django's query count and its hooks.
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
"""The first words of queries that read. Every other query is a write."""

BEGINS = ("BEGIN", "BEGIN DEFERRED", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")
"""The queries by which Django begins a transaction on SQLite."""

Execute = Callable[[Any, Any, bool, Any], Any]


class Snapshots(BaseDatabaseWrapper):
    """A mixin for Django's database wrappers: snapshots beneath Django's transactions."""

    BEGIN: ClassVar[str]
    Database: Any  # the driver's module, as in each of Django's wrappers
    current_reading: "SnapshotReading | None" = None
    _snapshot_connection: Any = None
    """The driver's connection with the snapshot. If that connection was closed, there is no snapshot."""

    def set_autocommit(
        self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False
    ) -> None:
        """End the snapshot before a transaction begins. Django calls this method first."""
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
        """End the snapshot. If that fails, the connection is broken and is closed; no data is lost."""
        open_now, self._snapshot_connection = self.has_snapshot, None
        if open_now:
            try:
                self.connection.execute("COMMIT")
            except self.Database.Error:
                self.close()


class SnapshotReading:
    """One reading in a thread: the number of ``snapshots`` opened, and whether it ``committed`` a write.

    ``later``: writes that wait for the end of the reading. ``rows``: the rows that the response shows, each
    with the value of a field that changes with every write.
    """

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self.database, self.snapshots, self.committed = database, 0, False
        self.later: list[Callable[[], object]] = []
        self.rows: list[tuple[Model, dict[str, Any]]] = []

    def __call__(self, execute: Execute, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Run a query in a snapshot. Django calls this for each query (``execute_wrapper``)."""
        database = self.database
        if database.in_atomic_block or not isinstance(database, Snapshots):
            return execute(sql, params, many, context)
        if not _is_read(sql):
            database.end_snapshot()
            self.committed |= sql not in BEGINS
        elif not database.has_snapshot:
            database.begin_snapshot()
            self.snapshots += 1
        try:
            return execute(sql, params, many, context)
        except DatabaseError:
            database.end_snapshot()  # PostgreSQL refuses all queries in a transaction after an error
            raise

    def is_torn(self) -> bool:
        """Return whether others changed a shown row between two snapshots."""
        if self.snapshots < 2 or self.committed:
            return False
        return not all(
            type(row)._default_manager.filter(pk=row.pk, **fields).exists() for row, fields in self.rows
        )


@contextmanager
def read_snapshot() -> Iterator[SnapshotReading]:
    """Read everything inside the block from one snapshot. A write in the block ends the snapshot."""
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


def note_shown(row: Model, *, by: str) -> None:
    """Record that the response shows the row as it is now. ``by``: a field that changes with every write."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, Snapshots) and database.current_reading is not None:
        database.current_reading.rows.append((row, {by: getattr(row, by)}))


def run_after_reading(write: Callable[[], object]) -> None:
    """Call ``write`` after the reading in progress; without one, call it at once."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, Snapshots) and database.current_reading is not None:
        database.current_reading.later.append(write)
    else:
        write()


def _write_later(write: Callable[[], object]) -> None:
    """Run a postponed write. If it fails, log the error: the response is finished and stays valid."""
    try:
        write()
    except DatabaseError as error:
        log.warning("What was put off could not be written: %s", error)


def _is_read(sql: Any) -> bool:
    return isinstance(sql, str) and sql.lstrip("\n (")[:7].upper().startswith(READS)
