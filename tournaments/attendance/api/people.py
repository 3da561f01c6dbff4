"""The people of an evening, each as an entry with a number of its own."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from tournaments.attendance.presenters.people import Person, everybody
from tournaments.base.api.access import evening_and_right, is_secret
from tournaments.base.api.answers import Somebody
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import EntryRow


class PersonAnswer(Somebody):
    """Somebody as of now; ``held``: counters or points.

    Figures are null where nobody knows them, and where they would tell of hidden prizes. ``player``:
    on the club's list, if they are on it.
    """

    player = serializers.IntegerField(allow_null=True)
    role = serializers.CharField()
    state = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    chair = serializers.IntegerField(allow_null=True)
    held = serializers.IntegerField(allow_null=True)
    yellow_chips = serializers.IntegerField(allow_null=True)
    fresh_stakes = serializers.IntegerField(allow_null=True)
    exact_bids = serializers.IntegerField(allow_null=True)
    may_sit = serializers.BooleanField()


FIGURES = ("held", "yellow_chips", "fresh_stakes", "exact_bids")


@listed("people", "The players of an evening", PersonAnswer)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """All players in the order of arrival, with place, state, counters or points."""
    evening, right = evening_and_right(request, pk)
    secret = is_secret(evening, right)
    players = dict(EntryRow.objects.filter(evening=evening).values_list("pk", "player"))
    told = [
        _person(person, secret=secret) | {"player": players.get(person.entry)}
        for person in everybody(evening, load_facts(evening.pk))
    ]
    return page_of(request, told, PersonAnswer)


def _person(person: Person, *, secret: bool) -> dict[str, Any]:
    told = asdict(person)
    return told | dict.fromkeys(FIGURES) if secret else told
