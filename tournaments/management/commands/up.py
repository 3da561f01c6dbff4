"""``manage.py up``: everything that a club needs on one laptop, with one command."""

import io
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import segno
from django.conf import settings
from django.contrib.staticfiles.management.commands.collectstatic import Command as Collect
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection, connections
from django.utils.module_loading import import_string

from accounts.file_errors import in_one_line
from accounts.models import User
from tournaments.management.address import (
    EVERYWHERE,
    LOOPBACK,
    allowed_hosts,
    free_port,
    listening,
    machine_address,
    reached_at,
)
from tournaments.management.backups.backup import Made, backup_make, kept_folder
from tournaments.management.backups.restore import holds
from tournaments.management.backups.versions import refuse_newer
from tournaments.management.commands.backup import with_key_help
from tournaments.management.damage import trouble
from tournaments.management.processes import traces
from tournaments.management.processes.asking import Page, Touched
from tournaments.management.processes.broker import forget, valkey
from tournaments.management.processes.stopping import whole_or_nothing
from tournaments.management.processes.supervise import Child, Supervisor
from tournaments.management.telling import RoundsDone
from tournaments.simulation.demo import EMAIL, Login, demo_make

SECONDS_TO_START, SECONDS_TO_START_CLOCK = 60.0, 20.0
SECONDS_TO_FINISH_REQUESTS = "1"
# Beat's loop waits 2 seconds for a broker that stands still.
PATIENCE_WITH_WORKER, PATIENCE_WITH_BEAT = 2.0, 5.0

CELERY = (sys.executable, "-m", "celery", "-q", "-A", "config")
# One process that does one thing after another: a task takes milliseconds, most of it in a database that lets
# one write at a time, and there is nothing besides it to be left over or to be told to stop.
WORKER = (*CELERY, "worker", "--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat")
BEAT = (sys.executable, "-m", "config.beat")


class Command(BaseCommand):
    help = "Start Headtable: prepare the database, make a demo club on the first run, and run all processes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--lan", action="store_true", help="let the phones in the hall connect")
        where.add_argument("--host", default=LOOPBACK, help="the address to listen on")
        parser.add_argument("--port", type=int, help="the port (8000, or the next that is free)")
        parser.add_argument("--no-demo", action="store_true", help="make no demo club")
        parser.add_argument(
            "--backup",
            type=Path,
            metavar="FOLDER",
            help="make a backup there every five minutes (see BACKUP_EVERY and BACKUP_KEEP)",
        )
        parser.add_argument("--with-key", action="store_true", help=with_key_help())

    def handle(self, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):  # a path may hold letters that the terminal cannot show
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            with whole_or_nothing(), traces.alone(settings.RUN_DIR):
                if traces.left_over_end(settings.RUN_DIR):
                    self._say("Processes of an earlier run were stopped.")
                self._up(**options)
        except OSError as error:
            raise CommandError(in_one_line(error, settings.DATA_DIR)) from error
        except Error as error:
            raise trouble(error) from error

    def _up(
        self,
        *,
        lan: bool,
        host: str,
        port: int | None,
        no_demo: bool,
        backup: Path | None,
        with_key: bool,
        **_: Any,
    ) -> None:
        shown, host = (machine_address(), EVERYWHERE) if lan else (host, host)
        port = free_port(host, port)
        started = children(settings.RUN_DIR, host, port, shown)
        if backup:
            started = (*started, backups(backup, settings.RUN_DIR / "backup.pid", with_key))
        try:
            login = self._prepare(demo=not no_demo)
            connections.close_all()
            settings.CLOCK_WORKS.unlink(missing_ok=True)
            with Supervisor(started, settings.BASE_DIR, self._say) as supervisor:
                if supervisor.watch(until=lambda: listening(host, port), seconds=SECONDS_TO_START):
                    self._welcome(f"http://{_in_address(shown)}:{port}/", login)
                    self._watch(supervisor)
                elif not supervisor.told_to_stop:
                    raise CommandError("The web server does not start (see above).")
        finally:
            forget(settings.RUN_DIR)
        self._say("Stopped.")

    def _watch(self, supervisor: Supervisor) -> None:
        """Look after everything to the end, and say when rounds have a clock."""
        works = settings.CLOCK_WORKS.exists
        if not supervisor.watch(until=works, seconds=SECONDS_TO_START_CLOCK) and not supervisor.told_to_stop:
            self._say("The clock cannot ring the bell yet (see above). Everything else works.")
        if supervisor.watch(until=works):
            self._say("The clock rings the bell.")
            supervisor.watch()

    def _prepare(self, *, demo: bool) -> Login | None:
        """The database as this version needs it, and the demo on a first run."""
        self._say("Preparing the database …")
        database_upgrade(self._say)
        _collect()
        return demo_make(lambda name: RoundsDone(self.stdout, name)) if demo else None

    def _welcome(self, address: str, login: Login | None) -> None:
        self.stdout.write(f"\n  {address}\n")
        self._show_code(address)
        if login is not None:
            self.stdout.write("Sign in as the organiser of the demo club:")
            self.stdout.write(f"  {'e-mail'}    {login.email}")
            self.stdout.write(f"  {'password'}  {login.password}")
            self.stdout.write("This password is shown only once. Write it down.")
        else:
            self.stdout.write(_new_password())
        self.stdout.write(room_in_words(settings.ROOM))
        self._say("Ctrl-C stops it.")

    def _show_code(self, address: str) -> None:
        """The address as a QR code, where the terminal can show one."""
        drawn = io.StringIO()
        segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
        encoding = getattr(self.stdout, "encoding", None) or "ascii"
        if drawn.getvalue().encode(encoding, "ignore").decode(encoding) == drawn.getvalue():
            self.stdout.write(drawn.getvalue())

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def children(run: Path, host: str, port: int, shown: str) -> tuple[Child, ...]:
    """Everything that runs; one more is one value more. ``run`` is the folder of their traces."""
    broker: tuple[Child, ...] = ()
    web, clock = {"ALLOWED_HOSTS": allowed_hosts(_in_address(shown)), "COLLECTED_STATIC": "1"}, {}
    if not settings.REDIS_URL:
        own, url = valkey(run)
        broker, web["REDIS_URL"], clock["REDIS_URL"] = (own,), url, url
    return (
        *broker,
        Child(
            "web server",
            _web(host, port),
            web,
            trace=run / "web.pid",
            ask=Page(reached_at(host), port),
        ),
        _clockwork("worker", WORKER, clock, run, settings.WORKER_WORKS, PATIENCE_WITH_WORKER),
        _clockwork("beat", BEAT, clock, run, settings.BEAT_WORKS, PATIENCE_WITH_BEAT),
    )


def _clockwork(
    name: str,
    command: tuple[str, ...],
    environment: Mapping[str, str],
    run: Path,
    works: Path,
    patience: float,
) -> Child:
    """Worker or beat, which are asked by the file that they touch."""
    trace, ask = run / f"{works.name.partition('-')[0]}.pid", Touched(run / works.name)
    return Child(name, command, environment, quiet=True, trace=trace, ask=ask, patience=patience)


def backups(folder: Path, trace: Path, with_key: bool) -> Child:
    """Writes backups, and looks for the folder again and again if it is away."""
    how = ("--every", str(settings.BACKUP_EVERY), *(["--with-key"] if with_key else []))
    command = (sys.executable, "-m", "headtable", "backup", str(folder.absolute()), *how)
    return Child("backup", command, trace=trace)


def _collect() -> None:
    """Compress the static files and name them by their contents, as slow networks want them."""
    collect = Collect()
    collect.storage = import_string(settings.STATIC_STORAGE)()
    call_command(collect, interactive=False, verbosity=0)


def _web(host: str, port: int) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "config.connections:Connection"),
        *("--timeout-graceful-shutdown", SECONDS_TO_FINISH_REQUESTS),
        *("--lifespan", "off", "--no-proxy-headers", "--no-access-log", "--log-level", "warning"),
    )


def _in_address(host: str) -> str:
    """The host as an address writes it."""
    return f"[{host}]" if ":" in host else host


def _new_password() -> str:
    known = User.objects.filter(email=EMAIL).exists()
    lines = ["Sign in with your e-mail and password."]
    if known:
        lines = [f"Sign in as {EMAIL}, or with your own e-mail."]
    lines.append("A new password: {command}".format(command=settings.PLACE.typed("changepassword E-MAIL")))
    return "\n".join(lines)


class Room(Protocol):
    """The numbers of `config.open_files.Room` that are shown."""

    @property
    def files(self) -> int: ...
    @property
    def streams(self) -> int: ...
    @property
    def streams_each(self) -> int: ...
    @property
    def streams_wanted(self) -> int: ...


def room_in_words(room: Room) -> str:
    """The lines of the start text. Where the limit of open files leaves few streams, they say what to do."""
    lines = [f"Up to {room.streams} screens can listen at a time, {room.streams_each} of one address."]
    if room.streams < room.streams_wanted:
        lines.append(f"For more screens, raise the limit of open files, which is {room.files} (ulimit -Hn).")
    return "\n".join(lines)


def database_upgrade(say: Callable[[str], None]) -> None:
    """Migrate. CommandError if a newer version has been here, or if no backup can be made."""
    executor = refuse_newer(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()) and holds(connection):
        say("A backup of the database before the update: {file}".format(**_backup()))
    call_command("migrate", interactive=False, verbosity=0)


def _backup() -> dict[str, object]:
    try:
        made: Made = backup_make(kept_folder(), older=True)
    except (CommandError, OSError) as error:
        raise CommandError(
            (
                "No backup could be made, so the database was not updated: {why}. "
                "Without a backup: {migrate}."
            ).format(why=str(error).rstrip("."), migrate=settings.PLACE.typed("migrate"))
        ) from error
    return {"file": made.path}
