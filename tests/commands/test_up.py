"""``manage.py up`` for real: its processes, its pages, its ending."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError

from tournaments.management.address import machine_address

ROOT = Path(__file__).parents[2]
SECONDS = 120
OURS = ("DATABASE_URL", "ALLOWED_HOSTS", "SECRET_KEY", "BEHIND_TLS", "DJANGO_SETTINGS_MODULE")


class Up:
    """The command as somebody types it, over a folder of its own."""

    def __init__(self, folder, *arguments):
        self.port = free_port()
        self.log = folder / "up.log"
        environment = {name: value for name, value in os.environ.items() if name not in OURS}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "manage.py", "up", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env={**environment, "HEADTABLE_DATA": str(folder / "data")},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    @property
    def said(self):
        return self.log.read_text()

    def wait_for(self, text):
        end = time.monotonic() + SECONDS
        while text not in self.said:
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"“{text}” was never said:\n{self.said}")
            time.sleep(0.05)

    def children(self):
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
        pairs = (line.split() for line in listed.stdout.splitlines())
        return [int(pid) for pid, parent in pairs if int(parent) == self.process.pid]

    def get(self, path="/", *, at="127.0.0.1", host=None):
        """The status of a page, and its text."""
        request = urllib.request.Request(f"http://{at}:{self.port}{path}")
        if host:
            request.add_header("Host", host)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def stop(self, number=signal.SIGTERM):
        """How long it took to stop."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(10)
        return time.monotonic() - began


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def rows(folder, table):
    with closing(sqlite3.connect(folder / "data" / "headtable.sqlite3")) as database:
        return database.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608


def gone(pids):
    end = time.monotonic() + 2
    while time.monotonic() < end:
        if not any(Path(f"/proc/{pid}").exists() if Path("/proc").exists() else alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def up(tmp_path):
    """Start the command, as often as a test wants; what still runs is ended after it."""
    started = []

    def start(*arguments):
        started.append(Up(tmp_path, *arguments))
        return started[-1]

    yield start
    for one in started:
        for pid in [*one.children(), one.process.pid] if one.process.poll() is None else ():
            os.kill(pid, signal.SIGKILL)
        one.process.wait()


@pytest.mark.slow
def test_a_first_run_cut_short_a_second_that_makes_the_demo_and_a_third(up, tmp_path):
    first = up()
    first.wait_for("round 3 of 20")
    first.stop(signal.SIGKILL)
    assert rows(tmp_path, "accounts_user") == rows(tmp_path, "tournaments_evening") == 0

    second = up()
    second.wait_for("Ctrl-C stops it.")
    assert "round 20 of 20" in second.said
    assert "round 6 of 6" in second.said
    assert f"http://127.0.0.1:{second.port}/" in second.said
    assert "█" in second.said
    password = re.search(r"password\s+(\S+)", second.said)
    assert password
    assert password[1] not in (tmp_path / "data" / "headtable.sqlite3").read_bytes().decode("latin-1")
    assert rows(tmp_path, "tournaments_evening") == 2
    assert second.get("/login/")[0] == 200
    assert second.stop() < 3

    third = up()
    third.wait_for("Ctrl-C stops it.")
    assert rows(tmp_path, "accounts_user") == 1
    assert "round" not in third.said
    assert "changepassword" in third.said
    assert not re.search(r"password\s+\S{5}-", third.said)
    assert third.stop(signal.SIGINT) < 3


@pytest.mark.slow
def test_a_killed_server_comes_back_and_all_stop_together(up):
    running = up("--no-demo")
    running.wait_for("Ctrl-C stops it.")
    assert running.get("/")[0] == 200
    assert running.get("/", host="evil.example")[0] == 400
    (web,) = running.children()
    assert os.getpgid(web) == web != running.process.pid
    os.kill(web, signal.SIGKILL)
    running.wait_for("The web server ended (SIGKILL); it is started again.")
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            assert running.get("/")[0] == 200
            break
        except OSError:
            time.sleep(0.1)
    (again,) = running.children()
    assert again != web
    with closing(socket.create_connection(("127.0.0.1", running.port))):  # a page left open
        assert running.stop() < 3
    assert running.process.returncode == 0
    assert gone([again])
    assert running.said.rstrip().endswith("Stopped.")


@pytest.mark.slow
def test_the_phones_in_the_hall_are_let_in_by_this_machines_address_alone(up):
    try:
        mine = machine_address()
    except CommandError:
        pytest.skip("this machine is in no network")
    running = up("--no-demo", "--lan")
    running.wait_for("Ctrl-C stops it.")
    assert f"http://{mine}:{running.port}/" in running.said
    assert running.get("/", at=mine)[0] == 200
    assert running.get("/", at=mine, host="evil.example")[0] == 400


def test_a_taken_port_is_named(up):
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = up("--no-demo", "--port", str(port))
        assert refused.process.wait(SECONDS) == 1
    assert refused.said == (
        f"CommandError: Port {port} cannot be used: another program uses it. Another one: --port NUMBER.\n"
    )


def test_no_database(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "up", "--no-demo"],
        cwd=ROOT,
        env={
            **os.environ,
            "HEADTABLE_DATA": str(tmp_path),
            "DATABASE_URL": f"sqlite:///{tmp_path}/missing/x",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "CommandError: The database:" in done.stderr
    assert "Traceback" not in done.stderr
