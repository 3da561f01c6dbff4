"""The database is brought to this version: a backup first, and never back from a newer one."""

from __future__ import annotations

from collections.abc import Callable

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext

from tournaments.management.backup import Made, backup_make, kept_folder
from tournaments.management.restore import holds
from tournaments.management.versions import refuse_newer


def database_upgrade(say: Callable[[str], None]) -> None:
    """Migrate. CommandError if a newer version has been here, or if no backup can be made."""
    executor = refuse_newer(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()) and holds(connection):
        say(gettext("A backup of the database, before it is brought to this version: %(file)s") % _backup())
    call_command("migrate", interactive=False, verbosity=0)


def _backup() -> dict[str, object]:
    try:
        made: Made = backup_make(kept_folder(), older=True)
    except (CommandError, OSError) as error:
        raise CommandError(
            gettext(
                "No backup could be made, so the database was not brought to this version: %(why)s. "
                "Without a backup: manage.py migrate."
            )
            % {"why": str(error).rstrip(".")}
        ) from error
    return {"file": made.path}
