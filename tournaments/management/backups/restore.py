"""Restoring a backup: first into a separate database, which is migrated to this version, then into ours.

So any fault of the backup is found before our data change.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from accounts.models import Club, User
from accounts.unlimited import lift_limits
from tournaments.management.backups.archive import (
    APPS,
    SIGN_INS,
    UNREADABLE,
    Archive,
    Manifest,
    insert,
    list_carried_models,
    list_columns,
    list_unknown,
    make_fingerprint,
    open_backup,
    read_rows,
    refuse_newer,
)
from tournaments.management.backups.backup import (
    PART,
    backup_make,
    choose_contents,
    find_long_left,
    get_kept_folder,
)
from tournaments.management.disk import flush, flush_database, flush_names, is_damage
from tournaments.management.processes.stopping import ignore_stops
from tournaments.models import Evening

OURS, ASIDE = "default", "aside"
SQLITE = "accounts.database.sqlite3"
QUICK = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"}
"""Options of a database that is deleted soon."""

RESTORING, CHECKING = "restore-", "check-"
"""The beginnings of names of temporary folders."""

PATIENCE = 10
"""Seconds to wait for a table lock of PostgreSQL. Without a limit the wait could last for ever."""
LOCKED = "55P03"
"""PostgreSQL's code for the end of that wait."""


@dataclass(frozen=True)
class Restored:
    """A completed restore.

    ``before``: a backup of the replaced data. ``signed``: the backup's key is the present key. ``signed_in``:
    sign-ins are valid too.
    """

    manifest: Manifest
    before: Path | None
    signed: bool
    signed_in: bool
    has_key: bool
    seconds: float


def check(path: Path, passphrase: str = "") -> Manifest:
    """Check the whole backup, and change nothing. CommandError with the fault."""
    with open_backup(path, passphrase) as archive, _load_aside(archive, CHECKING):
        return archive.manifest


def restore(path: Path, *, replace: bool, passphrase: str = "") -> Restored:
    """Replace the data by the backup. CommandError if that fails: then nothing was changed."""
    began, ours = time.monotonic(), connections[OURS]
    with open_backup(path, passphrase) as archive:
        refuse_newer(ours)
        if (content := describe_contents(ours)) and not replace:
            raise archive.make_refusal(
                f"the database holds {content} already; with --replace the backup replaces them, and a "
                "backup of them is made first"
            )
        with _load_aside(archive, RESTORING) as folder:
            call_command("migrate", interactive=False, verbosity=0)
            # With the key, because the restore can replace the key too.
            before = (
                backup_make(get_kept_folder(), None, choose_contents(with_key=True)).path if content else None
            )
            key = archive.key if settings.KEY_FILE else None
            _put_into(archive, ours, _write_key(folder, key) if key else None)
        flush_database(ours)
        flush_names(settings.DATA_DIR.parent)
        signed = make_fingerprint(key or settings.SECRET_KEY) == archive.manifest.key
        has_sign_ins = archive.key is not None or archive.manifest.tables.get(SIGN_INS, 0) > 0
        took = time.monotonic() - began
        return Restored(
            archive.manifest, before, signed, signed and has_sign_ins, archive.key is not None, took
        )


def describe_contents(ours: BaseDatabaseWrapper) -> str:
    """Describe the database's content. Empty if nobody has used the database yet."""
    if Club._meta.db_table not in ours.introspection.table_names():
        return ""
    clubs, users, evenings = (model._base_manager.count() for model in (Club, User, Evening))
    if not clubs and not users:
        return ""
    return f"clubs: {clubs}, users: {users}, evenings: {evenings}"


def left_over_clear(folder: Path) -> None:
    """Delete what killed processes left in the data folder. The caller must be alone in the folder."""
    for path in (*folder.glob(f"{RESTORING}*"), *find_long_left(folder.glob(f"{CHECKING}*"))):
        shutil.rmtree(path)
    for path in find_long_left(folder.glob(f"{PART}*")):
        path.unlink(missing_ok=True)


@contextmanager
def _load_aside(archive: Archive, prefix: str) -> Iterator[Path]:
    """Create a separate database of this version from the backup. CommandError if that fails.

    Yield the folder of the database, for other files to prepare.
    """
    with tempfile.TemporaryDirectory(prefix=prefix, dir=settings.DATA_DIR, ignore_cleanup_errors=True) as own:
        folder = Path(own)
        with open_database(OURS, folder / "aside.sqlite3") as aside:
            try:
                _fill(archive, aside)
            except CommandError:
                raise
            except Exception as error:  # migrations run here on rows that anybody may have written
                raise archive.make_refusal(f"{type(error).__name__}: {error}") from error
        with open_database(ASIDE, folder / "aside.sqlite3"):
            yield folder


@contextmanager
def open_database(alias: str, file: Path) -> Iterator[BaseDatabaseWrapper]:
    """Use a SQLite file under the alias. Some migrations use only the default alias, so it is allowed."""
    before = connections[alias] if alias == OURS else None
    its = {**connections[OURS].settings_dict, "ENGINE": SQLITE, "NAME": str(file), "OPTIONS": QUICK}
    connections[alias] = own = load_backend(SQLITE).DatabaseWrapper(its, alias)
    try:
        yield own
    finally:
        own.close()
        if before is None:
            del connections[alias]
        else:
            connections[alias] = before


def _fill(archive: Archive, aside: BaseDatabaseWrapper) -> None:
    """Load all rows into tables of the version that wrote them, then migrate the tables to this version."""
    executor = MigrationExecutor(aside)
    migrations = archive.manifest.migrations
    if newer := list_unknown(migrations, executor):
        raise archive.make_refusal(
            "it was made by a newer Headtable, version {version}, with {names}".format(
                version=archive.manifest.headtable, names=", ".join(newer)
            )
        )
    every = executor.migration_plan(executor.loader.graph.leaf_nodes())
    apps = [
        (app, migration)
        for app, migration in every
        if app.app_label not in APPS or app.name in migrations.get(app.app_label, ())
    ]
    wrote_by = executor.migrate(None, plan=apps)
    wrote_by.clear_delayed_apps_cache()
    _load(archive, aside, wrote_by.apps)
    executor.loader.build_graph()
    executor.migrate(executor.loader.graph.leaf_nodes())
    aside.check_constraints()


def _load(archive: Archive, aside: BaseDatabaseWrapper, apps: Apps) -> None:
    tables = list_carried_models(apps)
    if {model._meta.label_lower for model in tables} != set(archive.manifest.tables):
        raise archive.make_refusal("its tables do not match its version")
    with transaction.atomic():
        for model in tables:
            with archive.read_table(model) as (into, lines):
                insert(aside, model, into, lines)
        aside.check_constraints()


def _put_into(archive: Archive, ours: BaseDatabaseWrapper, key: Path | None) -> None:
    """Replace all data and the key. If the data cannot be replaced, change nothing."""
    with lift_limits(OURS), ExitStack() as no_way_back:
        try:
            with transaction.atomic():
                _replace(ours)
                no_way_back.enter_context(ignore_stops())
        except (DatabaseError, *UNREADABLE) as error:  # also for characters that PostgreSQL cannot store
            if isinstance(error, DatabaseError) and is_damage(error):
                raise
            raise archive.make_refusal(_describe_reason(error)) from error
        if key and settings.KEY_FILE:
            _move_key(key, settings.KEY_FILE)


def _replace(ours: BaseDatabaseWrapper) -> None:
    tables = list_carried_models(apps)
    names = [model._meta.db_table for model in tables]
    with ours.cursor() as cursor:
        if ours.vendor == "postgresql":
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
        for sql in ours.ops.sql_flush(no_style(), names, allow_cascade=True):
            cursor.execute(sql)
        for model in tables:
            insert(ours, model, list_columns(model), read_rows(model, ASIDE))
        for sql in ours.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(sql)
        ours.check_constraints()


def _describe_reason(error: Exception) -> str:
    if getattr(error.__cause__, "sqlstate", None) == LOCKED:
        return "the database is in use: stop web, live, worker and beat first"
    return str(error)


def _write_key(folder: Path, key: str) -> Path:
    """Write the key to a private file on the disk, ready to be renamed."""
    file = folder / "secret.key"
    file.touch(mode=0o600)
    with file.open("w") as stream:
        stream.write(key)
        stream.flush()
        flush(stream.fileno())
    return file


def _move_key(key: Path, place: Path) -> None:
    """Move the key to its place. CommandError if that fails: then only the database has been replaced."""
    try:
        key.replace(place)
    except OSError as error:
        raise CommandError(
            f"The database was replaced, but not the key in {place}: {error.strerror or error}. "
            "Without the key everybody must sign in again, and the codes on the tables do not work. "
            "Mend this, then restore again with --replace."
        ) from error
    flush_names(place.parent)
