"""Two addresses for machines that look after this one: does the process answer, and can it do its work?

They are a middleware, not views: whoever probes stands beside the proxy, not before it. A probe names any
host, speaks plain http, and wants no session, so it is answered before anything that would refuse, redirect
or read; and Django's middleware is the one place that servers of WSGI and of ASGI have in common.
"""

import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone

from accounts.outages import Outage, outage_of
from tournaments.base import fanout

ALIVE, READY = "/healthz", "/readyz"
PROBES = (ALIVE, READY)
OK, NO_ANSWER, NONE, NOT_MIGRATED = "ok", "away", "none", "not migrated"
SERVES = (OK, Outage.BUSY)
"""With a database that somebody has locked, all pages can still be read, and another process is no better."""
WAIT = 1.5
"""Seconds after which what has not answered is away."""
RESULT_SECONDS = 0.5
"""Seconds for which an answer is as good as a new one: nobody can keep the database busy by asking."""
GIVEN_UP = 10.0
"""Seconds after which a look is left to itself: a network may swallow a question and never say so."""


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in PROBES:
            return self.get_response(request)
        answer = self.answer(request)
        # Django logs each answer of 400 and more, else: anybody may ask, and a monitor asks all night.
        vars(answer)["_has_been_logged"] = True
        return answer

    @staticmethod
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        answer = ready() if request.path_info == READY else HttpResponse(OK, content_type="text/plain")
        answer["Cache-Control"], answer["Content-Length"] = "no-store", len(answer.content)
        if request.method == "HEAD":
            answer.content = b""
        return answer


def ready() -> JsonResponse:
    """Return whether pages can be served. The broker's state is reported: pages are served without it."""
    until = time.monotonic() + WAIT
    for look in (database, broker):
        look.begin()
    states = {"database": database.result(until), "broker": broker.result(until)}
    ready = states["database"] in SERVES
    return JsonResponse({"ready": ready, **states}, status=200 if ready else 503)


class HealthProbe:
    """Something that is looked at in a thread of its own, one look at a time.

    What hangs holds up one thread, however often one asks; nobody waits for it when the process ends.
    """

    def __init__(self, look: Callable[[], str]) -> None:
        self._look, self._said, self._began = look, NO_ANSWER, -GIVEN_UP
        self._lock, self._over = threading.Lock(), threading.Event()

    def begin(self) -> None:
        """Start a look, unless one is under way or has just ended."""
        with self._lock:
            since = time.monotonic() - self._began
            if since >= (RESULT_SECONDS if self._over.is_set() else GIVEN_UP):
                self._began, self._over = time.monotonic(), threading.Event()
                threading.Thread(target=self._run, args=(self._over,), name="ready", daemon=True).start()

    def result(self, until: float) -> str:
        """Return the result, once it is known; away if it is not known by then."""
        return self._said if self._over.wait(max(0.0, until - time.monotonic())) else NO_ANSWER

    def _run(self, ended: threading.Event) -> None:
        try:
            result = self._look()
        except Exception as error:  # whatever it is, a probe learns that it does not work, and not why
            result = str(outage_of(error) or NO_ANSWER)
        finally:
            connections.close_all()
        with self._lock:
            if ended is self._over:  # it was not given up
                self._said = result
        ended.set()


_migrated = False
"""What was migrated once stays so, as long as this process' migrations are those that it began with."""


def _look_at_database() -> str:
    global _migrated
    if _migrated:
        _migrated = MigrationRecorder(connection).has_table()
    else:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not _migrated:
        return NOT_MIGRATED
    _write()
    return OK


TABLE, ROW, FILLED = "limits", "readyz", 16_000
"""Where it is tried whether the database can be written: the cache's table, which no backup carries."""
LOCK_WAIT = 1.0
"""Seconds that this waits for a lock: it answers before it counts as away."""


def _write() -> None:
    """Write a row anew. A full disk is not seen by reading, nor is one that is write-protected.

    The row is as long as a result's, so that what is left for a short one alone does not count as room.
    """
    now = timezone.now()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {round(LOCK_WAIT * 1000)}")
        else:
            cursor.execute(f"SET lock_timeout = {round(LOCK_WAIT * 1000)}")
        cursor.execute(
            f"INSERT INTO {TABLE} (cache_key, value, expires) VALUES (%s, %s, %s) "  # noqa: S608
            "ON CONFLICT (cache_key) DO UPDATE SET value = excluded.value, expires = excluded.expires",
            [ROW, (now.isoformat() * (FILLED // 16))[:FILLED], connection.ops.adapt_datetimefield_value(now)],
        )


def _look_at_broker() -> str:
    if not settings.REDIS_URL:
        return NONE
    return OK if fanout.answers() else NO_ANSWER


database, broker = HealthProbe(_look_at_database), HealthProbe(_look_at_broker)
