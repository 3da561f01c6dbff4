"""Where it is reached in the hall, and what runs or was left over on this machine."""

from collections.abc import Iterator

from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.utils.translation import gettext

from tournaments.management.address import LOOPBACK, USUAL_PORT, free_port, machine_address
from tournaments.management.doctor.finding import Asked, Check, Finding, doubt, well, wrong
from tournaments.management.processes import traces

UP = settings.PLACE.typed("up")


def running() -> str:
    """The number of the ``manage.py up`` that has the data folder; nothing if none runs."""
    return traces.holder(settings.RUN_DIR / traces.LOCK)


def address(_asked: Asked) -> Iterator[Finding]:
    if settings.BEHIND_TLS:
        yield well(gettext("A proxy is in front of it."))
        return
    if _one_of_many():
        yield well(
            gettext("It is one of many machines: where it listens is not for %(up)s to say.") % {"up": UP}
        )
        return
    yield _port()
    try:
        yield well(
            gettext("Phones in the hall reach this machine at %(address)s, if “--lan” is given.")
            % {"address": machine_address()}
        )
    except CommandError as error:
        yield doubt(str(error), gettext("Without a network only this machine itself can be used."))


def _one_of_many() -> bool:
    """Whether key, database and broker are elsewhere, as in containers: what has the port may be our own."""
    elsewhere = settings.KEY_FILE is None and bool(settings.REDIS_URL)
    return elsewhere and connection.vendor == "postgresql"


def _port() -> Finding:
    if pid := running():
        return well(gettext("%(up)s runs, as process %(pid)s.") % {"up": UP, "pid": pid})
    try:
        port = free_port(LOOPBACK, None)
    except CommandError as error:
        return wrong(str(error), gettext("End what uses them, or: %(up)s --port NUMBER.") % {"up": UP})
    if port == USUAL_PORT:
        return well(gettext("Port %(port)s is free for %(up)s.") % {"up": UP, "port": port})
    return doubt(
        gettext("Another program uses port %(usual)s: %(up)s would take %(port)s.")
        % {"up": UP, "usual": USUAL_PORT, "port": port},
        gettext("Codes on the tables hold the port: end the other program, or print them anew."),
    )


def left_over(_asked: Asked) -> Iterator[Finding]:
    """Processes of an ``up`` that was itself killed: they go on, and nobody looks after them."""
    files = sorted(settings.RUN_DIR.glob(f"*{traces.SUFFIX}"))
    left = {} if running() else {path.stem: pid for path in files if (pid := traces.holder(path))}
    for name, pid in left.items():
        yield doubt(
            gettext("%(name)s of a %(up)s that has ended still runs, as process %(pid)s.")
            % {"up": UP, "name": name, "pid": pid},
            gettext("%(up)s ends it, and starts it anew.") % {"up": UP},
        )
    if not left:
        yield well(gettext("Nothing runs that nobody looks after."))


CHECKS = (
    Check("address", address),
    Check("left over", left_over),
)
