"""Tools for commands: files safe on the disk, database errors in words, progress at a terminal, static files.

Files survive a power cut, and only the owner can read a SQLite file. Static files are collected once,
compressed, and named by their contents.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands.collectstatic import Command as Collect
from django.core.files.storage import Storage
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError, Error, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite
from django.utils.module_loading import import_string

from accounts.outages import Outage, find_outage
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.core.formats.registry import POKER_EVENING

FILE_SUFFIXES = ("", "-wal", "-shm")
"""The files of a SQLite database: the database, its write-ahead log, and the index of that log."""

ONLY_OWNER = 0o600


def flush(descriptor: int) -> None:
    """Wait until the open file is on the disk. OSError if the disk fails."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # some file systems do not support it
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def flush_names(folder: Path) -> None:
    """Wait until the folder's file names are on the disk. Some network file systems do not support this."""
    with suppress(OSError):
        _flush_path(folder)


def flush_database(connection: BaseDatabaseWrapper) -> None:
    """Wait until all commits are on the disk. PostgreSQL waits at each commit itself.

    Close the connection first: closing the file opened here would release SQLite's locks.
    """
    if path := find_database_file(connection):
        connection.close()
        for part in _list_parts(path):
            _flush_path(part)
        flush_names(path.parent)


def find_database_file(connection: BaseDatabaseWrapper) -> Path | None:
    """Return the file of a SQLite database; None for one in memory, and for other databases."""
    wrapper = connections[connection.alias]  # the wrapper itself, not Django's proxy
    if not isinstance(wrapper, SQLite) or wrapper.is_in_memory_db():
        return None
    return Path(wrapper.settings_dict["NAME"])


def make_private(connection: BaseDatabaseWrapper) -> None:
    """Let only the owner read the database file. SQLite gives the files beside it the same mode."""
    if path := find_database_file(connection):
        for part in _list_parts(path):
            with suppress(PermissionError):  # another user owns it: `doctor` reports who can read it
                part.chmod(ONLY_OWNER)


def _list_parts(path: Path) -> list[Path]:
    return [part for end in FILE_SUFFIXES if (part := path.with_name(path.name + end)).exists()]


def _flush_path(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        flush(descriptor)
    finally:
        os.close(descriptor)


SQLITE: Mapping[str, str] = {
    Outage.FULL: "Free space on the disk of %(file)s.",
    Outage.READ_ONLY: "Give the user who starts Headtable write access to %(file)s and its folder.",
    Outage.AWAY: (
        "%(file)s must be a file in a folder. The user who starts Headtable needs write access to both."
    ),
    Outage.BUSY: "Stop the other program that uses %(file)s, and try again.",
}
SERVER: Mapping[str, str] = {
    Outage.AWAY: "Start its server, or correct DATABASE_URL.",
    Outage.FULL: "Free space on the disk of its server.",
}


def make_disk_error(error: Error) -> CommandError:
    """Return a CommandError with the database's message, and a remedy if one is known."""
    message = "The database: {error}".format(error=" ".join(str(error).split()).rstrip(" .?"))
    return CommandError(f"{message}. {remedy}" if (remedy := _find_remedy(error)) else message)


def _find_remedy(error: Error) -> str:
    if is_damage(error):
        return describe_move_away()
    remedies = SQLITE if connection.vendor == "sqlite" else SERVER
    remedy = remedies.get(find_outage(error) or "", "")
    return remedy % {"file": connection.settings_dict["NAME"]} if remedy else ""


def is_damage(error: Error) -> bool:
    """Return whether SQLite cannot read its file. Every other error has a subclass of its own."""
    return connection.vendor == "sqlite" and type(error) is DatabaseError


def describe_move_away() -> str:
    """Return the advice for a damaged file, which can neither be written nor backed up."""
    return (
        "Stop Headtable, move {file} away, together with its -wal and -shm files. Then restore the "
        "last backup."
    ).format(file=connection.settings_dict["NAME"])


@dataclass(frozen=True)
class RoundsDone:
    """Shows each finished round or whole game: on one line at a terminal, else as separate lines."""

    stream: OutputWrapper
    name: str
    play: Play = POKER_EVENING

    def __call__(self, count: int, rounds: int) -> None:
        text = phrase(self.play, "%(name)s: round %(done)s of %(rounds)s") % {
            "name": self.name,
            "done": count,
            "rounds": rounds,
        }
        if self.stream.isatty():
            self.stream.write(f"\r{text}", ending="\n" if count == rounds else "")
        else:
            self.stream.write(text)
        self.stream.flush()


MARK = "collected-from"
"""The file with the digest of the collected files."""


def collect() -> None:
    """Collect the static files, unless they are unchanged: the check takes 30 ms, collecting 800 ms."""
    mark, sources = settings.STATIC_ROOT / MARK, _hash_sources()
    if mark.exists():
        if mark.read_text() == sources and not find_outdated_files(load_collected()):
            return
        mark.unlink()
    command = Collect()
    command.storage = import_string(settings.STATIC_STORAGE)()
    call_command(command, interactive=False, verbosity=0)
    mark.write_text(sources)


def load_collected() -> Mapping[str, str]:
    """Map each file to its collected name; empty if files were not collected."""
    try:
        manifest = json.loads((settings.STATIC_ROOT / "staticfiles.json").read_text())
        return cast(Mapping[str, str], manifest["paths"])
    except (OSError, ValueError, KeyError):
        return {}


def find_outdated_files(collected: Mapping[str, str]) -> set[str]:
    """Return the collected files that no longer exist."""
    return {path for path, name in collected.items() if not (settings.STATIC_ROOT / name).exists()}


def find_static_files() -> Iterator[tuple[str, Storage]]:
    """Yield every static file and its storage."""
    for finder in get_finders():
        yield from finder.list([])


def _hash_sources() -> str:
    """Return a hash of the names and contents of all files."""
    digest = blake2b(digest_size=16)
    for path, storage in find_static_files():
        with storage.open(path) as file:
            digest.update(f"{path}\0".encode() + blake2b(file.read()).digest())
    return digest.hexdigest()
