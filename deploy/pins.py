"""Adds the pins of ``requirements.lock`` to what the wheel requires: hatchling runs this at each build."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PIN = re.compile(r"^(\S+==[^\\\n]+?) *\\?$", re.MULTILINE)
"""A line of the lock: name, version, and which machines need it."""


def pins(lock: Path) -> list[str]:
    """Return the requirements of the lock, without their hashes."""
    return PIN.findall(lock.read_text())


class Pins(BuildHookInterface[Any]):
    """What was tested is what is installed, also in two years."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["dependencies"] = pins(Path(self.root) / "requirements.lock")
