"""Where the program's files and data are, and what people type: in a checkout, or installed from a wheel.

Nothing else asks which of the two it is.
"""

from dataclasses import dataclass
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent
"""The folder of the packages: a checkout, or an environment's ``site-packages``."""


@dataclass(frozen=True)
class Place:
    """What is otherwise in a checkout than in a wheel."""

    files: Path
    """The folder of templates, static files, texts, the lock and ``pyproject.toml``."""
    data: Path
    """The folder of the data, unless HEADTABLE_DATA names one."""
    command: str
    """The command as people type it."""
    lan: str
    """The command that also lets the phones in the hall in."""
    no_lan: str
    """The command that lets only this machine in."""
    install: str
    """The command that installs the packages of the lock."""

    def typed(self, words: str) -> str:
        """Return a whole command, for a message."""
        return f"{self.command} {words}"

    def version(self) -> str:
        """Return the version of Headtable."""
        import tomllib  # only here: each process would take time for it

        return str(tomllib.loads((self.files / "pyproject.toml").read_text())["project"]["version"])


def _checkout() -> Place:
    return Place(
        files=CODE,
        data=CODE / "var",
        command="manage.py",
        lan="make run LAN=1",
        no_lan="make run LAN=0",
        install="python -m pip install --no-deps --require-hashes --only-binary :all: -r requirements.lock",
    )


def _wheel(files: Path) -> Place:
    from platformdirs import user_data_path  # only here, for the same reason as tomllib

    return Place(
        files=files,
        data=user_data_path("headtable", appauthor=False),
        command="headtable",
        lan="headtable up --lan",
        no_lan="headtable up --no-lan",
        install="pipx reinstall headtable",
    )


def _here() -> Place:
    files = CODE / "config/files"  # pyproject.toml puts it into the wheel
    return _wheel(files) if files.is_dir() else _checkout()


HERE = _here()
