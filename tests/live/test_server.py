"""Streams of real servers, in processes of their own, as `manage.py up` starts them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.request import urlopen

import pytest

from tests.live.processes import HOST, Process, serving, wait
from tournaments import outbox
from tournaments.services.bell import bell_ring

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
    monkeypatch.setattr(outbox, "wake", lambda evening, when: None)


def test_a_change_reaches_every_process(night, environment, server, tmp_path, read):
    night = night(8, minutes=10)
    with serving(tmp_path / "second.log", **environment) as (_process, second):
        readers = [read(port, night.evening.join_code.lower()) for port in (server[1], second) * 5]
        for reader in readers:
            assert reader.state()["seq"] == night.evening.seq
        line = bell_ring(night.by, round=1)
        for reader in readers:
            assert reader.state(line.seq + 1, within=1)["rung"]


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


def test_many_streams_take_no_threads_and_leave_nothing(night, environment, tmp_path, read):
    night = night(8)
    code = night.evening.join_code
    with serving(tmp_path / "server.log", **environment, LIVE_STREAMS="200") as (process, port):
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


def test_a_server_with_open_streams_stops_at_once(night, environment, tmp_path, read):
    night = night(8)
    with serving(tmp_path / "server.log", **environment) as (process, port):
        readers = [read(port, night.evening.join_code) for _reader in range(50)]
        for reader in readers:
            reader.state()
        process.handle.terminate()
        began = time.monotonic()
        process.handle.wait(5)
        assert time.monotonic() - began < 2
        for reader in readers:
            with pytest.raises((EOFError, ConnectionError)):
                reader.until(b"never")
        assert "Traceback" not in process.said
