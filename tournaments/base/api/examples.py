"""What examples of the API have in common: an evening, some of its people, and their words."""

from typing import Any

from accounts.shared.api.examples import API
from accounts.shared.api.schema import Example

HERE = f"{API}/evenings/1/"
PUBLIC_ADDRESS = "u0Xq3n8Zk2mVb7Ry5Wc1Lg"
AT, DAY = "2026-05-08T20:15:00Z", "2026-05-08"


def person(entry: int, name: str) -> dict[str, Any]:
    return {"entry": entry, "name": name}


def seat_at(table: int, chair: int | None) -> dict[str, Any]:
    return {"table": table, "chair": chair}


def asked(title: str, address: str, answer: dict[str, Any]) -> tuple[Example, ...]:
    return (Example(title, address, answer),)


ANN, BEN, CLEO = person(7, "Ann"), person(3, "Ben"), person(5, "Cleo")
EVENING: dict[str, Any] = {
    "id": 1,
    "club": 1,
    "club_name": "Thursday Club",
    "name": "Spring evening",
    "held_on": DAY,
    "stage": "playing",
    "format": "progressive",
    "game": "draw-poker",
    "rules_name": "",
    "people": 12,
    "join_code": "K7MX2A",
    "published": False,
    "public_address": None,
    "names_shown": "",
    "seq": 17,
}
MAY = {"id": 4, "name": "May evening", "held_on": DAY}
FIGURES: dict[str, Any] = {"net": 53, "yellow": 1, "score": None, "hands": None}
