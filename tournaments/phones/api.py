"""The API of the tables' phones: commands, links, and messages and requests from tables."""

from django.urls import path, reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import get_user, member, run_once
from accounts.shared.api.fields import Body, Flag, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import get_evening, make_evening_urls
from tournaments.base.api.answers import Answer, OrNull, answer
from tournaments.base.api.commands import Command
from tournaments.models import PhoneClaim
from tournaments.phones.selectors import Ask, list_links, load_open_asks, select_open_claims
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
from tournaments.scoring.selectors import read_deal_state, read_evening_state

COMMANDS = (
    Command(links_make, body_fields={"links": "body"}),
    Command(link_revoke),
    Command(entry_late),
    Command(correction_ask, stands=read_deal_state),
    Command(ask_answer, stands=read_evening_state),
    Command(deal_confirm, body_fields={"confirm": "body"}, stands=read_deal_state),
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
    evening = get_evening(request, pk, Right.RUN)
    table_links = list_links(evening) if evening.stage in WHILE_SCORED else ()
    answer = answer_page(
        request,
        table_links,
        LinkAnswer,
        convert=lambda page: [
            {"table": link.table, "address": _make_address(request, link.token) if link.token else None}
            for link in page
        ],
    )
    answer["Cache-Control"] = "private, no-store"
    return answer


def _make_address(request: Request, token: str) -> str:
    return str(request.build_absolute_uri(reverse("scan", args=[token])))


@listed("asks", "Requests from the table phones", ASK)
@member("GET")
def asks(request: Request, pk: int) -> Response:
    """Messages and requests without an answer, the oldest first."""
    evening = get_evening(request, pk)
    return answer_page(request, load_open_asks(evening.pk), ASK)


@listed("phone_claims", "“This is me” requests of phones without an account", PHONE_CLAIM)
@member("GET")
def phone_claims(request: Request, pk: int) -> Response:
    """Requests that wait, the oldest first. For organisers."""
    evening = get_evening(request, pk, Right.RUN)
    return answer_page(request, select_open_claims(evening.pk), PHONE_CLAIM)


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
    evening = get_evening(request, pk, Right.RUN)
    granted = read(PhoneDecisionBody, request.data)["granted"]

    def act() -> Response:
        phone_claim_decide(by=get_user(request), evening=evening, claims=[claim], granted=granted)
        return Response(status=204)

    return run_once(request, act)


OF_EVENINGS = COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/links/", links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", asks, name="api-evening-asks"),
    path("evenings/<num:pk>/phone-claims/", phone_claims, name="api-evening-phone-claims"),
    path("evenings/<num:pk>/phone-claims/<num:claim>/", phone_claim, name="api-evening-phone-claim"),
    *make_evening_urls(OF_EVENINGS),
]
