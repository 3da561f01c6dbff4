"""What rings the bell: the broker, the worker, its beat, and whether bells have rung."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import cast

import redis
from django.conf import settings

from tournaments.base.fanout import CLOCKS, SWEPT, SWEPT_FOR
from tournaments.console.selectors import DueKind, find_due_tasks
from tournaments.evening.selectors import program_clock
from tournaments.management.doctor.database import (
    CLOCKS_APART,
    Asked,
    Check,
    Finding,
    apart,
    doubt,
    well,
    wrong,
)
from tournaments.management.processes.broker import own
from tournaments.models import RoundRow

TIMEOUT = 2.0
SLOW = 100
"""Milliseconds after which a broker's answer is late for a bell on the second."""
LATELY = 5
"""Seconds: sweeps are made twice a second, or every second where no message asks for them."""
OVERDUE = timedelta(seconds=LATELY)
START = "%(up)s starts both. For many machines, see “Many machines” in docs/operator.md."
UP = {"up": settings.PLACE.typed("up")}


def address() -> str:
    """Return the broker's address: the setting, else that of ``manage.py up`` if it runs, else ""."""
    return str(settings.REDIS_URL or own(settings.RUN_DIR))


def _client() -> redis.Redis:
    return redis.Redis.from_url(
        address(), socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None, decode_responses=True
    )


def broker(_asked: Asked) -> Iterator[Finding]:
    if not address():
        yield doubt(
            "REDIS_URL is not set and {up} does not run, so no clock rings.".format(**UP),
            "{up} starts one. Without it, set REDIS_URL.".format(**UP),
        )
        return
    try:
        with _client() as client:
            began = time.perf_counter()
            client.ping()
            ms = round((time.perf_counter() - began) * 1000)
            seconds, parts = cast(tuple[int, int], client.time())
    except (redis.RedisError, ValueError) as error:
        yield wrong(
            f"It does not answer: {error}",
            "Start it, or correct REDIS_URL. Without it pages work, but no clock rings.",
        )
        return
    said = f"It answers after {ms} ms."
    yield doubt(said, "Run it closer to the web server.") if ms > SLOW else well(said)
    yield apart(seconds + parts / 1_000_000)


def sweeps(_asked: Asked) -> Iterator[Finding]:
    """Check when the last sweep was. Each leaves a mark with the broker for a minute."""
    if not address():
        return
    with _client() as client:
        left = cast(int, client.pttl(SWEPT))
        waiting = sum(cast(int, client.llen(queue)) for queue in settings.CELERY_TASK_QUEUES)
    if left < 0:
        why = "no beat runs, and perhaps no worker"
        if waiting:
            why = f"{waiting} messages wait, and no worker processes them"
        yield wrong(
            f"No process has checked for due bells for a minute: {why}.",
            START % UP,
        )
        return
    ago = max(0.0, SWEPT_FOR - left / 1000)
    said = "The last check for due bells was {seconds} s ago.".format(seconds=f"{ago:.1f}")
    yield doubt(said, START % UP) if ago > LATELY else well(said)


def reported(_asked: Asked) -> Iterator[Finding]:
    """Check the clocks of all processes, as each reported to the broker within the last minute."""
    if not address():
        return
    with _client() as client:
        names = sorted(cast(list[str], list(client.scan_iter(match=f"{CLOCKS}*", count=1000))))
        told = {name.removeprefix(CLOCKS): client.get(name) for name in names}
    for name, ahead in told.items():
        if ahead is None:  # it was forgotten meanwhile
            continue
        said = "The clock of {process} differs from the database's by {seconds} s.".format(
            process=name,
            seconds=f"{abs(seconds := float(cast(str, ahead))):.1f}",
        )
        mend = "Use the same time server (NTP) on all machines."
        yield wrong(said, mend) if abs(seconds) > CLOCKS_APART else well(said)


def bells(_asked: Asked) -> Iterator[Finding]:
    now = program_clock.now()
    late = [one for one in find_due_tasks(now - OVERDUE) if one.kind is DueKind.RING]
    ends = dict(
        RoundRow.objects.filter(evening__in=[one.evening for one in late], void=None).values_list(
            "evening", "ends_at"
        )
    )
    for one in late:
        since = round((now - (ends[one.evening] or now)).total_seconds())
        yield wrong(
            f"The bell of round {one.round} of evening {one.evening} should have rung {since} s ago.",
            "Start a worker and a beat, or ring the bell on the organiser's page.",
        )
    if not late:
        yield well("No bell is overdue.")


CHECKS = (
    Check("broker", broker),
    Check("worker and beat", sweeps, needs=("broker",)),
    Check("clocks", reported, needs=("broker",)),
    Check("bells", bells, needs=("database", "SQLite file", "migrations")),
)
