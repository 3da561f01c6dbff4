"""Whether phones in the hall may connect: asked once, at a terminal, and kept."""

import os
import pty
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.commands.running import OURS, ROOT, free_port
from tests.waits import HUNG, until
from tournaments.management import address
from tournaments.management.commands import up
from tournaments.management.processes.data_folder import left_over_end

HALL = "192.168.1.20"
LET_IN = f"http://{HALL}:8765/"
ONLY_HERE = "http://127.0.0.1:8765/"


class Terminal:
    """What a person types at the questions, in order; nothing may be asked where they type nothing."""

    def __init__(self, monkeypatch, *, stdin=True, stdout=True, ci=""):
        self.asked, self.answers = [], []
        monkeypatch.setattr("builtins.input", self.input)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: stdin, raising=False)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: stdout, raising=False)
        monkeypatch.setenv("CI", ci)

    def input(self, question):
        self.asked.append(question)
        assert self.answers, "nobody is asked here"
        answer = self.answers.pop(0)
        if answer is EOFError:
            raise EOFError
        return answer


@pytest.fixture
def start(here, monkeypatch, db):
    """Start the command, as far as its processes; what it prints once the pages are there."""
    monkeypatch.setattr(up, "database_upgrade", lambda _say: None)
    monkeypatch.setattr(up, "collect", lambda: None)
    monkeypatch.setattr(up, "find_free_port", lambda _host, _port: 8765)
    monkeypatch.setattr(up, "find_machine_address", lambda: HALL)
    made = []
    monkeypatch.setattr(up, "become", lambda prepared, *_more: made.append(prepared))

    def started(*words):
        call_command("up", "--no-demo", *words, stdout=StringIO())
        return made[-1].welcome

    return started


@pytest.mark.parametrize(
    ("typed", "address_of_it", "change"),
    [
        (["y"], LET_IN, "make run LAN=0"),
        ([" Ja "], LET_IN, "make run LAN=0"),
        (["perhaps", "", "n"], ONLY_HERE, "make run LAN=1"),
        (["what?", "YES"], LET_IN, "make run LAN=0"),
        (["no"], ONLY_HERE, "make run LAN=1"),
        ([""], ONLY_HERE, "make run LAN=1"),
        ([EOFError], ONLY_HERE, "make run LAN=1"),
    ],
)
def test_the_first_start_asks_once_and_says_how_to_change_it(
    start, monkeypatch, typed, address_of_it, change
):
    terminal = Terminal(monkeypatch)
    terminal.answers = [*typed]
    said = start()
    assert "phones" in terminal.asked[0]
    assert address_of_it in said
    assert change in said
    terminal.answers = []
    assert start() == said, "kept, and not asked again"


@pytest.mark.parametrize("where", [{"stdin": False}, {"stdout": False}, {"ci": "true"}])
def test_without_a_person_nothing_is_asked_and_nothing_kept(start, here, monkeypatch, where):
    Terminal(monkeypatch, **where)
    assert ONLY_HERE in start()
    assert not (here / address.LAN_CHOICE).exists()


def test_who_has_used_it_before_is_not_asked(start, monkeypatch, cast):
    Terminal(monkeypatch)
    assert ONLY_HERE in start()


@pytest.mark.parametrize(
    ("option", "variable", "address_of_it"),
    [
        ("--lan", None, LET_IN),
        ("--no-lan", None, ONLY_HERE),
        (None, True, LET_IN),
        (None, False, ONLY_HERE),
        ("--lan", False, LET_IN),
        ("--no-lan", True, ONLY_HERE),
    ],
)
def test_an_option_or_the_variable_decides_unasked_from_now_on(
    start, monkeypatch, settings, option, variable, address_of_it
):
    Terminal(monkeypatch)
    settings.LAN = variable
    assert address_of_it in start(*([option] if option else []))
    settings.LAN = None
    assert address_of_it in start()


def test_a_choice_is_changed_later(start):
    assert LET_IN in start("--lan")
    assert ONLY_HERE in start("--no-lan")
    assert ONLY_HERE in start()
    assert LET_IN in start("--lan")


def test_a_named_address_is_for_this_time_and_asks_nothing(start, here, monkeypatch):
    Terminal(monkeypatch)
    said = start("--host", "10.0.0.9")
    assert "http://10.0.0.9:8765/" in said
    assert "LAN=" not in said
    assert not (here / address.LAN_CHOICE).exists()


def test_a_kept_yes_without_a_network_starts_here_and_says_so(start, monkeypatch):
    start("--lan")

    def without():
        raise CommandError("This machine has no network.")

    monkeypatch.setattr(up, "find_machine_address", without)
    said = start()
    assert ONLY_HERE in said
    assert "no network: phones cannot connect" in said
    with pytest.raises(CommandError, match="no network"):
        start("--lan")


@pytest.mark.parametrize(("given", "kept"), [("1", True), ("0", False), ("", None)])
def test_make_hands_the_variable_on(given, kept):
    """What is typed as ``make run LAN=0`` is in the environment of the command."""
    code = "from config import settings; print(settings.LAN)"
    done = subprocess.run(
        ["make", "--no-print-directory", "-f", "-", "run", f"LAN={given}"],
        input=f"run:\n\t@{sys.executable} -c '{code}'\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{kept}\n"


@pytest.mark.thorough
@pytest.mark.slow
def test_at_a_real_terminal(tmp_path):
    """The question waits for its answer; then all starts."""
    ours, theirs = pty.openpty()
    left_out = {*OURS, "CI", "LAN"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--no-demo", "--port", str(free_port())],
        cwd=ROOT,
        env={**kept, "HEADTABLE_DATA": str(tmp_path)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = []

    def read():
        with suppress(OSError):  # the terminal is gone with the command
            while more := os.read(ours, 65536):
                said.append(more.decode(errors="replace"))

    reader = threading.Thread(target=read)
    reader.start()

    def runs():
        return process.poll() is None

    try:
        until(lambda: "[y/N]" in "".join(said), runs=runs, said=lambda: "".join(said))
        os.write(ours, b"n\n")
        until(lambda: "Ctrl-C stops it." in "".join(said), runs=runs, said=lambda: "".join(said))
        assert "Only this computer can connect. To let phones in: make run LAN=1" in "".join(said)
        process.send_signal(signal.SIGINT)
        assert process.wait(HUNG) == 0
    finally:
        process.kill()
        process.wait()
        left_over_end(tmp_path / "run")
        reader.join()
        os.close(ours)
