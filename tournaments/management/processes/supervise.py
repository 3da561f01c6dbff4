"""Child processes of ``manage.py up``: their supervisor, and the trace files with their process ids.

The supervisor starts the children, restarts those that die or do not answer, and stops them together. Each
child has its own session and process group. So Ctrl-C at the terminal reaches only the supervisor, and
everything that a child started can be ended with the child.
"""

import fcntl
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import quote

from tournaments.management.processes.asking import Question, Watched

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals of Ctrl-C, of service managers, and of a closed terminal."""

# Each process has a trace file with its process id, locked as long as the process runs. We take the
# kernel's lock, and the process inherits it. However the process and its children end, the lock ends with
# them. So the id in a locked file is never that of a foreign process.
SUFFIX = ".pid"


def forget(folder: Path) -> None:
    """Remove the trace files of all processes, after they have ended."""
    for path in folder.glob(f"*{SUFFIX}"):
        path.unlink()


def find_holder(path: Path) -> str:
    """Return the id of the process that holds the file; "" if the process or the file is gone."""
    try:
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return path.read_text().strip()
    except OSError:
        pass
    return ""


@dataclass(frozen=True)
class Trace:
    """The trace file of a process that is about to start."""

    file: IO[str] | None = None

    @property
    def inherited(self) -> tuple[int, ...]:
        """Return the file descriptors for the process to inherit."""
        return (self.file.fileno(),) if self.file else ()

    def write_pid(self, pid: int) -> None:
        if self.file:
            self.file.write(str(pid))
            self.file.flush()


@contextmanager
def open_trace(path: Path | None) -> Iterator[Trace]:
    """Yield a new trace for a process that starts inside the block; an empty trace without a path."""
    if path is None:
        yield Trace()
        return
    path.unlink(missing_ok=True)
    with path.open("x") as file:
        lock(file)
        yield Trace(file)


def lock(file: IO[str]) -> bool:
    """Try to lock the file. Return whether that succeeded: then no process holds the file."""
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


FIRST_DELAY, LONGEST_DELAY = 0.25, 5.0
"""Seconds to wait before a dead child is restarted. The delay doubles each time it dies soon."""

LIVED_WELL = 5.0
"""Seconds of running after which the delay starts again at its first value."""

LOOK_EVERY = 0.1
TIME_TO_STOP, TIME_FOR_THE_BASE = 1.5, 0.3
"""Seconds for children to stop by themselves, then for the ``base`` ones. Then they are killed."""

PATIENCE = 3.0
"""Seconds without an answer after which a child is killed and restarted."""


@dataclass(frozen=True)
class Child:
    """A process to run: its name for messages, its command, and additions to our environment."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    base: bool = False
    """Other children need it. It is stopped after them. After its restart, dead children restart at once."""
    quiet: bool = False
    """Its standard output is discarded."""
    later: bool = False
    """Start the child only when the pages can be reached, so that it does not delay them."""
    umask: int = -1
    trace: Path | None = None
    """The trace file for its process id."""
    ask: Question | None = None
    """Its health check. Without one, only its end is noticed."""
    patience: float = PATIENCE
    """Seconds that it may leave checks unanswered."""


class Running:
    """A child's process, and the time of its next start if it is down."""

    def __init__(self, child: Child, folder: Path) -> None:
        self.child, self.folder = child, folder
        self.process: subprocess.Popen[bytes] | None = None
        self.began = self.due = 0.0
        self.delay = FIRST_DELAY
        self.watched = Watched(child.ask, child.patience) if child.ask else None

    def start(self) -> None:
        self.began = time.monotonic()
        if self.watched:
            self.watched.begin()
        with open_trace(self.child.trace) as trace:
            self.process = subprocess.Popen(
                self.child.command,
                cwd=self.folder,
                env={**os.environ, **make_paths_absolute(os.environ), **self.child.environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if self.child.quiet else None,
                start_new_session=True,
                umask=self.child.umask,
                pass_fds=trace.inherited,
            )
            trace.write_pid(self.process.pid)

    def restart_at_once(self) -> None:
        """Start the process without delay if it is down, because the ``base`` child runs again."""
        self.due, self.delay = 0.0, FIRST_DELAY

    def take_exit_status(self) -> int | None:
        """Return the exit status of an ended process, once. Then kill its group and plan the next start."""
        if self.process is None or (status := self.process.poll()) is None:
            return None
        self.signal(signal.SIGKILL)
        now = time.monotonic()
        if now - self.began > LIVED_WELL:
            self.delay = FIRST_DELAY
        self.due, self.delay = now + self.delay, min(2 * self.delay, LONGEST_DELAY)
        self.process = None
        return status

    def end_if_hung(self) -> bool:
        """Return whether the process runs without answering. If so, kill its group; restart without delay."""
        if self.process is None or self.watched is None or not self.watched.is_hung():
            return False
        self.signal(signal.SIGKILL)
        self.process.wait()
        self.process = None
        self.restart_at_once()
        return True

    def signal(self, number: signal.Signals) -> None:
        """Send the signal to the child's whole group. Ignore a group that is gone."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)


def make_paths_absolute(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that name paths, with absolute paths: children run in another folder."""
    files = {name: path for name, path in environment.items() if name.endswith("_FILE")}
    files["HEADTABLE_DATA"] = environment.get("HEADTABLE_DATA", "")
    whole = {name: str(Path(path).absolute()) for name, path in files.items() if path}
    scheme, _, path = environment.get("DATABASE_URL", "").partition(":///")
    if scheme == "sqlite" and path and path[0] != "/":
        whole["DATABASE_URL"] = f"sqlite:///{quote(str(Path.cwd()))}/{path}"
    return whole


class Supervisor:
    """Keeps the children running until Ctrl-C or another stop signal."""

    def __init__(self, children: Sequence[Child], folder: Path, say: Callable[[str], None]) -> None:
        self.running = [Running(child, folder) for child in children]
        self.folder, self.say = folder, say
        self._stop_requested = threading.Event()

    def __enter__(self) -> "Supervisor":
        self._before = {number: signal.signal(number, self._handle_stop) for number in STOPPING}
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)  # `keeping.become` has blocked them
        try:
            for running in self.running:
                running.start()
        except BaseException:  # Python does not call __exit__ if __enter__ fails
            self.__exit__()
            raise
        return self

    def add(self, children: Sequence[Child]) -> None:
        """Start further children."""
        for child in children:
            self.running.append(Running(child, self.folder))
            self.running[-1].start()

    def __exit__(self, *_error: object) -> None:
        self._stop()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def watch(self, until: Callable[[], bool] | None = None, seconds: float | None = None) -> bool:
        """Restart dead children until a stop signal. Return True if ``until`` comes first, in ``seconds``."""
        end = None if seconds is None else time.monotonic() + seconds
        while not self._stop_requested.wait(LOOK_EVERY):
            for running in self.running:
                self._look_after(running)
            if until is not None and until():
                return True
            if end is not None and time.monotonic() > end:
                return False
        return False

    @property
    def is_stopping(self) -> bool:
        return self._stop_requested.is_set()

    def _handle_stop(self, _number: int, _frame: object) -> None:
        self._stop_requested.set()

    def _look_after(self, running: Running) -> None:
        if (status := running.take_exit_status()) is not None:
            self.say(f"The {running.child.name} ended ({_describe_status(status)}); it is restarted.")
        elif running.end_if_hung():
            self.say(f"The {running.child.name} does not answer; it is restarted.")
        if running.process is None and time.monotonic() >= running.due:
            running.start()
            if running.child.base:
                for sibling in self.running:
                    if sibling is not running:
                        sibling.restart_at_once()

    def _stop(self) -> None:
        for running in self.running:
            if running.watched:
                running.watched.end()
        _end([running for running in self.running if not running.child.base], TIME_TO_STOP)
        _end([running for running in self.running if running.child.base], TIME_FOR_THE_BASE)


def _end(children: Sequence[Running], seconds: float) -> None:
    """End the children: those that do not stop within ``seconds`` are killed."""
    for running in children:
        running.signal(signal.SIGTERM)
    end = time.monotonic() + seconds
    for running in children:
        if running.process is not None:
            with suppress(subprocess.TimeoutExpired):
                running.process.wait(max(0.0, end - time.monotonic()))
    for running in children:
        running.signal(signal.SIGKILL)
        if running.process is not None:
            running.process.wait()


def _describe_status(status: int) -> str:
    """Return the end of a process in words. A status below 0 is a signal."""
    if status < 0:
        return signal.Signals(-status).name
    return f"status {status}"
