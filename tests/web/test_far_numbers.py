"""Numbers in an address that no database holds: an answer, and never an error of ours."""

import re

import pytest
from django import forms
from django.test import Client

from accounts.numbers import LARGEST_ID
from accounts.shared.forms import WholeField
from tests.web.addresses import address, addresses, names

OURS = ("accounts", "games", "tournaments")
FAR = [2**31, LARGEST_ID, 2**63, 10**30]
NUMBERED = [name for name in names() if "num:" in dict(addresses())[name]]


def far(url):
    """The address with such a number in the place of each of its numbers, one at a time."""
    url = url.partition("?")[0]
    for found in re.finditer(r"(?<=/)\d+(?=/|$)", url):
        for number in FAR:
            yield url[: found.start()] + str(number) + url[found.end() :]


@pytest.mark.thorough
def test_every_address_answers(cast, night):
    night = night(8)
    for table in night.tables:
        night.play(table)
    client = Client(raise_request_exception=False)
    client.force_login(cast.alice)
    asked = [url for name in NUMBERED for url in far(address(name, cast, night))]
    assert len(asked) > 100
    failed = [url for url in asked for ask in (client.get, client.post) if ask(url).status_code >= 500]
    assert failed == []


def test_no_address_goes_past_the_bound():
    """Django's own `int` has none, so nobody writes an address with it."""
    assert len(NUMBERED) > 100
    assert not [name for name in names() if "<int:" in dict(addresses())[name]]


@pytest.mark.parametrize("number", [LARGEST_ID, 2**63, 10**30])
@pytest.mark.parametrize(("method", "body"), [("patch", {"role": "viewer"}), ("delete", None)])
def test_a_member_of_such_a_number(cast, client, number, method, body):
    client.force_login(cast.alice)
    where = f"/api/v1/clubs/{cast.club.pk}/members/{number}/"
    answer = getattr(client, method)(where, body, content_type="application/json")
    assert answer.status_code == 404
    assert answer.json()["errors"]


def test_every_number_in_a_form_is_bounded():
    """What a form takes, a service may look for in the database."""
    found = [sub for sub in _subclasses(forms.Form) if sub.__module__.split(".")[0] in OURS]
    assert len(found) > 50
    fields = [(form, name, field) for form in found for name, field in form.base_fields.items()]
    numbers = [one for one in fields if type(one[2]) in (forms.IntegerField, WholeField)]
    assert len(numbers) > 15
    assert [one for one in numbers if one[2].max_value is None] == []


def _subclasses(of):
    for sub in of.__subclasses__():
        yield sub
        yield from _subclasses(sub)
