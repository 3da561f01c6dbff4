"""Examples of what the API tells of house rules, by operation. Tests hold them to the description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.api.schema import Example

AT = "/api/v1/clubs/1/house-rules/"
OURS: dict[str, Any] = {
    "id": 3,
    "name": "Thursday Clag",
    "game": "clag",
    "options": {"non_exact": True},
    "retired": False,
    "created": "2026-05-08T19:30:00Z",
}

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "house_rules": (
        Example(
            "Those in use",
            f"{AT}?retired=false",
            {"count": 1, "next": None, "previous": None, "results": [OURS]},
        ),
    ),
    "house_rules_create": (
        Example(
            "A game with a changed option",
            AT,
            OURS,
            {"name": "Thursday Clag", "game": "clag", "options": {"non_exact": True}},
        ),
    ),
    "house_rules_one": (Example("House rules", f"{AT}3/", OURS),),
    "house_rules_change": (
        Example("Another name", f"{AT}3/", OURS | {"name": "Clag at ours"}, {"name": "Clag at ours"}),
    ),
    "house_rules_retire": (Example("Offered no more", f"{AT}3/retire/", OURS | {"retired": True}, {}),),
}
