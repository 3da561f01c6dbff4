"""Runs one command and ends it when it does not answer: for containers, which are restarted only at an end.

    python -m tournaments.management.processes.watch --page 8000 -- gunicorn ...
    python -m tournaments.management.processes.watch --file worker-works -- celery ...

The file lies in the folder of what runs. Signals that stop are passed on, and the command's exit status is
this program's. Where the command does not answer, the whole process group is killed, this program with it.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tournaments.management.processes.asking import PageQuestion, Question, TouchedFile, Watched

LOOK_EVERY = 0.2
PATIENCE = 3.0
HOST = "127.0.0.1"
PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


def main(arguments: Sequence[str]) -> int:
    arguments_given = _make_parser().parse_args(arguments)
    ask: Question = (
        PageQuestion(HOST, arguments_given.page)
        if arguments_given.page
        else TouchedFile(_find_run_folder() / arguments_given.file)
    )
    return watch(arguments_given.command, ask, arguments_given.patience)


def watch(command: Sequence[str], ask: Question, patience: float) -> int:
    """Run the command in our process group. Return its exit status."""
    if os.getpgrp() != os.getpid():
        os.setpgid(0, 0)
    watched = Watched(ask, patience)
    watched.begin()
    child = subprocess.Popen(command)
    for number in PASSED_ON:
        signal.signal(number, lambda number, _frame: child.send_signal(number))
    while (status := child.poll()) is None:
        if watched.is_hung():
            _say(f"{Path(command[0]).name} does not answer; it is stopped, to be restarted.")
            os.killpg(0, signal.SIGKILL)
        time.sleep(LOOK_EVERY)
    return status if status >= 0 else 128 - status


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="watch", description=__doc__)
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--page", type=int, metavar="PORT", help="ask its page /healthz at this port")
    group.add_argument("--file", help="see that it touches this file")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds without an answer")
    parser.add_argument("command", nargs="+")
    return parser


def _find_run_folder() -> Path:
    """Return RUN_DIR without importing the settings, which takes memory and seconds."""
    return Path(os.environ.get("HEADTABLE_DATA") or "var") / "run"


def _say(text: str) -> None:
    """Write a log line, in the format that LOG_FORMAT names."""
    now = datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds")
    message = {
        "time": now.replace("+00:00", "Z"),
        "level": "ERROR",
        "logger": "headtable.watch",
        "message": text,
    }
    line = json.dumps(message) if os.environ.get("LOG_FORMAT") == "json" else " ".join(message.values())
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
