"""Tables of refusals: what is refused after what has been done, at which field, and in which words."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accounts.errors import RuleError
from tests.cast import Night, NightMaker, refused
from tests.services.cases import Service

Act = Callable[[Night], object]
Scene = Callable[[NightMaker], Night]
Refusal = tuple[Any, ...]
"""A scene, a service, its body, the field, and if need be words of the message and the error."""


def begun(players: int, *acts: Act, **chosen: Any) -> Scene:
    """An evening of so many players, played like that, in which these things have been done."""

    def scene(make: NightMaker) -> Night:
        night: Night = make(players, **chosen)
        for act in acts:
            act(night)
        return night

    return scene


def done(service: Service, **body: Any) -> Act:
    """Call the service. What in the body is a function is worked out in the evening."""
    return lambda night: call(night, service, body)


def call(night: Night, service: Service, body: Mapping[str, Any]) -> object:
    """Call the service, in the round that is played unless the body has another."""
    given = {name: value(night) if callable(value) else value for name, value in body.items()}
    if "round" in service.__wrapped__.__annotations__:  # type: ignore[attr-defined]
        given.setdefault("round", night.round)
    return service(night.because("a whim"), **given)


def seat(table: int, place: int = 0) -> Callable[[Night], int]:
    """Who sits there, counted in seat order."""
    return lambda night: night.table(table)[place]


def people(table: int, count: int | None = None) -> Callable[[Night], list[int]]:
    return lambda night: night.table(table)[:count]


def named(name: str) -> Callable[[Night], int]:
    return lambda night: night.entry(name)


def played(*tables: int) -> Act:
    """Each of these tables has played its deal."""

    def act(night: Night) -> None:
        for table in tables:
            night.play(table)

    return act


def is_refused(
    make: NightMaker,
    scene: Scene,
    service: Service,
    body: Mapping[str, Any],
    field: str,
    says: str = "",
    error: type[RuleError] = RuleError,
) -> None:
    night = scene(make)
    with refused(field, says, error):
        call(night, service, body)


def every(rows: Mapping[str, Refusal]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows.values(), ids=rows)
