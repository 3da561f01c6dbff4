"""The API's addresses for a user's own account, clubs and tokens."""

from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.account.selectors import list_memberships, list_tokens
from accounts.account.services import token_revoke
from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from accounts.models import Role, Token
from accounts.shared.api.decorators import get_user, member, run_once
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import Answer, answer


class MyClub(Answer):
    """A club, and the caller's role in it."""

    id = serializers.IntegerField(source="club_id")
    name = serializers.CharField(source="club.name")
    role = serializers.ChoiceField(Role.choices)


TOKEN = answer(Token)


class MeAnswer(Answer):
    """The caller's account, the clubs in reach, and the request's token; ``token`` is null for a session."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField()
    clubs = MyClub(many=True)
    token = TOKEN(allow_null=True)


@described_for_members("me", "The caller and their rights", MeAnswer)
@member("GET")
def me(request: Request) -> Response:
    """The account, its clubs with the role in each, and the token of the request."""
    user, token = get_user(request), request.auth
    mine = list_memberships(user)
    if isinstance(token, Token) and token.club_id is not None:
        mine = mine.filter(club=token.club_id)
    account = {"id": user.pk, "name": user.name, "email": user.email, "clubs": mine, "token": token}
    return Response(MeAnswer(account).data)


@listed("tokens", "The tokens of the account", TOKEN)
@member("GET")
def tokens(request: Request) -> Response:
    """All tokens of the account, newest first. New tokens are created only on the account’s page."""
    refuse_narrow(request)
    return answer_page(request, list_tokens(get_user(request)), TOKEN)


@described_for_members("token_revoke", "Revoke a token", None, status=204, writes=True)
@member("DELETE")
def token(request: Request, pk: int) -> Response:
    """The token stops working at once. A token can always revoke itself."""
    token_row = list_tokens(get_user(request)).filter(pk=pk).first()
    if token_row is None:
        raise Http404
    if token_row != request.auth:
        refuse_narrow(request)

    def act() -> Response:
        token_revoke(by=get_user(request), token=token_row)
        return Response(status=204)

    return run_once(request, act)


def refuse_narrow(request: Request) -> None:
    """Raise ForbiddenError for a token that may not do all that its user may."""
    token = request.auth
    if isinstance(token, Token) and (token.club_id is not None or token.role != Role.OWNER):
        raise ForbiddenError("token", _("This API token does not allow this. Create one with a higher role."))


urlpatterns = [
    path("me/", me, name="api-me"),
    path("me/tokens/", tokens, name="api-tokens"),
    path("me/tokens/<num:pk>/", token, name="api-token"),
]
