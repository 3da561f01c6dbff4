"""The answer to a page that asks again once its evening is no longer there: words instead of silence."""

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tests.api.members import bearer
from tests.phones.web.test_scorer_over import text
from tests.played_seasons import a_season
from tests.web.html import faults, shows
from tournaments.base.api import addresses
from tournaments.base.api.addresses import get_season
from tournaments.base.views import RefusalMiddleware
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import evening_publish
from tournaments.models import Evening, Season
from tournaments.simulation.rehearsal import rehearsal_end, rehearsal_start

PART = {"HX-Request": "true"}


def places(evening, entry):
    code, pk = [evening.join_code], [evening.pk]
    return {
        "hall": reverse("hall", args=code),
        "player": reverse("player", args=[*code, entry]),
        "evening": reverse("evening", args=pk),
        "journal": reverse("journal", args=pk),
        "ledger": reverse("ledger", args=pk),
    }


def test_a_rehearsal_that_was_thrown_away_is_over_on_every_page(client, night):
    night = night(12, Stage.CHECK_IN)
    copy = rehearsal_start(actor=night.alice, evening=night.evening.pk, speed=10)
    open_pages = places(copy, copy.entries.earliest("pk").pk)
    client.force_login(night.alice)
    for name, address in open_pages.items():
        assert client.get(address).status_code == 200, name
    rehearsal_end(actor=night.alice, evening=night.evening.pk)
    for name, address in open_pages.items():
        part = client.get(address, headers=PART)
        assert part.status_code == 404, name
        shows(part, "data-ended=", "over", never="Page not found")
        assert faults(part.content.decode()) == []


def test_whoever_comes_by_the_code_of_a_removed_evening_reads_that_none_is_open(client, night):
    """Also a player's phone, which looks for the names."""
    night = night(12, Stage.CHECK_IN)
    code = [night.evening.join_code]
    Evening.objects.filter(pk=night.evening.pk).delete()
    for name in ("hall", "find-me"):
        answer = client.get(reverse(name, args=code))
        assert answer.status_code == 404
        shows(answer, 'data-ended="evening"', "No evening is open under this code")


def test_a_published_page_that_was_closed_is_over(client, night):
    night = night(12, Stage.CHECK_IN)
    evening_publish(night.by, published=True, names="")
    night.evening.refresh_from_db()
    address = reverse("public-evening", args=[night.evening.public_address])
    assert client.get(address, headers=PART).status_code == 200
    evening_publish(night.by, published=False, names="")
    answer = client.get(address, headers=PART)
    assert answer.status_code == 404
    shows(answer, 'data-ended="page"', "no longer open to you")


def test_who_was_taken_off_the_list_is_led_to_the_names(client, night):
    """Their page ends, and the evening does not."""
    night = night(12, Stage.CHECK_IN)
    address = reverse("player", args=[night.evening.join_code, 10_000])
    assert 'data-ended="page"' in text(client.get(address, headers=PART))


@pytest.mark.parametrize("address", ["/nothing/", "/evenings/10000/"])
def test_an_address_that_is_wrong_is_no_evening_that_ended(client, night, address):
    client.force_login(night(8).alice)
    shows(client.get(address), "Page not found", never="data-ended")


@pytest.mark.parametrize("gone", [Evening, Season])
def test_what_was_removed_while_somebody_wrote_in_it_is_not_there(rf, cast, gone):
    request = rf.post("/")
    request.user = cast.alice
    answer = RefusalMiddleware(lambda request: HttpResponse()).process_exception(request, gone.DoesNotExist())
    assert answer is not None
    assert answer.status_code == 404


def test_by_api_too(cast, monkeypatch):
    season = a_season(cast)

    def removed_meanwhile(*asked):
        found = get_season(*asked)
        Season.objects.all().delete()
        return found

    monkeypatch.setattr(addresses, "get_season", removed_meanwhile)
    answer = bearer(cast.alice).post(f"/api/v1/seasons/{season.pk}/divisions-set/", {"names": ["Upper"]})
    assert answer.status_code == 404
