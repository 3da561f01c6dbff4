"""Settings as the environment gives them. ImproperlyConfigured says which cannot be meant."""

import os
import re
from pathlib import Path
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured


def flag(name: str, *, default: bool = False) -> bool:
    """Yes or no."""
    return (os.environ.get(name) or str(default)).lower() in {"1", "true", "yes", "on"}


def one_of(name: str, *choices: str) -> str:
    """The variable, one of these: the first if it is not set."""
    if (chosen := os.environ.get(name) or choices[0]) not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}.")
    return chosen


def words(name: str, default: str = "") -> list[str]:
    """What stands between commas."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def whole(name: str) -> int:
    """A whole number, 0 if it is not set."""
    if not (number := os.environ.get(name, "0")).isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more.")
    return int(number)


def wholes(name: str, default: str) -> list[int]:
    """Whole numbers between commas, of which the first is not 0: as many as in the default, or fewer."""
    found = words(name, default)
    if not found or len(found) > default.count(",") + 1 or not all(map(str.isdecimal, found)):
        raise ImproperlyConfigured(f"{name} must be whole numbers between commas, such as {default}.")
    if not (numbers := [int(one) for one in found])[0]:
        raise ImproperlyConfigured(f"{name} must begin with a number above 0.")
    return numbers


def rate(name: str, default: str) -> str:
    """How often something may be done."""
    often = os.environ.get(name, default)
    if not re.fullmatch(r"[1-9][0-9]*/(s|min|hour|day)", often):
        raise ImproperlyConfigured(f"{name} must be a number of requests and a time, such as {default}.")
    return often


def secret(name: str) -> str:
    """The variable, or what is in the file that NAME_FILE names, as containers are given secrets."""
    place = os.environ.get(f"{name}_FILE")
    if not place:
        return os.environ.get(name, "")
    if os.environ.get(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: say it once.")
    try:
        kept = Path(place).read_text().strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise ImproperlyConfigured(f"{name}_FILE: {place} cannot be read: {why}.") from None
    if not kept:
        raise ImproperlyConfigured(f"{name}_FILE: {place} is empty.")
    return kept


def zone(named: str) -> str:
    """The time zone of this name; of none, the machine's."""
    if named and named not in available_timezones():
        raise ImproperlyConfigured(f"TZ: there is no time zone {named}. Name one such as Europe/Zurich.")
    return named or machine_zone()


def machine_zone() -> str:
    """The time zone that this machine is set to, as Linux and macOS keep it; else UTC."""
    _folder, _zoneinfo, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    return name if name in available_timezones() else "UTC"
