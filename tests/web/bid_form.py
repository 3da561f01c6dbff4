"""What the pages of a deal of bids send, for their tests."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from games.rules.deals import Madness
from tests.bids import deal_of, order
from tests.cast import Night

JABBER: Mapping[str, Any] = {"game": "jabberwocky", "format": "fixed"}
HOOKED: Mapping[str, Any] = {"game": "blackout", "options": {"hook": "last"}, "format": "fixed"}
COOPERATIVE: Mapping[str, Any] = {"game": "blackout-cooperative", "format": "fixed"}
CALLER: Mapping[str, Any] = {"game": "caller-clag", "options": {"deals": 3}, "format": "fixed"}


def where(night: Night, deal: int = 1, table: int = 1, round: int = 1) -> str:
    return reverse("deal", args=[night.evening.pk, round, table, deal])


def seen(answer: Any) -> str:
    """The page's text as it was sent, its white space as in a browser."""
    return " ".join(answer.content.decode().split())


def bidders(night: Night, table: int = 1) -> tuple[int, ...]:
    """Who bids on the table's next deal, in bidding order."""
    return order(night.at(table))


def numbered(night: Night, part: str, numbers: tuple[object, ...], table: int = 1) -> dict[str, object]:
    return {f"{part}-{entry}": n for entry, n in zip(bidders(night, table), numbers, strict=False)}


def call_of(call: Mapping[str, Any]) -> dict[str, Any]:
    return {f"call.{key}": value for key, value in call.items()}


def bids(night: Night, *numbers: object, table: int = 1, call: Any = None, **more: object) -> dict[str, Any]:
    return {"step": "bids", **numbered(night, "bids", numbers, table), **call_of(call or {}), **more}


def tricks(night: Night, *numbers: object, table: int = 1, **more: object) -> dict[str, Any]:
    """The form of tricks, in bidding order, beside the bids that stand."""
    at = night.at(table)
    stand = {f"bids-{entry}": bid for entry, bid in at.open.bids.items()} if at.open else {}
    call = call_of(at.open.call) if at.open else {}
    if at.open and deal_of(at, at.open.call).madness is not Madness.NONE:
        won = {f"trick-{n}": entry for n, entry in enumerate(numbers, 1)}
        return {"step": "tricks", **stand, **call, **won, **more}
    return {"step": "tricks", **stand, **call, **numbered(night, "tricks", numbers, table), **more}


def correction(
    night: Night, deal: int, said: Mapping[int, tuple[int, int]], **more: object
) -> dict[str, Any]:
    parts = {f"bids-{e}": bid for e, (bid, _won) in said.items()}
    parts |= {f"tricks-{e}": won for e, (_bid, won) in said.items()}
    return {"step": "correct", "base_version": 1, "reason": "read wrongly", **parts, **more}


def told(night: Night, deal: int = 1, table: int = 1) -> dict[int, tuple[int | None, int | None]]:
    """What stands of a scored deal: by person the bid and the tricks."""
    pool = next(p for p in night.facts.pools if (p.position, p.deal) == (table, deal))
    return {line.entry: (line.bid, line.tricks) for line in pool.lines}
