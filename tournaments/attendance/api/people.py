"""The people of an evening, each as an entry with a number of its own."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from tournaments.attendance.presenters.people import Person, everybody
from tournaments.base.api.access import evening_and_right, is_secret
from tournaments.base.api.answers import Answer
from tournaments.base.api.values import answer
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import EntryRow


class Somebody(Answer):
    """Somebody of the evening: by the entry's number, and by the shown name."""

    entry = serializers.IntegerField()
    name = serializers.CharField()


PERSON = answer(Person)


def somebody(entry: int, names: Mapping[int, str]) -> dict[str, Any]:
    """One of the evening as ``Somebody`` shows them."""
    return {"entry": entry, "name": names.get(entry, "?")}


def named(entries: Iterable[int], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """These people as ``Somebody`` shows them."""
    return [somebody(entry, names) for entry in entries]


@listed("people", "The players of an evening", PERSON)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """All players in the order of arrival, with place, state, counters or points."""
    evening, right = evening_and_right(request, pk)
    players = dict(EntryRow.objects.filter(evening=evening).values_list("pk", "player"))
    shown = everybody(load_facts(evening.pk), players=players, secret=is_secret(evening, right))
    return page_of(request, shown, PERSON)
