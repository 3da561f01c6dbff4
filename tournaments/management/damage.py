"""A database that does not do as it should: what is said of it, and what is to be done."""

from django.core.management.base import CommandError
from django.db import DatabaseError, Error, connection
from django.utils.translation import gettext


def trouble(error: Error) -> CommandError:
    """What the database said, and if its file is damaged what to do."""
    said = gettext("The database: %(error)s") % {"error": error}
    return CommandError(f"{said}. {move_away()}" if is_damage(error) else said)


def is_damage(error: Error) -> bool:
    """Whether SQLite cannot make anything of its file: all else is an error of a kind of its own."""
    return connection.vendor == "sqlite" and type(error) is DatabaseError


def move_away() -> str:
    """How one goes on from a damaged file: nothing can be written to it, also no backup of it."""
    return gettext(
        "Stop Headtable, move %(file)s away with its -wal and -shm, and then restore the last backup."
    ) % {"file": connection.settings_dict["NAME"]}
