"""Numbers in an address that no database holds: an answer, and never an error of ours."""

import re

from django.test import Client

from accounts.models import Group
from tests.web.addresses import address, addresses, names

FAR = [2**31, 2**63, 10**30]
NUMBERED = [name for name in names() if "int:" in str(dict(addresses())[name].pattern)]


def far(url):
    """The address with such a number in the place of each of its numbers, one at a time."""
    url = url.partition("?")[0]
    for found in re.finditer(r"(?<=/)\d+(?=/|$)", url):
        for number in FAR:
            yield url[: found.start()] + str(number) + url[found.end() :]


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


def test_a_group_takes_nobody_of_such_a_number(cast, client):
    group = Group.objects.create(club=cast.club, name="Juniors")
    client.force_login(cast.alice)
    for number in FAR:
        told = {"name": "Juniors", "players": [number]}
        assert client.post(f"/clubs/{cast.club.pk}/groups/{group.pk}/", told).status_code == 422
