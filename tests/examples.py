"""How many examples hypothesis tries."""

from __future__ import annotations

import os

EXAMPLES = int(os.environ.get("EXAMPLES", "40"))
"""So many a property of hypothesis is tried with: five times as many in `make test-all`."""


def examples(share: float) -> int:
    """How many examples, for a property that needs more or fewer than others."""
    return max(1, round(EXAMPLES * share))
