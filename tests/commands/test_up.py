"""``manage.py up`` for real: its processes, its pages, its ending."""

import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.utils import timezone
from redis.exceptions import RedisError

from config.server.open_files import share_files
from tests import waits
from tests.commands.running import DATA, PROCESSES, ROOT, Up, gone, stopped_in_time
from tests.waits import HUNG, stopwatch
from tournaments.management.address import find_machine_address
from tournaments.management.commands.up import describe_room, make_children

READY = "The clock rings the bell."


def rows(folder, table):
    with closing(sqlite3.connect(folder / DATA / "headtable.sqlite3")) as database:
        return database.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608


def until(true):
    """Wait until it is true, whatever is refused meanwhile."""

    def holds():
        with suppress(OSError, RedisError):
            return true()

    waits.until(holds, pause=0.05)


@pytest.fixture
def up(tmp_path):
    """Start the command, as often as a test wants; what still runs is ended after it."""
    started = []

    def start(*arguments, **environment):
        started.append(Up(tmp_path, *arguments, **environment))
        return started[-1]

    yield start
    for one in started:
        one.leave()


@pytest.mark.slow
@pytest.mark.thorough
def test_a_first_run_cut_short_a_second_that_makes_the_demo_and_a_third(up, tmp_path):
    first = up()
    first.wait_for("round 3 of 20")
    first.stop(signal.SIGKILL)
    assert rows(tmp_path, "accounts_user") == rows(tmp_path, "tournaments_evening") == 0

    second = up()
    second.wait_for("Ctrl-C stops it.")
    assert "round 20 of 20" in second.said
    assert describe_room(settings.ROOM) in second.said
    assert "round 6 of 6" in second.said
    assert f"http://127.0.0.1:{second.port}/" in second.said
    assert "█" in second.said
    password = re.search(r"password\s+(\S+)", second.said)
    assert password
    assert password[1] not in (tmp_path / DATA / "headtable.sqlite3").read_bytes().decode("latin-1")
    assert rows(tmp_path, "tournaments_evening") == 5, "two simulated, three of its league's recorded"
    status, page = second.get("/login/")
    assert status == 200
    assert re.search(r"css/headtable\.[0-9a-f]{12}\.css", page)  # kept by browsers for good
    assert stopped_in_time(second.stop())

    third = up()
    third.wait_for("Ctrl-C stops it.")
    assert rows(tmp_path, "accounts_user") == 1
    assert "round" not in third.said
    assert "changepassword" in third.said
    assert not re.search(r"password\s+\S{5}-", third.said)
    assert stopped_in_time(third.stop(signal.SIGINT))


@pytest.mark.thorough
@pytest.mark.slow
def test_whatever_is_killed_comes_back_and_all_stop_together(up):
    one_up = up("--no-demo")
    one_up.wait_for(READY)
    the_broker_is_for_this_user_alone_and_keeps_nothing(one_up)
    assert one_up.get("/")[0] == 200
    assert one_up.get("/", host="evil.example")[0] == 400
    first = one_up.pids()
    assert [os.getpgid(pid) for pid in first.values()] == list(first.values())
    assert one_up.process.pid not in first.values()
    for name in PROCESSES:
        one_up.kill(name)
        until(lambda name=name: one_up.pid(name) not in (0, first[name]))
    for said in ("broker", "web server", "worker", "beat"):
        assert f"The {said} ended (SIGKILL); it is restarted." in one_up.said
    until(lambda: one_up.get("/")[0] == 200)
    until(lambda: one_up.broker().ping())
    again = one_up.pids()
    assert not set(again.values()) & set(first.values())
    with closing(socket.create_connection(("127.0.0.1", one_up.port))):  # a page left open
        assert stopped_in_time(one_up.stop())
    assert one_up.process.returncode == 0
    assert gone(again.values())
    assert one_up.said.rstrip().endswith("Stopped.")
    assert "Traceback" not in one_up.said
    assert not list((one_up.data / "run").glob("*.pid"))


def the_broker_is_for_this_user_alone_and_keeps_nothing(running):
    path = running.broker_url.removeprefix("unix://")
    assert stat.S_ISSOCK(os.stat(path).st_mode)
    assert os.stat(path).st_mode & 0o077 == 0
    assert os.stat(os.path.dirname(path)).st_mode & 0o077 == 0
    settings = running.broker().config_get("*")
    assert (settings["port"], settings["save"], settings["appendonly"]) == ("0", "", "no")
    assert int(settings["maxmemory"]) == 64 * 1024 * 1024


@pytest.mark.thorough
@pytest.mark.slow
def test_all_stop_in_time_whatever_they_do(up):
    """A stream is open and ends whole, a request is under way and is answered, and bells are to come.

    The worker waits to ring one: for the database, which somebody has locked. That sweep changes nothing.
    """
    running = up()
    running.wait_for(READY)
    assert running.get("/api/v1/games/")[0] == 200  # the first request takes the longest
    answer = b""
    with closing(sqlite3.connect(running.data / "headtable.sqlite3", isolation_level=None)) as database:
        (code,) = database.execute(
            "select join_code from tournaments_evening where stage='playing'"
        ).fetchone()
        stream = urllib.request.urlopen(f"http://127.0.0.1:{running.port}/live/{code}/", timeout=HUNG)
        until(lambda: b"data:" in stream.readline())
        to_come(running, 30)
        until(lambda: running.broker().hlen("unacked") >= 30)
        database.execute("BEGIN IMMEDIATE")
        (bell,) = database.execute(OPEN_ROUND).fetchone()
        database.execute("UPDATE tournaments_roundrow SET ends_at=? WHERE id=?", (soon(2), bell))
        database.execute("COMMIT")
        database.execute("BEGIN IMMEDIATE")
        with closing(socket.create_connection(("127.0.0.1", running.port), timeout=HUNG)) as phone:
            time.sleep(3)
            phone.sendall(f"{POST}Content-Length: 14\r\n\r\n".encode() + b'{"pla')
            took = stopwatch()
            running.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            phone.sendall(b'yers": 4}')
            while more := phone.recv(65536):
                answer += more
        assert stopped_in_time(running.stopped(took))
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'"errors"' in answer
        database.execute("ROLLBACK")
        rung = "SELECT rung_id FROM tournaments_roundrow WHERE id=?"
        assert database.execute(rung, (bell,)).fetchone() == (None,)
    assert not SCARY.search(running.said)
    stream.read()  # it ends, and is not cut off: that would raise


OPEN_ROUND = (
    "SELECT id FROM tournaments_roundrow WHERE rung_id IS NULL AND closed_id IS NULL AND void_id IS NULL"
)
POST = "POST /api/v1/games/clag/score/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SCARY = re.compile("ERROR|CRITICAL|Traceback")


def soon(seconds):
    """A time as Django writes it."""
    return (timezone.now() + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%S.%f")


def to_come(running, count):
    """Have the worker hold messages that are due in an hour."""
    program = (
        "import datetime, django; django.setup(); from tournaments.base.fanout import schedule_look; "
        "when = datetime.datetime.fromtimestamp(__import__('time').time() + 3600, datetime.timezone.utc); "
        f"[schedule_look(1, when) for _ in range({count})]"
    )
    told = {"HEADTABLE_DATA": str(running.data), "REDIS_URL": running.broker_url}
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **told}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_second_one_is_refused_and_a_killed_one_leaves_nothing_behind(up):
    first = up("--no-demo")
    first.wait_for(READY)
    refused = up("--no-demo")
    assert refused.process.wait(HUNG) == 1
    assert refused.said.startswith(
        f"CommandError: Headtable already uses this data folder, as process {first.process.pid}: "
    )
    assert first.get("/")[0] == 200
    left = first.pids()
    first.stop(signal.SIGKILL)
    second = up("--no-demo", "--port", str(first.port))
    second.wait_for(READY)
    assert "Processes of an earlier run were stopped." in second.said
    assert gone(left.values())
    assert not set(second.pids().values()) & set(left.values())
    assert stopped_in_time(second.stop())


@pytest.mark.thorough
@pytest.mark.slow
def test_pages_work_the_bell_rings_and_all_stop_in_time_while_the_named_broker_is_away(up):
    running = up("--no-demo", REDIS_URL="redis://127.0.0.1:1/0")
    running.wait_for("Ctrl-C stops it.")
    running.wait_for("The broker does not answer: the worker waits for it.")
    running.wait_for("The broker does not answer: the beat waits for it.")
    running.wait_for(READY)
    assert running.pid("broker") == 0
    assert running.get("/")[0] == 200
    assert stopped_in_time(running.stop())
    assert "Traceback" not in running.said


def test_the_start_says_how_many_screens_can_listen():
    assert describe_room(share_files(8192)) == "Up to 4000 screens can listen at a time, 1000 of one address."
    assert describe_room(share_files(256)).splitlines() == [
        "Up to 64 screens can listen at a time, 48 of one address.",
        "For more screens, raise the limit of open files, which is 256 (ulimit -Hn).",
    ]


def test_a_broker_that_is_named_is_used(tmp_path, settings):
    settings.REDIS_URL = "redis://elsewhere/0"
    assert [child.name for child in make_children(tmp_path, "127.0.0.1", 8000, "127.0.0.1")] == [
        "web server",
        "worker",
        "beat",
    ]
    assert all("REDIS_URL" not in child.environment for child in make_children(tmp_path, "::1", 8000, "::1"))


@pytest.mark.thorough
@pytest.mark.slow
def test_the_phones_in_the_hall_are_let_in_by_this_machines_address_alone(up):
    try:
        mine = find_machine_address()
    except CommandError:
        pytest.skip("this machine is in no network")
    running = up("--no-demo", "--lan")
    running.wait_for(READY)
    assert f"http://{mine}:{running.port}/" in running.said
    assert running.get("/", at=mine)[0] == 200
    assert running.get("/", at=mine, host="evil.example")[0] == 400
