"""Database outages: their kinds, and the response with status 503.

The same request can succeed later. PostgreSQL reports an outage by its SQLSTATE, SQLite by its result code.
Every other error is a bug. The response says when to try again, in the format of the request.
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
    BUSY = "busy"  # no lock in time, or a statement took too long
    FULL = "full"  # the disk, or the memory of the database server
    READ_ONLY = "read-only"
    AWAY = "away"  # no connection, or a broken one

    @property
    def retry_after(self) -> int:
        """Return the seconds after which a client should try again."""
        return 2 if self is Outage.BUSY else 5


class BusyError(Exception):
    """Other threads or processes work on the same thing, and the time to wait for them is over."""


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
    "57P03": Outage.AWAY,  # cannot_connect_now: the server starts or stops
    "57P05": Outage.AWAY,  # idle_session_timeout
}
SQLITE = {
    5: Outage.BUSY,  # SQLITE_BUSY
    6: Outage.BUSY,  # SQLITE_LOCKED
    8: Outage.READ_ONLY,  # SQLITE_READONLY
    10: Outage.FULL,  # SQLITE_IOERR: also an exceeded quota
    13: Outage.FULL,  # SQLITE_FULL
    14: Outage.AWAY,  # SQLITE_CANTOPEN
}
PRIMARY = 0xFF
"""SQLite's extended codes hold the primary one in their lowest byte."""
CONNECTION_EXCEPTION = "08"


def find_outage(error: BaseException | None) -> Outage | None:
    """Return the kind of outage behind the error; None for every other error."""
    if isinstance(error, BusyError):
        return Outage.BUSY
    if not isinstance(error, Error):
        return None
    cause = error.__cause__ or error
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return SQLITE.get(code & PRIMARY)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return _guess_outage(error, cause)
    return Outage.AWAY if state.startswith(CONNECTION_EXCEPTION) else POSTGRESQL.get(state)


def _guess_outage(error: Error, cause: BaseException) -> Outage | None:
    """Return the outage of an error without a code: no server answered, or the connection broke."""
    if cause is error:
        return Outage.AWAY if isinstance(error, InterfaceError) else None  # a closed connection
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


# The page needs no database: it has no session, so neither a user nor earlier messages.
def render_outage(request: HttpRequest, outage: Outage, error: BaseException) -> HttpResponse:
    """Return a page, a fragment for htmx, or JSON for the phone at a table, which keeps its data."""
    words = gettext(WORDS[outage])
    log_outage(request, outage, error)
    if "application/json" in request.headers.get("Accept", ""):
        return set_retry_after(JsonResponse({"status": "unavailable", "message": words}), outage)
    name = "components/unavailable.html" if request.headers.get("HX-Request") else "503.html"
    context = {"words": words, "sent": request.method not in ("GET", "HEAD"), "path": request.get_full_path()}
    return set_retry_after(HttpResponse(loader.render_to_string(name, context)), outage)


def set_retry_after(answer: HttpResponse, outage: Outage) -> HttpResponse:
    answer.status_code = STATUS
    answer["Retry-After"] = str(outage.retry_after)
    answer["Cache-Control"] = "no-store"
    silence_log(answer)
    return answer


def silence_log(answer: HttpResponse) -> None:
    """Keep Django from logging the response as a bug with a traceback: an outage has its own log line."""
    vars(answer)["_has_been_logged"] = True


def log_outage(request: HttpRequest, outage: Outage, error: BaseException) -> None:
    log.warning("%s %s: the database is %s: %s", request.method, request.path, outage, error)
