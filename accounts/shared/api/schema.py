"""The OpenAPI description of the API, as JSON and as pages.

The pages list the operations by area, with their parameters, bodies and responses, and a form to try each.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import override
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import HEADER, READS_QUERY, View, public
from accounts.shared.api.fields import Body
from accounts.shared.api.refusals import ErrorsSerializer

EXAMPLES = Path(__file__).with_name("examples")
"""Recorded requests and responses, one file for each operation: tests/api/recorded.py writes them."""
REFUSED_STATUSES = dict.fromkeys((400, 404, 429, 503), ErrorsSerializer)
REFUSED_MEMBERS = REFUSED_STATUSES | {401: ErrorsSerializer, 403: ErrorsSerializer}
TOO_LARGE = {413: ErrorsSerializer}
KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "format": "uuid"},
    OpenApiParameter.HEADER,
    description=(
        "A new key for each action. A repeated request with the same key gets the first response again. "
        "Nothing is done twice."
    ),
)

TAG = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="ETag of an earlier response. The status is 304 if nothing has changed since.",
)


def load_recorded_examples(name: str) -> Iterator[OpenApiExample]:
    """Yield the recorded bodies and responses of an operation."""
    file = EXAMPLES / f"{name}.json"
    for entry in json.loads(file.read_text("utf-8")) if file.exists() else ():
        description = {"description": entry["address"]}
        if entry.get("body") is not None:
            yield OpenApiExample(entry["title"], entry["body"], request_only=True, **description)
        if entry["answer"] is not None:
            yield OpenApiExample(entry["title"], entry["answer"], response_only=True, **description)


def described(
    name: str,
    summary: str,
    answer: type[serializers.Serializer[Any]],
    *,
    body: Any = None,
    revalidates: bool = False,
    **options: Any,
) -> Callable[[View], View]:
    """Describe an address. ``name`` is the operation's id, from which client programs derive names.

    With ``revalidates`` the response has an ETag. A request with the present ETag gets 304 without a body.
    """
    return _describe_view(
        name,
        summary=summary,
        request=body,
        responses={
            200: answer,
            **REFUSED_STATUSES,
            **_describe_body_refusals(body),
            **({304: None} if revalidates else {}),
        },
        parameters=[*([TAG] if revalidates else []), *options.pop("parameters", ())],
        **options,
    )


def described_for_members(
    name: str,
    summary: str,
    answer: type[serializers.Serializer[Any]] | dict[str, Any] | None,
    *,
    body: Any = None,
    status: int = 200,
    writes: bool = False,
    refuses_states: bool = False,
    stands: type[serializers.Serializer[Any]] | None = None,
    revalidates: bool = False,
    **options: Any,
) -> Callable[[View], View]:
    """Describe an address that needs an account. With ``writes`` the request takes an ``Idempotency-Key``.

    The description has status 409 with ``writes`` or ``refuses_states``, and with ``stands``: another request
    may have been faster, and the response contains its row.
    """
    conflicts = writes or refuses_states or stands is not None
    answers: dict[int, Any] = REFUSED_MEMBERS | ({409: _make_conflict(stands)} if conflicts else {})
    answers |= {304: None} if revalidates else {}
    answers |= _describe_body_refusals(body)
    answers |= {422: ErrorsSerializer} if writes else {}
    return _describe_view(
        name,
        summary=summary,
        request=body,
        responses={status: answer, **answers},
        parameters=[
            *([KEY] if writes else []),
            *([TAG] if revalidates else []),
            *options.pop("parameters", ()),
        ],
        **options,
    )


@cache
def _make_conflict(stands: type[serializers.Serializer[Any]] | None) -> type[ErrorsSerializer]:
    """Return the response to a late request, with the present row if ``stands`` is given."""
    if stands is None:
        return ErrorsSerializer
    description = (
        "The answer to who was not the first: ``stands`` is the row that stands, where there is one."
    )
    holds = {"__doc__": description, "stands": stands(required=False)}
    return type(f"Stale{stands.__name__}", (ErrorsSerializer,), holds)


def _describe_body_refusals(body: Any) -> dict[int, Any]:
    """Return the refusals by size for an address whose body has fields."""
    return TOO_LARGE if body not in (None, Body) else {}


def _describe_view(
    name: str, *, parameters: Sequence[OpenApiParameter], **options: Any
) -> Callable[[View], View]:
    """Add the description and its recorded examples to the view. Mark it if its address has parameters."""
    decorate = extend_schema(
        name, parameters=[*parameters], examples=[*load_recorded_examples(name)], **options
    )

    def wrap(view: View) -> View:
        described: View = decorate(view)
        if any(parameter.location == OpenApiParameter.QUERY for parameter in parameters):
            setattr(described.cls, READS_QUERY, ("GET", "HEAD"))  # type: ignore[attr-defined]
        return described

    return wrap


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes authentication by token."""

    target_class = "accounts.shared.api.decorators.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from the page of your account."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes authentication by the session of the pages."""

    target_class = "accounts.shared.api.decorators.Session"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


@cache
def build_schema() -> dict[str, Any]:
    """Return the description, in English for everybody. It depends only on the program, and is made once."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    with override("en"):
        document: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    _mark_down(document)
    return document


def _mark_down(part: Any) -> None:
    """Write code in descriptions as Markdown, `so`; docstrings have two backquotes on each side."""
    if isinstance(part, dict):
        if isinstance(part.get("description"), str):
            part["description"] = part["description"].replace("``", "`")
        part = list(part.values())
    if isinstance(part, list):
        for item in part:
            _mark_down(item)


TOP = ("games", "clubs", "evenings", "seasons", "me", "schema")
"""The top addresses, which lead to all others."""


class IndexAnswer(serializers.Serializer[Any]):
    """The top addresses, which lead to all others."""

    def get_fields(self) -> dict[str, Any]:
        return {name: serializers.URLField() for name in TOP}


@described(
    "index",
    "What there is",
    IndexAnswer,
    tags=["start"],
)
@public("GET")
def index(request: Request) -> Response:
    """The top addresses, which lead to all others. The description at `schema` lists every address."""
    return Response({name: request.build_absolute_uri(reverse(f"api-{name}")) for name in TOP})


@extend_schema(exclude=True)
@public("GET")
def schema(request: Request) -> Response:
    """The OpenAPI description as JSON."""
    return Response(build_schema())


JSON = "application/json"
CODE = re.compile("`(.+?)`")
DEEPEST = 4
"""Nested objects are described down to this level. The example shows deeper ones."""

Shape = Mapping[str, Any]


@dataclass(frozen=True)
class FieldLine:
    """A sent or returned value: a parameter, or a field by its dotted path."""

    name: str
    kind: str
    required: bool
    description: str
    location: str = "body"


@dataclass(frozen=True)
class Operation:
    """An operation for its page. ``examples``: bodies and responses, as indented JSON."""

    name: str
    method: str
    path: str
    area: str
    summary: str
    description: str
    open: bool
    parameters: Sequence[FieldLine]
    body: Sequence[FieldLine]
    body_example: str
    answer: Sequence[FieldLine]
    answer_example: str
    statuses: Sequence[str]

    @property
    def writes(self) -> bool:
        return self.method != "GET"

    @property
    def to_fill(self) -> Sequence[FieldLine]:
        """Return the values that the page's form asks for besides the body."""
        return [parameter for parameter in self.parameters if parameter.location in ("path", "query")]


@dataclass(frozen=True)
class Area:
    name: str
    description: str
    operations: Sequence[Operation]


@cache
def list_areas() -> tuple[Area, ...]:
    """Return every operation by area, in the order of the description."""
    every = [*_read_operations()]
    return tuple(
        Area(tag["name"], tag["description"], in_area)
        for tag in build_schema()["tags"]
        if (in_area := [operation for operation in every if operation.area == tag["name"]])
    )


@cache
def find_operation(name: str) -> Operation | None:
    """Return the operation with that id; None without one."""
    return next(
        (operation for area in list_areas() for operation in area.operations if operation.name == name), None
    )


def _read_operations() -> Iterator[Operation]:
    for path, methods in build_schema()["paths"].items():
        for method, shape in methods.items():
            yield _read_operation(method.upper(), path, shape)


def _read_operation(method: str, path: str, shape: Shape) -> Operation:
    body = shape.get("requestBody", {}).get("content", {}).get(JSON, {})
    success: Shape = next(
        (shape["responses"][status] for status in ("200", "201") if status in shape["responses"]), {}
    )
    answer = success.get("content", {}).get(JSON, {})
    return Operation(
        name=shape["operationId"],
        method=method,
        path=path,
        area=shape["tags"][0],
        summary=shape["summary"],
        description=_mark_names(shape.get("description", "")),
        open={} in shape.get("security", [{}]),
        parameters=[_read_parameter(parameter) for parameter in shape.get("parameters", ())],
        body=[*_read_fields(body.get("schema", {}))],
        body_example=_read_example(body),
        answer=[*_read_fields(answer.get("schema", {}))],
        answer_example=_read_example(answer),
        statuses=sorted(shape["responses"]),
    )


def _read_parameter(shape: Shape) -> FieldLine:
    description = _mark_names(shape.get("description", ""))
    return FieldLine(
        shape["name"], _describe_kind(shape["schema"]), shape.get("required", False), description, shape["in"]
    )


def _read_example(content: Shape) -> str:
    """Return the first example, indented for reading; "" if there is none."""
    first = next(iter(content.get("examples", {}).values()), None)
    return "" if first is None else json.dumps(first["value"], ensure_ascii=False, indent=1)


def _read_fields(shape: Shape, path: str = "", depth: int = 0) -> Iterator[FieldLine]:
    """Yield the fields of an object and of nested objects."""
    shape = _resolve(shape)
    for option in shape.get("oneOf", ()):
        yield from _read_fields(option, path, depth)
    for name, inner in shape.get("properties", {}).items():
        dotted, description = f"{path}{name}", _mark_names(inner.get("description", ""))
        yield FieldLine(dotted, _describe_kind(inner), name in shape.get("required", ()), description)
        listed = _resolve(inner).get("items")
        if depth < DEEPEST:
            yield from _read_fields(listed or inner, f"{dotted}[]." if listed else f"{dotted}.", depth + 1)


def _resolve(shape: Shape) -> Shape:
    """Return the shape that a reference leads to; any other shape unchanged."""
    for part in (shape, *shape.get("allOf", ()), *shape.get("oneOf", ())[:1]):
        if "$ref" in part:
            component: Shape = build_schema()["components"]["schemas"][part["$ref"].rpartition("/")[2]]
            return component
    return shape


def _mark_names(words: str) -> SafeString:
    """Return a description as HTML: names of fields in code marks."""
    parts = enumerate(CODE.split(words))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


def _describe_kind(shape: Shape) -> str:
    """Return a value's type in a few words."""
    if "enum" in shape:
        return " | ".join("null" if word is None else str(word) or "“”" for word in shape["enum"])
    shape = _resolve(shape)
    types = shape.get("type", "object" if "properties" in shape else "")
    kinds = [types] if isinstance(types, str) else list(types)
    kinds += [_describe_kind(option) for option in shape.get("oneOf", ()) if "$ref" not in option]
    words = " | ".join(dict.fromkeys(kind for kind in kinds if kind)) or "any"
    if "items" in shape:
        return words.replace("array", f"list of {_describe_kind(shape['items'])}")
    return words


@require_safe
def api_index(request: HttpRequest) -> HttpResponse:
    """Show an introduction to the API, how to get a token, and every operation by area."""
    return render(request, "api/index.html", {"areas": list_areas()})


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """Show one operation, with a form that sends it for the signed-in user."""
    row = find_operation(name)
    if row is None:
        raise Http404
    return render(request, "api/operation.html", {"operation": row})
