"""``manage.py up``: run all that a club needs on one laptop, with one command."""

import io
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.sql import emit_post_migrate_signal
from django.db import Error, connection, connections

from accounts.file_errors import describe_file_error
from accounts.models import DEMO, User
from tournaments.management.address import (
    EVERYWHERE,
    LOOPBACK,
    choose_lan,
    find_free_port,
    find_local_address,
    find_machine_address,
    list_allowed_hosts,
)
from tournaments.management.backups.archive import refuse_newer
from tournaments.management.backups.backup import Backup, backup_make, get_kept_folder
from tournaments.management.backups.restore import describe_contents
from tournaments.management.commands.backup import describe_with_key
from tournaments.management.disk import RoundsDone, collect, make_disk_error
from tournaments.management.processes import data_folder
from tournaments.management.processes.asking import PageQuestion, TouchedFile
from tournaments.management.processes.broker import forget_broker, list_left_folders, make_broker
from tournaments.management.processes.keeping import Prepared, become
from tournaments.management.processes.stopping import undo_on_stop
from tournaments.management.processes.supervise import Child
from tournaments.simulation import Login

SECONDS_TO_FINISH_REQUESTS = "1"
# Beat's loop waits 2 seconds for a broker that does not answer.
PATIENCE_WITH_WORKER, PATIENCE_WITH_BEAT = 2.0, 5.0

WORKER = (sys.executable, "-m", "config.worker")
FEW_ARENAS = {"MALLOC_ARENA_MAX": "2"}
"""Without this, each thread has memory of its own: after 19 evenings a web server had 114 MB, now 112."""
BEAT = (sys.executable, "-m", "config.beat")
KEPT_BACKUPS = "60"
"""Seconds that a thread keeps a database connection. In each new one, SQLite reads all names of tables."""


class Command(BaseCommand):
    help = "Start Headtable: prepare the database, make a demo club on the first run, and run all processes."
    requires_system_checks = ()
    """Django's checks load every page, which takes a second. `migrate` by hand and the doctor run them."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        reach = parser.add_mutually_exclusive_group()
        reach.add_argument(
            "--lan", action="store_true", default=None, help="let the phones in the hall connect, from now on"
        )
        reach.add_argument(
            "--no-lan", action="store_false", dest="lan", help="let only this machine connect, from now on"
        )
        reach.add_argument("--host", help="the address to listen on, this time")
        parser.add_argument("--port", type=int, help="the port (8000, or the next that is free)")
        parser.add_argument("--no-demo", action="store_true", help="make no demo club")
        parser.add_argument(
            "--backup",
            type=Path,
            metavar="FOLDER",
            help="make a backup there every five minutes (see BACKUP_EVERY and BACKUP_KEEP)",
        )
        parser.add_argument("--with-key", action="store_true", help=describe_with_key())

    def handle(self, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal cannot show every path
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            with undo_on_stop(), data_folder.hold_alone(settings.RUN_DIR) as lock:
                if data_folder.left_over_end(settings.RUN_DIR):
                    self._say("Processes of an earlier run were stopped.")
                become(self._prepare(**options), lock, settings.CODE_DIR)
        except OSError as error:
            raise CommandError(describe_file_error(error, settings.DATA_DIR)) from error
        except Error as error:
            raise make_disk_error(error) from error

    def _prepare(
        self,
        *,
        lan: bool | None,
        host: str | None,
        port: int | None,
        no_demo: bool,
        backup: Path | None,
        with_key: bool,
        **_: Any,
    ) -> Prepared:
        """Prepare everything. If that fails, delete the files made only for the processes."""
        shown, host, reach = (
            (host, host, "") if host else _describe_reach(settings.LAN if lan is None else lan)
        )
        port = find_free_port(host, port)
        processes = make_children(settings.RUN_DIR, host, port, shown)
        if backup:
            processes = (*processes, make_backup_child(backup, settings.RUN_DIR / "backup.pid", with_key))
        try:
            login = self._prepare_database(demo=not no_demo)
            address = f"http://{_format_host(shown)}:{port}/"
            welcome = f"\n  {address}\n{self._draw_code(address)}{reach}{_describe_login(login)}"
        except BaseException:
            forget_broker(settings.RUN_DIR)
            raise
        finally:
            connections.close_all()
        return Prepared(
            children=processes,
            folder=settings.BASE_DIR,
            data=settings.DATA_DIR,
            traces=settings.RUN_DIR,
            clock_works=settings.CLOCK_WORKS,
            host=find_local_address(host),
            port=port,
            welcome=welcome,
            leaves=list_left_folders(settings.RUN_DIR),
        )

    def _prepare_database(self, *, demo: bool) -> Login | None:
        """Migrate the database to this version, and make the demo on a first run."""
        self._say("Preparing the database …")
        database_upgrade(self._say)
        collect()
        if not demo or User.objects.exists():
            return None
        from tournaments.simulation.rehearsal import demo_make  # 60 ms, for a first run only

        return demo_make(lambda name: RoundsDone(self.stdout, name))

    def _draw_code(self, address: str) -> str:
        """Return the address as a QR code. Empty if the terminal cannot show one."""
        buffer = io.StringIO()
        segno.make(address, micro=False).terminal(buffer, border=2, compact=True)
        encoding = getattr(self.stdout, "encoding", None) or "ascii"
        code = buffer.getvalue().encode(encoding, "ignore").decode(encoding)
        return code if code == buffer.getvalue() else ""

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def make_children(run: Path, host: str, port: int, address: str) -> tuple[Child, ...]:
    """Return all processes to run. ``run`` is the folder of their trace files.

    To run one more process, add one more value here.
    """
    broker: tuple[Child, ...] = ()
    web = {"ALLOWED_HOSTS": list_allowed_hosts(_format_host(address)), "COLLECTED_STATIC": "1", **FEW_ARENAS}
    web["CONN_MAX_AGE"] = os.environ.get("CONN_MAX_AGE", KEPT_BACKUPS)
    clock: dict[str, str] = {}
    if not settings.REDIS_URL:
        own, url = make_broker(run)
        broker, web["REDIS_URL"], clock["REDIS_URL"] = (own,), url, url
    return (
        *broker,
        Child(
            "web server",
            _make_web_command(host, port),
            web,
            trace=run / "web.pid",
            ask=PageQuestion(find_local_address(host), port),
        ),
        _make_clockwork("worker", WORKER, clock, run, settings.WORKER_WORKS, PATIENCE_WITH_WORKER),
        _make_clockwork("beat", BEAT, clock, run, settings.BEAT_WORKS, PATIENCE_WITH_BEAT),
    )


def _make_clockwork(
    name: str,
    command: tuple[str, ...],
    environment: Mapping[str, str],
    run: Path,
    works: Path,
    patience: float,
) -> Child:
    """Return the worker or the beat. Its health is read from the file that it touches."""
    trace, ask = run / f"{works.name.partition('-')[0]}.pid", TouchedFile(run / works.name)
    return Child(name, command, environment, later=True, quiet=True, trace=trace, ask=ask, patience=patience)


def make_backup_child(folder: Path, trace: Path, with_key: bool) -> Child:
    """Return the process that writes backups, and retries while the folder is missing."""
    arguments = ("--every", str(settings.BACKUP_EVERY), *(["--with-key"] if with_key else []))
    command = (sys.executable, "-m", "headtable", "backup", str(folder.absolute()), *arguments)
    return Child("backup", command, later=True, trace=trace)


def _make_web_command(host: str, port: int) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "config.connections:Connection"),
        *("--timeout-graceful-shutdown", SECONDS_TO_FINISH_REQUESTS),
        *("--lifespan", "off", "--no-proxy-headers", "--no-access-log", "--log-level", "warning"),
    )


def _format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _describe_reach(lan: bool | None) -> tuple[str, str, str]:
    """Return the address to show, the address to listen on, and a message about who can connect."""
    if not choose_lan(lan, lambda: not describe_contents(connection)):
        return LOOPBACK, LOOPBACK, f"Only this computer can connect. To let phones in: {settings.PLACE.lan}\n"
    try:
        address = find_machine_address()
    except CommandError:
        if lan:
            raise
        return LOOPBACK, LOOPBACK, "This computer has no network: phones cannot connect now.\n"
    message = f"Phones on the same network can connect. To end this: {settings.PLACE.no_lan}\n"
    return address, EVERYWHERE, message


def _describe_login(login: Login | None) -> str:
    """Return the message for the moment when the pages can be reached."""
    sign_in = _describe_new_password()
    if login is not None:
        sign_in = (
            "Sign in as the organiser of the demo club:\n"
            f"  e-mail    {login.email}\n"
            f"  password  {login.password}\n"
            "This password is shown only once. Write it down.\n"
            "“Begin your own club” on the first page leads out of the demo."
        )
    return "\n".join([sign_in, describe_room(settings.ROOM), "Ctrl-C stops it."])


def _describe_new_password() -> str:
    has_demo = User.objects.filter(email=DEMO).exists()
    lines = ["Sign in with your e-mail and password."]
    if has_demo:
        lines = [f"Sign in as {DEMO}, or with your own e-mail."]
    lines.append(
        "A new password: {command}".format(command=settings.PLACE.format_command("changepassword E-MAIL"))
    )
    return "\n".join(lines)


class StreamRoom(Protocol):
    """The numbers of `config.server.open_files.FileRoom` for the message."""

    @property
    def files(self) -> int: ...
    @property
    def streams(self) -> int: ...
    @property
    def streams_each(self) -> int: ...
    @property
    def streams_wanted(self) -> int: ...


def describe_room(room: StreamRoom) -> str:
    """Return the lines about streams in the start message.

    If the limit on open files leaves few streams, the lines say what to do.
    """
    lines = [f"Up to {room.streams} screens can listen at a time, {room.streams_each} of one address."]
    if room.streams < room.streams_wanted:
        lines.append(f"For more screens, raise the limit of open files, which is {room.files} (ulimit -Hn).")
    return "\n".join(lines)


def database_upgrade(say: Callable[[str], None]) -> None:
    """Migrate the database. CommandError if a newer version has migrated it, or if no backup can be made."""
    executor = refuse_newer(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if describe_contents(connection):
            say("A backup of the database before the update: {file}".format(**_make_backup()))
        call_command("migrate", interactive=False, verbosity=0)
    else:  # `migrate` reads all migrations again; an interrupted one left this undone
        emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)


def _make_backup() -> dict[str, object]:
    try:
        backup: Backup = backup_make(get_kept_folder(), older=True)
    except (CommandError, OSError) as error:
        raise CommandError(
            (
                "No backup could be made, so the database was not updated: {why}. "
                "Without a backup: {migrate}."
            ).format(why=str(error).rstrip("."), migrate=settings.PLACE.format_command("migrate"))
        ) from error
    return {"file": backup.path}
