"""The pages that describe the API: operations by area, what each takes and answers, and a form to try it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.shared.api.schema import whole

JSON = "application/json"
CODE = re.compile("`(.+?)`")
DEEPEST = 4
"""Objects in objects are told as far as this; what is in them stands in the example."""

Shape = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """Something that is sent or answered: a parameter, or a field by its dotted path."""

    name: str
    kind: str
    required: bool
    about: str
    where: str = "body"


@dataclass(frozen=True)
class Operation:
    """An operation as its page tells it. ``examples`` are the bodies and answers, as JSON to be read."""

    name: str
    method: str
    path: str
    area: str
    summary: str
    about: str
    open: bool
    parameters: Sequence[Field]
    body: Sequence[Field]
    sent: str
    answer: Sequence[Field]
    answered: str
    statuses: Sequence[str]

    @property
    def writes(self) -> bool:
        return self.method != "GET"

    @property
    def to_fill(self) -> Sequence[Field]:
        """What the form of the page asks for besides the body."""
        return [one for one in self.parameters if one.where in ("path", "query")]


@dataclass(frozen=True)
class Area:
    name: str
    about: str
    operations: Sequence[Operation]


@cache
def areas() -> tuple[Area, ...]:
    """Every operation by area, in the order in which the description has them."""
    told = [*_operations()]
    return tuple(
        Area(tag["name"], tag["description"], here)
        for tag in whole()["tags"]
        if (here := [one for one in told if one.area == tag["name"]])
    )


@cache
def operation_called(name: str) -> Operation | None:
    """The operation of that name; None if there is none."""
    return next((one for area in areas() for one in area.operations if one.name == name), None)


def _operations() -> Iterator[Operation]:
    for path, methods in whole()["paths"].items():
        for method, told in methods.items():
            yield _operation(method.upper(), path, told)


def _operation(method: str, path: str, told: Shape) -> Operation:
    body = told.get("requestBody", {}).get("content", {}).get(JSON, {})
    done: Shape = next(
        (told["responses"][status] for status in ("200", "201") if status in told["responses"]), {}
    )
    answer = done.get("content", {}).get(JSON, {})
    return Operation(
        name=told["operationId"],
        method=method,
        path=path,
        area=told["tags"][0],
        summary=told["summary"],
        about=_marked(told.get("description", "")),
        open={} in told.get("security", [{}]),
        parameters=[_parameter(one) for one in told.get("parameters", ())],
        body=[*_fields(body.get("schema", {}))],
        sent=_example(body),
        answer=[*_fields(answer.get("schema", {}))],
        answered=_example(answer),
        statuses=sorted(told["responses"]),
    )


def _parameter(told: Shape) -> Field:
    about = _marked(told.get("description", ""))
    return Field(told["name"], _kind(told["schema"]), told.get("required", False), about, told["in"])


def _example(content: Shape) -> str:
    """The first example, as it is read best."""
    first = next(iter(content.get("examples", {}).values()), None)
    return "" if first is None else json.dumps(first["value"], ensure_ascii=False, indent=1)


def _fields(shape: Shape, path: str = "", depth: int = 0) -> Iterator[Field]:
    """The fields of an object, and of objects within."""
    shape = _resolved(shape)
    for one in shape.get("oneOf", ()):
        yield from _fields(one, path, depth)
    for name, inner in shape.get("properties", {}).items():
        at, about = f"{path}{name}", _marked(inner.get("description", ""))
        yield Field(at, _kind(inner), name in shape.get("required", ()), about)
        listed = _resolved(inner).get("items")
        if depth < DEEPEST:
            yield from _fields(listed or inner, f"{at}[]." if listed else f"{at}.", depth + 1)


def _resolved(shape: Shape) -> Shape:
    """The shape itself, where another stands for it."""
    for one in (shape, *shape.get("allOf", ()), *shape.get("oneOf", ())[:1]):
        if "$ref" in one:
            found: Shape = whole()["components"]["schemas"][one["$ref"].rpartition("/")[2]]
            return found
    return shape


def _marked(words: str) -> SafeString:
    """Words of the description, where names of fields stand in ``marks``, for a page."""
    parts = enumerate(CODE.split(words))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


def _kind(shape: Shape) -> str:
    """What a value is, in a few words."""
    if "enum" in shape:
        return " | ".join("null" if word is None else str(word) or "“”" for word in shape["enum"])
    shape = _resolved(shape)
    named = shape.get("type", "object" if "properties" in shape else "")
    kinds = [named] if isinstance(named, str) else list(named)
    kinds += [_kind(one) for one in shape.get("oneOf", ()) if "$ref" not in one]
    words = " | ".join(dict.fromkeys(kind for kind in kinds if kind)) or "any"
    if "items" in shape:
        return words.replace("array", f"list of {_kind(shape['items'])}")
    return words


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What the API is, how a token is come by, and every operation by area."""
    return render(request, "api/index.html", {"areas": areas()})


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """One operation, and a form that asks it as whoever is signed in."""
    found = operation_called(name)
    if found is None:
        raise Http404
    return render(request, "api/operation.html", {"operation": found})
