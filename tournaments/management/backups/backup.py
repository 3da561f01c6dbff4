"""Making a backup: one file with all data of an installation; and keeping backups in a folder.

A backup shows the data at one moment. It is read during the evening, and delays no writer. A folder keeps the
newest backups, then one for each hour, then one for each day.
"""

import io
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.unlimited import lift_limits
from tournaments.management.backups.archive import (
    SIGN_INS,
    Manifest,
    begin_backup,
    encrypt,
    is_backup,
    list_carried_models,
    load_applied,
    load_models,
    make_fingerprint,
    read_fingerprint,
    refuse_newer,
    refuse_others,
)
from tournaments.management.disk import flush, flush_names, make_disk_error

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Keep:
    """How many newest backups to keep, and for how many hours and days to keep the last one of each."""

    newest: int
    hours: int = 0
    days: int = 0


def find_outdated(newest: datetime, times: Iterable[datetime], keep: Keep) -> set[datetime]:
    """Return the times of backups to delete after the backup ``newest``, which always stays.

    Hours and days are in UTC. Backups of a clock that was ahead can look newer than ``newest``.
    """
    older = sorted(set(times) - {newest}, reverse=True)
    retained = {newest, *older[: max(0, keep.newest - 1)]}
    for span, period in ((keep.hours * HOUR, "%Y-%m-%d %H"), (keep.days * DAY, "%Y-%m-%d")):
        if span:
            retained |= _pick_last_of_each(period, [newest, *older], newest - span)
    return set(older) - retained


def _pick_last_of_each(period: str, times: Iterable[datetime], since: datetime) -> set[datetime]:
    last: dict[str, datetime] = {}
    for moment in times:
        if moment > since:
            name = moment.strftime(period)
            last[name] = max(moment, last.get(name, moment))
    return set(last.values())


TIME, LENGTH_OF_TIME = "%Y%m%dT%H%M%SZ", 16
FILE_NAME = re.compile(r"headtable-(?P<time>\d{8}T\d{6}Z)(-(?P<key>[0-9a-f]{8})\.zip\.age|\.zip)")
"""The name of a backup in a folder. It contains the time in UTC, so the newest name sorts last.

An encrypted backup's name also contains the start of its key's fingerprint, which identifies the
installation.
"""
OF_KEY = 8
ENDS = (".zip", ".age")
"""The possible ends of a backup's file name."""

PART = ".headtable-"
"""The beginning of the name of an incomplete file."""

LOOK_AGAIN = 10.0
"""Seconds until the next attempt after a failed backup."""

LONG = 3600
"""Seconds after which an incomplete file is abandoned: nobody writes to it any more."""


@dataclass(frozen=True)
class Contents:
    """Options of a backup. ``with_key``: include the data folder's secret key and the sign-ins.

    With a ``passphrase`` the file is encrypted.
    """

    with_key: bool = False
    passphrase: str = ""


def choose_contents(*, with_key: bool = False) -> Contents:
    """Return the contents that the settings name. ``with_key`` adds the key."""
    return Contents(with_key or settings.BACKUP_WITH_KEY, settings.BACKUP_PASSPHRASE)


@dataclass(frozen=True)
class Backup:
    """A written backup: its file, number of rows, size in bytes, and seconds taken."""

    path: Path
    rows: int
    bytes: int
    seconds: float


def backup_make(
    at: Path, keep: Keep | None = None, contents: Contents | None = None, *, older: bool = False
) -> Backup:
    """Write a backup to a file, or into a folder, and keep as many as ``keep``. CommandError if that fails.

    ``older``: also accept a database of an older version.
    """
    began, contents = time.monotonic(), contents or choose_contents()
    try:
        if not at.is_dir():
            _refuse_no_file(at, keep)
        path = at / _make_name(contents) if at.is_dir() else at
        if path.exists() and not is_backup(path):
            raise CommandError(f"{path} is not a backup, so it was not overwritten. Choose another name.")
        with lift_limits(), write_whole(path) as file:
            rows = (
                _write_encrypted(file, contents, older)
                if contents.passphrase
                else _write(file, contents, older)
            )
        if at.is_dir() and keep:
            _thin(path, keep)
        return Backup(path, rows, path.stat().st_size, time.monotonic() - began)
    except OSError as error:
        raise CommandError(f"No backup can be written to {at}: {error.strerror or error}") from error
    except Error as error:
        raise make_disk_error(error) from error


def get_kept_folder() -> Path:
    """Return the data folder's folder for backups made before data are replaced or migrated."""
    folder: Path = settings.DATA_DIR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    flush_names(settings.DATA_DIR)
    return folder


def _make_name(contents: Contents) -> str:
    of_key = f"-{_make_key_part()}.zip.age" if contents.passphrase else ".zip"
    return f"headtable-{timezone.now().strftime(TIME)}{of_key}"


def _make_key_part() -> str:
    return make_fingerprint(settings.SECRET_KEY)[:OF_KEY]


def _refuse_no_file(path: Path, keep: Keep | None) -> None:
    """Raise CommandError if ``path`` should be a folder: a missing USB stick must not become a file."""
    if path.suffix not in ENDS and not path.exists():
        raise CommandError(f"There is no folder {path}. The name of a file ends with .zip.")
    if keep:
        raise CommandError(f"--keep needs a folder. {path} is not one.")


def backup_every(
    folder: Path, seconds: float, keep: Keep | None, contents: Contents, say: Callable[[str], None]
) -> None:
    """Write a backup into the folder again and again, without end.

    Report each new problem once, and the first backup that succeeds after it.
    """
    before = None
    while True:
        began = time.monotonic()
        try:
            if not folder.is_dir():
                raise CommandError(f"The folder {folder} is missing.")
            backup_make(folder, keep, contents)
            hindered = ""
        except (CommandError, OSError) as error:
            hindered = f"{error} (the next backup is tried soon)"
        if hindered != before:
            say(hindered or f"Backups are saved in {folder}.")
        before = hindered
        connection.close()
        wait = min(seconds, LOOK_AGAIN) if hindered else seconds
        time.sleep(max(0.0, wait - (time.monotonic() - began)))


def _write_encrypted(file: IO[bytes], contents: Contents, older: bool) -> int:
    """Write the backup encrypted. The unencrypted data are never on a disk."""
    plain = io.BytesIO()
    rows = _write(plain, contents, older)
    file.write(encrypt(plain.getvalue(), contents.passphrase))
    return rows


def _write(file: IO[bytes], contents: Contents, older: bool) -> int:
    """Write the backup. Return the number of rows."""
    with begin_backup(file) as backup:
        with _hold_moment():
            for model in _list_models(older):
                backup.add_table(model, empty=model._meta.label_lower == SIGN_INS and not contents.with_key)
            migrations = load_applied(connection)
        manifest = Manifest(
            made=timezone.now().isoformat(),
            headtable=settings.PLACE.version(),
            migrations=migrations,
            key=make_fingerprint(settings.SECRET_KEY),
            tables=backup.tables,
        )
        backup.end(manifest, settings.SECRET_KEY if settings.KEY_FILE and contents.with_key else None)
    return sum(backup.tables.values())


def _list_models(older: bool) -> list[type[Model]]:
    """Return the models of the tables: this version's; with ``older`` those of the database's migrations."""
    if older:
        return list_carried_models(load_models(refuse_newer(connection)))
    refuse_others(connection)
    return list_carried_models(apps)


@contextmanager
def _hold_moment() -> Iterator[None]:
    """Read everything as of one moment, while other processes write."""
    if connection.vendor == "sqlite":
        # Without atomic(), which would take the lock of writers.
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
def write_whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a private temporary file. Rename it to ``path`` once it is on the disk, or delete it on error."""
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


def _thin(newest: Path, keep: Keep) -> None:
    """Delete this installation's outdated backups, and abandoned incomplete files."""
    ours = {_read_time(path): path for path in newest.parent.iterdir() if path == newest or _is_ours(path)}
    for time_ in find_outdated(_read_time(newest), ours, keep):
        ours[time_].unlink(missing_ok=True)
    for path in find_long_left(newest.parent.glob(f"{PART}*")):
        path.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    """Return whether the file is a backup of this installation, by its name and its key's fingerprint."""
    if not (match := FILE_NAME.fullmatch(path.name)):
        return False
    return (match["key"] or read_fingerprint(path)[:OF_KEY]) == _make_key_part()


def _read_time(path: Path) -> datetime:
    stamp = path.name.removeprefix("headtable-")[:LENGTH_OF_TIME]
    return datetime.strptime(stamp, TIME).replace(tzinfo=UTC)


def find_long_left(paths: Iterable[Path]) -> list[Path]:
    """Return the files that have not been written to for ``LONG``."""
    long_ago = time.time() - LONG
    return [path for path in paths if path.stat().st_mtime < long_ago]
