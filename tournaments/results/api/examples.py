"""Examples of what the API tells of results, prizes and the ledger, by operation."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.examples import API, CLUB, page
from accounts.shared.api.schema import Example

OURS: dict[str, Any] = {
    "id": 6,
    "club": 1,
    "name": "As usual",
    "for_seasons": False,
    "prizes": ["yellow", {"key": "counters", "title": "The full purse"}],
    "words": ["Most yellow chips", "The full purse"],
}
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "prize_sets": (Example("For evenings", f"{CLUB}/prize-sets/?for_seasons=false", page(OURS)),),
    "prize_set": (Example("A set", f"{API}/prize-sets/6/", OURS),),
    "prize_set_keep": (
        Example(
            "Two of the usual prizes, one renamed",
            f"{CLUB}/prize-sets/",
            OURS,
            {"name": "As usual", "prizes": OURS["prizes"]},
        ),
    ),
    "prize_set_change": (
        Example(
            "One prize alone, if nobody changed them meanwhile",
            f"{API}/prize-sets/6/",
            OURS | {"prizes": ["yellow"], "words": ["Most yellow chips"]},
            {"before": OURS["prizes"], "prizes": ["yellow"]},
        ),
    ),
}
