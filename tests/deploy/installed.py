"""The wheel, installed where nothing of the checkout can be imported."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from tests.commands.running import OURS, Up
from tests.deploy.compose import ROOT

UNSET = ("HEADTABLE_DATA", "PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")


def build(folder: Path, root: Path = ROOT) -> Path:
    """Build the wheel of a tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    (made,) = folder.glob("*.whl")
    return made


class Environment:
    """A new environment: the packages of the one in which the tests run, and the wheels put into it."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python, self.command = folder / "bin/python", folder / "bin/headtable"
        (self.packages,) = folder.glob("lib/python*/site-packages")
        (self.packages / "others.pth").write_text(sysconfig.get_path("purelib"))

    def install(self, wheel: Path) -> None:
        """Put the wheel in, in place of another one."""
        uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-cache", "--no-deps"]
        subprocess.run([*uv, "--python", str(self.python), str(wheel)], check=True)

    def finds(self, name: str) -> Path | None:
        """Return the file of what is imported by this name, if anything is."""
        program = f"import importlib.util as u; print(getattr(u.find_spec('{name}'), 'origin', ''))"
        asked = [str(self.python), "-c", program]
        found = subprocess.run(asked, cwd="/", env=outside(), capture_output=True, text=True, check=True)
        return Path(text) if (text := found.stdout.strip()) else None

    def run(self, folder: Path, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """Type the command in a folder."""
        typed, given = [str(self.command), *words], {**outside(), **more}
        return subprocess.run(typed, cwd=folder, env=given, capture_output=True, text=True, check=False)

    def up(self, folder: Path, log: Path, data: Path) -> Up:
        """Type ``headtable up`` in a folder; ``data`` is where the system keeps the data of programs."""
        installed = type("Installed", (Up,), {"command": (self.command,), "folder": folder})
        up: Up = installed(log, "--no-demo", **dict.fromkeys(UNSET, ""), XDG_DATA_HOME=str(data))
        up.data = data / "headtable"
        return up


def outside() -> Mapping[str, str]:
    """The variables of a shell that knows nothing of this checkout."""
    return {name: value for name, value in os.environ.items() if name not in (*OURS, *UNSET)}
