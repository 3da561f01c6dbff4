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

from tests.waits import HUNG, in_time, stopwatch, until
from tournaments.management.processes import supervise
from tournaments.management.processes.broker import make_socket_folder
from tournaments.management.processes.data_folder import left_over_end

ROOT = Path(__file__).parents[2]
DATA = "Daten für heute"
"""A name that a path in an address cannot hold as it is: all that is started must bear it."""
OURS = (
    *("DATABASE_URL", "ALLOWED_HOSTS", "SECRET_KEY", "BEHIND_TLS", "DJANGO_SETTINGS_MODULE"),
    *("REDIS_URL", "LOG_LEVEL", "LOG_FORMAT", "LOG_REQUESTS"),
)
PATIENT = {"LOCK_TIMEOUT": "60", "STATEMENT_TIMEOUT": "60", "IDLE_IN_TRANSACTION_TIMEOUT": "600"}
"""Limits of the program that no process reaches on a slow machine, unless it hangs."""
PROCESSES = ("broker", "web", "worker", "beat")


class Up:
    """The command, its processes and what it says."""

    command = (sys.executable, "-W", "error", "manage.py")
    folder = ROOT

    def __init__(self, folder, *arguments, **environment):
        self.port = free_port()
        self.data = folder / DATA
        self.log = folder / "up.log"
        self._killed = {}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [*self.command, "up", "--port", str(self.port), *arguments],
                cwd=self.folder,
                env={**outside(), "HEADTABLE_DATA": str(self.data), **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    @property
    def said(self):
        return self.log.read_text()

    def wait_for(self, text):
        def holds():
            return text in self.said

        until(holds, pause=0.05, runs=self.runs, said=lambda: f"“{text}” was not said: {self.said}")

    def runs(self):
        return self.process.poll() is None

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
        return f"unix://{make_socket_folder(self.data / 'run')}/valkey.sock"

    def broker(self):
        return redis.Redis.from_url(self.broker_url, retry=None, decode_responses=True)

    def back(self, name):
        """Wait until what was killed was started again and works; when that was, in seconds since 1970."""
        works = {"broker": self._answers, "web": self._serves, "worker": self._waits, "beat": self._sends}

        def again():
            with suppress(OSError, redis.RedisError):
                return self.pid(name) not in (0, self._killed[name]) and works[name]()

        until(again, pause=0.01, said=lambda: f"{name} did not come back: {self.said}")
        return time.time()

    def _answers(self):
        return self.broker().ping()

    def _serves(self):
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=HUNG)):
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
        if self.runs():
            self.process.kill()
        self.process.wait()
        left_over_end(self.data / "run")

    def get(self, path="/", *, at="127.0.0.1", host=None):
        """The status of a page, and its text."""
        request = urllib.request.Request(f"http://{at}:{self.port}{path}")
        if host:
            request.add_header("Host", host)
        try:
            with urllib.request.urlopen(request, timeout=HUNG) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def stop(self, number=signal.SIGTERM):
        """How long it took until everything had stopped; its own interpreter ends a moment later."""
        took = stopwatch()
        self.process.send_signal(number)
        return self.stopped(took)

    def stopped(self, took):
        """Wait until everything has stopped; return what the stopwatch shows then."""
        until(lambda: not self.runs() or self.said.endswith("Stopped.\n"))
        seconds = took()
        self.process.wait(HUNG)
        return seconds


def outside():
    """The variables of a shell in which nobody has set up Headtable."""
    return {name: value for name, value in os.environ.items() if name not in OURS}


def typed(folder, *words, **environment):
    """A command as it is typed where the data are in this folder: how it ended, and what it said."""
    return python(folder, "manage.py", *words, **environment)


def python(folder, *arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**outside(), "HEADTABLE_DATA": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=HUNG,
    )


def stopped_in_time(seconds):
    """Whether what ``stop`` took is what the processes have to stop of themselves, and no wait beside it."""
    return in_time(seconds, own=supervise.TIME_TO_STOP + supervise.TIME_FOR_THE_BASE)


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def gone(pids):
    """Wait until none of these processes is there."""
    there = (lambda pid: Path(f"/proc/{pid}").exists()) if Path("/proc").exists() else alive
    return until(lambda: not any(map(there, pids)), pause=0.05)


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
