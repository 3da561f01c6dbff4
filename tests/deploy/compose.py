"""docker-compose.yml as its services see it, read without the client."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docker-compose.yml"
ASKED = {"SITE_ADDRESS": "cards.example.org", "ALLOWED_HOSTS": "cards.example.org"}
"""What has no default."""
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<how>:?[-?])(?P<other>[^}]*))?\}")

Service = dict[str, Any]


def compose(environment: Mapping[str, str] = ASKED) -> dict[str, Any]:
    """The file with its variables put in. KeyError for one that must be named, and is not."""
    found: dict[str, Any] = _filled(yaml.safe_load(FILE.read_text()), environment)
    return found


def services(environment: Mapping[str, str] = ASKED) -> dict[str, Service]:
    return dict(compose(environment)["services"])


def _filled(part: Any, environment: Mapping[str, str]) -> Any:
    """Read first, filled then, as the client does: what is filled with nothing is an empty text."""
    if isinstance(part, dict):
        return {name: _filled(value, environment) for name, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, environment) for value in part]
    if not isinstance(part, str):
        return part

    def value(match: re.Match[str]) -> str:
        given, how = environment.get(match["name"]), match["how"] or "?"
        if given is not None and (given or ":" not in how):
            return given
        if "?" in how:
            raise KeyError(match["name"])
        return match["other"]

    return VARIABLE.sub(value, part)
