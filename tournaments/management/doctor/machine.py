"""Checks of the machine: installed packages, the data folder, and settings that do not fit together."""

import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.core import checks
from django.db import connection

from tournaments.management.address import ALWAYS_ALLOWED
from tournaments.management.disk import find_outdated_files, find_static_files, load_collected
from tournaments.management.doctor.database import Check, CheckScope, Finding, doubt, well, wrong

LOCK = "requirements.lock"
LOCKED = re.compile(r"^([\w.-]+)==(\S+)( ;)?", re.MULTILINE)
"""Matches a package, its version, and the marker of a package that only some machines need."""

MEGABYTE = 1024 * 1024
LITTLE, TOO_LITTLE = 1024, 100
"""Free megabytes: an evening of 100 people needs about 2, Headtable's packages about 300."""


def check_packages(_scope: CheckScope) -> Iterator[Finding]:
    path = settings.BASE_DIR / LOCK
    if not path.exists():
        yield doubt(
            f"There is no {LOCK} to compare with the installed packages.",
            "Install it from the same release as the program.",
        )
        return
    locked = LOCKED.findall(path.read_text())
    differ = [
        difference
        for name, pinned, is_needed in locked
        if (difference := _describe_difference(name, pinned, bool(is_needed)))
    ]
    if differ:
        yield wrong(
            "Not as in {lock}: {which}".format(lock=LOCK, which="; ".join(differ)),
            settings.PLACE.install,
        )
    else:
        yield well(f"Python {platform.python_version()} and its packages are those of {LOCK}.")


def _describe_difference(name: str, pinned: str, is_needed: bool) -> str:
    """Return how the installed package differs from the lock; "" if it does not, or is not needed."""
    try:
        installed = version(name)
    except PackageNotFoundError:
        return "" if is_needed else f"{name} is missing"
    if installed == pinned:
        return ""
    return f"{name} is {installed}, not {pinned}"


def _is_data_kept() -> bool:
    """Return whether the data folder is used. An installation on many machines has no data folder."""
    return settings.KEY_FILE is not None or connection.vendor == "sqlite"


def check_data_folder(_scope: CheckScope) -> Iterator[Finding]:
    folder = settings.DATA_DIR
    if not _is_data_kept():
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


def check_secret_key(_scope: CheckScope) -> Iterator[Finding]:
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


def check_disk(_scope: CheckScope) -> Iterator[Finding]:
    if not _is_data_kept():
        yield well("No disk space is needed here.")
        return
    free = shutil.disk_usage(settings.DATA_DIR).free // MEGABYTE
    text = f"{free} MB are free in {settings.DATA_DIR}."
    mend = "Free space, or move the folder and set HEADTABLE_DATA."
    if free < TOO_LITTLE:
        yield wrong(text, mend)
    else:
        yield doubt(text, mend) if free < LITTLE else well(text)


CHECKS = (
    Check("packages", check_packages),
    Check("data folder", check_data_folder),
    Check("secret key", check_secret_key),
    Check("disk", check_disk, needs=("data folder",)),
)


COLLECT = settings.PLACE.format_command("collectstatic --no-input")


def check_setup(_scope: CheckScope) -> Iterator[Finding]:
    findings = [
        *_check_debug(),
        *_check_hosts(),
        *(_check_behind_tls() if settings.BEHIND_TLS else ()),
        *_check_zone(),
    ]
    yield from findings or [well("They go together.")]


def _check_debug() -> Iterator[Finding]:
    if not settings.DEBUG:
        return
    unset = "Unset DEBUG. It is for developers."
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield doubt("DEBUG is on.", unset)
    else:
        yield wrong("DEBUG is on and others can reach it. An error page shows them code.", unset)


def _check_hosts() -> Iterator[Finding]:
    if "*" in settings.ALLOWED_HOSTS:
        yield doubt(
            "ALLOWED_HOSTS is “*”, so it answers to any name, and printed codes contain that name.",
            "List the host names that are used.",
        )


def _check_behind_tls() -> Iterator[Finding]:
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield wrong(
            "BEHIND_TLS is on, but it answers only as localhost.",
            "Add the public host to ALLOWED_HOSTS.",
        )
    if not settings.CSRF_TRUSTED_ORIGINS:
        yield doubt(
            "Forms are refused unless the proxy forwards the Host header unchanged.",
            "Make the proxy forward it, or set CSRF_TRUSTED_ORIGINS to https:// and the public host.",
        )
    if any(not origin.startswith("https://") for origin in settings.CSRF_TRUSTED_ORIGINS):
        yield doubt(
            "CSRF_TRUSTED_ORIGINS trusts pages without https.",
            "Each origin must begin with https://.",
        )
    if not settings.TRUSTED_PROXIES:
        yield doubt(
            "TRUSTED_PROXIES is 0, so all visitors of the calculators count as one: the proxy.",
            "Set it to the number of proxies that write X-Forwarded-For.",
        )


def _check_zone() -> Iterator[Finding]:
    if settings.TIME_ZONE in ("UTC", "Etc/UTC"):
        yield doubt(
            "Times are shown in UTC.",
            "Set the club's time zone, for example TZ=Europe/Zurich.",
        )


def check_deployment(_scope: CheckScope) -> Iterator[Finding]:
    """Run Django's checks. Those for a public server run only behind TLS: in the hall plain http is right."""
    messages = checks.run_checks(include_deployment_checks=settings.BEHIND_TLS)
    for message in messages:
        if not message.is_silenced():
            report = wrong if message.level >= checks.ERROR else doubt
            yield report(f"{message.id}: {message.msg}", message.hint or "See Django's documentation of it.")
    if not messages:
        yield well("They find no problem.")


def check_static_files(_scope: CheckScope) -> Iterator[Finding]:
    """Check that every static file was collected, and that every collected file still exists."""
    if not settings.COLLECTED_STATIC:
        yield well(
            "They need no collecting here, or {up} collects them.".format(
                up=settings.PLACE.format_command("up")
            )
        )
        return
    if not (folder := load_collected()):
        yield wrong("COLLECTED_STATIC is on, but the files were not collected.", COLLECT)
        return
    ours = {path for path, _storage in find_static_files()}
    if stale := sorted((ours - set(folder)) | find_outdated_files(folder)):
        yield wrong(
            f"{len(stale)} files are not collected, for example {stale[0]}.",
            COLLECT,
        )
    else:
        yield well(f"All {len(folder)} are collected.")


SETUP_CHECKS = (
    Check("settings", check_setup),
    Check("Django's checks", check_deployment),
    Check("static files", check_static_files),
)
