"""The network between phones and server: it works, or resets, swallows or deafens what goes through it.

The browser's own offline switch leaves streams open that are open; this does not.
"""

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

Mode = Literal["up", "refuse", "hole", "deaf"]

RESET = struct.pack("ii", 1, 0)
"""To close a connection with it sends a reset."""


ACCEPTED = 8
"""Turns of the loop in which what was accepted is refused: a server closed before leaves it open."""


@dataclass
class Network:
    """A port in front of the server's.

    ``refuse``: every connection is reset. ``hole``: nothing comes through, and nothing is said. ``deaf``:
    what phones send reaches the server, and no answer comes back.
    """

    target: tuple[str, int]
    mode: Mode = "up"
    url: str = ""
    answered: int = 0
    """Bytes that came from the server."""
    _loop: asyncio.AbstractEventLoop | None = None
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    def set(self, mode: Mode) -> None:
        """Change the mode. Connections that lost something are reset; in a hole they stay open until then."""
        done = threading.Event()

        def change() -> None:
            self.mode = mode
            if mode in ("up", "refuse"):
                self._reset()
            done.set()

        assert self._loop is not None
        self._loop.call_soon_threadsafe(change)
        done.wait()

    def end(self) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._ended.set)

    def _reset(self) -> None:
        for writer in self._writers:
            _reset(writer)
        self._writers.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        if self.mode == "refuse":
            return _reset(writer)
        there, back = await asyncio.open_connection(*self.target)
        self._writers.add(back)
        with suppress(asyncio.CancelledError):  # at the end
            await asyncio.gather(self._pass(reader, back, "hole"), self._pass(there, writer, "deaf"))
        for end in (writer, back):
            end.close()
        self._writers -= {writer, back}
        return None

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, swallowing: Mode) -> None:
        """Hand on what comes, or swallow it. Answers are swallowed by a hole, too."""
        with suppress(OSError):
            while data := await source.read(65536):
                self.answered += len(data) * (swallowing == "deaf")
                if self.mode not in (swallowing, "hole"):
                    sink.write(data)
                    await sink.drain()
            if self.mode == "up":
                sink.close()

    async def serve(self, ready: threading.Event) -> None:
        """Serve on a free port until the end."""
        self._loop = asyncio.get_running_loop()
        async with await asyncio.start_server(self._connected, "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ready.set()
            await self._ended.wait()
            self._loop.remove_reader(server.sockets[0].fileno())
            for _ in range(ACCEPTED):
                await asyncio.sleep(0)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:  # one may be opening a connection
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._reset()
        await asyncio.sleep(0.1)  # until the connections are closed


def _reset(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()


@contextmanager
def network(host: str, port: int) -> Iterator[Network]:
    """A network in front of the server at this address."""
    between, ready = Network((host, port)), threading.Event()

    thread = threading.Thread(target=lambda: asyncio.run(between.serve(ready)), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield between
    finally:
        between.set("refuse")
        between.end()
        thread.join()
