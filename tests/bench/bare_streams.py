"""Streams that do nothing else: whatever is POSTed to this ASGI application is sent to every one of them."""

import asyncio
import gc
from typing import Any

HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]

gc.freeze()
gc.set_threshold(50_000, 20, 50)  # as config/asgi.py

_streams: set[asyncio.Queue[bytes]] = set()


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["method"] == "POST":
        body = (await receive())["body"]
        for waiting in _streams:
            waiting.put_nowait(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
        return
    mine = asyncio.Queue[bytes]()
    mine.put_nowait(b'data: {"seq":0}\n\n')
    _streams.add(mine)
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    try:
        while True:
            await send({"type": "http.response.body", "body": await mine.get(), "more_body": True})
    finally:
        _streams.discard(mine)
