"""Settings from environment variables, the file of the secret key, and the folders of this installation.

ImproperlyConfigured names a variable with an invalid value. The first run creates the key if no variable has
it. Folders and commands differ between a checkout and a wheel.
"""

import os
import re
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured

from accounts.file_errors import describe_file_error


def read_flag(name: str, *, default: bool = False) -> bool:
    """Return whether the variable is a yes; ``default`` if it is not set."""
    return (os.environ.get(name) or str(default)).lower() in {"1", "true", "yes", "on"}


def read_choice(name: str, *choices: str) -> str:
    """Return the variable, which must be one of ``choices``; the first choice if it is not set."""
    if (choice := os.environ.get(name) or choices[0]) not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}.")
    return choice


def read_words(name: str, default: str = "") -> list[str]:
    """Return the words of the variable, separated by commas."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def read_number(name: str) -> int:
    """Return the variable as a whole number; 0 if it is not set."""
    if not (number := os.environ.get(name, "0")).isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more.")
    return int(number)


def read_numbers(name: str, default: str) -> list[int]:
    """Return numbers separated by commas, at most as many as in ``default``. The first is above 0."""
    texts = read_words(name, default)
    if not texts or len(texts) > default.count(",") + 1 or not all(map(str.isdecimal, texts)):
        raise ImproperlyConfigured(f"{name} must be whole numbers between commas, such as {default}.")
    if not (numbers := [int(text) for text in texts])[0]:
        raise ImproperlyConfigured(f"{name} must begin with a number above 0.")
    return numbers


def read_rate(name: str, default: str) -> str:
    """Return a rate such as ``20/min``."""
    often = os.environ.get(name, default)
    if not re.fullmatch(r"[1-9][0-9]*/(s|min|hour|day)", often):
        raise ImproperlyConfigured(f"{name} must be a number of requests and a time, such as {default}.")
    return often


def read_secret(name: str) -> str:
    """Return the variable, or the text of the file that NAME_FILE names. Containers pass secrets as files."""
    place = os.environ.get(f"{name}_FILE")
    if not place:
        return os.environ.get(name, "")
    if os.environ.get(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: say it once.")
    try:
        text = Path(place).read_text().strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ImproperlyConfigured(f"{name}_FILE: {place} cannot be read: {reason}.") from None
    if not text:
        raise ImproperlyConfigured(f"{name}_FILE: {place} is empty.")
    return text


def find_zone(name: str) -> str:
    """Return ``name``, which must be a time zone; without a name, the machine's time zone."""
    if name and name not in available_timezones():
        raise ImproperlyConfigured(f"TZ: there is no time zone {name}. Name one such as Europe/Zurich.")
    return name or find_machine_zone()


def find_machine_zone() -> str:
    """Return this machine's time zone, as Linux and macOS store it; else UTC."""
    _folder, _zoneinfo, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    return name if name in available_timezones() else "UTC"


def load_key(file: Path) -> str:
    """Return the key in the file. Create both if the file is missing. ImproperlyConfigured if that fails."""
    try:
        if not file.exists():
            _write_key(file)
        key = file.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(describe_file_error(error, file.parent)) from None
    except ValueError:
        raise ImproperlyConfigured(f"{file} is no text: put the key back, or remove the file.") from None
    if not key:
        raise ImproperlyConfigured(f"{file} is empty: put the key back, or remove the file.")
    return key


def _write_key(file: Path) -> None:
    """Write a new key to a temporary file, and rename it when it is complete and on the disk.

    A full disk or a power cut then leaves no half key. Two processes that start at once read the same key.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file.parent)) from None
    try:
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(50))
            stream.flush()
            os.fsync(descriptor)
        _give_name(temporary, file)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _give_name(temporary: str, file: Path) -> None:
    """Give the temporary file its final name, unless another process was faster."""
    try:
        os.link(temporary, file)
    except FileExistsError:
        pass
    except OSError:  # on disks without hard links the last one wins
        os.replace(temporary, file)


CODE = Path(__file__).resolve().parent.parent
"""The folder of the packages: a checkout, or an environment's ``site-packages``."""


@dataclass(frozen=True)
class Installation:
    """The values that differ between a checkout and a wheel."""

    files: Path
    """The folder of templates, static files, texts, the lock and ``pyproject.toml``."""
    data: Path
    """The folder of the data, unless HEADTABLE_DATA names one."""
    command: str
    """The command that people type."""
    lan: str
    """The command that also lets phones in the hall connect."""
    no_lan: str
    """The command that lets only this machine connect."""
    install: str
    """The command that installs the packages of the lock file."""

    def format_command(self, words: str) -> str:
        """Return a whole command, for a message."""
        return f"{self.command} {words}"

    def version(self) -> str:
        """Return the version of Headtable."""
        import tomllib  # imported only here: it would slow down each process

        return str(tomllib.loads((self.files / "pyproject.toml").read_text())["project"]["version"])


def _describe_checkout() -> Installation:
    return Installation(
        files=CODE,
        data=CODE / "var",
        command="manage.py",
        lan="make run LAN=1",
        no_lan="make run LAN=0",
        install="python -m pip install --no-deps --require-hashes --only-binary :all: -r requirements.lock",
    )


def _describe_wheel(files: Path) -> Installation:
    from platformdirs import user_data_path  # imported only here, for the same reason as tomllib

    return Installation(
        files=files,
        data=user_data_path("headtable", appauthor=False),
        command="headtable",
        lan="headtable up --lan",
        no_lan="headtable up --no-lan",
        install="pipx reinstall headtable",
    )


def _find_place() -> Installation:
    files = CODE / "config/files"  # pyproject.toml puts it into the wheel
    return _describe_wheel(files) if files.is_dir() else _describe_checkout()


PLACE = _find_place()
