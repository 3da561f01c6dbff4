"""Who is told that an evening changed: the streams of this process, and those of all others.

A ``Hub`` holds a process' streams by evening. It is told evening and journal line, in this process
directly, from others by the broker; then it reads once how the evening stands, and every stream is sent
that. A stream that is slow misses states in between, never the last one. Every few seconds it reads
for all of them, so that what was lost on the way arrives all the same.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

log = logging.getLogger(__name__)

CHANNEL = "headtable.live"
BEAT = 5.0
"""Seconds between two looks that nobody asked for."""
RECONNECT = 0.5
TIMEOUT = 0.5

States = Mapping[int, tuple[int, bytes]]
Read = Callable[[Collection[int]], Awaitable[States]]
"""Reads evenings: the last journal line of each, and how it stands, as a stream sends it."""


@cache
def _broker() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None
    )


def everywhere(evening: int, seq: int) -> None:
    """Tell all processes by the broker. Raises what the broker's client raises."""
    _broker().publish(CHANNEL, json.dumps([evening, seq]))


def here(evening: int, seq: int) -> None:
    """Tell the streams of this process, from any thread."""
    if hub.loop is not None and not hub.loop.is_closed():
        hub.loop.call_soon_threadsafe(hub.told, evening, seq)


class Stream:
    """One listener: it is given frames, and waits for the next."""

    def __init__(self) -> None:
        self.frame = b""
        self.closed = False
        self._waits: asyncio.Future[None] | None = None

    def give(self, frame: bytes) -> None:
        self.frame = frame
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    async def next(self) -> bytes:
        """The frame that stands, once there is a new one; nothing when it is closed."""
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
        self._read: Read | None = None
        self._asked: set[int] = set()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, read: Read) -> None:
        """Begin to listen, with the first stream of the process' event loop."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop, self._read, self._wanted = loop, read, asyncio.Event()
        doing = [self._look(), self._beat(), *([self._listen()] if settings.REDIS_URL else [])]
        self._tasks = [loop.create_task(one) for one in doing]

    def count(self) -> int:
        return sum(map(len, self.streams.values()))

    def join(self, evening: int) -> Stream:
        """A new stream; it is told at once how the evening stands."""
        stream = Stream()
        self.streams.setdefault(evening, set()).add(stream)
        self._ask(evening)
        return stream

    def leave(self, evening: int, stream: Stream) -> None:
        streams = self.streams.get(evening, set())
        streams.discard(stream)
        if not streams:
            self.streams.pop(evening, None)
            self.known.pop(evening, None)

    def told(self, evening: int, seq: int) -> None:
        """Somebody wrote this line. It is read, unless it is known already or nobody listens."""
        if evening in self.streams and self.known.get(evening, 0) < seq:
            self._ask(evening)

    def _ask(self, evening: int) -> None:
        self._asked.add(evening)
        self._wanted.set()

    async def _look(self) -> None:
        """Read what was asked for; what is asked meanwhile is read in one go after it."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            asked, self._asked = self._asked & self.streams.keys(), set()
            try:
                states = await self._read(asked) if asked and self._read else {}
            except Exception:
                log.exception("An evening could not be read; the next beat looks again.")
                continue
            for evening, (seq, frame) in states.items():
                self.known[evening] = seq
                for stream in tuple(self.streams.get(evening, ())):
                    stream.give(frame)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for evening in tuple(self.streams):
                self._ask(evening)

    async def _listen(self) -> None:
        """Hear from the broker, whenever it is there."""
        while True:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
            with suppress(redis.RedisError, OSError):
                async with client, client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        self._hear(message)
            await asyncio.sleep(RECONNECT)

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe":
            for evening in tuple(self.streams):
                self._ask(evening)
        elif message["type"] == "message":
            evening, seq = json.loads(message["data"])
            self.told(evening, seq)


hub = Hub()
"""This process' streams."""
