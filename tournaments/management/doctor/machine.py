"""The machine: what is installed, and the folder in which everything is kept."""

import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext

from tournaments.management.doctor.finding import Asked, Check, Finding, doubt, well, wrong

LOCK = "requirements.lock"
LOCKED = re.compile(r"^([\w.-]+)==(\S+)( ;)?", re.MULTILINE)
"""A package, its version, and whether only some machines need it."""

MEGABYTE = 1024 * 1024
LITTLE, TOO_LITTLE = 1024, 100
"""Free megabytes: an evening of 100 people takes about 2, its packages about 300."""


def packages(_asked: Asked) -> Iterator[Finding]:
    path = settings.BASE_DIR / LOCK
    if not path.exists():
        yield doubt(
            gettext("There is no %(lock)s to compare with what is installed.") % {"lock": LOCK},
            gettext("Install it from the same release as the program."),
        )
        return
    locked = LOCKED.findall(path.read_text())
    differ = [said for name, wanted, some in locked if (said := _differs(name, wanted, bool(some)))]
    if differ:
        yield wrong(
            gettext("Not as in %(lock)s: %(which)s") % {"lock": LOCK, "which": "; ".join(differ)},
            settings.PLACE.install,
        )
    else:
        yield well(
            gettext("Python %(python)s and its packages are those of %(lock)s.")
            % {"python": platform.python_version(), "lock": LOCK}
        )


def _differs(name: str, wanted: str, some: bool) -> str:
    """How what is installed differs from the lock; nothing if it does not, or need not be there."""
    try:
        found = version(name)
    except PackageNotFoundError:
        return "" if some else gettext("%(name)s is missing") % {"name": name}
    if found == wanted:
        return ""
    return gettext("%(name)s is %(found)s, not %(wanted)s") % {
        "name": name,
        "found": found,
        "wanted": wanted,
    }


def _keeps() -> bool:
    """Whether anything is kept in the data folder. Of many machines none may have one."""
    return settings.KEY_FILE is not None or connection.vendor == "sqlite"


def data_folder(_asked: Asked) -> Iterator[Finding]:
    folder = settings.DATA_DIR
    if not _keeps():
        yield well(gettext("Nothing is kept in one: the key and the database are elsewhere."))
    elif not folder.is_dir():
        yield wrong(
            gettext("There is no folder %(folder)s.") % {"folder": folder},
            gettext("Make it, or name another one by HEADTABLE_DATA."),
        )
    elif not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield wrong(
            gettext("%(folder)s cannot be written to.") % {"folder": folder},
            gettext("Let the user who runs Headtable write there: chown and chmod u+rwx."),
        )
    else:
        yield well(gettext("%(folder)s can be written to.") % {"folder": folder})


def secret_key(_asked: Asked) -> Iterator[Finding]:
    path = settings.KEY_FILE
    if path is None:
        yield well(gettext("The environment names it."))
        return
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        yield wrong(
            gettext("%(path)s can be read by others (mode %(mode)s): who has it can sign in as anybody.")
            % {"path": path, "mode": f"{mode:04o}"},
            gettext("chmod 600 %(path)s; if others use this machine, delete it, and everybody signs in anew.")
            % {"path": path},
        )
    elif not path.read_text().strip():
        yield wrong(
            gettext("%(path)s is empty.") % {"path": path},
            gettext("Delete it: a new one is made, and everybody signs in anew."),
        )
    else:
        yield well(gettext("%(path)s is private.") % {"path": path})


def disk(_asked: Asked) -> Iterator[Finding]:
    if not _keeps():
        yield well(gettext("Nothing here needs any."))
        return
    free = shutil.disk_usage(settings.DATA_DIR).free // MEGABYTE
    said = gettext("%(free)s MB are free in %(folder)s.") % {"free": free, "folder": settings.DATA_DIR}
    mend = gettext("Make room, or move the folder and name it by HEADTABLE_DATA.")
    if free < TOO_LITTLE:
        yield wrong(said, mend)
    else:
        yield doubt(said, mend) if free < LITTLE else well(said)


CHECKS = (
    Check("packages", packages),
    Check("data folder", data_folder),
    Check("secret key", secret_key),
    Check("disk", disk, needs=("data folder",)),
)
