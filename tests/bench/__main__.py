"""`python -m tests.bench [group ...]`: measures, prints the table and writes it to var/bench.md."""

import argparse
import json
import os
import platform
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.bench.figures import Row, table
from tests.bench.processes import ROOT, valkey
from tests.database import postgresql

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
GROUPS = {
    "start": (SQLITE,),
    "timers": (SQLITE,),
    "streams": (SQLITE,),
    "results": (SQLITE, POSTGRESQL),
    "console": (SQLITE,),
    "unchanged": (SQLITE, POSTGRESQL),
    "crowd": (POSTGRESQL,),
    "bell": (SQLITE,),
    "phones": (SQLITE,),
    "sweep": (SQLITE,),
    "drawing": (SQLITE,),
    "season": (SQLITE, POSTGRESQL),
    "record": (SQLITE,),
    "waiting": (SQLITE, POSTGRESQL),
}
ALONE = {"soak": (SQLITE,)}
"""Ten minutes by itself: measured where it is named."""
AS_IT_COMES: tuple[str, ...] = ()
"""PostgreSQL's settings: it waits for the disk at each commit, as it does in operation."""

WRITTEN_TO = ROOT / "var" / "bench.md"


def measured(kind: str, parts: Mapping[str, Mapping[str, object]]) -> list[Row]:
    """The rows of groups by their sizes, measured in a process, a folder and a database of their own."""
    with (
        tempfile.TemporaryDirectory(prefix="headtable-bench-") as folder,
        valkey(Path(folder)) as broker,
        _database(kind, folder) as address,
    ):
        variables = {
            "DATABASE_URL": address,
            "HEADTABLE_DATA": folder,
            "REDIS_URL": broker,
            "LIVE_STREAMS_EACH": "10000",  # all of them are of one address
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        command = [sys.executable, "-m", "tests.bench.measure", folder, repr(parts)]
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE, check=True
        )
    return [Row(*json.loads(line)) for line in done.stdout.splitlines()]


@contextmanager
def _database(kind: str, folder: str) -> Iterator[str]:
    if kind == SQLITE:
        yield f"sqlite:///{folder}/headtable.sqlite3"
    else:
        with postgresql(AS_IT_COMES) as address:
            yield address


def main(groups: list[str]) -> None:
    began, rows = time.monotonic(), list[Row]()
    load = os.getloadavg()[0]
    for group in groups:
        for kind in {**GROUPS, **ALONE}[group]:
            print(f"{group}, {kind} …", file=sys.stderr, flush=True)
            rows += (found := measured(kind, {group: {}}))
            print(table(found), file=sys.stderr, flush=True)
    about = (
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after; {time.monotonic() - began:.0f} s.\n\n"
    )
    text = about + table(rows)
    print(text)
    WRITTEN_TO.parent.mkdir(exist_ok=True)
    WRITTEN_TO.write_text(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures Headtable.")
    parser.add_argument(
        "groups", nargs="*", metavar="group", help=f"of {', '.join(GROUPS)}; all by default; or soak"
    )
    chosen = parser.parse_args().groups
    if unknown := set(chosen) - set(GROUPS) - set(ALONE):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    main(chosen or list(GROUPS))
