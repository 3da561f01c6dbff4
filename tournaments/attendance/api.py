"""The API of an evening's people: the list, check-in, pause, return, departure and kept seats."""

from typing import Any

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, BoundedList, OneOf, Text
from accounts.shared.api.paging import answer_page, listed
from tournaments.attendance.presenters.people import Person, list_everybody
from tournaments.attendance.services import (
    Arrival,
    NameOwner,
    entry_change,
    entry_reassign,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.base.api.addresses import get_evening_and_right, is_secret, make_evening_urls
from tournaments.base.api.answers import answer
from tournaments.base.api.commands import Command, OfEntry, Plain, Sent
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import EntryRow

PERSON = answer(Person)


@listed("people", "The players of an evening", PERSON)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """All players in the order of arrival, with place, state, and counters or points."""
    evening, right = get_evening_and_right(request, pk)
    players = dict(EntryRow.objects.filter(evening=evening).values_list("pk", "player"))
    rows = list_everybody(load_facts(evening.pk), players=players, secret=is_secret(evening, right))
    return answer_page(request, rows, PERSON)


class ArrivalBody(Body):
    """A person at the door."""

    name = Text(max_length=LONGEST)
    role = Text(
        max_length=LONGEST_ROLE, allow_blank=True, default="", help_text="One of the evening’s roles."
    )


class PeopleCheckInBody(Plain):
    """The people who have come. A new name is added to the club’s player list."""

    people = BoundedList(child=ArrivalBody(), min_length=1, max_length=MOST_PEOPLE)


class EntryChangeBody(OfEntry):
    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True)
    whose = OneOf(
        ["", *NameOwner],
        required=False,
        help_text="Needed if the name is another player’s on the list: `other` is that player, `tonight` "
        "is not. `list` renames the player on the list too.",
    )


def _read_arrivals(_evening: Any, body: Sent) -> dict[str, Any]:
    return {"people": [Arrival(**person) for person in body["people"]]}


OF_EVENINGS = (
    Command(
        people_check_in,
        PeopleCheckInBody,
        _read_arrivals,
        body_fields={"names": "people", "name": "people", "role": "people"},
    ),
    Command(entry_change, EntryChangeBody),
    Command(entry_reassign),
    Command(entry_withdraw),
    Command(player_drop),
    Command(player_pause),
    Command(player_return),
    Command(seat_keep),
)


urlpatterns = [
    path("evenings/<num:pk>/people/", people, name="api-evening-people"),
    *make_evening_urls(OF_EVENINGS),
]
