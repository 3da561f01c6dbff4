"""Children under supervision, with real processes."""

import fcntl
import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import dj_database_url
import pytest

from tests.commands.running import alive
from tests.waits import HUNG, in_time, stopwatch
from tournaments.management.processes import asking, supervise
from tournaments.management.processes.asking import TouchedFile
from tournaments.management.processes.supervise import Child, Supervisor, make_paths_absolute

pytestmark = pytest.mark.slow

STAYS = "import time; time.sleep(600)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); open('up', 'w').close(); "
STUBBORN += "time.sleep(600)"


def child(code, **environment):
    return Child("clock", (sys.executable, "-c", code), environment)


class Heard(Supervisor):
    """A supervisor with what it ``said``."""

    said: list[str]


def supervisor(tmp_path, *children):
    said: list[str] = []
    made = Heard(children, tmp_path, said.append)
    made.said = said
    return made


def pid(supervisor):
    process = supervisor.running[0].process
    return process.pid if process else None


def test_children_have_groups_of_their_own_and_are_gone_in_the_end(tmp_path):
    with supervisor(tmp_path, child(STAYS), child(STAYS)) as two:
        pids = [running.process.pid for running in two.running]
        assert [os.getpgid(number) for number in pids] == pids
        took = stopwatch()
    assert not any(map(alive, pids))
    assert in_time(took())


def test_a_killed_child_comes_back(tmp_path):
    with supervisor(tmp_path, child(STAYS)) as one:
        first = pid(one)
        os.kill(first, signal.SIGKILL)
        assert one.watch(until=lambda: pid(one) not in (None, first), seconds=HUNG)
        assert one.said == ["The clock ended (SIGKILL); it is restarted."]


@pytest.mark.parametrize(("lived_well", "delays"), [(HUNG, 8), (0.0, 2)])
def test_whoever_dies_soon_waits_longer_each_time_unless_it_lived_well(
    tmp_path, monkeypatch, lived_well, delays
):
    monkeypatch.setattr(supervise, "LIVED_WELL", lived_well)
    with supervisor(tmp_path, child("raise SystemExit(3)")) as one:
        one.watch(until=lambda: len(one.said) == 3, seconds=HUNG)
        assert one.said[0] == "The clock ended (status 3); it is restarted."
        assert one.running[0].delay == delays * supervise.FIRST_DELAY


def test_the_group_of_a_dead_child_is_cleared(tmp_path):
    """A child that dies leaves what it has started: that goes before the child is started again."""
    code = (
        "import pathlib, subprocess, sys, time; "
        f"other = subprocess.Popen([sys.executable, '-c', {STAYS!r}]); "
        "pathlib.Path(f'{other.pid}.pid').touch(); time.sleep(600)"
    )
    with supervisor(tmp_path, child(code)) as one:
        assert one.watch(until=lambda: bool(list(tmp_path.glob("*.pid"))), seconds=HUNG)
        grandchild = int(next(tmp_path.glob("*.pid")).stem)
        first = pid(one)
        os.kill(first, signal.SIGKILL)
        assert one.watch(until=lambda: pid(one) not in (None, first), seconds=HUNG)
        assert not is_running(grandchild)


def is_running(number):
    """Whether a process runs; one that ended and waits to be buried does not."""
    status = Path(f"/proc/{number}/stat")
    if not status.parent.parent.joinpath("self").exists():  # no /proc: macOS
        return alive(number)
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] not in "ZX"


def test_who_does_not_hear_is_ended_by_force(tmp_path, monkeypatch):
    monkeypatch.setattr(supervise, "TIME_TO_STOP", 0.5)
    with supervisor(tmp_path, child(STUBBORN)) as one:
        assert one.watch(until=(tmp_path / "up").exists, seconds=HUNG)
        took, stubborn = stopwatch(), pid(one)
    assert in_time(took(), own=supervise.TIME_TO_STOP)
    assert not alive(stubborn)


@pytest.mark.parametrize("number", supervise.STOPPING)
def test_signals_stop_the_watch(tmp_path, number):
    before = signal.getsignal(number)
    with supervisor(tmp_path, child(STAYS)) as one:
        threading.Timer(0.3, os.kill, (os.getpid(), number)).start()
        assert not one.watch(seconds=HUNG)
        assert one.is_stopping
    assert signal.getsignal(number) is before


def test_the_environment_of_a_child_is_ours_and_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("OURS", "1")
    code = "import os; open('seen', 'w').write(os.environ['OURS'] + os.environ['ITS']); " + STAYS
    with supervisor(tmp_path, child(code, ITS="2")) as one:
        seen = tmp_path / "seen"
        assert one.watch(until=lambda: seen.exists() and seen.read_text() == "12", seconds=HUNG)


BASE = """
import os, signal, time
def told(*_):
    try:
        os.kill(int(open("other.pid").read()), 0)
    except ProcessLookupError:
        open("after", "w").close()
    os._exit(0)
signal.signal(signal.SIGTERM, told)
open("up", "w").close()
time.sleep(600)
"""


def test_what_others_need_stops_after_them(tmp_path):
    base = replace(child(BASE), base=True)
    with supervisor(tmp_path, base, replace(child(STAYS), trace=tmp_path / "other.pid")) as two:
        assert two.watch(until=(tmp_path / "up").exists, seconds=HUNG)
    assert (tmp_path / "after").exists()


def test_whoever_waits_is_started_when_what_it_needs_is_back(tmp_path, monkeypatch):
    monkeypatch.setattr(supervise, "LIVED_WELL", HUNG)
    base = replace(child(STAYS), base=True)
    with supervisor(tmp_path, base, child("raise SystemExit(3)")) as two:
        other = two.running[1]
        assert two.watch(until=lambda: other.process is None, seconds=HUNG)
        other.due, other.delay = time.monotonic() + 60, 60.0
        first = pid(two)
        os.kill(first, signal.SIGKILL)
        assert two.watch(until=lambda: other.process is not None, seconds=HUNG)
        assert other.delay == supervise.FIRST_DELAY
        assert two.running[0].delay > supervise.FIRST_DELAY


def test_a_childs_file_names_it_and_is_locked_as_long_as_it_runs(tmp_path):
    trace = tmp_path / "clock.pid"
    with supervisor(tmp_path, replace(child(STAYS), trace=trace)) as one:
        assert int(trace.read_text()) == pid(one)
        assert locked(trace)
        first = pid(one)
        os.kill(first, signal.SIGKILL)
        assert one.watch(until=lambda: pid(one) not in (None, first), seconds=HUNG)
        assert int(trace.read_text()) == pid(one)
        assert locked(trace)
    assert not locked(trace)


def locked(path):
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_what_a_child_makes_is_as_private_as_it_is_told(tmp_path, capfd):
    code = "open('made', 'w').close(); print('Hello'); " + STAYS
    with supervisor(tmp_path, replace(child(code), umask=0o077, quiet=True)) as one:
        made = tmp_path / "made"
        assert one.watch(until=made.exists, seconds=HUNG)
        assert made.stat().st_mode & 0o777 == 0o600
    assert capfd.readouterr().out == ""


def test_watching_ends_when_its_time_is_over(tmp_path):
    with supervisor(tmp_path, child(STAYS)) as one:
        assert not one.watch(until=lambda: False, seconds=0.2)
        assert not one.is_stopping


TOUCHES = "import pathlib, time\nwhile True:\n    pathlib.Path('works').touch()\n    time.sleep(0.05)"


@pytest.mark.thorough
def test_a_child_that_stands_still_is_started_again(tmp_path):
    """One that answers is left alone, and so is one that has not answered for the first time yet."""
    asked = {"ask": TouchedFile(tmp_path / "works"), "patience": 1.5}
    slow = replace(child(STAYS), ask=TouchedFile(tmp_path / "never"), patience=0.1)
    with supervisor(tmp_path, replace(child(TOUCHES), **asked), slow) as two:
        first, other = (running.process.pid for running in two.running)
        assert not two.watch(seconds=2)
        os.kill(first, signal.SIGSTOP)
        assert two.watch(until=lambda: pid(two) != first, seconds=HUNG)
        assert not is_running(first)
        assert two.said == ["The clock does not answer; it is restarted."]
        assert two.running[1].process.pid == other
        assert two.running[0].watched.patience == 3.0, "a machine may be slow: the next one has longer"


class Answers:
    """A process that answers as it is told to."""

    def __init__(self):
        self.well, self.asked = True, 0

    def begin(self):
        pass

    def __call__(self):
        self.asked += 1
        if not self.well:
            raise OSError("refused")
        return True


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setattr(asking, "EVERY", 0.01)
    made = asking.Watched(Answers(), 2.0)
    made.begin()
    yield made
    made.end()


def passes(watched, seconds):
    """So much time passes for who looks, by looks that are half a second apart."""
    for _ in range(round(2 * seconds)):
        watched._looked = time.monotonic() - 0.5
        if watched.is_hung():
            return True
    return False


def silent(watched):
    """Its last answer was noticed, and there are no more."""
    answered = watched.ask.asked
    while watched.ask.asked == answered:
        time.sleep(0.01)
    watched.ask.well = False
    answered = watched.ask.asked
    while watched.ask.asked < answered + 2:
        time.sleep(0.01)
    watched.is_hung()


def test_who_does_not_answer_for_so_long_hangs(watched):
    silent(watched)
    assert not passes(watched, 1.5)
    assert passes(watched, 1)


def test_time_in_which_nobody_looked_is_no_silence(watched):
    silent(watched)
    watched._looked = time.monotonic() - 3600  # the machine slept
    assert not watched.is_hung()


def test_patience_grows_for_one_that_was_just_started(watched):
    silent(watched)
    for patience in (4.0, 8.0, 16.0, 30.0, 30.0):
        assert passes(watched, 60)
        assert watched.patience == patience
    watched._began -= asking.STEADY
    assert passes(watched, 60)
    assert watched.patience == 2.0


def test_paths_from_our_folder_are_good_in_another(tmp_path, monkeypatch):
    (folder := tmp_path / "ä #1").mkdir()
    monkeypatch.chdir(folder)
    given = {
        "HEADTABLE_DATA": "data",
        "SECRET_KEY_FILE": "key",
        "DATABASE_URL": "sqlite:///a.sqlite3?timeout=9",
    }
    whole = make_paths_absolute(given)
    assert (whole["HEADTABLE_DATA"], whole["SECRET_KEY_FILE"]) == (f"{folder}/data", f"{folder}/key")
    made = dj_database_url.parse(whole["DATABASE_URL"])
    assert (made["NAME"], made["OPTIONS"]) == (f"{folder}/a.sqlite3", {"timeout": 9})


@pytest.mark.parametrize("address", ["sqlite:////a.sqlite3", "postgres://a@b/c", "sqlite://:memory:", ""])
def test_other_addresses_stay_as_they_are(address):
    assert make_paths_absolute({"DATABASE_URL": address}) == {}
