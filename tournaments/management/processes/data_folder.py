"""One ``manage.py up`` at a time uses the data folder. It ends processes that an earlier one left running."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError

from tournaments.management.processes.supervise import SUFFIX, forget, lock

LOCK = "up.lock"
TIME_TO_GO = 5.0
"""Seconds in which a killed process must be gone."""


@contextmanager
def hold_alone(folder: Path) -> Iterator[IO[str]]:
    """Hold the folder's lock inside the block. CommandError if another ``up`` holds it."""
    for place in (folder.parent, folder):  # mkdir uses the mode only for the last folder
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    with (folder / LOCK).open("a+") as file:
        if not lock(file):
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
            yield file
        finally:
            forget(folder)


def left_over_end(folder: Path) -> int:
    """End processes that a killed ``up`` left running. Return their number."""
    count = 0
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with path.open("a+") as file:
            count += not lock(file) and _end(file)
        path.unlink()
    return count


def _end(file: IO[str]) -> bool:
    """Kill the process group that holds the file. Our processes can be killed at any time without harm."""
    file.seek(0)
    if (number := file.read().strip()).isdecimal():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(number), signal.SIGKILL)
        end = time.monotonic() + TIME_TO_GO
        while time.monotonic() < end:
            if lock(file):
                return True
            time.sleep(0.02)
    raise CommandError(
        "Process {pid} of an earlier run does not stop. Stop it first: {file}.".format(
            pid=number or "?", file=file.name
        )
    )
