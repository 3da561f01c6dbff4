"""The tables’ phones, for organisers: their links, and what tables reported or asked for."""

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import Answer, OrNull
from tournaments.base.api.values import answer
from tournaments.phones.selectors.links import links_of
from tournaments.phones.selectors.table_requests import Ask, open_asks
from tournaments.phones.services.phones import WHILE_SCORED


class LinkAnswer(Answer):
    """A table's link; null where it has none. Whoever has it writes that table's deals down."""

    table = serializers.IntegerField()
    address = serializers.CharField(allow_null=True)


ASK = answer(Ask, deal=OrNull, version=OrNull)


@listed("links", "The links of the table phones", LinkAnswer)
@member("GET")
def links(request: Request, pk: int) -> Response:
    """The address in each table's QR code, from head to booby. Keep it secret, like the token.

    Empty before seats are drawn, and after the evening.
    """
    evening = evening_at(request, pk, Right.RUN)
    found = links_of(evening) if evening.stage in WHILE_SCORED else ()
    answer = page_of(
        request,
        found,
        LinkAnswer,
        told=lambda page: [
            {"table": link.table, "address": _address(request, link.token) if link.token else None}
            for link in page
        ],
    )
    answer["Cache-Control"] = "private, no-store"
    return answer


def _address(request: Request, token: str) -> str:
    return str(request.build_absolute_uri(reverse("scan", args=[token])))


@listed("asks", "Requests from the table phones", ASK)
@member("GET")
def asks(request: Request, pk: int) -> Response:
    """Messages and requests that nobody has answered yet, the oldest first."""
    evening = evening_at(request, pk)
    return page_of(request, open_asks(evening.pk), ASK)
