"""A server whose disk is full, or whose database is away: it says so, and goes on by itself."""

import json
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from config.web import health
from tests.linked_phones import linked
from tests.live.processes import HOST, Process, serving
from tests.live.test_stuck_evening import TablePhone
from tests.waits import HUNG
from tournaments.models import Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.slow,
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="the database is a file of the server's own machine"
    ),
]


@pytest.fixture
def server(shared, tmp_path) -> Iterator[tuple[Process, int]]:
    with serving(tmp_path / "server.log", DATABASE_URL=shared, HEADTABLE_DATA=str(tmp_path)) as found:
        yield found


def ask(port: int, address: str) -> tuple[int, str, bytes]:
    with closing(HTTPConnection(HOST, port, timeout=HUNG)) as there:
        there.request("GET", address)
        answer = there.getresponse()
        return answer.status, answer.headers.get("Retry-After", ""), answer.read()


def ready(port: int) -> tuple[int, str]:
    """What a monitor reads, once it is not an earlier answer."""
    time.sleep(health.RESULT_SECONDS)
    status, _retry, told = ask(port, "/readyz")
    return status, json.loads(told)["database"]


@contextmanager
def no_room(process: Process) -> Iterator[None]:
    """The kernel lets the process write no file any further than its first page."""
    pid, kind = process.handle.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)


@pytest.mark.sample(1)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits a process that runs")
def test_a_full_disk(night, server):
    night, (process, port) = linked(night(12)), server
    phone, key = TablePhone(night), uuid4()
    assert ready(port) == (200, "ok")
    connection.close()
    with no_room(process):
        assert ready(port) == (503, "full")
        status, headers, told = phone.send(port, key)
        assert (status, headers["Retry-After"], told["status"]) == (503, "5", "unavailable")
        assert ask(port, "/healthz")[0] == 200, "starting it anew would make no room"
    assert ready(port) == (200, "ok")
    assert [phone.send(port, key)[2]["status"] for _again in range(2)] == ["recorded"] * 2
    assert Journal.objects.filter(verb="deal_recorded").count() == 1


@pytest.mark.thorough
def test_a_database_that_is_away(night, server, tmp_path):
    night, (_process, port) = linked(night(12)), server
    phone, key, code = TablePhone(night), uuid4(), night.evening.join_code
    connection.close()
    place = Path(connection.settings_dict["NAME"])
    aside = place.with_suffix(".aside")
    place.rename(aside)
    place.mkdir()
    assert ready(port) == (503, "away")
    for address in (f"/live/{code}/", f"/j/{code}/"):
        assert ask(port, address)[:2] == (503, "5"), address
    assert phone.send(port, key)[0] == 503
    place.rmdir()
    aside.rename(place)
    assert ready(port) == (200, "ok")
    assert ask(port, f"/j/{code}/")[0] == 200
    assert phone.send(port, key)[2]["status"] == "recorded"
