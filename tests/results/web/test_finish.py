"""Finishing the evening, which writes its result."""

import pytest
from django.urls import reverse

from tests.played_seasons import a_season, by
from tests.scoring.services.test_deal_correct import divide_a_pool
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Result
from tournaments.results.services import evening_reopen, final_count
from tournaments.seasons.services.seasons import evening_add

pytestmark = pytest.mark.postgresql


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def send(client, night):
    return client.post(reverse("finish", args=[night.evening.pk]), follow=True)


def test_it_says_first_what_will_happen(client, cast, night):
    """Where nothing is missing or replaced it is done at once."""
    night = night(8, Stage.SETTLING)
    season = a_season(cast)
    evening_add(by(cast, season), evening=night.evening.pk)
    address = reverse("finish", args=[night.evening.pk])
    assert client.get(address).status_code == 302
    assert not Result.objects.exists()
    send(client, night)
    evening_reopen(night.because("Too early"))
    shows(
        client.get(address),
        "Finish the evening",
        "Most yellow chips: p0",
        "It then counts for: Thursday League · Winter.",
        "Version 2 of the result replaces version 1, which is kept.",
    )


@pytest.mark.thorough
def test_a_correction_that_divides_a_head_pool_waits_for_its_cut(client, night):
    night = night(8, Stage.FINISHED)
    divide_a_pool(night)
    address = reverse("evening", args=[night.evening.pk])
    shows(client.get(address), "A cut is needed")
    assert Result.objects.count() == 1
    cut = {"purpose": "chip", "table": "1", "deal": "1"}
    client.post(reverse("cut-draw", args=[night.evening.pk, 1]), cut)
    assert Result.objects.count() == 2
    assert "A cut is needed" not in client.get(address).content.decode()


def test_what_does_not_add_up_is_neither_asked_about_nor_announced(client, night):
    night = night(5, Stage.SETTLING)
    who = night.table(1)[0]
    final_count(night.by, counts={who: 1})
    assert client.get(reverse("finish", args=[night.evening.pk])).status_code == 302
    answer = send(client, night)
    assert "Counters expected: 250" in answer.content.decode()
    assert answer.redirect_chain == [(reverse("ledger", args=[night.evening.pk]), 302)]
    assert [one.entry for one in answer.context["page"].differing] == [who]
    assert not Result.objects.exists()
