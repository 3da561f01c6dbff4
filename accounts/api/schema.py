"""The OpenAPI description of everything that is public: what each address says of itself, and the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.doors import View, public
from accounts.api.refusals import ErrorsSerializer

REFUSED = {400: ErrorsSerializer, 404: ErrorsSerializer, 429: ErrorsSerializer}


@dataclass(frozen=True)
class Example:
    """A question and its answer, as they stand in the description; the tests ask each of them."""

    title: str
    address: str
    answer: dict[str, Any]
    body: dict[str, Any] | None = None

    def shown(self) -> Iterator[OpenApiExample]:
        if self.body is not None:
            yield OpenApiExample(self.title, self.body, description=self.address, request_only=True)
        yield OpenApiExample(self.title, self.answer, description=self.address, response_only=True)


def described(
    name: str,
    summary: str,
    answer: type[serializers.Serializer[Any]],
    *,
    body: Any = None,
    examples: Sequence[Example],
    **how: Any,
) -> Callable[[View], View]:
    """What the description says of an address; ``name`` is the operation's, which programs are made from."""
    return extend_schema(
        operation_id=name,
        summary=summary,
        request=body,
        responses={200: answer, **REFUSED},
        examples=[shown for example in examples for shown in example.shown()],
        **how,
    )


@cache
def whole() -> dict[str, Any]:
    """The description; it depends on the program alone, so it is made once for each process."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


@extend_schema(exclude=True)
@public("GET")
def schema(request: Request) -> Response:
    """The description, as JSON."""
    return Response(whole())
