"""The live streams of this process, messages to other processes by the broker, and wake-ups for the worker.

A ``Hub`` holds the streams of a process by evening. It receives an evening and a journal line: directly from
this process, by the broker from other processes. Then it reads the evening's state once and sends it to every
stream. A slow stream may miss states in between, but never the last one. Every few seconds the hub reads for
all streams, so a lost message does no harm. ``tell`` and ``schedule_look`` run after a command is committed.
"""

import asyncio
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)

CHANNEL = "headtable.live"
SWEPT = "headtable.swept"
SWEPT_FOR = 60
"""Seconds for which the broker stores the last sweep. The seconds left tell when the sweep was."""
CLOCKS, REPORTED_FOR = "headtable.clock.", 60
"""The prefix of the broker's keys for reported clocks, and the seconds for which the broker stores them."""
BEAT = 5.0
"""Seconds between two regular reads of all evenings."""
RECONNECT = 0.5
TIMEOUT = 0.5

States = Mapping[int, tuple[int, bytes]]
Read = Callable[[Collection[int]], Awaitable[States]]
"""Reads evenings: for each, the last journal line and the state as a stream sends it."""


def publish_line(evening: int, seq: int) -> None:
    """Notify all processes by the broker. Raises the errors of the broker's client."""
    _connect_broker(settings.REDIS_URL).publish(CHANNEL, json.dumps([evening, seq]))


def is_broker_up() -> bool:
    """Return whether the broker answers within half a second."""
    with suppress(redis.RedisError):
        return bool(_connect_broker(settings.REDIS_URL).ping())
    return False


def report_sweep() -> None:
    """Record with the broker, if there is one, that a sweep of all evenings just ended.

    Raises the errors of the broker's client.
    """
    if settings.REDIS_URL:
        _connect_broker(settings.REDIS_URL).set(SWEPT, 1, ex=SWEPT_FOR)


def report_clock(process: str, seconds_ahead: float) -> None:
    """Record with the broker how far the clock of this process' machine is ahead of the database's.

    Raises the errors of the broker's client.
    """
    _connect_broker(settings.REDIS_URL).set(f"{CLOCKS}{process}", f"{seconds_ahead:.3f}", ex=REPORTED_FOR)


def get_sweep_age() -> float:
    """Return the seconds since any worker's last sweep; infinite if long ago or without a broker."""
    with suppress(redis.RedisError, ValueError):
        ttl = _connect_broker(settings.REDIS_URL).pttl(SWEPT)
        return SWEPT_FOR - ttl / 1000 if ttl > 0 else math.inf
    return math.inf


def tell_streams(evening: int, seq: int) -> None:
    """Notify the streams of this process, from any thread."""
    if hub.loop is not None:
        with suppress(RuntimeError):  # the loop was closed: there are no streams any more
            hub.loop.call_soon_threadsafe(hub.read_line, evening, seq)


@cache
def _connect_broker(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None)


def _is_cancelled() -> bool:
    """Return whether this task is cancelled.

    A wait inside the task may treat the cancellation as a timeout.
    """
    task = asyncio.current_task()
    return task is None or bool(task.cancelling())


class Stream:
    """A listener's stream: it is given frames, and returns the newest. ``fresh``: no frame was given yet."""

    def __init__(self) -> None:
        self.frame = b""
        self.fresh = True
        self.closed = False
        self._waits: asyncio.Future[None] | None = None

    def give(self, frame: bytes) -> None:
        self.frame, self.fresh = frame, False
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    async def wait_for_frame(self) -> bytes:
        """Wait for a new frame and return it; b"" when the stream is closed."""
        if not self.frame and not self.closed:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
        frame, self.frame = self.frame, b""
        return b"" if self.closed else frame

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)


class Hub:
    """The streams of a process, by evening."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.streams: dict[int, set[Stream]] = {}
        self.known: dict[int, int] = {}
        """The journal line that was last sent to an evening's streams."""
        self.hears = self.ends = False
        self._read: Read | None = None
        self._asked: set[int] = set()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, read: Read) -> None:
        """Start the tasks, with the first stream of the process' event loop."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop, self._read, self._wanted = loop, read, asyncio.Event()
        loops = [self._look(), self._beat(), *([self._listen()] if settings.REDIS_URL else [])]
        # An empty context, so that these tasks do not log the id of the first request.
        self._tasks = [loop.create_task(task, context=Context()) for task in loops]

    def end(self) -> None:
        """End all streams, now and in future, as the server stops. Safe in any thread and signal handler."""
        self.ends = True
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop was closed
                self.loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for streams in self.streams.values():
            for stream in streams:
                stream.close()

    def count_streams(self) -> int:
        """Return the number of streams. Call this only in the loop's thread, which adds and removes them."""
        return sum(map(len, self.streams.values()))

    def count_listeners(self, evening: int) -> int:
        """Return the number of streams of the evening."""
        return len(self.streams.get(evening, ()))

    def join(self, evening: int) -> Stream:
        """Return a new stream, which gets the evening's state at once."""
        stream = Stream()
        stream.closed = self.ends
        self.streams.setdefault(evening, set()).add(stream)
        self._ask(evening)
        return stream

    def leave(self, evening: int, stream: Stream) -> None:
        streams = self.streams.get(evening, set())
        streams.discard(stream)
        if not streams:
            self.streams.pop(evening, None)
            self.known.pop(evening, None)

    def read_line(self, evening: int, seq: int) -> None:
        """Read the evening after this line, unless the line is known already or no stream exists."""
        if evening in self.streams and self.known.get(evening, 0) < seq:
            self._ask(evening)

    def _ask(self, evening: int) -> None:
        self._asked.add(evening)
        self._wanted.set()

    async def _look(self) -> None:
        """Read the requested evenings. Requests during a read are read together afterwards."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            evenings, self._asked = self._asked & self.streams.keys(), set()
            try:
                states = await self._read(evenings) if evenings and self._read else {}
            except Exception:
                log.exception("An evening could not be read; the next beat looks again.")
                continue
            for evening in evenings:
                self._send(evening, states.get(evening))

    def _send(self, evening: int, state: tuple[int, bytes] | None) -> None:
        """Send a new state to all streams, any state to a fresh one. Close a removed evening's streams."""
        streams = tuple(self.streams.get(evening, ()))
        if state is None:
            for stream in streams:
                stream.close()
            return
        seq, frame = state
        for stream in streams:
            if stream.fresh or seq != self.known.get(evening):
                stream.give(frame)
        if streams:
            self.known[evening] = seq

    async def _beat(self) -> None:
        """Send to all streams every few seconds, even without news, so clients notice a lost connection."""
        while True:
            await asyncio.sleep(BEAT)
            self.known.clear()
            for evening in tuple(self.streams):
                self._ask(evening)

    async def _listen(self) -> None:
        """Receive from the broker whenever it is available.

        A cancellation may appear as another error, from a connection that could not be closed in time.
        """
        while not _is_cancelled():
            try:
                await self._subscribe()
            except Exception as error:
                if self.hears:
                    log.warning("The broker is not heard any more: %s", error)
            self.hears = False
            await asyncio.sleep(RECONNECT)

    async def _subscribe(self) -> None:
        """Receive until the connection breaks, or the broker does not even answer a ping."""
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=BEAT, socket_connect_timeout=BEAT, retry=None
        )
        async with client, client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            has_asked = False
            while not _is_cancelled():
                message = await channel.get_message(timeout=BEAT)
                if message is not None:
                    has_asked = False
                    self._hear(message)
                elif has_asked:
                    raise TimeoutError("no answer")
                else:
                    has_asked = True
                    await channel.ping()

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe":
            self.hears = True
            for evening in tuple(self.streams):
                self._ask(evening)
        elif message["type"] == "message":
            with suppress(ValueError, TypeError):  # not one of ours
                evening, seq = json.loads(message["data"])
                self.read_line(evening, seq)


hub = Hub()
"""This process' streams."""


# Streams get a message after each written line. The worker gets a task when an action is due. Both may
# be lost without harm: the hub reads every few seconds, and twice a second a sweep finds all due
# actions. So a command never fails because the broker is down. Such a broker is not contacted for a moment.

LOOK = "tournaments.look"
EXPIRES_AFTER = timedelta(minutes=1)
LEAVE_ALONE = 1.0
"""Seconds for which a broker that did not answer is not contacted again."""

_down_until = 0.0


def tell(evening: int, seq: int, wakes: Sequence[datetime] = ()) -> None:
    """Notify all streams of line ``seq``, after the commit, and wake the worker at these times."""
    transaction.on_commit(lambda: _tell(evening, seq, wakes))


def _tell(evening: int, seq: int, wakes: Sequence[datetime]) -> None:
    tell_streams(evening, seq)
    global _down_until
    if not settings.REDIS_URL or time.monotonic() < _down_until:
        return
    try:
        publish_line(evening, seq)
        for time_ in wakes:
            schedule_look(evening, time_)
    except Exception as error:
        _down_until = time.monotonic() + LEAVE_ALONE
        log.warning("The broker does not answer: %s", error)


def schedule_look(evening: int, moment: datetime) -> None:
    """Schedule a task for a worker to check the evening at this moment."""
    tasks = import_string(settings.TASKS)
    tasks.send_task(LOOK, (evening,), eta=moment, expires=moment + EXPIRES_AFTER, retry=False)
