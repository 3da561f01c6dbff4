"""Whoever reads a page or an answer waits for nobody who writes, and keeps nobody from writing."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings

from tests.sessions import ticket
from tests.stuck import held
from tests.web.addresses import address
from tests.web.test_matrix import ROWS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared", "impatient")]


def test_every_address_is_read_while_somebody_writes(cast, night, client):
    night = night(8)
    for table in night.tables:
        night.play_table(table)
    expected = {name: row[0].split()[1] for name, row in ROWS.items() if row[0].split()[1] != "405"}
    places = {name: address(name, cast, night) for name in expected}
    EmailAddress.objects.create(user=cast.alice, email=cast.alice.email, primary=True, verified=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = ticket(cast.alice)
    with held(night.evening):
        found = {name: str(client.get(place).status_code) for name, place in places.items()}
    busy = [name for name, status in found.items() if status == "503" != expected[name]]
    assert busy == []
