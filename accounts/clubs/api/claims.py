"""Who of a club's list has which account: asked by members, decided by who runs the club."""

from django.db.models import QuerySet
from django.http import Http404
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.services.claims import claim_ask, claim_decide, claim_end
from accounts.errors import TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Claim
from accounts.permissions import Right
from accounts.players.api.players import player_at
from accounts.players.selectors.claims import pending_claims
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Flag, Id, read
from accounts.shared.api.filters import YesNo
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer

CLAIM = answer(Claim)


class ClaimBody(Body):
    player = Id()


class DecisionBody(Body):
    granted = Flag()


class ClaimFilter(FilterSet):  # type: ignore[misc]
    pending = YesNo("granted", lookup_expr="isnull", label="True: open requests. False: granted requests.")


@listed("claims", "The “This is me” requests of a club", CLAIM, filters=ClaimFilter, methods=["GET"])
@described_for_members(
    "claim_ask",
    "Send a “This is me” request",
    CLAIM,
    body=ClaimBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def claims(request: Request, pk: int) -> Response:
    """Open and granted requests. Every member can send one. Organisers read and decide."""
    if request.method == "POST":
        return _ask(request, pk)
    club, _right = club_at(request, pk, Right.RUN)
    return page_of(request, _claims(club.pk), CLAIM, filters=ClaimFilter)


def _ask(request: Request, pk: int) -> Response:
    club_at(request, pk)
    player = player_at(pk, read(ClaimBody, request.data)["player"])
    user = user_of(request)

    def act() -> Response:
        if pending_claims(pk).filter(user=user, player=player).exists():
            raise TakenError("player", _("You have asked this already. An organiser decides."))
        return Response(CLAIM(claim_ask(by=user, player=player)).data, status=201)

    return created(request, once(request, act), "api-claim", pk)


@described_for_members("claim_end", "Withdraw or end a “This is me” request", None, status=204, writes=True)
@member("DELETE")
def claim(request: Request, pk: int, claim: int) -> Response:
    """Withdraw an open request, or end a granted one. The account and organisers can do this."""
    found = _one(request, pk, claim)

    def act() -> Response:
        claim_end(by=user_of(request), claim=found)
        return Response(status=204)

    return once(request, act)


@described_for_members("claim_decide", "Decide a “This is me” request", CLAIM, body=DecisionBody, writes=True)
@member("POST")
def decide(request: Request, pk: int, claim: int) -> Response:
    """Grant or refuse the request. An account that is not a member becomes a viewer of the club."""
    club_at(request, pk, Right.RUN)
    found, sent = _one(request, pk, claim), read(DecisionBody, request.data)

    def act() -> Response:
        claim_decide(by=user_of(request), claim=found, granted=sent["granted"])
        return Response(CLAIM(Claim.objects.select_related("player", "user").get(pk=claim)).data)

    return once(request, act)


def _claims(club: int) -> QuerySet[Claim]:
    standing = Claim.objects.filter(player__club=club, ended_at=None).exclude(granted=False)
    return standing.select_related("player", "user")


def _one(request: Request, pk: int, claim: int) -> Claim:
    """The claim: one's own, or anybody's by the right to run the club. Http404, ForbiddenError."""
    club_at(request, pk)
    found = Claim.objects.filter(player__club=pk, pk=claim).select_related("player").first()
    if found is None:
        raise Http404
    if found.user_id != user_of(request).pk:
        club_at(request, pk, Right.RUN)
    return found
