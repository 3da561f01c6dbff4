"""A database that does not do as it should: what is said of it in one line, and what is to be done."""

from collections.abc import Mapping

from django.core.management.base import CommandError
from django.db import DatabaseError, Error, connection

from accounts.outages import Outage, outage_of

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


def trouble(error: Error) -> CommandError:
    """Return what the database said, and what to do if that is known."""
    said = "The database: {error}".format(error=" ".join(str(error).split()).rstrip(" .?"))
    return CommandError(f"{said}. {remedy}" if (remedy := _remedy(error)) else said)


def _remedy(error: Error) -> str:
    if is_damage(error):
        return move_away()
    remedies = SQLITE if connection.vendor == "sqlite" else SERVER
    remedy = remedies.get(outage_of(error) or "", "")
    return remedy % {"file": connection.settings_dict["NAME"]} if remedy else ""


def is_damage(error: Error) -> bool:
    """Whether SQLite cannot make anything of its file: all else is an error of a kind of its own."""
    return connection.vendor == "sqlite" and type(error) is DatabaseError


def move_away() -> str:
    """How one goes on from a damaged file: nothing can be written to it, also no backup of it."""
    return (
        "Stop Headtable, move {file} away, together with its -wal and -shm files. Then restore the "
        "last backup."
    ).format(file=connection.settings_dict["NAME"])
