"""Of which version of Headtable a database is, or a backup: told by its migrations."""

from collections.abc import Mapping, Sequence

from django.apps.registry import Apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tournaments.management.backups.tables import APPS

Migrations = Mapping[str, Sequence[str]]


def applied(connection: BaseDatabaseWrapper) -> Migrations:
    """The migrations that made the tables which are carried, by app."""
    done = sorted(MigrationRecorder(connection).applied_migrations())
    return {app: [name for of, name in done if of == app] for app in APPS}


def unknown(migrations: Migrations, executor: MigrationExecutor) -> list[str]:
    """Those of the migrations that this version does not have."""
    named = [(app, name) for app, names in migrations.items() for name in names]
    return [".".join(one) for one in named if one not in executor.loader.disk_migrations]


def refuse_newer(connection: BaseDatabaseWrapper) -> MigrationExecutor:
    """CommandError if a newer version has made the database ready for itself."""
    executor = MigrationExecutor(connection)
    if newer := unknown(applied(connection), executor):
        raise CommandError(
            "The database belongs to a newer version of Headtable. It has {names}.".format(
                names=", ".join(newer)
            )
        )
    return executor


def models_of(executor: MigrationExecutor) -> Apps:
    """The models as the migrations that are applied have them."""
    done = [one for one in executor.loader.applied_migrations if one in executor.loader.graph.nodes]
    return executor.loader.project_state(done).apps


def refuse_others(connection: BaseDatabaseWrapper) -> None:
    """CommandError if the database is not as this very version has it."""
    executor = refuse_newer(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "The database is not ready for this version: {migrate}.".format(
                migrate=settings.PLACE.typed("migrate")
            )
        )
