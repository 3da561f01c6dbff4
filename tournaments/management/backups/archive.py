"""The file of a backup: its format, encryption, tables and rows, and its version by migrations.

The file is a ZIP with a manifest and a member for each table. Its first member is empty, and its name
identifies the format. The last 64 bytes, the ZIP's comment, are a seal: the SHA-256 of everything before
them. So a file that was cut short or changed is recognised before it is read. Rows are plain values, the same
for every database. The program ``age`` can also encrypt and decrypt the file with a passphrase.
"""

import hashlib
import io
import json
import os
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import pyrage
from django.apps.registry import Apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import BinaryField, Field, JSONField, Model
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.duration import duration_string

BEGINS = b"age-encryption.org/v1\n"


# The whole file is in memory meanwhile. Another 256 MB make each guess at the passphrase slow.
def encrypt(content: bytes, passphrase: str) -> bytes:
    written: bytes = pyrage.passphrase.encrypt(content, passphrase)
    return written


def is_encrypted(file: IO[bytes]) -> bool:
    file.seek(0)
    return file.read(len(BEGINS)) == BEGINS


def decrypt(path: Path, file: IO[bytes], passphrase: str) -> IO[bytes]:
    """Return the file's content. CommandError for a wrong passphrase or a damaged file."""
    if not passphrase:
        raise CommandError(
            f"{path} is encrypted. Set BACKUP_PASSPHRASE, or run the command in a terminal, which asks "
            "for the passphrase. Nothing was changed."
        )
    file.seek(0)
    try:
        return io.BytesIO(pyrage.passphrase.decrypt(file.read(), passphrase))
    except pyrage.DecryptError as error:
        raise CommandError(
            f"{path} cannot be decrypted. The passphrase is wrong, or the file is incomplete or was "
            "changed. Nothing was changed."
        ) from error


APPS = ("accounts", "account", "games", "tournaments", "sessions")
"""The apps whose tables a backup contains: ours, allauth's with the addresses, and the sessions.

Groups, rights and the admin's log are left out: they refer to numbers that each database assigns itself.
"""

PASSING = frozenset(
    {
        *("accounts.answer", "tournaments.clockreference"),
        *("tournaments.clubratings", "tournaments.ratedevening", "tournaments.ratingrow"),
        "tournaments.comparison",
    }
)
"""Our tables that a backup leaves out.

Stored responses and clocks are of use only here and for a while. Ratings and comparisons can be calculated
again.
"""

SIGN_INS = "sessions.session"
"""The table of sessions, by which people are signed in."""

AT_ONCE, PICTURES_AT_ONCE = 2000, 20
"""The most rows in memory at a time: for most tables, and for a table with pictures."""

Columns = Sequence["Field[Any, Any]"]


def list_carried_models(apps: Apps) -> list[type[Model]]:
    """Return the models of all tables in a backup. ``apps``: today's models or an older version's."""
    ours = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS and not model._meta.proxy and model._meta.label_lower not in PASSING
    ]
    return [model for model in ours if not (model._meta.auto_created and _leads_out(model))]


def _leads_out(model: type[Model]) -> bool:
    """Return whether the many-to-many table refers to a table that a backup leaves out."""
    related = (field.related_model for field in model._meta.local_concrete_fields)
    return any(isinstance(to, type) and to._meta.app_label not in APPS for to in related)


def list_columns(model: type[Model]) -> Columns:
    return model._meta.local_concrete_fields


def read_rows(model: type[Model], using: str = DEFAULT_DB_ALIAS) -> Iterator[Sequence[Any]]:
    """Return all rows as Python values, in the order of their ids, read one by one."""
    names = [field.attname for field in list_columns(model)]
    every = model._base_manager.using(using).order_by("pk")
    return every.values_list(*names).iterator(chunk_size=count_at_once(list_columns(model)))


def count_at_once(columns: Columns) -> int:
    """Return how many rows of these columns may be in memory at a time."""
    return PICTURES_AT_ONCE if any(isinstance(field, BinaryField) for field in columns) else AT_ONCE


def insert(
    connection: BaseDatabaseWrapper, model: type[Model], into: Columns, rows: Iterable[Sequence[Any]]
) -> None:
    """Insert the rows unchanged, with their ids. DatabaseError if the database refuses one."""
    quote, remaining = connection.ops.quote_name, iter(rows)
    names = ", ".join(quote(str(field.column)) for field in into)
    places = ", ".join(["%s"] * len(into))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608 - our names
    with connection.cursor() as cursor:
        while batch := list(islice(remaining, count_at_once(into))):
            cursor.executemany(sql, [_prepare_row(connection, into, row) for row in batch])


def _prepare_row(connection: BaseDatabaseWrapper, into: Columns, row: Sequence[Any]) -> list[Any]:
    return [field.get_db_prep_save(value, connection) for field, value in zip(into, row, strict=True)]


def _to_text(value: Any) -> str:
    """Return a value that JSON cannot write as exact text: times to the microsecond."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_string(value)
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, (bytes, memoryview)):
        return b64encode(value).decode()  # a BinaryField reads it in this form
    raise TypeError(f"a column of {type(value).__name__} cannot be carried yet")


written = json.JSONEncoder(default=_to_text, separators=(",", ":")).encode
"""Encodes a row as a line of JSON."""


def parse_row(into: Columns, line: bytes) -> list[Any]:
    """Return a row from its line. ValueError, TypeError or ValidationError for invalid values."""
    if not isinstance(values := json.loads(line), list):
        raise ValueError("a row is a list")
    return [
        value if value is None or isinstance(field, JSONField) else field.to_python(value)
        for field, value in zip(into, values, strict=True)
    ]


Migrations = Mapping[str, Sequence[str]]


def load_applied(connection: BaseDatabaseWrapper) -> Migrations:
    """Return the applied migrations of the tables in a backup, by app."""
    migrations = sorted(MigrationRecorder(connection).applied_migrations())
    return {app: [name for owner, name in migrations if owner == app] for app in APPS}


def list_unknown(migrations: Migrations, executor: MigrationExecutor) -> list[str]:
    """Return the migrations that this version does not have."""
    names_by_app = [(app, name) for app, names in migrations.items() for name in names]
    return [
        ".".join(migration) for migration in names_by_app if migration not in executor.loader.disk_migrations
    ]


def refuse_newer(connection: BaseDatabaseWrapper) -> MigrationExecutor:
    """Raise CommandError if a newer version has migrated the database."""
    executor = MigrationExecutor(connection)
    if newer := list_unknown(load_applied(connection), executor):
        raise CommandError(
            "The database belongs to a newer version of Headtable. It has {names}.".format(
                names=", ".join(newer)
            )
        )
    return executor


def load_models(executor: MigrationExecutor) -> Apps:
    """Return the models as of the applied migrations."""
    nodes = [node for node in executor.loader.applied_migrations if node in executor.loader.graph.nodes]
    return executor.loader.project_state(nodes).apps


def refuse_others(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError if the database does not have exactly this version's migrations."""
    executor = refuse_newer(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "The database is not ready for this version: {migrate}.".format(
                migrate=settings.PLACE.format_command("migrate")
            )
        )


FORMAT, FORMAT_VERSION = "headtable-backup", 1
MANIFEST, KEY = "manifest.json", "secret.key"
NAME_AT = 30
"""The offset of the first member's name in a ZIP."""

SEAL = 64
"""The length of the hexadecimal SHA-256 at the end."""

LONGEST = 1 << 24
"""The most bytes of a row: more than any page accepts. A forged row cannot fill the memory."""

UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, TypeError, ValueError),
    *(LookupError, AttributeError, ArithmeticError, ValidationError),
)
"""Errors from reading a forged file."""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The file's description of itself. ``tables``: the number of rows of each table."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    made: str
    headtable: str
    migrations: Migrations
    key: str
    tables: Mapping[str, int]


class BackupWriter:
    """Writes a backup into a file."""

    def __init__(self, members: zipfile.ZipFile) -> None:
        self.members = members
        self.tables: dict[str, int] = {}

    def add_table(self, model: type[Model], *, empty: bool = False) -> None:
        """Add all rows of a table, or none if ``empty``, after a line with the column names."""
        lines, number = iter(()) if empty else read_rows(model), 0
        with self.members.open(_name_member(model), "w", force_zip64=True) as member:
            member.write(_format_line([field.attname for field in list_columns(model)]))
            while batch := list(islice(lines, count_at_once(list_columns(model)))):
                member.write(b"".join(map(_format_line, batch)))
                number += len(batch)
        self.tables[model._meta.label_lower] = number

    def end(self, manifest: Manifest, key: str | None) -> None:
        """Add the key if there is one, and the manifest."""
        if key is not None:
            self.members.writestr(KEY, key)
        self.members.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))


@contextmanager
def begin_backup(file: IO[bytes]) -> Iterator[BackupWriter]:
    """Begin a new backup in the file, and seal it at the end."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr(FORMAT, b"")
        members.comment = b"." * SEAL
        yield BackupWriter(members)
    seal = _compute_seal(file)
    file.seek(-SEAL, os.SEEK_END)
    file.write(seal)


@dataclass(frozen=True)
class Archive:
    """An opened backup, checked to be complete."""

    path: Path
    zip: zipfile.ZipFile
    manifest: Manifest
    key: str | None
    """The secret key in the backup; None without one."""

    @contextmanager
    def read_table(self, model: type[Model]) -> Iterator[tuple[Columns, Iterator[list[Any]]]]:
        """Yield a table's columns and rows. CommandError if columns differ, or rows are missing."""
        if _name_member(model) not in self.zip.namelist():
            raise self.make_refusal("{table} is missing".format(**_map_labels(model)))
        by_name = {field.attname: field for field in list_columns(model)}
        with self.zip.open(_name_member(model)) as member:
            names = json.loads(member.readline(LONGEST))
            if sorted(names) != sorted(by_name):
                raise self.make_refusal("{table} has other columns".format(**_map_labels(model)))
            into = [by_name[name] for name in names]
            yield into, self._read_rows(model, into, member)

    def _read_rows(self, model: type[Model], into: Columns, member: IO[bytes]) -> Iterator[list[Any]]:
        number = 0
        try:
            while line := member.readline(LONGEST):
                yield parse_row(into, line)
                number += 1
        except UNREADABLE as error:
            raise self.make_refusal("a row of {table} cannot be read".format(**_map_labels(model))) from error
        if number != self.manifest.tables[model._meta.label_lower]:
            raise self.make_refusal("{table} has missing or extra rows".format(**_map_labels(model)))

    def make_refusal(self, reason: str) -> CommandError:
        return CommandError(f"{self.path} cannot be restored: {reason}. Nothing was changed.")


@contextmanager
def open_backup(path: Path, passphrase: str = "") -> Iterator[Archive]:
    """Open a backup. CommandError with the reason if it is foreign, incomplete or of an unknown format."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        plain = decrypt(path, file, passphrase) if is_encrypted(file) else file
        _refuse_others(path, plain)
        try:
            members = zipfile.ZipFile(plain)
            manifest = _read_manifest(path, members)
            key = _read_key(members, manifest)
        except UNREADABLE as error:
            raise _make_refusal(path) from error
        with members:
            yield Archive(path, members, manifest, key)


def read_fingerprint(path: Path) -> str:
    """Return the key's fingerprint in the backup, without a check of the seal; "" if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as members:
            return _read_manifest(path, members).key
    except (OSError, CommandError, *UNREADABLE):
        return ""


def make_fingerprint(key: str) -> str:
    """Return the fingerprint that identifies the key. The key cannot be calculated from it."""
    return salted_hmac("headtable-backup", "", secret=key, algorithm="sha256").hexdigest()


def is_backup(path: Path) -> bool:
    """Return whether the file is a backup of ours, complete or not, or encrypted."""
    with path.open("rb") as file:
        return is_encrypted(file) or _is_ours(file)


def _is_ours(file: IO[bytes]) -> bool:
    file.seek(NAME_AT)
    return file.read(len(FORMAT)) == FORMAT.encode()


def _refuse_others(path: Path, file: IO[bytes]) -> None:
    if not _is_ours(file):
        raise _make_refusal(path)
    seal = _compute_seal(file)
    if file.read() != seal:
        raise CommandError(f"{path} is incomplete or was changed. Use another backup. Nothing was changed.")


def _make_refusal(path: Path) -> CommandError:
    return CommandError(f"{path} is not a backup of Headtable.")


def _compute_seal(file: IO[bytes]) -> bytes:
    """Return the expected seal. The file's next read returns its actual seal."""
    digest, remaining = hashlib.sha256(), max(0, file.seek(0, os.SEEK_END) - SEAL)
    file.seek(0)
    while chunk := file.read(min(remaining, 1 << 20)):
        digest.update(chunk)
        remaining -= len(chunk)
    return digest.hexdigest().encode()


def _read_manifest(path: Path, members: zipfile.ZipFile) -> Manifest:
    content = json.loads(_read_member(members, MANIFEST))
    version = content["format_version"]
    if content["format"] != FORMAT or type(version) is not int or version < 1:
        raise _make_refusal(path)
    if version > FORMAT_VERSION and _is_name(content["headtable"]):
        raise CommandError(
            (
                "{file} was made by a newer Headtable, version {version}: "
                "restore it with that version. Nothing was changed."
            ).format(file=path, version=content["headtable"])
        )
    if not _is_sound(manifest := Manifest(**content)):
        raise _make_refusal(path)
    return manifest


def _is_sound(manifest: Manifest) -> bool:
    """Return whether each value has the right type. Some wrong values raise one of UNREADABLE."""
    timezone.localtime(datetime.fromisoformat(manifest.made))
    names = [name for app_names in manifest.migrations.values() for name in app_names]
    return (
        all(map(_is_name, (manifest.headtable, *manifest.migrations, *names, *manifest.tables)))
        and all(isinstance(app_names, list) for app_names in manifest.migrations.values())
        and all(type(number) is int and number >= 0 for number in manifest.tables.values())
        and isinstance(manifest.key, str)
    )


def _is_name(value: object) -> bool:
    """Return whether the value can be shown in a sentence."""
    return isinstance(value, str) and value.isprintable() and len(value) <= 100


def _read_key(members: zipfile.ZipFile, manifest: Manifest) -> str | None:
    if KEY not in members.namelist():
        return None
    key = _read_member(members, KEY).decode()
    if not key or key != key.strip() or make_fingerprint(key) != manifest.key:
        raise ValueError("it is another key, or none")
    return key


def _read_member(members: zipfile.ZipFile, name: str) -> bytes:
    with members.open(name) as member:
        if len(content := member.read(LONGEST)) == LONGEST:
            raise ValueError("it is too long")
        return content


def _name_member(model: type[Model]) -> str:
    return f"{model._meta.label_lower}.jsonl"


def _map_labels(model: type[Model]) -> dict[str, str]:
    return {"table": model._meta.label_lower}


def _format_line(values: Sequence[Any]) -> bytes:
    return written(values).encode() + b"\n"
