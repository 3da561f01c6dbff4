"""``manage.py up``: everything that a club needs on one laptop, with one command."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections
from django.utils.translation import gettext

from accounts.models import User
from tournaments.management.address import (
    EVERYWHERE,
    LOOPBACK,
    allowed_hosts,
    free_port,
    listening,
    machine_address,
)
from tournaments.management.supervise import Child, Supervisor
from tournaments.management.telling import RoundsDone
from tournaments.simulation.demo import EMAIL, Login, demo_make

SECONDS_TO_START = 60.0
SECONDS_TO_FINISH_REQUESTS = "1"


class Command(BaseCommand):
    help = gettext("Makes the database ready, a demo club on the first run, and serves the pages.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--lan", action="store_true", help=gettext("let the phones in the hall in"))
        where.add_argument("--host", default=LOOPBACK, help=gettext("the address to listen on"))
        parser.add_argument("--port", type=int, help=gettext("the port (8000, or the next that is free)"))
        parser.add_argument("--no-demo", action="store_true", help=gettext("make no demo club"))

    def handle(self, **options: Any) -> None:
        shown = machine_address() if options["lan"] else options["host"]
        host = EVERYWHERE if options["lan"] else options["host"]
        port = free_port(host, options["port"])
        try:
            login = self._prepare(demo=not options["no_demo"])
        except OperationalError as error:
            raise CommandError(gettext("The database: %(error)s") % {"error": error}) from error
        except KeyboardInterrupt:
            raise CommandError(gettext("Stopped. Nothing was left half made.")) from None
        connections.close_all()
        with Supervisor(children(host, port, shown), settings.BASE_DIR, self._say) as supervisor:
            if supervisor.watch(until=lambda: listening(host, port), seconds=SECONDS_TO_START):
                self._welcome(f"http://{_in_address(shown)}:{port}/", login)
                supervisor.watch()
            elif not supervisor.told_to_stop:
                raise CommandError(gettext("The web server does not start: see above."))
        self._say(gettext("Stopped."))

    def _prepare(self, *, demo: bool) -> Login | None:
        """The database as this version needs it, and the demo on a first run."""
        self._say(gettext("Making the database ready …"))
        call_command("migrate", interactive=False, verbosity=0)
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns where it is missing
        return demo_make(lambda name: RoundsDone(self.stdout, name)) if demo else None

    def _welcome(self, address: str, login: Login | None) -> None:
        self.stdout.write(f"\n  {address}\n")
        self._show_code(address)
        if login is not None:
            self.stdout.write(gettext("Sign in as the organiser of the demo club:"))
            self.stdout.write(f"  {gettext('e-mail')}    {login.email}")
            self.stdout.write(f"  {gettext('password')}  {login.password}")
            self.stdout.write(gettext("The password is shown this once only: write it down."))
        else:
            self.stdout.write(_new_password())
        self._say(gettext("Ctrl-C stops it."))

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


def children(host: str, port: int, shown: str) -> tuple[Child, ...]:
    """Everything that runs. One more is one value more."""
    web = (
        *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--timeout-graceful-shutdown", SECONDS_TO_FINISH_REQUESTS),
        *("--lifespan", "off", "--no-proxy-headers", "--no-access-log", "--log-level", "warning"),
    )
    return (Child(gettext("web server"), web, {"ALLOWED_HOSTS": allowed_hosts(_in_address(shown))}),)


def _in_address(host: str) -> str:
    """The host as an address writes it."""
    return f"[{host}]" if ":" in host else host


def _new_password() -> str:
    known = User.objects.filter(email=EMAIL).exists()
    lines = [gettext("Sign in with your e-mail and password.")]
    if known:
        lines = [gettext("Sign in as %(email)s, or with your own e-mail.") % {"email": EMAIL}]
    lines.append(gettext("A new password: manage.py changepassword E-MAIL"))
    return "\n".join(lines)
