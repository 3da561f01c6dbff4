"""A league is opened to everybody, or closed again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.callers import user_of
from accounts.api.doors import member
from accounts.api.fields import Body, Flag, read
from accounts.api.keys import once
from accounts.api.schema import Example, described_for_members
from accounts.permissions import Right
from tournaments.api.seasons.examples import LEAGUE
from tournaments.api.seasons.leagues import LeagueAnswer, league_at, league_told
from tournaments.services.club.publishing import league_publish

OPENED = Example(
    "Open it to everybody", "/api/v1/leagues/1/publish/", LEAGUE | {"published": True}, {"published": True}
)


class PublishBody(Body):
    """Whether everybody may read it."""

    published = Flag(help_text=_("Whether everybody may read it."))


@described_for_members(
    "league_publish",
    "Open a league to everybody, or close it",
    LeagueAnswer,
    body=PublishBody,
    examples=[OPENED],
    writes=True,
)
@member("POST")
def publish(request: Request, pk: int) -> Response:
    """The tables of its seasons, under public names; hidden prizes stay hidden."""
    league = league_at(request, pk, Right.RUN)
    sent = read(PublishBody, request.data)

    def act() -> Response:
        league_publish(by=user_of(request), league=league, published=sent["published"])
        return Response(league_told(league.pk))

    return once(request, act)
