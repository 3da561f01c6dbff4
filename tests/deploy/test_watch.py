"""The watchers of the containers: they end what does not answer, and are otherwise not noticed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.running import gone
from tests.deploy.compose import ROOT
from tests.waits import HUNG, until

WORKS = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
pathlib.Path("pid").write_text(str(os.getpid()))
while True:
    pathlib.Path("run/works").touch()
    time.sleep(0.05)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    return tmp_path


def started(place: Path, *command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=place,
        env={**os.environ, "HEADTABLE_DATA": str(place), "PYTHONPATH": str(ROOT), "LOG_FORMAT": "json"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def by_file(place: Path, program: str) -> subprocess.Popen[str]:
    watch = (sys.executable, "-m", "tournaments.management.processes.watch")
    return started(place, *watch, "--file", "works", "--patience", "1", "--", sys.executable, "-c", program)


def by_shell(place: Path, program: str) -> subprocess.Popen[str]:
    """What it answers is that its file is there."""
    watch = ("sh", str(ROOT / "deploy" / "watch.sh"), "2", "test -e run/works")
    return started(place, *watch, sys.executable, "-c", program)


def pid(place: Path) -> int:
    file, works = place / "pid", place / "run" / "works"
    return int(until(lambda: file.exists() and works.exists() and file.read_text()))


def test_what_stands_still_is_ended(place: Path) -> None:
    with by_file(place, WORKS) as watcher:
        child = pid(place)
        time.sleep(1.2)  # longer than its patience
        assert watcher.poll() is None
        os.kill(child, signal.SIGSTOP)
        assert watcher.wait(HUNG) == -signal.SIGKILL
        assert gone([child])
        assert watcher.stderr
        assert '"message": "python' in (said := watcher.stderr.read())
        assert "does not answer; it is stopped, to be restarted." in said


@pytest.mark.thorough
def test_and_in_an_image_without_python(place: Path) -> None:
    with by_shell(place, WORKS) as watcher:
        child = pid(place)
        time.sleep(1.5)  # the check succeeds once
        os.kill(child, signal.SIGSTOP)
        (place / "run" / "works").unlink()
        assert watcher.wait(HUNG) == 1
        assert gone([child])


@pytest.mark.parametrize("watched", [by_file, by_shell])
def test_it_stops_when_it_is_told_to_and_says_how_its_command_ended(watched, place: Path) -> None:
    with watched(place, WORKS) as watcher:
        child = pid(place)
        watcher.terminate()
        assert watcher.wait(HUNG) == 3
        assert gone([child])


def test_nothing_of_django_is_imported() -> None:
    """A watcher in each container takes a few megabytes."""
    program = "import sys, tournaments.management.processes.watch; print('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
