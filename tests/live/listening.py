"""Readers of streams, driven as a server drives the application; all within one event loop."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from django.db import connection, connections

from tests.waits import HUNG
from tournaments.console import live
from tournaments.models import Evening

State = dict[str, Any]


class Listener:
    """A reader: what it was answered, and the states that it was told."""

    def __init__(
        self, path: str, method: str = "GET", host: str = "localhost", client: str = "127.0.0.1"
    ) -> None:
        # The threads that read for streams would keep a database in memory, and read it in later tests, too.
        if connection.vendor == "sqlite" and "memory" in str(connection.settings_dict["NAME"]):
            raise RuntimeError("a test of streams needs the fixture `shared`")
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(b"host", host.encode())],
            "server": ("localhost", 80),
            "client": (client, 50000),
        }
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.states: list[State] = []
        self.ended = False
        self.reads = asyncio.Event()
        self.reads.set()
        self._body = b""
        self._gone = asyncio.Event()
        self._news = asyncio.Condition()
        self.task = asyncio.ensure_future(live.application(self.scope, self._receive, self._send))

    async def told(self, count: int = 1) -> State:
        """The last state, once there were so many."""
        async with asyncio.timeout(HUNG), self._news:
            await self._news.wait_for(lambda: len(self.states) >= count)
        return self.states[-1]

    async def seq(self, seq: int) -> State:
        """The state as of that line, or a later one, once it is told."""
        async with asyncio.timeout(HUNG), self._news:
            await self._news.wait_for(lambda: bool(self.states) and self.states[-1]["seq"] >= seq)
        return self.states[-1]

    async def answered(self) -> int:
        """Its status, of an answer that is complete."""
        async with asyncio.timeout(HUNG):
            await self.task
        assert self.ended
        return self.status

    async def leave(self) -> None:
        self._gone.set()
        async with asyncio.timeout(HUNG):
            await self.task

    async def _receive(self) -> dict[str, Any]:
        if not self._body and not self.status:
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            return
        self._body += message["body"]
        self.ended = not message["more_body"]
        *events, self._body = self._body.split(b"\n\n")
        async with self._news:
            self.states += [_state(event) for event in events if b"data: " in event]
            self._news.notify_all()


def _state(event: bytes) -> State:
    number, data = event.split(b"\n")
    state: State = json.loads(data.removeprefix(b"data: "))
    assert number == b"id: %d" % state["seq"]
    return state


def at(evening: Evening, **more: str) -> Listener:
    return Listener(f"/live/{evening.join_code}/", **more)


async def do(service: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A command, in a thread of its own as under a server."""

    def request() -> Any:
        try:
            return service(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(request)


def looped(test: Callable[..., Any]) -> Callable[..., None]:
    """An async test, played to its end in a loop of its own."""

    @wraps(test)
    def played(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return played


def run(scene: Callable[[], Awaitable[None]]) -> None:
    """Play the scene in a loop of its own, with warnings of what it left open.

    The threads of streams keep their connections: nobody could take the database away at the end.
    """

    async def whole() -> None:
        async with asyncio.timeout(HUNG):
            await scene()

    try:
        asyncio.run(whole())
    finally:
        for thread in (live._reader, live._guesses):
            thread.submit(connections.close_all).result()
