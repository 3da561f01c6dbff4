"""The usual reasons are offered at one tap, and a needed reason is marked."""

from typing import cast

import pytest
from django.urls import reverse

from tests.services.cases import all_services, case_of
from tests.web.html import Page
from tournaments.base.forms import read_reason
from tournaments.base.services import ServiceInfo
from tournaments.base.words import USUAL
from tournaments.core.record import Stage
from tournaments.models import Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def test_every_service_that_asks_for_a_reason_offers_the_usual_ones():
    verbs = {
        cast(ServiceInfo, service).verb
        for name, service in all_services().items()
        if case_of(name).asks_reason
    }
    assert verbs <= set(USUAL)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"usual": "on request"}, "on request"),
        ({"usual": "", "reason": " two of a family "}, "two of a family"),
        ({"usual": "on request", "reason": "of Ann"}, "on request: of Ann"),
        ({"usual": "", "reason": ""}, ""),
        ({}, ""),
    ],
)
def test_what_is_tapped_and_what_is_typed(sent, reason):
    assert read_reason(sent) == reason


def radios(page):
    return [field for field in page.all("input") if field.attributes.get("name") == "usual"]


def test_one_tap_is_a_reason(client, night):
    night = night(8)
    night.next_round()
    where = reverse("bell-undo", args=[night.evening.pk])
    page = Page(client.get(where).content.decode()).root
    assert "Reason (required)" in next(page.all("main")).words
    assert "rang too early" in [field.attributes["value"] for field in radios(page)]
    client.post(where, {"usual": "rang too early", "reason": ""})
    assert Journal.objects.get(verb="bell_undone").reason == "rang too early"


def test_a_refused_form_shows_what_was_tapped(client, night):
    night = night(8)
    night.next_round()
    night.play(2)
    where = reverse("bell-undo", args=[night.evening.pk])
    answer = client.post(where, {"usual": "rang too early", "reason": ""})
    assert answer.status_code == 422
    chosen = [field for field in radios(Page(answer.text).root) if "checked" in field.attributes]
    assert [field.attributes["value"] for field in chosen] == ["rang too early"]


@pytest.mark.parametrize(
    ("name", "args", "usual"),
    [("deal", (1, 1, 1), "slip was read wrongly"), ("prize-give", (), "raffle"), ("swap", (), "on request")],
)
def test_other_pages_offer_theirs(client, night, name, args, usual):
    night = night(8, Stage.SEATED if name == "swap" else Stage.FINISHED)
    where = "evening" if name == "swap" else name
    page = Page(client.get(reverse(where, args=[night.evening.pk, *args])).content.decode()).root
    assert usual in [field.attributes["value"] for field in radios(page)]
