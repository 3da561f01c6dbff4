"""The question that is asked before an action that is hard to undo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Confirmation:
    """A question with what a yes brings about; ``fields``: what the yes sends besides."""

    title: str
    effects: tuple[str, ...]
    yes: str
    fields: Mapping[str, Any] = field(default_factory=dict)
