"""What ``manage.py up`` leaves while it runs, and how the next one finds what was left over."""

import os
import signal
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError

from tests.waits import HUNG, until
from tournaments.management.processes import data_folder
from tournaments.management.processes.supervise import open_trace

STAYS = [sys.executable, "-c", "import time; time.sleep(60)"]
CODE = f"import subprocess, time; subprocess.Popen({STAYS!r}, close_fds=False); print('up', flush=True); "
PARENT = [sys.executable, "-c", CODE + "time.sleep(60)"]


@pytest.fixture
def started():
    """Start a process with a trace, as the supervisor does; what still runs is ended after the test."""
    processes: list[Any] = []

    def start(path, command=STAYS):
        with open_trace(path) as trace:
            process = subprocess.Popen(
                command, start_new_session=True, pass_fds=trace.inherited, stdout=subprocess.PIPE
            )
            trace.write_pid(process.pid)
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def test_one_at_a_time(tmp_path):
    folder = tmp_path / "run"
    with data_folder.hold_alone(folder):
        assert folder.stat().st_mode & 0o777 == 0o700
        said = rf"uses this data folder, as process {os.getpid()}: {tmp_path}\. Stop it"
        with pytest.raises(CommandError, match=said), data_folder.hold_alone(folder):
            pass
        (folder / "web.pid").touch()
    assert not (folder / "web.pid").exists()
    with data_folder.hold_alone(folder):
        pass


def test_what_was_left_over_is_ended(tmp_path, started):
    process = started(tmp_path / "web.pid")
    assert data_folder.left_over_end(tmp_path) == 1
    assert process.wait(HUNG) == -signal.SIGKILL
    assert not list(tmp_path.iterdir())


def test_what_it_had_started_is_ended_with_it(tmp_path, started):
    """The process itself is dead and buried; what it started holds its lock, and its group."""
    process = started(tmp_path / "web.pid", PARENT)
    assert process.stdout.readline() == b"up\n"
    process.kill()
    process.wait()
    assert data_folder.left_over_end(tmp_path) == 1
    until(lambda: not group_runs(process.pid), pause=0.05)


def group_runs(number):
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_number_that_is_somebody_elses_by_now_is_left_alone(tmp_path, started):
    stranger = started(None)
    (tmp_path / "web.pid").write_text(str(stranger.pid))
    assert data_folder.left_over_end(tmp_path) == 0
    assert stranger.poll() is None
    assert not list(tmp_path.iterdir())


def test_one_that_cannot_be_ended_is_named(tmp_path, started, monkeypatch):
    monkeypatch.setattr(data_folder, "TIME_TO_GO", 0.1)
    process = started(tmp_path / "web.pid")
    (tmp_path / "web.pid").write_text("")  # killed before it could write the number
    with pytest.raises(CommandError, match=r"Process \? of an earlier run does not stop"):
        data_folder.left_over_end(tmp_path)
    assert process.poll() is None
