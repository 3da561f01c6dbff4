"""``manage.py up`` as somebody types it, over a folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import redis

from tournaments.management.processes.broker import place_of
from tournaments.management.processes.traces import left_over_end

ROOT = Path(__file__).parents[2]
SECONDS = 120
DATA = "Daten für heute"
"""A name that a path in an address cannot hold as it is: all that is started must bear it."""
OURS = (
    *("DATABASE_URL", "ALLOWED_HOSTS", "SECRET_KEY", "BEHIND_TLS", "DJANGO_SETTINGS_MODULE"),
    *("REDIS_URL", "LOG_LEVEL", "LOG_FORMAT", "LOG_REQUESTS"),
)
PROCESSES = ("broker", "web", "worker", "beat")


class Up:
    """The command, its processes and what it says."""

    def __init__(self, folder, *arguments, **environment):
        self.port = free_port()
        self.data = folder / DATA
        self.log = folder / "up.log"
        self._killed = {}
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "manage.py", "up", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env={**inherited, "HEADTABLE_DATA": str(self.data), **environment},
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

    def pid(self, name):
        """The number of a process, as its file says; 0 if there is none just now."""
        path = self.data / "run" / f"{name}.pid"
        text = path.read_text() if path.exists() else ""
        return int(text or 0)

    def pids(self, *names):
        return {name: self.pid(name) for name in names or PROCESSES}

    def kill(self, name):
        self._killed[name] = self.pid(name)
        os.kill(self._killed[name], signal.SIGKILL)

    def hang(self, *names):
        """Have the processes stand still, as they are."""
        for name in names:
            self._killed[name] = self.pid(name)
            os.kill(self._killed[name], signal.SIGSTOP)

    def go_on(self):
        """Whatever still stands still goes on."""
        for pid in self._killed.values():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    @property
    def broker_url(self):
        return f"unix://{place_of(self.data / 'run')}/valkey.sock"

    def broker(self):
        return redis.Redis.from_url(self.broker_url, retry=None, decode_responses=True)

    def back(self, name, seconds=SECONDS):
        """Wait until what was killed was started again and works; when that was, in seconds since 1970."""
        works = {"broker": self._answers, "web": self._serves, "worker": self._waits, "beat": self._sends}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError, redis.RedisError):
                if self.pid(name) not in (0, self._killed[name]) and works[name]():
                    return time.time()
            time.sleep(0.01)
        raise AssertionError(f"{name} did not come back")

    def _answers(self):
        return self.broker().ping()

    def _serves(self):
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=0.5)):
            return True

    def _waits(self):
        """The worker's connection is the one that waits for messages."""
        return any(client["cmd"] == "brpop" for client in self.broker().client_list())

    def _sends(self):
        """Beat sends sweeps, and nothing else."""
        return any(
            client["cmd"] == "lpush" and int(client["age"]) < 2 for client in self.broker().client_list()
        )

    def leave(self):
        """End everything, whether or not the command still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        left_over_end(self.data / "run")

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
        """How long it took until everything had stopped; its own interpreter ends a moment later."""
        began = time.monotonic()
        self.process.send_signal(number)
        return self.stopped(began)

    def stopped(self, began):
        """Wait until everything has stopped, and tell how long that was after it began to."""
        while self.process.poll() is None and not self.said.endswith("Stopped.\n"):
            time.sleep(0.02)
        took = time.monotonic() - began
        self.process.wait(20)
        return took


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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
