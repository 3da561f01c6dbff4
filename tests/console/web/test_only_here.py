"""Where a code or an address is shown that phones cannot open, the page says so, and what opens the hall."""

import pytest
from django.urls import reverse

from tests.linked_phones import linked
from tests.web.html import faults
from tournaments.core.record import Stage

SAID, STEP = "No phone can connect yet", "<code>make run LAN=1</code>"
LOOPBACK, HALL = "127.0.0.1:8000", "192.168.1.20:8000"
PAGES = [
    ("evening", Stage.CHECK_IN),
    ("evening", Stage.SEATED),
    ("evening", Stage.PLAYING),
    ("hall", Stage.CHECK_IN),
    ("links", Stage.PLAYING),
]


@pytest.fixture(autouse=True)
def any_host(settings):
    settings.ALLOWED_HOSTS = ["*"]


def shown(client, night, page, host):
    at = night.evening
    to = reverse(page, args=[at.join_code if page == "hall" else at.pk])
    return client.get(to, headers={"host": host}).content.decode()


@pytest.mark.parametrize(("page", "stage"), PAGES)
def test_it_is_said_on_the_machine_itself_and_not_in_the_hall(client, cast, night, page, stage):
    client.force_login(cast.alice)
    night = night(8, stage)
    if page == "links":
        linked(night)
    html = shown(client, night, page, LOOPBACK)
    assert SAID in html
    assert STEP in html
    assert faults(html) == []
    assert page != "links" or html.index(SAID) < html.index('class="link-cards"')
    html = shown(client, night, page, HALL)
    assert SAID not in html
    assert "LAN=1" not in html


def test_the_code_beside_the_tables_says_so_too(client, night):
    hall = night(8)
    said = "Works only on this computer"
    assert said in shown(client, hall, "hall", LOOPBACK)
    assert said not in shown(client, hall, "hall", HALL)


def test_an_invitation_says_so(client, cast):
    client.force_login(cast.alice)
    to = reverse("invitations", args=[cast.club.pk])
    told = {"role": "viewer", "days": 7}
    assert SAID in client.post(to, told, headers={"host": LOOPBACK}).content.decode()
    assert SAID not in client.post(to, told, headers={"host": HALL}).content.decode()


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.PLAYING])
def test_the_projector_has_one_window(client, cast, night, stage):
    client.force_login(cast.alice)
    hall = night(8, stage)
    code = hall.evening.join_code
    links = shown(client, hall, "evening", HALL).split(f'href="{reverse("hall", args=[code])}"')[1:]
    assert links
    assert all(f'target="headtable-hall-{code}"' in link.split(">")[0] for link in links)
    assert all("noopener" not in link.split(">")[0] for link in links)
