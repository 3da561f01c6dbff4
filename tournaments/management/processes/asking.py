"""Health checks of a process: by a page, by the broker's protocol, or by a file that the process touches.

``manage.py up`` uses them for its children, and ``watch.py`` in a container. This module imports only a
little of the standard library, so that both programs stay small.
"""

import socket
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

EVERY = 0.5
"""Seconds between two checks."""

TIMEOUT = 1.0
"""Seconds after which a check has failed."""

LONGEST_LOOK = 1.0
"""The most silence, in seconds, between two calls of ``hung``. In a longer gap the watcher was paused."""

TIME_TO_START, LONGEST_PATIENCE = 60.0, 30.0
"""Seconds allowed until the first answer, and the limit of doubled patience on a slow machine."""

STEADY = 60.0
"""Seconds of running after which patience starts again at its first value."""


def is_listening(host: str, port: int) -> bool:
    """Return whether a process listens at the address."""
    try:
        with closing(socket.create_connection((host, port), timeout=0.5)):
            return True
    except OSError:
        return False


class Question(Protocol):
    """A way to check a process."""

    def begin(self) -> None:
        """Discard what the last process left, before a new process starts: it is no answer of the new one."""

    def __call__(self) -> bool:
        """Return whether the process answers now. An OSError also means no."""


@dataclass
class PageQuestion:
    """Checks that a server answers at its health page."""

    host: str
    port: int
    path: str = "/healthz"

    def begin(self) -> None:
        """Do nothing: the old process's port is closed."""

    def __call__(self) -> bool:
        request = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with closing(socket.create_connection((self.host, self.port), timeout=TIMEOUT)) as connection:
            connection.sendall(request.encode())
            return connection.recv(5) == b"HTTP/"


@dataclass
class Ping:
    """Checks that Valkey or Redis answers on its socket."""

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
    """Checks that a process touches its file."""

    path: Path
    _seen: int = field(default=0, init=False)

    def begin(self) -> None:
        self.path.unlink(missing_ok=True)
        self._seen = 0

    def __call__(self) -> bool:
        before, self._seen = self._seen, self.path.stat().st_mtime_ns
        return self._seen != before


class Watched:
    """Measures how long a process has not answered. A thread of its own asks, so that callers never wait."""

    def __init__(self, ask: Question, patience: float) -> None:
        self.ask, self.first = ask, patience
        self.patience = patience
        self.silence, self._answered = 0.0, False
        self._began = self._looked = time.monotonic()
        self._answers = self._known = 0
        self._lock, self._over = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="asking", daemon=True)

    def begin(self) -> None:
        """Start to watch a process that is about to start."""
        with self._lock:
            self.ask.begin()
            self._began = self._looked = time.monotonic()
            self.silence, self._answered = 0.0, False
            self._known = self._answers
        if self._thread.ident is None:
            self._thread.start()

    def end(self) -> None:
        """Stop the thread that asks the process for its health."""
        self._over.set()

    def is_hung(self) -> bool:
        """Return whether the process has been silent longer than the patience. If so, double the patience.

        Only time during which this method is called often counts: a paused watcher, or a machine that slept,
        is no silence of the process. After ``STEADY`` seconds of running, patience returns to its first
        value.
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
                if answered and began == self._began:  # the answer is not the last process's
                    self._answers += 1
