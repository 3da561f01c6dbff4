"""Nothing that is logged tells the token of a scorer's link."""

import logging
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from kombu.exceptions import OperationalError

from config.logs import Masking, Once, masked

ROOT = Path(__file__).parents[2]
TOKEN = "IjEi:1vLxyz:k3-F_secret"
ADDRESS = f"/s/{TOKEN}/"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"GET {ADDRESS} HTTP/1.1", "GET /s/***/ HTTP/1.1"),
        (f"at '{ADDRESS}?deal=3'", "at '/s/***/?deal=3'"),
        (f"http://hall:8000/s/{TOKEN}", "http://hall:8000/s/***"),
        ("/s/%7B1%3A2", "/s/***"),
        ("/static/js/play.js, 3/s", "/static/js/play.js, 3/s"),
    ],
)
def test_masked(text, shown):
    assert masked(text) == shown


def test_figures_and_tracebacks_are_masked_too():
    try:
        raise ValueError(f"no such page: {ADDRESS}")
    except ValueError:
        seen = sys.exc_info()
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%s %s", ("GET", ADDRESS), seen)
    line = Masking("{message}", style="{").format(record)
    assert line.startswith("GET /s/***/\n")
    assert "no such page: /s/***/" in line
    assert TOKEN not in line


def test_every_handler_masks():
    """A handler that writes somewhere has the formatter; loggers that come with handlers have none left."""
    configured: Any = settings.LOGGING
    handlers = configured["handlers"]
    writing = {name for name, made in handlers.items() if made["class"] != "logging.NullHandler"}
    assert {handlers[name]["formatter"] for name in writing} == {"plain"}
    for name in ("django", "django.server", "uvicorn", "uvicorn.access", "uvicorn.error"):
        assert configured["loggers"][name] == {"handlers": [], "propagate": True}


@pytest.mark.parametrize("error", [redis.ConnectionError("gone"), OperationalError("gone")])
def test_where_a_broker_was_missed_is_left_out(error):
    record = logging.LogRecord(
        "celery", logging.CRITICAL, "", 0, "Couldn't ack", (), (type(error), error, None)
    )
    assert not Once().filter(record)


@pytest.mark.parametrize("seen", [None, (ValueError, ValueError("ours"), None)])
def test_everything_else_is_logged(seen):
    assert Once().filter(logging.LogRecord("celery", logging.ERROR, "", 0, "failed", (), seen))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("manage.py", "runserver", "--noreload", "--skip-checks"),
        ("-m", "uvicorn", "config.asgi:application", "--lifespan", "off", "--port"),
    ],
    ids=["runserver", "uvicorn"],
)
def test_a_servers_own_log_of_requests_is_masked(tmp_path, command):
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "HEADTABLE_DATA": str(tmp_path),
        "DATABASE_URL": "sqlite://:memory:",
        "DEBUG": "1",
    }
    log = tmp_path / "log"
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, *command, str(port)], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
    try:
        end = time.monotonic() + 30
        while not re.search(r"/s/\S+/", log.read_text()) and time.monotonic() < end:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ADDRESS}", timeout=10).close()
            except OSError:
                time.sleep(0.1)
    finally:
        server.kill()
        server.wait()
    assert "GET /s/***/" in log.read_text()
    assert TOKEN not in log.read_text()
