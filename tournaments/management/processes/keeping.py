"""Keeps everything running that ``manage.py up`` has prepared, in its place and under its number.

``up`` needs Django to prepare, 120 MB of it; what looks after its processes needs 12. So it becomes another
program once all is ready: this one, which imports only the standard library.
"""

import atexit
import io
import os
import pickle
import signal
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import IO, NoReturn

from accounts.file_errors import in_one_line
from tournaments.management.processes import supervise
from tournaments.management.processes.asking import listening
from tournaments.management.processes.supervise import STOPPING, Child, Supervisor, whole_paths

SECONDS_TO_START, SECONDS_TO_START_CLOCK = 60.0, 20.0


@dataclass(frozen=True)
class Prepared:
    """What is to run, and what is said when it does."""

    children: tuple[Child, ...]
    folder: Path
    """Where they run."""
    data: Path
    traces: Path
    """The folder of their traces."""
    clock_works: Path
    """The file that is touched when the clock rings the bell."""
    host: str
    port: int
    welcome: str
    leaves: tuple[Path, ...] = ()
    """Folders to be removed in the end."""


def become(prepared: Prepared, lock: IO[str], code: Path) -> NoReturn:
    """Replace this process by the one that keeps it running. The lock goes with it; ``code`` is our folder.

    A signal that stops is kept for it meanwhile.
    """
    reads = piped(prepared)
    for descriptor in (reads, lock.fileno()):
        os.set_inheritable(descriptor, True)
    os.environ.update(whole_paths(os.environ))
    os.chdir(code)
    atexit._run_exitfuncs()  # as at any end: temporary folders are removed
    sys.stdout.flush()
    sys.stderr.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    os.execv(sys.executable, [sys.executable, "-m", __package__, str(reads)])  # noqa: S606 - none is needed


def piped(prepared: Prepared) -> int:
    """Return a pipe's end from which ``main`` reads it. It has some thousand bytes, which a pipe holds."""
    reads, writes = os.pipe()
    with open(writes, "wb") as stream:
        pickle.dump(prepared, stream)
    return reads


def main(descriptor: int) -> int:
    """Keep running what is read from the pipe; the status in which this ends."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a path may hold letters that the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    with open(descriptor, "rb") as pipe:
        prepared: Prepared = pickle.load(pipe)  # noqa: S301 - we wrote it ourselves, a moment ago
    try:
        refusal = keep(prepared)
    except OSError as error:
        refusal = in_one_line(error, prepared.data)
    if refusal:
        print(f"CommandError: {refusal}", file=sys.stderr)
    return bool(refusal)


def keep(prepared: Prepared) -> str:
    """Run everything until it is asked to stop. Return why it could not, or nothing."""
    try:
        prepared.clock_works.unlink(missing_ok=True)
        at_once = [child for child in prepared.children if not child.later]
        with Supervisor(at_once, prepared.folder, _say) as supervisor:
            serves = partial(listening, prepared.host, prepared.port)
            if supervisor.watch(until=serves, seconds=SECONDS_TO_START):
                _say(prepared.welcome)
                supervisor.add([child for child in prepared.children if child.later])
                _watch(supervisor, prepared.clock_works)
            elif not supervisor.is_stopping:
                return "The web server does not start (see above)."
    finally:
        for place in prepared.leaves:
            rmtree(place, ignore_errors=True)
        supervise.forget(prepared.traces)
    _say("Stopped.")
    return ""


def _watch(supervisor: Supervisor, clock_works: Path) -> None:
    """Look after everything to the end, and say when rounds have a clock."""
    works = clock_works.exists
    if not supervisor.watch(until=works, seconds=SECONDS_TO_START_CLOCK) and not supervisor.is_stopping:
        _say("The clock cannot ring the bell yet (see above). Everything else works.")
    if supervisor.watch(until=works):
        _say("The clock rings the bell.")
        supervisor.watch()


def _say(text: str) -> None:
    print(text, flush=True)
