"""Paged lists: query parameters select the page, filters and order. A wrong parameter is named."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404
from django_filters import FilterSet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.database.folding import Folded, by_name
from accounts.errors import RuleError
from accounts.refusals import NAME_TWICE
from accounts.shared.api.decorators import View
from accounts.shared.api.fields import LARGEST, Body, Number, OneOf, read
from accounts.shared.api.schema import described_for_members

MOST = 200
USUAL = 50

Answer = type[serializers.Serializer[Any]]


def read_query(request: Request) -> dict[str, str]:
    """Return the query parameters. RuleError at a name that occurs twice."""
    for name, values in request.query_params.lists():
        if len(values) > 1:
            raise RuleError(name or "query", NAME_TWICE)
    return request.query_params.dict()


def answer_page(
    request: Request,
    rows: QuerySet[Any] | Sequence[Any],
    answer: Answer,
    *,
    filters: type[FilterSet] | None = None,
    ordering: Sequence[str] = (),
    convert: Callable[[Sequence[Any]], Sequence[Any]] | None = None,
) -> Response:
    """Return a page of rows, filtered and ordered by the query. ValidationError, RuleError at its parameters.

    ``ordering``: the fields by which a queryset can be ordered. Other sequences only have pages. ``convert``
    turns the page's rows into the values that the response shows.
    """
    query = read_query(request)
    paging = {name: query.pop(name) for name in tuple(query) if name in ("page", "size", "ordering")}
    values = read(_make_page_query(tuple(ordering)), {**paging, **_find_unknown(query, filters)})
    if isinstance(rows, QuerySet):
        rows = _order_rows(_filter_rows(rows, query, filters), values.get("ordering"))
    pages = Paginator(rows, values["size"])
    if values["page"] > pages.num_pages:
        raise Http404
    page = pages.page(values["page"])
    results = list(page.object_list)
    body = {
        "count": pages.count,
        "next": _make_page_address(request, values["page"] + 1) if page.has_next() else None,
        "previous": _make_page_address(request, values["page"] - 1) if page.has_previous() else None,
        "results": convert(results) if convert else results,
    }
    return Response(make_page_answer(answer)(body).data)


def listed(
    name: str,
    summary: str,
    answer: Answer,
    *,
    filters: type[FilterSet] | None = None,
    ordering: Sequence[str] = (),
    describe: Callable[..., Callable[[View], View]] = described_for_members,
    **options: Any,
) -> Callable[[View], View]:
    """Describe an address that responds with ``answer_page``. ``describe``: the decorator for its readers."""
    parameters = [*make_parameters(filters, ordering), *options.pop("parameters", ())]
    return describe(name, summary, make_page_answer(answer), parameters=parameters, **options)


def make_parameters(filters: type[FilterSet] | None, ordering: Sequence[str] = ()) -> list[OpenApiParameter]:
    """Return the descriptions of the query parameters for an address with ``answer_page``."""
    parameters = [
        OpenApiParameter(name, query_filter.schema, description=query_filter.label)
        for name, query_filter in (filters.base_filters if filters else {}).items()
    ]
    if ordering:
        schema = {"type": "string", "enum": _list_orders(ordering)}
        parameters.append(
            OpenApiParameter("ordering", schema, description="Order of the list. A minus sign reverses it.")
        )
    page = {"type": "integer", "minimum": 1, "maximum": LARGEST, "default": 1}
    size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
    return [
        *parameters,
        OpenApiParameter("page", page, description="Page number, from 1."),
        OpenApiParameter("size", size, description="Number of items on a page."),
    ]


@cache
def make_page_answer(answer: Answer) -> Answer:
    """Return the serializer of a page of such answers."""
    fields = {
        "count": serializers.IntegerField(help_text="How many there are on all pages."),
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page."),
        "previous": serializers.CharField(allow_null=True, help_text="The address of the page before."),
        "results": answer(many=True),
        "__doc__": None,
    }
    name = answer.__name__.removesuffix("Serializer").removesuffix("Answer")
    return type(f"{name}PageAnswer", (serializers.Serializer,), fields)


@cache
def _make_page_query(ordering: tuple[str, ...]) -> type[Body]:
    """Return the query parameters that every list has."""
    fields: dict[str, Any] = {
        "page": Number(min_value=1, default=1),
        "size": Number(min_value=1, max_value=MOST, default=USUAL),
    }
    if ordering:
        fields["ordering"] = OneOf([(way, way) for way in _list_orders(ordering)], required=False)
    return type("PageQuery", (Body,), fields)


def _list_orders(ordering: Sequence[str]) -> list[str]:
    return [way for field in ordering for way in (field, f"-{field}")]


def _find_unknown(query: dict[str, str], filters: type[FilterSet] | None) -> dict[str, str]:
    """Return the parameters that are no filter. They are refused: a typing mistake is not ignored."""
    names = filters.base_filters if filters else {}
    return {name: value for name, value in query.items() if name not in names}


def _filter_rows(
    rows: QuerySet[Any], query: dict[str, str], filters: type[FilterSet] | None
) -> QuerySet[Any]:
    if filters is None:
        return rows
    filtered = filters(query, queryset=rows)
    if not filtered.is_valid():
        raise ValidationError({name: list(reasons) for name, reasons in filtered.errors.items()})
    result: QuerySet[Any] = filtered.qs
    return result


def _order_rows(rows: QuerySet[Any], way: str | None) -> QuerySet[Any]:
    """Order the rows by ``way``, else as usual; equal rows always have the same order."""
    usual = rows.query.order_by or rows.model._meta.ordering or ()
    fields = {"name": by_name(), "-name": (Folded("name").desc(), "-name")}.get(way or "", (way,))
    return rows.order_by(*(fields if way else usual), "pk")


def _make_page_address(request: Request, page: int) -> str:
    query = {**request.query_params.dict(), "page": page}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
