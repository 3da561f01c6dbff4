"""gunicorn reads its configuration, logs our way, and stops in time; whole evenings: tests/machines."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings

from tests.commands.running import free_port
from tests.waits import HUNG, in_time, stopwatch, until
from tournaments.management.processes.asking import is_listening

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
GRACE = 2
"""Seconds that a worker has for what it was asked before it is told to stop."""
COMMAND = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn"]
TOKEN = "IjEi:1vLxyz:k3-F_secret"


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "HEADTABLE_DATA": str(folder),
        "DATABASE_URL": "sqlite://:memory:",
        "LOG_FORMAT": "plain",
        **more,
    }


def configured(tmp_path: Path, **more: str) -> dict[str, str]:
    """The settings that gunicorn makes of the file, by name."""
    command = [*COMMAND, "--print-config", "config.wsgi:application"]
    said = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path, **more), capture_output=True, text=True, check=True
    )
    pairs = (line.partition("=") for line in said.stdout.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def test_it_is_read(tmp_path):
    said = configured(tmp_path)
    assert (said["worker_class"], said["workers"], said["threads"]) == ("gthread", "2", "8")
    assert (said["accesslog"], said["max_requests"], said["keepalive"]) == ("None", "0", "0")
    assert said["worker_connections"] == str(settings.ROOM.pages)
    assert int(said["graceful_timeout"]) == GRACE
    assert said["forwarded_allow_ips"] == "[]"
    assert said["control_socket_disable"] == "True"


def test_as_many_as_the_environment_says(tmp_path):
    said = configured(tmp_path, WEB_PROCESSES="3", WEB_THREADS="5", WEB_CONCURRENCY="9")
    assert (said["workers"], said["threads"]) == ("3", "5")


@pytest.mark.parametrize(("name", "given"), [("WEB_PROCESSES", "many"), ("WEB_THREADS", "-1")])
def test_what_is_no_number_is_refused(tmp_path, name, given):
    command = [*COMMAND, "--check-config", "config.wsgi:application"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path, **{name: given}), capture_output=True, text=True
    )
    assert done.returncode
    assert f"{name} must be a whole number, 0 or more." in done.stderr


def test_what_it_says_is_masked_and_it_stops_in_time(tmp_path):
    port, log = free_port(), tmp_path / "log"
    command = [*COMMAND, "--bind", f"127.0.0.1:{port}", "--log-level", "debug", "config.wsgi:application"]
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), stdout=out, stderr=out)
    try:
        until(lambda: is_listening("127.0.0.1", port), pause=0.05, runs=lambda: server.poll() is None)
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/s/{TOKEN}/", timeout=HUNG)
        took = stopwatch()
        server.terminate()
        assert server.wait(HUNG) == 0
        assert in_time(took(), own=GRACE)
    finally:
        server.kill()
        server.wait()
    said = log.read_text()
    assert "DEBUG gunicorn.error GET /s/***/" in said, "gunicorn tells the path while it looks closely"
    assert TOKEN not in said
    assert "gunicorn.access" not in said
