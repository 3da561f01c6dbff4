"""The file of a backup: a ZIP of a manifest and a member for each table, under a seal.

Its first member is an empty one whose name says what the file is, and its last 64 bytes, which are the ZIP's
comment, are the SHA-256 of everything before them: so a file that was cut short or changed anywhere is known
before any of it is read.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db.models import Model
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.management.backups.encryption import decrypted, is_encrypted
from tournaments.management.backups.tables import Columns, at_once, columns, read, rows, written
from tournaments.management.backups.versions import Migrations

FORMAT, FORMAT_VERSION = "headtable-backup", 1
MANIFEST, KEY = "manifest.json", "secret.key"
NAME_AT = 30
"""Where a ZIP has the name of its first member."""

SEAL = 64
"""Letters of the SHA-256 at the end."""

LONGEST = 1 << 24
"""Bytes of a row: more than any page takes, so that a forged one cannot fill the memory."""

UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, TypeError, ValueError),
    *(LookupError, AttributeError, ArithmeticError, ValidationError),
)
"""What comes of reading a file that somebody forged."""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What the file says of itself. ``tables`` has the number of each table's rows."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    made: str
    headtable: str
    migrations: Migrations
    key: str
    tables: Mapping[str, int]


class Writing:
    """A backup on its way into a file."""

    def __init__(self, members: zipfile.ZipFile) -> None:
        self.members = members
        self.tables: dict[str, int] = {}

    def table(self, model: type[Model], *, empty: bool = False) -> None:
        """Add all rows of a table, or none, under a line with the names of its columns."""
        lines, number = iter(()) if empty else rows(model), 0
        with self.members.open(_member(model), "w", force_zip64=True) as member:
            member.write(_line([field.attname for field in columns(model)]))
            while some := list(islice(lines, at_once(columns(model)))):
                member.write(b"".join(map(_line, some)))
                number += len(some)
        self.tables[model._meta.label_lower] = number

    def end(self, manifest: Manifest, key: str | None) -> None:
        """Add the key, if it is to be carried, and what the file says of itself."""
        if key is not None:
            self.members.writestr(KEY, key)
        self.members.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))


@contextmanager
def begun(file: IO[bytes]) -> Iterator[Writing]:
    """A new backup in the file, which is sealed at the end."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr(FORMAT, b"")
        members.comment = b"." * SEAL
        yield Writing(members)
    seal = _sealed(file)
    file.seek(-SEAL, os.SEEK_END)
    file.write(seal)


@dataclass(frozen=True)
class Archive:
    """A backup's file that is whole."""

    path: Path
    zip: zipfile.ZipFile
    manifest: Manifest
    key: str | None
    """The key that it carries, if it does."""

    @contextmanager
    def table(self, model: type[Model]) -> Iterator[tuple[Columns, Iterator[list[Any]]]]:
        """A table's columns and rows. CommandError if they are not those of the table, or not all of them."""
        if _member(model) not in self.zip.namelist():
            raise self.refusal("{table} is missing".format(**_called(model)))
        by_name = {field.attname: field for field in columns(model)}
        with self.zip.open(_member(model)) as member:
            named = json.loads(member.readline(LONGEST))
            if sorted(named) != sorted(by_name):
                raise self.refusal("{table} has other columns".format(**_called(model)))
            into = [by_name[name] for name in named]
            yield into, self._rows(model, into, member)

    def _rows(self, model: type[Model], into: Columns, member: IO[bytes]) -> Iterator[list[Any]]:
        number = 0
        try:
            while line := member.readline(LONGEST):
                yield read(into, line)
                number += 1
        except UNREADABLE as error:
            raise self.refusal("a row of {table} cannot be read".format(**_called(model))) from error
        if number != self.manifest.tables[model._meta.label_lower]:
            raise self.refusal("{table} has missing or extra rows".format(**_called(model)))

    def refusal(self, why: str) -> CommandError:
        return CommandError(f"{self.path} cannot be restored: {why}. Nothing was changed.")


@contextmanager
def opened(path: Path, passphrase: str = "") -> Iterator[Archive]:
    """The file, which is ours, whole, and of a format that we know; else CommandError with the reason."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        plain = decrypted(path, file, passphrase) if is_encrypted(file) else file
        _refuse_others(path, plain)
        try:
            members = zipfile.ZipFile(plain)
            manifest = _manifest(path, members)
            key = _key(members, manifest)
        except UNREADABLE as error:
            raise _not_ours(path) from error
        with members:
            yield Archive(path, members, manifest, key)


def key_named(path: Path) -> str:
    """The fingerprint in the backup, without a look at its seal; nothing if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as members:
            return _manifest(path, members).key
    except (OSError, CommandError, *UNREADABLE):
        return ""


def fingerprint(key: str) -> str:
    """By which a key is known again, and from which nobody learns it."""
    return salted_hmac("headtable-backup", "", secret=key, algorithm="sha256").hexdigest()


def is_backup(path: Path) -> bool:
    """Whether the file is one of ours, whole or not, or encrypted."""
    with path.open("rb") as file:
        return is_encrypted(file) or _ours(file)


def _ours(file: IO[bytes]) -> bool:
    file.seek(NAME_AT)
    return file.read(len(FORMAT)) == FORMAT.encode()


def _refuse_others(path: Path, file: IO[bytes]) -> None:
    if not _ours(file):
        raise _not_ours(path)
    seal = _sealed(file)
    if file.read() != seal:
        raise CommandError(f"{path} is incomplete or was changed. Use another backup. Nothing was changed.")


def _not_ours(path: Path) -> CommandError:
    return CommandError(f"{path} is not a backup of Headtable.")


def _sealed(file: IO[bytes]) -> bytes:
    """The seal that the file should have. What is read next is the one that it has."""
    digest, left = hashlib.sha256(), max(0, file.seek(0, os.SEEK_END) - SEAL)
    file.seek(0)
    while some := file.read(min(left, 1 << 20)):
        digest.update(some)
        left -= len(some)
    return digest.hexdigest().encode()


def _manifest(path: Path, members: zipfile.ZipFile) -> Manifest:
    said = json.loads(_content(members, MANIFEST))
    version = said["format_version"]
    if said["format"] != FORMAT or type(version) is not int or version < 1:
        raise _not_ours(path)
    if version > FORMAT_VERSION and _is_name(said["headtable"]):
        raise CommandError(
            (
                "{file} was made by a newer Headtable, version {version}: "
                "restore it with that version. Nothing was changed."
            ).format(file=path, version=said["headtable"])
        )
    if not _is_sound(manifest := Manifest(**said)):
        raise _not_ours(path)
    return manifest


def _is_sound(said: Manifest) -> bool:
    """Whether each thing is of its kind. Some others are one of UNREADABLE."""
    timezone.localtime(datetime.fromisoformat(said.made))
    names = [name for of in said.migrations.values() for name in of]
    return (
        all(map(_is_name, (said.headtable, *said.migrations, *names, *said.tables)))
        and all(isinstance(of, list) for of in said.migrations.values())
        and all(type(number) is int and number >= 0 for number in said.tables.values())
        and isinstance(said.key, str)
    )


def _is_name(said: object) -> bool:
    """Whether it can be shown in a sentence."""
    return isinstance(said, str) and said.isprintable() and len(said) <= 100


def _key(members: zipfile.ZipFile, manifest: Manifest) -> str | None:
    if KEY not in members.namelist():
        return None
    key = _content(members, KEY).decode()
    if not key or key != key.strip() or fingerprint(key) != manifest.key:
        raise ValueError("it is another key, or none")
    return key


def _content(members: zipfile.ZipFile, name: str) -> bytes:
    with members.open(name) as member:
        if len(content := member.read(LONGEST)) == LONGEST:
            raise ValueError("it is too long")
        return content


def _member(model: type[Model]) -> str:
    return f"{model._meta.label_lower}.jsonl"


def _called(model: type[Model]) -> dict[str, str]:
    return {"table": model._meta.label_lower}


def _line(values: Sequence[Any]) -> bytes:
    return written(values).encode() + b"\n"
