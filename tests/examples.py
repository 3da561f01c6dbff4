"""How many examples hypothesis tries, and how many people do a thing at once."""

import os

EXAMPLES = int(os.environ.get("EXAMPLES", "40"))
"""So many a property of hypothesis is tried with: five times as many in `make test-all`."""
AT_ONCE = int(os.environ.get("AT_ONCE", "20"))
"""So many threads do a thing at once in a test of a race: forty in `make test-all`."""


def examples(share: float) -> int:
    """How many examples, for a property that needs more or fewer than others."""
    return max(1, round(EXAMPLES * share))
