"""Two web and two live behind one proxy, a worker and beat, on PostgreSQL and Valkey.

Commands, health checks and variables are those of docker-compose.yml. What a container would give is put in
their place: addresses, ports, the folder of what runs, and the files of the secrets.
"""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dj_database_url
from django.db import connections
from django.db.utils import load_backend

from tests import caddy
from tests.commands.running import free_port
from tests.database import postgresql
from tests.deploy.compose import ROOT, Service, services
from tests.live.broker import Broker
from tests.waits import HUNG, stopwatch, until

HOST, PORT = "127.0.0.1", "8000"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - where containers listen
NAMES = {
    "web-1": "web",
    "web-2": "web",
    "live-1": "live",
    "live-2": "live",
    "worker": "worker",
    "beat": "beat",
}
"""The processes, and their services."""
CONTAINER = (
    "SECRET_KEY_FILE",
    "DATABASE_URL_FILE",
    "EMAIL_PASSWORD_FILE",
    "REDIS_URL",
    "HEADTABLE_DATA",
    "WEB_PROCESSES",
)
"""What is said otherwise than in a container; two processes of two web are as good as four."""
OURS = ("DATABASE_URL", "SECRET_KEY", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


@dataclass
class Machine:
    """A process by its service's command, in a group of its own, as in a container of its own."""

    name: str
    service: Service
    folder: Path
    environment: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        (self.folder / "run").mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self._here(self.service["command"]),
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def healthy(self) -> bool:
        """What the service's own check says."""
        check = self._here(self.service["healthcheck"]["test"][1:])
        return not subprocess.run(check, cwd=ROOT, env=self.environment, capture_output=True).returncode

    def wait(self) -> None:
        until(self.healthy, pause=0.1, runs=self.runs, said=self.log.read_text)

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """At once, with all that belongs to it."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """Seconds that it takes to end when it is told to."""
        assert self.process is not None
        took = stopwatch()
        self.process.terminate()
        self.process.wait(HUNG)
        return took()

    def leave(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def _here(self, command: Sequence[str]) -> list[str]:
        run = f"'{self.folder}/run/"
        return [
            part.replace(EVERYWHERE, HOST).replace(PORT, str(self.port)).replace("'var/run/", run)
            for part in command
        ]


@dataclass
class Machines:
    """All of them, and the address of the proxy in front."""

    database: str
    broker: str
    all: dict[str, Machine]
    proxy: caddy.Caddy

    def __getitem__(self, name: str) -> Machine:
        return self.all[name]

    @property
    def port(self) -> int:
        return self.proxy.port

    def logs(self) -> str:
        return "".join(machine.log.read_text() for machine in self.all.values())


@contextmanager
def started(folder: Path) -> Iterator[Machines]:
    """Everything runs, and is healthy by its own check."""
    with ExitStack() as ending:
        database = ending.enter_context(postgresql())
        broker = Broker(folder)
        ending.callback(broker.kill)
        broker.start()
        given = services({"SITE_ADDRESS": HOST, "ALLOWED_HOSTS": HOST, "BEHIND_TLS": "0"})
        secret = _secrets(folder, database)

        def machine(name: str, service: Service) -> Machine:
            place = folder / name
            more = {"REDIS_URL": broker.url, "HEADTABLE_DATA": str(place), "WEB_PROCESSES": "1"}
            made = Machine(name, service, place, _environment(service, {**secret, **more}))
            ending.callback(made.leave)
            return made

        migrate = machine("migrate", given["migrate"])
        migrate.start()
        assert migrate.process is not None
        assert migrate.process.wait(HUNG) == 0, migrate.log.read_text()
        all = {name: machine(name, given[of]) for name, of in NAMES.items()}
        for one in all.values():
            one.start()
        for one in all.values():
            one.wait()
        at = {
            of: "to " + " ".join(f"{HOST}:{all[name].port}" for name in NAMES if NAMES[name] == of)
            for of in ("web", "live")
        }
        proxy = ending.enter_context(caddy.running(folder, free_port(), at["web"], at["live"]))
        yield Machines(database, broker.url, all, proxy)


def _secrets(folder: Path, database: str) -> dict[str, str]:
    """The secrets as files, and the variables that name them."""
    made = {}
    given = {"SECRET_KEY": secrets.token_urlsafe(50), "DATABASE_URL": database, "EMAIL_PASSWORD": "none"}
    for name, value in given.items():
        (folder / name).write_text(f"{value}\n")
        made[f"{name}_FILE"] = str(folder / name)
    return made


def _environment(service: Service, instead: dict[str, str]) -> dict[str, str]:
    assert set(instead) <= set(CONTAINER)
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = {name: str(value) for name, value in service["environment"].items()}
    return {**inherited, **said, **instead, "PATH": path}


@contextmanager
def database_at(url: str) -> Iterator[None]:
    """Point Django's default connection in this thread at a server."""
    before = connections["default"]
    chosen: dict[str, Any] = {**before.settings_dict, "OPTIONS": {}, **dj_database_url.parse(url)}
    connections["default"] = load_backend(chosen["ENGINE"]).DatabaseWrapper(chosen, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before
