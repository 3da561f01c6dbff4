"""Real servers over a database file of their own, and real readers of their streams."""

import json
import os
import re
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from tests import waits
from tournaments.management.commands import up

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Process:
    """A process, and what it wrote."""

    handle: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text()

    @property
    def files(self) -> int:
        """How many files it has open."""
        return len(os.listdir(f"/proc/{self.handle.pid}/fd"))

    @property
    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.handle.pid}/task"))


@contextmanager
def running(command: tuple[str, ...], log: Path, **environment: str) -> Iterator[Process]:
    with log.open("w") as out:
        handle = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "SECRET_KEY": settings.SECRET_KEY, **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        yield Process(handle, log)
    finally:
        handle.kill()
        handle.wait()


@contextmanager
def serving(log: Path, *, files: int = 0, **environment: str) -> Iterator[tuple[Process, int]]:
    """A server as `manage.py up` starts it, and its port; with so many open files at most, if it is said."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    limited = ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh") if files else ()
    with running((*limited, *up._make_web_command(HOST, port)), log, **environment) as process:
        wait(process, lambda: _connects(port))
        yield process, port


@contextmanager
def worker(log: Path, **environment: str) -> Iterator[Process]:
    """A worker as `manage.py up` starts it, once it has swept: somebody must send for that."""
    works = Path(environment["HEADTABLE_DATA"]) / "run" / "clock-works"
    works.parent.mkdir(exist_ok=True)
    works.unlink(missing_ok=True)
    with running(up.WORKER, log, **environment) as process:
        wait(process, works.exists)
        yield process


@contextmanager
def clock(log: Path, **environment: str) -> Iterator[tuple[Process, Process]]:
    """Worker and beat."""
    with (
        running(up.BEAT, log.with_suffix(".beat"), **environment) as beat,
        worker(log.with_suffix(".worker"), **environment) as work,
    ):
        yield work, beat


def wait(process: Process, until: Callable[[], bool]) -> None:
    waits.until(until, runs=lambda: process.handle.poll() is None, said=lambda: process.said)


def _connects(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


class Reader:
    """A reader of a stream, over a connection of its own."""

    def __init__(self, port: int, code: str, *, method: str = "GET", address: str = HOST) -> None:
        self.socket = socket.socket()
        self.socket.bind((address, 0))
        self.socket.settimeout(waits.HUNG)
        self.socket.connect((HOST, port))
        self.ask(code, method)

    def ask(self, code: str, method: str = "GET") -> None:
        self.read = b""
        self.socket.sendall(f"{method} /live/{code}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def until(self, words: bytes) -> None:
        while words not in self.read:
            if not (more := self.socket.recv(65536)):
                raise EOFError(self.read)
            self.read += more

    def head(self) -> bytes:
        self.until(b"\r\n\r\n")
        return self.read

    def state(self, seq: int = 0) -> dict[str, Any]:
        """The first state as of that line, or of a later one."""
        while True:
            for data in re.findall(rb"data: (\{.*?\})\n\n", self.read):
                if (state := json.loads(data))["seq"] >= seq:
                    return dict(state)
            before = len(self.read)
            self.read += self.socket.recv(65536)
            if len(self.read) == before:
                raise EOFError(self.read)

    def close(self) -> None:
        self.socket.close()
