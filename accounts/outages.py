"""What the database cannot do at this moment: the kinds of outages, and the response with status 503.

The same request can succeed later. PostgreSQL reports an outage by its SQLSTATE, SQLite by its result code.
An error of any other kind is a bug. The response says when to try again, in the form that was asked for.
"""

import logging
from collections.abc import Mapping
from enum import StrEnum

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext

from accounts.errors import gettext_noop as _


class Outage(StrEnum):
    BUSY = "busy"  # a lock was not got in time, or a statement took too long
    FULL = "full"  # the disk, or the memory of the database's machine
    READ_ONLY = "read-only"
    AWAY = "away"  # no connection, or it broke

    @property
    def retry_after(self) -> int:
        """Return the seconds after which a client tries again."""
        return 2 if self is Outage.BUSY else 5


class BusyError(Exception):
    """Somebody else works on the same thing, and this cannot wait for them."""


POSTGRESQL = {
    "55P03": Outage.BUSY,  # lock_not_available: lock_timeout
    "57014": Outage.BUSY,  # query_canceled: statement_timeout
    "25P03": Outage.BUSY,  # idle_in_transaction_session_timeout
    "25P04": Outage.BUSY,  # transaction_timeout
    "40P01": Outage.BUSY,  # deadlock_detected
    "40001": Outage.BUSY,  # serialization_failure
    "53100": Outage.FULL,  # disk_full
    "53200": Outage.FULL,  # out_of_memory
    "58030": Outage.FULL,  # io_error
    "25006": Outage.READ_ONLY,  # read_only_sql_transaction
    "53300": Outage.AWAY,  # too_many_connections
    "57P01": Outage.AWAY,  # admin_shutdown
    "57P02": Outage.AWAY,  # crash_shutdown
    "57P03": Outage.AWAY,  # cannot_connect_now: it starts or stops
    "57P05": Outage.AWAY,  # idle_session_timeout
}
SQLITE = {
    5: Outage.BUSY,  # SQLITE_BUSY
    6: Outage.BUSY,  # SQLITE_LOCKED
    8: Outage.READ_ONLY,  # SQLITE_READONLY
    10: Outage.FULL,  # SQLITE_IOERR: a quota reports itself so
    13: Outage.FULL,  # SQLITE_FULL
    14: Outage.AWAY,  # SQLITE_CANTOPEN
}
PRIMARY = 0xFF
"""SQLite's extended codes hold the primary one in their lowest byte."""
CONNECTION_EXCEPTION = "08"


def outage_of(error: BaseException | None) -> Outage | None:
    """Return why the database could not do it; None for every other error."""
    if isinstance(error, BusyError):
        return Outage.BUSY
    if not isinstance(error, Error):
        return None
    cause = error.__cause__ or error
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return SQLITE.get(code & PRIMARY)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return _without_a_state(error, cause)
    return Outage.AWAY if state.startswith(CONNECTION_EXCEPTION) else POSTGRESQL.get(state)


def _without_a_state(error: Error, cause: BaseException) -> Outage | None:
    """Tell an outage without a code: no server answered, or the connection broke under a statement."""
    if cause is error:
        return Outage.AWAY if isinstance(error, InterfaceError) else None  # Django's: it is closed
    from_server = type(cause).__module__.partition(".")[0] == "psycopg"
    return Outage.AWAY if from_server and isinstance(error, OperationalError | InterfaceError) else None


log = logging.getLogger("headtable.outages")

STATUS = 503
WORDS: Mapping[Outage, str] = {
    Outage.BUSY: _(
        "Somebody else is changing this right now. Nothing was saved. Try again in a few seconds."
    ),
    Outage.FULL: _(
        "The disk is full, so nothing can be saved. Everything confirmed is kept. Tell the administrator."
    ),
    Outage.READ_ONLY: _(
        "The database is write-protected. Everything confirmed is kept. Tell the administrator."
    ),
    Outage.AWAY: _("The database does not answer. Everything confirmed is kept. Try again in a few seconds."),
}


# The page needs nothing of the database: no session, so neither the user nor an earlier message.
def unavailable(request: HttpRequest, outage: Outage, error: BaseException) -> HttpResponse:
    """Return the page; a part of one for htmx; or JSON for a table's phone, which keeps what it sent."""
    words = gettext(WORDS[outage])
    report(request, outage, error)
    if "application/json" in request.headers.get("Accept", ""):
        return later(JsonResponse({"status": "unavailable", "message": words}), outage)
    name = "components/unavailable.html" if request.headers.get("HX-Request") else "503.html"
    context = {"words": words, "sent": request.method not in ("GET", "HEAD"), "path": request.get_full_path()}
    return later(HttpResponse(loader.render_to_string(name, context)), outage)


def later(answer: HttpResponse, outage: Outage) -> HttpResponse:
    answer.status_code = STATUS
    answer["Retry-After"] = str(outage.retry_after)
    answer["Cache-Control"] = "no-store"
    without_a_line(answer)
    return answer


def without_a_line(answer: HttpResponse) -> None:
    """Keep Django from logging the answer as a bug with a traceback: an outage has its own line."""
    vars(answer)["_has_been_logged"] = True


def report(request: HttpRequest, outage: Outage, error: BaseException) -> None:
    log.warning("%s %s: the database is %s: %s", request.method, request.path, outage, error)
