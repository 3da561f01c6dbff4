"""Two addresses for monitors: does the process respond, and can it do its work?

They are middleware and not views. A probe comes past the proxy: it names any host, uses plain http, and has
no session. So the response must come before any code that refuses, redirects or reads a session. WSGI and
ASGI servers both run Django's middleware.
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

from accounts.outages import Outage, find_outage
from tournaments.base import fanout

ALIVE, READY = "/healthz", "/readyz"
PROBES = (ALIVE, READY)
OK, NO_ANSWER, NONE, NOT_MIGRATED = "ok", "away", "none", "not migrated"
SERVES = (OK, Outage.BUSY)
"""The states in which pages can be served. A locked database can be read; other processes are no better."""
WAIT = 1.5
"""Seconds to wait for the checks. A check without a result by then counts as away."""
RESULT_SECONDS = 0.5
"""Seconds for which a result is reused, so that many probes cannot keep the database busy."""
GIVEN_UP = 10.0
"""Seconds after which a check is abandoned: a network can lose a query without an error."""


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in PROBES:
            return self.get_response(request)
        answer = self.answer(request)
        # Otherwise Django logs each response with status 400 or more, and a monitor sends requests all
        # night.
        vars(answer)["_has_been_logged"] = True
        return answer

    @staticmethod
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        answer = answer_ready() if request.path_info == READY else HttpResponse(OK, content_type="text/plain")
        answer["Cache-Control"], answer["Content-Length"] = "no-store", len(answer.content)
        if request.method == "HEAD":
            answer.content = b""
        return answer


def answer_ready() -> JsonResponse:
    """Return whether pages can be served. The broker's state is only reported: pages need no broker."""
    until = time.monotonic() + WAIT
    for look in (database, broker):
        look.begin()
    states = {"database": database.wait_for_result(until), "broker": broker.wait_for_result(until)}
    ready = states["database"] in SERVES
    return JsonResponse({"ready": ready, **states}, status=200 if ready else 503)


class HealthProbe:
    """A check that runs in a thread of its own, one run at a time.

    A check that hangs holds one thread, however often it is requested. The process does not wait for it at
    exit.
    """

    def __init__(self, look: Callable[[], str]) -> None:
        self._look, self._said, self._began = look, NO_ANSWER, -GIVEN_UP
        self._lock, self._over = threading.Lock(), threading.Event()

    def begin(self) -> None:
        """Start a check, unless one is running or has just ended."""
        with self._lock:
            since = time.monotonic() - self._began
            if since >= (RESULT_SECONDS if self._over.is_set() else GIVEN_UP):
                self._began, self._over = time.monotonic(), threading.Event()
                threading.Thread(target=self._run, args=(self._over,), name="ready", daemon=True).start()

    def wait_for_result(self, until: float) -> str:
        """Return the result as soon as it is known; ``NO_ANSWER`` at the time ``until``."""
        return self._said if self._over.wait(max(0.0, until - time.monotonic())) else NO_ANSWER

    def _run(self, stop_event: threading.Event) -> None:
        try:
            result = self._look()
        except Exception as error:  # a probe learns only that the check failed, not why
            result = str(find_outage(error) or NO_ANSWER)
        finally:
            connections.close_all()
        with self._lock:
            if stop_event is self._over:  # this run was not abandoned
                self._said = result
        stop_event.set()


_migrated = False
"""Whether all migrations are applied. The process loads its migrations once, so True stays true."""


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
"""The row for the write test. It is in the cache's table, which no backup contains."""
LOCK_WAIT = 1.0
"""Seconds to wait for a lock. Shorter than ``WAIT``, so that a locked database is not reported as away."""


def _write() -> None:
    """Write a row anew. Reading would not notice a full or write-protected disk.

    The row is as long as a result's row, so that room for a short row alone is not enough.
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
    return OK if fanout.is_broker_up() else NO_ANSWER


database, broker = HealthProbe(_look_at_database), HealthProbe(_look_at_broker)
