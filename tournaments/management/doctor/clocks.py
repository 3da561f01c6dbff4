"""Checks of what rings the bell: broker, worker and beat, and whether bells rang in time."""

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
    Check,
    CheckScope,
    Finding,
    check_clock,
    doubt,
    well,
    wrong,
)
from tournaments.management.processes.broker import find_own_address
from tournaments.models import RoundRow

TIMEOUT = 2.0
SLOW = 100
"""Milliseconds after which the broker's answer is too slow for a bell on the second."""
LATELY = 5
"""Seconds. Sweeps come twice a second, or every second without messages."""
OVERDUE = timedelta(seconds=LATELY)
START = "%(up)s starts both. For many machines, see “Many machines” in docs/operator.md."
UP_COMMAND = {"up": settings.PLACE.format_command("up")}


def find_broker_address() -> str:
    """Return the broker's address: the setting, else that of a running ``manage.py up``, else ""."""
    return str(settings.REDIS_URL or find_own_address(settings.RUN_DIR))


def _make_client() -> redis.Redis:
    return redis.Redis.from_url(
        find_broker_address(),
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=None,
        decode_responses=True,
    )


def check_broker(_scope: CheckScope) -> Iterator[Finding]:
    if not find_broker_address():
        yield doubt(
            "REDIS_URL is not set and {up} does not run, so no clock rings.".format(**UP_COMMAND),
            "{up} starts one. Without it, set REDIS_URL.".format(**UP_COMMAND),
        )
        return
    try:
        with _make_client() as client:
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
    text = f"It answers after {ms} ms."
    yield doubt(text, "Run it closer to the web server.") if ms > SLOW else well(text)
    yield check_clock(seconds + parts / 1_000_000)


def check_sweeps(_scope: CheckScope) -> Iterator[Finding]:
    """Check when the last sweep was. The broker keeps the time for a minute."""
    if not find_broker_address():
        return
    with _make_client() as client:
        seconds_left = cast(int, client.pttl(SWEPT))
        queued = sum(cast(int, client.llen(queue)) for queue in settings.CELERY_TASK_QUEUES)
    if seconds_left < 0:
        reason = "no beat runs, and perhaps no worker"
        if queued:
            reason = f"{queued} messages wait, and no worker processes them"
        yield wrong(
            f"No process has checked for due bells for a minute: {reason}.",
            START % UP_COMMAND,
        )
        return
    ago = max(0.0, SWEPT_FOR - seconds_left / 1000)
    text = "The last check for due bells was {seconds} s ago.".format(seconds=f"{ago:.1f}")
    yield doubt(text, START % UP_COMMAND) if ago > LATELY else well(text)


def check_reported_clocks(_scope: CheckScope) -> Iterator[Finding]:
    """Check the clocks of all processes that reported to the broker within the last minute."""
    if not find_broker_address():
        return
    with _make_client() as client:
        names = sorted(cast(list[str], list(client.scan_iter(match=f"{CLOCKS}*", count=1000))))
        clocks = {name.removeprefix(CLOCKS): client.get(name) for name in names}
    for name, ahead in clocks.items():
        if ahead is None:  # the report has expired meanwhile
            continue
        text = "The clock of {process} differs from the database's by {seconds} s.".format(
            process=name,
            seconds=f"{abs(seconds := float(cast(str, ahead))):.1f}",
        )
        mend = "Use the same time server (NTP) on all machines."
        yield wrong(text, mend) if abs(seconds) > CLOCKS_APART else well(text)


def check_bells(_scope: CheckScope) -> Iterator[Finding]:
    now = program_clock.read_time()
    late = [task for task in find_due_tasks(now - OVERDUE) if task.kind is DueKind.RING]
    ends = dict(
        RoundRow.objects.filter(evening__in=[task.evening for task in late], void=None).values_list(
            "evening", "ends_at"
        )
    )
    for task in late:
        since = round((now - (ends[task.evening] or now)).total_seconds())
        yield wrong(
            f"The bell of round {task.round} of evening {task.evening} should have rung {since} s ago.",
            "Start a worker and a beat, or ring the bell on the organiser's page.",
        )
    if not late:
        yield well("No bell is overdue.")


CHECKS = (
    Check("broker", check_broker),
    Check("worker and beat", check_sweeps, needs=("broker",)),
    Check("clocks", check_reported_clocks, needs=("broker",)),
    Check("bells", check_bells, needs=("database", "SQLite file", "migrations")),
)
