"""What was measured is listed, in whichever process of the run it was."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waits import HUNG

TEST = """
def test_it(measured):
    measured("the bell rang 0.01 s late")
"""


@pytest.mark.parametrize("processes", [(), ("-n", "2")], ids=["one", "several"])
def test_it_is_listed_at_the_end(tmp_path: Path, processes: tuple[str, ...]):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tests.measured"]\n')
    (tmp_path / "test_few.py").write_text(TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    root = Path(__file__).parents[1]
    place = ["--rootdir", str(tmp_path), "-c", str(tmp_path / "pytest.ini"), str(tmp_path)]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", *processes, *place]
    # Without the plugins that it does not need: they take most of its time.
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(
        command, cwd=root, env=bare, capture_output=True, text=True, timeout=HUNG, check=False
    )
    assert ended.returncode == 0, ended.stdout
    assert "the bell rang 0.01 s late" in ended.stdout
