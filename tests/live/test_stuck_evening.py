"""An evening that is stuck, and web processes of gunicorn that serve it and others, on PostgreSQL."""

import json
import os
import signal
import sys
import urllib.parse
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils.crypto import get_random_string

from tests.commands.running import free_port
from tests.linked_phones import form, linked, scan
from tests.live.processes import HOST, Process, _connects, running, wait
from tests.stuck import held
from tests.waits import HUNG, until
from tests.web.deal_form import of, told
from tournaments.models import Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="gunicorn serves where PostgreSQL does"),
]
POSTS = 40
OFTEN = 60
"""So often at most a phone sends a result until it is taken."""
GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi:application")
LIMITS = {"LOCK_TIMEOUT": "1", "IDLE_IN_TRANSACTION_TIMEOUT": "2", "WEB_PROCESSES": "1", "CONN_MAX_AGE": "60"}
Told = tuple[int, Message, Any]


@contextmanager
def web(folder, shared, name: str, **limits: str) -> Iterator[tuple[Process, int]]:
    port = free_port()
    (folder / name).mkdir()
    more = {"DATABASE_URL": shared, "HEADTABLE_DATA": str(folder / name), **LIMITS, **limits}
    with running((*GUNICORN, "--bind", f"{HOST}:{port}"), folder / f"{name}.log", **more) as process:
        try:
            wait(process, lambda: _connects(port))
            yield process, port
        finally:
            os.killpg(process.handle.pid, signal.SIGKILL)


def get(port: int, address: str) -> int:
    with closing(HTTPConnection(HOST, port, timeout=HUNG)) as there:
        there.request("GET", address)
        return there.getresponse().status


class TablePhone:
    """The phone of the second table: it sends the same result, with the same key, until it is taken."""

    def __init__(self, night) -> None:
        a, b, *_others = night.table(2)
        token = get_random_string(32)
        self.cookies = f"csrftoken={token}; scorer={scan(night).cookies['scorer'].value}"
        self.headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": token,
            "Cookie": self.cookies,
        }
        self.sent = form(night, 2, **told([a], [b], **of([a, b], (5, 5))))

    def send(self, port: int, key: UUID | None = None) -> Told:
        body = urllib.parse.urlencode({**self.sent, "request_key": str(key or uuid4())}, doseq=True)
        with closing(HTTPConnection(HOST, port, timeout=HUNG)) as there:
            there.request("POST", "/score/1/1/", body, self.headers)
            answer = there.getresponse()
            return answer.status, answer.headers, json.loads(answer.read())


def backends(state: str) -> int:
    """How many others of the database's connections are in that state."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "  # noqa: S608
            f"AND pid <> pg_backend_pid() AND {state}"
        )
        return int(cursor.fetchone()[0])


def test_forty_posts_to_one_whose_row_is_locked(night, shared, tmp_path):
    """Half of the threads are left to everybody else; each post is told to come again, and does."""
    stuck, other = linked(night(12)), night(8)
    phone, keys = TablePhone(stuck), [uuid4() for _ in range(POSTS)]
    with web(tmp_path, shared, "web") as (process, port), ThreadPoolExecutor(POSTS) as threads:
        assert get(port, f"/j/{other.evening.join_code}/") == 200
        with held(stuck.evening):
            posts = [threads.submit(phone.send, port, key) for key in keys]
            until(lambda: backends("wait_event_type = 'Lock'") >= 4)
            assert not all(post.done() for post in posts)
            assert get(port, f"/j/{other.evening.join_code}/") == 200
            assert get(port, "/healthz") == 200
            until(lambda: backends("wait_event_type = 'Lock'") >= 4 or all(post.done() for post in posts))
            answers = [post.result(HUNG) for post in posts]
        assert {status for status, _headers, _told in answers} == {503}
        assert {headers["Retry-After"] for _status, headers, _told in answers} == {"2"}
        status, _headers, told = phone.send(port, keys[0])
        assert (status, told["status"]) == (200, "recorded")
        assert "Traceback" not in process.said
    assert Journal.objects.filter(verb="deal_recorded").count() == 1


@pytest.mark.thorough
def test_a_process_that_stands_still_with_the_row_locked(night, shared, tmp_path):
    """PostgreSQL ends its transaction. Another process takes the result; later this one goes on."""
    stuck, other = linked(night(12)), night(8)
    phone, key = TablePhone(stuck), uuid4()
    with ExitStack() as both, ThreadPoolExecutor(1) as threads:
        (paused, first), (_second, second) = (
            both.enter_context(web(tmp_path, shared, name, LOCK_TIMEOUT="5")) for name in "ab"
        )
        with held(stuck.evening):
            post: Future[Told] = threads.submit(phone.send, first, key)
            until(lambda: backends("wait_event_type = 'Lock'"))
            os.killpg(paused.handle.pid, signal.SIGSTOP)
        until(lambda: backends("state = 'idle in transaction'"))
        try:
            assert get(second, f"/j/{other.evening.join_code}/") == 200
            said = [phone.send(second, key)]
            while said[-1][0] == 503:
                assert len(said) < OFTEN
                said.append(phone.send(second, key))
            assert said[-1][2]["status"] == "recorded"
            assert not post.done()
        finally:
            os.killpg(paused.handle.pid, signal.SIGCONT)
        status, headers, _told = post.result(HUNG)
        assert status == 503
        assert headers["Retry-After"] in ("2", "5"), "its transaction is over, or its connection is gone"
        status, _headers, told = phone.send(first, key)
        assert (status, told["status"]) == (200, "recorded")
        assert "Traceback" not in paused.said
    assert Journal.objects.filter(verb="deal_recorded").count() == 1
