"""uvicorn's connections as we have them, driven without a network: who is closed when, and who is refused."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest
from django.test import override_settings
from uvicorn.config import Config
from uvicorn.server import ServerState

from config.connections import (
    BODY_PAUSE,
    BODY_SECONDS,
    HEAD_SECONDS,
    LATE_LOOK,
    LOOK_EVERY,
    STALLED_SECONDS,
    STREAMS,
    Connection,
    _get_address,
)
from config.server.open_files import FileRoom
from tournaments.console import live

ROOM = FileRoom(files=40, pages_at_once=2, pages=4, pages_each=3, streams=2, streams_each=2, streams_wanted=2)
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = b"GET /live/ABC/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
HALL = ("192.0.2.1", 40000)


class Wire(asyncio.Transport):
    """A transport that keeps what is written, and closes at once."""

    def __init__(self, client: tuple[str, int] | None) -> None:
        super().__init__({"peername": client, "sockname": ("192.0.2.9", 80)})
        self.written, self.unsent, self.closed, self.aborted = b"", 0, False, False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Server:
    """A server without a network, whose application answers when it is told to."""

    def __init__(self) -> None:
        self.config = Config(
            self.application,
            interface="asgi3",
            proxy_headers=False,
            log_config=None,
            ws="none",
            lifespan="off",
        )
        self.state, self.loop = ServerState(), asyncio.get_running_loop()
        self.answer = asyncio.Event()
        self.answered: list[str] = []

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            if not message["more_body"]:
                break
        await self.answer.wait()
        self.answered.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    def open(self, client: tuple[str, int] | None = HALL) -> tuple[Connection, Wire]:
        one, wire = Connection(self.config, self.state, {}, self.loop), Wire(client)
        one.connection_made(wire)
        return one, wire

    def later(self, one: Connection, seconds: float) -> None:
        one.end_if_late(self.loop.time() + seconds)


@pytest.fixture(autouse=True)
def little_room() -> Iterator[None]:
    with override_settings(ROOM=ROOM):
        yield


def scene(play: Callable[..., Any]) -> Callable[..., None]:
    """A test that is played with a server, on a loop of its own."""

    async def whole(given: dict[str, Any]) -> None:
        server = Server()
        await play(server, **given)
        server.answer.set()
        await asyncio.gather(*server.state.tasks)

    @wraps(play)
    def run(**given: Any) -> None:
        asyncio.run(whole(given))

    signature = inspect.signature(play)
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values()][1:])  # type: ignore[attr-defined]
    return run


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_stream_is_known_by_the_path_of_streams():
    assert live.PREFIX.encode() == STREAMS


@pytest.mark.parametrize(
    ("data", "seconds", "says"),
    [
        (b"", HEAD_SECONDS, b""),
        (GET[:20], HEAD_SECONDS, b"HTTP/1.1 408 "),
        (POST + b"x", BODY_PAUSE, b"HTTP/1.1 408 "),
    ],
    ids=["nothing", "half a head", "half a body"],
)
@scene
async def test_what_does_not_come_is_not_waited_for(server, data, seconds, says):
    one, wire = server.open()
    if data:
        one.data_received(data)
    server.later(one, seconds - 1)
    assert not wire.closed
    server.later(one, seconds + 1)
    assert wire.closed
    assert wire.written.startswith(says) if says else not wire.written


@pytest.mark.parametrize(("head", "seconds"), [(GET[:-4], HEAD_SECONDS), (POST, BODY_SECONDS)])
@scene
async def test_nobody_gains_time_byte_by_byte(server, head, seconds):
    one, wire = server.open()
    one.data_received(head)
    one.progress.began -= seconds + 1
    one.data_received(b"x")
    server.later(one, 0)
    assert wire.written.startswith(b"HTTP/1.1 408 ")


@scene
async def test_an_answer_that_is_due_is_waited_for_and_the_next_request_again(server):
    one, wire = server.open()
    one.data_received(GET)
    server.later(one, 1000)
    assert not wire.closed
    server.answer.set()
    await soon()
    assert wire.written.endswith(b"ok")
    one.data_received(GET[:20])
    server.later(one, HEAD_SECONDS + 1)
    assert b"HTTP/1.1 408 " in wire.written


@scene
async def test_a_client_that_reads_nothing_is_cut_off(server):
    one, wire = server.open()
    one.data_received(STREAM)
    wire.unsent = 1000
    server.later(one, 0)
    wire.unsent = 900  # it reads a little
    server.later(one, STALLED_SECONDS + 1)
    wire.unsent = 2000  # and then nothing
    server.later(one, 2 * STALLED_SECONDS)
    assert not wire.closed
    server.later(one, 2 * STALLED_SECONDS + 2)
    assert wire.aborted


@scene
async def test_silent_connections_make_room(server):
    silent = [server.open()[1] for _ in range(20)]
    one, wire = server.open()
    server.answer.set()
    one.data_received(GET)
    await soon()
    assert wire.written.startswith(b"HTTP/1.1 200 ")
    assert [wire.aborted for wire in silent] == [True] * 18 + [False] * 2


@scene
async def test_where_all_are_at_work_the_next_is_told_to_come_again(server, caplog):
    for client in (HALL, HALL, HALL, ("192.0.2.2", 1)):
        server.open(client)[0].data_received(GET)
    _, wire = server.open(("192.0.2.3", 1))
    assert wire.written.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 2\r\n" in wire.written
    assert wire.closed


@scene
async def test_streams_and_pages_do_not_take_each_others_room(server):
    for _ in range(2):
        server.open()[0].data_received(STREAM)
    for _ in range(3):
        one, wire = server.open()
        one.data_received(GET)
        assert not wire.closed
    one, wire = server.open(("192.0.2.2", 1))
    one.data_received(STREAM)
    await soon()
    assert wire.written.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 2\r\n" in wire.written


@pytest.mark.parametrize("path", [b"/%6Cive/ABC/", b"/live%2FABC/", b"http://localhost/live/ABC/"])
@scene
async def test_a_stream_by_any_spelling_is_a_stream(server, path):
    one, _wire = server.open()
    one.data_received(STREAM.replace(b"/live/ABC/", path))
    assert one.watch.admission.streams == {one}
    server.answer.set()
    await soon()
    assert one.watch.admission.streams == set()


@scene
async def test_a_stream_behind_another_request_is_refused(server):
    """Its connection would be counted as what it was first."""
    one, wire = server.open()
    one.data_received(GET + STREAM)
    server.answer.set()
    await soon()
    assert server.answered == ["/"]
    assert b"HTTP/1.1 503 " in wire.written


@scene
async def test_a_web_socket_is_not_opened(server):
    one, wire = server.open()
    server.answer.set()
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    one.data_received(GET[:-2] + upgrade)
    await soon()
    assert wire.written.startswith(b"HTTP/1.1 200 ")


def test_who_is_one_address():
    assert _get_address(("192.0.2.1", 1)) == _get_address(("::ffff:192.0.2.1", 2)) == "192.0.2.1"
    assert (
        _get_address(("2001:db8::1", 1))
        == _get_address(("2001:db8::2", 1))
        != _get_address(("2001:db8:0:1::1", 1))
    )
    assert _get_address(None) == ""
    with override_settings(TRUSTED_PROXIES=1):
        assert _get_address(("192.0.2.1", 1)) == ""


@scene
async def test_it_is_said_once_and_without_addresses(server, caplog):
    for _ in range(20):
        server.open()
    watch = server.open()[0].watch
    with caplog.at_level(logging.WARNING, "headtable.connections"):
        for seconds in (0, 1, 29, 31):
            watch.log.write(watch.admission, seconds)
            server.open()
    first, second = [record.getMessage() for record in caplog.records]
    assert "18 were closed to make room" in first
    assert "3 were closed to make room" in second
    assert HALL[0] not in first


@scene
async def test_a_process_that_stood_still_closes_nothing_by_its_first_look(server):
    one, wire = server.open()
    one.data_received(POST)
    one.progress.began = one.progress.last_byte = server.loop.time() - 1000
    for looked, closed in ((LATE_LOOK, False), (LOOK_EVERY, True)):
        one.watch._looked = server.loop.time() - looked
        one.watch._check_connections()
        assert wire.closed is closed
