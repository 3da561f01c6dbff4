"""`make run`: the memory of its processes, and how soon the first page comes."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.client import Client
from tests.bench.figures import Row, median, times
from tests.bench.memory import family, resident
from tests.bench.processes import HOST, ROOT, running, wait_for, wait_for_port
from tests.cast import Cast
from tests.commands.running import free_port

MEMORY, FIRST_PAGE, WEB = 300.0, 2.0, 2.0
"""MiB of all processes; the first page beside the application's import; the web process beside a bare one."""
WEB_SERVER = "config.asgi"
GROUP = "Start, make run"
REST = 3.0
"""Seconds after which all processes have loaded what they load by themselves."""


def measure(_cast: Cast, folder: Path, *, often: int = 3) -> Iterator[Row]:
    first, imported, all_, shared, web = ([0.0] * often for _figure in range(5))
    _run(folder)  # makes the database and collects the static files
    for turn in range(often):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", f"import {WEB_SERVER}"], cwd=ROOT, check=True)
        imported[turn] = time.monotonic() - began
        first[turn], all_[turn], shared[turn], web[turn] = _run(folder)
    bare = _bare(folder)
    goal, met = f"within {times(FIRST_PAGE)}", median(first) <= FIRST_PAGE * median(imported)
    took, alone = median(first), median(imported)
    beside = f"{alone:.2f} s, the import of the application: {times(took / alone)}"
    yield Row(GROUP, "first page of a second start", f"{took:.2f} s", beside, goal, met)
    least = median(all_)
    shown = f"{least:.0f} MiB ({median(shared):.0f} if what is shared counts once)"
    yield Row(GROUP, "memory of all processes", shown, "", f"≤ {MEMORY:.0f} MiB", least <= MEMORY)
    ratio = median(web) / bare
    beside = f"{bare:.0f} MiB: {times(ratio)}"
    yield Row(
        GROUP,
        "memory of the web process",
        f"{median(web):.0f} MiB",
        beside,
        f"within {times(WEB)}",
        ratio <= WEB,
    )


def _run(folder: Path) -> tuple[float, float, float, float]:
    """Start all and stop it: seconds to the first page; MiB of all, shared once, and of the web process."""
    port, data = free_port(), folder / "run"
    data.mkdir(exist_ok=True)
    own = {
        "HEADTABLE_DATA": str(data),
        "DATABASE_URL": f"sqlite:///{data}/headtable.sqlite3",
        "REDIS_URL": "",
    }
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    began = time.monotonic()
    with running(command, folder / "up.log", **own) as process:
        wait_for_port(process, port)
        client = Client(port)
        client.get("/")
        took = time.monotonic() - began
        wait_for(process, (data / "run" / "clock-works").exists)
        client.get("/account/login/")
        time.sleep(REST)
        all_ = family(process.pid)
        (web,) = (pid for pid, command in all_.items() if WEB_SERVER in command)
        each = [resident(pid) for pid in all_]
        return took, sum(each), sum(resident(pid, "Pss") for pid in all_), resident(web)


def _bare(folder: Path) -> float:
    """MiB of a uvicorn with the least Django."""
    port = free_port()
    command = (sys.executable, "-m", "uvicorn", "django.core.asgi:get_asgi_application", "--factory")
    flags = ("--host", HOST, "--port", str(port), "--lifespan", "off", "--no-access-log")
    settings = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare_page"}
    with running([*command, *flags], folder / "bare.log", **settings) as process:
        wait_for_port(process, port)
        Client(port).get("/")
        time.sleep(REST)
        return resident(process.pid)
