"""Child processes of ``manage.py up``: their supervisor and the files with their numbers.

Children are started, started again when they die or do not answer, and stopped together. Each child runs in
a session and a process group of its own, so that Ctrl-C at the terminal reaches the supervisor alone, and
whatever a child has started can be ended with it.
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
"""By Ctrl-C, by whoever looks after processes, and by a terminal that is closed."""

# Each process has a file with its number, locked as long as it runs. The lock is the kernel's: we take it,
# the process inherits it, and it is gone with the process and all that it has started, however they ended.
# So the number in a locked file is never a stranger's, to whom the system has given it since.
SUFFIX = ".pid"


def forget(folder: Path) -> None:
    """Remove the files of all processes: they have ended."""
    for path in folder.glob(f"*{SUFFIX}"):
        path.unlink()


def holder(path: Path) -> str:
    """Return the number of the process that holds the file; empty if it is gone, or there is no such file."""
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
    """The file of a process that is about to be started."""

    file: IO[str] | None = None

    @property
    def inherited(self) -> tuple[int, ...]:
        """Return the file descriptors that the process must inherit."""
        return (self.file.fileno(),) if self.file else ()

    def name(self, pid: int) -> None:
        if self.file:
            self.file.write(str(pid))
            self.file.flush()


@contextmanager
def left_by(path: Path | None) -> Iterator[Trace]:
    """Yield a new trace file for a process that is started meanwhile; without a path, an empty trace."""
    if path is None:
        yield Trace()
        return
    path.unlink(missing_ok=True)
    with path.open("x") as file:
        lock(file)
        yield Trace(file)


def lock(file: IO[str]) -> bool:
    """Lock the file. Returns whether it is ours now: whoever had it is gone."""
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


FIRST_DELAY, LONGEST_DELAY = 0.25, 5.0
"""Seconds to wait before a child that died is started again: doubled each time it dies soon."""

LIVED_WELL = 5.0
"""Seconds after which a death is taken as the first again."""

LOOK_EVERY = 0.1
TIME_TO_STOP, TIME_FOR_THE_BASE = 1.5, 0.3
"""Seconds that children have to stop of themselves, and then those they need; the rest are ended by force."""

PATIENCE = 3.0
"""Seconds without an answer after which a child is ended and started again."""


@dataclass(frozen=True)
class Child:
    """What is to run: a shown name, a command, and what its environment has besides ours."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    base: bool = False
    """The others need it: it is stopped after them, and once it is back they are started again at once."""
    quiet: bool = False
    """What it writes to its standard output is of no use to anybody."""
    later: bool = False
    """It is started when the pages can be reached: until then it would take processor time from them."""
    umask: int = -1
    trace: Path | None = None
    """The file that names its process while it runs."""
    ask: Question | None = None
    """How it is asked whether it works; without one, only its end is noticed."""
    patience: float = PATIENCE
    """Seconds for which it may leave questions unanswered."""


class Running:
    """A child's process, and when to start the next one if it is down."""

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
        with left_by(self.child.trace) as trace:
            self.process = subprocess.Popen(
                self.child.command,
                cwd=self.folder,
                env={**os.environ, **whole_paths(os.environ), **self.child.environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if self.child.quiet else None,
                start_new_session=True,
                umask=self.child.umask,
                pass_fds=trace.inherited,
            )
            trace.name(self.process.pid)

    def hurry(self) -> None:
        """Start it without waiting, if it is down: what it needs is there again."""
        self.due, self.delay = 0.0, FIRST_DELAY

    def died(self) -> int | None:
        """Return its exit status, once, if it ended; then clear its group and plan the next start."""
        if self.process is None or (status := self.process.poll()) is None:
            return None
        self.signal(signal.SIGKILL)
        now = time.monotonic()
        if now - self.began > LIVED_WELL:
            self.delay = FIRST_DELAY
        self.due, self.delay = now + self.delay, min(2 * self.delay, LONGEST_DELAY)
        self.process = None
        return status

    def hung(self) -> bool:
        """Return whether it runs and does not answer. Then end its group, and do not delay the next start."""
        if self.process is None or self.watched is None or not self.watched.hung():
            return False
        self.signal(signal.SIGKILL)
        self.process.wait()
        self.process = None
        self.hurry()
        return True

    def signal(self, number: signal.Signals) -> None:
        """Tell the child's whole group. A group that is gone already is well."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)


def whole_paths(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that name paths, with whole paths: children run in another folder than we do."""
    files = {name: path for name, path in environment.items() if name.endswith("_FILE")}
    files["HEADTABLE_DATA"] = environment.get("HEADTABLE_DATA", "")
    whole = {name: str(Path(path).absolute()) for name, path in files.items() if path}
    scheme, _, path = environment.get("DATABASE_URL", "").partition(":///")
    if scheme == "sqlite" and path and path[0] != "/":
        whole["DATABASE_URL"] = f"sqlite:///{quote(str(Path.cwd()))}/{path}"
    return whole


class Supervisor:
    """Keeps the children running until it is stopped by Ctrl-C or a signal."""

    def __init__(self, children: Sequence[Child], folder: Path, say: Callable[[str], None]) -> None:
        self.running = [Running(child, folder) for child in children]
        self.folder, self.say = folder, say
        self._stop_requested = threading.Event()

    def __enter__(self) -> "Supervisor":
        self._before = {number: signal.signal(number, self._handle_stop) for number in STOPPING}
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)  # `keeping.become` has held them back
        try:
            for running in self.running:
                running.start()
        except BaseException:  # nobody calls __exit__ for what failed here
            self.__exit__()
            raise
        return self

    def add(self, children: Sequence[Child]) -> None:
        """Start these too."""
        for child in children:
            self.running.append(Running(child, self.folder))
            self.running[-1].start()

    def __exit__(self, *_error: object) -> None:
        self._stop()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def watch(self, until: Callable[[], bool] | None = None, seconds: float | None = None) -> bool:
        """Start again whatever dies, until stopped. True if ``until`` came first, within ``seconds``."""
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
        if (status := running.died()) is not None:
            self.say(f"The {running.child.name} ended ({_describe_status(status)}); it is restarted.")
        elif running.hung():
            self.say(f"The {running.child.name} does not answer; it is restarted.")
        if running.process is None and time.monotonic() >= running.due:
            running.start()
            if running.child.base:
                for sibling in self.running:
                    if sibling is not running:
                        sibling.hurry()

    def _stop(self) -> None:
        for running in self.running:
            if running.watched:
                running.watched.end()
        _end([running for running in self.running if not running.child.base], TIME_TO_STOP)
        _end([running for running in self.running if running.child.base], TIME_FOR_THE_BASE)


def _end(children: Sequence[Running], seconds: float) -> None:
    """End them all: who has not stopped after a while is ended by force."""
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
    """Return how a process ended, as its status says: below 0 by that signal."""
    if status < 0:
        return signal.Signals(-status).name
    return f"status {status}"
