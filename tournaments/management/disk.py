"""Files that a power cut cannot take away, and a SQLite file that only its owner can read."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

BESIDE = ("", "-wal", "-shm")
"""A SQLite database is its file, its write-ahead log, and the index of that log."""

ONLY_OWNER = 0o600


def flush(descriptor: int) -> None:
    """Wait until the open file is on the disk. OSError if the disk fails."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # some file systems cannot
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def flush_names(folder: Path) -> None:
    """Wait until the names in the folder are on the disk, if it can be asked to: not every network's can."""
    with suppress(OSError):
        _flush_path(folder)


def flush_database(connection: BaseDatabaseWrapper) -> None:
    """Wait until all that was committed is on the disk. PostgreSQL does so at each commit.

    The connection is closed first: SQLite's locks would go with the file that is opened here.
    """
    if path := database_file(connection):
        connection.close()
        for part in _parts(path):
            _flush_path(part)
        flush_names(path.parent)


def database_file(connection: BaseDatabaseWrapper) -> Path | None:
    """The file of a SQLite database; None for one in memory, and for other databases."""
    made = connections[connection.alias]  # not what only stands for it
    if not isinstance(made, SQLite) or made.is_in_memory_db():
        return None
    return Path(made.settings_dict["NAME"])


def make_private(connection: BaseDatabaseWrapper) -> None:
    """Let only its owner read the database's file. SQLite gives the files beside it the same mode."""
    if path := database_file(connection):
        for part in _parts(path):
            with suppress(PermissionError):  # it is somebody else's: `doctor` says who can read it
                part.chmod(ONLY_OWNER)


def _parts(path: Path) -> list[Path]:
    return [part for end in BESIDE if (part := path.with_name(path.name + end)).exists()]


def _flush_path(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        flush(descriptor)
    finally:
        os.close(descriptor)
