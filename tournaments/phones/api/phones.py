"""The tables’ phones, for organisers: their links, and what tables reported or asked for."""

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
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


class LinksAnswer(Answer):
    """Every table from head to booby. Empty before seats are drawn, and after the evening."""

    links = LinkAnswer(many=True)


class AsksAnswer(Answer):
    """What nobody has answered yet, first to last."""

    asks = answer(Ask, deal=OrNull, version=OrNull)(many=True)


@described_for_members("links", "The links of the table phones", LinksAnswer)
@member("GET")
def links(request: Request, pk: int) -> Response:
    """The address in each table's QR code. Keep it secret, like the token."""
    evening = evening_at(request, pk, Right.RUN)
    found = links_of(evening) if evening.stage in WHILE_SCORED else ()
    told = [
        {"table": link.table, "address": _address(request, link.token) if link.token else None}
        for link in found
    ]
    answer = Response(LinksAnswer({"links": told}).data)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _address(request: Request, token: str) -> str:
    return str(request.build_absolute_uri(reverse("scan", args=[token])))


@described_for_members("asks", "Requests from the table phones", AsksAnswer)
@member("GET")
def asks(request: Request, pk: int) -> Response:
    """Messages and requests that nobody has answered yet."""
    evening = evening_at(request, pk)
    return Response(AsksAnswer({"asks": open_asks(evening.pk)}).data)
