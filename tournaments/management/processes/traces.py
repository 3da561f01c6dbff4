"""What ``manage.py up`` leaves in its folder while it runs, so that the next one finds what was left over.

Each process has a file with its number, locked as long as it runs. The lock is the kernel's: we take it,
the process inherits it, and it is gone with the process and all that it has started, however they ended.
So the number in a locked file is never a stranger's, to whom the system has given it since.
"""

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError

LOCK = "up.lock"
SUFFIX = ".pid"
TIME_TO_GO = 5.0
"""Seconds in which a process that was ended by force must be gone."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The folder is ours as long as this lasts. CommandError if another ``up`` has it."""
    for place in (folder.parent, folder):  # mkdir's mode is for the last one only
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    with (folder / LOCK).open("a+") as file:
        if not _lock(file):
            file.seek(0)
            raise CommandError(
                (
                    "Headtable already uses this data folder, as process {pid}: {folder}. "
                    "Stop it first, or set HEADTABLE_DATA to another folder."
                ).format(pid=file.read().strip() or "?", folder=folder.parent)
            )
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        try:
            yield
        finally:
            for path in folder.glob(f"*{SUFFIX}"):
                path.unlink()


def left_over_end(folder: Path) -> int:
    """End what an ``up`` that was itself killed has left running; how many processes it was."""
    ended = 0
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with path.open("a+") as file:
            ended += not _lock(file) and _end(file)
        path.unlink()
    return ended


def holder(path: Path) -> str:
    """The number of the process that holds the file; nothing if it is gone, or there is no such file."""
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
        """What the process must inherit."""
        return (self.file.fileno(),) if self.file else ()

    def name(self, pid: int) -> None:
        if self.file:
            self.file.write(str(pid))
            self.file.flush()


@contextmanager
def left_by(path: Path | None) -> Iterator[Trace]:
    """A new file for a process that is started meanwhile; without a path, none."""
    if path is None:
        yield Trace()
        return
    path.unlink(missing_ok=True)
    with path.open("x") as file:
        _lock(file)
        yield Trace(file)


def _lock(file: IO[str]) -> bool:
    """Whether the file is ours now: whoever had it is gone."""
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _end(file: IO[str]) -> bool:
    """End the group whose process holds the file. Whatever runs here is made to be killed at any time."""
    file.seek(0)
    if (number := file.read().strip()).isdecimal():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(number), signal.SIGKILL)
        end = time.monotonic() + TIME_TO_GO
        while time.monotonic() < end:
            if _lock(file):
                return True
            time.sleep(0.02)
    raise CommandError(
        "Process {pid} of an earlier run does not stop. Stop it first: {file}.".format(
            pid=number or "?", file=file.name
        )
    )
