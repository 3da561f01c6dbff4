"""A database that does not do as it should: what is said of it in one line, and what is to be done."""

from collections.abc import Mapping

from django.core.management.base import CommandError
from django.db import DatabaseError, Error, connection
from django.utils.translation import gettext, gettext_noop

from accounts.outages import Outage, outage_of

SQLITE: Mapping[str, str] = {
    Outage.FULL: gettext_noop("Make room on the disk of %(file)s."),
    Outage.READ_ONLY: gettext_noop("Let the user who starts Headtable write %(file)s and its folder."),
    Outage.AWAY: gettext_noop(
        "%(file)s must be a file, in a folder, and the user who starts Headtable must be able to write both."
    ),
    Outage.BUSY: gettext_noop("Stop what else works on %(file)s, and try again."),
}
SERVER: Mapping[str, str] = {
    Outage.AWAY: gettext_noop("Start its server, or mend its address in DATABASE_URL."),
    Outage.FULL: gettext_noop("Make room on the disk of its server."),
}


def trouble(error: Error) -> CommandError:
    """Return what the database said, and what to do if that is known."""
    said = gettext("The database: %(error)s") % {"error": " ".join(str(error).split()).rstrip(" .?")}
    return CommandError(f"{said}. {remedy}" if (remedy := _remedy(error)) else said)


def _remedy(error: Error) -> str:
    if is_damage(error):
        return move_away()
    remedies = SQLITE if connection.vendor == "sqlite" else SERVER
    remedy = remedies.get(outage_of(error) or "", "")
    return gettext(remedy) % {"file": connection.settings_dict["NAME"]} if remedy else ""


def is_damage(error: Error) -> bool:
    """Whether SQLite cannot make anything of its file: all else is an error of a kind of its own."""
    return connection.vendor == "sqlite" and type(error) is DatabaseError


def move_away() -> str:
    """How one goes on from a damaged file: nothing can be written to it, also no backup of it."""
    return gettext(
        "Stop Headtable, move %(file)s away with its -wal and -shm, and then restore the last backup."
    ) % {"file": connection.settings_dict["NAME"]}
