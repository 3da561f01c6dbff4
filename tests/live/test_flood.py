"""More connections than a process may have open files: pages and streams go on beside them.

uvicorn by itself took every connection until no file was left, and kept them without end.
"""

import re
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from config.server.open_files import FileRoom, share_files
from tests import caddy
from tests.live.processes import HOST, Reader, serving, wait
from tests.waits import HUNG

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared"), pytest.mark.slow]

OTHER = "127.0.0.2"
SCARY = re.compile("ERROR|CRITICAL|Traceback")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8 by itself")


@pytest.fixture
def environment(shared: str, tmp_path: Path) -> dict[str, str]:
    return {"DATABASE_URL": shared, "HEADTABLE_DATA": str(tmp_path), "REDIS_URL": ""}


@pytest.fixture
def connect() -> Iterator[Callable[..., socket.socket]]:
    """Opens a connection, on which it sends these bytes; all are closed at the end."""
    with ExitStack() as opened:

        def one(port: int, address: str = HOST, data: bytes = b"") -> socket.socket:
            connection = socket.create_connection((HOST, port), timeout=HUNG, source_address=(address, 0))
            opened.enter_context(closing(connection))
            if data:
                connection.sendall(data)
            return connection

        yield one


def page(port: int, address: str = HOST) -> int:
    """The status of a page, by a connection of its own; 0 if there is no answer."""
    with closing(HTTPConnection(HOST, port, timeout=HUNG, source_address=(address, 0))) as connection:
        try:
            connection.request("GET", "/login/")
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            return 0
        return answer.status


def pages(port: int, count: int) -> list[int]:
    """Statuses of so many pages that are asked for at once."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(page, [port] * count))


def streams(read: Callable[..., Reader], port: int, code: str, room: FileRoom) -> list[Reader]:
    """As many streams as there may be, of two addresses; what comes after them is refused."""
    each, rest = room.streams_each, room.streams - room.streams_each
    found = [read(port, code, address=HOST) for _ in range(each)]
    found += [read(port, code, address=OTHER) for _ in range(rest)]
    for reader in found:
        assert reader.head().startswith(b"HTTP/1.1 200 ")
    for address in (HOST, OTHER):
        assert read(port, code, address=address).head().startswith(b"HTTP/1.1 503 ")
    return found


def flood(night, environment, tmp_path, read, connect, *, files: int, silent: int, at_once: int) -> None:
    """Streams take all of their share, then silent connections all that they can; pages come all the same."""
    code, room = night(8).evening.join_code, share_files(files)
    with serving(tmp_path / "server.log", files=files, **environment) as (process, port):
        assert page(port) == 200
        opened = streams(read, port, code, room)
        for _ in range(silent):
            connect(port)
        assert [page(port) for _ in range(3)] == [200] * 3
        assert page(port, OTHER) == 200
        assert pages(port, at_once) == [200] * at_once
        for reader in opened:
            reader.state()
        wait(process, lambda: process.files <= files - 10)
        opened[0].close()
        wait(process, lambda: stream_of(read, port, code).startswith(b"HTTP/1.1 200 "))
        wait(process, lambda: "There is little room for connections" in process.said)
        assert not SCARY.search(process.said)


def stream_of(read: Callable[..., Reader], port: int, code: str) -> bytes:
    return read(port, code).head()


@on_linux
def test_silent_connections_and_streams_leave_room_for_pages(night, environment, tmp_path, read, connect):
    flood(night, environment, tmp_path, read, connect, files=256, silent=300, at_once=30)


@on_linux
@pytest.mark.thorough
@pytest.mark.parametrize("files", [256, 1024])
def test_many_more_of_them_leave_room_too(night, environment, tmp_path, read, connect, files):
    flood(night, environment, tmp_path, read, connect, files=files, silent=1100, at_once=80)


HALVES = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "half a body": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1234",
}


def closed_in_time(connect: Callable[..., socket.socket], port: int) -> None:
    for connection in [connect(port, data=data) for data in HALVES.values()]:
        connection.settimeout(HUNG)
        while connection.recv(1000):
            pass


@pytest.mark.thorough
def test_silent_and_half_sent_connections_are_closed(environment, tmp_path, connect):
    with serving(tmp_path / "server.log", **environment) as (_process, port):
        closed_in_time(connect, port)


@pytest.mark.thorough
@pytest.mark.proxy
@pytest.mark.skipif(caddy.find() is None, reason=caddy.MISSING)
def test_the_proxy_closes_them_too(tmp_path, connect):
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    with caddy.running(tmp_path, port, f"to {HOST}:9", f"to {HOST}:9") as proxy:
        closed_in_time(connect, proxy.port)
