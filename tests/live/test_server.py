"""Streams of real servers, in processes of their own, as `manage.py up` starts them."""

import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings

from tests.live.processes import HOST, Process, _connects, running, serving, wait
from tests.waits import HUNG, in_time, stopwatch
from tournaments.base import fanout
from tournaments.bell.services.bell import bell_ring

SCARY = re.compile("ERROR|CRITICAL|Traceback")
SCORE = "/api/v1/games/blackout-family/score/"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared"), pytest.mark.slow]


@pytest.fixture
def environment(shared, tmp_path, broker) -> dict[str, str]:
    broker.start()
    return {"DATABASE_URL": shared, "HEADTABLE_DATA": str(tmp_path), "REDIS_URL": broker.url}


@pytest.fixture
def server(environment, tmp_path) -> Iterator[tuple[Process, int]]:
    with serving(tmp_path / "server.log", **environment) as (process, port):
        yield process, port
        assert "Traceback" not in process.said


@pytest.fixture(autouse=True)
def no_tasks(monkeypatch) -> None:
    """This process sends none: its Celery has no broker."""
    monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: None)


@pytest.mark.thorough
def test_a_change_reaches_every_process(night, environment, tmp_path, read):
    """The broker tells of it: the streams do not look by themselves."""
    environment["DJANGO_SETTINGS_MODULE"] = "tests.live.no_beats"
    night = night(8, minutes=10)
    with (
        serving(tmp_path / "first.log", **environment) as (_first, first),
        serving(tmp_path / "second.log", **environment) as (_second, second),
    ):
        readers = [read(port, night.evening.join_code.lower()) for port in (first, second) * 5]
        for reader in readers:
            assert reader.state()["seq"] == night.evening.seq
        line = bell_ring(night.by, round=1)
        for reader in readers:
            assert reader.state(line.seq + 1)["rung"]


def test_over_the_wire(night, server, read):
    night = night(8)
    _process, port = server
    code = night.evening.join_code
    head = read(port, code, method="HEAD")
    head.until(b"\r\n\r\n")
    assert head.read.startswith(b"HTTP/1.1 200 ")
    assert b"content-type: text/event-stream" in head.read
    for method, status in (("POST", b"405"), ("GET", b"404")):
        head.ask("NOBODY", method)
        head.until(b"\r\n\r\n")
        assert head.read.startswith(b"HTTP/1.1 " + status)
    head.ask(code)
    assert head.state()["round"] == 1
    with urlopen(f"http://{HOST}:{port}/") as page:  # beside an open stream
        assert b"</html>" in page.read()


@pytest.mark.sample(1)
def test_codes_cannot_be_guessed_here_either(night, server, read):
    """Wrong ones are counted by address; who came in by the right one stays in, and comes again."""
    night, (_process, port) = night(8), server
    code, (most, seconds) = night.evening.join_code, settings.FAILURES["join"]
    read(port, code).state()
    with closing(HTTPConnection(HOST, port, timeout=HUNG)) as guesser:
        for status in [404] * most + [429]:
            guesser.request("GET", "/live/NOBODY/")
            answer = guesser.getresponse()
            answer.read()
            assert answer.status == status
    assert seconds - 60 < int(answer.headers["Retry-After"]) <= seconds
    read(port, code).state()


@pytest.mark.thorough
def test_many_streams_take_no_threads_and_leave_nothing(night, environment, tmp_path, read):
    night = night(8)
    code = night.evening.join_code
    with serving(tmp_path / "server.log", **environment, LIVE_STREAMS="200", LIVE_STREAMS_EACH="200") as (
        process,
        port,
    ):
        read(port, code).state()
        before = process.threads
        for _again in range(2):
            readers = [read(port, code) for _reader in range(199)]
            for reader in readers:
                reader.state()
            assert process.threads == before
            read(port, code).until(b"HTTP/1.1 503")
            for reader in readers:
                reader.close()
            wait(process, lambda: b" 200 " in read(port, code, method="HEAD").head())


@pytest.mark.thorough
def test_a_server_with_open_streams_stops_at_once(night, environment, tmp_path, read):
    night = night(8)
    with serving(tmp_path / "server.log", **environment) as (process, port):
        readers = [read(port, night.evening.join_code) for _reader in range(50)]
        for reader in readers:
            reader.state()
        process.handle.terminate()
        took = stopwatch()
        process.handle.wait(HUNG)
        assert in_time(took())
        for reader in readers:
            with pytest.raises((EOFError, ConnectionError)):
                reader.until(b"never")
            assert reader.read.endswith(b"0\r\n\r\n"), "it ends as an answer does, and is not cut off"
        assert not SCARY.search(process.said)


@pytest.mark.thorough
def test_a_request_that_is_under_way_is_answered_before_the_server_stops(night, environment, tmp_path, read):
    night = night(8)
    body = b'{"players": 4}'
    with serving(tmp_path / "server.log", **environment) as (process, port):
        urlopen(f"http://{HOST}:{port}/api/v1/games/").close()  # the first request takes the longest
        reader = read(port, night.evening.join_code)
        reader.state()
        with socket.create_connection((HOST, port)) as phone:
            head = f"POST {SCORE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            phone.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body[:5])
            time.sleep(0.2)
            process.handle.terminate()
            took = stopwatch()
            time.sleep(0.5)
            phone.sendall(body[5:])
            phone.settimeout(HUNG)
            answer = b""
            while more := phone.recv(65536):
                answer += more
        process.handle.wait(HUNG)
        assert in_time(took())
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'"errors"' in answer
        assert not SCARY.search(process.said)


@pytest.mark.sample(1)
@pytest.mark.parametrize("server", ["uvicorn", "gunicorn"])
def test_probes_are_answered_by_every_server(environment, tmp_path, server):
    """Whatever host they name, without https behind a proxy for https, and with a request's number."""
    behind_tls = {"BEHIND_TLS": "1", "ALLOWED_HOSTS": "cards.example"}
    with SERVERS[server](tmp_path / "server.log", **environment, **behind_tls) as (process, port):
        for method, address, body in (
            ("GET", "/healthz", b"ok"),
            ("HEAD", "/healthz", b""),
            ("GET", "/readyz", b'{"ready": true, "database": "ok", "broker": "ok"}'),
            ("HEAD", "/readyz", b""),
        ):
            with closing(HTTPConnection(HOST, port, timeout=HUNG)) as connection:
                connection.request(method, address, headers={"Host": "10.0.0.7:8000"})
                answer = connection.getresponse()
                assert (answer.status, answer.read()) == (200, body)
                assert answer.headers["X-Request-ID"]
        assert not SCARY.search(process.said)


@contextmanager
def gunicorn(log: Path, **environment: str) -> Iterator[tuple[Process, int]]:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    config = ("--config", "python:config.gunicorn", "--bind", f"{HOST}:{port}")
    command = (sys.executable, "-m", "gunicorn", *config, "config.wsgi:application")
    with running(command, log, **environment) as process:
        wait(process, lambda: _connects(port))
        yield process, port
        process.handle.terminate()
        process.handle.wait(HUNG)


SERVERS: dict[str, Callable[..., AbstractContextManager[tuple[Process, int]]]] = {
    "uvicorn": serving,
    "gunicorn": gunicorn,
}
