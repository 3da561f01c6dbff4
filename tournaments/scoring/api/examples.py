"""Examples of what the API tells of a table's deals and phones, by operation."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.schema import Example
from tournaments.base.api.examples import ANN, AT, BEN, HERE, asked

PART: dict[str, Any] = {"bid": None, "tricks": None, "took": [], "revokes": 0, "score": None, "cards": ""}
VERSION: dict[str, Any] = {
    "version": 1,
    "seq": 12,
    "at": AT,
    "actor": 2,
    "who": "Alice",
    "reason": "",
    "confirmed": False,
    "call": {},
    "trump": None,
    "lines": [
        {**ANN, "won": True, "in_call": True, "counters": 3, **PART},
        {**BEN, "won": False, "in_call": False, "counters": -3, **PART},
    ],
}
DEAL: dict[str, Any] = {"round": 1, "table": 2, "deal": 1, "version": 1, "stands": VERSION}
ASK: dict[str, Any] = {
    "seq": 15,
    "at": AT,
    "round": 1,
    "table": 2,
    "deal": 1,
    "late": False,
    "typed": ["Won: Ben"],
    "version": 1,
    "words": "It was Ben",
}
EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "deals": asked("One deal", f"{HERE}rounds/1/tables/2/deals/", {"deals": [DEAL]}),
    "deal": asked("As it was recorded", f"{HERE}rounds/1/tables/2/deals/1/", {**DEAL, "versions": [VERSION]}),
    "links": asked("One table has none", f"{HERE}links/", {"links": [{"table": 1, "address": None}]}),
    "asks": asked("A correction", f"{HERE}asks/", {"asks": [ASK]}),
}
