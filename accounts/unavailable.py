"""The answer where the database cannot do it just now: 503, when to try again, in the form asked for.

Nothing here asks the database: no session, and so neither who is signed in nor a message from before.
"""

import logging
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext

from accounts.errors import gettext_noop as _
from accounts.outages import Outage

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


def unavailable(request: HttpRequest, outage: Outage, error: BaseException) -> HttpResponse:
    """The page; a part of one for htmx; or JSON for a table's phone, which keeps what it sent."""
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
    """Django logs an answer of 500 and more as a bug, with a traceback; an outage has its own line."""
    vars(answer)["_has_been_logged"] = True


def report(request: HttpRequest, outage: Outage, error: BaseException) -> None:
    log.warning("%s %s: the database is %s: %s", request.method, request.path, outage, error)
