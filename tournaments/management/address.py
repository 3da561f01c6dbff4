"""Addresses: a free port, this machine's address, and whether phones may connect."""

import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import closing

from django.conf import settings
from django.core.management.base import CommandError

USUAL_PORT = 8000
PORTS_TO_TRY = 20
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - listening everywhere is what --lan asks for
ALWAYS_ALLOWED = ("localhost", "127.0.0.1", "[::1]")
NOWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent there: it only selects the network interface."""
YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")
LAN_CHOICE = "lan"
"""The file in the data folder that stores whether phones in the hall may connect: yes or no."""


def find_free_port(host: str, wanted_port: int | None) -> int:
    """Return the port ``wanted_port``; else the usual or next free one. CommandError if none is free."""
    if wanted_port is not None:
        if reason := _find_port_problem(host, wanted_port):
            raise CommandError(
                f"Port {wanted_port} cannot be used: {reason}. Choose another one with --port NUMBER."
            )
        return wanted_port
    for port in range(USUAL_PORT, USUAL_PORT + PORTS_TO_TRY):
        if not _find_port_problem(host, port):
            return port
    raise CommandError(
        f"The ports {USUAL_PORT} to {USUAL_PORT + PORTS_TO_TRY - 1} are all in use. Choose another one "
        "with --port NUMBER."
    )


def _find_port_problem(host: str, port: int) -> str:
    """Return why nothing can listen on the port, or "". CommandError if the host is not this machine's."""
    if port == 0:
        return "ports run from 1 to 65535"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return "another program uses it"
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise CommandError(
                    f"This machine has no address {host}. Give another one with --host, or leave it out."
                ) from error
            return error.strerror or str(error)
        except OverflowError:
            return "ports run from 1 to 65535"
    return ""


def find_machine_address() -> str:
    """Return this machine's address in its network. CommandError without a network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(NOWHERE)
            ip = str(probe.getsockname()[0])
        except OSError:
            ip = ""
    if not ip or ip.startswith("127."):
        raise CommandError("This machine has no network. Connect it, or give its address with --host.")
    return ip


def choose_lan(now: bool | None, first_start: Callable[[], object]) -> bool:
    """Return whether phones may connect: ``now``, else the stored choice, else a person's answer.

    Only a person at a terminal is asked, at the first start. The choice is stored.
    """
    file = settings.DATA_DIR / LAN_CHOICE
    if now is None and file.is_file():
        return bool(file.read_text().strip() == "yes")
    if now is None:
        if not (_is_person_there() and first_start()):
            return False
        now = _ask_yes_or_no()
    file.write_text("yes\n" if now else "no\n")
    return now


def _is_person_there() -> bool:
    """Return whether somebody can answer: not in CI, and not if a service or script runs the command."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not os.environ.get("CI")


def _ask_yes_or_no() -> bool:
    """Ask until the answer is yes or no. Enter alone, or the end of the input, means no."""
    question = "May phones on the same network connect, to see seats and to enter results? [y/N] "
    try:
        while (answer := input(question).strip().lower()) not in {"", *YES, *NO}:
            question = "Type y or n: "
    except EOFError:
        return False
    return answer in YES


def find_local_address(host: str) -> str:
    """Return the address by which this machine reaches a server that listens on ``host``."""
    return LOOPBACK if host == EVERYWHERE else host


def list_allowed_hosts(*hosts: str) -> str:
    """Return the host names for pages, in the form of the setting ALLOWED_HOSTS."""
    names = [name.strip() for name in os.environ.get("ALLOWED_HOSTS", "").split(",") if name.strip()]
    return ",".join(dict.fromkeys([*ALWAYS_ALLOWED, *hosts, *names]))
