"""Keeps the processes of ``manage.py up`` running, under the process id of ``up``.

``up`` needs Django and 120 MB to prepare everything. To supervise its processes, 12 MB are enough. So ``up``
replaces itself by this program, which imports only the standard library.
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

from accounts.file_errors import describe_file_error
from tournaments.management.processes import supervise
from tournaments.management.processes.asking import is_listening
from tournaments.management.processes.supervise import STOPPING, Child, Supervisor, make_paths_absolute

SECONDS_TO_START, SECONDS_TO_START_CLOCK = 60.0, 20.0


@dataclass(frozen=True)
class Prepared:
    """The processes to run, with their folders and messages."""

    children: tuple[Child, ...]
    folder: Path
    """The working folder of the processes."""
    data: Path
    traces: Path
    """The folder of their trace files."""
    clock_works: Path
    """A file that is touched when the clock rings bells."""
    host: str
    port: int
    welcome: str
    leaves: tuple[Path, ...] = ()
    """Folders to remove at the end."""


def become(prepared: Prepared, lock: IO[str], code: Path) -> NoReturn:
    """Replace this process by this module's program, which inherits the lock. ``code``: our folder.

    Stop signals are blocked until the new program handles them.
    """
    reads = write_pipe(prepared)
    for descriptor in (reads, lock.fileno()):
        os.set_inheritable(descriptor, True)
    os.environ.update(make_paths_absolute(os.environ))
    os.chdir(code)
    atexit._run_exitfuncs()  # as at any exit: temporary folders are removed
    sys.stdout.flush()
    sys.stderr.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    os.execv(sys.executable, [sys.executable, "-m", __package__, str(reads)])  # noqa: S606 - none is needed


def write_pipe(prepared: Prepared) -> int:
    """Return the reading end of a pipe with the pickled value. A pipe can hold its few thousand bytes."""
    reads, writes = os.pipe()
    with open(writes, "wb") as stream:
        pickle.dump(prepared, stream)
    return reads


def main(descriptor: int) -> int:
    """Run the processes that are read from the pipe. Return this program's exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal cannot show every path
        sys.stdout.reconfigure(errors="backslashreplace")
    with open(descriptor, "rb") as pipe:
        prepared: Prepared = pickle.load(pipe)  # noqa: S301 - we wrote it ourselves, a moment ago
    try:
        refusal = keep(prepared)
    except OSError as error:
        refusal = describe_file_error(error, prepared.data)
    if refusal:
        print(f"CommandError: {refusal}", file=sys.stderr)
    return bool(refusal)


def keep(prepared: Prepared) -> str:
    """Run the prepared processes until a stop signal. Return why they could not run, or ""."""
    try:
        prepared.clock_works.unlink(missing_ok=True)
        at_once = [child for child in prepared.children if not child.later]
        with Supervisor(at_once, prepared.folder, _say) as supervisor:
            serves = partial(is_listening, prepared.host, prepared.port)
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
    """Supervise everything until the end, and report when the clock rings bells."""
    works = clock_works.exists
    if not supervisor.watch(until=works, seconds=SECONDS_TO_START_CLOCK) and not supervisor.is_stopping:
        _say("The clock cannot ring the bell yet (see above). Everything else works.")
    if supervisor.watch(until=works):
        _say("The clock rings the bell.")
        supervisor.watch()


def _say(text: str) -> None:
    print(text, flush=True)
