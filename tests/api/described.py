"""Answers held to the description: whatever is answered stands there, with this status and of this shape."""

import json
import re
from functools import cache
from typing import Any

import jsonschema

from accounts.shared.api.schema import build_schema
from tests.api.members import Bearer


@cache
def _described() -> tuple[dict[str, Any], dict[str, Any]]:
    """The operations by address, and what their shapes refer to: objects hold nothing that is not named."""
    known = json.loads(json.dumps(build_schema()).replace("#/components/", "#/$defs/components/"))
    for named in known["components"]["schemas"].values():
        if named.get("type") == "object":
            named.setdefault("additionalProperties", False)
    return known["paths"], known["components"]


@cache
def operation(method: str, address: str) -> dict[str, Any]:
    """What the description says of a request to the address."""
    path = address.partition("?")[0]
    for described, methods in _described()[0].items():
        if method.lower() in methods and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", described), path):
            return dict(methods[method.lower()])
    raise AssertionError(f"{method} {address} is not described")


def fits(shape: dict[str, Any], value: Any) -> None:
    """Whether a value is of the shape."""
    jsonschema.Draft202012Validator({**shape, "$defs": {"components": _described()[1]}}).validate(value)


def held(program: Bearer, method: str, address: str, body: Any = None, *, status: int, **how: Any) -> Any:
    """What is answered, by a status that is told of and in the shape that is told."""
    answer = program.get(address, **how) if method == "GET" else program.send(method, address, body, **how)
    assert answer.status_code == status, (answer.status_code, answer.content)
    told = operation(method, address)["responses"]
    assert str(status) in told, f"{method} {address} may answer {status}, which nobody says"
    if "content" not in told[str(status)]:
        assert answer.content == b""
        return None
    fits(told[str(status)]["content"]["application/json"]["schema"], answer.json())
    return answer.json()
