"""The people of an evening, each as an entry with a number of its own."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from tournaments.attendance.presenters.people import Person, everybody
from tournaments.base.api.access import evening_and_right, is_secret
from tournaments.base.api.values import answer
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import EntryRow

PERSON = answer(Person)


@listed("people", "The players of an evening", PERSON)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """All players in the order of arrival, with place, state, counters or points."""
    evening, right = evening_and_right(request, pk)
    players = dict(EntryRow.objects.filter(evening=evening).values_list("pk", "player"))
    shown = everybody(load_facts(evening.pk), players=players, secret=is_secret(evening, right))
    return page_of(request, shown, PERSON)
