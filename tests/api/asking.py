"""Asking the API, and what a refusal looks like."""

import json
from typing import Any

from django.core.cache import caches
from django.test import Client

from accounts.shared.api.refusals import CODES
from accounts.shared.api.schema import build_schema
from tests.api.questions import QUESTIONS, Example

EXAMPLES = {name: [Example(*one) for one in asked] for name, asked in QUESTIONS.items()}
CLIENT = Client(raise_request_exception=False)


def ask(address: str, body: Any = None, *, raw: bytes | None = None, **how: Any) -> Any:
    """The response: to a GET, or to a POST of a body, which is sent as JSON or as the ``raw`` bytes."""
    caches["throttle"].clear()
    if body is None and raw is None:
        return CLIENT.get(address, **how)
    sent = json.dumps(body).encode() if raw is None else raw
    return CLIENT.post(address, sent, content_type="application/json", **how)


def answer(address: str, body: Any = None) -> Any:
    response = ask(address, body)
    assert response.status_code == 200, response.content.decode()
    return response.json()


def errors(response: Any) -> dict[str, str]:
    """What a refusal says, by what it is about: a field, else the code of what is wrong with the request."""
    assert 400 <= response.status_code < 500, response.status_code
    assert response.headers["Content-Type"] == "application/json"
    told = response.json()
    assert set(told) == {"type", "errors"}
    assert told["type"] == ("validation_error" if response.status_code in (400, 422) else "client_error")
    assert told["errors"]
    for error in told["errors"]:
        assert set(error) == {"code", "detail", "attr"}
        assert error["code"] in CODES
        assert error["attr"] != ""
        assert error["detail"]
        assert "%(" not in error["detail"]
    return {error["attr"] or error["code"]: error["detail"] for error in told["errors"]}


def refused(address: str, body: Any, field: str, says: str = "") -> None:
    """The question is refused by 400 at ``field``, among others perhaps, in words that hold ``says``."""
    response = ask(address, body)
    found = errors(response)
    assert response.status_code == 400, (response.status_code, found)
    assert field in found, found
    assert says in found[field], found


def example(name: str, number: int = 0) -> Example:
    return EXAMPLES[name][number]


def changed(name: str, number: int = 0, **fields: Any) -> tuple[str, dict[str, Any]]:
    """The address and the body of an example, with other values; a field that is None is left out."""
    chosen = example(name, number)
    body = {**(chosen.body or {}), **fields}
    return chosen.address, {key: value for key, value in body.items() if value is not None}


def operation_of(name: str) -> str:
    return f"progressive_{name}" if name in ("round", "prizes") else name.replace("-", "_")


def fields_of(name: str) -> set[str]:
    """The fields that the description says may be sent."""
    described = build_schema()
    schemas = described["components"]["schemas"]
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    bodies = {o["operationId"]: o["requestBody"] for o in operations if "requestBody" in o}
    sent = bodies[operation_of(name)]["content"]["application/json"]["schema"]
    first = schemas[_called(sent)]
    return {field for one in first.get("oneOf", [sent]) for field in schemas[_called(one)]["properties"]}


def _called(reference: dict[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


WRONG_TYPES: tuple[Any, ...] = (None, True, 1.5, "", "x", [], {}, [None], -1, 10**30, {"a": []})
"""What JSON can hold in the place of anything."""


def never_fails(name: str, number: int = 0) -> None:
    """Each field of an example left out, or of any other type: answered or refused, never our error."""
    chosen, known = example(name, number), {"body", *fields_of(name)}
    assert chosen.body is not None
    for field in chosen.body:
        without = {key: value for key, value in chosen.body.items() if key != field}
        for body in (without, *({**without, field: wrong} for wrong in WRONG_TYPES)):
            response = ask(chosen.address, body)
            assert response.status_code in (200, 400), (body, response.content)
            if response.status_code == 400:
                assert {told.split(".")[0] for told in errors(response)} <= known, body
