"""Asking a process whether it works: by a page, by the broker's protocol, or by a file that it touches.

Used by ``manage.py up`` for its children, and by ``watch.py`` in a container. Only a little of the standard
library is imported here, so that both stay small.
"""

import socket
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

EVERY = 0.5
"""Seconds between two questions."""

TIMEOUT = 1.0
"""Seconds after which a question counts as not answered."""

LONGEST_LOOK = 1.0
"""Seconds that count at most between two looks: the rest of them the watcher itself did not run."""

TIME_TO_START, LONGEST_PATIENCE = 60.0, 30.0
"""Seconds until the first answer, and the most that patience grows to on a slow machine."""

STEADY = 60.0
"""Seconds of life after which a silence is taken as the first again."""


def listening(host: str, port: int) -> bool:
    """Return whether a process listens at the address."""
    try:
        with closing(socket.create_connection((host, port), timeout=0.5)):
            return True
    except OSError:
        return False


class Question(Protocol):
    """A way to ask."""

    def begin(self) -> None:
        """Forget what the last process left, as a new one is about to start: it is no answer."""

    def __call__(self) -> bool:
        """Return whether the process answers just now. May raise OSError for no."""


@dataclass
class PageQuestion:
    """A server answers its page of health."""

    host: str
    port: int
    path: str = "/healthz"

    def begin(self) -> None:
        """Do nothing: the port is closed with the process before."""

    def __call__(self) -> bool:
        request = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with closing(socket.create_connection((self.host, self.port), timeout=TIMEOUT)) as connection:
            connection.sendall(request.encode())
            return connection.recv(5) == b"HTTP/"


@dataclass
class Ping:
    """A Valkey or Redis answers on its socket."""

    socket: Path

    def begin(self) -> None:
        """Do nothing: the new process replaces the socket."""

    def __call__(self) -> bool:
        with closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.settimeout(TIMEOUT)
            connection.connect(str(self.socket))
            connection.sendall(b"PING\r\n")
            return bool(connection.recv(16))


@dataclass
class TouchedFile:
    """A process touches a file while it makes progress."""

    path: Path
    _seen: int = field(default=0, init=False)

    def begin(self) -> None:
        self.path.unlink(missing_ok=True)
        self._seen = 0

    def __call__(self) -> bool:
        before, self._seen = self._seen, self.path.stat().st_mtime_ns
        return self._seen != before


class Watched:
    """For how long a process has not answered. A thread asks, so that whoever looks never waits."""

    def __init__(self, ask: Question, patience: float) -> None:
        self.ask, self.first = ask, patience
        self.patience = patience
        self.silence, self._answered = 0.0, False
        self._began = self._looked = time.monotonic()
        self._answers = self._known = 0
        self._lock, self._over = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="asking", daemon=True)

    def begin(self) -> None:
        """Start to watch a new process, which is about to start."""
        with self._lock:
            self.ask.begin()
            self._began = self._looked = time.monotonic()
            self.silence, self._answered = 0.0, False
            self._known = self._answers
        if self._thread.ident is None:
            self._thread.start()

    def end(self) -> None:
        """Ask no more."""
        self._over.set()

    def hung(self) -> bool:
        """Return whether it has not answered for longer than patience lasts. If so, double the patience.

        Only time in which this is called often counts: a watcher that was itself held up, or a machine that
        slept, is no silence of the process. After it has run steadily, patience is the first one again.
        """
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK), now
        if self._answers != self._known:
            self._known, self.silence, self._answered = self._answers, 0.0, True
            return False
        self.silence += passed
        if self.silence < (self.patience if self._answered else TIME_TO_START):
            return False
        steady = now - self._began > STEADY
        self.patience = self.first if steady else min(2 * self.patience, LONGEST_PATIENCE)
        self.silence = 0.0
        return True

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            began = self._began
            try:
                answered = self.ask()
            except OSError:
                answered = False
            with self._lock:
                if answered and began == self._began:  # it is an answer of the process of now
                    self._answers += 1
