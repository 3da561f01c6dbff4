"""The doctor's checks of the database, and the findings of every check.

A finding is well, doubtful or wrong, in words, with the way to mend it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from stat import S_IROTH, S_IXOTH
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.management.disk import database_file, move_away


class State(StrEnum):
    WELL = "well"
    DOUBT = "doubt"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``mend``: what to do, where it is not well."""

    state: State
    says: str
    mend: str = ""


def well(says: str) -> Finding:
    return Finding(State.WELL, says)


def doubt(says: str, mend: str) -> Finding:
    return Finding(State.DOUBT, says, mend)


def wrong(says: str, mend: str) -> Finding:
    return Finding(State.WRONG, says, mend)


def _nowhere(_done: int, _all: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Asked:
    """What the doctor is asked: about one evening, or all; ``tell`` is told how far a long look is."""

    evening: int | None = None
    tell: Callable[[int, int], None] = _nowhere


@dataclass(frozen=True)
class Check:
    """One check, by its name. It is left out where one that it ``needs`` found something wrong."""

    name: str
    look: Callable[[Asked], Iterator[Finding]]
    needs: tuple[str, ...] = ()


OLDEST_POSTGRESQL = 14
CLOCKS_APART = 2.0
"""Seconds by which two machines' clocks may differ before a countdown is seen to be wrong."""
HEADER, MODE_AT, WAL = 20, 18, b"\x02\x02"
"""The bytes at the start of a SQLite file that tell whether it has a write-ahead log."""
MOUNTS = Path("/proc/mounts")
FAR = {"9p", "afs", "ceph", "cifs", "glusterfs", "nfs", "nfs4", "smb2", "smb3", "smbfs", "fuse.sshfs"}
"""File systems whose files lie on another machine, or, in WSL2, on Windows."""
MIGRATE = settings.PLACE.typed("migrate")


@contextmanager
def read_only() -> Iterator[None]:
    """Make the database refuse writes meanwhile. Opening it does not change its file either."""
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    sqlite = connection.vendor == "sqlite"
    said = f"{before.get('options', '')} -c default_transaction_read_only=on"
    options |= {"init_command": "PRAGMA query_only=ON"} if sqlite else {"options": said, "connect_timeout": 5}
    opened = connection.connection is not None
    if opened and sqlite:
        _ask("PRAGMA query_only=ON")
    try:
        yield
    finally:
        options.clear()
        options |= before
        if not opened:
            connection.close()
        elif sqlite:
            _ask("PRAGMA query_only=OFF")


def _ask(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall()) if cursor.description else []


def reachable(_asked: Asked) -> Iterator[Finding]:
    path = database_file(connection)
    if path is not None and not path.exists():
        yield wrong(
            f"There is no database at {path} yet.",
            "Run {up} or {migrate} to create it, or set DATABASE_URL.".format(
                up=settings.PLACE.typed("up"), migrate=MIGRATE
            ),
        )
        return
    began = time.perf_counter()
    try:
        _ask("SELECT 1")
    except DatabaseError as error:
        yield wrong(
            "It does not answer: {error}".format(error=" ".join(str(error).split())),
            "Start it, or correct DATABASE_URL.",
        )
        return
    yield well(f"{connection.display_name} answers after {round((time.perf_counter() - began) * 1000)} ms.")


def migrations(_asked: Asked) -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    newer = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if plan:
        yield wrong(
            f"{len(plan)} are not applied, first {plan[0][0]}.",
            MIGRATE,
        )
    if newer := {one for one in newer if one[0] in executor.loader.migrated_apps}:
        yield wrong(
            "The database belongs to a newer version. It has {which}.".format(
                which=", ".join(".".join(one) for one in sorted(newer))
            ),
            "Run the version that made it, or restore a backup of this version.",
        )
    if not plan and not newer:
        yield well("All migrations are applied.")


def sqlite_file(_asked: Asked) -> Iterator[Finding]:
    path = database_file(connection)
    if path is None:
        return
    if (system := file_system(path)) in FAR:
        yield doubt(
            f"{path} is on {system}. SQLite's locks do not work on such file systems.",
            "Set HEADTABLE_DATA to a folder on this machine's own disk.",
        )
    with path.open("rb") as opened:
        if opened.read(HEADER)[MODE_AT:] != WAL:
            yield doubt(
                f"{path} has no write-ahead log, so phones wait while a result is saved.",
                "The next start of Headtable adds one, if the file system allows it.",
            )
    if _open_to_others(path):
        yield doubt(
            f"{path} can be read by other users of this machine. It contains names and addresses.",
            f"Run chmod 600 on {path} and its -wal and -shm files.",
        )
    yield _whole(path)


def _open_to_others(path: Path) -> bool:
    """Return whether others may read it, by its mode and that of each folder above."""
    own = path.resolve()
    return own.stat().st_mode & S_IROTH != 0 and all(one.stat().st_mode & S_IXOTH for one in own.parents)


def _whole(path: Path) -> Finding:
    """Check the file with SQLite itself."""
    try:
        said = [str(row[0]) for row in _ask("PRAGMA quick_check(5)")]
    except DatabaseError as error:
        said = [str(error)]
    if said == ["ok"]:
        return well(f"{path} is whole.")
    return wrong(
        "{path} is damaged: {said}".format(path=path, said=" ".join(said[0].split())),
        move_away(),
    )


def file_system(path: Path, mounts: Path = MOUNTS) -> str:
    """Return the kind of file system on which the path lies. Empty where the machine does not tell."""
    try:
        rows = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return ""
    at = path.resolve()
    holding = [row for row in rows if at.is_relative_to(row[1].replace("\\040", " "))]
    return max(holding, key=lambda row: len(row[1]), default=["", "", ""])[2]


def postgresql(_asked: Asked) -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    ((version, encoding, now),) = _ask(
        "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding'), "
        "extract(epoch FROM clock_timestamp())::float"
    )
    if version < OLDEST_POSTGRESQL:
        yield wrong(
            f"It is version {version}.",
            f"Version {OLDEST_POSTGRESQL} or newer is needed.",
        )
    if encoding != "UTF8":
        yield wrong(
            f"Its encoding is {encoding}, so some names cannot be stored.",
            "Create the database again with encoding UTF8, and restore a backup.",
        )
    yield apart(now)


def apart(its: float) -> Finding:
    """Check how far another machine's clock, in seconds since 1970, is from ours."""
    differs = its - time.time()
    said = "Its clock differs from this machine's by {seconds} s.".format(seconds=f"{abs(differs):.1f}")
    if abs(differs) > CLOCKS_APART:
        return wrong(said, "Use the same time server (NTP) on both.")
    return well(said)


def references(_asked: Asked) -> Iterator[Finding]:
    """Check references between rows. SQLite's file can be written without them; PostgreSQL checks all."""
    if connection.vendor == "postgresql":
        yield well("PostgreSQL checks references itself.")
        return
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield wrong(
            f"A row refers to a missing row: {error}",
            "Stop Headtable, and restore the last backup with --replace.",
        )
    else:
        yield well("All references are valid.")


CHECKS = (
    Check("database", reachable),
    Check("SQLite file", sqlite_file, needs=("database",)),
    Check("PostgreSQL", postgresql, needs=("database",)),
    Check("migrations", migrations, needs=("database", "SQLite file")),
    Check("references", references, needs=("database", "SQLite file", "migrations")),
)
