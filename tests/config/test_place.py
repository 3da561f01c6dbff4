"""Where files and data are, and what is typed: in a checkout. Of a wheel: ``tests/deploy/test_wheel.py``."""

import subprocess
import sys

from django.conf import settings

from config.environment import CODE, PLACE


def test_a_checkout_keeps_all_in_its_own_folder() -> None:
    assert PLACE.files == CODE == settings.BASE_DIR
    assert PLACE.data == CODE / "var"
    assert PLACE.format_command("up --lan") == "manage.py up --lan"


def test_the_version_is_that_of_the_program() -> None:
    for words in (["manage.py", "--version"], ["manage.py", "version"], ["-m", "headtable", "--version"]):
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=CODE, capture_output=True, text=True, check=True)
        assert done.stdout == f"Headtable {settings.PLACE.version()}\n"
