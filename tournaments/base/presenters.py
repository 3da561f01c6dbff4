"""The question that is asked before an action that is hard to undo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Confirmation:
    """A question, and the effects of a yes; ``fields``: further fields that the yes sends.

    ``loses``: whether the yes is red. What the next step of a page asks never is.
    """

    title: str
    effects: tuple[str, ...]
    yes: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    loses: bool = True
