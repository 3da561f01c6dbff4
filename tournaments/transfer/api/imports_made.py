"""Imports that were made, for organisers: looked at, and taken back whole."""

from functools import partial

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Text, read
from accounts.shared.api.keys import once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.answers import Answer
from tournaments.base.api.values import answer
from tournaments.base.services.book import LONGEST_REASON
from tournaments.transfer.selectors.imports_made import ImportMade, TakeBack, imports_made, take_back_of
from tournaments.transfer.services.import_back import import_take_back

LONGEST_MARK = 64


class ImportedEveningAnswer(Answer):
    """An evening of an import."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    held_on = serializers.DateField()


class NamedAnswer(Answer):
    """A player or a season."""

    id = serializers.IntegerField()
    name = serializers.CharField()


EVENINGS = dict.fromkeys(("removed", "restored", "changed_since"), partial(ImportedEveningAnswer, many=True))
NAMED = dict.fromkeys(
    ("players", "used_players", "seasons", "open_seasons", "closed_seasons"), partial(NamedAnswer, many=True)
)
IMPORT_MADE, TAKE_BACK = answer(ImportMade), answer(TakeBack, **EVENINGS, **NAMED)


class TakeBackBody(Body):
    mark = Text(max_length=LONGEST_MARK, help_text="The mark of the preview.")
    reason = Text(max_length=LONGEST_REASON, allow_blank=True, help_text="Reason. It is kept in the journal.")


@listed("imports_made", "The imports of a club", IMPORT_MADE)
@member("GET")
def imports(request: Request, pk: int) -> Response:
    """Imports of results and seasons that can be taken back, the newest first.

    Earlier releases did not note them.
    """
    club, _right = club_at(request, pk, Right.RUN)
    return page_of(request, imports_made(club.pk), IMPORT_MADE)


@described_for_members("import_made", "Preview taking back an import", TAKE_BACK)
@member("GET")
def import_made(request: Request, pk: int, made: str) -> Response:
    """List what taking back the import would remove, and what would stay. Nothing is changed."""
    club, _right = club_at(request, pk, Right.RUN)
    return Response(TAKE_BACK(_plan(club.pk, made)).data)


@described_for_members("import_take_back", "Take back an import", TAKE_BACK, body=TakeBackBody, writes=True)
@member("POST")
def take_back(request: Request, pk: int, made: str) -> Response:
    """Take back an import exactly as in the preview, which is the answer: all of it or nothing."""
    club, _right = club_at(request, pk, Right.RUN)
    sent = read(TakeBackBody, request.data)

    def act() -> Response:
        plan = import_take_back(by=user_of(request), club=club, key=made, **sent)
        return Response(TAKE_BACK(plan).data)

    return once(request, act)


def _plan(club: int, made: str) -> TakeBack:
    plan = take_back_of(club, made)
    if plan is None:
        raise Http404
    return plan
