"""What ``manage.py up`` leaves in its folder while it runs, so that the next one finds what was left over.

Each process has a file with its number, locked as long as it runs. The lock is the kernel's: we take it,
the process inherits it, and it is gone with the process and all that it has started, however they ended.
So the number in a locked file is never a stranger's, to whom the system has given it since.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SUFFIX = ".pid"


def forget(folder: Path) -> None:
    """Remove the files of all processes: they have ended."""
    for path in folder.glob(f"*{SUFFIX}"):
        path.unlink()


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
        lock(file)
        yield Trace(file)


def lock(file: IO[str]) -> bool:
    """Lock the file. Returns whether it is ours now: whoever had it is gone."""
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
