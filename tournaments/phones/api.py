"""The API of the tables' phones: commands, links, and messages and requests from tables."""

from django.urls import path, reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member, run_once, user_of
from accounts.shared.api.fields import Body, Flag, read
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import evening_at, of_evenings
from tournaments.base.api.answers import Answer, OrNull, answer
from tournaments.base.api.commands import Command
from tournaments.models import PhoneClaim
from tournaments.phones.selectors import Ask, links_of, open_asks, open_claims
from tournaments.phones.services import (
    WHILE_SCORED,
    ask_answer,
    correction_ask,
    deal_confirm,
    entry_late,
    link_revoke,
    links_make,
    phone_claim_decide,
)
from tournaments.scoring.selectors import deal_standing, evening_standing

COMMANDS = (
    Command(links_make, at={"links": "body"}),
    Command(link_revoke),
    Command(entry_late),
    Command(correction_ask, stands=deal_standing),
    Command(ask_answer, stands=evening_standing),
    Command(deal_confirm, at={"confirm": "body"}, stands=deal_standing),
)


class LinkAnswer(Answer):
    """A table's link; null if the table has none. Anybody with the link can record the table's deals."""

    table = serializers.IntegerField()
    address = serializers.CharField(allow_null=True)


ASK = answer(Ask, deal=OrNull, version=OrNull)
PHONE_CLAIM = answer(PhoneClaim)


class PhoneDecisionBody(Body):
    granted = Flag()


@listed("links", "The links of the table phones", LinkAnswer)
@member("GET")
def links(request: Request, pk: int) -> Response:
    """The address in each table's QR code, from head to booby. Keep it secret, like the token.

    The list is empty before seats are drawn, and after the evening.
    """
    evening = evening_at(request, pk, Right.RUN)
    table_links = links_of(evening) if evening.stage in WHILE_SCORED else ()
    answer = page_of(
        request,
        table_links,
        LinkAnswer,
        convert=lambda page: [
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
    """Messages and requests without an answer, the oldest first."""
    evening = evening_at(request, pk)
    return page_of(request, open_asks(evening.pk), ASK)


@listed("phone_claims", "“This is me” requests of phones without an account", PHONE_CLAIM)
@member("GET")
def phone_claims(request: Request, pk: int) -> Response:
    """Requests that wait, the oldest first. For organisers."""
    evening = evening_at(request, pk, Right.RUN)
    return page_of(request, open_claims(evening.pk), PHONE_CLAIM)


@described_for_members(
    "phone_claim_decide",
    "Decide a “This is me” request of a phone",
    None,
    body=PhoneDecisionBody,
    status=204,
    writes=True,
)
@member("POST")
def phone_claim(request: Request, pk: int, claim: int) -> Response:
    """Remember the phone as this person's for the evening, or refuse."""
    evening = evening_at(request, pk, Right.RUN)
    granted = read(PhoneDecisionBody, request.data)["granted"]

    def act() -> Response:
        phone_claim_decide(by=user_of(request), evening=evening, claims=[claim], granted=granted)
        return Response(status=204)

    return run_once(request, act)


OF_EVENINGS = COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/links/", links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", asks, name="api-evening-asks"),
    path("evenings/<num:pk>/phone-claims/", phone_claims, name="api-evening-phone-claims"),
    path("evenings/<num:pk>/phone-claims/<num:claim>/", phone_claim, name="api-evening-phone-claim"),
    *of_evenings(OF_EVENINGS),
]
