"""The streams at /live/CODE/: server-sent events with the state of the evening after each change.

An ASGI application beside Django's. A stream lasts for hours. Here it costs a few small objects; a Django
request would occupy a thread as long as it is open. Anybody with the join code may listen. The stream
contains only the figures of a ``LiveState``. A page that receives a later journal line than
its own requests the changed part.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, InterfaceError, OperationalError, connection
from django.http import HttpRequest

from accounts import limits
from accounts.outages import find_outage
from tournaments.base.fanout import States, Stream, hub
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import find_evening_by_code
from tournaments.evening.selectors.evening import load_live_states

PREFIX = "/live/"
ADDRESS = re.compile(r"/live/(?P<code>[A-Za-z0-9]{1,16})/")
RETRY = 1000
"""Milliseconds after which a browser tries again."""
SPREAD = 8
"""Milliseconds per listener over which an evening's pages spread their requests for the changed part."""
LONGEST_SPREAD = 3000

COMMON_HEADERS = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
STREAM = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no"), *COMMON_HEADERS]
PLAIN = [(b"content-type", b"text/plain"), (b"content-length", b"0"), *COMMON_HEADERS]

_reader = ThreadPoolExecutor(1, thread_name_prefix="live")
_guesses = ThreadPoolExecutor(1, thread_name_prefix="guesses")
"""A separate thread for codes, so that many guesses do not delay any stream."""
_open: Counter[str] = Counter()
"""The number of open streams, by network address."""
_lookups: dict[str, asyncio.Future[int | None]] = {}
"""Join codes that are being looked up."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one stream until the client disconnects."""
    if scope["method"] not in ("GET", "HEAD"):
        await _answer(send, 405, [*PLAIN, (b"allow", b"GET, HEAD")])
        return
    request = ASGIRequest(scope, BytesIO())
    try:
        request.get_host()
    except DisallowedHost:
        await _answer(send, 400)
        return
    match, address = ADDRESS.fullmatch(scope["path"]), limits.find_address(request)
    try:
        evening = await _resolve_guess(request, match["code"].upper()) if match else None
    except limits.TooOftenError as error:
        await _answer(send, 429, [*PLAIN, (b"retry-after", b"%d" % error.seconds)])
        return
    except Error as error:
        if not (outage := find_outage(error)):
            raise
        await _answer(send, 503, [*PLAIN, (b"retry-after", b"%d" % outage.retry_after)])
        return
    if evening is None:
        await _answer(send, 404)
    elif hub.count_streams() >= settings.LIVE_STREAMS or _open[address] >= settings.LIVE_STREAMS_EACH:
        await _answer(send, 503)
    elif scope["method"] == "HEAD":
        await _answer(send, 200, STREAM)
    else:
        hub.start(_read)
        _open[address] += 1
        try:
            await _serve(hub.join(evening), evening, receive, send)
        finally:
            _release(address)


def _release(address: str) -> None:
    _open[address] -= 1
    if not _open[address]:
        del _open[address]


async def _resolve_guess(request: ASGIRequest, code: str) -> int | None:
    """Return the evening of a code, None for a wrong code.

    TooOftenError after too many wrong codes from one network address.
    """
    evening = await _look_up_evening(code)
    if not limits.has_shown_lately(request, "join", code):
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(_guesses, _count_guess, request, code, evening is not None)
    return evening


def _count_guess(request: HttpRequest, code: str, right: bool) -> None:
    """Count a wrong guess, or note a right one. Of simultaneous guesses of a hall, count the first alone."""
    if limits.has_shown_lately(request, "join", code):
        return
    limits.refuse_guessers(request, "join", code)
    if right:
        limits.note_success(request, "join", code)
    else:
        limits.count_failure(request, "join")


async def _serve(stream: Stream, evening: int, receive: Any, send: Any) -> None:
    disconnect = asyncio.ensure_future(_watch_disconnect(receive, stream))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM})
        await _send_chunk(send, b"retry: %d\n\n" % RETRY)
        while frame := await stream.wait_for_frame():
            await _send_chunk(send, frame)
        await _send_chunk(send, b"", more=False)
    finally:
        disconnect.cancel()
        hub.leave(evening, stream)


async def _watch_disconnect(receive: Any, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()


async def _send_chunk(send: Any, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _answer(send: Any, status: int, headers: Sequence[tuple[bytes, bytes]] = PLAIN) -> None:
    """Send a response without a body."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await _send_chunk(send, b"", more=False)


async def _look_up_evening(code: str) -> int | None:
    """Return the evening of a join code. Simultaneous requests for one code share one query."""
    if code not in _lookups:
        _lookups[code] = asyncio.ensure_future(_run_in(_guesses, _find_evening, code))
        _lookups[code].add_done_callback(lambda _future: _lookups.pop(code))
    return await asyncio.shield(_lookups[code])


async def _read(evenings: Collection[int]) -> States:
    return cast(States, await _run_in(_reader, _make_frames, frozenset(evenings)))


async def _run_in(thread: ThreadPoolExecutor, read: Any, argument: Any) -> Any:
    """Read the database in this thread, which all requests share."""
    return await asyncio.get_running_loop().run_in_executor(thread, _read_with_retry, read, argument)


def _read_with_retry(read: Any, argument: Any) -> Any:
    """Read, and retry once if the connection broke.

    The connection stays open, because opening takes longer than a read.
    """
    try:
        return read(argument)
    except (OperationalError, InterfaceError):
        connection.close()
        return read(argument)


def _find_evening(code: str) -> int | None:
    evening = find_evening_by_code(code)
    return evening.pk if evening else None


def _make_frames(evenings: Collection[int]) -> States:
    now = program_clock.read_time()
    return {
        pk: (
            pulse.seq,
            _make_frame(
                pulse.serialize(now) | {"spread": min(hub.count_listeners(pk) * SPREAD, LONGEST_SPREAD)}
            ),
        )
        for pk, pulse in load_live_states(evenings).items()
    }


def _make_frame(figures: dict[str, Any]) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (figures["seq"], json.dumps(figures, separators=(",", ":")).encode())
