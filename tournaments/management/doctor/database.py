"""The database: there, as this version needs it, and whole."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IROTH, S_IXOTH
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext

from tournaments.management.damage import move_away
from tournaments.management.disk import database_file
from tournaments.management.doctor.finding import Asked, Check, Finding, doubt, well, wrong

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
    """The database refuses to be written meanwhile, and opening it does not change its file either."""
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
            gettext("There is none yet at %(path)s.") % {"path": path},
            gettext("%(up)s makes one, or %(migrate)s; or name another one by DATABASE_URL.")
            % {"up": settings.PLACE.typed("up"), "migrate": MIGRATE},
        )
        return
    began = time.perf_counter()
    try:
        _ask("SELECT 1")
    except DatabaseError as error:
        yield wrong(
            gettext("It does not answer: %(error)s") % {"error": " ".join(str(error).split())},
            gettext("Start it, or mend DATABASE_URL."),
        )
        return
    yield well(
        gettext("%(engine)s answers after %(ms)s ms.")
        % {"engine": connection.display_name, "ms": round((time.perf_counter() - began) * 1000)}
    )


def migrations(_asked: Asked) -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    newer = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if plan:
        yield wrong(
            gettext("%(count)s are not applied: %(first)s first.")
            % {"count": len(plan), "first": plan[0][0]},
            MIGRATE,
        )
    if newer := {one for one in newer if one[0] in executor.loader.migrated_apps}:
        yield wrong(
            gettext("The database is of a newer version: it has %(which)s.")
            % {"which": ", ".join(".".join(one) for one in sorted(newer))},
            gettext("Run the version that made it, or restore a backup of this one."),
        )
    if not plan and not newer:
        yield well(gettext("All are applied."))


def sqlite_file(_asked: Asked) -> Iterator[Finding]:
    path = database_file(connection)
    if path is None:
        return
    if (system := file_system(path)) in FAR:
        yield doubt(
            gettext("%(path)s lies on %(system)s: on such file systems SQLite's locks do not hold.")
            % {"path": path, "system": system},
            gettext("Name a folder on this machine's own disk by HEADTABLE_DATA."),
        )
    with path.open("rb") as opened:
        if opened.read(HEADER)[MODE_AT:] != WAL:
            yield doubt(
                gettext("%(path)s has no write-ahead log: phones wait while a result is written.")
                % {"path": path},
                gettext("It gets one when Headtable next starts, if its file system allows it."),
            )
    if _open_to_others(path):
        yield doubt(
            gettext("%(path)s can be read by others on this machine: it holds names and addresses.")
            % {"path": path},
            gettext("chmod 600 %(path)s, and its -wal and -shm.") % {"path": path},
        )
    yield _whole(path)


def _open_to_others(path: Path) -> bool:
    """Whether its mode lets them, and that of each folder above."""
    own = path.resolve()
    return own.stat().st_mode & S_IROTH != 0 and all(one.stat().st_mode & S_IXOTH for one in own.parents)


def _whole(path: Path) -> Finding:
    """What SQLite itself says of its file."""
    try:
        said = [str(row[0]) for row in _ask("PRAGMA quick_check(5)")]
    except DatabaseError as error:
        said = [str(error)]
    if said == ["ok"]:
        return well(gettext("%(path)s is whole.") % {"path": path})
    return wrong(
        gettext("%(path)s is damaged: %(said)s") % {"path": path, "said": " ".join(said[0].split())},
        move_away(),
    )


def file_system(path: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system on which the path lies; nothing where the machine does not tell."""
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
            gettext("It is version %(version)s.") % {"version": version},
            gettext("Version %(oldest)s or newer is needed.") % {"oldest": OLDEST_POSTGRESQL},
        )
    if encoding != "UTF8":
        yield wrong(
            gettext("It keeps text as %(encoding)s: some names cannot be written.") % {"encoding": encoding},
            gettext("Make the database anew with the encoding UTF8, and restore a backup into it."),
        )
    yield apart(now)


def apart(its: float) -> Finding:
    """How far another machine's clock, in seconds since 1970, is from ours."""
    differs = its - time.time()
    said = gettext("Its clock differs from this machine's by %(seconds)s s.") % {
        "seconds": f"{abs(differs):.1f}"
    }
    if abs(differs) > CLOCKS_APART:
        return wrong(said, gettext("Set both by the same time server (NTP)."))
    return well(said)


def references(_asked: Asked) -> Iterator[Finding]:
    """SQLite's file can be written by who does not look after them; PostgreSQL lets nobody."""
    if connection.vendor == "postgresql":
        yield well(gettext("PostgreSQL itself keeps what rows refer to: there was nothing to look at."))
        return
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield wrong(
            gettext("A row refers to one that is not there: %(error)s") % {"error": error},
            gettext("Stop Headtable, and restore the last backup with --replace."),
        )
    else:
        yield well(gettext("What rows refer to is there."))


CHECKS = (
    Check("database", reachable),
    Check("SQLite file", sqlite_file, needs=("database",)),
    Check("PostgreSQL", postgresql, needs=("database",)),
    Check("migrations", migrations, needs=("database", "SQLite file")),
    Check("references", references, needs=("database", "SQLite file", "migrations")),
)
