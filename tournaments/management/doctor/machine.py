"""The machine: what is installed, and the folder in which everything is kept."""

import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.db import connection

from tournaments.management.doctor.database import Asked, Check, Finding, doubt, well, wrong

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
            f"There is no {LOCK} to compare with the installed packages.",
            "Install it from the same release as the program.",
        )
        return
    locked = LOCKED.findall(path.read_text())
    differ = [said for name, wanted, some in locked if (said := _differs(name, wanted, bool(some)))]
    if differ:
        yield wrong(
            "Not as in {lock}: {which}".format(lock=LOCK, which="; ".join(differ)),
            settings.PLACE.install,
        )
    else:
        yield well(f"Python {platform.python_version()} and its packages are those of {LOCK}.")


def _differs(name: str, wanted: str, some: bool) -> str:
    """Return how the installed package differs from the lock; empty if it does not, or need not be there."""
    try:
        found = version(name)
    except PackageNotFoundError:
        return "" if some else f"{name} is missing"
    if found == wanted:
        return ""
    return f"{name} is {found}, not {wanted}"


def _keeps() -> bool:
    """Return whether anything is kept in the data folder. Of many machines none may have one."""
    return settings.KEY_FILE is not None or connection.vendor == "sqlite"


def data_folder(_asked: Asked) -> Iterator[Finding]:
    folder = settings.DATA_DIR
    if not _keeps():
        yield well("It is not used: the key and the database are elsewhere.")
    elif not folder.is_dir():
        yield wrong(
            f"There is no folder {folder}.",
            "Create it, or set HEADTABLE_DATA.",
        )
    elif not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield wrong(
            f"{folder} is not writable.",
            "Give the user who runs Headtable write access: chown and chmod u+rwx.",
        )
    else:
        yield well(f"{folder} is writable.")


def secret_key(_asked: Asked) -> Iterator[Finding]:
    path = settings.KEY_FILE
    if path is None:
        yield well("It is set in the environment.")
        return
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        yield wrong(
            "{path} can be read by others (mode {mode}). Anybody who has it can sign in as anybody.".format(
                path=path, mode=f"{mode:04o}"
            ),
            f"Run chmod 600 {path}. If others use this machine, delete it: everybody signs in again.",
        )
    elif not path.read_text().strip():
        yield wrong(
            f"{path} is empty.",
            "Delete it. A new one is made, and everybody must sign in again.",
        )
    else:
        yield well(f"{path} is private.")


def disk(_asked: Asked) -> Iterator[Finding]:
    if not _keeps():
        yield well("No disk space is needed here.")
        return
    free = shutil.disk_usage(settings.DATA_DIR).free // MEGABYTE
    said = f"{free} MB are free in {settings.DATA_DIR}."
    mend = "Free space, or move the folder and set HEADTABLE_DATA."
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
