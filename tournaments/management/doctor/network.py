"""Checks of the address in the hall, and of processes of this machine."""

from collections.abc import Iterator

from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from tournaments.management.address import LOOPBACK, USUAL_PORT, find_free_port, find_machine_address
from tournaments.management.doctor.database import Check, CheckScope, Finding, doubt, well, wrong
from tournaments.management.processes.data_folder import LOCK
from tournaments.management.processes.supervise import SUFFIX, find_holder

UP_COMMAND = settings.PLACE.format_command("up")


def find_running() -> str:
    """Return the process id of the ``manage.py up`` that uses the data folder; "" if none runs."""
    return find_holder(settings.RUN_DIR / LOCK)


def check_address(_scope: CheckScope) -> Iterator[Finding]:
    if settings.BEHIND_TLS:
        yield well("A proxy is in front of it.")
        return
    if _is_one_of_many():
        yield well(f"It is one of many machines, so {UP_COMMAND} does not choose the port.")
        return
    yield _check_port()
    try:
        yield well(f"Phones in the hall reach this machine at {find_machine_address()}, if they may connect.")
    except CommandError as error:
        yield doubt(str(error), "Without a network only this machine can use it.")


def _is_one_of_many() -> bool:
    """Return whether key, database and broker are elsewhere, as in containers."""
    is_shared = settings.KEY_FILE is None and bool(settings.REDIS_URL)
    return is_shared and connection.vendor == "postgresql"


def _check_port() -> Finding:
    if pid := find_running():
        return well(f"{UP_COMMAND} runs, as process {pid}.")
    try:
        port = find_free_port(LOOPBACK, None)
    except CommandError as error:
        return wrong(str(error), f"Stop the programs that use them, or run {UP_COMMAND} --port NUMBER.")
    if port == USUAL_PORT:
        return well(f"Port {port} is free for {UP_COMMAND}.")
    return doubt(
        f"Another program uses port {USUAL_PORT}: {UP_COMMAND} would take {port}.",
        "The codes on the tables contain the port. Stop the other program, or print the codes again.",
    )


def check_left_over(_scope: CheckScope) -> Iterator[Finding]:
    """Find processes that a killed ``up`` left running. Nothing supervises them."""
    files = sorted(settings.RUN_DIR.glob(f"*{SUFFIX}"))
    processes = {} if find_running() else {path.stem: pid for path in files if (pid := find_holder(path))}
    for name, pid in processes.items():
        yield doubt(
            f"{name} of an earlier {UP_COMMAND} still runs, as process {pid}.",
            f"{UP_COMMAND} stops it and starts a new one.",
        )
    if not processes:
        yield well("No process is left over.")


CHECKS = (
    Check("address", check_address),
    Check("left over", check_left_over),
)
