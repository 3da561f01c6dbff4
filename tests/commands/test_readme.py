"""The commands that the README tells people to type do what it says."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^\.venv/bin/python (manage\.py (?!up).+)$", README, re.MULTILINE)
ELSEWHERE = {"manage.py up": "tests/commands/test_up.py"}
"""Commands that another test runs: this one would never end by itself."""


@pytest.mark.thorough
@pytest.mark.slow
def test_the_commands_of_the_readme_run(tmp_path):
    url = f"sqlite:///{tmp_path / 'readme.sqlite3'}"
    env = {**os.environ, "DATABASE_URL": url, "HEADTABLE_DATA": str(tmp_path)}
    said = ""
    for command in ["manage.py migrate --verbosity 0", *COMMANDS]:
        typed = [sys.executable, *shlex.split(command)]
        done = subprocess.run(typed, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
        said = done.stdout
    assert COMMANDS[-1] == "manage.py export 1"
    exported = json.loads(said)
    assert len(exported["players"]) >= 26
    assert len(exported["rounds"]) == 20


def test_every_other_command_of_the_readme_is_run_elsewhere():
    typed = set(re.findall(r"^\.venv/bin/python (manage\.py \w+)", README, re.MULTILINE))
    ours = {command for command in typed if not any(c.startswith(command) for c in COMMANDS)}
    assert ours == set(ELSEWHERE)
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())


def test_the_plain_commands_are_those_of_the_makefile():
    """What a machine without make types is what make runs."""
    recipe = (ROOT / "Makefile").read_text().replace("$(BIN)", ".venv/bin").replace(" --no-logo", "")
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    plain = re.findall(
        r"^(\.venv/bin/(?!pip |npm |python manage|python -m pytest).*)$", contributing, re.MULTILINE
    )
    assert plain
    for line in plain:
        assert re.search(rf"^\t{re.escape(line)}( \$\(if .*)?$", recipe, re.MULTILINE), line
