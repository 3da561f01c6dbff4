"""uvicorn's connections with limits: on their number, and on the time for each request to arrive.

Used by ``uvicorn --http config.connections:Connection``, as in `manage.py up` and docker-compose.yml. uvicorn
itself accepts connections until no more files can be opened, and waits for a request without end.
"""

import asyncio
import os
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any
from urllib.parse import unquote_to_bytes
from weakref import WeakKeyDictionary

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from accounts.limits import find_network
from config.server.admission import Admission, FullError
from config.server.connection_log import ConnectionLog

STREAMS = b"/live/"
"""The beginning of a stream's path, as in tournaments/console/live.py: Django is not set up yet."""
HEAD_SECONDS = 10.0
"""Seconds for the head of a request to arrive, and for a new connection to be silent."""
BODY_PAUSE, BODY_SECONDS = 10.0, 60.0
"""Seconds that a body may pause, and seconds for a request with a body to arrive."""
STALLED_SECONDS = 20.0
"""Seconds after which a client that reads nothing of its response is cut off."""
LOOK_EVERY = 2.0
LATE_LOOK = 3 * LOOK_EVERY
"""A check this late closes nothing: the process was paused, and has not read what arrived meanwhile."""
TRY_AGAIN = 2
"""Seconds in the Retry-After of a refusal."""


class RequestPart(Enum):
    """The part of a request that is being received."""

    NOTHING = auto()
    HEAD = auto()
    BODY = auto()


@dataclass
class RequestProgress:
    """The times when the request began and its last byte arrived, in seconds of the event loop's clock."""

    began: float
    last_byte: float
    part: RequestPart = RequestPart.NOTHING

    def is_late(self, now: float) -> bool:
        """Return whether the request takes too long to arrive."""
        if self.part is RequestPart.BODY:
            return now - self.last_byte > BODY_PAUSE or now - self.began > BODY_SECONDS
        return now - self.began > HEAD_SECONDS


@dataclass
class Unsent:
    """The bytes still to be sent, and the time since which the client has read nothing."""

    size: int = 0
    since: float = 0.0

    def is_stalled(self, size: int, now: float) -> bool:
        if not size or size < self.size or not self.size:
            self.since = now
        self.size = size
        return now - self.since > STALLED_SECONDS


class Watch:
    """All connections of one server. Every two seconds it closes those that are late."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.admission: Admission[Connection] = Admission(settings.ROOM)
        self.log = ConnectionLog()
        self._loop, self._looked = loop, loop.time()
        self._connections: set[Connection] = set()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, connection: "Connection", address: str) -> None:
        """Admit a connection. It may replace another one, which is closed. FullError if there is no room."""
        try:
            evicted = self.admission.enter(connection, address)
        except FullError:
            self.log.refused += 1
            self._start_timer()
            raise
        self._connections.add(connection)
        if evicted is not None:
            self.log.closed += 1
            evicted.transport.abort()
        self._start_timer()

    def leave(self, connection: "Connection") -> None:
        self.admission.leave(connection)
        self._connections.discard(connection)

    def _start_timer(self) -> None:
        """Start the timer, unless it runs already. It runs only while there are connections."""
        if self._timer is None:
            self._looked = self._loop.time()
            self._timer = self._loop.call_later(LOOK_EVERY, self._check_connections)

    def _check_connections(self) -> None:
        now, self._timer = self._loop.time(), None
        if now - self._looked < LATE_LOOK:
            for connection in tuple(self._connections):
                connection.end_if_late(now)
        self.log.write(self.admission, now)
        if self._connections or self.log.pending:
            self._start_timer()


_watches: WeakKeyDictionary[ServerState, Watch] = WeakKeyDictionary()


class Connection(HttpToolsProtocol):
    """One connection of uvicorn, counted by the watch from its beginning to its end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        now = self.loop.time()
        self.progress, self.unsent = RequestProgress(now, now), Unsent()
        self.watch = _watches.get(self.server_state) or Watch(self.loop)
        _watches[self.server_state] = self.watch
        try:
            self.watch.enter(self, _get_address(self.client))
        except FullError:
            self._answer(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self.watch.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.progress.last_byte = self.loop.time()
        if self.progress.part is RequestPart.NOTHING:
            self.progress = RequestProgress(
                self.progress.last_byte, self.progress.last_byte, RequestPart.HEAD
            )
        super().data_received(data)
        self._settle()

    def on_message_begin(self) -> None:
        self.progress = RequestProgress(self.loop.time(), self.progress.last_byte, RequestPart.HEAD)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.progress.part = RequestPart.BODY
        self.app = self.config.loaded_app
        if is_stream(self.url) and not self._begin_stream():
            self.watch.log.streams += 1
            self.app = _refuse_connection
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.progress.part = RequestPart.NOTHING
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.watch.admission.end_stream(self)
        if not self._is_sending:
            now = self.loop.time()
            self.progress = RequestProgress(now, now)
        super().on_response_complete()
        self._settle()

    def _should_upgrade(self) -> bool:
        """Return False: there are no web sockets here, and the watch would not count them."""
        return False

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: anybody can request an upgrade. The request is answered as usual."""

    def end_if_late(self, now: float) -> None:
        """Close the connection if its request does not arrive, or if its response is not read."""
        if self.unsent.is_stalled(self.transport.get_write_buffer_size(), now):
            self.watch.log.stalled += 1
            self.transport.abort()
        elif not self._is_due and not self.transport.is_closing() and self.progress.is_late(now):
            self._end_late()

    def _end_late(self) -> None:
        if self._is_sending and not self._is_answering:
            self.watch.log.half_sent += 1
            self._answer(408)
        else:
            self.watch.log.silent += 1
            self.transport.close()

    @property
    def _is_sending(self) -> bool:
        """Return whether part of a request has arrived."""
        return self.progress.part is not RequestPart.NOTHING

    @property
    def _is_answering(self) -> bool:
        """Return whether a response has begun and is not complete."""
        cycle = self._cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """Return the latest request with its response; None before the first request."""
        return self.cycle

    @property
    def _is_due(self) -> bool:
        """Return whether a complete request waits for its response."""
        cycle = self._cycle
        if cycle is None or cycle.response_complete:
            return False
        return not cycle.more_body or bool(self.pipeline)

    def _settle(self) -> None:
        if self._is_due:
            self.watch.admission.set_busy(self)
        else:
            self.watch.admission.set_waiting(self)

    def _begin_stream(self) -> bool:
        """Count the connection as a stream, unless it has another open request. Return whether it is one."""
        cycle = self._cycle
        return (cycle is None or cycle.response_complete) and self.watch.admission.begin_stream(self)

    def _answer(self, status: int) -> None:
        """Send a response without waiting for the rest of the request, and close."""
        if (cycle := self._cycle) is not None:
            cycle.disconnected = True
        wait = b"retry-after: %d\r\n" % TRY_AGAIN if status == 503 else b""
        head = b"content-length: 0\r\nconnection: close\r\ncache-control: no-store\r\n"
        self.transport.write(STATUS_LINE[status] + head + wait + b"\r\n")
        self.transport.close()


def _get_address(client: tuple[str, int] | None) -> str:
    """Return the address to count by. It is empty on a Unix socket, and behind a proxy."""
    return "" if client is None or settings.TRUSTED_PROXIES else find_network(client[0])


def is_stream(url: bytes) -> bool:
    """Return whether the URL is a stream's, in any spelling. uvicorn refuses an invalid URL itself."""
    try:
        path = httptools.parse_url(url).path or b""
    except httptools.HttpParserInvalidURLError:
        return False
    return unquote_to_bytes(path).startswith(STREAMS)


async def _refuse_connection(_scope: Any, _receive: Any, send: Any) -> None:
    headers = [
        *((b"content-length", b"0"), (b"content-type", b"text/plain"), (b"cache-control", b"no-store")),
        (b"retry-after", b"%d" % TRY_AGAIN),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
