"""A backup: all that an installation holds, as it was at one moment, in one file.

It is read beside the evening that goes on: nobody who writes waits for it.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.unlimited import unlimited
from tournaments.management.archive import Manifest, begun, fingerprint, is_backup, key_named
from tournaments.management.damage import trouble
from tournaments.management.disk import flush, flush_names
from tournaments.management.tables import carried
from tournaments.management.versions import applied, refuse_others, this_version

NAME = "headtable-%Y%m%dT%H%M%SZ.zip"
NAMED = re.compile(r"headtable-\d{8}T\d{6}Z\.zip")
"""What we call a backup in a folder: by its time, UTC, so that the last by name is the newest."""

PART = ".headtable-"
"""How the name of a file begins that is not whole yet."""

LOOK_AGAIN = 10.0
"""Seconds until it is tried again where something is in the way."""

LONG = 3600
"""Seconds after which nobody writes to such a file any more."""


@dataclass(frozen=True)
class Made:
    """What was written: its file, how many rows it holds, how large it is, and the seconds it took."""

    path: Path
    rows: int
    bytes: int
    seconds: float


def backup_make(at: Path, keep: int | None = None) -> Made:
    """Write a backup to the file, or into the folder, where so many are kept. CommandError if it fails."""
    began = time.monotonic()
    try:
        if not at.is_dir():
            _refuse_no_file(at, keep)
        path = at / timezone.now().strftime(NAME) if at.is_dir() else at
        if path.exists() and not is_backup(path):
            raise CommandError(
                gettext("%(file)s is something else than a backup: it is left as it is.") % {"file": path}
            )
        with unlimited(), appearing(path) as file:
            rows = _write(file)
        if at.is_dir() and keep:
            _thin(path, keep)
        return Made(path, rows, path.stat().st_size, time.monotonic() - began)
    except OSError as error:
        raise CommandError(
            gettext("No backup can be written to %(place)s: %(why)s")
            % {"place": at, "why": error.strerror or error}
        ) from error
    except Error as error:
        raise trouble(error) from error


def _refuse_no_file(at: Path, keep: int | None) -> None:
    """CommandError if a folder was meant: a stick that is away must not become a file of its name."""
    if at.suffix != ".zip" and not at.exists():
        raise CommandError(
            gettext("There is no folder %(folder)s. The name of a file ends with .zip.") % {"folder": at}
        )
    if keep:
        raise CommandError(gettext("--keep is for a folder: %(file)s is none.") % {"file": at})


def backup_every(folder: Path, seconds: float, keep: int | None, say: Callable[[str], None]) -> None:
    """Write a backup into the folder again and again, for good.

    What hinders it is said once, and that it goes on; of those that are written only the first is told.
    """
    before = None
    while True:
        began = time.monotonic()
        try:
            if not folder.is_dir():
                raise CommandError(gettext("The folder %(folder)s is away.") % {"folder": folder})
            backup_make(folder, keep)
            hindered = ""
        except (CommandError, OSError) as error:
            hindered = gettext("%(why)s (backups go on as soon as they can)") % {"why": error}
        if hindered != before:
            say(hindered or gettext("Backups are written into %(folder)s.") % {"folder": folder})
        before = hindered
        connection.close()
        wait = min(seconds, LOOK_AGAIN) if hindered else seconds
        time.sleep(max(0.0, wait - (time.monotonic() - began)))


def _write(file: IO[bytes]) -> int:
    """Write all that there is; how many rows it was."""
    with begun(file) as backup:
        with _one_moment():
            refuse_others(connection)
            for model in carried(apps):
                backup.table(model)
            migrations = applied(connection)
        manifest = Manifest(
            made=timezone.now().isoformat(),
            headtable=this_version(),
            migrations=migrations,
            key=fingerprint(settings.SECRET_KEY),
            tables=backup.tables,
        )
        backup.end(manifest, settings.SECRET_KEY if settings.KEY_FILE else None)
    return sum(backup.tables.values())


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything that is read is as it was at one moment, while others go on to write."""
    if connection.vendor == "sqlite":
        # By hand, for atomic() would take the lock of those who write.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def appearing(path: Path) -> Iterator[IO[bytes]]:
    """A file for us alone that takes its name once it is whole, and on the disk; else it is gone."""
    descriptor, name = tempfile.mkstemp(prefix=PART, dir=path.parent)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            flush(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    flush_names(path.parent)


def _thin(made: Path, keep: int) -> None:
    """Take away all but the newest of this installation's backups beside the one just made, and what was cut
    short long ago; nothing else. By a clock that was ahead, others may seem newer: this one stays even so."""
    key = key_named(made)
    others = sorted(path for path in made.parent.iterdir() if NAMED.fullmatch(path.name) and path != made)
    ours = [path for path in others if key_named(path) == key]
    for path in (*ours[: max(0, len(ours) + 1 - keep)], *long_left(made.parent.glob(f"{PART}*"))):
        path.unlink(missing_ok=True)


def long_left(paths: Iterable[Path]) -> list[Path]:
    """Those that nobody has written to for long."""
    long_ago = time.time() - LONG
    return [path for path in paths if path.stat().st_mtime < long_ago]
